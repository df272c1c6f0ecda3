// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The three workloads at their full sizes, or the largest that fit: how fast, and whether right.
#include "demo.hpp"

#include <Kokkos_Core.hpp>
#include <cstdlib>

#include "machine.hpp"
#include "report.hpp"

int main(int argc, char* argv[]) {
  using namespace aril::perf;
  Kokkos::ScopeGuard const kokkos(argc, argv);
  Arguments const arguments(argv, argv + argc);
  if (!initialize_benchmark(
          arguments, {"--benchmark_repetitions=" + std::to_string(demo_repetitions), "--benchmark_min_time=0.05"}))
    return EXIT_FAILURE;
  add_context();

  Demo demo;
  demo.notes = {
      "of copy: against a copy of the same bytes, timed in turn. against plain Kokkos: the loop a user writes.",
      "W1, W3: every element compared bit for bit with a plain loop; the data comes from memory, not from a cache.",
      "W2: whole sampled rows against double precision, atol = rtol = 1e-4; y*s + y rounded twice, bit for bit."};
  enlist_scale(demo);
  enlist_linear(demo);
  enlist_scale_rows(demo);

  TableReporter table(demo.lines, demo.notes);
  run_benchmarks(arguments, &table);
  demo.stage.clear();
  benchmark::ClearRegisteredBenchmarks();
  return table.passed() ? EXIT_SUCCESS : EXIT_FAILURE;
}
