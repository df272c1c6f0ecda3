// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <aril/transform.hpp>

#include "support/matchers.hpp"
#include "support/sizes.hpp"

/// \file
/// The kinds of operands that transform takes, and functions as lambdas; test_transform.cpp has the places and sizes.

namespace aril::test {
namespace {

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
