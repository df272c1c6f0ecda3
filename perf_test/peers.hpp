// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ARIL_PERF_TEST_PEERS_HPP
#define ARIL_PERF_TEST_PEERS_HPP

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

/// \file
/// What the vendor's libraries make of the same work. Only CUDA has any; they are in a translation unit of their own.

namespace aril::perf::peers {

/// C = s*A over contiguous arrays.
template <class T>
struct Scale {
  std::string name;
  std::function<void(T const* a, T* c)> run;
};

/// C = diag(d) B.
template <class T>
struct ScaleRows {
  std::string name;
  std::function<void(T const* d, T const* b, T* c)> run;
};

/// Y = X W^T, all of them row-major or all column-major: the product alone.
template <class T>
struct Product {
  std::string name;
  std::function<void(T const* x, T const* w, T* y)> run;
};

template <class T, class Exec, class S>
std::vector<Scale<T>> scale(Exec const&, S, std::int64_t /*rows*/, std::int64_t /*columns*/, bool /*in_place*/) {
  return {};
}

template <class T, class Exec>
std::vector<ScaleRows<T>> scale_rows(Exec const&, std::int64_t /*rows*/, std::int64_t /*columns*/, bool /*row_major*/) {
  return {};
}

template <class T, class Exec>
std::vector<Product<T>> product(Exec const&, std::int64_t /*m*/, std::int64_t /*n*/, std::int64_t /*k*/,
                                bool /*row_major*/) {
  return {};
}

#ifdef KOKKOS_ENABLE_CUDA
template <>
std::vector<Scale<float>> scale<float>(Kokkos::Cuda const& exec, float s, std::int64_t rows, std::int64_t columns,
                                       bool in_place);
template <>
std::vector<Scale<double>> scale<double>(Kokkos::Cuda const& exec, double s, std::int64_t rows, std::int64_t columns,
                                         bool in_place);
template <>
std::vector<ScaleRows<float>> scale_rows<float>(Kokkos::Cuda const& exec, std::int64_t rows, std::int64_t columns,
                                                bool row_major);
template <>
std::vector<ScaleRows<double>> scale_rows<double>(Kokkos::Cuda const& exec, std::int64_t rows, std::int64_t columns,
                                                  bool row_major);
template <>
std::vector<Product<float>> product<float>(Kokkos::Cuda const& exec, std::int64_t m, std::int64_t n, std::int64_t k,
                                           bool row_major);
template <>
std::vector<Product<double>> product<double>(Kokkos::Cuda const& exec, std::int64_t m, std::int64_t n, std::int64_t k,
                                             bool row_major);
#endif

}  // namespace aril::perf::peers

#endif
