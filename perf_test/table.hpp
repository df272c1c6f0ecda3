// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ARIL_PERF_TEST_TABLE_HPP
#define ARIL_PERF_TEST_TABLE_HPP

#include <benchmark/benchmark.h>

#include <map>
#include <string>
#include <vector>

namespace aril::perf {

/// What the demo knows of a line of its table before and beside the measurement.
struct Line {
  std::string workload, size, type, backend;
  std::string plain   = {};  ///< what the speed-up is counted against
  std::string verdict = {};  ///< what the comparison with the reference found
  bool passed         = false;
  bool of_product     = false;  ///< rate in flops; the product alone ("gemm_seconds") gets a line of its own
};

/// The demo's table: collects the medians and prints them, with the verdicts, at the end.
class TableReporter : public benchmark::BenchmarkReporter {
 public:
  /// `lines`: by the benchmarks' names. Verdicts may be filled in while the benchmarks run.
  TableReporter(std::map<std::string, Line> const& lines, std::vector<std::string> const& notes)
      : lines_(lines), notes_(notes) {}

  bool ReportContext(Context const& context) override;
  void ReportRuns(std::vector<Run> const& runs) override;
  void Finalize() override;

  /// Every line printed was right.
  bool passed() const { return passed_; }

 private:
  using Rows = std::vector<std::vector<std::string>>;

  std::map<std::string, Line> const& lines_;
  std::vector<std::string> const& notes_;
  std::vector<Rows> rows_;  // a benchmark's line, and perhaps one more
  Line const* last_ = nullptr;
  bool passed_      = true;
};

}  // namespace aril::perf

#endif
