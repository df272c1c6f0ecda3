// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <aril/linear.hpp>

#include "support/linear.hpp"

namespace aril::test {
namespace {

template <class C>
class LinearExact : public ::testing::Test {
 public:
  using T    = typename C::Value;
  using Exec = typename C::Exec;

  /// With and without bias; the product is exact.
  static void check(Sizes const& s, Places const& places = {}) {
    SCOPED_TRACE(::testing::Message() << s << ", " << places);
    LinearOperands<T, Exec> operands(s, places);
    auto const values  = digit_values<T>(s);
    auto const product = exact_product(s, values);
    values.put_into(operands);

    linear(Exec(), operands.x.view(), operands.w.view(), no_bias, operands.y.view());

    ASSERT_TRUE(holds(operands.y, product, Zeros::alike)) << "without bias";

    operands.y.fill_stale();
    linear(Exec(), operands.x.view(), operands.w.view(), operands.b.view(), operands.y.view());

    ASSERT_TRUE(holds(operands.y, narrowed<T>(biased(product, values.b)))) << "with bias";
    ASSERT_TRUE(holds(operands.x, values.x));
    ASSERT_TRUE(holds(operands.w, values.w));
    ASSERT_TRUE(holds(operands.b, values.b));
  }
};
TYPED_TEST_SUITE(LinearExact, Cases<LinearTypes>, CaseName);

// Sizes around the tiles of BLAS libraries, in all directions.
TYPED_TEST(LinearExact, Sizes) {
  std::vector<std::int64_t> const edges{1, 2, 3, 7, 16, 17, 33, 63, 64, 65, 127, 128, 129, 257};
  std::size_t const count = edges.size();
  for (std::size_t e = 0; e < count; ++e) {
    this->check({edges[e], edges[(e + 3) % count], edges[(e + 7) % count]});
    this->check({edges[(e + 5) % count], edges[e], edges[(e + 1) % count]});
    if (edges[e] <= 65) this->check({edges[e], edges[e], edges[e]});
  }
}

TYPED_TEST(LinearExact, SkinnySizes) {
  for (Sizes const& s :
       {Sizes{1, 1, 257}, Sizes{1, 257, 1}, Sizes{257, 1, 1}, Sizes{1, 129, 64}, Sizes{129, 1, 64}, Sizes{65, 63, 1},
        Sizes{2, 3, 4099}, Sizes{1, 4099, 3}, Sizes{4099, 2, 3}, Sizes{4099, 10, 10}})
    this->check(s);
}

// Each operand with its first or its last index fastest, in all mixes.
TYPED_TEST(LinearExact, LayoutMixes) {
  for (Sizes const& s : {Sizes{3, 5, 2}, Sizes{17, 33, 65}, Sizes{1, 7, 5}, Sizes{7, 1, 5}, Sizes{5, 7, 1}})
    for (int mix = 0; mix < 8; ++mix)
      for (int const padding : {0, 3})
        this->check(s, {.x = {.padding = padding, .transpose = (mix & 1) != 0},
                        .w = {.padding = padding, .transpose = (mix & 2) != 0},
                        .y = {.padding = padding, .transpose = (mix & 4) != 0}});
}

// Odd pitches and starts that are no more than element-aligned, in each operand alone and in all.
TYPED_TEST(LinearExact, DifferingAlignments) {
  Placement const odd{.offset = 1, .padding = 1};
  Placement const even{.offset = 2, .padding = 2};
  for (Sizes const& s : {Sizes{65, 63, 67}, Sizes{64, 64, 64}, Sizes{8, 16, 24}}) {
    this->check(s, {.x = odd});
    this->check(s, {.w = odd});
    this->check(s, {.y = odd});
    this->check(s, {.x = even, .w = odd});
    this->check(s, {.x = odd, .w = odd, .y = odd, .b = {.offset = 1}});
    this->check(s, {.x = even, .w = even, .y = even, .b = {.offset = 3}});
  }
}

// No unit stride in one operand or in all: no BLAS takes these.
TYPED_TEST(LinearExact, NoUnitStride) {
  Placement const spread{.padding = 1, .step = 2};
  Placement const spread_across{.offset = 1, .step = 3, .transpose = true};
  for (Sizes const& s : {Sizes{17, 16, 33}, Sizes{1, 5, 3}, Sizes{5, 1, 3}, Sizes{3, 5, 1}}) {
    this->check(s, {.x = spread});
    this->check(s, {.w = spread_across});
    this->check(s, {.y = spread});
    this->check(s, {.y = spread_across});
    this->check(s, {.x = spread_across, .w = spread, .y = spread, .b = {.step = 3}});
  }
}

// The bias in a column or row of a matrix whose other elements are none of its.
TYPED_TEST(LinearExact, StridedBias) {
  for (int const step : {2, 3, 17}) this->check({5, 37, 11}, {.b = {.offset = 1, .step = step}});
  this->check({5, 37, 11}, {.y = {.transpose = true}, .b = {.step = 3}});
}

// With numbers that round: the bias is added to the rounded product, and the sum rounded once more.
TYPED_TEST(LinearExact, RoundsTheProductThenTheSum) {
  using T    = typename TypeParam::Value;
  using Exec = typename TypeParam::Exec;
  for (Sizes const& s : {Sizes{5, 7, 3}, Sizes{65, 63, 67}, Sizes{2, 1027, 5}}) {
    LinearOperands<T, Exec> operands(s);
    auto const values = random_values<T>(s);
    values.put_into(operands);
    linear(Exec(), operands.x.view(), operands.w.view(), no_bias, operands.y.view());
    auto const product = operands.y.elements();
    operands.y.fill_stale();
    linear(Exec(), operands.x.view(), operands.w.view(), operands.b.view(), operands.y.view());
    ASSERT_TRUE(holds(operands.y, narrowed<T>(biased(product, values.b)))) << s;
  }
}

// What was in Y has no influence, whatever it was.
TYPED_TEST(LinearExact, OldContents) {
  using T    = typename TypeParam::Value;
  using Exec = typename TypeParam::Exec;
  for (Sizes const& s : {Sizes{129, 65, 33}, Sizes{16, 64, 4096}, Sizes{3, 2, 0}}) {
    LinearOperands<T, Exec> operands(s);
    auto const values = constant_values(s, small<T>(1), small<T>(1));
    values.put_into(operands);
    auto const infinity = static_cast<T>(std::numeric_limits<float>::infinity());
    for (T const& old : {stale<T>(), infinity}) {
      operands.y.fill(std::vector<T>(operands.y.size(), old));
      linear(Exec(), operands.x.view(), operands.w.view(), no_bias, operands.y.view());
      ASSERT_TRUE(holds(operands.y, exact_product(s, values)));
      operands.y.fill(std::vector<T>(operands.y.size(), old));
      linear(Exec(), operands.x.view(), operands.w.view(), operands.b.view(), operands.y.view());
      ASSERT_TRUE(holds(operands.y, narrowed<T>(biased(exact_product(s, values), values.b))));
    }
  }
}

// K = 0: the bias must come out, or zeros.
TYPED_TEST(LinearExact, EmptySums) {
  for (Sizes const& s : {Sizes{5, 3, 0}, Sizes{1, 1, 0}, Sizes{129, 65, 0}})
    for (bool const transpose : {false, true}) this->check(s, {.y = {.padding = 1, .transpose = transpose}});
}

// Nothing to write: no error, and the next call is right.
TYPED_TEST(LinearExact, EmptyOutputs) {
  for (Sizes const& s : {Sizes{0, 3, 4}, Sizes{3, 0, 4}, Sizes{0, 0, 4}, Sizes{0, 0, 0}, Sizes{0, 3, 0}}) {
    this->check(s);
    this->check({3, 2, 4});
  }
}

}  // namespace
}  // namespace aril::test
