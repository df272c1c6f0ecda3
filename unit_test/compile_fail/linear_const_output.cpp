// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expected: Y.s elements are const
#include <aril/aril.hpp>

void call(Kokkos::View<float**> const& x, Kokkos::View<float const**> const& y) {
  aril::linear(x, x, aril::no_bias, y);
}
