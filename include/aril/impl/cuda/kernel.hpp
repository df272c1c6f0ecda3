// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ARIL_IMPL_CUDA_KERNEL_HPP
#define ARIL_IMPL_CUDA_KERNEL_HPP

#include <Kokkos_Core.hpp>
#include <aril/impl/cuda/launch.hpp>
#include <aril/impl/outer_walk.hpp>

/// \file
/// The CUDA kernels. One vector per thread: on the H200 neither deeper unrolling, nor grid-stride loops, nor the bulk
/// copy engine reached what the plainest kernel with enough threads in flight does (docs/performance.md).

namespace aril::impl::cuda {

/// Elements per thread of the general kernel, one block apart from each other, so that a warp's accesses stay together.
inline constexpr int general_unroll = 4;

/// Launches count their work items in 32 bits; larger spaces go out in slabs.
inline constexpr std::int64_t slab_limit = std::int64_t{1} << 30;

/// The blocks that choose_policy asks for are no larger.
inline constexpr int max_block_size = 256;

/// One run of elements. The `head` elements before the first whole vector and those after the last go to the threads
/// that follow the vectors' own, one element each.
template <int W, class B>
__global__ void __launch_bounds__(max_block_size)
    flat(B const body, std::int64_t vectors, int head, int rest, unsigned moving, Cache cache) {
  std::int64_t const t = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  std::int64_t const k = t - vectors;
  if (k >= rest) return;
  std::int64_t const e = k < 0 ? head + t * W : k < head ? k : k + vectors * W;
  typename B::At p;
  for (int o = 0; o < B::operand_count; ++o) p.at[o] = (moving >> o) & 1u ? e : 0;
  if (k < 0)
    store<W>(body.out + e, body.template vector<W>(p, moving, cache), cache);
  else
    body.element(p);
}

/// Rows of `length` elements in vectors from each row's start; the last vector of a row may be partial.
template <int W, class B>
__global__ void __launch_bounds__(max_block_size)
    rows(B const body, OuterWalk<B::operand_count> const walk, std::uint32_t vectors, FastDivisor vectors_per_row,
         std::int64_t length, Cache cache) {
  std::uint32_t const t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= vectors) return;
  std::uint32_t const row = vectors_per_row.quotient(t);
  std::int64_t inner      = static_cast<std::int64_t>(vectors_per_row.remainder(t, row)) * W;
  if (inner + W <= length) {
    auto const p = walk.at(row, inner);
    store<W>(body.out + p.at[0], body.template vector<W>(p, walk.moving, cache), cache);
  } else {
    for (; inner < length; ++inner) body.element(walk.at(row, inner));
  }
}

/// Any strides, one element per access, consecutive threads along the output's fastest dimension.
template <class B>
__global__ void __launch_bounds__(max_block_size) general(B const body, OuterWalk<B::operand_count> const walk,
                                                          std::uint32_t elements, FastDivisor length, Cache cache) {
  std::uint32_t const first = blockIdx.x * (blockDim.x * general_unroll) + threadIdx.x;
  Pack<typename B::output_type, 1> result[general_unroll];
  std::int64_t to[general_unroll];
#pragma unroll
  for (int u = 0; u < general_unroll; ++u) {
    std::uint32_t const e = first + u * blockDim.x;
    if (e >= elements) break;
    std::uint32_t const row = length.quotient(e);
    auto const p            = walk.at(row, length.remainder(e, row));
    to[u]                   = p.at[0];
    result[u]               = body.template vector<1>(p, walk.moving, cache);
  }
#pragma unroll
  for (int u = 0; u < general_unroll; ++u)
    if (first + u * blockDim.x < elements) store<1>(body.out + to[u], result[u], cache);
}

/// Enqueues the call described by `policy` and `space` on the instance's stream.
template <int W, class B>
void launch(Kokkos::Cuda const& exec, Policy const& policy, IndexSpace const& space, B const& body) {
  if (policy.kernel == Kernel::flat) {
    std::int64_t const size    = space.size();
    std::int64_t const vectors = (size - policy.head) / W;
    int const rest             = static_cast<int>(size - vectors * W);
    enqueue(exec, flat<W, B>, vectors + rest, policy.block_size, body, vectors, policy.head, rest,
            moving_operands(space), policy.cache);
    return;
  }
  Slab slab;
  for (std::int64_t n = 0; next_slab(space, slab_limit, n, slab); ++n) {
    OuterWalk<B::operand_count> const walk(slab);
    std::int64_t const length = slab.space.inner_extent();
    std::int64_t const size   = slab.space.size();
    if (policy.kernel == Kernel::rows) {
      std::int64_t const per_row = (length + W - 1) / W;
      std::int64_t const vectors = size / length * per_row;
      enqueue(exec, rows<W, B>, vectors, policy.block_size, body, walk, static_cast<std::uint32_t>(vectors),
              FastDivisor(static_cast<std::uint32_t>(per_row)), length, policy.cache);
    } else {
      enqueue(exec, general<B>, (size + general_unroll - 1) / general_unroll, policy.block_size, body, walk,
              static_cast<std::uint32_t>(size), FastDivisor(static_cast<std::uint32_t>(length)), policy.cache);
    }
  }
}

}  // namespace aril::impl::cuda

#endif
