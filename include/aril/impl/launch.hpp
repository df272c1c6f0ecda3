// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ARIL_IMPL_LAUNCH_HPP
#define ARIL_IMPL_LAUNCH_HPP

#include <aril/impl/portable_kernel.hpp>
#ifdef KOKKOS_ENABLE_CUDA
#include <aril/impl/cuda/kernel.hpp>
#endif

/// \file
/// From an analysed call to the kernel that runs it.

namespace aril::impl {

template <class Exec>
DeviceFacts device_facts([[maybe_unused]] Exec const& exec) {
  if constexpr (portable::on_host<Exec>) return host_facts();
#ifdef KOKKOS_ENABLE_CUDA
  if constexpr (std::is_same_v<Exec, Kokkos::Cuda>) return cuda::device_facts(exec);
#endif
  return {};
}

/// The widest vectors for the operands with the output's extents; a broadcast vector of a larger type does not narrow
/// them, its elements come from a cache anyway.
template <class F, class Out, class... In>
constexpr int vector_width_of(Body<F, Out, In...> const*) {
  return vector_width<Out, std::conditional_t<In::along == Along::moving, typename In::element_type, Out>...>();
}

template <bool native, class Exec, class B>
void launch(char const* name, Exec const& exec, IndexSpace const& space, std::span<OperandLayout const> operands,
            B const& body) {
  constexpr int width = vector_width_of(static_cast<B const*>(nullptr));
  Policy policy       = choose_policy(space, operands, width, device_facts(exec));
#ifdef KOKKOS_ENABLE_CUDA
  if constexpr (native && std::is_same_v<Exec, Kokkos::Cuda>) {
    ToolsRange const range(exec, [&] { return kernel_label(name, policy); });
    return cuda::launch<width>(exec, policy, space, body);
  }
#endif
  portable::launch<width>(name, exec, policy, space, body);
}

}  // namespace aril::impl

#endif
