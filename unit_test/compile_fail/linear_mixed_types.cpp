// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expected: X, W and Y must have the same element type
#include <aril/aril.hpp>

void call(Kokkos::View<float**> const& x, Kokkos::View<double**> const& w, Kokkos::View<float**> const& y) {
  aril::linear(x, w, aril::no_bias, y);
}
