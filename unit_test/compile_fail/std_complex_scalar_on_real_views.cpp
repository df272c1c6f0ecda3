// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expected: a complex scalar needs complex Views
#include <aril/aril.hpp>

void call(Kokkos::View<double*> const& y) { aril::scaled_residual(std::complex<double>(0, 1), y, y); }
