// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expected: the output.s element type cannot hold the result
#include <aril/aril.hpp>

void call(Kokkos::View<float**> const& b, Kokkos::View<int**> const& c, Kokkos::View<int*> const& d) {
  aril::scale_columns(d, b, c);
}
