// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ARIL_IMPL_PORTABLE_KERNEL_HPP
#define ARIL_IMPL_PORTABLE_KERNEL_HPP

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <aril/impl/host_run.hpp>
#include <aril/impl/outer_walk.hpp>
#include <string>

/// \file
/// The kernels in Kokkos' own terms, for every backend. A device thread takes one 16-byte pack; a host thread takes long
/// runs that the compiler vectorises.

namespace aril::impl::portable {

template <class Exec>
inline constexpr bool on_host = std::is_same_v<typename Exec::memory_space, Kokkos::HostSpace>;

/// Elements that one work item takes on the host: long enough to hide the call and the loop's own head and tail, short
/// enough to share out a few hundred thousand elements evenly.
inline constexpr std::int64_t host_run_length = 4096;

/// Work items are counted in 32 bits; larger spaces go out in slabs.
inline constexpr std::int64_t slab_limit = std::int64_t{1} << 30;

/// Pack number t of one run, or, past the last pack, one of the elements before the first or after the last.
template <int W, class B>
struct FlatPacks {
  B body;
  std::int64_t packs;
  std::int64_t head;
  unsigned moving;

  KOKKOS_FUNCTION void operator()(std::int64_t t) const {
    std::int64_t const k = t - packs;
    std::int64_t const e = k < 0 ? head + t * W : k < head ? k : k + packs * W;
    typename B::At p;
    for (int o = 0; o < B::operand_count; ++o) p.at[o] = (moving >> o) & 1u ? e : 0;
    if (k < 0)
      store<W>(body.out + e, body.template vector<W>(p, moving, Cache::keep), Cache::keep);
    else
      body.element(p);
  }
};

/// Pack number `pack` of one row; the last of a row may be partial.
template <int W, class B>
struct RowPacks {
  B body;
  OuterWalk<B::operand_count> walk;
  std::int64_t length;

  KOKKOS_FUNCTION void operator()(std::int64_t row, std::int64_t pack) const {
    std::int64_t inner = pack * W;
    auto const p       = walk.at(static_cast<std::uint32_t>(row), inner);
    if (inner + W <= length)
      store<W>(body.out + p.at[0], body.template vector<W>(p, walk.moving, Cache::keep), Cache::keep);
    else
      for (; inner < length; ++inner) body.element(walk.at(static_cast<std::uint32_t>(row), inner));
  }
};

/// Run number `run` of one row, on the host.
template <class B>
struct RowRuns {
  B body;
  OuterWalk<B::operand_count> walk;
  std::int64_t length;

  KOKKOS_FUNCTION void operator()(std::int64_t row, std::int64_t run) const {
    std::int64_t const first = run * host_run_length;
    std::int64_t const count = length - first < host_run_length ? length - first : host_run_length;
    host_run(body, walk.at(static_cast<std::uint32_t>(row), first), walk.inner_stride, count);
  }
};

template <class Exec, class Functor>
void enqueue_range(std::string const& label, Exec const& exec, std::int64_t items, Functor const& functor) {
  using Range = Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>;
  Kokkos::parallel_for(label, Range(exec, 0, items), functor);
}

/// `tile`: rows and columns that a team (CUDA block, host thread) takes at a time.
template <class Exec, class Functor>
void enqueue_rows(std::string const& label, Exec const& exec, std::int64_t rows, std::int64_t columns,
                  std::array<std::int64_t, 2> tile, Functor const& functor) {
  using Order = Kokkos::Rank<2, Kokkos::Iterate::Right, Kokkos::Iterate::Right>;
  using Range = Kokkos::MDRangePolicy<Exec, Order, Kokkos::IndexType<std::int64_t>>;
  Kokkos::parallel_for(label, Range(exec, {{0, 0}}, {{rows, columns}}, {{tile[0], tile[1]}}), functor);
}

// One row per item wastes a host thread's time on short rows, one wide tile a block's threads: fill 256 of either.
inline std::array<std::int64_t, 2> device_tile(std::int64_t columns) {
  std::int64_t wide = 1;
  while (wide < 256 && wide < columns) wide *= 2;
  return {256 / wide, wide};
}

/// Enqueues the call described by `policy` and `space` on the instance.
template <int W, class Exec, class B>
void launch(std::string const& label, Exec const& exec, Policy const& policy, IndexSpace const& space, B const& body) {
  if constexpr (!on_host<Exec>) {
    if (policy.kernel == Kernel::flat) {
      std::int64_t const size  = space.size();
      std::int64_t const packs = (size - policy.head) / W;
      enqueue_range(label, exec, packs + (size - packs * W),
                    FlatPacks<W, B>{body, packs, policy.head, moving_operands(space)});
      return;
    }
  }
  Slab slab;
  for (std::int64_t n = 0; next_slab(space, slab_limit, n, slab); ++n) {
    OuterWalk<B::operand_count> const walk(slab);
    std::int64_t const length = slab.space.inner_extent();
    std::int64_t const rows   = slab.space.size() / length;
    if constexpr (on_host<Exec>) {
      std::int64_t const runs = (length + host_run_length - 1) / host_run_length;
      std::int64_t const tall = std::clamp<std::int64_t>(host_run_length / length, 1, 256);
      enqueue_rows(label, exec, rows, runs, {tall, 1}, RowRuns<B>{body, walk, length});
    } else if (policy.kernel == Kernel::rows) {
      std::int64_t const packs = (length + W - 1) / W;
      enqueue_rows(label, exec, rows, packs, device_tile(packs), RowPacks<W, B>{body, walk, length});
    } else {
      enqueue_rows(label, exec, rows, length, device_tile(length), RowPacks<1, B>{body, walk, length});
    }
  }
}

}  // namespace aril::impl::portable

#endif
