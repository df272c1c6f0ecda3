// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <aril/scale.hpp>

#include "support/matchers.hpp"
#include "support/oracle.hpp"
#include "support/sizes.hpp"

namespace aril::test {
namespace {

/// C = s*A for new operands of one type at the given places, then C = s*C.
template <class Op, class Exec>
void check_scale(Extents const& extents, Placement const& a_place, Placement const& c_place) {
  using T = typename Op::View::value_type;
  if (::testing::Test::HasFailure()) return;
  SCOPED_TRACE(at(extents, a_place, c_place));
  Op a(extents, a_place), c(extents, c_place);
  auto const s     = random_number<wide_t<T>>(1, 0);
  auto const input = random_numbers<T>(2, a.size());
  auto const once  = scaled(s, input);
  a.fill(input);

  scale(Exec(), s, a.view(), c.view());

  expect_holds(c, once, "C");
  expect_holds(a, input, "A");

  scale(Exec(), s, a.view(), a.view());

  expect_holds(a, once, "A in place");
}

template <class C>
class ScaleVector : public ::testing::Test {};
using VectorCases = Cases<AllTypes, List<Kokkos::LayoutStride>>;
TYPED_TEST_SUITE(ScaleVector, VectorCases, CaseName);

template <class C>
using Vector = Operand<typename C::Value*, typename C::Layout, typename C::Exec>;

// Lengths around every vector, warp and run edge.
TYPED_TEST(ScaleVector, Lengths) {
  for (std::int64_t const n : edge_lengths(vector_of<typename TypeParam::Value>)) {
    check_scale<Vector<TypeParam>, typename TypeParam::Exec>({n}, {}, {});
    check_scale<Vector<TypeParam>, typename TypeParam::Exec>({n}, {.step = 3}, {.step = 2});
  }
}

// Input and output start at every element offset within a vector, independently.
TYPED_TEST(ScaleVector, Offsets) {
  int const vector = vector_of<typename TypeParam::Value>;
  for (int a = 0; a < vector; ++a)
    for (int c = 0; c < vector; ++c)
      for (std::int64_t const n : {vector - 1, 2 * vector + 1, 259})
        check_scale<Vector<TypeParam>, typename TypeParam::Exec>({n}, {.offset = a}, {.offset = c});
}

// One scaling per element also where the last vector is partial: a second, overlapping vector would scale twice.
TYPED_TEST(ScaleVector, InPlaceTail) {
  using T = typename TypeParam::Value;
  std::vector<std::int64_t> lengths;
  for (int n = 1; n <= 67; ++n) lengths.push_back(n);
  for (int n : {255, 256, 257, 258, 259, 1021, 1022, 1023, 1024, 1025, 1026, 1027}) lengths.push_back(n);
  for (std::int64_t const n : lengths)
    for (int const offset : {0, 1}) {
      std::vector<T> input, tripled;
      for (int i = 0; i < n; ++i) {
        input.push_back(small<T>(i % 600 + 1));
        tripled.push_back(small<T>(3 * (i % 600 + 1)));
      }
      Vector<TypeParam> a({n}, {.offset = offset});
      a.fill(input);

      scale(typename TypeParam::Exec(), 3, a.view(), a.view());

      expect_holds(a, tripled, offset == 0 ? "A aligned" : "A off by one element");
    }
}

template <class C>
class ScaleMatrix : public ::testing::Test {};
using MatrixCases = Cases<AllTypes, Layouts>;
TYPED_TEST_SUITE(ScaleMatrix, MatrixCases, CaseName);

TYPED_TEST(ScaleMatrix, Placements) {
  using T           = typename TypeParam::Value;
  using Matrix      = Operand<T**, typename TypeParam::Layout, typename TypeParam::Exec>;
  auto const places = matrix_placements<typename TypeParam::Layout, T>();
  for (Extents const& shape : edge_shapes())
    for (auto const& a : places)
      for (auto const& c : places) check_scale<Matrix, typename TypeParam::Exec>(shape, a, c);
}

}  // namespace
}  // namespace aril::test
