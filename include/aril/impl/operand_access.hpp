// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ARIL_IMPL_OPERAND_ACCESS_HPP
#define ARIL_IMPL_OPERAND_ACCESS_HPP

#include <aril/impl/body.hpp>
#include <aril/impl/checks.hpp>
#include <aril/operands.hpp>

/// \file
/// What each kind of operand means to the checks, to the analysis and to the kernels.

namespace aril::impl {

template <class Operand, class Exec>
inline constexpr bool operand_accessible_v = AccessibleFrom<decltype(Operand::view), Exec>;
template <class T, class Exec>
inline constexpr bool operand_accessible_v<ValueOperand<T>, Exec> = true;

template <class Operand>
std::string operand_label(Operand const& operand) {
  return "input \"" + operand.view.label() + '"';
}
template <class T>
std::string operand_label(ValueOperand<T> const&) {
  return "scalar";
}

template <class Operand>
Shape operand_shape(Operand const& operand) {
  return shape_of(operand.view);
}
template <class T>
Shape operand_shape(ValueOperand<T> const&) {
  return {};
}

/// The output's dimension along which a broadcast vector lies.
template <class V>
int dimension_of(AlongOperand<V> const& operand, int rank) {
  return operand.dimension < 0 ? rank - 1 : operand.dimension;
}

template <class V, class Label>
void check_extents(char const* name, FullOperand<V> const& operand, Shape const& shape, Label const& output_label) {
  if (shape_of(operand.view) != shape)
    throw_extent_mismatch(name, operand_label(operand), shape_of(operand.view), shape, output_label());
}
template <class V, class Label>
void check_extents(char const* name, AlongOperand<V> const& operand, Shape const& shape, Label const& output_label) {
  int const d = dimension_of(operand, shape.rank);
  Shape expected{1, {}};
  if (d < 0 || d >= shape.rank)
    throw ExtentMismatch(std::string(name) + ": " + operand_label(operand) + " of shape " +
                         to_string(shape_of(operand.view)) + " has no dimension to lie along in " + output_label() +
                         " of shape " + to_string(shape));
  expected.extent[0] = shape.extent[d];
  if (shape_of(operand.view) != expected)
    throw_extent_mismatch(name, operand_label(operand), shape_of(operand.view), expected,
                          output_label() + " of shape " + to_string(shape));
}
template <class Operand, class Label>
void check_extents(char const*, Operand const&, Shape const&, Label const&) {}

template <class V>
OperandLayout operand_layout(FullOperand<V> const& operand, int) {
  return layout_of(operand.view);
}
template <class V>
OperandLayout operand_layout(AlongOperand<V> const& operand, int rank) {
  OperandLayout layout                       = layout_of(operand.view);
  std::int64_t const stride                  = layout.stride[0];
  layout.stride                              = {};
  layout.stride[dimension_of(operand, rank)] = stride;
  layout.broadcast                           = true;
  return layout;
}
template <class V, class T>
OperandLayout operand_layout(CellOperand<V, T> const& operand, int) {
  OperandLayout layout = layout_of(operand.view);
  layout.broadcast     = true;
  return layout;
}
template <class T>
OperandLayout operand_layout(ValueOperand<T> const&, int) {
  OperandLayout layout;
  layout.broadcast = true;
  return layout;
}

template <class V>
auto input_of(FullOperand<V> const& operand) {
  return Array<element_t<V>, Along::moving>{operand.view.data()};
}
template <class V>
auto input_of(AlongOperand<V> const& operand) {
  return Array<element_t<V>, Along::either>{operand.view.data()};
}
template <class V, class T>
auto input_of(CellOperand<V, T> const& operand) {
  return Cell<element_t<V>, T>{operand.view.data()};
}
template <class T>
auto input_of(ValueOperand<T> const& operand) {
  return Constant<T>{operand.value};
}

}  // namespace aril::impl

#endif
