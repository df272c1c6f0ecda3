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

/// A vector along each index of a rank-4 output in turn, whatever order its memory has.
template <Kernels K, class Exec>
void check_along() {
  Extents const extents{4, 3, 5, 8};
  for (bool const transpose : {false, true})
    for (int const padding : {0, 3}) {
      Placement const place{.padding = padding, .transpose = transpose};
      Operand<float****, Kokkos::LayoutStride, Exec> b(extents, place), c(extents, place);
      auto const full = small_numbers<float>(1, b.size());
      b.fill(full);
      std::int64_t inside = c.size();  // elements for one value of the index
      for (int d = 0; d < 4; ++d) {
        SCOPED_TRACE(::testing::Message() << "along " << d << ", operands at " << place);
        inside /= extents[d];
        Operand<float*, Kokkos::LayoutStride, Exec> v({extents[d]});
        auto const numbers = small_numbers<float>(2, v.size());
        std::vector<float> expected;
        for (std::int64_t n = 0; n < c.size(); ++n) expected.push_back(full[n] * numbers[n / inside % extents[d]]);
        v.fill(numbers);

        transform<K>(
            Exec(), inputs(b.view(), along(v.view(), d)), c.view(), KOKKOS_LAMBDA(float x, float y) { return x * y; });
        EXPECT_TRUE(holds(c, expected));
      }
    }
}

/// The number comes from a value and from a View that the previous call on the same instance writes.
template <Kernels K, class Exec>
void check_scalars() {
  Operand<float*, Kokkos::LayoutStride, Exec> a({1027}), c({1027});
  Operand<float, Kokkos::LayoutRight, Exec> cell({});
  auto const input = small_numbers<float>(1, a.size());
  a.fill(input);
  Exec const exec;

  transform<K>(
      exec, inputs(scalar(3.0f)), cell.view(), KOKKOS_LAMBDA(float s) { return s * 4; });
  transform<K>(
      exec, inputs(scalar(cell.view()), a.view(), scalar(-1.0f)), c.view(),
      KOKKOS_LAMBDA(float s, float x, float t) { return s * x + t; });

  auto expected = input;
  for (float& x : expected) x = 12 * x - 1;
  EXPECT_TRUE(holds(c, expected));
  EXPECT_TRUE(holds(cell, {12}));
}

template <Kernels K, class Exec>
void check_no_input() {
  for (std::int64_t const n : {1, 3, 4, 5, 4097}) {
    Operand<float*, Kokkos::LayoutStride, Exec> c({n}, {.offset = 1});
    transform<K>(
        Exec(), inputs(), c.view(), KOKKOS_LAMBDA() { return 7.0f; });
    EXPECT_TRUE(holds(c, std::vector<float>(static_cast<std::size_t>(n), 7)));
  }
}

/// As many inputs as there may be, all with strides and places of their own.
template <Kernels K, class Exec>
void check_seven_inputs() {
  using Matrix          = Operand<float**, Kokkos::LayoutStride, Exec>;
  Extents const extents = {19, 37};
  Matrix a(extents), b(extents, {.offset = 1}), c(extents, {.padding = 3}), d(extents, {.step = 2}),
      e(extents, {.transpose = true}), f(extents, {.padding = 4}), g(extents, {.offset = 3}),
      out(extents, {.offset = 2});
  std::vector<float> expected(static_cast<std::size_t>(out.size()), 0);
  int weight = 1;
  for (Matrix* m : {&a, &b, &c, &d, &e, &f, &g}) {
    auto const input = small_numbers<float>(static_cast<std::uint64_t>(weight), out.size());
    m->fill(input);
    for (std::size_t n = 0; n < input.size(); ++n) expected[n] += static_cast<float>(weight) * input[n];
    ++weight;
  }

  transform<K>(
      Exec(), inputs(a.view(), b.view(), c.view(), d.view(), e.view(), f.view(), g.view()), out.view(),
      KOKKOS_LAMBDA(float p, float q, float r, float s, float t, float u, float v) {
        return p + 2 * q + 3 * r + 4 * s + 5 * t + 6 * u + 7 * v;
      });
  EXPECT_TRUE(holds(out, expected));
}

/// The output itself, more than once among the inputs, next to another View.
template <Kernels K, class Exec>
void check_output_as_inputs() {
  for (auto const& place : matrix_placements<Kokkos::LayoutStride, float>()) {
    Operand<float**, Kokkos::LayoutStride, Exec> a({33, 65}), c({33, 65}, place);
    auto const other = small_numbers<float>(1, a.size());
    auto const self  = small_numbers<float>(2, c.size());
    auto expected    = self;
    for (std::size_t n = 0; n < self.size(); ++n) expected[n] = self[n] * self[n] + other[n];
    a.fill(other);
    c.fill(self);

    transform<K>(
        Exec(), inputs(c.view(), a.view(), c.view()), c.view(),
        KOKKOS_LAMBDA(float x, float y, float z) { return x * z + y; });
    EXPECT_TRUE(holds(c, expected)) << place;
  }
}

template <Kernels K, class Exec>
void check_captures(float shift) {
  Operand<float*, Kokkos::LayoutRight, Exec> a({129}), c({129});
  auto const input = small_numbers<float>(1, a.size());
  auto expected    = input;
  for (float& x : expected) x += shift;
  a.fill(input);

  transform<K>(
      Exec(), inputs(a.view()), c.view(), KOKKOS_LAMBDA(float x) { return x + shift; });
  EXPECT_TRUE(holds(c, expected));
}

template <class C>
class TransformOperands : public ::testing::Test {};
using FloatCases = Cases<List<float>>;
TYPED_TEST_SUITE(TransformOperands, FloatCases, CaseName);

TYPED_TEST(TransformOperands, NativeAlong) { check_along<Kernels::native, typename TypeParam::Exec>(); }
TYPED_TEST(TransformOperands, PortableAlong) { check_along<Kernels::portable, typename TypeParam::Exec>(); }
TYPED_TEST(TransformOperands, NativeScalars) { check_scalars<Kernels::native, typename TypeParam::Exec>(); }
TYPED_TEST(TransformOperands, PortableScalars) { check_scalars<Kernels::portable, typename TypeParam::Exec>(); }
TYPED_TEST(TransformOperands, NativeNoInput) { check_no_input<Kernels::native, typename TypeParam::Exec>(); }
TYPED_TEST(TransformOperands, PortableNoInput) { check_no_input<Kernels::portable, typename TypeParam::Exec>(); }
TYPED_TEST(TransformOperands, NativeSevenInputs) { check_seven_inputs<Kernels::native, typename TypeParam::Exec>(); }
TYPED_TEST(TransformOperands, PortableSevenInputs) {
  check_seven_inputs<Kernels::portable, typename TypeParam::Exec>();
}
TYPED_TEST(TransformOperands, NativeOutputAmongInputs) {
  check_output_as_inputs<Kernels::native, typename TypeParam::Exec>();
}
TYPED_TEST(TransformOperands, PortableOutputAmongInputs) {
  check_output_as_inputs<Kernels::portable, typename TypeParam::Exec>();
}
TYPED_TEST(TransformOperands, NativeCaptures) { check_captures<Kernels::native, typename TypeParam::Exec>(2.5f); }
TYPED_TEST(TransformOperands, PortableCaptures) { check_captures<Kernels::portable, typename TypeParam::Exec>(2.5f); }

}  // namespace
}  // namespace aril::test
