// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/residual_check.hpp"

/// \file
/// scaled_residual of integers, whose sums and products wrap around, all roundings alike.

namespace aril::test {
namespace {

/// A factor that makes products overflow.
template <class T>
T factor() {
  return T(-1640531535);
}

template <class C>
class IntegerResidualMatrix : public ::testing::Test {};
using MatrixCases = Cases<IntegerTypes, Layouts>;
TYPED_TEST_SUITE(IntegerResidualMatrix, MatrixCases, CaseName);

TYPED_TEST(IntegerResidualMatrix, Placements) {
  using T = typename TypeParam::Value;
  check_residual_placements<T, typename TypeParam::Exec, typename TypeParam::Layout>(factor<T>());
}

template <class C>
class IntegerResidual : public ::testing::Test {};
using VectorCases = Cases<IntegerTypes, List<Kokkos::LayoutStride>>;
TYPED_TEST_SUITE(IntegerResidual, VectorCases, CaseName);

TYPED_TEST(IntegerResidual, Lengths) {
  using T = typename TypeParam::Value;
  check_residual_lengths<T, typename TypeParam::Exec>(factor<T>());
}

TYPED_TEST(IntegerResidual, Offsets) {
  using T = typename TypeParam::Value;
  check_residual_offsets<T, typename TypeParam::Exec>(factor<T>());
}

TEST(IntegerResidualBits, SameOnEveryExecutionSpace) {
  for_each_type(IntegerTypes(), [](auto x) {
    using T = decltype(x);
    check_same_bits_everywhere<T>(factor<T>());
  });
}

}  // namespace
}  // namespace aril::test
