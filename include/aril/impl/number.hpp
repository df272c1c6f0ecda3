// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ARIL_IMPL_NUMBER_HPP
#define ARIL_IMPL_NUMBER_HPP

#include <Kokkos_Core.hpp>
#include <complex>
#include <type_traits>

/// \file
/// Which numbers Aril computes with, and in which type it does so.

namespace aril::impl {

template <class T>
inline constexpr bool is_complex_v = false;
template <class R>
inline constexpr bool is_complex_v<Kokkos::complex<R>> = true;

/// Kokkos' half_t and bhalf_t, where they are 16-bit types of their own and not aliases of float.
template <class T>
inline constexpr bool is_half_v = (std::is_same_v<T, Kokkos::Experimental::half_t>
#ifdef KOKKOS_BHALF_T_IS_FLOAT
                                   || std::is_same_v<T, Kokkos::Experimental::bhalf_t>
#endif
                                   )&&!std::is_same_v<T, float>;

template <class T>
inline constexpr bool is_real_v = std::is_same_v<T, float> || std::is_same_v<T, double> || is_half_v<T>;

template <class T>
inline constexpr bool is_integer_v = std::is_integral_v<T> && !std::is_same_v<T, bool>;

template <class T>
concept Number = is_complex_v<T> || is_real_v<T> || is_integer_v<T>;

/// The type a single operand is computed in: its own, or float for the 16-bit types.
template <class T>
using arithmetic_t = std::conditional_t<is_half_v<T>, float, T>;

template <class T>
struct RealOf {
  using type = T;
};
template <class R>
struct RealOf<Kokkos::complex<R>> {
  using type = R;
};
template <class T>
using real_t = typename RealOf<T>::type;

/// A complex number given as a scalar may also be a std::complex.
template <class S>
inline constexpr bool is_complex_scalar_v = is_complex_v<S>;
template <class R>
inline constexpr bool is_complex_scalar_v<std::complex<R>> = true;

/// What a scalar given by the caller becomes before it meets elements of type T: T's arithmetic type, or its real
/// part's type where the scalar is real and T is complex.
template <class T, class S>
using scalar_t = std::conditional_t<is_complex_scalar_v<S>, arithmetic_t<T>, real_t<arithmetic_t<T>>>;

/// The element type of a View (or of a reference to one).
template <class V>
using element_t = typename std::remove_cvref_t<V>::non_const_value_type;

template <class T>
KOKKOS_FORCEINLINE_FUNCTION arithmetic_t<T> widen(T const& x) {
  return static_cast<arithmetic_t<T>>(x);
}

}  // namespace aril::impl

#endif
