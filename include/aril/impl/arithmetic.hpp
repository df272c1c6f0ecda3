// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ARIL_IMPL_ARITHMETIC_HPP
#define ARIL_IMPL_ARITHMETIC_HPP

#include <aril/impl/body.hpp>
#include <aril/impl/exact.hpp>
#include <aril/impl/number.hpp>
#include <aril/rounding.hpp>

/// \file
/// The functors behind the named operations. Full operands come first: a thread then has their loads, the long ones,
/// under way before it looks for its elements of the others. Operands of one call may differ in precision and in being
/// complex; each operation takes place in the wider of its two operands' types.

namespace aril::impl {

/// x*y with every rounding as written: one for real numbers and for a real factor of a complex one, and for two complex
/// numbers those of (ac - bd) + (ad + bc)i.
template <class X, class Y>
KOKKOS_FORCEINLINE_FUNCTION auto product(X x, Y y, Barrier const& barrier) {
  if constexpr (is_complex_v<X> && is_complex_v<Y>) {
    using R   = std::common_type_t<real_t<X>, real_t<Y>>;
    R const a = x.real(), b = x.imag(), c = y.real(), d = y.imag();
    auto const mul = [&](R p, R q) { return barrier(rounded_product(p, q)); };
    return Kokkos::complex<R>(rounded_sum(mul(a, c), -mul(b, d)), rounded_sum(mul(a, d), mul(b, c)));
  } else if constexpr (is_complex_v<X>) {
    return product(y, x, barrier);
  } else if constexpr (is_complex_v<Y>) {
    using R = std::common_type_t<X, real_t<Y>>;
    return Kokkos::complex<R>(rounded_product(R(x), R(y.real())), rounded_product(R(x), R(y.imag())));
  } else {
    using R = std::common_type_t<X, Y>;
    if constexpr (std::is_integral_v<R>)
      return wrapped_product(static_cast<R>(x), static_cast<R>(y));
    else
      return rounded_product(static_cast<R>(x), static_cast<R>(y));
  }
}

/// x + y, rounded once in each component. `x` is the result of a product that must not be contracted with the sum.
template <class X, class Y>
KOKKOS_FORCEINLINE_FUNCTION auto sum(X x, Y y, Barrier const& barrier) {
  if constexpr (is_complex_v<X> || is_complex_v<Y>) {
    using R = std::common_type_t<real_t<X>, real_t<Y>>;
    Kokkos::complex<R> const p(x), q(y);
    return Kokkos::complex<R>(rounded_sum(barrier(p.real()), q.real()), rounded_sum(barrier(p.imag()), q.imag()));
  } else {
    using R = std::common_type_t<X, Y>;
    if constexpr (std::is_integral_v<R>)
      return wrapped_sum(static_cast<R>(x), static_cast<R>(y));
    else
      return rounded_sum(barrier(static_cast<R>(x)), static_cast<R>(y));
  }
}

/// x as a result that is rounded for good: no compiler flag lets a later sum or product be rearranged with what made
/// it.
template <class X>
KOKKOS_FORCEINLINE_FUNCTION X settled(X x, Barrier const& barrier) {
  if constexpr (is_complex_v<X>)
    return X(barrier(x.real()), barrier(x.imag()));
  else if constexpr (std::is_integral_v<X>)
    return x;
  else
    return barrier(x);
}

/// x*s + y with fused multiply-adds: one rounding for real numbers; for two complex numbers
/// re = fma(-b, d, fma(a, c, re y)), im = fma(b, c, fma(a, d, im y)) with x = a + bi, s = c + di.
template <class X, class S, class Y>
KOKKOS_FORCEINLINE_FUNCTION auto fused(X x, S s, Y y) {
  if constexpr (is_complex_v<X> && is_complex_v<S>) {
    using R = real_t<X>;
    return Kokkos::complex<R>(
        fused_multiply_add(-x.imag(), R(s.imag()), fused_multiply_add(x.real(), R(s.real()), y.real())),
        fused_multiply_add(x.imag(), R(s.real()), fused_multiply_add(x.real(), R(s.imag()), y.imag())));
  } else if constexpr (is_complex_v<X>) {
    using R = real_t<X>;
    return Kokkos::complex<R>(fused_multiply_add(x.real(), R(s), y.real()),
                              fused_multiply_add(x.imag(), R(s), y.imag()));
  } else if constexpr (std::is_integral_v<X>) {
    return wrapped_sum(wrapped_product(x, static_cast<X>(s)), y);
  } else {
    return fused_multiply_add(x, static_cast<X>(s), y);
  }
}

/// y*s + y in the rounding asked for; for integers the three are the same.
template <Rounding R, class Y, class S>
KOKKOS_FORCEINLINE_FUNCTION auto scaled_plus_self(Y y, S s, Barrier const& barrier) {
  if constexpr (R == Rounding::separate) {
    return sum(product(y, s, barrier), y, barrier);
  } else if constexpr (R == Rounding::fused) {
    return fused(y, s, y);
  } else {
    return product(y, settled(sum(s, S(1), barrier), barrier), barrier);
  }
}

struct Identity {
  template <class X>
  KOKKOS_FORCEINLINE_FUNCTION X operator()(X const& x) const {
    return x;
  }
};

struct Multiply {
  Barrier barrier;

  template <class X, class Y>
  KOKKOS_FORCEINLINE_FUNCTION auto operator()(X const& x, Y const& y) const {
    return product(widen(x), widen(y), barrier);
  }
};

template <Rounding R>
struct ScaledResidual {
  Barrier barrier;

  template <class Y, class S>
  KOKKOS_FORCEINLINE_FUNCTION auto operator()(Y const& y, S const& s) const {
    return scaled_plus_self<R>(widen(y), widen(s), barrier);
  }
};

/// The linear layer's tail without the residual.
struct AddBias {
  Barrier barrier;

  template <class Y, class B>
  KOKKOS_FORCEINLINE_FUNCTION auto operator()(Y const& y, B const& b) const {
    return sum(widen(y), widen(b), barrier);
  }
};

/// The linear layer's tail: t = y + b, rounded; then t*s + t.
template <Rounding R>
struct AddBiasScaledResidual {
  Barrier barrier;

  template <class Y, class B, class S>
  KOKKOS_FORCEINLINE_FUNCTION auto operator()(Y const& y, B const& b, S const& s) const {
    return scaled_plus_self<R>(settled(sum(widen(y), widen(b), barrier), barrier), widen(s), barrier);
  }
};

template <>
inline constexpr bool is_light_v<Identity> = true;
template <>
inline constexpr bool is_light_v<Multiply> = true;
template <>
inline constexpr bool is_light_v<AddBias> = true;
template <Rounding R>
inline constexpr bool is_light_v<ScaledResidual<R>> = true;
template <Rounding R>
inline constexpr bool is_light_v<AddBiasScaledResidual<R>> = true;

}  // namespace aril::impl

#endif
