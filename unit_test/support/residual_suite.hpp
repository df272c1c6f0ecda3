// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ARIL_TEST_SUPPORT_RESIDUAL_SUITE_HPP
#define ARIL_TEST_SUPPORT_RESIDUAL_SUITE_HPP

#include "residual_check.hpp"

/// \file
/// scaled_residual at every place and size: suites for files that each instantiate them for one kind of element, to
/// keep them quick to compile.

namespace aril::test {

/// A factor of the arithmetic type for which neither y*s nor 1+s is exact; for integers one that makes products
/// overflow.
template <class T>
wide_t<T> residual_factor() {
  if constexpr (is_complex<T>)
    return T(typename T::value_type(0.7310585786300049), typename T::value_type(-1.1752011936438014));
  else if constexpr (std::is_integral_v<T>)
    return T(-1640531535);
  else
    return static_cast<wide_t<T>>(0.12345678901234568);
}

template <class C>
class ResidualMatrix : public ::testing::Test {};
TYPED_TEST_SUITE_P(ResidualMatrix);

TYPED_TEST_P(ResidualMatrix, Placements) {
  using T = typename TypeParam::Value;
  check_residual_placements<T, typename TypeParam::Exec, typename TypeParam::Layout>(residual_factor<T>());
}

REGISTER_TYPED_TEST_SUITE_P(ResidualMatrix, Placements);

template <class C>
class ResidualVector : public ::testing::Test {};
TYPED_TEST_SUITE_P(ResidualVector);

TYPED_TEST_P(ResidualVector, Lengths) {
  using T = typename TypeParam::Value;
  check_residual_lengths<T, typename TypeParam::Exec>(residual_factor<T>());
}

TYPED_TEST_P(ResidualVector, Offsets) {
  using T = typename TypeParam::Value;
  check_residual_offsets<T, typename TypeParam::Exec>(residual_factor<T>());
}

REGISTER_TYPED_TEST_SUITE_P(ResidualVector, Lengths, Offsets);

/// One case for each of the types.
template <class... T>
void check_same_bits_everywhere(List<T...> types) {
  for_each_type(types, [](auto x) {
    using Element = decltype(x);
    check_same_bits_everywhere<Element>(residual_factor<Element>());
  });
}

}  // namespace aril::test

#endif
