// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ARIL_IMPL_EXACT_HPP
#define ARIL_IMPL_EXACT_HPP

#include <Kokkos_Core.hpp>
#include <bit>
#include <cmath>
#include <cstdint>
#include <type_traits>

/// \file
/// Products and sums that round where the source says so, whatever the caller's compiler flags.
///
/// A compiler that may contract turns a*b + c into one fused multiply-add, and so drops a rounding: nvcc does by
/// default, GCC where the target has FMA. On the device the operations are written as PTX instructions with an explicit
/// rounding, which are never contracted and never flush subnormals (--use_fast_math changes neither). On the host a
/// product that a sum follows passes through an exclusive or with a zero that the compiler cannot know to be one: the
/// bits stay, the pattern that contraction looks for is gone, and, other than with an inline assembly barrier or GCC's
/// __builtin_assoc_barrier (lost in vectorised loops, GCC 12), the loop around it still vectorises.

namespace aril::impl {

/// Zero, read from a volatile object: no compiler, not even at link time, can assume its value.
std::uint64_t opaque_zero() noexcept;

/// Carries the opaque zero from the host side of a call into its loop. Made on the host, copied with the functor.
class Barrier {
 public:
  Barrier() : zero_(opaque_zero()) {}

  KOKKOS_FORCEINLINE_FUNCTION float operator()(float x) const {
#ifdef __CUDA_ARCH__
    return x;
#else
    return std::bit_cast<float>(std::bit_cast<std::uint32_t>(x) ^ static_cast<std::uint32_t>(zero_));
#endif
  }
  KOKKOS_FORCEINLINE_FUNCTION double operator()(double x) const {
#ifdef __CUDA_ARCH__
    return x;
#else
    return std::bit_cast<double>(std::bit_cast<std::uint64_t>(x) ^ zero_);
#endif
  }

 private:
  std::uint64_t zero_;
};

KOKKOS_FORCEINLINE_FUNCTION float rounded_product(float a, float b) {
#ifdef __CUDA_ARCH__
  float r;
  asm("mul.rn.f32 %0, %1, %2;" : "=f"(r) : "f"(a), "f"(b));
  return r;
#else
  return a * b;
#endif
}

KOKKOS_FORCEINLINE_FUNCTION double rounded_product(double a, double b) {
#ifdef __CUDA_ARCH__
  double r;
  asm("mul.rn.f64 %0, %1, %2;" : "=d"(r) : "d"(a), "d"(b));
  return r;
#else
  return a * b;
#endif
}

KOKKOS_FORCEINLINE_FUNCTION float rounded_sum(float a, float b) {
#ifdef __CUDA_ARCH__
  float r;
  asm("add.rn.f32 %0, %1, %2;" : "=f"(r) : "f"(a), "f"(b));
  return r;
#else
  return a + b;
#endif
}

KOKKOS_FORCEINLINE_FUNCTION double rounded_sum(double a, double b) {
#ifdef __CUDA_ARCH__
  double r;
  asm("add.rn.f64 %0, %1, %2;" : "=d"(r) : "d"(a), "d"(b));
  return r;
#else
  return a + b;
#endif
}

KOKKOS_FORCEINLINE_FUNCTION float fused_multiply_add(float a, float b, float c) {
#ifdef __CUDA_ARCH__
  float r;
  asm("fma.rn.f32 %0, %1, %2, %3;" : "=f"(r) : "f"(a), "f"(b), "f"(c));
  return r;
#else
  return std::fma(a, b, c);
#endif
}

KOKKOS_FORCEINLINE_FUNCTION double fused_multiply_add(double a, double b, double c) {
#ifdef __CUDA_ARCH__
  double r;
  asm("fma.rn.f64 %0, %1, %2, %3;" : "=d"(r) : "d"(a), "d"(b), "d"(c));
  return r;
#else
  return std::fma(a, b, c);
#endif
}

/// Integer products wrap around: formed in the unsigned type, where overflow is defined.
template <class I>
requires std::is_integral_v<I> KOKKOS_FORCEINLINE_FUNCTION I wrapped_product(I a, I b) {
  using U = std::conditional_t<(sizeof(I) < sizeof(unsigned)), unsigned, std::make_unsigned_t<I>>;
  return static_cast<I>(static_cast<U>(a) * static_cast<U>(b));
}

template <class I>
requires std::is_integral_v<I> KOKKOS_FORCEINLINE_FUNCTION I wrapped_sum(I a, I b) {
  using U = std::conditional_t<(sizeof(I) < sizeof(unsigned)), unsigned, std::make_unsigned_t<I>>;
  return static_cast<I>(static_cast<U>(a) + static_cast<U>(b));
}

}  // namespace aril::impl

#endif
