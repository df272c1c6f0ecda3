// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ARIL_PERF_TEST_EXPECTED_HPP
#define ARIL_PERF_TEST_EXPECTED_HPP

#include <cstdint>
#include <type_traits>

#include "error.hpp"

/// \file
/// The operations in double precision, element by element: k counts the elements in the order of memory.

namespace aril::perf::expected {

/// What a call finds in its matrix of elements of type T, also after it has written there.
template <class T>
struct Original {
  KOKKOS_INLINE_FUNCTION auto operator()(std::int64_t k) const { return widen(uniform<T>(seed, k, low, high)); }

  static constexpr std::uint64_t seed = 1;
  static constexpr double low = 0, high = std::is_integral_v<T> ? 1000 : 1;
};

/// The row and the column of element k of a matrix.
struct Place {
  std::int64_t rows, columns;
  bool row_major;

  KOKKOS_INLINE_FUNCTION std::int64_t row(std::int64_t k) const { return row_major ? k / columns : k % rows; }
  KOKKOS_INLINE_FUNCTION std::int64_t column(std::int64_t k) const { return row_major ? k % columns : k / rows; }
};

/// s*A
template <class T, class S>
struct Scaled {
  S s;

  KOKKOS_INLINE_FUNCTION auto operator()(std::int64_t k) const { return Original<T>()(k) * widen(s); }
};

/// Y*s + Y
template <class T, class S>
struct ScaledResidual {
  S s;

  KOKKOS_INLINE_FUNCTION auto operator()(std::int64_t k) const {
    auto const y = Original<T>()(k);
    return y * widen(s) + y;
  }
};

/// d(i)*B(i,j)
template <class T>
struct ScaledRows {
  Place place;
  T const* d;

  KOKKOS_INLINE_FUNCTION auto operator()(std::int64_t k) const { return widen(d[place.row(k)]) * Original<T>()(k); }
};

/// d(j)*B(i,j)
template <class T>
struct ScaledColumns {
  Place place;
  T const* d;

  KOKKOS_INLINE_FUNCTION auto operator()(std::int64_t k) const { return widen(d[place.column(k)]) * Original<T>()(k); }
};

/// d(i)*B(i,j) + b(j)
template <class T>
struct Affine {
  Place place;
  T const* d;
  T const* b;

  KOKKOS_INLINE_FUNCTION auto operator()(std::int64_t k) const {
    return widen(d[place.row(k)]) * Original<T>()(k) + widen(b[place.column(k)]);
  }
};

}  // namespace aril::perf::expected

#endif
