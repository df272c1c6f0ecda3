// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expected: a View given as a scalar has rank 0
#include <aril/aril.hpp>

void call(Kokkos::View<float*> const& s, Kokkos::View<float*> const& a) { aril::scale(s, a, a); }
