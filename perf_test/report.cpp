// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report.hpp"

#include <cmath>
#include <map>
#include <memory>

#include "ranks.hpp"

namespace aril::perf {
namespace {

/// For the ranks that do not print.
class SilentReporter : public benchmark::BenchmarkReporter {
 public:
  bool ReportContext(Context const&) override { return true; }
  void ReportRuns(std::vector<Run> const&) override {}
};

}  // namespace

void StrictJsonReporter::ReportRuns(std::vector<Run> const& runs) {
  auto strict = runs;
  for (auto& run : strict)
    for (auto counter = run.counters.begin(); counter != run.counters.end();)
      counter = std::isfinite(counter->second.value) ? std::next(counter) : run.counters.erase(counter);
  JSONReporter::ReportRuns(strict);
}

std::size_t run_benchmarks(Arguments const& arguments, benchmark::BenchmarkReporter* display) {
  Arguments flags           = arguments;
  std::string const format  = take(flags, "--benchmark_format").value_or("console");
  std::string const out     = take(flags, "--benchmark_out").value_or("");
  std::string const written = take(flags, "--benchmark_out_format").value_or("json");

  if (ranks::index() != 0) {
    SilentReporter silent;
    return benchmark::RunSpecifiedBenchmarks(&silent);
  }
  StrictJsonReporter json_display, json_file;
  std::unique_ptr<benchmark::BenchmarkReporter> console(benchmark::CreateDefaultDisplayReporter());
  if (!display) display = format == "json" ? &json_display : console.get();
  if (!out.empty() && written == "json") return benchmark::RunSpecifiedBenchmarks(display, &json_file);
  return benchmark::RunSpecifiedBenchmarks(display);
}

}  // namespace aril::perf
