// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/residual_check.hpp"

/// \file
/// scaled_residual of complex numbers; test_residual.cpp has the real ones, test_residual_integers.cpp integers.

namespace aril::test {
namespace {

/// A factor for which products and sums round.
template <class T>
T factor() {
  return T(typename T::value_type(0.7310585786300049), typename T::value_type(-1.1752011936438014));
}

template <class C>
class ResidualMatrix : public ::testing::Test {};
using MatrixCases = Cases<ComplexTypes, Layouts>;
TYPED_TEST_SUITE(ResidualMatrix, MatrixCases, CaseName);

TYPED_TEST(ResidualMatrix, Placements) {
  using T = typename TypeParam::Value;
  check_residual_placements<T, typename TypeParam::Exec, typename TypeParam::Layout>(factor<T>());
}

template <class C>
class Residual : public ::testing::Test {};
using VectorCases = Cases<ComplexTypes, List<Kokkos::LayoutStride>>;
TYPED_TEST_SUITE(Residual, VectorCases, CaseName);

TYPED_TEST(Residual, Lengths) {
  using T = typename TypeParam::Value;
  check_residual_lengths<T, typename TypeParam::Exec>(factor<T>());
}

TYPED_TEST(Residual, Offsets) {
  using T = typename TypeParam::Value;
  check_residual_offsets<T, typename TypeParam::Exec>(factor<T>());
}

template <class C>
class ResidualRealScalar : public ::testing::Test {};
using ComplexFloat = Cases<List<Kokkos::complex<float>>, List<Kokkos::LayoutStride>>;
TYPED_TEST_SUITE(ResidualRealScalar, ComplexFloat, CaseName);

// A real scalar works on the two components by themselves.
TYPED_TEST(ResidualRealScalar, OnComplex) {
  check_residual_lengths<typename TypeParam::Value, typename TypeParam::Exec>(0.7310585786300049f);
}

TEST(ResidualBits, SameOnEveryExecutionSpace) {
  for_each_type(ComplexTypes(), [](auto x) {
    using T = decltype(x);
    check_same_bits_everywhere<T>(factor<T>());
  });
}

}  // namespace
}  // namespace aril::test
