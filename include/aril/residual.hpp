// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ARIL_RESIDUAL_HPP
#define ARIL_RESIDUAL_HPP

#include <aril/impl/arithmetic.hpp>
#include <aril/impl/scalar.hpp>
#include <aril/transform.hpp>

namespace aril {

/// Z = Y*s + Y, elementwise.
///
/// \param[in] exec      execution space instance; the call enqueues work there and returns: no fence, no allocation
/// \param[in] s         a number, or a rank-0 View of one that is read when the kernel runs; converted as for `scale`
/// \param[in] Y         rank 0 to 8, any layout
/// \param[out] Z        Y's extents, any layout; may be Y itself, must not overlap it otherwise
/// \param[in] rounding  separate (default): fl(fl(y*s) + y); fused: fl(y*s + y); factored: fl(y * fl(1+s)). In the
///                      element type, in float for 16-bit types, whose result is then rounded to 16 bits once. The same
///                      bits on every backend and under every compiler flag. Complex: `separate` and `factored` as the
///                      real formulas with the product of `scale`; fused with x = a+bi, s = c+di:
///                      re = fma(-b, d, fma(a, c, a)), im = fma(b, c, fma(a, d, b)). Integers wrap around.
///
/// fused on a host without FMA instructions in its build calls the C library, element by element.
/// Special values as IEEE arithmetic gives them; Z's old content never survives.
/// Moves: each element of Y read once, each of Z written once.
/// \throws ExtentMismatch, OverlapError, AliasedOutput, MisalignedPointer, NotInitialized before anything is enqueued;
///         LaunchError when the device refuses the launch.
template <ExecutionSpace Exec, class S, View Y, View Z>
void scaled_residual(Exec const& exec, S const& s, Y const& y, Z const& z, Rounding rounding = Rounding::separate) {
  if constexpr (impl::numbers_fit<Y, Z>()) {
    auto const in      = inputs(y, impl::scalar_for<Y>(s));
    auto const enqueue = [&](auto const& f) {
      impl::transform_as<Kernels::native>("aril::scaled_residual", exec, in, z, f);
    };
    switch (rounding) {
      case Rounding::separate: return enqueue(impl::ScaledResidual<Rounding::separate>{});
      case Rounding::fused: return enqueue(impl::ScaledResidual<Rounding::fused>{});
      case Rounding::factored: return enqueue(impl::ScaledResidual<Rounding::factored>{});
    }
  }
}

/// The same on the default instance of Z's execution space.
template <class S, View Y, View Z>
requires(!ExecutionSpace<S>) void scaled_residual(S const& s, Y const& y, Z const& z,
                                                  Rounding rounding = Rounding::separate) {
  scaled_residual(typename Z::execution_space(), s, y, z, rounding);
}

}  // namespace aril

#endif
