// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "product_plan.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "stream_library.hpp"

namespace aril::impl::cuda {
namespace {

// A program that never repeats a shape must not collect plans for ever.
constexpr std::size_t most_plans = 512;

std::uint32_t alignment_of(void const* address) {
  auto const bits = static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(address)) | 256;
  return 1u << std::countr_zero(bits);
}

cudaDataType_t element_type(Operands operands) {
  switch (operands) {
    case Operands::half: return CUDA_R_16F;
    case Operands::bfloat16: return CUDA_R_16BF;
    default: return CUDA_R_32F;
  }
}

cublasComputeType_t compute_type(Operands operands) {
  switch (operands) {
    case Operands::single: return true_single;
    case Operands::single_as_tf32: return CUBLAS_COMPUTE_32F_FAST_TF32;
    default: return CUBLAS_COMPUTE_32F;
  }
}

template <class Attribute, class Value>
void set(cublasLtMatmulDesc_t operation, Attribute attribute, Value const& value) {
  check(cublasLtMatmulDescSetAttribute(operation, attribute, &value, sizeof value), "cublasLtMatmulDescSetAttribute");
}

cublasLtMatrixLayout_t layout(cudaDataType_t type, std::int64_t rows, std::int64_t columns, std::int64_t leading) {
  cublasLtMatrixLayout_t made = nullptr;
  check(cublasLtMatrixLayoutCreate(&made, type, rows, columns, leading), "cublasLtMatrixLayoutCreate");
  return made;
}

class Preference {
 public:
  Preference() { check(cublasLtMatmulPreferenceCreate(&preference_), "cublasLtMatmulPreferenceCreate"); }
  ~Preference() { cublasLtMatmulPreferenceDestroy(preference_); }
  Preference(Preference const&)            = delete;
  Preference& operator=(Preference const&) = delete;

  template <class Value>
  void set(cublasLtMatmulPreferenceAttributes_t attribute, Value const& value) {
    check(cublasLtMatmulPreferenceSetAttribute(preference_, attribute, &value, sizeof value),
          "cublasLtMatmulPreferenceSetAttribute");
  }
  operator cublasLtMatmulPreference_t() const { return preference_; }

 private:
  cublasLtMatmulPreference_t preference_ = nullptr;
};

template <class Value>
Value setting(cublasLtMatmulAlgo_t const& algorithm, cublasLtMatmulAlgoConfigAttributes_t attribute) {
  Value value{};
  std::size_t written = 0;
  static_cast<void>(cublasLtMatmulAlgoConfigGetAttribute(&algorithm, attribute, &value, sizeof value, &written));
  return value;
}

std::uint32_t tile_of(cublasLtMatmulAlgo_t const& algorithm) {
  return setting<std::uint32_t>(algorithm, CUBLASLT_ALGO_CONFIG_TILE_ID);
}

// The library's own order, but for two cases of fp32 where its second choice is better (H200, 2026-11-29, N = K =
// 4096). A transposed, as for row-major operands: tiles of 256 x 64 before 128 x 128 (16384 rows 10.81 against 11.00
// ms, 4096 rows 2.790 against 2.811). Both transposed, a mix of layouts: 128 x 128 before 256 x 64 (16384 rows 10.49
// against 10.90 ms, 1024 rows 678 against 743 us). By rule and not by trial runs: the same call shall give the same
// bits in every run.
cublasLtMatmulAlgo_t const& best_of(ProductKind const& kind, cublasLtMatmulHeuristicResult_t const* found, int count) {
  if (kind.operands != Operands::single || !kind.transpose_a || count < 2 || found[1].state != CUBLAS_STATUS_SUCCESS)
    return found[0].algo;
  std::uint32_t const wide = CUBLASLT_MATMUL_TILE_128x128, tall = CUBLASLT_MATMUL_TILE_256x64;
  std::uint32_t const worse = kind.transpose_b ? tall : wide, better = kind.transpose_b ? wide : tall;
  bool const swap = tile_of(found[0].algo) == worse && tile_of(found[1].algo) == better;
  return found[swap ? 1 : 0].algo;
}

}  // namespace

ProductKind kind_of(Operands operands, Gemm const& g, Epilogue const& epilogue) {
  return {operands,
          g.m,
          g.n,
          g.k,
          g.a_leading,
          g.b_leading,
          g.c_leading,
          g.transpose_a,
          g.transpose_b,
          epilogue.bias != nullptr,
          epilogue.beta != 0,
          alignment_of(g.a),
          alignment_of(g.b),
          alignment_of(g.c)};
}

ProductPlan::ProductPlan(cublasLtHandle_t handle, ProductKind const& kind, std::size_t workspace_bytes)
    : ProductPlan() {
  auto const operation = [](bool transpose) { return transpose ? CUBLAS_OP_T : CUBLAS_OP_N; };
  check(cublasLtMatmulDescCreate(&operation_, compute_type(kind.operands), CUDA_R_32F), "cublasLtMatmulDescCreate");
  set(operation_, CUBLASLT_MATMUL_DESC_TRANSA, operation(kind.transpose_a));
  set(operation_, CUBLASLT_MATMUL_DESC_TRANSB, operation(kind.transpose_b));
  if (kind.bias) set(operation_, CUBLASLT_MATMUL_DESC_EPILOGUE, CUBLASLT_EPILOGUE_BIAS);
  auto const input = [&](bool transpose, std::int64_t rows, std::int64_t columns, std::int64_t leading) {
    return layout(element_type(kind.operands), transpose ? columns : rows, transpose ? rows : columns, leading);
  };
  a_ = input(kind.transpose_a, kind.m, kind.k, kind.a_leading);
  b_ = input(kind.transpose_b, kind.k, kind.n, kind.b_leading);
  c_ = layout(CUDA_R_32F, kind.m, kind.n, kind.c_leading);
  choose_algorithm(handle, kind, workspace_bytes);
}

ProductPlan::~ProductPlan() {
  for (cublasLtMatrixLayout_t made : {a_, b_, c_})
    if (made != nullptr) cublasLtMatrixLayoutDestroy(made);
  if (operation_ != nullptr) cublasLtMatmulDescDestroy(operation_);
}

void ProductPlan::choose_algorithm(cublasLtHandle_t handle, ProductKind const& kind, std::size_t workspace_bytes) {
  Preference preference;
  preference.set(CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, workspace_bytes);
  preference.set(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES, kind.a_alignment);
  preference.set(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_B_BYTES, kind.b_alignment);
  preference.set(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_C_BYTES, kind.c_alignment);
  preference.set(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_D_BYTES, kind.c_alignment);
  // Partial sums meet in the workspace and are added in order: the same bits every time.
  preference.set(CUBLASLT_MATMUL_PREF_REDUCTION_SCHEME_MASK, std::uint32_t{CUBLASLT_REDUCTION_SCHEME_COMPUTE_TYPE});
  std::array<cublasLtMatmulHeuristicResult_t, 2> found{};
  int count         = 0;
  auto const status = cublasLtMatmulAlgoGetHeuristic(handle, operation_, a_, b_, c_, c_, preference, found.size(),
                                                     found.data(), &count);
  if (status != CUBLAS_STATUS_SUCCESS || count == 0 || found[0].state != CUBLAS_STATUS_SUCCESS) return;
  algorithm_ = best_of(kind, found.data(), count);
  possible_  = true;
}

void ProductPlan::enqueue(cublasLtHandle_t handle, Gemm const& g, Epilogue const& epilogue, void* workspace,
                          std::size_t workspace_bytes, cudaStream_t stream) {
  if (epilogue.bias != nullptr) set(operation_, CUBLASLT_MATMUL_DESC_BIAS_POINTER, epilogue.bias);
  check(cublasLtMatmul(handle, operation_, &epilogue.alpha, g.a, a_, g.b, b_, &epilogue.beta, g.c, c_, g.c, c_,
                       &algorithm_, workspace, workspace_bytes, stream),
        "cuBLASLt matrix product");
}

ProductPlan& ProductPlans::plan(cublasLtHandle_t handle, ProductKind const& kind, std::size_t workspace_bytes) {
  if (auto const known = plans_.find(kind); known != plans_.end()) return *known->second;
  if (plans_.size() >= most_plans) plans_.clear();
  return *plans_.emplace(kind, std::make_unique<ProductPlan>(handle, kind, workspace_bytes)).first->second;
}

}  // namespace aril::impl::cuda
