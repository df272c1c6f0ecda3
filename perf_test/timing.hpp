// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ARIL_PERF_TEST_TIMING_HPP
#define ARIL_PERF_TEST_TIMING_HPP

#include <Kokkos_Core.hpp>
#include <chrono>
#include <stdexcept>
#include <string>

/// \file
/// The clocks behind Google Benchmark's manual time.

namespace aril::perf {

/// Seconds of the work enqueued on an execution space instance between start() and stop(): from fence to fence.
template <class Exec>
class Stopwatch {
 public:
  explicit Stopwatch(Exec const& exec) : exec_(exec) {}

  void start() {
    exec_.fence();
    start_ = Clock::now();
  }

  double stop() {
    exec_.fence();
    return std::chrono::duration<double>(Clock::now() - start_).count();
  }

 private:
  using Clock = std::chrono::steady_clock;

  Exec exec_;
  Clock::time_point start_;
};

/// Throws where the work that was enqueued last was not launched, which Kokkos 3.4 does not look at in a release build.
template <class Exec>
void require_launched(Exec const&) {}

#ifdef KOKKOS_ENABLE_CUDA
inline void check(cudaError_t status, char const* what) {
  if (status != cudaSuccess) throw std::runtime_error(std::string(what) + " failed: " + cudaGetErrorString(status));
}

inline void require_launched(Kokkos::Cuda const&) { check(cudaGetLastError(), "the kernel's launch"); }

/// The driver's and the vendor's kernels take the device-wide cache preference, which Kokkos 3.4 sets to shared memory.
/// While one of these lives it is what a program without Kokkos has.
class UsualCachePreference {
 public:
  UsualCachePreference() {
    check(cudaDeviceGetCacheConfig(&before_), "cudaDeviceGetCacheConfig");
    check(cudaDeviceSetCacheConfig(cudaFuncCachePreferNone), "cudaDeviceSetCacheConfig");
  }
  UsualCachePreference(UsualCachePreference const&)            = delete;
  UsualCachePreference& operator=(UsualCachePreference const&) = delete;
  ~UsualCachePreference() { cudaDeviceSetCacheConfig(before_); }

 private:
  cudaFuncCache before_{};
};

/// On a GPU: from event to event on the instance's stream, so that the host's way to and from the device is not
/// counted.
template <>
class Stopwatch<Kokkos::Cuda> {
 public:
  explicit Stopwatch(Kokkos::Cuda const& exec) : stream_(exec.cuda_stream()) {
    check(cudaEventCreate(&start_), "cudaEventCreate");
    check(cudaEventCreate(&stop_), "cudaEventCreate");
  }
  Stopwatch(Stopwatch const&)            = delete;
  Stopwatch& operator=(Stopwatch const&) = delete;
  ~Stopwatch() {
    cudaEventDestroy(start_);
    cudaEventDestroy(stop_);
  }

  void start() { check(cudaEventRecord(start_, stream_), "cudaEventRecord"); }

  double stop() {
    float milliseconds = 0;
    check(cudaEventRecord(stop_, stream_), "cudaEventRecord");
    check(cudaEventSynchronize(stop_), "cudaEventSynchronize");
    check(cudaEventElapsedTime(&milliseconds, start_, stop_), "cudaEventElapsedTime");
    return 1e-3 * milliseconds;
  }

 private:
  cudaStream_t stream_;
  cudaEvent_t start_{}, stop_{};
};
#endif

}  // namespace aril::perf

#endif
