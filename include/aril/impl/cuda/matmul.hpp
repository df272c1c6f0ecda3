// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ARIL_IMPL_CUDA_MATMUL_HPP
#define ARIL_IMPL_CUDA_MATMUL_HPP

#include <Kokkos_Core.hpp>
#include <aril/impl/gemm.hpp>
#include <aril/impl/number.hpp>

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

/// Enqueues the product through cuBLAS on the instance's stream. Sums in the element type, in float for 16-bit types.
/// The first call on a stream makes a handle and a workspace for it, which stay until Kokkos is finalized; other
/// handles in the process are not touched. cuBLAS rather than cuBLASLt, whose heuristic left the better algorithm
/// second: for X 16384 x 4096, W 4096 x 4096 in LayoutLeft its first choice took 12.28 ms, cuBLAS' 10.63 (H200,
/// 2026-11-29). \throws LaunchError when the library fails
void matmul(Kokkos::Cuda const& exec, ElementKind kind, Gemm const& gemm);

}  // namespace aril::impl::cuda

#endif
