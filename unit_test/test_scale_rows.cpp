// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <aril/scale.hpp>

#include "support/matchers.hpp"
#include "support/oracle.hpp"
#include "support/sizes.hpp"

namespace aril::test {
namespace {

/// scale_rows and scale_columns of a new B into a new C, then of B in place.
template <class Op, class Exec>
void check_both(Extents const& extents, Placement const& b_place, Placement const& c_place, Placement const& d_place) {
  using T = typename Op::View::value_type;
  if (::testing::Test::HasFailure()) return;
  SCOPED_TRACE(at(extents, b_place, c_place));
  Op b(extents, b_place), c(extents, c_place);
  Operand<T*, Kokkos::LayoutStride, Exec> left({extents.front()}, d_place), right({extents.back()}, d_place);
  auto const input          = random_numbers<T>(1, b.size());
  auto const left_factor    = random_numbers<T>(2, left.size());
  auto const right_factor   = random_numbers<T>(3, right.size());
  auto const rows_result    = rows_scaled(left_factor, input);
  auto const columns_result = columns_scaled(right_factor, input);
  b.fill(input);
  left.fill(left_factor);
  right.fill(right_factor);

  scale_rows(Exec(), left.view(), b.view(), c.view());
  expect_holds(c, rows_result, "rows");

  c.fill_stale();
  scale_columns(Exec(), right.view(), b.view(), c.view());
  expect_holds(c, columns_result, "columns");

  scale_rows(Exec(), left.view(), b.view(), b.view());
  expect_holds(b, rows_result, "rows in place");

  b.fill(input);
  scale_columns(Exec(), right.view(), b.view(), b.view());
  expect_holds(b, columns_result, "columns in place");
  expect_holds(left, left_factor, "d of rows");
  expect_holds(right, right_factor, "d of columns");
}

template <class C>
class ScaleRowsAndColumns : public ::testing::Test {};
using LayoutCases = Cases<AllTypes, Layouts>;
TYPED_TEST_SUITE(ScaleRowsAndColumns, LayoutCases, CaseName);

TYPED_TEST(ScaleRowsAndColumns, Placements) {
  using T           = typename TypeParam::Value;
  using Matrix      = Operand<T**, typename TypeParam::Layout, typename TypeParam::Exec>;
  auto const places = matrix_placements<typename TypeParam::Layout, T>();
  for (Extents const& shape : edge_shapes())
    for (std::size_t b = 0; b < places.size(); ++b) {
      auto const& other = places[(b + 1) % places.size()];
      check_both<Matrix, typename TypeParam::Exec>(shape, places[b], places[b], {});
      check_both<Matrix, typename TypeParam::Exec>(shape, places[b], other, {.offset = 1, .step = 3});
    }
}

template <class C>
class ScaleRowsAndColumnsOffsets : public ::testing::Test {};
using StrideCases = Cases<AllTypes, List<Kokkos::LayoutStride>>;
TYPED_TEST_SUITE(ScaleRowsAndColumnsOffsets, StrideCases, CaseName);

// Every element offset within a vector for B and C, independently; d's goes through them, too. Rows of whole vectors
// that stay where the first one is, and rows that shift.
TYPED_TEST(ScaleRowsAndColumnsOffsets, Matrices) {
  using T          = typename TypeParam::Value;
  using Matrix     = Operand<T**, Kokkos::LayoutStride, typename TypeParam::Exec>;
  int const vector = vector_of<T>;
  for (int b = 0; b < vector; ++b)
    for (int c = 0; c < vector; ++c)
      for (std::int64_t const columns : {4 * vector, 4 * vector + 1, vector - 1})
        check_both<Matrix, typename TypeParam::Exec>({3, columns}, {.offset = b}, {.offset = c},
                                                     {.offset = (b + 2 * c) % vector});
}

// On rank 1 both are the elementwise product.
TYPED_TEST(ScaleRowsAndColumnsOffsets, Vectors) {
  using T      = typename TypeParam::Value;
  using Vector = Operand<T*, Kokkos::LayoutStride, typename TypeParam::Exec>;
  for (std::int64_t const n : edge_lengths(vector_of<T>)) {
    check_both<Vector, typename TypeParam::Exec>({n}, {}, {}, {});
    check_both<Vector, typename TypeParam::Exec>({n}, {.step = 2}, {}, {.offset = 1});
  }
}

// The first index and the last one; those between belong to neither.
TYPED_TEST(ScaleRowsAndColumnsOffsets, RankThree) {
  using T    = typename TypeParam::Value;
  using Cube = Operand<T***, Kokkos::LayoutStride, typename TypeParam::Exec>;
  for (Extents const& shape : std::vector<Extents>{{1, 1, 1}, {2, 3, 4}, {4, 3, 2}, {5, 7, 33}, {33, 7, 5}})
    for (auto const& b : matrix_placements<Kokkos::LayoutStride, T>())
      check_both<Cube, typename TypeParam::Exec>(shape, b, {}, {});
}

/// C = diag(d) B and C = B diag(d) for B = [[10, 20], [30, 40]], d = {2, 4}: square, so that a wrong axis fits.
template <class Exec, class LB, class LC>
void check_axis() {
  Operand<float**, LB, Exec> b({2, 2});
  Operand<float**, LC, Exec> c({2, 2});
  Operand<float*, Kokkos::LayoutRight, Exec> d({2});
  b.fill({10, 20, 30, 40});
  d.fill({2, 4});

  scale_rows(Exec(), d.view(), b.view(), c.view());
  expect_holds(c, {20, 40, 120, 160}, "rows");

  scale_columns(Exec(), d.view(), b.view(), c.view());
  expect_holds(c, {20, 80, 60, 160}, "columns");
}

template <class C>
class ScaleRowsAndColumnsAxis : public ::testing::Test {};
using AxisCases = Cases<List<float>, Layouts>;
TYPED_TEST_SUITE(ScaleRowsAndColumnsAxis, AxisCases, CaseName);

TYPED_TEST(ScaleRowsAndColumnsAxis, AllLayoutsOfTheOutput) {
  check_axis<typename TypeParam::Exec, typename TypeParam::Layout, Kokkos::LayoutRight>();
  check_axis<typename TypeParam::Exec, typename TypeParam::Layout, Kokkos::LayoutLeft>();
  check_axis<typename TypeParam::Exec, typename TypeParam::Layout, Kokkos::LayoutStride>();
}

// Large and square, with a period that fits neither vectors nor blocks.
TYPED_TEST(ScaleRowsAndColumnsAxis, Square) {
  std::int64_t const size = 1024;
  Operand<float**, typename TypeParam::Layout, typename TypeParam::Exec> b({size, size});
  Operand<float*, Kokkos::LayoutRight, typename TypeParam::Exec> d({size});
  std::vector<float> factors, rows, columns;
  for (int i = 0; i < size; ++i) factors.push_back(static_cast<float>(i % 13));
  for (int i = 0; i < size; ++i)
    for (int j = 0; j < size; ++j) rows.push_back(factors[i]);
  for (int i = 0; i < size; ++i)
    for (int j = 0; j < size; ++j) columns.push_back(factors[i] * factors[j]);
  b.fill(std::vector<float>(size * size, 1.0f));
  d.fill(factors);

  scale_rows(typename TypeParam::Exec(), d.view(), b.view(), b.view());
  expect_holds(b, rows, "rows");

  scale_columns(typename TypeParam::Exec(), d.view(), b.view(), b.view());
  expect_holds(b, columns, "rows, then columns");
}

/// d is a column of a Right matrix or a row of a Left one, whose other elements are NaN: strides that the type says.
template <class Exec, class Parent, class D>
void check_vector_of_matrix(Parent const& parent, D const& d) {
  static_assert(std::is_same_v<typename D::array_layout, Kokkos::LayoutStride>);
  std::int64_t const n = 37;
  auto const host      = Kokkos::create_mirror_view(parent);
  Kokkos::deep_copy(host, stale<float>());
  bool const column = host.extent(0) == static_cast<std::size_t>(n);
  std::vector<float> factors;
  for (int i = 0; i < n; ++i) {
    factors.push_back(static_cast<float>(i + 1));
    (column ? host(i, 1) : host(1, i)) = factors.back();
  }
  Kokkos::deep_copy(parent, host);
  Operand<float**, Kokkos::LayoutRight, Exec> b({n, n}), c({n, n});
  auto const input = random_numbers<float>(1, n * n);
  b.fill(input);

  scale_rows(Exec(), d, b.view(), c.view());
  expect_holds(c, rows_scaled(factors, input), "rows");

  scale_columns(Exec(), d, b.view(), c.view());
  expect_holds(c, columns_scaled(factors, input), "columns");
}

template <class C>
class ScaleRowsAndColumnsOfSubviews : public ::testing::Test {};
using SubviewCases = Cases<List<float>>;
TYPED_TEST_SUITE(ScaleRowsAndColumnsOfSubviews, SubviewCases, CaseName);

TYPED_TEST(ScaleRowsAndColumnsOfSubviews, ColumnOfRight) {
  Kokkos::View<float**, Kokkos::LayoutRight, typename TypeParam::Exec> const parent("parent", 37, 3);
  check_vector_of_matrix<typename TypeParam::Exec>(parent, Kokkos::subview(parent, Kokkos::ALL, 1));
}

TYPED_TEST(ScaleRowsAndColumnsOfSubviews, RowOfLeft) {
  Kokkos::View<float**, Kokkos::LayoutLeft, typename TypeParam::Exec> const parent("parent", 3, 37);
  check_vector_of_matrix<typename TypeParam::Exec>(parent, Kokkos::subview(parent, 1, Kokkos::ALL));
}

}  // namespace
}  // namespace aril::test
