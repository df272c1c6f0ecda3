// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ARIL_PERF_TEST_ERROR_HPP
#define ARIL_PERF_TEST_ERROR_HPP

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <type_traits>

#include "arrays.hpp"

/// \file
/// How far results are from the same formula in double precision: a fast candidate that is wrong is no candidate.

namespace aril::perf {

/// The number in double precision.
template <class T>
KOKKOS_INLINE_FUNCTION auto widen(T const& x) {
  if constexpr (is_complex<T>)
    return Kokkos::complex<double>(x.real(), x.imag());
  else if constexpr (sizeof(T) == 2)
    return static_cast<double>(static_cast<float>(x));
  else
    return static_cast<double>(x);
}

/// Half the distance from 1 to the next number; 0 for integers.
template <class T>
constexpr double unit_roundoff() {
  if constexpr (is_complex<T>)
    return unit_roundoff<typename T::value_type>();
  else if constexpr (std::is_integral_v<T>)
    return 0;
  else
    return std::is_same_v<T, Kokkos::Experimental::half_t> && sizeof(T) == 2 ? 0x1p-11
           : sizeof(T) == 2                                                  ? 0x1p-8
           : sizeof(T) == 4                                                  ? 0x1p-24
                                                                             : 0x1p-53;
}

KOKKOS_INLINE_FUNCTION double magnitude(double x) { return x < 0 ? -x : x; }
KOKKOS_INLINE_FUNCTION double magnitude(Kokkos::complex<double> const& x) { return Kokkos::abs(x); }

/// The largest |c[k] - expected(k)|, k in [0, count), with c a pointer or what else has elements. Throws
/// std::runtime_error where one of them is not a number.
template <class Exec, class Values, class Expected>
double largest_error(Exec const& exec, Values const& c, std::int64_t count, Expected const& expected) {
  constexpr std::int64_t at_once = 1 << 28;
  constexpr double not_a_number  = std::numeric_limits<double>::max();
  double largest                 = 0;
  for (std::int64_t first = 0; first < count; first += at_once) {
    double in_chunk = 0;
    Kokkos::parallel_reduce(
        "perf_test::largest_error",
        Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, first, std::min(count, first + at_once)),
        KOKKOS_LAMBDA(std::int64_t k, double& most) {
          double const error = magnitude(widen(c[k]) - expected(k));
          if (!(error <= most)) most = error <= not_a_number ? error : not_a_number;
        },
        Kokkos::Max<double>(in_chunk));
    exec.fence();
    largest = std::max(largest, in_chunk);
  }
  if (largest == not_a_number) throw std::runtime_error("wrong result: an element is not a number");
  return largest;
}

}  // namespace aril::perf

#endif
