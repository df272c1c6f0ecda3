// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <aril/impl/gemm.hpp>
#include <limits>

namespace aril::impl {
namespace {

constexpr std::int64_t blas_limit = std::numeric_limits<std::int32_t>::max();

// For a Y whose columns have unit stride.
std::optional<Gemm> columns_first(Matrix const& x, Matrix const& w, Matrix const& y) {
  Gemm gemm{x.rows, w.rows, x.columns};
  gemm.c           = const_cast<void*>(y.data);
  gemm.c_leading   = y.leading_dimension();
  gemm.a           = x.data;
  gemm.transpose_a = x.leading_dimension() == 0;
  gemm.a_leading   = gemm.transpose_a ? x.transposed().leading_dimension() : x.leading_dimension();
  gemm.b           = w.data;
  gemm.transpose_b = w.leading_dimension() != 0;
  gemm.b_leading   = gemm.transpose_b ? w.leading_dimension() : w.transposed().leading_dimension();
  if (gemm.a_leading == 0 || gemm.b_leading == 0) return {};
  return gemm;
}

}  // namespace

std::int64_t Matrix::leading_dimension() const {
  if (rows > 1 && row_step != 1) return 0;
  // The step between columns means nothing where there is only one, but BLAS looks at it all the same.
  std::int64_t const leading = columns > 1 ? column_step : std::max<std::int64_t>(rows, 1);
  return leading >= std::max<std::int64_t>(rows, 1) && leading <= blas_limit ? leading : 0;
}

bool made_transposed(Matrix const& y) {
  bool const by_columns = y.leading_dimension() != 0, by_rows = y.transposed().leading_dimension() != 0;
  return by_rows && (!by_columns || y.rows == 1);
}

std::optional<Gemm> as_gemm(Matrix const& x, Matrix const& w, Matrix const& y) {
  if (std::max({x.rows, x.columns, w.rows}) > blas_limit) return {};
  if (!made_transposed(y)) return y.leading_dimension() != 0 ? columns_first(x, w, y) : std::nullopt;
  auto gemm = columns_first(w, x, y.transposed());  // Y^T = W X^T
  if (gemm) gemm->of_transpose = true;
  return gemm;
}

}  // namespace aril::impl
