// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ARIL_IMPL_SCALAR_HPP
#define ARIL_IMPL_SCALAR_HPP

#include <aril/impl/number.hpp>
#include <aril/operands.hpp>

/// \file
/// What the named operations ask of their element types and of a scalar argument.

namespace aril::impl {

template <class In, class Out>
inline constexpr bool result_fits_v = (is_complex_v<Out> || !is_complex_v<In>)&&(is_integer_v<Out> == is_integer_v<In>);

template <class First, class... Rest>
struct LastOf : LastOf<Rest...> {};
template <class Last>
struct LastOf<Last> {
  using type = Last;
};

/// The last View is the output. Says in one message what does not fit and is then false, so that the caller can leave
/// out what would only repeat it.
template <class... V>
constexpr bool numbers_fit() {
  using Out              = element_t<typename LastOf<V...>::type>;
  constexpr bool numbers = (Number<element_t<V>> && ...);
  constexpr bool fit     = (result_fits_v<element_t<V>, Out> && ...);
  static_assert(numbers, "aril: elements must be integers, float, double, Kokkos::complex of these, half_t or bhalf_t");
  static_assert(!numbers || fit,
                "aril: the output's element type cannot hold the result (complex into real, or integer and floating "
                "elements mixed)");
  return numbers && fit;
}

/// The scalar operand for elements of View V: converted now if it is a value, left in place if it is a rank-0 View.
template <class V, class S>
auto scalar_for(S const& s) {
  using T = element_t<V>;
  if constexpr (Kokkos::is_view<S>::value) {
    constexpr bool fits = result_fits_v<element_t<S>, T>;
    static_assert(fits,
                  "aril: the scalar View's element type does not fit the Views' (complex with real, or floating with "
                  "integer elements)");
    if constexpr (fits)
      return CellOperand<S const&, scalar_t<T, element_t<S>>>{s};
    else
      return scalar(real_t<T>(0));
  } else {
    using Scalar                = scalar_t<T, S>;
    constexpr bool parts_fit    = is_complex_v<T> || !is_complex_scalar_v<S>;
    constexpr bool integers_fit = !is_integer_v<T> || is_integer_v<S>;
    static_assert(parts_fit, "aril: a complex scalar needs complex Views; its imaginary part would be lost");
    static_assert(!parts_fit || integers_fit, "aril: integer Views take an integer scalar");
    if constexpr (!parts_fit || !integers_fit)
      return scalar(real_t<T>(0));
    else if constexpr (is_complex_scalar_v<S>)
      return scalar(Scalar(s.real(), s.imag()));
    else
      return scalar(static_cast<Scalar>(s));
  }
}

}  // namespace aril::impl

#endif
