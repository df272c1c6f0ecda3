// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ARIL_IMPL_SCALAR_HPP
#define ARIL_IMPL_SCALAR_HPP

#include <aril/impl/number.hpp>
#include <aril/operands.hpp>

/// \file
/// What the named operations ask of their element types and of a scalar argument.

namespace aril::impl {

template <class V>
using element_t = typename V::non_const_value_type;

template <class In, class Out>
inline constexpr bool result_fits_v = (is_complex_v<Out> || !is_complex_v<In>)&&(is_integer_v<Out> == is_integer_v<In>);

template <class First, class... Rest>
struct LastOf : LastOf<Rest...> {};
template <class Last>
struct LastOf<Last> {
  using type = Last;
};

/// The last View is the output.
template <class... V>
constexpr void require_numbers() {
  using Out = element_t<typename LastOf<V...>::type>;
  static_assert((Number<element_t<V>> && ...),
                "aril: elements must be integers, float, double, Kokkos::complex of these, half_t or bhalf_t");
  static_assert((result_fits_v<element_t<V>, Out> && ...),
                "aril: the output's element type cannot hold the result (complex into real, or integer and floating "
                "elements mixed)");
}

/// The scalar operand for elements of View V: converted now if it is a value, left in place if it is a rank-0 View.
template <class V, class S>
auto scalar_for(S const& s) {
  using T = element_t<V>;
  if constexpr (Kokkos::is_view<S>::value) {
    static_assert(result_fits_v<element_t<S>, T>,
                  "aril: the scalar View's element type does not fit the Views' (complex with real, or floating with "
                  "integer elements)");
    return scalar(s);
  } else {
    static_assert(is_complex_v<T> || std::is_same_v<scalar_t<T, S>, scalar_t<T, real_t<S>>>,
                  "aril: a complex scalar needs complex Views; its imaginary part would be lost");
    static_assert(!is_integer_v<T> || is_integer_v<S>, "aril: integer Views take an integer scalar");
    return scalar(static_cast<scalar_t<T, S>>(s));
  }
}

}  // namespace aril::impl

#endif
