// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ARIL_PERF_TEST_DISPATCH_HPP
#define ARIL_PERF_TEST_DISPATCH_HPP

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <type_traits>

/// \file
/// From the words of the command line to types.

namespace aril::perf {

/// Calls f.operator()<Exec>() for every backend that Kokkos has here.
template <class F>
void for_each_backend(F const& f) {
#ifdef KOKKOS_ENABLE_SERIAL
  f.template operator()<Kokkos::Serial>();
#endif
#ifdef KOKKOS_ENABLE_OPENMP
  f.template operator()<Kokkos::OpenMP>();
#endif
#ifdef KOKKOS_ENABLE_CUDA
  f.template operator()<Kokkos::Cuda>();
#endif
}

/// Calls f.operator()<Exec>() for "serial", "openmp", "cuda" or, "", Kokkos' default. A CUDA build has only CUDA: the
/// host's backends are measured with a host build, and nvcc need not compile everything three times.
template <class F>
void with_backend(std::string const& word, F const& f) {
  using Default = Kokkos::DefaultExecutionSpace;
  if (word.empty()) return f.template operator()<Default>();
#ifdef KOKKOS_ENABLE_CUDA
  if (word == "cuda") return f.template operator()<Kokkos::Cuda>();
#else
#ifdef KOKKOS_ENABLE_SERIAL
  if (word == "serial") return f.template operator()<Kokkos::Serial>();
#endif
#ifdef KOKKOS_ENABLE_OPENMP
  if (word == "openmp") return f.template operator()<Kokkos::OpenMP>();
#endif
#endif
  throw std::invalid_argument("--backend=" + word + ": not in this build");
}

/// Calls f.operator()<T>().
template <class F>
void with_type(std::string const& word, F const& f) {
  using half = Kokkos::Experimental::half_t;
  if (word == "float") return f.template operator()<float>();
  if (word == "double") return f.template operator()<double>();
  if (word == "complex") return f.template operator()<Kokkos::complex<float>>();
  if (word == "int32") return f.template operator()<std::int32_t>();
  if constexpr (!std::is_same_v<half, float>)
    if (word == "half") return f.template operator()<half>();
  throw std::invalid_argument("--type=" + word + ": Kokkos has no such type of its own here");
}

/// with_type for what only float and double are measured with.
template <class F>
void with_floating_type(std::string const& word, F const& f) {
  if (word == "float") return f.template operator()<float>();
  if (word == "double") return f.template operator()<double>();
  throw std::invalid_argument("--type=" + word + ": expected float or double here");
}

/// Calls f.operator()<Layout>().
template <class F>
void with_layout(std::string const& word, F const& f) {
  if (word == "left") return f.template operator()<Kokkos::LayoutLeft>();
  f.template operator()<Kokkos::LayoutRight>();
}

}  // namespace aril::perf

#endif
