// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expected: the bias must have Y's element type
#include <aril/aril.hpp>

void call(Kokkos::View<float**> const& x, Kokkos::View<double*> const& b, Kokkos::View<float**> const& y) {
  aril::linear(x, x, b, y);
}
