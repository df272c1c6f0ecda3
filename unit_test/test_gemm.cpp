// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <algorithm>
#include <aril/impl/gemm.hpp>
#include <ostream>
#include <vector>

/// \file
/// How a product over any strides becomes a column-major GEMM: pure functions, tried by carrying out the GEMM that they
/// describe.

namespace aril::impl {
namespace {

constexpr std::int64_t int_max = 2147483647;

/// Index i*row_step + j*column_step of `memory` is element (i, j).
struct Stored {
  std::vector<double> memory;
  Matrix matrix;
};

Stored stored(std::int64_t rows, std::int64_t columns, bool columns_first, int padding, int step, int seed) {
  Stored s;
  std::int64_t const fast = columns_first ? rows : columns;
  std::int64_t const slow = columns_first ? columns : rows;
  s.memory.assign(std::max<std::int64_t>(fast * slow * step + slow * padding, 1), -777);
  std::int64_t const pitch = fast * step + padding;
  s.matrix                 = {nullptr, rows, columns, columns_first ? step : pitch, columns_first ? pitch : step};
  for (std::int64_t i = 0; i < rows; ++i)
    for (std::int64_t j = 0; j < columns; ++j)
      s.memory[i * s.matrix.row_step + j * s.matrix.column_step] = static_cast<double>((seed + 5 * i + 3 * j) % 11 - 5);
  return s;
}

/// C = op(A) op(B) as BLAS reads the description.
void carry_out(Gemm const& g) {
  auto const element = [](void const* data, bool transpose, std::int64_t leading, std::int64_t row,
                          std::int64_t column) {
    return static_cast<double const*>(data)[transpose ? column + row * leading : row + column * leading];
  };
  for (std::int64_t i = 0; i < g.m; ++i)
    for (std::int64_t j = 0; j < g.n; ++j) {
      double total = 0;
      for (std::int64_t k = 0; k < g.k; ++k)
        total += element(g.a, g.transpose_a, g.a_leading, i, k) * element(g.b, g.transpose_b, g.b_leading, k, j);
      static_cast<double*>(g.c)[i + j * g.c_leading] = total;
    }
}

/// BLAS refuses a leading dimension below the stored rows.
void expect_acceptable(Gemm const& g) {
  EXPECT_GE(g.a_leading, std::max<std::int64_t>(1, g.transpose_a ? g.k : g.m));
  EXPECT_GE(g.b_leading, std::max<std::int64_t>(1, g.transpose_b ? g.n : g.k));
  EXPECT_GE(g.c_leading, std::max<std::int64_t>(1, g.m));
  for (std::int64_t const size : {g.m, g.n, g.k, g.a_leading, g.b_leading, g.c_leading}) EXPECT_LE(size, int_max);
}

void check_product(std::int64_t m, std::int64_t n, std::int64_t k, int mix, int padding) {
  SCOPED_TRACE(::testing::Message() << m << " x " << n << " x " << k << ", mix " << mix << ", padding " << padding);
  Stored x = stored(m, k, mix & 1, padding, 1, 1), w = stored(n, k, mix & 2, 2 * padding, 1, 2);
  Stored y      = stored(m, n, mix & 4, padding, 1, 3);
  x.matrix.data = x.memory.data();
  w.matrix.data = w.memory.data();
  y.matrix.data = y.memory.data();
  auto expected = y.memory;
  for (std::int64_t i = 0; i < m; ++i)
    for (std::int64_t j = 0; j < n; ++j) {
      double total = 0;
      for (std::int64_t p = 0; p < k; ++p)
        total += x.memory[i * x.matrix.row_step + p * x.matrix.column_step] *
                 w.memory[j * w.matrix.row_step + p * w.matrix.column_step];
      expected[i * y.matrix.row_step + j * y.matrix.column_step] = total;
    }

  auto const gemm = as_gemm(x.matrix, w.matrix, y.matrix);

  ASSERT_TRUE(gemm.has_value());
  expect_acceptable(*gemm);
  carry_out(*gemm);
  ASSERT_EQ(y.memory, expected);
}

TEST(Gemm, AllLayoutMixes) {
  for (int mix = 0; mix < 8; ++mix)
    for (int const padding : {0, 1, 4}) check_product(4, 5, 3, mix, padding);
}

// Extents of one: the strides mean nothing there, and BLAS wants to see acceptable ones all the same.
TEST(Gemm, UnitExtents) {
  for (std::int64_t const m : {1, 2})
    for (std::int64_t const n : {1, 3})
      for (std::int64_t const k : {1, 4})
        for (int mix = 0; mix < 8; ++mix)
          for (int const padding : {0, 2}) check_product(m, n, k, mix, padding);
}

// With extents of one, any stride will do: a row of a spread out matrix, the strides of an empty one.
TEST(Gemm, MeaninglessStrides) {
  double const x[] = {2}, w[] = {3};
  double y[] = {0};
  for (std::int64_t const row_step : {0, 1, 7})
    for (std::int64_t const column_step : {0, 1, 7}) {
      auto const gemm =
          as_gemm({x, 1, 1, row_step, column_step}, {w, 1, 1, column_step, row_step}, {y, 1, 1, row_step, column_step});
      ASSERT_TRUE(gemm.has_value()) << row_step << ", " << column_step;
      expect_acceptable(*gemm);
      carry_out(*gemm);
      EXPECT_EQ(y[0], 6);
    }
}

// A single row with a stride between its elements is a column-major matrix with that leading dimension.
TEST(Gemm, SpreadRowsAndColumns) {
  double const x[] = {1, -1, 2, -1, 3}, w[] = {1, 10, 100};
  double y[]      = {0};
  auto const gemm = as_gemm({x, 1, 3, 1, 2}, {w, 1, 3, 3, 1}, {y, 1, 1, 1, 1});
  ASSERT_TRUE(gemm.has_value());
  expect_acceptable(*gemm);
  carry_out(*gemm);
  EXPECT_EQ(y[0], 321);
}

TEST(Gemm, NoUnitStride) {
  double memory[1000] = {};
  Matrix const good{memory, 4, 4, 4, 1}, spread{memory, 4, 4, 8, 2}, spread_across{memory, 4, 4, 3, 12};
  ASSERT_TRUE(as_gemm(good, good, good));
  for (Matrix const& bad : {spread, spread_across}) {
    EXPECT_FALSE(as_gemm(bad, good, good));
    EXPECT_FALSE(as_gemm(good, bad, good));
    EXPECT_FALSE(as_gemm(good, good, bad));
    EXPECT_FALSE(as_gemm(bad.transposed(), good, good));
  }
}

// One row or element for all: BLAS has no leading dimension of zero.
TEST(Gemm, BroadcastInputs) {
  double memory[16] = {};
  Matrix const good{memory, 4, 4, 4, 1}, same_row{memory, 4, 4, 0, 1}, same_element{memory, 4, 4, 0, 0};
  for (Matrix const& bad : {same_row, same_element, same_row.transposed()}) {
    EXPECT_FALSE(as_gemm(bad, good, good));
    EXPECT_FALSE(as_gemm(good, bad, good));
  }
}

// Rows that overlap each other (a leading dimension below their length) are readable, but not by BLAS.
TEST(Gemm, OverlappingRows) {
  double memory[16] = {};
  Matrix const good{memory, 4, 4, 4, 1}, sliding{memory, 4, 4, 2, 1}, by_one{memory, 4, 4, 1, 1};
  for (Matrix const& bad : {sliding, by_one}) {
    EXPECT_FALSE(as_gemm(bad, good, good));
    EXPECT_FALSE(as_gemm(good, bad, good));
  }
}

// No memory is looked at, so that sizes beyond the machine's can be tried.
TEST(Gemm, SizesBeyondBlas) {
  auto const rows_first = [](std::int64_t rows, std::int64_t columns) {
    return Matrix{nullptr, rows, columns, columns, 1};
  };
  auto const columns_first = [&](std::int64_t rows, std::int64_t columns) {
    return rows_first(columns, rows).transposed();
  };
  std::int64_t const beyond = int_max + 1;
  auto const fits           = [&](std::int64_t m, std::int64_t n, std::int64_t k) {
    auto const gemm = as_gemm(rows_first(m, k), rows_first(n, k), rows_first(m, n));
    if (gemm) expect_acceptable(*gemm);
    return gemm.has_value();
  };
  EXPECT_TRUE(fits(46341, 46341, 4));
  EXPECT_TRUE(fits(int_max, 10, 10));
  EXPECT_TRUE(fits(10, int_max, 10));
  EXPECT_TRUE(fits(10, 10, int_max));
  EXPECT_FALSE(fits(beyond, 10, 10));
  EXPECT_FALSE(fits(10, beyond, 10));
  EXPECT_FALSE(fits(10, 10, beyond));
  EXPECT_FALSE(fits((std::int64_t{1} << 32) + 8, 1, 1));

  EXPECT_TRUE(as_gemm(columns_first(int_max, 3), rows_first(2, 3), columns_first(int_max, 2)));
  EXPECT_FALSE(as_gemm(columns_first(beyond, 3), rows_first(2, 3), columns_first(beyond, 2)));

  Matrix const far_apart{nullptr, 3, 4, beyond, 1};
  EXPECT_FALSE(as_gemm(far_apart, rows_first(2, 4), rows_first(3, 2)));
  EXPECT_FALSE(as_gemm(rows_first(2, 4), far_apart, rows_first(2, 3)));
  EXPECT_FALSE(as_gemm(rows_first(3, 2), rows_first(4, 2), far_apart));
}

TEST(LeadingDimension, OfColumnMajorMatrices) {
  EXPECT_EQ((Matrix{nullptr, 4, 5, 1, 4}.leading_dimension()), 4);
  EXPECT_EQ((Matrix{nullptr, 4, 5, 1, 9}.leading_dimension()), 9);
  EXPECT_EQ((Matrix{nullptr, 4, 5, 1, int_max}.leading_dimension()), int_max);
  EXPECT_EQ((Matrix{nullptr, 1, 5, 77, 3}.leading_dimension()), 3) << "a single row, spread";
  EXPECT_EQ((Matrix{nullptr, 4, 1, 1, 77}.leading_dimension()), 4) << "a single column";
  EXPECT_EQ((Matrix{nullptr, 1, 1, 0, 0}.leading_dimension()), 1);
}

TEST(LeadingDimension, OfOthers) {
  EXPECT_EQ((Matrix{nullptr, 4, 5, 5, 1}.leading_dimension()), 0) << "row-major";
  EXPECT_EQ((Matrix{nullptr, 4, 5, 2, 8}.leading_dimension()), 0) << "spread";
  EXPECT_EQ((Matrix{nullptr, 4, 5, 1, 3}.leading_dimension()), 0) << "columns overlap";
  EXPECT_EQ((Matrix{nullptr, 4, 5, 1, 0}.leading_dimension()), 0) << "one column for all";
  EXPECT_EQ((Matrix{nullptr, 4, 5, 0, 4}.leading_dimension()), 0) << "one row for all";
  EXPECT_EQ((Matrix{nullptr, 1, 5, 1, 0}.leading_dimension()), 0) << "one element for all";
  EXPECT_EQ((Matrix{nullptr, 4, 5, 1, int_max + 1}.leading_dimension()), 0) << "beyond BLAS";
}

TEST(Matrix, Transposed) {
  double element      = 0;
  Matrix const matrix = Matrix{&element, 4, 5, 6, 7}.transposed();
  EXPECT_EQ(matrix.data, &element);
  EXPECT_EQ(matrix.rows, 5);
  EXPECT_EQ(matrix.columns, 4);
  EXPECT_EQ(matrix.row_step, 7);
  EXPECT_EQ(matrix.column_step, 6);
}

}  // namespace
}  // namespace aril::impl
