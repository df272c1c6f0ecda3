// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <aril/aril.hpp>
#include <cstdio>

int main(int argc, char* argv[]) {
  Kokkos::ScopeGuard kokkos(argc, argv);
  Kokkos::DefaultExecutionSpace const exec;
  Kokkos::View<float**, Kokkos::LayoutRight> X("X", 1000, 300), W("W", 200, 300), Y("Y", 1000, 200);
  Kokkos::View<float*> b("b", 200);
  Kokkos::deep_copy(X, 0.5f);
  Kokkos::deep_copy(W, 2.0f);

  // W is split into 16-bit parts once, X on the way; neither call fences, apply does not allocate.
  aril::Linear layer(exec, W, b, aril::LayerOptions<float>{.precision = aril::Precision::split_fp16});
  layer.apply(exec, X, Y);

  auto const y = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), Y);
  std::printf("%g\n", y(999, 199));  // 300
}
