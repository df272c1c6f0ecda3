// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ARIL_TRANSFORM_HPP
#define ARIL_TRANSFORM_HPP

#include <Kokkos_Core.hpp>
#include <aril/error.hpp>
#include <aril/impl/launch.hpp>
#include <aril/impl/operand_access.hpp>
#include <aril/operands.hpp>

namespace aril {

/// Which kernels a call may use.
enum class Kernels {
  native,    ///< the execution space's own where Aril has them (CUDA), Kokkos' parallel_for elsewhere
  portable,  ///< Kokkos' parallel_for, but for small calls on a host, everywhere; for comparison and tests
};

namespace impl {

/// The compile-time preconditions, one message for each. False only after a message, so that the caller can leave out
/// what would only repeat it.
template <class Exec, class C, class... Operands>
constexpr bool types_fit() {
  constexpr bool few       = sizeof...(Operands) < max_operands;
  constexpr bool writable  = !std::is_const_v<typename C::value_type>;
  constexpr bool reachable = AccessibleFrom<C, Exec>;
  constexpr bool readable  = (operand_accessible_v<Operands, Exec> && ...);
  static_assert(few, "aril::transform: at most seven inputs");
  static_assert(writable, "aril: the output View's elements are const; nothing can be written there");
  static_assert(reachable, "aril: the output View's memory is not accessible from the execution space");
  static_assert(readable, "aril: an input View's memory is not accessible from the execution space");
  return few && writable && reachable && readable;
}

template <Kernels K, class Exec, class... Operands, class C, class F>
void check_and_launch(char const* name, Exec const& exec, Inputs<Operands...> const& in, C const& out, F const& f) {
  require_initialized(name);
  Shape const shape = shape_of(out);
  std::apply(
      [&](Operands const&... operand) {
        auto const output_label = [&] { return "output \"" + out.label() + '"'; };
        (check_extents(name, operand, shape, output_label), ...);

        std::array<OperandLayout, 1 + sizeof...(Operands)> const layouts{layout_of(out),
                                                                         operand_layout(operand, shape.rank)...};
        for (int d = 0; d < shape.rank; ++d)
          if (shape.extent[d] == 0) return;
        if (auto const check = check_memory(shape.rank, shape.extent, layouts); check.fault != MemoryFault::none) {
          std::array<std::string, 1 + sizeof...(Operands)> const labels{output_label(), operand_label(operand)...};
          std::array<Shape, 1 + sizeof...(Operands)> const shapes{shape, operand_shape(operand)...};
          throw_memory_fault(name, check.fault, labels[check.operand], shapes[check.operand], labels[0], shape);
        }
        launch<K == Kernels::native>(name, exec, collapse(shape.rank, shape.extent, layouts), layouts,
                                     Body{f, out.data(), input_of(operand)...});
      },
      in.operands);
}

/// `transform` under the name of the operation that calls it: checks, analysis, choice, launch.
template <Kernels K, ExecutionSpace Exec, class... Operands, class C, class F>
void transform_as(char const* name, Exec const& exec, Inputs<Operands...> const& in, C const& out, F const& f) {
  if constexpr (types_fit<Exec, C, Operands...>()) check_and_launch<K>(name, exec, in, out, f);
}

}  // namespace impl

/// Applies a function to every element: C(i...) = f(in_1(i...), in_2(i...), ...).
///
/// \param[in] exec  execution space instance. The call enqueues one kernel there (more only beyond 2^30 elements) and
///                  returns: no fence, no allocation.
/// \param[in] in    aril::inputs(...): up to seven Views with C's extents, broadcast vectors (per_row, per_column,
///                  along) and scalars, of any element types
/// \param[out] out  C: rank 0 to 8, any layout, padded or strided; each element written once. Its strides must not lead
///                  two indices to one address.
/// \param[in] f     callable on the execution space (KOKKOS_LAMBDA or a functor) with the inputs' elements, in order;
///                  the result is converted to C's element type. Elements are visited in no particular order. The
///                  compiler may contract f's own arithmetic as the translation unit's flags allow.
///
/// Aliasing: an input may be the output itself (same address, same strides); it must not overlap it in any other way.
/// Empty Views: nothing is enqueued.
/// Moves, at least: every element of C and of each full input once, each broadcast vector once.
/// \throws ExtentMismatch, OverlapError, AliasedOutput, MisalignedPointer, NotInitialized before anything is enqueued;
///         LaunchError when the device refuses the launch.
template <Kernels K = Kernels::native, ExecutionSpace Exec, class... Operands, View C, class F>
void transform(Exec const& exec, impl::Inputs<Operands...> const& in, C const& out, F const& f) {
  impl::transform_as<K>("aril::transform", exec, in, out, f);
}

/// The same on the default instance of the output's execution space.
template <Kernels K = Kernels::native, class... Operands, View C, class F>
void transform(impl::Inputs<Operands...> const& in, C const& out, F const& f) {
  transform<K>(typename C::execution_space(), in, out, f);
}

}  // namespace aril

#endif
