// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ARIL_TEST_SUPPORT_ORACLE_HPP
#define ARIL_TEST_SUPPORT_ORACLE_HPP

#include <aril/rounding.hpp>
#include <cmath>

#include "numbers.hpp"

/// \file
/// What each operation has to give for one element, written down independently of the library: every intermediate
/// result passes through a volatile object, so no compiler flag merges two roundings into one or skips any.

namespace aril::test {

template <class R>
R rounded(R x) {
  R volatile stored = x;
  return stored;
}

/// The type in which elements of type T are computed with.
template <class T>
using wide_t = std::conditional_t<is_half<T>, float, T>;

template <class T>
wide_t<T> widened(T const& x) {
  return static_cast<wide_t<T>>(x);
}

template <class T>
T narrowed(wide_t<T> const& x) {
  return static_cast<T>(x);
}

template <class I>
I wrapped(std::uint64_t bits) {
  return static_cast<I>(bits);
}

template <class R>
R times(R x, R y) {
  if constexpr (std::is_integral_v<R>)
    return wrapped<R>(static_cast<std::uint64_t>(x) * static_cast<std::uint64_t>(y));
  else
    return rounded(x * y);
}

template <class R>
R plus(R x, R y) {
  if constexpr (std::is_integral_v<R>)
    return wrapped<R>(static_cast<std::uint64_t>(x) + static_cast<std::uint64_t>(y));
  else
    return rounded(x + y);
}

template <class R>
Kokkos::complex<R> times(Kokkos::complex<R> x, Kokkos::complex<R> y) {
  return {plus(times(x.real(), y.real()), -times(x.imag(), y.imag())),
          plus(times(x.real(), y.imag()), times(x.imag(), y.real()))};
}
template <class R>
Kokkos::complex<R> times(R x, Kokkos::complex<R> y) {
  return {times(x, y.real()), times(x, y.imag())};
}

template <class R>
Kokkos::complex<R> plus(Kokkos::complex<R> x, Kokkos::complex<R> y) {
  return {plus(x.real(), y.real()), plus(x.imag(), y.imag())};
}

/// s*x for an element x; s is of the arithmetic type of x, or real where x is complex.
template <class T, class S>
T scaled(S const& s, T const& x) {
  return narrowed<T>(times(s, widened(x)));
}

template <class T, class S>
std::vector<T> scaled(S const& s, std::vector<T> x) {
  for (T& element : x) element = scaled(s, element);
  return x;
}

/// d(i) * B(i, ...) and d(j) * B(..., j) for B's elements in order.
template <class T>
std::vector<T> rows_scaled(std::vector<T> const& d, std::vector<T> b) {
  std::size_t const length = d.empty() ? 1 : b.size() / d.size();
  for (std::size_t n = 0; n < b.size(); ++n) b[n] = scaled(widened(d[n / length]), b[n]);
  return b;
}
template <class T>
std::vector<T> columns_scaled(std::vector<T> const& d, std::vector<T> b) {
  for (std::size_t n = 0; n < b.size(); ++n) b[n] = scaled(widened(d[n % d.size()]), b[n]);
  return b;
}

template <class S, class Y>
Y fused_residual(S s, Y y) {
  if constexpr (is_complex<S>) {
    return {std::fma(-y.imag(), s.imag(), std::fma(y.real(), s.real(), y.real())),
            std::fma(y.imag(), s.real(), std::fma(y.real(), s.imag(), y.imag()))};
  } else if constexpr (is_complex<Y>) {
    return {std::fma(y.real(), s, y.real()), std::fma(y.imag(), s, y.imag())};
  } else if constexpr (std::is_integral_v<Y>) {
    return plus(times(y, s), y);
  } else {
    return std::fma(y, s, y);
  }
}

/// y*s + y for an element y; s as in `scaled`.
template <class T, class S>
T residual(Rounding rounding, S const& s, T const& element) {
  auto const y = widened(element);
  switch (rounding) {
    case Rounding::separate: return narrowed<T>(plus(times(s, y), y));
    case Rounding::fused: return narrowed<T>(fused_residual(s, y));
    default: return narrowed<T>(times(plus(s, S(1)), y));
  }
}

template <class T, class S>
std::vector<T> residual(Rounding rounding, S const& s, std::vector<T> y) {
  for (T& element : y) element = residual(rounding, s, element);
  return y;
}

}  // namespace aril::test

#endif
