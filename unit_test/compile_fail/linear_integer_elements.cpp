// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expected: elements must be float, double, Kokkos::complex of these
#include <aril/aril.hpp>

void call(Kokkos::View<int**> const& x, Kokkos::View<int**> const& y) { aril::linear(x, x, aril::no_bias, y); }
