// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "options.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <stdexcept>
#include <string_view>

namespace aril::perf {
namespace {

[[noreturn]] void refuse(std::string const& name, std::string const& value, std::string const& expected) {
  throw std::invalid_argument(name + (value.empty() ? "" : '=' + value) + ": expected " + expected);
}

bool read_switch(Arguments& arguments, std::string const& name) {
  auto const value = take(arguments, name);
  if (value && !value->empty()) refuse(name, *value, "no value");
  return value.has_value();
}

void read_count(Arguments& arguments, std::string const& name, std::int64_t& count) {
  auto const value = take(arguments, name);
  if (!value) return;
  auto const [end, error] = std::from_chars(value->data(), value->data() + value->size(), count);
  if (error != std::errc() || end != value->data() + value->size() || count < 1)
    refuse(name, *value, "a number above 0");
}

void read_word(Arguments& arguments, std::string const& name, std::string& word,
               std::vector<std::string_view> const& words) {
  auto const value = take(arguments, name);
  if (!value) return;
  std::string expected;
  for (auto const w : words) expected += (expected.empty() ? "" : ", ") + std::string(w);
  if (std::find(words.begin(), words.end(), *value) == words.end()) refuse(name, *value, "one of " + expected);
  word = *value;
}

void print_help() {
  std::cout << "options of this program, beside those of Kokkos (--kokkos-help) and Google Benchmark:\n"
               "  --rows=M --cols=N   one size; without them a sweep from 2^10 to 2^28 elements (the linear layer: its "
               "full size)\n"
               "  --k=K               the linear layer's inner extent; its Y is M x N; K is N if not given\n"
               "  --precision=ieee|tf32|split_bf16|split_fp16   the linear layer's arithmetic; all if not given, on a "
               "host, where they are one, the first\n"
               "  --type=float|double|complex|half|int32   --layout=right|left   --backend=serial|openmp|cuda\n"
               "  --in-place          the output is the input\n"
               "  --cold              data comes from memory: the calls rotate over enough arrays (default)\n"
               "  --hot               every call works on the same arrays\n\n";
  benchmark::PrintDefaultHelp();
}

}  // namespace

std::optional<std::string> take(Arguments& arguments, std::string const& name) {
  std::optional<std::string> value;
  std::erase_if(arguments, [&](char const* argument) {
    std::string_view const text = argument;
    if (text == name) return value = "", true;
    if (!text.starts_with(name + '=')) return false;
    value = text.substr(name.size() + 1);
    return true;
  });
  return value;
}

Options read_options(Arguments& arguments, std::vector<std::string> const& unused) {
  for (auto const& name : unused)
    if (take(arguments, name)) refuse(name, "", "another program: it means nothing here");
  Options options;
  read_count(arguments, "--rows", options.rows);
  read_count(arguments, "--cols", options.columns);
  read_count(arguments, "--k", options.inputs);
  read_word(arguments, "--type", options.type, {"float", "double", "complex", "half", "int32"});
  read_word(arguments, "--layout", options.layout, {"right", "left"});
  read_word(arguments, "--backend", options.backend, {"serial", "openmp", "cuda"});
  read_word(arguments, "--precision", options.precision, {"ieee", "tf32", "split_bf16", "split_fp16"});
  options.in_place = read_switch(arguments, "--in-place");
  options.hot      = read_switch(arguments, "--hot");
  bool const cold  = read_switch(arguments, "--cold");
  if (cold && options.hot) refuse("--hot", "", "either --hot or --cold");
  if ((options.rows == 0) != (options.columns == 0)) refuse("--rows and --cols", "", "both or neither");
  return options;
}

void add_environment(Arguments& arguments) {
  static std::vector<std::string> flags;
  flags.reserve(4);
  for (char const* name : {"OUT", "OUT_FORMAT", "FORMAT", "ENABLE_RANDOM_INTERLEAVING"}) {
    std::string const variable = std::string("BENCHMARK_") + name;
    char const* const value    = std::getenv(variable.c_str());
    if (!value) continue;
    std::string flag = "--benchmark_";
    for (char const* c = name; *c; ++c) flag += *c == '_' ? '_' : static_cast<char>(*c - 'A' + 'a');
    flags.push_back(flag + '=' + value);
    unsetenv(variable.c_str());
    arguments.insert(arguments.begin() + 1, flags.back().data());  // flags that were given come later, and win
  }
}

bool initialize_benchmark(Arguments const& arguments, std::vector<std::string> defaults) {
  Arguments all(arguments.begin(), arguments.begin() + 1);
  for (auto& flag : defaults) all.push_back(flag.data());
  all.insert(all.end(), arguments.begin() + 1, arguments.end());
  int count = static_cast<int>(all.size());
  all.push_back(nullptr);
  benchmark::Initialize(&count, all.data(), print_help);
  return !benchmark::ReportUnrecognizedArguments(count, all.data());
}

}  // namespace aril::perf
