// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/residual_suite.hpp"

namespace aril::test {
namespace {

using MatrixCases = Cases<RealTypes, Layouts>;
INSTANTIATE_TYPED_TEST_SUITE_P(Real, ResidualMatrix, MatrixCases, CaseName);

using RealCases = Cases<RealTypes, List<Kokkos::LayoutStride>>;
INSTANTIATE_TYPED_TEST_SUITE_P(Real, ResidualVector, RealCases, CaseName);

template <class T>
wide_t<T> const factor = residual_factor<T>();

template <class C>
class Residual : public ::testing::Test {};
TYPED_TEST_SUITE(Residual, RealCases, CaseName);

// The default is the two roundings of an eager array program.
TYPED_TEST(Residual, SeparateByDefault) {
  using T = typename TypeParam::Value;
  Operand<T*, Kokkos::LayoutStride, typename TypeParam::Exec> y({4099});
  auto const input = random_numbers<T>(7, 4099);
  y.fill(input);

  scaled_residual(typename TypeParam::Exec(), factor<T>, y.view(), y.view());

  EXPECT_TRUE(holds(y, residual(Rounding::separate, factor<T>, input)));
}

template <class T>
std::int64_t differing(std::vector<T> const& a, std::vector<T> const& b) {
  std::int64_t count = 0;
  for (std::size_t n = 0; n < a.size(); ++n) count += !same(a[n], b[n]);
  return count;
}

/// Data for which each two of the roundings differ in many elements, at sizes that vectorise: a compiler that contracts
/// or a kernel that takes the wrong formula cannot hide.
template <class T, class Exec>
void check_roundings_differ() {
  std::int64_t const n = 16411;
  T const s            = factor<T>;
  auto const input     = random_numbers<T>(11, n);
  std::vector<std::vector<T>> expected, actual;
  for (Rounding const rounding : roundings) {
    Operand<T*, Kokkos::LayoutStride, Exec> y({n}), z({n});
    y.fill(input);

    scaled_residual(Exec(), s, y.view(), z.view(), rounding);

    expected.push_back(residual(rounding, s, input));
    actual.push_back(z.elements());
  }
  for (int r = 0; r < 3; ++r) {
    EXPECT_EQ(differing(actual[r], expected[r]), 0) << roundings[r];
    EXPECT_GT(differing(expected[r], expected[(r + 1) % 3]), n / 20) << "the data do not tell the roundings apart";
  }
}

/// 16-bit elements: the arithmetic is that of float, with one rounding to 16 bits at the end. Rounding the product to
/// 16 bits first gives something else for many elements.
template <class T, class Exec>
void check_one_rounding_to_half() {
  std::int64_t const n = 16411;
  auto const input     = random_numbers<T>(11, n);
  Operand<T*, Kokkos::LayoutStride, Exec> y({n}), z({n});
  y.fill(input);
  std::vector<T> twice = input;
  for (T& x : twice) {
    float const product = widened(static_cast<T>(widened(x) * factor<T>));
    x                   = static_cast<T>(product + widened(x));
  }

  scaled_residual(Exec(), factor<T>, y.view(), z.view());

  auto const expected = residual(Rounding::separate, factor<T>, input);
  EXPECT_TRUE(holds(z, expected));
  EXPECT_GT(differing(expected, twice), n / 50) << "the data do not tell one rounding from two";
}

TYPED_TEST(Residual, RoundingsDiffer) {
  using T = typename TypeParam::Value;
  if constexpr (is_half<T>)
    check_one_rounding_to_half<T, typename TypeParam::Exec>();
  else
    check_roundings_differ<T, typename TypeParam::Exec>();
}

// The sum cancels all of y*s but the end of its mantissa, which the product's own rounding takes away.
TYPED_TEST(Residual, Cancellation) {
  using T = typename TypeParam::Value;
  if constexpr (!is_half<T>) {
    T const ulp = std::numeric_limits<T>::epsilon();
    std::vector<T> const y(1027, 1 + ulp), rounded_product(1027, -ulp), exact_product(1027, -ulp - ulp * ulp);
    for (Rounding const rounding : roundings) {
      Operand<T*, Kokkos::LayoutStride, typename TypeParam::Exec> z({1027});
      z.fill(y);

      scaled_residual(typename TypeParam::Exec(), -1 - ulp, z.view(), z.view(), rounding);

      EXPECT_TRUE(holds(z, rounding == Rounding::separate ? rounded_product : exact_product)) << rounding;
    }
  }
}

TEST(ResidualBits, SameOnEveryExecutionSpace) { check_same_bits_everywhere(RealTypes()); }

// The oracle itself, against a type in which float's products are exact and its sums round innocuously.
TEST(ResidualOracle, FloatAgreesWithDouble) {
  float const s = factor<float>;
  for (float const y : random_numbers<float>(3, 10000)) {
    double const product = static_cast<double>(y) * s;
    double const sum     = static_cast<double>(static_cast<float>(product)) + y;
    double const one     = static_cast<float>(1.0 + static_cast<double>(s));
    ASSERT_EQ(residual(Rounding::separate, s, y), static_cast<float>(sum));
    ASSERT_EQ(residual(Rounding::fused, s, y), std::fma(y, s, y));
    ASSERT_EQ(residual(Rounding::factored, s, y), static_cast<float>(one * y));
  }
}

}  // namespace
}  // namespace aril::test
