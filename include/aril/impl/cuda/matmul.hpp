// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ARIL_IMPL_CUDA_MATMUL_HPP
#define ARIL_IMPL_CUDA_MATMUL_HPP

#include <Kokkos_Core.hpp>
#include <aril/impl/gemm.hpp>
#include <aril/impl/number.hpp>
#include <aril/precision.hpp>

namespace aril::impl::cuda {

enum class ElementKind { half, bfloat16, single, dual, complex_single, complex_dual };

template <class T>
constexpr ElementKind element_kind() {
  if constexpr (std::is_same_v<T, float>) return ElementKind::single;
  if constexpr (std::is_same_v<T, double>) return ElementKind::dual;
  if constexpr (std::is_same_v<T, Kokkos::complex<float>>) return ElementKind::complex_single;
  if constexpr (std::is_same_v<T, Kokkos::complex<double>>) return ElementKind::complex_dual;
  return std::is_same_v<T, Kokkos::Experimental::half_t> ? ElementKind::half : ElementKind::bfloat16;
}

/// Makes the instance's library handles and their workspace, if they are not there yet: 32 MiB of device memory that
/// stay until Kokkos is finalized. Other handles in the process are not touched.
void prepare(Kokkos::Cuda const& exec);

/// Enqueues the product through cuBLAS on the instance's stream. Sums in the element type, in float for 16-bit types;
/// tf32 changes floats only. For every layout that BLAS has. \throws LaunchError when the library fails
void matmul(Kokkos::Cuda const& exec, ElementKind kind, Precision precision, Gemm const& gemm);

/// What the operands of a product with an fp32 result are.
enum class Operands { single, single_as_tf32, half, bfloat16 };

/// C = alpha * op(A) op(B) + beta * C, plus bias(i) in every row i of C.
struct Epilogue {
  float alpha       = 1;
  float beta        = 0;
  float const* bias = nullptr;  ///< m numbers next to each other, or none
};

/// Enqueues a product with an fp32 result through cuBLASLt, whose epilogue takes the bias along. False, with nothing
/// enqueued, if the library has no algorithm for the operands. \throws LaunchError when the library fails
bool single_matmul(Kokkos::Cuda const& exec, Operands operands, Gemm const& gemm, Epilogue const& epilogue);

}  // namespace aril::impl::cuda

#endif
