// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <aril/aril.hpp>
#include <cstdio>

int main(int argc, char* argv[]) {
  Kokkos::ScopeGuard kokkos(argc, argv);
  Kokkos::View<float**> B("B", 1000, 500), C("C", 1000, 500);
  Kokkos::View<float*> d("d", 1000), b("b", 500);
  Kokkos::deep_copy(B, 2.0f);
  Kokkos::deep_copy(d, 3.0f);

  aril::scale(0.5, B, B);     // B = 0.5 * B, in place
  aril::scale_rows(d, B, C);  // C(i,j) = d(i) * B(i,j)
  auto const plus = KOKKOS_LAMBDA(float x, float y) { return x + y; };
  aril::transform(aril::inputs(C, aril::per_column(b)), C, plus);  // C(i,j) = C(i,j) + b(j)

  auto const c = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), C);
  std::printf("%g\n", c(999, 499));  // 3
}
