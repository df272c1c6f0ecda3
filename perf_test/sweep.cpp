// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "sweep.hpp"

#include <cstdlib>
#include <iostream>

#include "ranks.hpp"
#include "report.hpp"

namespace aril::perf {

std::vector<Size> sizes(Options const& options) {
  if (options.rows) return {{options.rows, options.columns}};
  std::vector<Size> result;
  for (int bits = 10; bits <= 28; ++bits)
    result.push_back({std::int64_t{1} << bits / 2, std::int64_t{1} << (bits + 1) / 2});
  return result;
}

int sweep_main(int argc, char* argv[], void (*enlist)(Options const& options, Stage& stage)) {
  Ranks const all_ranks(argc, argv);
  Arguments arguments = with_device(argc, argv);
  int count           = static_cast<int>(arguments.size());
  arguments.push_back(nullptr);
  Kokkos::ScopeGuard const kokkos(count, arguments.data());
  arguments.resize(count);
  Options const options = read_options(arguments);
  if (ranks::index() != 0) take(arguments, "--benchmark_out");
  if (!initialize_benchmark(arguments,
                            {"--benchmark_repetitions=9", "--benchmark_min_time=0.02",
                             "--benchmark_report_aggregates_only=true", "--benchmark_counters_tabular=true"}))
    return EXIT_FAILURE;
  add_context();
  Stage stage;
  try {
    enlist(options, stage);
  } catch (std::exception const& error) {
    std::cerr << error.what() << '\n';
    ranks::give_up(error.what());
    return EXIT_FAILURE;
  }
  run_benchmarks(arguments);
  stage.clear();
  benchmark::ClearRegisteredBenchmarks();
  return stage.failed() ? EXIT_FAILURE : EXIT_SUCCESS;
}

}  // namespace aril::perf
