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

/// Enqueues the product through cuBLASLt on the instance's stream; false if the library has no algorithm for these
/// operands. Sums in the element type, in float for 16-bit types. Needs no workspace and keeps no state between calls
/// but a cache of the algorithms chosen, so that streams and host threads do not meet in it.
/// \throws LaunchError when the library fails
bool matmul(Kokkos::Cuda const& exec, ElementKind kind, Gemm const& gemm);

}  // namespace aril::impl::cuda

#endif
