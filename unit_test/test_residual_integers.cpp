// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/residual_suite.hpp"

/// \file
/// scaled_residual of integers, whose sums and products wrap around, all roundings alike.

namespace aril::test {
namespace {

using MatrixCases = Cases<IntegerTypes, Layouts>;
using VectorCases = Cases<IntegerTypes, List<Kokkos::LayoutStride>>;
INSTANTIATE_TYPED_TEST_SUITE_P(Integer, ResidualMatrix, MatrixCases, CaseName);
INSTANTIATE_TYPED_TEST_SUITE_P(Integer, ResidualVector, VectorCases, CaseName);

TEST(ResidualBits, SameOnEveryExecutionSpace) { check_same_bits_everywhere(IntegerTypes()); }

}  // namespace
}  // namespace aril::test
