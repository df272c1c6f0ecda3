// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <aril/scale.hpp>

#include "support/matchers.hpp"
#include "support/oracle.hpp"
#include "support/sizes.hpp"

/// \file
/// Ranks, layouts, tall, wide, static and empty shapes. The arithmetic is in small integers; other tests have the
/// numbers.

namespace aril::test {
namespace {

template <class C>
class Shapes : public ::testing::Test {};
using FloatCases = Cases<List<float>>;
TYPED_TEST_SUITE(Shapes, FloatCases, CaseName);

/// C = 2*A from one layout into another, and A = 2*A.
template <class D, class LA, class LC, class Exec>
void check_scale(Extents const& extents, Placement const& a_place = {}, Placement const& c_place = {}) {
  SCOPED_TRACE(layout_name<LA>() + " to " + layout_name<LC>() + ", " + at(extents, a_place, c_place));
  Operand<D, LA, Exec> a(extents, a_place);
  Operand<D, LC, Exec> c(extents, c_place);
  auto const input = small_numbers<float>(1, a.size());
  a.fill(input);

  scale(Exec(), 2, a.view(), c.view());
  expect_holds(c, scaled(2.0f, input), "C");

  scale(Exec(), 2, a.view(), a.view());
  expect_holds(a, scaled(2.0f, input), "A in place");
}

/// Every layout with itself; spread out, padded and transposed ones among them.
template <class D, class Exec>
void check_rank(Extents const& extents) {
  check_scale<D, Kokkos::LayoutRight, Kokkos::LayoutRight, Exec>(extents);
  check_scale<D, Kokkos::LayoutLeft, Kokkos::LayoutLeft, Exec>(extents);
  auto const places = matrix_placements<Kokkos::LayoutStride, float>();
  for (std::size_t k = 0; k < places.size(); ++k)
    check_scale<D, Kokkos::LayoutStride, Kokkos::LayoutStride, Exec>(extents, places[k],
                                                                     places[(k + 1) % places.size()]);
}

TYPED_TEST(Shapes, Rank0) { check_rank<float, typename TypeParam::Exec>({}); }
TYPED_TEST(Shapes, Rank1) { check_rank<float*, typename TypeParam::Exec>({10}); }
TYPED_TEST(Shapes, Rank2) { check_rank<float**, typename TypeParam::Exec>({5, 6}); }
TYPED_TEST(Shapes, Rank3) { check_rank<float***, typename TypeParam::Exec>({3, 5, 6}); }
TYPED_TEST(Shapes, Rank4) { check_rank<float****, typename TypeParam::Exec>({3, 1, 5, 6}); }
TYPED_TEST(Shapes, Rank5) { check_rank<float*****, typename TypeParam::Exec>({3, 2, 3, 5, 4}); }
TYPED_TEST(Shapes, Rank6) { check_rank<float******, typename TypeParam::Exec>({2, 3, 2, 1, 4, 5}); }
TYPED_TEST(Shapes, Rank7) { check_rank<float*******, typename TypeParam::Exec>({2, 3, 2, 3, 2, 3, 2}); }
TYPED_TEST(Shapes, Rank8) { check_rank<float********, typename TypeParam::Exec>({2, 3, 2, 3, 2, 3, 2, 2}); }

/// Rows and columns of a rank-R View: the first and the last index.
template <class D, class Exec>
void check_rows_and_columns(Extents const& extents) {
  for (auto const& place : matrix_placements<Kokkos::LayoutStride, float>()) {
    SCOPED_TRACE(at(extents, place, place));
    Operand<D, Kokkos::LayoutStride, Exec> b(extents, place);
    Operand<float*, Kokkos::LayoutRight, Exec> left({extents.front()}), right({extents.back()});
    auto const input = small_numbers<float>(1, b.size());
    auto const first = small_numbers<float>(2, left.size());
    auto const last  = small_numbers<float>(3, right.size());
    b.fill(input);
    left.fill(first);
    right.fill(last);

    scale_rows(Exec(), left.view(), b.view(), b.view());
    expect_holds(b, rows_scaled(first, input), "rows");

    scale_columns(Exec(), right.view(), b.view(), b.view());
    expect_holds(b, columns_scaled(last, rows_scaled(first, input)), "columns");
  }
}

TYPED_TEST(Shapes, RowsAndColumnsOfHighRank) {
  check_rows_and_columns<float****, typename TypeParam::Exec>({4, 3, 2, 5});
  check_rows_and_columns<float*******, typename TypeParam::Exec>({2, 3, 2, 3, 2, 3, 2});
  check_rows_and_columns<float********, typename TypeParam::Exec>({3, 2, 2, 3, 2, 1, 2, 4});
}

template <class D, class Exec>
void check_mixed_layouts(Extents const& extents) {
  check_scale<D, Kokkos::LayoutRight, Kokkos::LayoutLeft, Exec>(extents);
  check_scale<D, Kokkos::LayoutLeft, Kokkos::LayoutRight, Exec>(extents);
  for (auto const& place : matrix_placements<Kokkos::LayoutStride, float>()) {
    check_scale<D, Kokkos::LayoutRight, Kokkos::LayoutStride, Exec>(extents, {}, place);
    check_scale<D, Kokkos::LayoutStride, Kokkos::LayoutLeft, Exec>(extents, place, {});
  }
}

TYPED_TEST(Shapes, MixedLayouts) {
  for (Extents const& extents : std::vector<Extents>{{1, 9}, {9, 1}, {3, 5}, {33, 65}, {64, 128}, {5, 1023}})
    check_mixed_layouts<float**, typename TypeParam::Exec>(extents);
  for (Extents const& extents : std::vector<Extents>{{2, 3, 4}, {7, 5, 9}, {8, 16, 32}})
    check_mixed_layouts<float***, typename TypeParam::Exec>(extents);
}

/// Extents known to the compiler, all or some.
template <class Exec>
void check_static_extents() {
  check_scale<float* [3], Kokkos::LayoutRight, Kokkos::LayoutRight, Exec>({37, 3});
  check_scale<float* [3], Kokkos::LayoutLeft, Kokkos::LayoutLeft, Exec>({37, 3});
  check_scale<float[4][5], Kokkos::LayoutRight, Kokkos::LayoutLeft, Exec>({4, 5});
  check_scale<float[17], Kokkos::LayoutRight, Kokkos::LayoutRight, Exec>({17});
  check_scale<float** [2][3], Kokkos::LayoutRight, Kokkos::LayoutRight, Exec>({4, 5, 2, 3});

  // Static next to dynamic: the same shape in another type.
  Operand<float* [3], Kokkos::LayoutRight, Exec> b({7, 3});
  Operand<float**, Kokkos::LayoutLeft, Exec> c({7, 3});
  Operand<float[7], Kokkos::LayoutRight, Exec> d({7});
  auto const input   = small_numbers<float>(1, b.size());
  auto const factors = small_numbers<float>(2, d.size());
  b.fill(input);
  d.fill(factors);
  scale_rows(Exec(), d.view(), b.view(), c.view());
  expect_holds(c, rows_scaled(factors, input), "static and dynamic");
}

TYPED_TEST(Shapes, StaticExtents) { check_static_extents<typename TypeParam::Exec>(); }

/// One of each operation, one after the other, on a shape whose rows or columns are more than a grid dimension other
/// than x can count: every element is written three times.
template <class D, class L, class Exec>
void check_extreme(Extents const& extents) {
  SCOPED_TRACE(layout_name<L>() + ' ' + text(extents));
  Operand<D, L, Exec> b(extents), c(extents);
  Operand<float*, Kokkos::LayoutRight, Exec> left({extents.front()}), right({extents.back()});
  std::vector<float> input(static_cast<std::size_t>(b.size())), first, last;
  for (std::size_t n = 0; n < input.size(); ++n) input[n] = static_cast<float>(n % 31);
  for (std::int64_t i = 0; i < extents.front(); ++i) first.push_back(static_cast<float>(i % 7 + 1));
  for (std::int64_t j = 0; j < extents.back(); ++j) last.push_back(static_cast<float>(j % 5 + 1));
  b.fill(input);
  left.fill(first);
  right.fill(last);
  std::size_t const length = input.size() / first.size();
  for (std::size_t n = 0; n < input.size(); ++n) input[n] *= 3 * first[n / length] * last[n % last.size()];

  scale_rows(Exec(), left.view(), b.view(), c.view());
  scale_columns(Exec(), right.view(), c.view(), c.view());
  b.fill_stale();
  scale(Exec(), 3, c.view(), b.view());

  expect_holds(b, input, "rows, columns, scale");
}

TYPED_TEST(Shapes, TallAndWide) {
  using Exec = typename TypeParam::Exec;
  for (Extents const& extents :
       std::vector<Extents>{{2, 131072}, {131072, 2}, {1, 1 << 22}, {1 << 22, 1}, {65536, 3}, {1048576, 5}}) {
    check_extreme<float**, Kokkos::LayoutRight, Exec>(extents);
    check_extreme<float**, Kokkos::LayoutLeft, Exec>(extents);
  }
}

TYPED_TEST(Shapes, TallAndWideOfRankThree) {
  using Exec = typename TypeParam::Exec;
  for (Extents const& extents : std::vector<Extents>{{2, 3, 200000}, {200000, 3, 2}}) {
    check_extreme<float***, Kokkos::LayoutRight, Exec>(extents);
    check_extreme<float***, Kokkos::LayoutLeft, Exec>(extents);
  }
}

/// Empty: nothing is done, nothing is written, and the next call works.
template <class D, class L, class Exec>
void check_empty(Extents const& extents, Operand<float*, Kokkos::LayoutRight, Exec>& good) {
  SCOPED_TRACE(layout_name<L>() + ' ' + text(extents));
  Operand<D, L, Exec> a(extents), c(extents);
  Operand<float*, Kokkos::LayoutRight, Exec> left({extents.front()}), right({extents.back()});
  ASSERT_EQ(c.size(), 0);

  scale(Exec(), 2, a.view(), c.view());
  scale(Exec(), 2, a.view(), a.view());
  scale_rows(Exec(), left.view(), a.view(), c.view());
  scale_columns(Exec(), right.view(), a.view(), c.view());
  expect_holds(c, {}, "C");
  expect_holds(a, {}, "A");

  good.fill({1, 2, 3});
  scale(Exec(), 2, good.view(), good.view());
  expect_holds(good, {2, 4, 6}, "the next call");
}

template <class L, class Exec>
void check_empty_shapes() {
  Operand<float*, Kokkos::LayoutRight, Exec> good({3});
  check_empty<float*, L, Exec>({0}, good);
  for (Extents const& extents : std::vector<Extents>{{0, 5}, {5, 0}, {0, 0}, {1, 0}, {0, 1}})
    check_empty<float**, L, Exec>(extents, good);
  for (Extents const& extents : std::vector<Extents>{{3, 0, 5}, {0, 4, 5}, {3, 4, 0}})
    check_empty<float***, L, Exec>(extents, good);
}

TYPED_TEST(Shapes, Empty) {
  check_empty_shapes<Kokkos::LayoutRight, typename TypeParam::Exec>();
  check_empty_shapes<Kokkos::LayoutLeft, typename TypeParam::Exec>();
  check_empty_shapes<Kokkos::LayoutStride, typename TypeParam::Exec>();
}

/// Views without memory, and of no elements at an allocation's end.
template <class Exec>
void check_null_views() {
  Kokkos::View<float*, Exec> const vector;
  Kokkos::View<float**, Exec> const matrix;
  scale(Exec(), 2, vector, vector);
  scale(Exec(), 2, matrix, matrix);
  scale_rows(Exec(), vector, matrix, matrix);
  scale_columns(Exec(), vector, matrix, matrix);

  Operand<float*, Kokkos::LayoutRight, Exec> whole({9});
  auto const input = small_numbers<float>(1, 9);
  whole.fill(input);
  auto const end = Kokkos::subview(whole.view(), Range(9, 9));
  scale(Exec(), 2, end, end);
  scale_rows(Exec(), end, end, end);
  expect_holds(whole, input, "the rest");
}

TYPED_TEST(Shapes, NullData) { check_null_views<typename TypeParam::Exec>(); }

}  // namespace
}  // namespace aril::test
