// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/residual_check.hpp"
#include "support/special.hpp"

namespace aril::test {
namespace {

template <class C>
class SpecialResidual : public ::testing::Test {};
using FloatingTypes = join_t<RealTypes, List<Kokkos::complex<float>>>;
using FloatingCases = Cases<FloatingTypes>;
TYPED_TEST_SUITE(SpecialResidual, FloatingCases, CaseName);

template <class T, class Exec>
void check_special(Rounding rounding) {
  for (std::int64_t const n : special_lengths)
    for (T const& factor : special_numbers<T>()) {
      auto const s        = widened(factor);
      auto const input    = repeated(special_numbers<T>(), n);
      auto const expected = residual(rounding, s, input);
      Operand<T*, Kokkos::LayoutRight, Exec> y({n}), z({n});
      y.fill(input);

      scaled_residual(Exec(), s, y.view(), z.view(), rounding);
      expect_holds(z, expected, text(factor).c_str());

      scaled_residual(Exec(), s, y.view(), y.view(), rounding);
      expect_holds(y, expected, text(factor).c_str());
    }
}

TYPED_TEST(SpecialResidual, Separate) {
  check_special<typename TypeParam::Value, typename TypeParam::Exec>(Rounding::separate);
}
TYPED_TEST(SpecialResidual, Fused) {
  check_special<typename TypeParam::Value, typename TypeParam::Exec>(Rounding::fused);
}
TYPED_TEST(SpecialResidual, Factored) {
  check_special<typename TypeParam::Value, typename TypeParam::Exec>(Rounding::factored);
}

// What sets the formulas apart: a product that overflows before the sum brings it back does so only if it is rounded.
TYPED_TEST(SpecialResidual, OverflowOfTheProduct) {
  using T = typename TypeParam::Value;
  if constexpr (std::is_same_v<T, float> || std::is_same_v<T, double>) {
    T const largest = std::numeric_limits<T>::max();
    T const inf     = std::numeric_limits<T>::infinity();
    T const s       = -1 - std::numeric_limits<T>::epsilon();
    for (Rounding const rounding : roundings) {
      Operand<T*, Kokkos::LayoutRight, typename TypeParam::Exec> z({1029});
      z.fill(std::vector<T>(1029, largest));

      scaled_residual(typename TypeParam::Exec(), s, z.view(), z.view(), rounding);

      // s = -1 - eps: fl(largest*s) = -inf, and exactly largest*(1+s) = -largest*eps.
      T const expected = rounding == Rounding::separate ? -inf : -largest * std::numeric_limits<T>::epsilon();
      expect_holds(z, std::vector<T>(1029, expected), "Z");
    }
  }
}

}  // namespace
}  // namespace aril::test
