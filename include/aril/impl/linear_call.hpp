// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ARIL_IMPL_LINEAR_CALL_HPP
#define ARIL_IMPL_LINEAR_CALL_HPP

#include <aril/error.hpp>
#include <aril/impl/linear_tail.hpp>
#include <aril/impl/product.hpp>
#include <aril/impl/region.hpp>
#include <aril/impl/scalar.hpp>
#include <aril/transform.hpp>
#ifdef KOKKOS_ENABLE_CUDA
#include <aril/impl/cuda/float_linear.hpp>
#endif

namespace aril::impl {

template <class V>
std::string describe(char const* role, V const& view) {
  return std::string(role) + " \"" + view.label() + "\" of shape " + to_string(shape_of(view));
}

template <class V>
void expect_shape(char const* name, char const* role, V const& view, Shape const& expected, std::string const& from) {
  if (shape_of(view) != expected)
    throw_extent_mismatch(name, std::string(role) + " \"" + view.label() + '"', shape_of(view), expected, from);
}

template <class W, class B>
void check_bias(char const* name, W const& w, B const& b) {
  static_assert(ViewOfRank<B, 1>, "aril: the bias is a View of rank 1, or aril::no_bias");
  Shape const expected{1, {static_cast<std::int64_t>(w.extent(0))}};
  if (shape_of(b) != expected) expect_shape(name, "bias", b, expected, describe("W", w));
}

template <class X, class W, class B, class Y>
void check_linear(char const* name, X const& x, W const& w, B const& b, Y const& y) {
  require_initialized(name);
  Shape const wanted{2, {static_cast<std::int64_t>(x.extent(0)), static_cast<std::int64_t>(w.extent(0))}};
  if (x.extent(1) != w.extent(1))
    expect_shape(name, "W", w, {2, {wanted.extent[1], static_cast<std::int64_t>(x.extent(1))}}, describe("X", x));
  if (shape_of(y) != wanted) expect_shape(name, "Y", y, wanted, describe("X", x) + " and " + describe("W", w));
  if constexpr (!std::is_same_v<B, NoBias>) check_bias(name, w, b);

  Shape const shape = shape_of(y);
  auto const fault  = [&](MemoryFault kind, char const* role, auto const& view) {
    throw_memory_fault(name, kind, std::string(role) + " \"" + view.label() + '"', shape_of(view),
                        "Y \"" + y.label() + '"', shape);
  };
  OperandLayout const out = layout_of(y);
  auto const check_input  = [&](char const* role, auto const& view) {
    Shape const s              = shape_of(view);
    OperandLayout const layout = layout_of(view);
    if (layout.address % layout.alignment != 0) fault(MemoryFault::misaligned, role, view);
    if (overlap(Footprint{s.rank, s.extent, layout}, Footprint{2, shape.extent, out}))
      fault(MemoryFault::overlap, role, view);
  };
  if (out.address % out.alignment != 0) fault(MemoryFault::misaligned, "Y", y);
  if (self_overlap(2, shape.extent, out)) fault(MemoryFault::aliased_output, "Y", y);
  check_input("X", x);
  check_input("W", w);
  if constexpr (!std::is_same_v<B, NoBias>) check_input("bias", b);
}

/// A scalar that the tail reads after the product was written must not lie in Y. What is wrong with it has to come out
/// before the product.
template <class V, class T, class Y>
void check_scalar(char const* name, CellOperand<V, T> const& s, Y const& y) {
  Shape const shape          = shape_of(y);
  OperandLayout const layout = layout_of(s.view);
  auto const fault           = [&](MemoryFault kind) {
    throw_memory_fault(name, kind, operand_label(s), {}, "Y \"" + y.label() + '"', shape);
  };
  if (layout.address % layout.alignment != 0) fault(MemoryFault::misaligned);
  if (overlap(Footprint{0, {}, layout}, Footprint{2, shape.extent, layout_of(y)})) fault(MemoryFault::overlap);
}
template <class T, class Y>
void check_scalar(char const*, ValueOperand<T> const&, Y const&) {}

template <class S, class Y>
void check_residual(char const* name, Residual<S> const& residual, Y const& y) {
  check_scalar(name, residual.s, y);
}
template <class Y>
void check_residual(char const*, NoResidual, Y const&) {}

/// A workspace has nothing in common with an operand.
template <class Workspace, class V>
void check_workspace(Workspace const& workspace, char const* role, V const& view) {
  Shape const in = shape_of(workspace), of = shape_of(view);
  if (overlap(Footprint{in.rank, in.extent, layout_of(workspace)}, Footprint{of.rank, of.extent, layout_of(view)}))
    throw OverlapError("aril::Linear: " + describe("workspace", workspace) + " overlaps " + describe(role, view));
}

/// In place of what a prepared layer keeps: nothing was prepared.
struct NotPrepared {};

/// `linear`, `linear_scaled_residual` and the prepared layer. `prepared`: what the layer keeps for its tier.
template <class Exec, class X, class W, class B, class Y, class R, class Prepared = NotPrepared>
void linear_call(char const* name, Exec const& exec, X const& x, W const& w, B const& b, Y const& y,
                 Precision precision, R const& residual, [[maybe_unused]] Prepared const& prepared = {}) {
  using T = element_t<Y>;
  static_assert(!std::is_const_v<typename Y::value_type>,
                "aril::linear: Y's elements are const; nothing can be written there");
  static_assert(std::is_same_v<element_t<X>, T> && std::is_same_v<element_t<W>, T>,
                "aril::linear: X, W and Y must have the same element type");
  static_assert(Number<T> && !is_integer_v<T>,
                "aril::linear: elements must be float, double, Kokkos::complex of these, half_t or bhalf_t");
  static_assert(AccessibleFrom<X, Exec> && AccessibleFrom<W, Exec> && AccessibleFrom<Y, Exec>,
                "aril::linear: the memory of X, W or Y is not accessible from the execution space");
  if constexpr (!std::is_same_v<B, NoBias>)
    static_assert(std::is_same_v<element_t<B>, T>, "aril::linear: the bias must have Y's element type");

  Region const region(name);
  check_linear(name, x, w, b, y);
  check_residual(name, residual, y);
  if (y.extent(0) == 0 || y.extent(1) == 0) return;
  if (x.extent(1) == 0) {
    transform_as<Kernels::native>(name, exec, inputs(scalar(T(0))), y, Identity{});
  } else {
#ifdef KOKKOS_ENABLE_CUDA
    if constexpr (std::is_same_v<Exec, Kokkos::Cuda> && std::is_same_v<T, float>)
      if (cuda::float_linear(name, exec, x, w, b, y, precision, residual, prepared)) return;
#endif
    product<T>(exec, precision, matrix_of(x), matrix_of(w), matrix_of(y));
  }
  linear_tail(name, exec, y, b, residual);
}

}  // namespace aril::impl

#endif
