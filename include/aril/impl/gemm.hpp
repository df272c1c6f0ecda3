// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ARIL_IMPL_GEMM_HPP
#define ARIL_IMPL_GEMM_HPP

#include <cstdint>
#include <optional>

/// \file
/// How a matrix product over any strides maps onto the column-major GEMM that BLAS libraries offer.

namespace aril::impl {

/// Rows and columns that a library is given at a time: they count in 32 bits inside.
inline constexpr std::int64_t most_at_once = std::int64_t{1} << 30;

/// A matrix in memory; strides in elements.
struct Matrix {
  void const* data         = nullptr;
  std::int64_t rows        = 0;
  std::int64_t columns     = 0;
  std::int64_t row_step    = 0;  ///< from (i, j) to (i+1, j)
  std::int64_t column_step = 0;  ///< from (i, j) to (i, j+1)

  Matrix transposed() const { return {data, columns, rows, column_step, row_step}; }
  /// The leading dimension as a column-major matrix, or 0 if it is none that BLAS takes.
  std::int64_t leading_dimension() const;
};

/// C (m x n) = op(A) op(B), all column-major; op is the transpose where `transpose_*` is set.
struct Gemm {
  std::int64_t m = 0, n = 0, k = 0;
  void const* a          = nullptr;
  void const* b          = nullptr;
  void* c                = nullptr;
  bool transpose_a       = false;
  bool transpose_b       = false;
  std::int64_t a_leading = 1;
  std::int64_t b_leading = 1;
  std::int64_t c_leading = 1;
  bool of_transpose      = false;  ///< C is Y^T: Y's columns are C's rows
};

/// Is the GEMM that makes Y one of Y^T? Where Y's rows are contiguous and its columns are not, and for a single row.
bool made_transposed(Matrix const& y);

/// Y (M x N) = X (M x K) W (N x K)^T as a GEMM, of Y^T where Y's rows are contiguous; empty where one of the three has
/// no unit stride, or a size or leading dimension is beyond the 32-bit integers of BLAS.
std::optional<Gemm> as_gemm(Matrix const& x, Matrix const& w, Matrix const& y);

}  // namespace aril::impl

#endif
