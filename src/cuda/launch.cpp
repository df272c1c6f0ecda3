// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <aril/error.hpp>
#include <aril/impl/cuda/launch.hpp>

namespace aril::impl::cuda {

void check(cudaError_t status, char const* what) {
  if (status != cudaSuccess) throw LaunchError(std::string("aril: ") + what + " failed: " + cudaGetErrorString(status));
}

bool KernelSetup::prepare(void const* kernel, int device) {
  std::uint64_t const bit = device < 64 ? std::uint64_t{1} << device : 0;  // beyond, ask every time
  if ((known_.load(std::memory_order_acquire) & bit) != 0) return (waits_.load(std::memory_order_relaxed) & bit) != 0;
  if (cache_ != cudaFuncCachePreferNone) check(cudaFuncSetCacheConfig(kernel, cache_), "cudaFuncSetCacheConfig");
  cudaFuncAttributes attributes{};
  check(cudaFuncGetAttributes(&attributes, kernel), "cudaFuncGetAttributes");
  // Code for an earlier architecture, translated for a newer device when it was loaded, has no wait in it.
  bool const waits = attributes.ptxVersion >= 90;
  if (waits) waits_.fetch_or(bit, std::memory_order_relaxed);
  known_.fetch_or(bit, std::memory_order_release);
  return waits;
}

}  // namespace aril::impl::cuda
