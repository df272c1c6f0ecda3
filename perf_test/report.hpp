// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ARIL_PERF_TEST_REPORT_HPP
#define ARIL_PERF_TEST_REPORT_HPP

#include <benchmark/benchmark.h>

#include "options.hpp"

namespace aril::perf {

/// Google Benchmark's JSON, without the figures that JSON cannot express: it writes NaN for the variation of a counter
/// that is always zero.
class StrictJsonReporter : public benchmark::JSONReporter {
 public:
  void ReportRuns(std::vector<Run> const& runs) override;
};

/// Runs what is registered. Display and file (--benchmark_out) are as the flags in `arguments` say; a display reporter
/// of the caller's takes the place of the one that --benchmark_format names.
std::size_t run_benchmarks(Arguments const& arguments, benchmark::BenchmarkReporter* display = nullptr);

}  // namespace aril::perf

#endif
