// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expected: elements must be integers, float, double, Kokkos::complex of these
#include <aril/aril.hpp>

void call(Kokkos::View<bool*> const& a) { aril::scale(true, a, a); }
