// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <aril/residual.hpp>
#include <aril/scale.hpp>

#include "support/matchers.hpp"
#include "support/oracle.hpp"

/// \file
/// 16-bit numbers are computed with in float and rounded once, at the end. Where this Kokkos has no 16-bit type of its
/// own the tests are skipped.

namespace aril::test {
namespace {

template <class C>
class HalfNumbers : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!have_half) GTEST_SKIP() << "half_t is float in this Kokkos";
  }
};
using HalfCases = Cases<List<Half>>;
TYPED_TEST_SUITE(HalfNumbers, HalfCases, CaseName);

inline constexpr std::int64_t length = 4103;

template <class Exec>
using HalfVector = Operand<Half*, Kokkos::LayoutStride, Exec>;

template <class Exec, class S>
void check_product(Half a, S const& s, float expected) {
  SCOPED_TRACE(text(a));
  HalfVector<Exec> x({length}), c({length});
  x.fill(std::vector<Half>(length, a));

  scale(Exec(), s, x.view(), c.view());

  expect_holds(c, std::vector<Half>(length, static_cast<Half>(expected)), "C");
}

// The scalar itself is out of half's range, in either direction; the products are not.
TYPED_TEST(HalfNumbers, ScalarIsNotRoundedToHalf) {
  check_product<typename TypeParam::Exec>(static_cast<Half>(0.01f), 65536, 655.5f);
  check_product<typename TypeParam::Exec>(static_cast<Half>(3388.0f), 1.0 / 524288, 0.00646209716796875f);
}

TYPED_TEST(HalfNumbers, Overflow) {
  float const inf = std::numeric_limits<float>::infinity();
  check_product<typename TypeParam::Exec>(static_cast<Half>(300.0f), 300, inf);
  check_product<typename TypeParam::Exec>(static_cast<Half>(-300.0f), 300, -inf);
  check_product<typename TypeParam::Exec>(static_cast<Half>(65504.0f), 1, 65504.0f);
}

// 2049 and 2051 lie between two neighbours of half: the even one is taken.
TYPED_TEST(HalfNumbers, TiesGoToEven) {
  check_product<typename TypeParam::Exec>(static_cast<Half>(683.0f), 3, 2048.0f);
  check_product<typename TypeParam::Exec>(static_cast<Half>(293.0f), 7, 2052.0f);
}

TYPED_TEST(HalfNumbers, FloatRowsOfHalf) {
  using Exec = typename TypeParam::Exec;
  Operand<Half**, Kokkos::LayoutRight, Exec> b({5, 259}), c({5, 259});
  Operand<float*, Kokkos::LayoutRight, Exec> d({5});
  b.fill(std::vector<Half>(5 * 259, static_cast<Half>(0.01f)));
  d.fill(std::vector<float>(5, 65536));

  scale_rows(Exec(), d.view(), b.view(), c.view());

  expect_holds(c, std::vector<Half>(5 * 259, static_cast<Half>(655.5f)), "C");
}

// From half and into it: the float product keeps its digits, and gets them from nowhere.
TYPED_TEST(HalfNumbers, HalfAndFloatViews) {
  using Exec = typename TypeParam::Exec;
  HalfVector<Exec> half({length}, {.offset = 1});
  Operand<float*, Kokkos::LayoutStride, Exec> single({length}, {.offset = 1});
  auto const input = random_numbers<Half>(1, length);
  std::vector<float> widened_products;
  std::vector<Half> narrowed_products;
  for (Half const& x : input) {
    widened_products.push_back(rounded(0.1f * widened(x)));
    narrowed_products.push_back(static_cast<Half>(rounded(0.1f * widened_products.back())));
  }
  half.fill(input);

  scale(Exec(), 0.1, half.view(), single.view());
  expect_holds(single, widened_products, "half into float");

  scale(Exec(), 0.1, single.view(), half.view());
  expect_holds(half, narrowed_products, "float into half");
}

// 1 + s in float: 2^-11 would be lost in half.
TYPED_TEST(HalfNumbers, FactoredResidual) {
  using Exec = typename TypeParam::Exec;
  HalfVector<Exec> y({length});
  y.fill(std::vector<Half>(length, static_cast<Half>(2047.0f)));

  scaled_residual(Exec(), 1.0 / 2048, y.view(), y.view(), Rounding::factored);

  expect_holds(y, std::vector<Half>(length, static_cast<Half>(2048.0f)), "Y");  // 2047.9995
}

}  // namespace
}  // namespace aril::test
