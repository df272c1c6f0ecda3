// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cublas_v2.h>

#include <aril/error.hpp>
#include <aril/impl/cuda/launch.hpp>
#include <aril/impl/cuda/matmul.hpp>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

namespace aril::impl::cuda {
namespace {

void check(cublasStatus_t status, char const* what) {
  if (status != CUBLAS_STATUS_SUCCESS)
    throw LaunchError(std::string("aril: ") + what + " failed: " + cublasGetStatusString(status));
}

// While it lives, kernels without a preference of their own get the cache configuration that a CUDA program starts
// with. Kokkos 3.4 sets the device to prefer shared memory, and cuBLAS' fp32 kernels then lose 11%: X 16384 x 4096, W
// 4096 x 4096 took 12.09 ms, without that preference 10.84 (H200, 2026-11-29). Only launches look at it.
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

// What cuBLAS itself would take on Hopper; smaller GPUs need less.
constexpr std::size_t workspace_bytes = std::size_t{32} << 20;

// A cuBLAS handle with a workspace of its own, for one stream: calls on different streams meet neither in a handle nor
// in a workspace, so that they may overlap and give the bits that they give alone.
class StreamHandle {
 public:
  explicit StreamHandle(cudaStream_t stream) : stream_(stream) {
    cuda::check(cudaMalloc(&workspace_, workspace_bytes), "allocation of cuBLAS' workspace");
    check(cublasCreate(&handle_), "cublasCreate");
  }
  ~StreamHandle() {
    if (handle_ != nullptr) cublasDestroy(handle_);
    cudaFree(workspace_);
  }
  StreamHandle(StreamHandle const&)            = delete;
  StreamHandle& operator=(StreamHandle const&) = delete;

  template <class Call>
  void use(Call const& call) {
    std::lock_guard const lock(mutex_);  // for host threads that share an instance
    DefaultCacheConfig const cache_config;
    check(cublasSetStream(handle_, stream_), "cublasSetStream");
    check(cublasSetWorkspace(handle_, workspace_, workspace_bytes), "cublasSetWorkspace");
    check(call(handle_), "cuBLAS matrix product");
  }

 private:
  std::mutex mutex_;
  cudaStream_t stream_;
  void* workspace_       = nullptr;
  cublasHandle_t handle_ = nullptr;
};

struct Handles {
  std::mutex mutex;
  std::map<std::pair<int, cudaStream_t>, std::unique_ptr<StreamHandle>> of;
  bool hooked = false;
};

// Handles live until Kokkos is finalized: destroyed by a static destructor, after the CUDA runtime, they would crash.
// Nor may the map itself be a static object: a program that finalizes Kokkos in std::atexit does so after the
// destructors of all that was made later.
StreamHandle& handle_for(Kokkos::Cuda const& exec) {
  static Handles& handles = *new Handles;
  std::lock_guard const lock(handles.mutex);
  if (!std::exchange(handles.hooked, true)) {
    Kokkos::push_finalize_hook([] {
      std::lock_guard const finalize_lock(handles.mutex);
      handles.of.clear();
      handles.hooked = false;
    });
  }
  auto& entry = handles.of[{exec.cuda_device(), exec.cuda_stream()}];
  if (!entry) entry = std::make_unique<StreamHandle>(exec.cuda_stream());
  return *entry;
}

struct Types {
  cudaDataType_t element;
  cublasComputeType_t compute;
};

// CUBLAS_COMPUTE_32F forms true fp32 products of fp32 operands; TF32 has a compute type of its own.
Types types_of(ElementKind kind) {
  switch (kind) {
    case ElementKind::half: return {CUDA_R_16F, CUBLAS_COMPUTE_32F};
    case ElementKind::bfloat16: return {CUDA_R_16BF, CUBLAS_COMPUTE_32F};
    case ElementKind::single: return {CUDA_R_32F, CUBLAS_COMPUTE_32F};
    case ElementKind::dual: return {CUDA_R_64F, CUBLAS_COMPUTE_64F};
    case ElementKind::complex_single: return {CUDA_C_32F, CUBLAS_COMPUTE_32F};
    default: return {CUDA_C_64F, CUBLAS_COMPUTE_64F};
  }
}

}  // namespace

void matmul(Kokkos::Cuda const& exec, ElementKind kind, Gemm const& g) {
  Types const types = types_of(kind);
  // One and zero, each long enough for every scale type: the library reads the leading bytes of its own.
  float const one_single[] = {1, 0};
  double const one_dual[]  = {1, 0};
  double const zero[]      = {0, 0};
  void const* const one    = types.compute == CUBLAS_COMPUTE_64F ? static_cast<void const*>(one_dual) : one_single;
  auto const operation     = [](bool transpose) { return transpose ? CUBLAS_OP_T : CUBLAS_OP_N; };
  handle_for(exec).use([&](cublasHandle_t handle) {
    return cublasGemmEx_64(handle, operation(g.transpose_a), operation(g.transpose_b), g.m, g.n, g.k, one, g.a,
                           types.element, g.a_leading, g.b, types.element, g.b_leading, zero, g.c, types.element,
                           g.c_leading, types.compute, CUBLAS_GEMM_DEFAULT);
  });
}

}  // namespace aril::impl::cuda
