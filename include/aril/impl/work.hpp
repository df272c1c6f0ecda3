// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ARIL_IMPL_WORK_HPP
#define ARIL_IMPL_WORK_HPP

#include <algorithm>
#include <aril/impl/outer_walk.hpp>

/// \file
/// What one device thread does, for each of the five kernels. But for `general`, a thread takes one vector of the
/// output: on the H200 several vectors per thread do not reach what the plainest kernel with enough threads in flight
/// does (docs/performance.md).

namespace aril::impl {

/// Work items and rows are counted in 32 bits; larger spaces go out in slabs of at most this many elements.
inline constexpr std::int64_t slab_limit = std::int64_t{1} << 30;

/// How far `pointer` is past the last multiple of `elements` elements.
template <class T>
KOKKOS_FORCEINLINE_FUNCTION int elements_past(T const* pointer, int elements) {
  return static_cast<int>(reinterpret_cast<std::uintptr_t>(pointer) / sizeof(T) % static_cast<unsigned>(elements));
}

/// A run of elements cut into vectors: the few before the first whole vector and those after the last become work items
/// of one element each, behind the vectors. Vectors start at a whole cache line, so that a warp's 512 bytes touch four
/// lines and not five (H200, 2026-11-29: 2^30 floats, input and output both three elements off, 0.96 of the copy's
/// speed from the first whole vector on).
template <int W, class Index>
struct VectorCut {
  Index vectors = 0;
  Index head    = 0;
  Index rest    = 0;  // elements outside whole vectors, the head included

  template <class T>
  VectorCut(T const* start, std::int64_t size) {
    constexpr int line      = W * sizeof(T) < 128 ? 128 / sizeof(T) : W;
    std::int64_t const past = elements_past(start, line);
    head                    = static_cast<Index>(std::min<std::int64_t>(size, (line - past) % line));
    vectors                 = static_cast<Index>((size - head) / W);
    rest                    = static_cast<Index>(size - static_cast<std::int64_t>(vectors) * W);
  }

  Index items() const { return vectors + rest; }

  /// First element of work item t; the item is a whole vector if t < vectors.
  KOKKOS_FORCEINLINE_FUNCTION Index element(Index t) const {
    if (t < vectors) return head + t * W;
    Index const k = t - vectors;
    return k < head ? k : k + vectors * W;
  }
};

template <int W, class B>
class FlatWork {
 public:
  using index = std::int64_t;

  FlatWork(B const& body, IndexSpace const& space, Cache cache)
      : body_(body), cut_(body.out, space.size()), moving_(moving_operands(space)), cache_(cache) {}

  index items() const { return cut_.items(); }

  KOKKOS_FORCEINLINE_FUNCTION void operator()(index t) const {
    std::int64_t const e = cut_.element(t);
    typename B::At p;
    for (int o = 0; o < B::operand_count; ++o) p.at[o] = (moving_ >> o) & 1u ? e : 0;
    if (t < cut_.vectors)
      store<W>(body_.out + e, body_.template vector<W>(p, moving_, cache_), cache_);
    else
      body_.element(p);
  }

 private:
  B body_;
  VectorCut<W, index> cut_;
  unsigned moving_;
  Cache cache_;
};

/// Rows of whole vectors that are aligned in every operand: nothing to peel, to test or to find lane by lane. Loads
/// that need only the item's number are under way before the row is known.
template <int W, class B>
class WholeWork {
 public:
  using index = std::uint32_t;

  WholeWork(B const& body, Slab const& slab, Cache cache)
      : body_(body.advanced(slab.offset)),
        walk_(slab.space),
        items_(static_cast<std::uint32_t>(slab.space.size() / W)),
        per_row_(static_cast<std::uint32_t>(slab.space.inner_extent() / W)),
        cache_(cache) {}

  index items() const { return items_; }

  KOKKOS_FORCEINLINE_FUNCTION void operator()(index t) const {
    store<W>(body_.out + static_cast<std::int64_t>(t) * W,
             body_.template evaluate<W>([&](auto const& n) { return fetch(n.input, n.operand, t); }), cache_);
  }

 private:
  template <class Input>
  KOKKOS_FORCEINLINE_FUNCTION auto fetch(Input const& input, int o, std::uint32_t t) const {
    if constexpr (Input::along == Along::fixed) {
      return splat<W>(input.element(0));
    } else if constexpr (Input::along == Along::moving) {
      return input.template aligned_vector<W>(static_cast<std::int64_t>(t) * W, cache_);
    } else {
      std::uint32_t const row = per_row_.quotient(t);
      std::int64_t const at   = row * walk_.stride[0][o];
      if (walk_.inner_stride[o] == 0) return splat<W>(input.element(at));
      return input.template aligned_vector<W>(at + static_cast<std::int64_t>(per_row_.remainder(t, row)) * W, cache_);
    }
  }

  B body_;
  OuterWalk<B::operand_count, 1> walk_;
  std::uint32_t items_;
  FastDivisor per_row_;
  Cache cache_;
};

/// A vector of the output may reach over the end of a row: inputs that are as contiguous as the output follow it there,
/// the others are found lane by lane.
template <int W, int Outer, class B>
class WrappedWork {
 public:
  using index = std::uint32_t;

  WrappedWork(B const& body, Slab const& slab, Cache cache)
      : body_(body.advanced(slab.offset)),
        walk_(slab.space),
        cut_(body_.out, slab.space.size()),
        length_(static_cast<std::uint32_t>(slab.space.inner_extent())),
        rows_(length_),
        cache_(cache) {
    for (int o = 0; o < B::operand_count; ++o)
      follows_ |= (slab.space.stride[o] == slab.space.stride[0] ? 1u : 0u) << o;
  }

  index items() const { return cut_.items(); }

  KOKKOS_FORCEINLINE_FUNCTION void operator()(index t) const {
    std::uint32_t const e     = cut_.element(t);
    std::uint32_t const row   = rows_.quotient(e);
    std::uint32_t const inner = rows_.remainder(e, row);
    if (t < cut_.vectors)
      store<W>(body_.out + e,
               body_.template evaluate<W>([&](auto const& n) { return fetch(n.input, n.operand, e, row, inner); }),
               cache_);
    else
      body_.element(walk_.at(row, inner));
  }

 private:
  template <class Input>
  KOKKOS_FORCEINLINE_FUNCTION auto fetch(Input const& input, int o, std::uint32_t e, std::uint32_t row,
                                         std::uint32_t inner) const {
    if constexpr (Input::along == Along::fixed) return splat<W>(input.element(0));
    if ((follows_ >> o) & 1u) return input.template vector<W>(e, true, cache_);
    std::int64_t const at     = walk_.at(o, row, inner);
    std::int64_t const stride = walk_.inner_stride[o];
    if (inner + W <= length_ && stride <= 1) return input.template vector<W>(at, stride == 1, Cache::keep);

    Pack<typename Input::element_type, W> pack;
#ifdef __CUDA_ARCH__
#pragma unroll
#endif
    for (int k = 0; k < W; ++k) {
      pack.lane[k] = input.element(walk_.at(o, row, inner));
      if (++inner == length_) {
        inner = 0;
        ++row;
      }
    }
    return pack;
  }

  B body_;
  OuterWalk<B::operand_count, Outer> walk_;
  VectorCut<W, index> cut_;
  std::uint32_t length_;
  FastDivisor rows_;
  unsigned follows_ = 0;
  Cache cache_;
};

/// Each row has slots of one vector, the first of which begins at or before the row's start, where the output's address
/// is a whole vector's. A slot that reaches over an end of the row is done element by element.
template <int W, int Outer, class B>
class RowsWork {
 public:
  using index = std::uint32_t;

  RowsWork(B const& body, Slab const& slab, Cache cache)
      : body_(body.advanced(slab.offset)),
        walk_(slab.space),
        length_(static_cast<std::int32_t>(slab.space.inner_extent())),
        cache_(cache) {
    bool aligned = elements_past(body_.out, W) == 0;
    for (int d = 0; d + 1 < slab.space.rank; ++d) aligned = aligned && slab.space.stride[0][d] % W == 0;
    rows_    = static_cast<std::uint32_t>(slab.space.size() / length_);
    slots_   = static_cast<std::uint32_t>((length_ + W - 1 + (aligned ? 0 : W - 1)) / W);
    per_row_ = FastDivisor(slots_);
  }

  index rows() const { return rows_; }
  index slots() const { return slots_; }
  index items() const { return rows_ * slots_; }

  KOKKOS_FORCEINLINE_FUNCTION void operator()(index t) const {
    std::uint32_t const row = per_row_.quotient(t);
    (*this)(row, per_row_.remainder(t, row));
  }

  KOKKOS_FORCEINLINE_FUNCTION void operator()(std::int64_t row, std::int64_t slot) const {
    auto const r           = static_cast<std::uint32_t>(row);
    int const past         = elements_past(body_.out + walk_.at(0, r, 0), W);
    std::int32_t const end = static_cast<std::int32_t>(slot + 1) * W - past;
    std::int32_t inner     = end - W;
    if (inner >= 0 && end <= length_) {
      auto const p = walk_.at(r, inner);
      store<W>(body_.out + p.at[0], body_.template evaluate<W>([&](auto const& n) {
        return fetch(n.input, p.at[n.operand], walk_.inner_stride[n.operand]);
      }),
               cache_);
    } else {
      for (inner = inner < 0 ? 0 : inner; inner < end && inner < length_; ++inner) body_.element(walk_.at(r, inner));
    }
  }

 private:
  template <class Input>
  KOKKOS_FORCEINLINE_FUNCTION auto fetch(Input const& input, std::int64_t at, std::int64_t stride) const {
    if constexpr (Input::along == Along::fixed) {
      return input.template vector<W>(at, false, cache_);
    } else {
      if (stride <= 1) return input.template vector<W>(at, stride == 1, cache_);
      Pack<typename Input::element_type, W> pack;
      for (int k = 0; k < W; ++k) pack.lane[k] = input.element(at + k * stride);
      return pack;
    }
  }

  B body_;
  OuterWalk<B::operand_count, Outer> walk_;
  std::int32_t length_;
  std::uint32_t rows_;
  std::uint32_t slots_;
  FastDivisor per_row_;
  Cache cache_;
};

/// Any strides: a few elements per thread, a group of threads apart from each other, so that neighbouring threads stay
/// on neighbouring elements of the output's fastest dimension.
template <int Outer, class B>
class GeneralWork {
 public:
  using index = std::uint32_t;

  GeneralWork(B const& body, Slab const& slab, Cache cache)
      : body_(body.advanced(slab.offset)),
        walk_(slab.space),
        elements_(static_cast<std::uint32_t>(slab.space.size())),
        length_(static_cast<std::uint32_t>(slab.space.inner_extent())),
        cache_(cache) {}

  index items() const { return (elements_ + group * per_item - 1) / (group * per_item) * group; }

  KOKKOS_FORCEINLINE_FUNCTION void operator()(index t) const {
    std::uint32_t const first = t / group * (group * per_item) + t % group;
    typename B::At p[per_item];
    Pack<typename B::output_type, 1> result[per_item];
#ifdef __CUDA_ARCH__
#pragma unroll
#endif
    for (std::uint32_t u = 0; u < per_item; ++u) {
      std::uint32_t const wanted = first + u * group;
      std::uint32_t const e      = wanted < elements_ ? wanted : elements_ - 1;  // no branch between the loads
      std::uint32_t const row    = length_.quotient(e);
      p[u]                       = walk_.at(row, length_.remainder(e, row));
    }
#ifdef __CUDA_ARCH__
#pragma unroll
#endif
    for (std::uint32_t u = 0; u < per_item; ++u) result[u] = body_.template vector<1>(p[u], walk_.moving, cache_);
#ifdef __CUDA_ARCH__
#pragma unroll
#endif
    for (std::uint32_t u = 0; u < per_item; ++u)
      if (first + u * group < elements_) store<1>(body_.out + p[u].at[0], result[u], cache_);
  }

 private:
  static constexpr std::uint32_t group    = 128;
  static constexpr std::uint32_t per_item = 4;

  B body_;
  OuterWalk<B::operand_count, Outer> walk_;
  std::uint32_t elements_;
  FastDivisor length_;
  Cache cache_;
};

}  // namespace aril::impl

#endif
