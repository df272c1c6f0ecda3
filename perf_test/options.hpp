// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ARIL_PERF_TEST_OPTIONS_HPP
#define ARIL_PERF_TEST_OPTIONS_HPP

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// \file
/// The command line: Kokkos takes its own flags first, then come ours, the rest is Google Benchmark's.

namespace aril::perf {

struct Options {
  std::int64_t rows    = 0;        ///< --rows=M; with --cols, one size in place of the sweep
  std::int64_t columns = 0;        ///< --cols=N
  std::int64_t inputs  = 0;        ///< --k=K, of the linear layer
  std::string type     = "float";  ///< --type=float|double|complex|half|int32
  std::string layout   = "right";  ///< --layout=right|left
  std::string backend;             ///< --backend=serial|openmp|cuda; Kokkos' default execution space if empty
  std::string precision;           ///< --precision=ieee|tf32|split_bf16|split_fp16; all of them if empty
  bool in_place = false;           ///< --in-place: the output is the input
  bool hot      = false;           ///< --hot: the same arrays each time; --cold (default): not in the last-level cache
};

using Arguments = std::vector<char*>;

/// Removes "--name=value" from the arguments and returns the value; "--name" alone has the value "".
std::optional<std::string> take(Arguments& arguments, std::string const& name);

/// Removes our options from the arguments. Throws std::invalid_argument for a value that makes no sense, and for a flag
/// that is among `unused`.
Options read_options(Arguments& arguments, std::vector<std::string> const& unused);

/// What Google Benchmark would read from the environment becomes flags, so that there is one place to look for them:
/// BENCHMARK_OUT and its like. The strings live as long as the program.
void add_environment(Arguments& arguments);

/// Starts Google Benchmark; `defaults` hold unless the arguments say otherwise. Returns false, with a message, when an
/// argument is nobody's.
bool initialize_benchmark(Arguments const& arguments, std::vector<std::string> defaults);

}  // namespace aril::perf

#endif
