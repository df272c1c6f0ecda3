// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ARIL_IMPL_CUDA_SPLIT_HPP
#define ARIL_IMPL_CUDA_SPLIT_HPP

#include <Kokkos_Core.hpp>
#include <aril/impl/cuda/matmul.hpp>
#include <aril/impl/gemm.hpp>
#include <cstring>

/// \file
/// Products of fp32 matrices as products of 16-bit ones on tensor cores. With x = hi + lo, X W^T is taken as the one
/// product of [lo | hi | hi] and [hi | lo | hi], each three times as wide: the small parts first, since the tensor
/// cores' truncation goes with the size of what is summed up already (H200, 2026-11-29, K = 4096: relative error in the
/// Frobenius norm 5.6e-6, the large parts first 2.1e-5).

namespace aril::impl::cuda {

/// Where a row has no exponent: nothing was scaled.
inline constexpr int unscaled = -100000;

/// Multiplies by a power of two, in two steps: it may be beyond a float's range where the result is not. Beyond 2^-250
/// and 2^250 every result here is 0 or infinite.
class PowerOfTwo {
 public:
  KOKKOS_FORCEINLINE_FUNCTION explicit PowerOfTwo(int exponent) {
    int const in_range = exponent < -250 ? -250 : exponent > 250 ? 250 : exponent;
    first_             = of(in_range / 2);
    second_            = of(in_range - in_range / 2);
  }
  KOKKOS_FORCEINLINE_FUNCTION float operator()(float x) const { return x * first_ * second_; }

 private:
  KOKKOS_FORCEINLINE_FUNCTION static float of(int exponent) {
    std::uint32_t const bits = static_cast<std::uint32_t>(127 + exponent) << 23;
    float power;
    memcpy(&power, &bits, sizeof power);
    return power;
  }

  float first_, second_;
};

enum class Side { left, right };  ///< X or W

/// Numbers of rows, in any order.
struct RowList {
  int* count;
  int* rows;
};

/// An fp32 matrix (rows, columns) in 16-bit parts, in memory of the caller's. Rows that the parts cannot stand for are
/// listed.
struct SplitMatrix {
  Operands format;  ///< half or bfloat16
  std::int64_t rows;
  std::int64_t depth;  ///< columns rounded up to a whole vector; what is added is zero
  void* parts;         ///< (rows, 3 depth), row after row
  int* exponents;      ///< of the powers of two that the rows were multiplied by (half)
  RowList flagged;
  int* next_count;  ///< of the rows that will be listed at the next turn

  /// `turn` counts the matrices that are in `memory` one after the other.
  SplitMatrix(Operands format, std::int64_t rows, std::int64_t columns, void* memory, int turn = 0);

  /// Of memory that starts at a multiple of 128 bytes, as a View's does.
  static std::size_t bytes(std::int64_t rows, std::int64_t columns);
};

/// Enqueues the emptying of the list of a first turn, whose memory may hold anything.
void empty_list(Kokkos::Cuda const& exec, SplitMatrix const& m);

/// Enqueues the filling of `to`, whose list is empty, with the parts of `from`. Reads `from` once where its rows are
/// contiguous (half: the second time from a cache), twice otherwise, and writes 6 bytes an element.
void split(Kokkos::Cuda const& exec, Side side, Matrix const& from, SplitMatrix const& to);

/// Enqueues Y = alpha X W^T + bias from parts; for half of the scaled rows, which the caller has to scale back. The
/// sums of chunks of K, as long as the format's error bound allows, are added in fp32. False, with nothing of worth in
/// Y, if Y has no unit stride or cuBLASLt no algorithm. \throws LaunchError
bool split_product(Kokkos::Cuda const& exec, SplitMatrix const& x, SplitMatrix const& w, Matrix const& y,
                   Epilogue const& epilogue);

/// Enqueues the same, unscaled and in fp32 from X and W themselves, for the listed rows of X and of W; empties the list
/// of X's next turn.
void recompute_flagged(Kokkos::Cuda const& exec, SplitMatrix const& x_parts, SplitMatrix const& w_parts,
                       Matrix const& x, Matrix const& w, Matrix const& y, Epilogue const& epilogue);

}  // namespace aril::impl::cuda

#endif
