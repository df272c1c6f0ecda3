// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <aril/impl/cuda/matmul.hpp>
#include <functional>

#include "stream_library.hpp"

namespace aril::impl::cuda {
namespace {

struct Types {
  cudaDataType_t element;
  cublasComputeType_t compute;
};

Types types_of(ElementKind kind, Precision precision) {
  switch (kind) {
    case ElementKind::half: return {CUDA_R_16F, CUBLAS_COMPUTE_32F};
    case ElementKind::bfloat16: return {CUDA_R_16BF, CUBLAS_COMPUTE_32F};
    case ElementKind::single:
      return {CUDA_R_32F, precision == Precision::tf32 ? CUBLAS_COMPUTE_32F_FAST_TF32 : true_single};
    case ElementKind::dual: return {CUDA_R_64F, CUBLAS_COMPUTE_64F};
    case ElementKind::complex_single: return {CUDA_C_32F, true_single};
    default: return {CUDA_C_64F, CUBLAS_COMPUTE_64F};
  }
}

}  // namespace

void prepare(Kokkos::Cuda const& exec) { static_cast<void>(library_of(exec)); }

void matmul(Kokkos::Cuda const& exec, ElementKind kind, Precision precision, Gemm const& g) {
  Types const types = types_of(kind, precision);
  // One and zero, each long enough for every scale type: the library reads the leading bytes of its own.
  float const one_single[] = {1, 0};
  double const one_dual[]  = {1, 0};
  double const zero[]      = {0, 0};
  void const* const one    = types.compute == CUBLAS_COMPUTE_64F ? static_cast<void const*>(one_dual) : one_single;
  auto const operation     = [](bool transpose) { return transpose ? CUBLAS_OP_T : CUBLAS_OP_N; };
  auto const call          = [&](StreamLibrary& library) {
    check(cublasGemmEx_64(library.blas(), operation(g.transpose_a), operation(g.transpose_b), g.m, g.n, g.k, one, g.a,
                                   types.element, g.a_leading, g.b, types.element, g.b_leading, zero, g.c, types.element,
                                   g.c_leading, types.compute, CUBLAS_GEMM_DEFAULT),
                   "cuBLAS matrix product");
  };
  library_of(exec).use(std::cref(call));
}

bool single_matmul(Kokkos::Cuda const& exec, Operands operands, Gemm const& g, Epilogue const& epilogue) {
  bool enqueued   = false;
  auto const call = [&](StreamLibrary& library) {
    auto& plan = library.plans().plan(library.lt(), kind_of(operands, g, epilogue), StreamLibrary::workspace_bytes);
    if (!plan.possible()) return;
    plan.enqueue(library.lt(), g, epilogue, library.workspace(), StreamLibrary::workspace_bytes, library.stream());
    enqueued = true;
  };
  library_of(exec).use(std::cref(call));
  return enqueued;
}

}  // namespace aril::impl::cuda
