// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <aril/error.hpp>
#include <aril/impl/cuda/launch.hpp>

namespace aril::impl::cuda {

void check(cudaError_t status, char const* what) {
  if (status != cudaSuccess) throw LaunchError(std::string("aril: ") + what + " failed: " + cudaGetErrorString(status));
}

}  // namespace aril::impl::cuda
