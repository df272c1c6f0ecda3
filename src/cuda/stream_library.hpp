// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ARIL_CUDA_STREAM_LIBRARY_HPP
#define ARIL_CUDA_STREAM_LIBRARY_HPP

#include <cublasLt.h>
#include <cublas_v2.h>

#include <Kokkos_Core.hpp>
#include <functional>
#include <mutex>

#include "product_plan.hpp"

/// \file
/// The matrix libraries as one stream has them.

namespace aril::impl::cuda {

/// Throws LaunchError when `status` is not success.
void check(cublasStatus_t status, char const* what);

/// Handles of cuBLAS and cuBLASLt, a workspace and the products planned so far, for one stream: calls on different
/// streams meet in none of them, so that they may overlap and give the bits that they give alone.
class StreamLibrary {
 public:
  /// What cuBLAS itself would take on Hopper; smaller GPUs need less.
  static constexpr std::size_t workspace_bytes = std::size_t{32} << 20;

  explicit StreamLibrary(cudaStream_t stream);
  ~StreamLibrary();
  StreamLibrary(StreamLibrary const&)            = delete;
  StreamLibrary& operator=(StreamLibrary const&) = delete;

  /// Runs `call` while no other host thread uses this stream's libraries, and with the cache configuration that their
  /// kernels were built for. Given as std::cref(call), a function object costs no allocation.
  void use(std::function<void(StreamLibrary&)> const& call);

  cudaStream_t stream() const { return stream_; }
  void* workspace() const { return workspace_; }
  cublasHandle_t blas();
  cublasLtHandle_t lt() const { return lt_; }
  ProductPlans& plans() { return plans_; }

 private:
  StreamLibrary() = default;  // so that a constructor that throws half-way gives back what it has

  std::mutex mutex_;
  cudaStream_t stream_ = nullptr;
  void* workspace_     = nullptr;
  cublasHandle_t blas_ = nullptr;
  cublasLtHandle_t lt_ = nullptr;
  ProductPlans plans_;
};

/// The instance's; made at its first call and kept until Kokkos is finalized. \throws LaunchError if they would have to
/// be made during a capture
StreamLibrary& library_of(Kokkos::Cuda const& exec);

/// Makes the instance's if they are not there yet, unless its stream is being captured.
void prepare_outside_captures(Kokkos::Cuda const& exec);

}  // namespace aril::impl::cuda

#endif
