// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expected: the output.s element type cannot hold the result
#include <aril/aril.hpp>

void call(Kokkos::View<Kokkos::complex<float>**> const& b, Kokkos::View<float**> const& c,
          Kokkos::View<float*> const& d) {
  aril::scale_rows(d, b, c);
}
