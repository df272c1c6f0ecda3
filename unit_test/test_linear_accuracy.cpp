// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <aril/linear.hpp>

#include "support/long_sum.hpp"

/// \file
/// The product against its documented error bound, and values that only true products and sums in the element type
/// give.

namespace aril::test {
namespace {

/// A factor of (K u), with u of the type that products are summed in; complex sums have more roundings.
template <class T>
double summation_bound(std::int64_t k) {
  using R         = part_t<T>;
  double const u  = std::numeric_limits<R>::epsilon() / 2.0;
  double const ku = is_complex<T> ? 2 * std::sqrt(2.0) * static_cast<double>(k + 1) * u : static_cast<double>(k) * u;
  return ku / (1 - ku);
}

/// Half of the last place of a result that is rounded from a wider sum.
template <class T>
double storage_bound(double y) {
  return is_half<T> ? std::ldexp(std::abs(y), -11) + std::ldexp(1.0, -25) : 0;
}

template <class T>
double real_part(T const& x) {
  if constexpr (is_complex<T>)
    return x.real();
  else
    return static_cast<double>(widened(x));
}

template <class T>
double imaginary_part(T const& x) {
  if constexpr (is_complex<T>)
    return x.imag();
  else
    return 0;
}

/// |y - sum_k x(k) w(k)| as a share of its bound.
template <class T>
double share_of_bound(T const& y, T const* x, T const* w, std::int64_t k_end) {
  LongSum real, imaginary;
  double magnitude = 0;
  for (std::int64_t k = 0; k < k_end; ++k) {
    double const a = real_part(x[k]), b = imaginary_part(x[k]), c = real_part(w[k]), d = imaginary_part(w[k]);
    real.add_product(a, c);
    if (is_complex<T>) {
      real.add_product(-b, d);
      imaginary.add_product(a, d);
      imaginary.add_product(b, c);
    }
    magnitude += std::sqrt((a * a + b * b) * (c * c + d * d));
  }
  double const error = std::hypot(real.distance_to(real_part(y)), imaginary.distance_to(imaginary_part(y)));
  double const bound = summation_bound<T>(k_end) * magnitude * (1 + 1e-9) + storage_bound<T>(real_part(y));
  return error == 0 ? 0 : error / bound;
}

template <class C>
class LinearAccuracy : public ::testing::Test {
 public:
  using T    = typename C::Value;
  using Exec = typename C::Exec;

  static void check(Sizes const& s, Data data) {
    LinearOperands<T, Exec> operands(s);
    auto const x = numbers_of<T>(data, 1, s.m, s.k), w = numbers_of<T>(data, 2, s.n, s.k);
    operands.x.fill(x);
    operands.w.fill(w);

    linear(Exec(), operands.x.view(), operands.w.view(), no_bias, operands.y.view());

    auto const y = operands.y.elements();
    // The references cost more than the product: of large results some 300 elements, spread over rows and columns.
    std::int64_t const step = operands.y.size() / 300 + 1;
    for (std::int64_t n = 0; n < operands.y.size(); n += step) {
      double const share = share_of_bound(y[n], x.data() + n / s.n * s.k, w.data() + n % s.n * s.k, s.k);
      ASSERT_LE(share, 1) << s << ", element " << n << ", data " << static_cast<int>(data);  // fails for NaN, too
    }
  }

  /// Values whose product is exact in any order of summation.
  static void expect_exact(Sizes const& s, LinearValues<T> const& values, char const* what) {
    LinearOperands<T, Exec> operands(s);
    values.put_into(operands);
    linear(Exec(), operands.x.view(), operands.w.view(), no_bias, operands.y.view());
    ASSERT_TRUE(holds(operands.y, exact_product(s, values))) << what << ", " << s;
  }
};
TYPED_TEST_SUITE(LinearAccuracy, Cases<LinearTypes>, CaseName);

TYPED_TEST(LinearAccuracy, Bound) {
  for (Sizes const& s : {Sizes{1, 1, 1}, Sizes{2, 3, 2}, Sizes{17, 16, 3}, Sizes{33, 7, 17}, Sizes{64, 65, 63},
                         Sizes{129, 33, 128}, Sizes{1, 257, 65}, Sizes{127, 1, 64}, Sizes{65, 63, 257}})
    for (Data const data : {Data::random, Data::alternating_signs, Data::one_large_row, Data::wide_range})
      this->check(s, data);
}

TYPED_TEST(LinearAccuracy, BoundOfLongSums) {
  for (std::int64_t const k : {1021, 4096, 16384})
    for (Data const data : {Data::random, Data::alternating_signs, Data::one_large_row, Data::wide_range})
      this->check({3, 7, k}, data);
}

// A sum cut short, or one that lost terms to rounding, gives less than K.
TYPED_TEST(LinearAccuracy, OnesSumToTheirCount) {
  using T = typename TypeParam::Value;
  for (Sizes const& s : {Sizes{1, 64, 4099}, Sizes{16, 5, 20011}, Sizes{17, 16, 8191}, Sizes{2, 3, 65000}})
    this->expect_exact(s, constant_values(s, small<T>(1), small<T>(1)), "ones");
}

// 16-bit types are summed in float, also where a library splits a long sum: partial sums of +-131072 are beyond half.
TYPED_TEST(LinearAccuracy, PartialSumsMayBeLarge) {
  using T = typename TypeParam::Value;
  Sizes const s{16, 64, 65536};
  auto values = constant_values<T>(s, small<T>(4), small<T>(1));
  for (std::int64_t i = 0; i < s.m; ++i)
    for (std::int64_t k = s.k / 2; k < s.k; ++k) values.x[i * s.k + k] = small<T>(-4);
  this->expect_exact(s, values, "sums that cancel");
}

// TF32 and its like keep 10 bits of an operand: 1024.5 becomes 1024 or 1025. (As half does, before the call.)
TYPED_TEST(LinearAccuracy, AllBitsOfTheOperandsCount) {
  using T = typename TypeParam::Value;
  Sizes const s{64, 64, 256};
  auto spike = constant_values(s, small<T>(0), small<T>(0));
  for (std::int64_t i = 0; i < s.m; ++i) spike.x[i * s.k] = static_cast<T>(1024.5f);
  for (std::int64_t j = 0; j < s.n; ++j) spike.w[j * s.k] = small<T>(1);
  this->expect_exact(s, spike, "1024.5");
  this->expect_exact(s, constant_values(s, static_cast<T>(1.0f + 0x1p-11f + 0x1p-12f), small<T>(1)), "12 bits in X");
  this->expect_exact(s, constant_values(s, small<T>(1), static_cast<T>(1.0f + 0x1p-23f)), "24 bits in W");
}

TYPED_TEST(LinearAccuracy, SubnormalsStay) {
  using T = typename TypeParam::Value;
  Sizes const s{17, 33, 3};
  auto values = constant_values(s, small<T>(0), small<T>(1));
  for (std::int64_t i = 0; i < s.m; ++i) {
    using R = part_t<T>;
    if constexpr (is_half<T>)
      values.x[i * s.k] = from_bits<T>(static_cast<std::uint16_t>(i + 1));
    else
      values.x[i * s.k] = static_cast<T>(std::numeric_limits<R>::denorm_min() * static_cast<R>(i + 1));
  }
  this->expect_exact(s, values, "subnormal numbers");
}

// A NaN reaches its row (column) of Y, all of it and nothing else.
TYPED_TEST(LinearAccuracy, NaNsReachTheirRowsAndColumns) {
  using T = typename TypeParam::Value;
  for (Sizes const& s : {Sizes{5, 7, 3}, Sizes{65, 33, 129}}) {
    auto values                 = digit_values<T>(s);
    values.x[3 * s.k + s.k - 1] = stale<T>();
    this->expect_exact(s, values, "NaN in X");
    values.w[4 * s.k] = stale<T>();
    this->expect_exact(s, values, "NaN in X and W");
  }
}

// Inf, or NaN where it meets a zero or an opposite Inf. Of a complex number with an infinite part the product, or the
// library's multiplication by alpha = 1 + 0i, may make a NaN: there it only must not become finite.
TYPED_TEST(LinearAccuracy, InfinitiesStay) {
  using T             = typename TypeParam::Value;
  using Exec          = typename TypeParam::Exec;
  auto const infinity = static_cast<T>(std::numeric_limits<float>::infinity());
  for (Sizes const& s : {Sizes{5, 7, 3}, Sizes{65, 33, 129}}) {
    auto values           = digit_values<T>(s);
    values.x[0]           = infinity;
    values.x[3 * s.k + 1] = static_cast<T>(-widened(infinity));
    values.x[4 * s.k + 2] = infinity;
    values.w[2 * s.k + 2] = infinity;
    LinearOperands<T, Exec> operands(s);
    values.put_into(operands);

    linear(Exec(), operands.x.view(), operands.w.view(), no_bias, operands.y.view());

    auto const y        = operands.y.elements();
    auto const expected = exact_product(s, values);
    for (std::size_t n = 0; n < y.size(); ++n) {
      bool const finite = std::isfinite(real_part(expected[n])) && std::isfinite(imaginary_part(expected[n]));
      if (is_complex<T> && !finite)
        ASSERT_FALSE(std::isfinite(real_part(y[n])) && std::isfinite(imaginary_part(y[n]))) << n << ", " << s;
      else
        ASSERT_TRUE(same(y[n], expected[n])) << n << ": " << text(y[n]) << ", expected " << text(expected[n]);
    }
  }
}

}  // namespace
}  // namespace aril::test
