// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ARIL_PRECISION_HPP
#define ARIL_PRECISION_HPP

#include <iosfwd>

namespace aril {

/// How the linear layer's product X W^T is computed. All but `ieee` are for floats on CUDA, where Y, for `tf32` X and W
/// too, has a unit stride, and are taken by name only, whatever the environment says; for other element types and on
/// hosts they give what `ieee` gives, which is more than was asked for. So do the tiers that split for fewer than 64
/// outputs or at most 16 rows of X, and `tf32` for at most 12 of either, where that is faster.
///
/// Bounds hold for every element: |Y - X W^T| <= c |X| |W|^T + a + 2^-149 K, the last term for products that underflow,
/// where nothing overflows; u = 2^-24, K < 2^24 is the number of products in a sum, and a is 0 where it is not named.
/// What a tier cannot hold, as named there, it computes as `ieee` does, row by row of X or W, by a kernel that reads
/// both again: right, and slow where there are many such rows. So are rows with an infinity, in the tiers that split.
/// NaN stays NaN, and Y = K exactly where X and W are all ones.
///
/// Tensor cores sum products in steps, on Hopper of at least 8 (tf32) or 16, each truncated, not rounded: M. Fasi, N.
/// J. Higham, M. Mikaitis, S. Pranesh, "Numerical behavior of NVIDIA tensor cores", PeerJ Computer Science 7:e330,
/// 2021, for the GPUs before. The bounds assume a step's error to be at most 2^-21 of the sum of magnitudes so far.
enum class Precision {
  /// Products and sums in the element type (float for 16-bit types, whose results are then rounded once more); never
  /// TF32. c = K u / (1 - K u) (N. J. Higham, "Accuracy and Stability of Numerical Algorithms", 2nd ed., section
  /// 3.5), in any order of summation.
  ieee,

  /// Operands cut to TF32, 10 bits after the leading one, on tensor cores: c = 2^-9 + 2^-21 ceil(K / 8),
  /// a = 2^-136 (sum of |x| + sum of |w|). Numbers above 3.4011e38 may count as infinite. (cuBLAS of CUDA 13.0 on an
  /// H200 rounds operands to nearest, which halves the first term.)
  tf32,

  /// x = hi + lo, two bfloat16 numbers; X W^T = lo hi + hi lo + hi hi on tensor cores, the small products first, in
  /// sums of 4096 large ones that are added in fp32:
  /// c = 3 * 2^-16 + 2^-21 ceil(min(K, 4096) / 16) + 2^-31 K + 2^-23 ceil(K / 4096),
  /// a = 2^-133 (sum of |x| + sum of |w|).
  /// Cannot hold: rows with a number from 3.3961e38 on, and rows of nothing but zeros and numbers below 2^-100.
  split_bf16,

  /// The same with half precision, each row of X and of W scaled by a power of two to where half precision is at its
  /// best, in sums of 2048: results of fp32's grade whatever the rows' magnitudes.
  /// c = 3 * 2^-22 + 2^-21 ceil(min(K, 2048) / 16) + 2^-34 K + 2^-23 ceil(K / 2048), a = 2^-38 K max|x| max|w|.
  /// The relative error in the Frobenius norm is within three times that of cuBLAS' fp32 (K = 4096,
  /// docs/performance.md). Holds every finite row.
  split_fp16,
};

std::ostream& operator<<(std::ostream& out, Precision precision);

}  // namespace aril

#endif
