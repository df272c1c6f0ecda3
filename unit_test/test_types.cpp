// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <aril/residual.hpp>
#include <aril/scale.hpp>
#include <complex>

#include "support/matchers.hpp"
#include "support/oracle.hpp"

/// \file
/// Which type an operation computes in when its operands differ; test_half.cpp and test_integers.cpp have theirs.

namespace aril::test {
namespace {

template <class C>
class Types : public ::testing::Test {
 public:
  using Exec = typename C::Exec;
  template <class T>
  using Vector = Operand<T*, Kokkos::LayoutStride, Exec>;
  template <class T>
  using Cell = Operand<T, Kokkos::LayoutRight, Exec>;
};
using FloatCases = Cases<List<float>>;
TYPED_TEST_SUITE(Types, FloatCases, CaseName);

using ComplexFloat  = Kokkos::complex<float>;
using ComplexDouble = Kokkos::complex<double>;

inline constexpr std::int64_t length = 4103;

/// `numbers`, each as f says.
template <class To, class From, class F>
std::vector<To> mapped(std::vector<From> const& numbers, F const& f) {
  std::vector<To> all;
  for (From const& x : numbers) all.push_back(f(x));
  return all;
}

// A double literal on float Views is rounded to float first: 9 * 0.1f = 0.90000004f, where 9 * 0.1 rounds to 0.9f.
TYPED_TEST(Types, DoubleScalarOnFloatViews) {
  typename TestFixture::template Vector<float> a({length}), c({length});
  a.fill(std::vector<float>(length, 9));

  scale(typename TestFixture::Exec(), 0.1, a.view(), c.view());

  expect_holds(c, std::vector<float>(length, 0.90000004f), "C");
  ASSERT_NE(0.90000004f, 0.9f);
}

// A scalar in a View is converted like a value.
TYPED_TEST(Types, DoubleScalarViewOnFloatViews) {
  typename TestFixture::template Vector<float> a({length}), c({length});
  typename TestFixture::template Cell<double> s({});
  a.fill(std::vector<float>(length, 9));
  s.fill({0.1});

  scale(typename TestFixture::Exec(), s.view(), a.view(), c.view());

  expect_holds(c, std::vector<float>(length, 0.90000004f), "C");
}

// ... in every rounding of scaled_residual.
TYPED_TEST(Types, DoubleScalarViewInResiduals) {
  auto const input = random_numbers<float>(1, length);
  for (Rounding const rounding : {Rounding::separate, Rounding::fused, Rounding::factored}) {
    typename TestFixture::template Vector<float> y({length}), z({length});
    typename TestFixture::template Cell<double> s({});
    y.fill(input);
    s.fill({0.1});

    scaled_residual(typename TestFixture::Exec(), s.view(), y.view(), z.view(), rounding);

    EXPECT_TRUE(holds(z, residual(rounding, 0.1f, input))) << rounding;
  }
}

TYPED_TEST(Types, IntegerScalarOnFloatingViews) {
  auto const input = random_numbers<float>(1, length);
  typename TestFixture::template Vector<float> a({length}), c({length});
  a.fill(input);

  scale(typename TestFixture::Exec(), 16777217, a.view(), c.view());  // 2^24 + 1 rounds to 2^24

  expect_holds(c, scaled(16777216.0f, input), "C");
}

// The product in float, then converted: wider digits are zero.
TYPED_TEST(Types, FloatIntoDouble) {
  auto const input = random_numbers<float>(1, length);
  typename TestFixture::template Vector<float> a({length}, {.offset = 1});
  typename TestFixture::template Vector<double> c({length});
  a.fill(input);

  scale(typename TestFixture::Exec(), 0.1, a.view(), c.view());

  expect_holds(c, mapped<double>(input, [](float x) { return static_cast<double>(rounded(0.1f * x)); }), "C");
}

// The product in double, then rounded to float.
TYPED_TEST(Types, DoubleIntoFloat) {
  auto const input = random_numbers<double>(1, length);
  typename TestFixture::template Vector<double> a({length});
  typename TestFixture::template Vector<float> c({length}, {.offset = 3});
  a.fill(input);

  scale(typename TestFixture::Exec(), 0.1, a.view(), c.view());

  expect_holds(c, mapped<float>(input, [](double x) { return static_cast<float>(rounded(0.1 * x)); }), "C");
}

// d and B of different precision: in the wider of the two, whichever it is, and one rounding to the output's.
TYPED_TEST(Types, RowsOfMixedPrecision) {
  using Exec         = typename TestFixture::Exec;
  Extents const size = {37, 65};
  Operand<double**, Kokkos::LayoutRight, Exec> b_double(size), c_double(size);
  Operand<float**, Kokkos::LayoutRight, Exec> b_float(size), c_float(size);
  typename TestFixture::template Vector<double> d_double({37});
  typename TestFixture::template Vector<float> d_float({37});
  auto const wide = random_numbers<double>(1, 37 * 65), wide_d = random_numbers<double>(2, 37);
  auto const narrow = random_numbers<float>(3, 37 * 65), narrow_d = random_numbers<float>(4, 37);
  b_double.fill(wide);
  b_float.fill(narrow);
  d_double.fill(wide_d);
  d_float.fill(narrow_d);
  auto const products = [](auto const& d, auto const& b, auto result) {
    std::vector<decltype(result)> all;
    for (std::size_t n = 0; n < b.size(); ++n)
      all.push_back(static_cast<decltype(result)>(rounded(double{d[n / 65]} * double{b[n]})));
    return all;
  };

  scale_rows(Exec(), d_float.view(), b_double.view(), c_double.view());
  expect_holds(c_double, products(narrow_d, wide, 0.0), "float d, double B");

  scale_rows(Exec(), d_double.view(), b_float.view(), c_float.view());
  expect_holds(c_float, products(wide_d, narrow, 0.0f), "double d, float B, float C");
}

// A real factor scales both parts of a complex number and touches neither with the other.
TYPED_TEST(Types, RealRowsOfComplex) {
  using Exec         = typename TestFixture::Exec;
  Extents const size = {37, 65};
  Operand<ComplexFloat**, Kokkos::LayoutRight, Exec> b(size), c(size, {.padding = 1});
  typename TestFixture::template Vector<float> d({37}), e({65});
  auto const input = random_numbers<ComplexFloat>(1, 37 * 65);
  auto const rows = random_numbers<float>(2, 37), columns = random_numbers<float>(3, 65);
  b.fill(input);
  d.fill(rows);
  e.fill(columns);
  auto by_rows = input, by_columns = input;
  for (std::size_t n = 0; n < input.size(); ++n) {
    by_rows[n]    = times(rows[n / 65], input[n]);
    by_columns[n] = times(columns[n % 65], input[n]);
  }

  scale_rows(Exec(), d.view(), b.view(), c.view());
  expect_holds(c, by_rows, "rows");

  scale_columns(Exec(), e.view(), b.view(), b.view());
  expect_holds(b, by_columns, "columns");
}

// Complex factors of real numbers give complex ones: (x, 0) is not what they are multiplied as.
TYPED_TEST(Types, ComplexRowsOfReal) {
  using Exec = typename TestFixture::Exec;
  Operand<float**, Kokkos::LayoutRight, Exec> b({37, 5});
  Operand<ComplexFloat**, Kokkos::LayoutRight, Exec> c({37, 5});
  typename TestFixture::template Vector<ComplexFloat> d({37});
  float const inf  = std::numeric_limits<float>::infinity();
  auto input       = random_numbers<float>(1, 37 * 5);
  input[3]         = inf;
  auto const rows  = random_numbers<ComplexFloat>(2, 37);
  auto const parts = [&](std::int64_t n) { return times(input[n], rows[n / 5]); };
  std::vector<ComplexFloat> expected;
  for (std::int64_t n = 0; n < b.size(); ++n) expected.push_back(parts(n));
  ASSERT_TRUE(std::isinf(expected[3].real()) && std::isinf(expected[3].imag()));
  b.fill(input);
  d.fill(rows);

  scale_rows(Exec(), d.view(), b.view(), c.view());

  expect_holds(c, expected, "C");
}

// Real and complex scalars of every kind that a caller may write.
TYPED_TEST(Types, ScalarsOnComplexViews) {
  using Exec       = typename TestFixture::Exec;
  auto const input = random_numbers<ComplexFloat>(1, length);
  typename TestFixture::template Vector<ComplexFloat> a({length}), c({length});
  a.fill(input);

  scale(Exec(), 0.1, a.view(), c.view());
  expect_holds(c, scaled(0.1f, input), "double");

  scale(Exec(), 3, a.view(), c.view());
  expect_holds(c, scaled(3.0f, input), "int");

  scale(Exec(), ComplexDouble(0.1, -0.7), a.view(), c.view());
  expect_holds(c, scaled(ComplexFloat(0.1f, -0.7f), input), "Kokkos::complex<double>");

  scale(Exec(), std::complex<float>(0.1f, -0.7f), a.view(), c.view());
  expect_holds(c, scaled(ComplexFloat(0.1f, -0.7f), input), "std::complex<float>");

  typename TestFixture::template Cell<float> real({});
  real.fill({0.1f});
  scale(Exec(), real.view(), a.view(), c.view());
  expect_holds(c, scaled(0.1f, input), "View<float>");

  typename TestFixture::template Cell<ComplexFloat> complex({});
  complex.fill({ComplexFloat(0.1f, -0.7f)});
  scale(Exec(), complex.view(), a.view(), c.view());
  expect_holds(c, scaled(ComplexFloat(0.1f, -0.7f), input), "View<complex<float>>");
}

// A real scalar does not meet the other part: 0 * inf would make NaN of it.
TYPED_TEST(Types, RealScalarKeepsInfinitePartsApart) {
  float const inf = std::numeric_limits<float>::infinity();
  typename TestFixture::template Vector<ComplexFloat> a({1031});
  a.fill(std::vector<ComplexFloat>(1031, ComplexFloat(inf, 1)));

  scale(typename TestFixture::Exec(), 2, a.view(), a.view());

  expect_holds(a, std::vector<ComplexFloat>(1031, ComplexFloat(inf, 2)), "A");
}

}  // namespace
}  // namespace aril::test
