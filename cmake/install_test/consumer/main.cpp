// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Kokkos_Core.hpp>
#include <aril/aril.hpp>

// The whole of a user's program: exit status 0 says that the installed library computes.
int main() {
  Kokkos::initialize();
  int status = 1;
  {
    Kokkos::View<float*> const a("a", 5);
    Kokkos::View<float*> const c("c", 5);
    Kokkos::deep_copy(a, 3.0F);
    aril::scale(2.0F, a, c);
    auto const result = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), c);
    status            = result(0) == 6.0F && result(4) == 6.0F ? 0 : 1;
  }
  Kokkos::finalize();
  return status;
}
