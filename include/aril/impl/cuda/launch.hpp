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

/// The first statement of every kernel that `enqueue` starts: waits until what the stream was given before is done and
/// its writes can be seen. Until there, starting the kernel overlaps with the end of the one before.
__device__ __forceinline__ void wait_for_previous() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  cudaGridDependencySynchronize();
#endif
}

/// What a kernel asks of the runtime once per device.
class KernelSetup {
 public:
  explicit KernelSetup(cudaFuncCache cache) : cache_(cache) {}

  /// Sets the kernel's cache preference on the device. Returns whether the device's code for the kernel waits by
  /// itself, so that it may start before the stream's last kernel ends.
  bool prepare(void const* kernel, int device);

 private:
  cudaFuncCache cache_;
  std::atomic<std::uint64_t> known_{0}, waits_{0};  // bit n: on device n
};

/// Enqueues `kernel(arguments...)` with one thread per work item on the instance's stream. Only this launch's own
/// status is looked at: an error somebody else left behind is neither reported nor cleared.
///
/// Kernels ask for a large L1 cache unless they say otherwise. Kokkos 3.4 prefers shared memory device-wide, which
/// leaves kernels without a preference of their own a small one: a row scale of 4096 x 4096 floats then takes 36.0 us,
/// with a large L1 33.9 (H200, 2026-11-29).
///
/// On Hopper and later the launch is a programmatic dependent one: 2^16 floats, call after call, 3.1 us in place
/// of 3.9, 2^22 5.5 in place of 6.9 (H200, 2026-11-29). A kernel that lets its successor start early as well gains no
/// more.
template <auto kernel, cudaFuncCache cache = cudaFuncCachePreferL1, class... Arguments>
void enqueue(Kokkos::Cuda const& exec, std::int64_t work_items, int block_size, Arguments const&... arguments) {
  static KernelSetup setup(cache);
  cudaLaunchConfig_t launch{};
  launch.gridDim  = dim3(static_cast<unsigned>((work_items + block_size - 1) / block_size));
  launch.blockDim = dim3(block_size);
  launch.stream   = exec.cuda_stream();
  cudaLaunchAttribute dependent{};
  dependent.id                                         = cudaLaunchAttributeProgrammaticStreamSerialization;
  dependent.val.programmaticStreamSerializationAllowed = 1;
  launch.attrs                                         = &dependent;
  launch.numAttrs = setup.prepare(reinterpret_cast<void const*>(kernel), exec.cuda_device()) ? 1 : 0;
  check(cudaLaunchKernelEx(&launch, kernel, arguments...), "kernel launch");
}

inline DeviceFacts device_facts(Kokkos::Cuda const& exec) {
  auto const& properties = exec.cuda_device_prop();
  return {properties.l2CacheSize, properties.multiProcessorCount, false};
}

}  // namespace aril::impl::cuda

#endif
