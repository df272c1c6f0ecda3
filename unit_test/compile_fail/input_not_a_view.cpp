// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expected: each argument is a View or one of per_row, per_column, along, scalar
#include <aril/aril.hpp>

void call(Kokkos::View<float*> const& c) {
  aril::transform(aril::inputs(2.0f), c, [](float x) { return x; });
}
