// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "table.hpp"

#include <algorithm>
#include <cstdio>
#include <ostream>

#include "machine.hpp"

namespace aril::perf {
namespace {

using Run = benchmark::BenchmarkReporter::Run;

template <class... Arguments>
std::string text(char const* format, Arguments... arguments) {
  char buffer[128];
  std::snprintf(buffer, sizeof(buffer), format, arguments...);
  return buffer;
}

std::string time_text(double seconds) {
  if (seconds < 1e-3) return text("%.1f us", seconds * 1e6);
  if (seconds < 1) return text("%.2f ms", seconds * 1e3);
  return text("%.3f s", seconds);
}

/// The counter as text, "-" where it is not defined.
std::string counter_text(Run const& run, char const* counter, char const* format, double scale = 1) {
  auto const found = run.counters.find(counter);
  return found == run.counters.end() ? "-" : text(format, found->second.value * scale);
}

/// The median where there are repetitions, else the one run.
Run const* median_of(std::vector<Run> const& runs) {
  Run const* result = nullptr;
  for (auto const& run : runs)
    if (run.aggregate_name == "median" || (!result && run.run_type == Run::RT_Iteration)) result = &run;
  return result;
}

}  // namespace

bool TableReporter::ReportContext(Context const&) {
  GetErrorStream() << "Aril on " << device_name() << std::endl;
  return true;
}

void TableReporter::ReportRuns(std::vector<Run> const& runs) {
  Run const* const run = median_of(runs);
  auto const found     = run ? lines_.find(run->run_name.function_name) : lines_.end();
  if (found == lines_.end()) return;
  Line const& line = found->second;
  // The runs come first, their median in a second call: it takes their place.
  if (rows_.empty() || last_ != &line) rows_.emplace_back();
  last_      = &line;
  Rows& rows = rows_.back();
  rows.clear();
  bool const right = line.passed && !run->error_occurred;
  passed_          = passed_ && right;
  if (run->error_occurred) {
    rows.push_back(
        {line.workload, line.size, line.type, line.backend, "-", "-", "-", "-", "FAIL: " + run->error_message});
    return;
  }
  double const seconds = run->GetAdjustedRealTime() / benchmark::GetTimeUnitMultiplier(run->time_unit);
  rows.push_back({line.workload, line.size, line.type, line.backend, time_text(seconds),
                  line.of_product ? counter_text(*run, "flops_per_second", "%.3f TFLOP/s", 1e-12)
                                  : counter_text(*run, "bytes_per_second", "%.1f GB/s", 1e-9),
                  counter_text(*run, "fraction_of_copy", "%.3f"),
                  counter_text(*run, "speedup_over_plain", "%.2fx ") + line.plain,
                  (right ? "PASS, " : "FAIL, ") + line.verdict});
  if (auto const gemm = run->counters.find("gemm_seconds"); gemm != run->counters.end()) {
    double const rate = run->counters.at("flops_per_second").value * seconds / gemm->second.value;
    rows.push_back({"  KokkosBlas::gemm", line.size, line.type, line.backend, time_text(gemm->second.value),
                    text("%.3f TFLOP/s", rate * 1e-12), "-", "-", "-"});
  }
}

void TableReporter::Finalize() {
  if (rows_.empty()) return;
  Rows all{{"workload", "size", "type", "backend", "median", "rate", "of copy", "against plain Kokkos", "result"}};
  for (auto const& rows : rows_) all.insert(all.end(), rows.begin(), rows.end());
  std::vector<std::size_t> width(all[0].size());
  for (auto const& row : all)
    for (std::size_t i = 0; i < row.size(); ++i) width[i] = std::max(width[i], row[i].size());

  // Markdown, so that it can be pasted as it is.
  auto const is_number = [](std::size_t column) { return column >= 4 && column <= 6; };
  auto& out            = GetOutputStream();
  for (std::size_t r = 0; r < all.size(); ++r) {
    for (std::size_t i = 0; i < width.size(); ++i) {
      std::string const padding(width[i] - all[r][i].size(), ' ');
      out << "| " << (is_number(i) ? padding + all[r][i] : all[r][i] + padding) << ' ';
    }
    out << "|\n";
    for (std::size_t i = 0; r == 0 && i < width.size(); ++i)
      out << (is_number(i) ? "|" : "|:") << std::string(width[i] + 1, '-') << (is_number(i) ? ":" : "");
    if (r == 0) out << "|\n";
  }
  for (auto const& note : notes_) out << note << '\n';
  out << (passed_ ? "PASS" : "FAIL") << std::endl;
}

}  // namespace aril::perf
