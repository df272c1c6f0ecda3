// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ARIL_IMPL_LAYER_STATE_HPP
#define ARIL_IMPL_LAYER_STATE_HPP

#include <aril/impl/linear_call.hpp>

/// \file
/// What a prepared layer keeps besides its Views of W and b.

namespace aril::impl {

/// Nothing, for all but floats on CUDA. On CUDA the instance's library handles are made, so that an apply finds them.
template <class T, class Exec>
class LayerState {
 public:
  template <class W, class B, class Options>
  LayerState([[maybe_unused]] Exec const& exec, W const&, B const&, Options const&) {
#ifdef KOKKOS_ENABLE_CUDA
    if constexpr (std::is_same_v<Exec, Kokkos::Cuda>) cuda::prepare(exec);
#endif
  }

  template <class W, class B>
  void refresh(Exec const&, W const&, B const&) const {}

  std::size_t prepared_bytes() const { return 0; }
  std::size_t workspace_bytes() const { return 0; }

  /// `call(prepared)`, with the layer's own workspace.
  template <class Call>
  void use(Exec const&, Call const& call) const {
    call(NotPrepared{});
  }
  /// The same with the caller's.
  template <class Workspace, class Call>
  void use(Exec const&, Workspace const&, Call const& call) const {
    call(NotPrepared{});
  }
};

}  // namespace aril::impl

#ifdef KOKKOS_ENABLE_CUDA
#include <aril/impl/cuda/layer_state.hpp>
#endif

#endif
