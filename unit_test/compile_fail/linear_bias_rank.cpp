// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expected: the bias is a View of rank 1, or aril::no_bias
#include <aril/aril.hpp>

void call(Kokkos::View<float**> const& x, Kokkos::View<float**> const& y) { aril::linear(x, x, x, y); }
