// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ARIL_PERF_TEST_PLAIN_HPP
#define ARIL_PERF_TEST_PLAIN_HPP

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "arrays.hpp"

/// \file
/// What a Kokkos user writes today: the loops that a call of Aril replaces.

namespace aril::perf::plain {

template <class Exec>
using Range = Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>;
template <class Exec>
using Range2 = Kokkos::MDRangePolicy<Exec, Kokkos::Rank<2>, Kokkos::IndexType<std::int64_t>>;

template <class Exec, class V>
Range2<Exec> over(Exec const& exec, V const& view) {
  return Range2<Exec>(exec, {{0, 0}}, {{std::int64_t(view.extent(0)), std::int64_t(view.extent(1))}});
}

/// C = s*A as one flat loop.
template <class Exec, class S, class T>
void scale_range(Exec const& exec, S s, T const* a, T* c, std::int64_t count) {
  Kokkos::parallel_for(
      "plain::scale_range", Range<Exec>(exec, 0, count),
      KOKKOS_LAMBDA(std::int64_t i) { c[i] = static_cast<T>(a[i] * s); });
}

/// C = s*A over both indices, with Kokkos' default tile.
template <class Exec, class S, class V>
void scale_mdrange(Exec const& exec, S s, V const& A, V const& C) {
  using T = typename V::value_type;
  Kokkos::parallel_for(
      "plain::scale_mdrange", over(exec, C),
      KOKKOS_LAMBDA(std::int64_t i, std::int64_t j) { C(i, j) = static_cast<T>(A(i, j) * s); });
}

/// C(i,j) = d(i)*B(i,j).
template <class Exec, class D, class V>
void scale_rows(Exec const& exec, D const& d, V const& B, V const& C) {
  using T = typename V::value_type;
  Kokkos::parallel_for(
      "plain::scale_rows", over(exec, C),
      KOKKOS_LAMBDA(std::int64_t i, std::int64_t j) { C(i, j) = static_cast<T>(d(i) * B(i, j)); });
}

/// C(i,j) = d(j)*B(i,j).
template <class Exec, class D, class V>
void scale_columns(Exec const& exec, D const& d, V const& B, V const& C) {
  using T = typename V::value_type;
  Kokkos::parallel_for(
      "plain::scale_columns", over(exec, C),
      KOKKOS_LAMBDA(std::int64_t i, std::int64_t j) { C(i, j) = static_cast<T>(d(j) * B(i, j)); });
}

/// C(i,j) = d(i / repeat mod d's extent)*B(i,j): along a dimension of rows that are more than one dimension.
template <class Exec, class D, class V>
void scale_along(Exec const& exec, D const& d, std::int64_t repeat, V const& B, V const& C) {
  using T                   = typename V::value_type;
  std::int64_t const extent = d.extent(0);
  Kokkos::parallel_for(
      "plain::scale_along", over(exec, C),
      KOKKOS_LAMBDA(std::int64_t i, std::int64_t j) { C(i, j) = static_cast<T>(d(i / repeat % extent) * B(i, j)); });
}

/// C(i,j) = d(i)*B(i,j) + b(j).
template <class Exec, class D, class V>
void affine(Exec const& exec, D const& d, V const& B, D const& b, V const& C) {
  using T = typename V::value_type;
  Kokkos::parallel_for(
      "plain::affine", over(exec, C),
      KOKKOS_LAMBDA(std::int64_t i, std::int64_t j) { C(i, j) = static_cast<T>(d(i) * B(i, j) + b(j)); });
}

/// Z = Y*s + Y as one flat loop.
template <class Exec, class S, class T>
void scaled_residual(Exec const& exec, S s, T const* y, T* z, std::int64_t count) {
  Kokkos::parallel_for(
      "plain::scaled_residual", Range<Exec>(exec, 0, count),
      KOKKOS_LAMBDA(std::int64_t i) { z[i] = static_cast<T>(y[i] * s + y[i]); });
}

/// t = Y(i,j) + b(j), Y = t*s + t: what is left to do after the matrix product.
template <class Exec, class B, class S, class V>
void linear_tail(Exec const& exec, B const& b, S s, V const& Y) {
  Kokkos::parallel_for(
      "plain::linear_tail", over(exec, Y), KOKKOS_LAMBDA(std::int64_t i, std::int64_t j) {
        auto const t = Y(i, j) + b(j);
        Y(i, j)      = t * s + t;
      });
}

}  // namespace aril::perf::plain

#endif
