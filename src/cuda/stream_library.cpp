// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "stream_library.hpp"

#include <aril/error.hpp>
#include <aril/impl/cuda/launch.hpp>
#include <map>
#include <memory>
#include <string>
#include <utility>

namespace aril::impl::cuda {
namespace {

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
  // A preference only: what it cannot set stays as it is. While some stream is captured, calls like this one need the
  // relaxed mode, or they would end the capture.
  void set(cudaFuncCache config) const {
    if (before_ == cudaFuncCachePreferNone) return;
    cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
    if (cudaThreadExchangeStreamCaptureMode(&mode) != cudaSuccess) return;
    static_cast<void>(cudaDeviceSetCacheConfig(config));
    static_cast<void>(cudaThreadExchangeStreamCaptureMode(&mode));
  }

  cudaFuncCache before_ = cudaFuncCachePreferNone;
};

struct Libraries {
  std::mutex mutex;
  std::map<std::pair<int, cudaStream_t>, std::unique_ptr<StreamLibrary>> of;
  bool hooked = false;
};

}  // namespace

void check(cublasStatus_t status, char const* what) {
  if (status != CUBLAS_STATUS_SUCCESS)
    throw LaunchError(std::string("aril: ") + what + " failed: " + cublasGetStatusString(status));
}

StreamLibrary::StreamLibrary(cudaStream_t stream) : StreamLibrary() {
  stream_ = stream;
  check(cudaMalloc(&workspace_, workspace_bytes), "allocation of cuBLAS' workspace");
  check(cublasCreate(&blas_), "cublasCreate");
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

// Handles live until Kokkos is finalized: destroyed by a static destructor, after the CUDA runtime, they would crash.
// Nor may the map itself be a static object: a program that finalizes Kokkos in std::atexit does so after the
// destructors of all that was made later.
StreamLibrary& library_of(Kokkos::Cuda const& exec) {
  static Libraries& libraries = *new Libraries;
  std::lock_guard const lock(libraries.mutex);
  if (!std::exchange(libraries.hooked, true)) {
    Kokkos::push_finalize_hook([] {
      std::lock_guard const finalize_lock(libraries.mutex);
      libraries.of.clear();
      libraries.hooked = false;
    });
  }
  auto& entry = libraries.of[{exec.cuda_device(), exec.cuda_stream()}];
  if (!entry) entry = std::make_unique<StreamLibrary>(exec.cuda_stream());
  return *entry;
}

}  // namespace aril::impl::cuda
