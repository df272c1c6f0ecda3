// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expected: the scalar View.s element type does not fit
#include <aril/aril.hpp>

void call(Kokkos::View<Kokkos::complex<float>> const& s, Kokkos::View<float*> const& a) { aril::scale(s, a, a); }
