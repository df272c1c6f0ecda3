// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <aril/transform.hpp>

#include "support/matchers.hpp"
#include "support/sizes.hpp"

/// \file
/// Operands whose elements have different sizes in one call: the widest vector is then of as many elements as the
/// largest of them allows, and each operand has an alignment of its own.

namespace aril::test {
namespace {

using Byte = std::int8_t;

struct Sum {
  template <class A, class B, class C>
  KOKKOS_FUNCTION double operator()(A a, B b, C c) const {
    return static_cast<double>(a) + 2 * static_cast<double>(b) + 4 * static_cast<double>(c);
  }
};

/// out(i, j) = a(i, j) + 2*row(i) + 4*column(j) for elements of four types. Sums stay within a byte.
template <class Out, class A, class Row, class Column, class Exec>
void check_sum(Extents const& extents, Placement const& a_place, Placement const& out_place,
               Placement const& vector_place) {
  if (::testing::Test::HasFailure()) return;
  SCOPED_TRACE(at(extents, a_place, out_place));
  Operand<A**, Kokkos::LayoutStride, Exec> a(extents, a_place);
  Operand<Out**, Kokkos::LayoutStride, Exec> out(extents, out_place);
  Operand<Row*, Kokkos::LayoutStride, Exec> row({extents[0]}, vector_place);
  Operand<Column*, Kokkos::LayoutStride, Exec> column({extents[1]}, vector_place);
  std::vector<A> as;
  std::vector<Row> rows;
  std::vector<Column> columns;
  std::vector<Out> sums;
  for (int i = 0; i < extents[0]; ++i) rows.push_back(static_cast<Row>(i % 5 - 2));
  for (int j = 0; j < extents[1]; ++j) columns.push_back(static_cast<Column>(j % 7 - 3));
  for (int i = 0; i < extents[0]; ++i)
    for (int j = 0; j < extents[1]; ++j) {
      int const value = (13 * i + j) % 101 - 50;
      as.push_back(static_cast<A>(value));
      sums.push_back(static_cast<Out>(value + 2 * (i % 5 - 2) + 4 * (j % 7 - 3)));
    }
  a.fill(as);
  row.fill(rows);
  column.fill(columns);
  auto const in = inputs(a.view(), per_row(row.view()), per_column(column.view()));

  transform(Exec(), in, out.view(), Sum());
  expect_holds(out, sums, "native");

  out.fill_stale();
  transform<Kernels::portable>(Exec(), in, out.view(), Sum());
  expect_holds(out, sums, "portable");
}

/// Shapes with and without tails and gaps; starts from every third element of 16 bytes for each operand.
template <class Out, class A, class Row, class Column, class Exec>
void check_all() {
  for (Extents const& extents : std::vector<Extents>{{1, 1}, {1, 259}, {259, 1}, {7, 3}, {5, 64}, {5, 67}, {33, 130}}) {
    check_sum<Out, A, Row, Column, Exec>(extents, {}, {}, {});
    check_sum<Out, A, Row, Column, Exec>(extents, {.padding = 1}, {}, {.step = 2});
    check_sum<Out, A, Row, Column, Exec>(extents, {}, {.padding = 16}, {});
    check_sum<Out, A, Row, Column, Exec>(extents, {.padding = 3}, {.padding = 5}, {.offset = 1});
    check_sum<Out, A, Row, Column, Exec>(extents, {.step = 2}, {.transpose = true}, {});
  }
  for (int a = 0; a < vector_of<A>; a += a < 3 ? 1 : 3)
    for (int out = 0; out < vector_of<Out>; out += out < 3 ? 1 : 3) {
      check_sum<Out, A, Row, Column, Exec>({3, 64}, {.offset = a}, {.offset = out}, {.offset = (a + out) % 5});
      check_sum<Out, A, Row, Column, Exec>({3, 67}, {.offset = a}, {.offset = out}, {.offset = (a + out) % 5});
    }
}

template <class C>
class MixedWidths : public ::testing::Test {};
using FloatCases = Cases<List<float>>;
TYPED_TEST_SUITE(MixedWidths, FloatCases, CaseName);

TYPED_TEST(MixedWidths, BytesIntoDoubles) { check_all<double, Byte, float, std::int16_t, typename TypeParam::Exec>(); }
TYPED_TEST(MixedWidths, DoublesIntoBytes) { check_all<Byte, double, Byte, float, typename TypeParam::Exec>(); }
TYPED_TEST(MixedWidths, BytesWithWideVectors) { check_all<Byte, Byte, double, double, typename TypeParam::Exec>(); }
TYPED_TEST(MixedWidths, FloatsWithBytes) { check_all<float, std::int16_t, Byte, double, typename TypeParam::Exec>(); }

}  // namespace
}  // namespace aril::test
