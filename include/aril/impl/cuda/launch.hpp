// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ARIL_IMPL_CUDA_LAUNCH_HPP
#define ARIL_IMPL_CUDA_LAUNCH_HPP

#include <Kokkos_Core.hpp>
#include <aril/impl/policy.hpp>
#include <atomic>
#include <cstdint>

namespace aril::impl::cuda {

/// Throws LaunchError when `status` is not success. Not inline: keeps the text out of every kernel's translation unit.
void check(cudaError_t status, char const* what);

/// Enqueues `kernel(arguments...)` with one thread per work item on the instance's stream. Only this launch's own
/// status is looked at: an error somebody else left behind is neither reported nor cleared.
template <class... Parameters, class... Arguments>
void enqueue(Kokkos::Cuda const& exec, void (*kernel)(Parameters...), std::int64_t work_items, int block_size,
             Arguments const&... arguments) {
  dim3 const grid(static_cast<unsigned>((work_items + block_size - 1) / block_size));
  auto const start = [&](Parameters... parameters) {
    void* pointers[] = {&parameters...};
    check(cudaLaunchKernel(reinterpret_cast<void const*>(kernel), grid, dim3(block_size), pointers, 0,
                           exec.cuda_stream()),
          "kernel launch");
  };
  start(arguments...);
}

/// Asks once per device for the large L1 cache for a kernel. Kokkos 3.4 prefers shared memory device-wide, which leaves
/// kernels without a preference of their own a small one: a row scale of 4096 x 4096 floats then takes 36.0 us, with a
/// large L1 33.9 (H200, 2026-11-29).
class PreferL1 {
 public:
  void operator()(void const* kernel, int device) {
    std::uint64_t const bit = std::uint64_t{1} << (device % 64);
    if ((configured_.load(std::memory_order_relaxed) & bit) != 0) return;
    check(cudaFuncSetCacheConfig(kernel, cudaFuncCachePreferL1), "cudaFuncSetCacheConfig");
    configured_.fetch_or(bit, std::memory_order_relaxed);
  }

 private:
  std::atomic<std::uint64_t> configured_{0};
};

inline DeviceFacts device_facts(Kokkos::Cuda const& exec) {
  auto const& properties = exec.cuda_device_prop();
  return {properties.l2CacheSize, properties.multiProcessorCount, false};
}

}  // namespace aril::impl::cuda

#endif
