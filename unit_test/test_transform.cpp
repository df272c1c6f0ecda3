// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <aril/transform.hpp>

#include "support/matchers.hpp"
#include "support/sizes.hpp"

namespace aril::test {
namespace {

struct RowTimesPlusColumn {
  template <class T>
  KOKKOS_FUNCTION T operator()(T x, T row, T column) const {
    return row * x + column;
  }
};

/// C(i, ..., j) = d(i) * B(i, ..., j) + b(j), out of place and in place.
template <Kernels K, class Op, class Exec>
void check_rows_and_columns(Extents const& extents, Placement const& b_place, Placement const& c_place,
                            Placement const& vector_place) {
  using T = typename Op::View::value_type;
  if (::testing::Test::HasFailure()) return;
  SCOPED_TRACE(at(extents, b_place, c_place));
  Op b(extents, b_place), c(extents, c_place);
  Operand<T*, Kokkos::LayoutStride, Exec> row({extents.front()}, vector_place), column({extents.back()}, vector_place);
  auto const full     = small_numbers<T>(1, b.size());
  auto const first    = small_numbers<T>(2, row.size());
  auto const last     = small_numbers<T>(3, column.size());
  auto expected       = full;
  auto const per_line = row.size() == 0 ? 1 : full.size() / first.size();
  for (std::size_t n = 0; n < full.size(); ++n) expected[n] = first[n / per_line] * full[n] + last[n % last.size()];
  b.fill(full);
  row.fill(first);
  column.fill(last);

  transform<K>(Exec(), inputs(b.view(), per_row(row.view()), per_column(column.view())), c.view(),
               RowTimesPlusColumn());
  expect_holds(c, expected, "C");
  expect_holds(b, full, "B");

  transform<K>(Exec(), inputs(b.view(), per_row(row.view()), per_column(column.view())), b.view(),
               RowTimesPlusColumn());
  expect_holds(b, expected, "B in place");
}

template <Kernels K, class C>
void check_placements() {
  using T           = typename C::Value;
  using Matrix      = Operand<T**, typename C::Layout, typename C::Exec>;
  auto const places = matrix_placements<typename C::Layout, T>();
  for (Extents const& shape : edge_shapes())
    for (std::size_t b = 0; b < places.size(); ++b) {
      auto const& other = places[(b + 1) % places.size()];
      check_rows_and_columns<K, Matrix, typename C::Exec>(shape, places[b], places[b], {});
      check_rows_and_columns<K, Matrix, typename C::Exec>(shape, places[b], other, {.offset = 1, .step = 2});
    }
}

template <Kernels K, class C>
void check_lengths() {
  using T      = typename C::Value;
  using Vector = Operand<T*, Kokkos::LayoutStride, typename C::Exec>;
  for (std::int64_t const n : edge_lengths(vector_of<T>)) {
    check_rows_and_columns<K, Vector, typename C::Exec>({n}, {}, {}, {});
    check_rows_and_columns<K, Vector, typename C::Exec>({n}, {.step = 2}, {.step = 3}, {.offset = 1});
  }
}

/// Every offset within a vector for the full input and the output, independently; those of the vectors come along.
template <Kernels K, class C>
void check_offsets() {
  using T          = typename C::Value;
  using Matrix     = Operand<T**, Kokkos::LayoutStride, typename C::Exec>;
  using Vector     = Operand<T*, Kokkos::LayoutStride, typename C::Exec>;
  int const vector = vector_of<T>;
  for (int b = 0; b < vector; ++b)
    for (int c = 0; c < vector; ++c)
      for (int v = 0; v < vector; ++v) {
        check_rows_and_columns<K, Vector, typename C::Exec>({259}, {.offset = b}, {.offset = c}, {.offset = v});
        check_rows_and_columns<K, Matrix, typename C::Exec>({3, 8 * vector}, {.offset = b}, {.offset = c},
                                                            {.offset = v});
        check_rows_and_columns<K, Matrix, typename C::Exec>({3, 8 * vector + 1}, {.offset = b}, {.offset = c},
                                                            {.offset = v});
      }
}

template <class C>
class TransformMatrix : public ::testing::Test {};
using MatrixCases = Cases<List<float, double>, Layouts>;
TYPED_TEST_SUITE(TransformMatrix, MatrixCases, CaseName);

TYPED_TEST(TransformMatrix, NativePlacements) { check_placements<Kernels::native, TypeParam>(); }
TYPED_TEST(TransformMatrix, PortablePlacements) { check_placements<Kernels::portable, TypeParam>(); }

template <class C>
class Transform : public ::testing::Test {};
using RealCases = Cases<List<float, double>, List<Kokkos::LayoutStride>>;
TYPED_TEST_SUITE(Transform, RealCases, CaseName);

TYPED_TEST(Transform, NativeLengths) { check_lengths<Kernels::native, TypeParam>(); }
TYPED_TEST(Transform, PortableLengths) { check_lengths<Kernels::portable, TypeParam>(); }
TYPED_TEST(Transform, NativeOffsets) { check_offsets<Kernels::native, TypeParam>(); }
TYPED_TEST(Transform, PortableOffsets) { check_offsets<Kernels::portable, TypeParam>(); }

}  // namespace
}  // namespace aril::test
