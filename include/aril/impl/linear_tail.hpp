// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ARIL_IMPL_LINEAR_TAIL_HPP
#define ARIL_IMPL_LINEAR_TAIL_HPP

#include <aril/impl/arithmetic.hpp>
#include <aril/transform.hpp>

/// \file
/// What follows the product: bias and residual, in one pass of the engine over Y.

namespace aril {

/// In place of a bias: the layer has none.
struct NoBias {};
inline constexpr NoBias no_bias{};

namespace impl {

struct NoResidual {};

template <class ScalarOperand>
struct Residual {
  ScalarOperand s;
  Rounding rounding;
};

/// y as it is.
struct AsStored {
  template <class F>
  using With = F;

  template <class Y, class... In>
  auto operands(Y const& y, In const&... in) const {
    return inputs(y, in...);
  }
};

/// Enqueues the tail's pass, or nothing where there is neither bias nor residual. `stored`: how Y's elements stand for
/// the product's.
template <class Exec, class Y, class B, class S, class Stored = AsStored>
void linear_tail(char const* name, Exec const& exec, Y const& y, B const& b, Residual<S> const& residual,
                 Stored const& stored = {}) {
  auto const enqueue = [&]<Rounding R>() {
    if constexpr (std::is_same_v<B, NoBias>)
      transform_as<Kernels::native>(name, exec, stored.operands(y, residual.s), y,
                                    typename Stored::template With<ScaledResidual<R>>{});
    else
      transform_as<Kernels::native>(name, exec, stored.operands(y, per_column(b), residual.s), y,
                                    typename Stored::template With<AddBiasScaledResidual<R>>{});
  };
  switch (residual.rounding) {
    case Rounding::separate: return enqueue.template operator()<Rounding::separate>();
    case Rounding::fused: return enqueue.template operator()<Rounding::fused>();
    case Rounding::factored: return enqueue.template operator()<Rounding::factored>();
  }
}

template <class Exec, class Y, class B, class Stored = AsStored>
void linear_tail(char const* name, Exec const& exec, Y const& y, B const& b, NoResidual, Stored const& stored = {}) {
  if constexpr (!std::is_same_v<B, NoBias>)
    transform_as<Kernels::native>(name, exec, stored.operands(y, per_column(b)), y,
                                  typename Stored::template With<AddBias>{});
  else if constexpr (!std::is_same_v<Stored, AsStored>)
    transform_as<Kernels::native>(name, exec, stored.operands(y), y, typename Stored::template With<Identity>{});
}

}  // namespace impl
}  // namespace aril

#endif
