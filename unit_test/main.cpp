// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <cstdlib>
#include <iostream>

namespace {

#ifdef KOKKOS_ENABLE_CUDA
// Kokkos aborts without a GPU, with a message about CUDA's insides.
bool cuda_usable(char const* program) {
  int devices              = 0;
  cudaError_t const status = cudaGetDeviceCount(&devices);
  if (status == cudaSuccess && devices > 0) return true;
  std::cerr << program << ": this is a CUDA build and no CUDA device can be used here ("
            << (status == cudaSuccess ? "none found" : cudaGetErrorString(status))
            << "); run it on a machine with a GPU, or build with a Kokkos for the host only\n";
  return false;
}
#else
bool cuda_usable(char const*) { return true; }
#endif

}  // namespace

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  if (testing::GTEST_FLAG(list_tests)) return RUN_ALL_TESTS();
  if (!cuda_usable(argv[0])) return EXIT_FAILURE;
  Kokkos::ScopeGuard const kokkos(argc, argv);
  return RUN_ALL_TESTS();
}
