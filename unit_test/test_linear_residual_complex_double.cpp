// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/linear_residual.hpp"

namespace aril::test {

INSTANTIATE_TYPED_TEST_SUITE_P(ComplexDouble, LinearResidual, Cases<List<Kokkos::complex<double>>>, CaseName);

}  // namespace aril::test
