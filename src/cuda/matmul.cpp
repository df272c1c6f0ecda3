// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cublasLt.h>

#include <algorithm>
#include <aril/error.hpp>
#include <aril/impl/cuda/matmul.hpp>
#include <array>
#include <map>
#include <mutex>
#include <string>

namespace aril::impl::cuda {
namespace {

void check(cublasStatus_t status, char const* what) {
  if (status != CUBLAS_STATUS_SUCCESS)
    throw LaunchError(std::string("aril: ") + what + " failed: " + cublasLtGetStatusString(status));
}

struct Types {
  cudaDataType_t element;
  cublasComputeType_t compute;
  cudaDataType_t scale;
};

// CUBLAS_COMPUTE_32F forms true fp32 products of fp32 operands; TF32 has a compute type of its own.
Types types_of(ElementKind kind) {
  switch (kind) {
    case ElementKind::half: return {CUDA_R_16F, CUBLAS_COMPUTE_32F, CUDA_R_32F};
    case ElementKind::bfloat16: return {CUDA_R_16BF, CUBLAS_COMPUTE_32F, CUDA_R_32F};
    case ElementKind::single: return {CUDA_R_32F, CUBLAS_COMPUTE_32F, CUDA_R_32F};
    case ElementKind::dual: return {CUDA_R_64F, CUBLAS_COMPUTE_64F, CUDA_R_64F};
    case ElementKind::complex_single: return {CUDA_C_32F, CUBLAS_COMPUTE_32F, CUDA_C_32F};
    default: return {CUDA_C_64F, CUBLAS_COMPUTE_64F, CUDA_C_64F};
  }
}

// One handle per device, for the life of Kokkos. cuBLASLt's handle carries no stream, workspace or mode that callers
// could disturb for one another.
cublasLtHandle_t handle_of(int device) {
  static std::mutex mutex;
  static std::map<int, cublasLtHandle_t> handles;
  std::lock_guard const lock(mutex);
  auto [entry, is_new] = handles.try_emplace(device);
  if (is_new) {
    check(cublasLtCreate(&entry->second), "cublasLtCreate");
    Kokkos::push_finalize_hook([device] {
      std::lock_guard const finalize_lock(mutex);
      if (auto node = handles.extract(device)) cublasLtDestroy(node.mapped());
    });
  }
  return entry->second;
}

class Description {
 public:
  Description(Types const& types, Gemm const& g) {
    check(cublasLtMatmulDescInit(&operation, types.compute, types.scale), "cublasLtMatmulDescInit");
    set_transpose(CUBLASLT_MATMUL_DESC_TRANSA, g.transpose_a);
    set_transpose(CUBLASLT_MATMUL_DESC_TRANSB, g.transpose_b);
    layout(a, types.element, g.transpose_a ? g.k : g.m, g.transpose_a ? g.m : g.k, g.a_leading);
    layout(b, types.element, g.transpose_b ? g.n : g.k, g.transpose_b ? g.k : g.n, g.b_leading);
    layout(c, types.element, g.m, g.n, g.c_leading);
  }

  cublasLtMatmulDescOpaque_t operation;
  cublasLtMatrixLayoutOpaque_t a, b, c;

 private:
  void set_transpose(cublasLtMatmulDescAttributes_t which, bool transpose) {
    cublasOperation_t const op = transpose ? CUBLAS_OP_T : CUBLAS_OP_N;
    check(cublasLtMatmulDescSetAttribute(&operation, which, &op, sizeof(op)), "cublasLtMatmulDescSetAttribute");
  }
  static void layout(cublasLtMatrixLayoutOpaque_t& l, cudaDataType_t type, std::int64_t rows, std::int64_t columns,
                     std::int64_t leading) {
    check(cublasLtMatrixLayoutInit(&l, type, static_cast<std::uint64_t>(rows), static_cast<std::uint64_t>(columns), leading),
          "cublasLtMatrixLayoutInit");
  }
};

// The library assumes 256 bytes unless told less.
std::uint32_t alignment_of(void const* pointer) {
  auto const address = reinterpret_cast<std::uintptr_t>(pointer);
  return static_cast<std::uint32_t>(std::min<std::uintptr_t>(address & (~address + 1), 256));
}

struct Algorithm {
  bool exists = false;
  cublasLtMatmulAlgo_t algo{};
};

Algorithm ask_heuristic(cublasLtHandle_t handle, Description& d, Gemm const& g) {
  cublasLtMatmulPreferenceOpaque_t preference;
  check(cublasLtMatmulPreferenceInit(&preference), "cublasLtMatmulPreferenceInit");
  auto const set = [&](cublasLtMatmulPreferenceAttributes_t which, auto const& value) {
    check(cublasLtMatmulPreferenceSetAttribute(&preference, which, &value, sizeof(value)),
          "cublasLtMatmulPreferenceSetAttribute");
  };
  set(CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, std::size_t{0});
  set(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES, alignment_of(g.a));
  set(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_B_BYTES, alignment_of(g.b));
  set(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_C_BYTES, alignment_of(g.c));
  set(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_D_BYTES, alignment_of(g.c));

  cublasLtMatmulHeuristicResult_t result{};
  int found           = 0;
  auto const status = cublasLtMatmulAlgoGetHeuristic(handle, &d.operation, &d.a, &d.b, &d.c, &d.c, &preference, 1,
                                                     &result, &found);
  return {status == CUBLAS_STATUS_SUCCESS && found > 0, result.algo};
}

// The heuristic takes tens of microseconds of host time: its answer is kept for each kind of call.
Algorithm algorithm_for(cublasLtHandle_t handle, int device, Description& d, ElementKind kind, Gemm const& g) {
  using Key = std::array<std::int64_t, 13>;
  Key const key{device,          static_cast<std::int64_t>(kind), g.m,         g.n,
                g.k,             g.transpose_a,                   g.transpose_b, g.a_leading,
                g.b_leading,     g.c_leading,                     alignment_of(g.a), alignment_of(g.b),
                alignment_of(g.c)};
  static std::mutex mutex;
  static std::map<Key, Algorithm> known;
  std::lock_guard const lock(mutex);
  auto const [entry, is_new] = known.try_emplace(key);
  if (is_new) entry->second = ask_heuristic(handle, d, g);
  return entry->second;
}

}  // namespace

bool matmul(Kokkos::Cuda const& exec, ElementKind kind, Gemm const& g) {
  Types const types             = types_of(kind);
  int const device              = exec.cuda_device();
  cublasLtHandle_t const handle = handle_of(device);
  Description d(types, g);
  Algorithm const algorithm = algorithm_for(handle, device, d, kind, g);
  if (!algorithm.exists) return false;

  // 1 and 0 in whichever scale type: the widest is two doubles, and each type reads its own leading bytes.
  float const one_single[]  = {1, 0};
  double const one_dual[]   = {1, 0};
  double const zero[]       = {0, 0};
  bool const is_dual        = types.compute == CUBLAS_COMPUTE_64F;
  void const* const alpha   = is_dual ? static_cast<void const*>(one_dual) : one_single;
  check(cublasLtMatmul(handle, &d.operation, alpha, g.a, &d.a, g.b, &d.b, zero, g.c, &d.c, g.c, &d.c, &algorithm.algo,
                       nullptr, 0, exec.cuda_stream()),
        "cublasLtMatmul");
  return true;
}

}  // namespace aril::impl::cuda
