// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ARIL_IMPL_CUDA_KERNEL_HPP
#define ARIL_IMPL_CUDA_KERNEL_HPP

#include <Kokkos_Core.hpp>
#include <aril/impl/cuda/launch.hpp>
#include <aril/impl/work.hpp>

/// \file
/// The CUDA form of the engine: the same pieces of work as in the portable form, one per thread, in kernels of Aril's
/// own whose block size, cache hints and launch are not Kokkos'.

namespace aril::impl::cuda {

/// The blocks that choose_policy asks for are no larger.
inline constexpr int max_block_size = 256;

template <class Work>
__global__ void __launch_bounds__(max_block_size) run(Work const work, typename Work::index items) {
  wait_for_previous();
  auto const t = static_cast<typename Work::index>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (t < items) work(t);
}

template <class Work>
void enqueue_work(Kokkos::Cuda const& exec, Policy const& policy, Work const& work) {
  enqueue<run<Work>>(exec, work.items(), policy.block_size, work, work.items());
}

template <int W, int Outer, class B>
void launch_slab(Kokkos::Cuda const& exec, Policy const& policy, Slab const& slab, B const& body) {
  switch (policy.kernel) {
    case Kernel::wrapped: return enqueue_work(exec, policy, WrappedWork<W, Outer, B>(body, slab, policy.cache));
    case Kernel::rows: return enqueue_work(exec, policy, RowsWork<W, Outer, B>(body, slab, policy.cache));
    default: return enqueue_work(exec, policy, GeneralWork<Outer, B>(body, slab, policy.cache));
  }
}

/// Enqueues the call described by `policy` and `space` on the instance's stream.
template <int W, class B>
void launch(Kokkos::Cuda const& exec, Policy const& policy, IndexSpace const& space, B const& body) {
  if (policy.kernel == Kernel::flat) return enqueue_work(exec, policy, FlatWork<W, B>(body, space, policy.cache));
  Slab slab;
  for (std::int64_t n = 0; next_slab(space, slab_limit, n, slab); ++n) {
    if (policy.kernel == Kernel::whole)
      enqueue_work(exec, policy, WholeWork<W, B>(body, slab, policy.cache));
    else if (space.rank <= 2)
      launch_slab<W, 1>(exec, policy, slab, body);
    else
      launch_slab<W, max_outer>(exec, policy, slab, body);
  }
}

}  // namespace aril::impl::cuda

#endif
