// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "stream_library.hpp"

#include <aril/error.hpp>
#include <aril/impl/cuda/launch.hpp>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <tuple>
#include <utility>

namespace aril::impl::cuda {
namespace {

// While it lives, calls that are not made to a stream do not end the capture that some stream may be under.
class RelaxedCapture {
 public:
  RelaxedCapture() { exchanged_ = cudaThreadExchangeStreamCaptureMode(&mode_) == cudaSuccess; }
  ~RelaxedCapture() {
    if (exchanged_) static_cast<void>(cudaThreadExchangeStreamCaptureMode(&mode_));
  }
  RelaxedCapture(RelaxedCapture const&)            = delete;
  RelaxedCapture& operator=(RelaxedCapture const&) = delete;

  explicit operator bool() const { return exchanged_; }

 private:
  cudaStreamCaptureMode mode_ = cudaStreamCaptureModeRelaxed;
  bool exchanged_             = false;
};

// While it lives, kernels without a preference of their own get the cache configuration that a CUDA program starts
// with. Kokkos 3.4 sets the device to prefer shared memory, and cuBLAS' fp32 kernels then lose 11%: X 16384 x 4096, W
// 4096 x 4096 took 12.09 ms, without that preference 10.84; 16 rows 62.9 us, without 51.4 (H200, 2026-11-29). Only
// launches look at it.
class DefaultCacheConfig {
 public:
  DefaultCacheConfig() {
    if (cudaDeviceGetCacheConfig(&before_) != cudaSuccess) before_ = cudaFuncCachePreferNone;
    set(cudaFuncCachePreferNone);
  }
  ~DefaultCacheConfig() { set(before_); }
  DefaultCacheConfig(DefaultCacheConfig const&)            = delete;
  DefaultCacheConfig& operator=(DefaultCacheConfig const&) = delete;

 private:
  // A preference only: what it cannot set stays as it is.
  void set(cudaFuncCache config) const {
    if (before_ == cudaFuncCachePreferNone) return;
    if (RelaxedCapture const relaxed; relaxed) static_cast<void>(cudaDeviceSetCacheConfig(config));
  }

  cudaFuncCache before_ = cudaFuncCachePreferNone;
};

// cudaStreamPerThread is one value and a stream for each thread.
using Key = std::tuple<int, cudaStream_t, std::thread::id>;

Key key_of(Kokkos::Cuda const& exec) {
  bool const per_thread = exec.cuda_stream() == cudaStreamPerThread;
  return {exec.cuda_device(), exec.cuda_stream(), per_thread ? std::this_thread::get_id() : std::thread::id()};
}

struct Libraries {
  std::mutex mutex;
  std::map<Key, std::unique_ptr<StreamLibrary>> of;
  bool hooked = false;
};

// Handles live until Kokkos is finalized: destroyed by a static destructor, after the CUDA runtime, they would crash.
// Nor may the map itself be a static object: a program that finalizes Kokkos in std::atexit does so after the
// destructors of all that was made later. None during a capture, in which nothing can be allocated.
StreamLibrary* find_or_make(Kokkos::Cuda const& exec) {
  static Libraries& libraries = *new Libraries;
  std::lock_guard const lock(libraries.mutex);
  if (!std::exchange(libraries.hooked, true)) {
    Kokkos::push_finalize_hook([] {
      std::lock_guard const finalize_lock(libraries.mutex);
      libraries.of.clear();
      libraries.hooked = false;
    });
  }
  auto const key = key_of(exec);
  if (auto const known = libraries.of.find(key); known != libraries.of.end()) return known->second.get();
  cudaStreamCaptureStatus capture = cudaStreamCaptureStatusNone;
  check(cudaStreamIsCapturing(exec.cuda_stream(), &capture), "cudaStreamIsCapturing");
  if (capture != cudaStreamCaptureStatusNone) return nullptr;
  RelaxedCapture const relaxed;
  return libraries.of.emplace(key, std::make_unique<StreamLibrary>(exec.cuda_stream())).first->second.get();
}

}  // namespace

void check(cublasStatus_t status, char const* what) {
  if (status != CUBLAS_STATUS_SUCCESS)
    throw LaunchError(std::string("aril: ") + what + " failed: " + cublasGetStatusString(status));
}

StreamLibrary::StreamLibrary(cudaStream_t stream) : StreamLibrary() {
  stream_ = stream;
  check(cudaMalloc(&workspace_, workspace_bytes), "allocation of cuBLAS' workspace");
  check(cublasCreate(&blas_), "cublasCreate");
  // Sums of 16-bit products stay in fp32 also where the sum is split.
  check(cublasSetMathMode(
            blas_, static_cast<cublasMath_t>(CUBLAS_DEFAULT_MATH | CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION)),
        "cublasSetMathMode");
  check(cublasLtCreate(&lt_), "cublasLtCreate");
}

StreamLibrary::~StreamLibrary() {
  if (lt_ != nullptr) cublasLtDestroy(lt_);
  if (blas_ != nullptr) cublasDestroy(blas_);
  cudaFree(workspace_);
}

void StreamLibrary::use(std::function<void(StreamLibrary&)> const& call) {
  std::lock_guard const lock(mutex_);  // for host threads that share an instance
  DefaultCacheConfig const cache_config;
  call(*this);
}

cublasHandle_t StreamLibrary::blas() {
  check(cublasSetStream(blas_, stream_), "cublasSetStream");
  check(cublasSetWorkspace(blas_, workspace_, workspace_bytes), "cublasSetWorkspace");
  return blas_;
}

StreamLibrary& library_of(Kokkos::Cuda const& exec) {
  if (auto* const library = find_or_make(exec)) return *library;
  throw LaunchError(
      "aril: the first product on an execution space instance allocates: call linear, or make a Linear, on it before "
      "the capture");
}

void prepare_outside_captures(Kokkos::Cuda const& exec) { static_cast<void>(find_or_make(exec)); }

}  // namespace aril::impl::cuda
