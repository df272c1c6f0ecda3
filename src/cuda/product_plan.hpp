// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ARIL_CUDA_PRODUCT_PLAN_HPP
#define ARIL_CUDA_PRODUCT_PLAN_HPP

#include <cublasLt.h>

#include <aril/impl/cuda/matmul.hpp>
#include <map>
#include <memory>
#include <tuple>

/// \file
/// How cuBLASLt computes one kind of product: asking it takes longer than a small product does, so the answer is kept.

namespace aril::impl::cuda {

/// True fp32 products and sums of fp32 operands. Plain CUBLAS_COMPUTE_32F forms TF32 ones where the environment has
/// NVIDIA_TF32_OVERRIDE=1; this does not, and is as fast (H200, CUDA 13.0, 2026-11-29, 16384 x 4096 x 4096: 10.83
/// ms, plain 10.84).
inline constexpr cublasComputeType_t true_single = CUBLAS_COMPUTE_32F_PEDANTIC;

/// Everything that the answer depends on, and nothing that differs from call to call.
struct ProductKind {
  Operands operands;
  std::int64_t m, n, k, a_leading, b_leading, c_leading;
  bool transpose_a, transpose_b, bias, accumulates;
  std::uint32_t a_alignment, b_alignment, c_alignment;  // bytes

  friend auto operator<=>(ProductKind const&, ProductKind const&) = default;
};

ProductKind kind_of(Operands operands, Gemm const& gemm, Epilogue const& epilogue);

/// A product's description and algorithm.
class ProductPlan {
 public:
  ProductPlan(cublasLtHandle_t handle, ProductKind const& kind, std::size_t workspace_bytes);
  ~ProductPlan();
  ProductPlan(ProductPlan const&)            = delete;
  ProductPlan& operator=(ProductPlan const&) = delete;

  /// False if the library has no algorithm for the kind.
  bool possible() const { return possible_; }

  void enqueue(cublasLtHandle_t handle, Gemm const& gemm, Epilogue const& epilogue, void* workspace,
               std::size_t workspace_bytes, cudaStream_t stream);

 private:
  ProductPlan() = default;  // so that a constructor that throws half-way gives back what it has
  void choose_algorithm(cublasLtHandle_t handle, ProductKind const& kind, std::size_t workspace_bytes);

  cublasLtMatmulDesc_t operation_ = nullptr;
  cublasLtMatrixLayout_t a_ = nullptr, b_ = nullptr, c_ = nullptr;
  cublasLtMatmulAlgo_t algorithm_{};
  bool possible_ = false;
};

/// The plans of one stream, by kind.
class ProductPlans {
 public:
  ProductPlan& plan(cublasLtHandle_t handle, ProductKind const& kind, std::size_t workspace_bytes);

 private:
  std::map<ProductKind, std::unique_ptr<ProductPlan>> plans_;
};

}  // namespace aril::impl::cuda

#endif
