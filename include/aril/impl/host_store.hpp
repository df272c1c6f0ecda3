// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ARIL_IMPL_HOST_STORE_HPP
#define ARIL_IMPL_HOST_STORE_HPP

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <type_traits>
#if defined(__SSE2__) && !defined(__CUDA_ARCH__)
#include <immintrin.h>
#endif

/// \file
/// Stores that do not first read the cache line they go to, where the host has them: whole lines at a time.

namespace aril::impl {

inline constexpr std::int64_t line_bytes = 64;

#if defined(__SSE2__) && !defined(__CUDA_ARCH__)
template <class T>
inline constexpr bool can_store_past_caches = std::is_trivially_copyable_v<T>&& line_bytes % sizeof(T) == 0;

/// Stores one line; both pointers are aligned to it.
KOKKOS_FORCEINLINE_FUNCTION void store_line_past_caches(void* to, void const* line) {
#ifdef __AVX__
  auto* const out        = static_cast<__m256i*>(to);
  auto const* const from = static_cast<__m256i const*>(line);
  _mm256_stream_si256(out, _mm256_load_si256(from));
  _mm256_stream_si256(out + 1, _mm256_load_si256(from + 1));
#else
  auto* const out        = static_cast<__m128i*>(to);
  auto const* const from = static_cast<__m128i const*>(line);
  for (int n = 0; n < 4; ++n) _mm_stream_si128(out + n, _mm_load_si128(from + n));
#endif
}

/// Makes the lines visible before whatever this thread stores next.
KOKKOS_FORCEINLINE_FUNCTION void finish_stores_past_caches() { _mm_sfence(); }
#else
template <class T>
inline constexpr bool can_store_past_caches = false;

KOKKOS_FORCEINLINE_FUNCTION void store_line_past_caches(void*, void const*) {}
KOKKOS_FORCEINLINE_FUNCTION void finish_stores_past_caches() {}
#endif

}  // namespace aril::impl

#endif
