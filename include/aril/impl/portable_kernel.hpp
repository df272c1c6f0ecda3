// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ARIL_IMPL_PORTABLE_KERNEL_HPP
#define ARIL_IMPL_PORTABLE_KERNEL_HPP

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <aril/impl/host_items.hpp>
#include <aril/impl/host_run.hpp>
#include <aril/impl/tools_range.hpp>
#include <aril/impl/work.hpp>
#include <string>

/// \file
/// The kernels in Kokkos' own terms, for every backend. A device thread takes one 16-byte pack; a host thread takes
/// long runs that the compiler vectorises.

namespace aril::impl::portable {

template <class Exec>
inline constexpr bool on_host = std::is_same_v<typename Exec::memory_space, Kokkos::HostSpace>;

/// Calls of so few elements are done by the calling thread: waking the others takes about as long. OpenMP, 2 cores of a
/// Xeon, 2026-11-29, scale: 6400 floats in the cache 0.76 us, with the other thread 1.37; 8192 floats from memory 6.2
/// us, a plain parallel loop 4.6. What a caller's own function takes is not known.
template <class F>
inline constexpr std::int64_t elements_for_one_thread = is_light_v<F> ? 4096 : 1024;

/// The items of a call on the host, by number. Neighbouring items are neighbours in memory: a thread's share is what it
/// touched first.
template <class B>
struct RowRuns {
  B body;
  OuterWalk<B::operand_count, max_outer> walk;
  HostItems items;
  Cache cache;

  RowRuns(B const& body_, Slab const& slab, Cache cache_, std::int64_t item_elements)
      : body(body_.advanced(slab.offset)),
        walk(slab.space),
        items(slab.space.size() / slab.space.inner_extent(), slab.space.inner_extent(), item_elements),
        cache(cache_) {}

  KOKKOS_FUNCTION void operator()(std::int64_t number) const {
    HostItem const item = items[number];
    host_rows(body, walk.inner_stride, item.rows, item.elements, cache,
              [&](std::int64_t n) { return walk.at(static_cast<std::uint32_t>(item.row + n), item.first); });
  }
};

template <class Exec, class Functor>
void enqueue_range(std::string const& label, Exec const& exec, std::int64_t items, Functor const& functor) {
  using Range = Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>;
  Kokkos::parallel_for(label, Range(exec, 0, items), functor);
}

/// `tile`: rows and columns that a block of device threads takes at a time.
template <class Exec, class Functor>
void enqueue_rows(std::string const& label, Exec const& exec, std::int64_t rows, std::int64_t columns,
                  std::array<std::int64_t, 2> tile, Functor const& functor) {
  using Order = Kokkos::Rank<2, Kokkos::Iterate::Right, Kokkos::Iterate::Right>;
  using Range = Kokkos::MDRangePolicy<Exec, Order, Kokkos::IndexType<std::int64_t>>;
  Kokkos::parallel_for(label, Range(exec, {{0, 0}}, {{rows, columns}}, {{tile[0], tile[1]}}), functor);
}

// One wide tile would waste a block's threads on short rows: fill 256 of them.
inline std::array<std::int64_t, 2> device_tile(std::int64_t columns) {
  std::int64_t wide = 1;
  while (wide < 256 && wide < columns) wide *= 2;
  return {256 / wide, wide};
}

/// The text is put together only for a tool to read.
inline std::string label_for_tools(char const* name, Policy const& policy) {
  return Kokkos::Tools::profileLibraryLoaded() ? kernel_label(name, policy) : std::string();
}

template <class Exec, class B>
void launch_on_host(char const* name, Exec const& exec, Policy const& policy, Slab const& slab, B const& body) {
  std::int64_t const size = slab.space.size();
  bool const alone        = exec.concurrency() == 1 && policy.cache == Cache::keep;
  if (alone || size <= elements_for_one_thread<typename B::function>) {
    ToolsRange const range(exec, [&] { return kernel_label(name, policy); });
    RowRuns<B>(body, slab, policy.cache, size)(0);
  } else {
    bool const light = is_light_v<typename B::function>;
    RowRuns<B> const work(body, slab, policy.cache, host_item_elements(policy.cache, light, size, exec.concurrency()));
    // Not MDRangePolicy: its tiles cost Kokkos 3.4 some 2 us more a call (OpenMP, 64 x 100 floats, 2026-11-29).
    enqueue_range(label_for_tools(name, policy), exec, work.items.count(), work);
  }
}

template <int W, class Exec, class B>
void launch_on_device(char const* name, Exec const& exec, Policy const& policy, Slab const& slab, B const& body) {
  std::string const label = label_for_tools(name, policy);
  if (policy.kernel == Kernel::flat) {
    FlatWork<W, B> const work(body.advanced(slab.offset), slab.space, policy.cache);
    enqueue_range(label, exec, work.items(), work);
  } else if (policy.kernel == Kernel::whole) {
    WholeWork<W, B> const work(body, slab, policy.cache);
    enqueue_range(label, exec, work.items(), work);
  } else if (policy.kernel == Kernel::wrapped) {
    WrappedWork<W, max_outer, B> const work(body, slab, policy.cache);
    enqueue_range(label, exec, work.items(), work);
  } else if (policy.kernel == Kernel::rows) {
    RowsWork<W, max_outer, B> const work(body, slab, policy.cache);
    enqueue_rows(label, exec, work.rows(), work.slots(), device_tile(work.slots()), work);
  } else {
    GeneralWork<max_outer, B> const work(body, slab, policy.cache);
    enqueue_range(label, exec, work.items(), work);
  }
}

/// Enqueues the call described by `policy` and `space` on the instance.
template <int W, class Exec, class B>
void launch(char const* name, Exec const& exec, Policy const& policy, IndexSpace const& space, B const& body) {
  // Slabs for the flat kernel too: Kokkos 3.4 counts a range's items in 32 bits on CUDA and, from 2^32 on, never ends.
  Slab slab;
  for (std::int64_t n = 0; next_slab(space, slab_limit, n, slab); ++n) {
    if constexpr (on_host<Exec>)
      launch_on_host(name, exec, policy, slab, body);
    else
      launch_on_device<W>(name, exec, policy, slab, body);
  }
}

}  // namespace aril::impl::portable

#endif
