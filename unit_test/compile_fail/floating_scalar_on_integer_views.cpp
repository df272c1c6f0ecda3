// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expected: integer Views take an integer scalar
#include <aril/aril.hpp>

void call(Kokkos::View<int*> const& a) { aril::scale(0.5, a, a); }
