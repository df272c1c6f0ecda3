// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expected: a complex scalar needs complex Views
#include <aril/aril.hpp>

void call(Kokkos::View<float**> const& x, Kokkos::View<float**> const& y) {
  aril::linear_scaled_residual(x, x, aril::no_bias, Kokkos::complex<float>(0, 1), y);
}
