// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ARIL_PERF_TEST_MODEL_HPP
#define ARIL_PERF_TEST_MODEL_HPP

#include "measure.hpp"

/// \file
/// What each operation has to move and compute, at least. Sizes in elements, `element` in bytes.

namespace aril::perf::model {

/// dst = src: src read, dst written.
constexpr Work copy(double count, double element) { return {2 * count * element, 0}; }

/// C = s*A: A read, C written; one product per element.
constexpr Work scale(double count, double element) { return {2 * count * element, count}; }

/// C(i,j) = d(i)*B(i,j): B and d read, C written.
constexpr Work scale_rows(double rows, double columns, double element) {
  return {(2 * rows * columns + rows) * element, rows * columns};
}

/// C(i,j) = d(j)*B(i,j): B and d read, C written.
constexpr Work scale_columns(double rows, double columns, double element) {
  return {(2 * rows * columns + columns) * element, rows * columns};
}

/// C(i,j) = d(i)*B(i,j) + b(j): B, d and b read, C written.
constexpr Work affine(double rows, double columns, double element) {
  return {(2 * rows * columns + rows + columns) * element, 2 * rows * columns};
}

/// Z = Y*s + Y: Y read, Z written.
constexpr Work scaled_residual(double count, double element) { return {2 * count * element, 2 * count}; }

/// t = X W^T + b, Y = t*s + t with X (M,K), W (N,K): the flops of the product alone, as is usual for linear layers.
constexpr Work linear_scaled_residual(double m, double n, double k, double element) {
  return {(m * k + n * k + n + m * n) * element, 2 * m * n * k};
}

}  // namespace aril::perf::model

#endif
