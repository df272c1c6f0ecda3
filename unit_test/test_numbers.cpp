// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <aril/impl/arithmetic.hpp>
#include <sstream>

#include "support/oracle.hpp"

// The arithmetic of single elements on the host, special values and extremes above all; that kernels give the same bits
// is the business of the operations' own tests.

namespace aril::test {
namespace {

using namespace aril::impl;
template <class R>
using Complex = Kokkos::complex<R>;

static_assert(Number<float> && Number<double> && Number<Complex<float>> && Number<Complex<double>>);
static_assert(Number<std::int8_t> && Number<std::uint64_t> && Number<Kokkos::Experimental::half_t>);
static_assert(!Number<bool> && !Number<void*> && !Number<std::complex<float>>);

// What becomes of a scalar: the elements' arithmetic type, or its real part's for a real scalar and complex elements.
static_assert(std::is_same_v<scalar_t<float, double>, float>);
static_assert(std::is_same_v<scalar_t<double, int>, double>);
static_assert(std::is_same_v<scalar_t<std::int8_t, long>, std::int8_t>);
static_assert(std::is_same_v<scalar_t<Complex<float>, double>, float>);
static_assert(std::is_same_v<scalar_t<Complex<float>, Complex<double>>, Complex<float>>);
static_assert(std::is_same_v<scalar_t<Complex<double>, std::complex<double>>, Complex<double>>);
static_assert(std::is_same_v<scalar_t<Kokkos::Experimental::half_t, double>, float>);

// ---- Integers ------------------------------------------------------------------------------------------------------

template <class I>
class WrappedIntegers : public ::testing::Test {};
using Integers = ::testing::Types<std::int8_t, std::int16_t, std::int32_t, std::int64_t, std::uint8_t, std::uint16_t,
                                  std::uint32_t, std::uint64_t>;
TYPED_TEST_SUITE(WrappedIntegers, Integers);

template <class I>
std::vector<I> telling_integers() {
  I const least = std::numeric_limits<I>::min(), most = std::numeric_limits<I>::max();
  return {0,
          1,
          2,
          3,
          static_cast<I>(-1),
          static_cast<I>(-2),
          least,
          static_cast<I>(least + 1),
          most,
          static_cast<I>(most - 1),
          static_cast<I>(most / 2),
          static_cast<I>(most / 2 + 1),
          static_cast<I>(most / 3)};
}

TYPED_TEST(WrappedIntegers, ProductsAndSumsOfExtremes) {
  using I = TypeParam;
  for (I const a : telling_integers<I>())
    for (I const b : telling_integers<I>()) {
      EXPECT_EQ(wrapped_product(a, b), times(a, b)) << +a << " * " << +b;
      EXPECT_EQ(wrapped_sum(a, b), plus(a, b)) << +a << " + " << +b;
    }
}

TYPED_TEST(WrappedIntegers, ScaledResidualIsTheSameInEveryRounding) {
  using I = TypeParam;
  Barrier const barrier;
  for (I const y : telling_integers<I>())
    for (I const s : telling_integers<I>()) {
      I const expected = plus(times(y, s), y);
      EXPECT_EQ((scaled_plus_self<Rounding::separate>(y, s, barrier)), expected) << +y << ", " << +s;
      EXPECT_EQ((scaled_plus_self<Rounding::fused>(y, s, barrier)), expected) << +y << ", " << +s;
      EXPECT_EQ((scaled_plus_self<Rounding::factored>(y, s, barrier)), expected) << +y << ", " << +s;
    }
}

TEST(IntegerProducts, WrapAround) {
  EXPECT_EQ(wrapped_product(std::int8_t{-128}, std::int8_t{-1}), -128);
  EXPECT_EQ(wrapped_product(std::int16_t{-32768}, std::int16_t{-32768}), 0);
  EXPECT_EQ(wrapped_product(std::uint16_t{65535}, std::uint16_t{65535}), 1);
  EXPECT_EQ(wrapped_product(2147483647, 2147483647), 1);
  EXPECT_EQ(wrapped_product(INT64_MIN, std::int64_t{-1}), INT64_MIN);
  EXPECT_EQ(wrapped_sum(INT64_MAX, std::int64_t{1}), INT64_MIN);
}

TEST(MixedIntegers, MeetInTheCommonType) {
  Barrier const barrier;
  EXPECT_EQ(product(std::int8_t{-3}, std::int64_t{1} << 40, barrier), -3 * (std::int64_t{1} << 40));
  EXPECT_EQ(product(std::int32_t{-1}, std::uint32_t{5}, barrier), std::uint32_t(-5));
}

// ---- Real and complex numbers --------------------------------------------------------------------------------------

template <class R>
class FloatingPoint : public ::testing::Test {};
using Reals = ::testing::Types<float, double, Complex<float>, Complex<double>>;
TYPED_TEST_SUITE(FloatingPoint, Reals);

constexpr int samples = 20000;

template <class T>
::testing::AssertionResult equal(T const& actual, T const& expected) {
  if (same(actual, expected)) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << text(actual) << ", expected " << text(expected);
}

// y*s + y in all three roundings, against the oracle's bits.
template <class T, class S>
void expect_residuals(T const& y, S const& s) {
  Barrier const barrier;
  EXPECT_TRUE(equal<T>((scaled_plus_self<Rounding::separate>(y, s, barrier)), residual(Rounding::separate, s, y)));
  EXPECT_TRUE(equal<T>((scaled_plus_self<Rounding::fused>(y, s, barrier)), residual(Rounding::fused, s, y)));
  EXPECT_TRUE(equal<T>((scaled_plus_self<Rounding::factored>(y, s, barrier)), residual(Rounding::factored, s, y)));
}

TYPED_TEST(FloatingPoint, ProductsAndScaledResiduals) {
  using T = TypeParam;
  Barrier const barrier;
  int fused_differs = 0, factored_differs = 0;
  for (int n = 0; n < samples && !this->HasFailure(); ++n) {
    T const y = random_number<T>(1, n), s = random_number<T>(2, n);
    EXPECT_TRUE(equal<T>(product(y, s, barrier), times(y, s)));
    expect_residuals(y, s);
    fused_differs += !same(residual(Rounding::separate, s, y), residual(Rounding::fused, s, y));
    factored_differs += !same(residual(Rounding::separate, s, y), residual(Rounding::factored, s, y));
  }
  // Otherwise the numbers are too tame to tell the roundings apart.
  EXPECT_GT(fused_differs, samples / 20);
  EXPECT_GT(factored_differs, samples / 20);
}

TYPED_TEST(FloatingPoint, ARealFactorScalesEveryPart) {
  using T = TypeParam;
  Barrier const barrier;
  for (int n = 0; n < samples && !this->HasFailure(); ++n) {
    T const y         = random_number<T>(3, n);
    real_t<T> const s = random_number<real_t<T>>(4, n);
    EXPECT_TRUE(equal<T>(product(y, s, barrier), times(s, y)));
    EXPECT_TRUE(equal<T>(product(s, y, barrier), times(s, y)));
    expect_residuals(y, s);
  }
}

template <class R>
std::vector<R> special_values() {
  using Limits = std::numeric_limits<R>;
  std::vector<R> values{0,
                        1,
                        Limits::infinity(),
                        Limits::quiet_NaN(),
                        Limits::denorm_min(),
                        Limits::min(),
                        Limits::max(),
                        Limits::epsilon()};
  for (std::size_t k = 0, n = values.size(); k < n; ++k) values.push_back(-values[k]);
  return values;
}

TYPED_TEST(FloatingPoint, SpecialValuesAreWhatIeeeSays) {
  using T = TypeParam;
  using R = real_t<T>;
  Barrier const barrier;
  auto const check = [&](T const& a, T const& b) {
    EXPECT_TRUE(equal<T>(product(a, b, barrier), times(a, b)));
    EXPECT_TRUE(equal<T>(sum(a, b, barrier), plus(a, b)));
    expect_residuals(a, b);
  };
  for (R const a : special_values<R>())
    for (R const b : special_values<R>()) {
      if constexpr (aril::impl::is_complex_v<T>) {
        check(T(a, b), T(b, a));
        check(T(a, R(1)), T(R(2), b));
        expect_residuals(T(a, R(3)), b);
      } else {
        check(a, b);
      }
    }
}

TEST(ComplexProducts, ARealFactorLeavesNanAndInfinityInTheirPart) {
  float const nan = std::numeric_limits<float>::quiet_NaN(), inf = std::numeric_limits<float>::infinity();
  Barrier const barrier;
  EXPECT_TRUE(equal<float>(product(Complex<float>(nan, 3), 2.0f, barrier).imag(), 6.0f));
  EXPECT_TRUE(equal<float>(product(Complex<float>(inf, -0.0f), 2.0f, barrier).imag(), -0.0f));
  EXPECT_TRUE(equal<float>(product(Complex<float>(1, inf), 0.0f, barrier).real(), 0.0f));
}

TEST(MixedPrecision, MeetsInTheWiderType) {
  Barrier const barrier;
  EXPECT_EQ(product(0.1f, 3.0, barrier), static_cast<double>(0.1f) * 3.0);
  EXPECT_TRUE((std::is_same_v<decltype(product(0.1f, 3.0, barrier)), double>));
  EXPECT_TRUE((std::is_same_v<decltype(product(Complex<float>(), 3.0, barrier)), Complex<double>>));
}

TEST(Rounding, HasNames) {
  std::ostringstream text;
  text << Rounding::separate << ' ' << Rounding::fused << ' ' << Rounding::factored << ' ' << static_cast<Rounding>(7);
  EXPECT_EQ(text.str(), "separate fused factored unknown rounding");
}

}  // namespace
}  // namespace aril::test
