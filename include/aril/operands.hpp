// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ARIL_OPERANDS_HPP
#define ARIL_OPERANDS_HPP

#include <Kokkos_Core.hpp>
#include <aril/impl/number.hpp>
#include <tuple>
#include <utility>

/// \file
/// How the inputs of an elementwise operation lie over its output's index space.

namespace aril {

template <class V>
concept View = Kokkos::is_view<std::remove_cvref_t<V>>::value;

template <class V, int R>
concept ViewOfRank = View<V> && static_cast<int>(std::remove_cvref_t<V>::rank) == R;

template <class E>
concept ExecutionSpace = Kokkos::is_execution_space<std::remove_cvref_t<E>>::value;

/// Can code that runs on E read and write V's memory?
template <class V, class E>
concept AccessibleFrom =
    static_cast<bool>(Kokkos::SpaceAccessibility<E, typename std::remove_cvref_t<V>::memory_space>::accessible);

namespace impl {

// V is a View, or a reference to one that the caller named: counting a View's references costs more than a small call.
template <class V>
struct FullOperand {
  V view;
};

template <class V>
struct AlongOperand {
  V view;
  int dimension;  // -1: the output's last
};

// T: the type that the cell's number is converted to when it is read.
template <class V, class T>
struct CellOperand {
  static_assert(ViewOfRank<V, 0>, "aril: a View given as a scalar has rank 0");
  V view;
};

template <class T>
struct ValueOperand {
  T value;
};

template <class... Operands>
struct Inputs {
  std::tuple<Operands...> operands;
};

template <class T>
inline constexpr bool is_operand_v = false;
template <class V>
inline constexpr bool is_operand_v<FullOperand<V>> = true;
template <class V>
inline constexpr bool is_operand_v<AlongOperand<V>> = true;
template <class V, class T>
inline constexpr bool is_operand_v<CellOperand<V, T>> = true;
template <class T>
inline constexpr bool is_operand_v<ValueOperand<T>> = true;

template <class V>
using Kept = std::conditional_t<std::is_lvalue_reference_v<V>, std::remove_reference_t<V> const&, V>;

template <class T>
decltype(auto) to_operand(T&& x) {
  if constexpr (is_operand_v<std::remove_cvref_t<T>>) {
    return std::remove_cvref_t<T>(std::forward<T>(x));
  } else if constexpr (View<T>) {
    return FullOperand<Kept<T>>{std::forward<T>(x)};
  } else {
    static_assert(View<T>, "aril::inputs: each argument is a View or one of per_row, per_column, along, scalar");
    return ValueOperand<std::remove_cvref_t<T>>{x};
  }
}

}  // namespace impl

/// v(i) at every element whose first index is i. v: rank 1, any stride, as long as the output's first extent.
template <ViewOfRank<1> V>
auto per_row(V&& v) {
  return impl::AlongOperand<impl::Kept<V>>{std::forward<V>(v), 0};
}

/// v(j) at every element whose last index is j. v: rank 1, any stride, as long as the output's last extent.
template <ViewOfRank<1> V>
auto per_column(V&& v) {
  return impl::AlongOperand<impl::Kept<V>>{std::forward<V>(v), -1};
}

/// v(k) at every element whose index number `dimension`, counted from 0, is k.
template <ViewOfRank<1> V>
auto along(V&& v, int dimension) {
  return impl::AlongOperand<impl::Kept<V>>{std::forward<V>(v), dimension};
}

/// The same number at every element: a value, taken now, or a rank-0 View, read when the kernel runs.
template <class S>
auto scalar(S&& s) {
  if constexpr (View<S>) {
    return impl::CellOperand<impl::Kept<S>, impl::element_t<S>>{std::forward<S>(s)};
  } else {
    return impl::ValueOperand<std::remove_cvref_t<S>>{s};
  }
}

/// The inputs of `transform`, in the order in which the function takes their elements. A View by itself has the
/// output's extents. Like the functions above, it refers to Views that have a name and keeps those that have none.
template <class... T>
auto inputs(T&&... arguments) {
  return impl::Inputs<std::remove_cvref_t<decltype(impl::to_operand(std::forward<T>(arguments)))>...>{
      {impl::to_operand(std::forward<T>(arguments))...}};
}

}  // namespace aril

#endif
