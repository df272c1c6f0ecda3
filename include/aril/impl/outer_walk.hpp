// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ARIL_IMPL_OUTER_WALK_HPP
#define ARIL_IMPL_OUTER_WALK_HPP

#include <Kokkos_Core.hpp>
#include <aril/impl/body.hpp>
#include <aril/impl/index_space.hpp>

namespace aril::impl {

/// Division of n in [0, 2^31) by a divisor in [1, 2^31) that is fixed for a whole launch: one multiplication and a
/// shift in place of the some twenty instructions of a 32-bit division on a GPU. Method: T. Granlund, P. L. Montgomery,
/// "Division by invariant integers using multiplication", PLDI 1994, with the shift s = ceil(log2 d) and the magic
/// number m = floor(2^32 (2^s - d) / d) + 1, so that n / d = (n + floor(m n / 2^32)) / 2^s.
class FastDivisor {
 public:
  FastDivisor() = default;
  explicit FastDivisor(std::uint32_t divisor) : divisor_(divisor) {
    while (shift_ < 31 && (std::uint32_t{1} << shift_) < divisor) ++shift_;
    magic_ =
        static_cast<std::uint32_t>(((std::uint64_t{1} << 32) * ((std::uint64_t{1} << shift_) - divisor)) / divisor + 1);
  }

  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t quotient(std::uint32_t n) const {
#ifdef __CUDA_ARCH__
    std::uint32_t const high = __umulhi(n, magic_);
#else
    auto const high = static_cast<std::uint32_t>((std::uint64_t{n} * magic_) >> 32);
#endif
    return (high + n) >> shift_;
  }
  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t remainder(std::uint32_t n, std::uint32_t quotient) const {
    return n - quotient * divisor_;
  }

 private:
  std::uint32_t divisor_ = 1;
  std::uint32_t magic_   = 1;
  std::uint32_t shift_   = 0;
};

/// From the number of a row of a slab, counted through all dimensions but the fastest, to where each of N operands
/// stands. `Outer` is the number of those dimensions that there is room for: with one, the usual case, a row's number
/// is its index and nothing is divided.
template <int N, int Outer>
struct OuterWalk {
  int rank = 0;
  FastDivisor extent[Outer];
  std::int64_t stride[Outer][N] = {};
  std::int64_t inner_stride[N]  = {};
  unsigned moving               = 0;  // bit o: operand o moves along the fastest dimension

  explicit OuterWalk(IndexSpace const& space) : rank(space.rank - 1), moving(moving_operands(space)) {
    for (int d = 0; d < rank; ++d) {
      if (Outer > 1 && d > 0) extent[d] = FastDivisor(static_cast<std::uint32_t>(space.extent[d]));
      for (int o = 0; o < N; ++o) stride[d][o] = space.stride[o][d];
    }
    for (int o = 0; o < N && rank >= 0; ++o) inner_stride[o] = space.stride[o][rank];
  }

  /// Where every operand stands.
  KOKKOS_FORCEINLINE_FUNCTION Position<N> at(std::uint32_t row, std::int64_t inner) const {
    Position<N> p;
    for (int o = 0; o < N; ++o) p.at[o] = inner * inner_stride[o];
    walk(row, [&](int d, std::int64_t index) {
      for (int o = 0; o < N; ++o) p.at[o] += index * stride[d][o];
    });
    return p;
  }

  /// Where operand o stands.
  KOKKOS_FORCEINLINE_FUNCTION std::int64_t at(int o, std::uint32_t row, std::int64_t inner) const {
    std::int64_t p = inner * inner_stride[o];
    walk(row, [&](int d, std::int64_t index) { p += index * stride[d][o]; });
    return p;
  }

 private:
  template <class Step>
  KOKKOS_FORCEINLINE_FUNCTION void walk(std::uint32_t row, Step const& step) const {
    if constexpr (Outer > 1) {
      for (int d = rank - 1; d > 0; --d) {
        std::uint32_t const rest = extent[d].quotient(row);
        step(d, extent[d].remainder(row, rest));
        row = rest;
      }
    }
    step(0, row);  // without outer dimensions the row is 0
  }
};

/// The slowest dimension's divisor is never used, and one is the fastest.
inline constexpr int max_outer = max_rank - 1;

}  // namespace aril::impl

#endif
