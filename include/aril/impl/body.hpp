// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ARIL_IMPL_BODY_HPP
#define ARIL_IMPL_BODY_HPP

#include <Kokkos_Core.hpp>
#include <aril/impl/memory_access.hpp>
#include <cstdint>
#include <utility>

/// \file
/// What happens to an element, a vector or a run of elements once its address is known. The kernels only decide which
/// thread does which.

namespace aril::impl {

/// How an input behaves along the fastest dimension.
enum class Along {
  moving,  ///< always one element per step (a full operand)
  either,  ///< one element per step or none, known at run time (a broadcast vector)
  fixed,   ///< never moves (a scalar)
};

/// An input in memory.
template <class T, Along A>
struct Array {
  using element_type           = T;
  static constexpr Along along = A;
  T const* data;

  void advance(std::int64_t elements) { data += elements; }

  KOKKOS_FORCEINLINE_FUNCTION T element(std::int64_t at) const { return data[at]; }

  template <int W>
  KOKKOS_FORCEINLINE_FUNCTION Pack<T, W> vector(std::int64_t at, bool moves, Cache cache) const {
    if (!moves) return splat<W>(data[at]);
    return load<W>(data + at, A == Along::moving ? cache : Cache::keep);  // other rows read a broadcast vector again
  }

  /// W elements that start at a multiple of W elements in memory.
  template <int W>
  KOKKOS_FORCEINLINE_FUNCTION Pack<T, W> aligned_vector(std::int64_t at, Cache cache) const {
    return load<W, true>(data + at, A == Along::moving ? cache : Cache::keep);
  }
};

/// One number in memory, of type S, for every element; converted when it is read.
template <class S, class T>
struct Cell {
  using element_type           = T;
  static constexpr Along along = Along::fixed;
  S const* data;

  void advance(std::int64_t) {}

  KOKKOS_FORCEINLINE_FUNCTION T element(std::int64_t) const { return static_cast<T>(*data); }

  template <int W>
  KOKKOS_FORCEINLINE_FUNCTION Pack<T, W> vector(std::int64_t, bool, Cache) const {
    return splat<W>(static_cast<T>(*data));
  }
};

/// A value known at the call.
template <class T>
struct Constant {
  using element_type           = T;
  static constexpr Along along = Along::fixed;
  T value;

  void advance(std::int64_t) {}

  KOKKOS_FORCEINLINE_FUNCTION T element(std::int64_t) const { return value; }

  template <int W>
  KOKKOS_FORCEINLINE_FUNCTION Pack<T, W> vector(std::int64_t, bool, Cache) const {
    return splat<W>(value);
  }
};

template <std::size_t I, class T>
struct Numbered {
  static constexpr std::size_t operand = I + 1;  // operand 0 is the output
  T input;
};

/// A tuple of inputs that device code may hold: std::tuple is not usable there without extra compiler flags.
template <class Sequence, class... In>
struct InputList;

template <std::size_t... I, class... In>
struct InputList<std::index_sequence<I...>, In...> : Numbered<I, In>... {
  explicit InputList(In const&... in) : Numbered<I, In>{in}... {}

  template <class G>
  KOKKOS_FORCEINLINE_FUNCTION decltype(auto) apply(G&& g) const {
    return g(static_cast<Numbered<I, In> const&>(*this)...);
  }

  template <class Offsets>
  void advance(Offsets const& offset) {
    (static_cast<Numbered<I, In>&>(*this).input.advance(offset[I + 1]), ...);
  }
};

/// Where the operands of one piece of work stand, in elements from their start.
template <int N>
struct Position {
  std::int64_t at[N] = {};
};

/// Is F a few instructions? The operations' own functors are.
template <class F>
inline constexpr bool is_light_v = false;

template <class F, class Out, class... In>
struct Body {
  static constexpr int operand_count = 1 + static_cast<int>(sizeof...(In));
  using At                           = Position<operand_count>;
  using output_type                  = Out;
  using function                     = F;

  F f;
  Out* out;
  InputList<std::index_sequence_for<In...>, In...> in;

  Body(F const& f_, Out* out_, In const&... in_) : f(f_), out(out_), in(in_...) {}

  /// The same with every operand `offset[o]` elements further on.
  template <class Offsets>
  Body advanced(Offsets const& offset) const {
    Body moved(*this);
    moved.out += offset[0];
    moved.in.advance(offset);
    return moved;
  }

  KOKKOS_FORCEINLINE_FUNCTION void element(At const& p) const {
    in.apply([&](auto const&... n) { out[p.at[0]] = static_cast<Out>(f(n.input.element(p.at[n.operand])...)); });
  }

  /// The results for W neighbouring elements, each operand's W elements fetched by `fetch`. The caller stores them:
  /// apart from the loads, so that a thread may have several in flight, since the compiler must not move a load over a
  /// store that could alias it.
  template <int W, class Fetch>
  KOKKOS_FORCEINLINE_FUNCTION Pack<Out, W> evaluate(Fetch const& fetch) const {
    return in.apply([&](auto const&... n) {
      auto const each_lane = [&](auto const&... pack) {
        Pack<Out, W> result;
#ifdef __CUDA_ARCH__
#pragma unroll
#endif
        for (int k = 0; k < W; ++k) result.lane[k] = static_cast<Out>(f(pack.lane[k]...));
        return result;
      };
      return each_lane(fetch(n)...);
    });
  }

  /// The same with the elements read where `p` says. Bit o of `moving`: operand o moves along the fastest dimension.
  template <int W>
  KOKKOS_FORCEINLINE_FUNCTION Pack<Out, W> vector(At const& p, unsigned moving, Cache cache) const {
    return evaluate<W>(
        [&](auto const& n) { return n.input.template vector<W>(p.at[n.operand], (moving >> n.operand) & 1u, cache); });
  }
};

}  // namespace aril::impl

#endif
