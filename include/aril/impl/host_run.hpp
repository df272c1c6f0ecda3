// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ARIL_IMPL_HOST_RUN_HPP
#define ARIL_IMPL_HOST_RUN_HPP

#include <aril/impl/body.hpp>
#include <aril/impl/host_store.hpp>

/// \file
/// Runs of elements on the host, as loops that the compiler vectorises: whether an input moves or stands still is a
/// type by the time a loop is reached.

namespace aril::impl {

/// An input that moves with the loop: a cursor reads its elements from a row's start on.
template <class Input>
struct Moving {
  using T = typename decltype(Input::input)::element_type;
  struct Cursor {
    T const* data;
    KOKKOS_FORCEINLINE_FUNCTION T operator[](std::int64_t i) const { return data[i]; }
  };
  Input const& one;

  template <class At>
  KOKKOS_FORCEINLINE_FUNCTION Cursor cursor(At const& p) const {
    return {one.input.data + p.at[Input::operand]};
  }
};

/// An input that stands still along a row.
template <class Input>
struct Fixed {
  using T = typename decltype(Input::input)::element_type;
  struct Cursor {
    T value;
    KOKKOS_FORCEINLINE_FUNCTION T operator[](std::int64_t) const { return value; }
  };
  Input const& one;

  template <class At>
  KOKKOS_FORCEINLINE_FUNCTION Cursor cursor(At const& p) const {
    return {one.input.element(p.at[Input::operand])};
  }
};

template <class G>
KOKKOS_FORCEINLINE_FUNCTION void with_kinds(G const& g, std::int64_t const*) {
  g();
}

/// Calls g with each input as Moving or Fixed.
template <class G, class First, class... Rest>
KOKKOS_FORCEINLINE_FUNCTION void with_kinds(G const& g, std::int64_t const* inner_stride, First const& first,
                                            Rest const&... rest) {
  auto const finish = [&](auto kind) { with_kinds([&](auto... later) { g(kind, later...); }, inner_stride, rest...); };
  if constexpr (decltype(first.input)::along == Along::fixed) {
    finish(Fixed<First>{first});
  } else {
    if constexpr (decltype(first.input)::along == Along::either)
      if (inner_stride[First::operand] == 0) return finish(Fixed<First>{first});
    finish(Moving<First>{first});
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
/// KiB 9.8; memcpy 15.8, ordinary stores 8.7. The caller ends a series of runs with finish_stores_past_caches().
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
  std::int64_t const done = head + lines * line;
  host_loop(out + done, done, count - done, f, cursor...);
}

/// `count` elements of each of `rows` rows; row n of them begins where `start(n)` says.
template <class B, class Start>
KOKKOS_FORCEINLINE_FUNCTION void host_rows(B const& body, std::int64_t const* inner_stride, std::int64_t rows,
                                           std::int64_t count, Cache cache, Start const& start) {
  body.in.apply([&](auto const&... n) {
    using Out                                 = typename B::output_type;
    [[maybe_unused]] auto const unit_or_fixed = [&](auto const& one) {
      std::int64_t const stride = inner_stride[one.operand];
      return stride == 1 || one.input.along == Along::fixed || (stride == 0 && one.input.along == Along::either);
    };
    auto const f = body.f;  // a local copy: stores to the output cannot change it
    if (inner_stride[0] == 1 && (unit_or_fixed(n) && ... && true)) {
      with_kinds(
          [&](auto... kind) {
            if (can_store_past_caches<Out> && cache != Cache::keep) {
              for (std::int64_t row = 0; row < rows; ++row) {
                auto const p = start(row);
                streamed_host_loop(body.out + p.at[0], count, f, kind.cursor(p)...);
              }
              finish_stores_past_caches();
            } else {
              for (std::int64_t row = 0; row < rows; ++row) {
                auto const p = start(row);
                host_loop(body.out + p.at[0], 0, count, f, kind.cursor(p)...);
              }
            }
          },
          inner_stride, n...);
    } else {
      for (std::int64_t row = 0; row < rows; ++row) {
        auto const p   = start(row);
        Out* const out = body.out + p.at[0];
        for (std::int64_t i = 0; i < count; ++i)
          out[i * inner_stride[0]] =
              static_cast<Out>(f(n.input.element(p.at[n.operand] + i * inner_stride[n.operand])...));
      }
    }
  });
}

}  // namespace aril::impl

#endif
