// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ARIL_IMPL_HOST_RUN_HPP
#define ARIL_IMPL_HOST_RUN_HPP

#include <aril/impl/body.hpp>
#include <aril/impl/host_store.hpp>

/// \file
/// A run of elements on the host, as a loop that the compiler vectorises: whether an input moves or stands still is a
/// type by the time the loop is reached.

namespace aril::impl {

template <class T>
struct MovingCursor {
  T const* data;
  KOKKOS_FORCEINLINE_FUNCTION T operator[](std::int64_t i) const { return data[i]; }
};

template <class T>
struct FixedCursor {
  T value;
  KOKKOS_FORCEINLINE_FUNCTION T operator[](std::int64_t) const { return value; }
};

template <class G, class At>
KOKKOS_FORCEINLINE_FUNCTION void with_cursors(G const& g, At const&, std::int64_t const*) {
  g();
}

/// Calls g with one cursor per input.
template <class G, class At, class First, class... Rest>
KOKKOS_FORCEINLINE_FUNCTION void with_cursors(G const& g, At const& p, std::int64_t const* inner_stride,
                                              First const& first, Rest const&... rest) {
  using T           = typename decltype(first.input)::element_type;
  auto const finish = [&](auto cursor) {
    with_cursors([&](auto... later) { g(cursor, later...); }, p, inner_stride, rest...);
  };
  std::int64_t const at = p.at[First::operand];
  if constexpr (decltype(first.input)::along == Along::fixed) {
    finish(FixedCursor<T>{first.input.element(at)});
  } else {
    if constexpr (decltype(first.input)::along == Along::either)
      if (inner_stride[First::operand] == 0) return finish(FixedCursor<T>{first.input.element(at)});
    finish(MovingCursor<T>{first.input.data + at});
  }
}

/// The loop itself. Neither in-place operands nor disjoint ones carry a dependence from one element to another, and the
/// checks before the launch refuse all others.
template <class Out, class F, class... Cursor>
KOKKOS_FORCEINLINE_FUNCTION void host_loop(Out* out, std::int64_t first, std::int64_t count, F const& f,
                                           Cursor const&... cursor) {
#pragma GCC ivdep
  for (std::int64_t i = 0; i < count; ++i) out[i] = static_cast<Out>(f(cursor[first + i]...));
}

/// The same with stores that go past the caches, line by line, in four places of the run in turn: memory's banks then
/// work side by side, as they do for the C library's memcpy. y = s*x on 2^27 floats, one core of a Xeon (2 cores,
/// AVX-512, other work beside it), 2026-11-29: four places 16.1 GB/s, eight 16.6, one 13.8, through a buffer of 4
/// KiB 9.8; memcpy 15.8, ordinary stores 8.7.
template <class Out, class F, class... Cursor>
KOKKOS_FORCEINLINE_FUNCTION void streamed_host_loop(Out* out, std::int64_t count, F const& f, Cursor const&... cursor) {
  constexpr std::int64_t line = line_bytes / sizeof(Out), places = 4;
  std::int64_t const off     = reinterpret_cast<std::uintptr_t>(out) % line_bytes;
  std::int64_t const to_line = (line_bytes - off) % line_bytes;
  // An output that is aligned to a part of its elements never meets a line's beginning.
  if (to_line % sizeof(Out) != 0) return host_loop(out, 0, count, f, cursor...);
  std::int64_t const whole = to_line / sizeof(Out), head = whole < count ? whole : count;
  std::int64_t const lines = (count - head) / line, strip = lines / places;

  auto const store = [&](std::int64_t n) {
    std::int64_t const first = head + n * line;
    alignas(line_bytes) unsigned char storage[line_bytes];
    host_loop(reinterpret_cast<Out*>(storage), first, line, f, cursor...);
    store_line_past_caches(out + first, storage);
  };
  host_loop(out, 0, head, f, cursor...);
  for (std::int64_t n = 0; n < strip; ++n)
    for (std::int64_t place = 0; place < places; ++place) store(place * strip + n);
  for (std::int64_t n = places * strip; n < lines; ++n) store(n);
  finish_stores_past_caches();
  std::int64_t const done = head + lines * line;
  host_loop(out + done, done, count - done, f, cursor...);
}

/// `count` elements from `p` on.
template <class B>
KOKKOS_FORCEINLINE_FUNCTION void host_run(B const& body, typename B::At const& p, std::int64_t const* inner_stride,
                                          std::int64_t count, Cache cache) {
  body.in.apply([&](auto const&... n) {
    using Out                                 = typename B::output_type;
    [[maybe_unused]] auto const unit_or_fixed = [&](auto const& one) {
      std::int64_t const stride = inner_stride[one.operand];
      return stride == 1 || one.input.along == Along::fixed || (stride == 0 && one.input.along == Along::either);
    };
    auto const f   = body.f;  // a local copy: stores to the output cannot change it
    Out* const out = body.out + p.at[0];
    if (inner_stride[0] == 1 && (unit_or_fixed(n) && ... && true)) {
      with_cursors(
          [&](auto... cursor) {
            if (can_store_past_caches<Out> && cache != Cache::keep)
              streamed_host_loop(out, count, f, cursor...);
            else
              host_loop(out, 0, count, f, cursor...);
          },
          p, inner_stride, n...);
    } else {
      for (std::int64_t i = 0; i < count; ++i)
        out[i * inner_stride[0]] =
            static_cast<Out>(f(n.input.element(p.at[n.operand] + i * inner_stride[n.operand])...));
    }
  });
}

}  // namespace aril::impl

#endif
