// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "sweep.hpp"

#include <cstdlib>
#include <iostream>
#include <stdexcept>
#include <string_view>

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

bool set_up(Contest& contest, Options const& options, std::string const& backend, std::string const& size,
            Memory const& memory, double touched_bytes, double set_bytes) {
  contest.name = backend + '/' + options.type + '/' + options.layout + '/' + size +
                 (options.in_place ? "/in_place" : "") + (options.hot ? "/hot" : "/cold");
  if (!options.hot)
    contest.sets = sets_for_cold_cache(touched_bytes, memory.cache_bytes, set_bytes, 0.5 * memory.available_bytes);
  if (set_bytes <= 0.8 * memory.available_bytes) return true;
  if (ranks::index() == 0)
    std::cerr << contest.name << ": skipped, not enough memory: needs " << set_bytes / 1e9 << " GB, "
              << memory.available_bytes / 1e9 << " GB are available\n";
  return false;
}

namespace {

int run(Arguments arguments, void (*enlist)(Options const& options, Stage& stage),
        std::vector<std::string> const& unused) {
  add_environment(arguments);
  Options const options = read_options(arguments, unused);
  if (ranks::index() != 0) take(arguments, "--benchmark_out");
  // Each rank would shuffle in its own way, and wait for the others in the middle of something else.
  if (ranks::count() > 1 && take(arguments, "--benchmark_enable_random_interleaving").value_or("false") != "false")
    throw std::invalid_argument("--benchmark_enable_random_interleaving: not with several ranks");
  if (!initialize_benchmark(arguments,
                            {"--benchmark_repetitions=9", "--benchmark_min_time=0.02",
                             "--benchmark_report_aggregates_only=true", "--benchmark_counters_tabular=true"}))
    return EXIT_FAILURE;
  add_context();
  Stage stage;
  enlist(options, stage);
  bool const any = run_benchmarks(arguments) > 0;
  stage.clear();
  benchmark::ClearRegisteredBenchmarks();
  if (!any) throw std::invalid_argument("nothing was run: no benchmark matches, or none fits into memory");
  return stage.failed() ? EXIT_FAILURE : EXIT_SUCCESS;
}

}  // namespace

int sweep_main(int argc, char* argv[], void (*enlist)(Options const& options, Stage& stage),
               std::vector<std::string> const& unused) {
  // The help ends the program, which MPI would take for a crash.
  for (int n = 1; n < argc; ++n)
    if (std::string_view(argv[n]) == "--help") return initialize_benchmark({argv, argv + argc}, {}) ? 0 : 1;

  Ranks const all_ranks(argc, argv);
  Arguments arguments = with_device(argc, argv);
  int count           = static_cast<int>(arguments.size());
  arguments.push_back(nullptr);
  Kokkos::ScopeGuard const kokkos(count, arguments.data());
  arguments.resize(count);
  try {
    return run(arguments, enlist, unused);
  } catch (std::invalid_argument const& error) {
    // What is wrong with the command line is so on all ranks.
    if (ranks::index() == 0) std::cerr << error.what() << '\n';
  } catch (std::exception const& error) {
    ranks::give_up(error.what());
    std::cerr << error.what() << '\n';
  }
  return EXIT_FAILURE;
}

}  // namespace aril::perf
