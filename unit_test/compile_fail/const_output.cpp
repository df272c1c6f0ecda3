// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expected: the output View.s elements are const
#include <aril/aril.hpp>

void call(Kokkos::View<float*> const& a, Kokkos::View<float const*> const& c) { aril::scale(2.0f, a, c); }
