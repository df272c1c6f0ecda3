// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/residual_suite.hpp"

/// \file
/// scaled_residual of complex numbers; test_residual.cpp has the real ones, test_residual_integers.cpp integers.

namespace aril::test {
namespace {

using MatrixCases = Cases<ComplexTypes, Layouts>;
using VectorCases = Cases<ComplexTypes, List<Kokkos::LayoutStride>>;
INSTANTIATE_TYPED_TEST_SUITE_P(Complex, ResidualMatrix, MatrixCases, CaseName);
INSTANTIATE_TYPED_TEST_SUITE_P(Complex, ResidualVector, VectorCases, CaseName);

template <class C>
class ResidualRealScalar : public ::testing::Test {};
using ComplexFloat = Cases<List<Kokkos::complex<float>>, List<Kokkos::LayoutStride>>;
TYPED_TEST_SUITE(ResidualRealScalar, ComplexFloat, CaseName);

// A real scalar works on the two components by themselves.
TYPED_TEST(ResidualRealScalar, OnComplex) {
  check_residual_lengths<typename TypeParam::Value, typename TypeParam::Exec>(0.7310585786300049f);
}

TEST(ResidualBits, SameOnEveryExecutionSpace) { check_same_bits_everywhere(ComplexTypes()); }

}  // namespace
}  // namespace aril::test
