// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <aril/scale.hpp>

#include "support/matchers.hpp"
#include "support/oracle.hpp"
#include "support/special.hpp"

/// \file
/// Products of special numbers are those of IEEE arithmetic: nothing is skipped for a factor of 0 or 1, subnormals
/// stay, and NaN left in an output never comes back. test_special_residual.cpp does the same for scaled_residual.

namespace aril::test {
namespace {

template <class C>
class SpecialValues : public ::testing::Test {
 public:
  using Exec   = typename C::Exec;
  using T      = typename C::Value;
  using Vector = Operand<T*, Kokkos::LayoutRight, Exec>;
  using Matrix = Operand<T**, Kokkos::LayoutRight, Exec>;
};
using FloatingTypes = join_t<RealTypes, List<Kokkos::complex<float>>>;
using FloatingCases = Cases<FloatingTypes>;
TYPED_TEST_SUITE(SpecialValues, FloatingCases, CaseName);

TYPED_TEST(SpecialValues, ScaleByValue) {
  using T = typename TestFixture::T;
  for (std::int64_t const n : special_lengths)
    for (T const& factor : special_numbers<T>()) {
      auto const s     = widened(factor);
      auto const input = repeated(special_numbers<T>(), n);
      typename TestFixture::Vector a({n}), c({n});
      a.fill(input);

      scale(typename TestFixture::Exec(), s, a.view(), c.view());
      expect_holds(c, scaled(s, input), text(factor).c_str());

      scale(typename TestFixture::Exec(), s, a.view(), a.view());
      expect_holds(a, scaled(s, input), text(factor).c_str());
    }
}

TYPED_TEST(SpecialValues, ScaleByView) {
  using T = typename TestFixture::T;
  Operand<T, Kokkos::LayoutRight, typename TestFixture::Exec> s({});
  for (std::int64_t const n : special_lengths)
    for (T const& factor : special_numbers<T>()) {
      auto const input = repeated(special_numbers<T>(), n);
      typename TestFixture::Vector a({n}), c({n});
      a.fill(input);
      s.fill({factor});

      scale(typename TestFixture::Exec(), s.view(), a.view(), c.view());
      expect_holds(c, scaled(widened(factor), input), text(factor).c_str());
    }
}

// Every special number times every other, as factors of rows and of columns.
TYPED_TEST(SpecialValues, RowsAndColumns) {
  using T            = typename TestFixture::T;
  auto const factors = special_numbers<T>();
  auto const size    = static_cast<std::int64_t>(factors.size());
  typename TestFixture::Vector d({size});
  d.fill(factors);
  for (std::int64_t const other : {size, std::int64_t{4101}}) {
    typename TestFixture::Matrix b({size, other}), c({size, other}), tall({other, size});
    auto const wide_input = repeated(factors, b.size());
    b.fill(wide_input);
    scale_rows(typename TestFixture::Exec(), d.view(), b.view(), c.view());
    expect_holds(c, rows_scaled(factors, wide_input), "rows");

    std::vector<T> tall_input;
    for (std::int64_t i = 0; i < other; ++i) tall_input.insert(tall_input.end(), factors.size(), factors[i % size]);
    tall.fill(tall_input);
    scale_columns(typename TestFixture::Exec(), d.view(), tall.view(), tall.view());
    expect_holds(tall, columns_scaled(factors, tall_input), "columns");
    if (is_complex<T>) break;  // a square has all the pairs, and there are many more of them
  }
}

// The products themselves, in case that the oracle errs with the library.
TYPED_TEST(SpecialValues, ZeroAndOneAreNoShortcuts) {
  using T = typename TestFixture::T;
  if constexpr (!is_complex<T>) {
    T const nan = stale<T>(), inf = static_cast<T>(std::numeric_limits<float>::infinity()), zero = small<T>(0);
    auto const minus = [](T const& x) { return static_cast<T>(-widened(x)); };
    std::vector<T> const input{nan, inf, minus(inf), minus(zero), small<T>(1)};
    std::vector<std::pair<T, std::vector<T>>> const cases{{zero, {nan, nan, nan, minus(zero), zero}},
                                                          {minus(zero), {nan, nan, nan, zero, minus(zero)}},
                                                          {small<T>(1), input},
                                                          {small<T>(-1), {nan, minus(inf), inf, zero, small<T>(-1)}},
                                                          {nan, {nan, nan, nan, nan, nan}},
                                                          {inf, {nan, inf, minus(inf), nan, inf}}};
    for (std::int64_t const n : special_lengths)
      for (auto const& [s, products] : cases) {
        typename TestFixture::Vector a({n}), c({n});
        a.fill(repeated(input, n));

        scale(typename TestFixture::Exec(), widened(s), a.view(), c.view());
        expect_holds(c, repeated(products, n), text(s).c_str());
      }
  }
}

}  // namespace
}  // namespace aril::test
