// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ARIL_IMPL_HOST_STORE_HPP
#define ARIL_IMPL_HOST_STORE_HPP

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <cstring>
#include <type_traits>
#if defined(__SSE2__) && !defined(__CUDA_ARCH__)
#include <emmintrin.h>
#endif

/// \file
/// Stores that do not first read the cache line they go to, where the host has them.

namespace aril::impl {

#if defined(__SSE2__) && !defined(__CUDA_ARCH__)
template <class T>
inline constexpr bool can_store_past_caches = std::is_trivially_copyable_v<T> && 64 % sizeof(T) == 0;

/// Copies `count` elements from a 64-byte aligned buffer and makes them visible to all threads that the kernel's end
/// synchronises with.
template <class T>
KOKKOS_FORCEINLINE_FUNCTION void store_past_caches(T* to, T const* buffer, std::int64_t count) {
  auto* bytes             = reinterpret_cast<unsigned char*>(to);
  auto const* from        = reinterpret_cast<unsigned char const*>(buffer);
  std::size_t left        = static_cast<std::size_t>(count) * sizeof(T);
  std::size_t const head  = (16 - reinterpret_cast<std::uintptr_t>(bytes) % 16) % 16;
  std::size_t const first = head < left ? head : left;
  std::memcpy(bytes, from, first);
  bytes += first;
  from += first;
  left -= first;
  for (; left >= 16; left -= 16, bytes += 16, from += 16)
    _mm_stream_si128(reinterpret_cast<__m128i*>(bytes), _mm_loadu_si128(reinterpret_cast<__m128i const*>(from)));
  std::memcpy(bytes, from, left);
  _mm_sfence();
}
#else
template <class T>
inline constexpr bool can_store_past_caches = false;

template <class T>
KOKKOS_FORCEINLINE_FUNCTION void store_past_caches(T* to, T const* buffer, std::int64_t count) {
  for (std::int64_t i = 0; i < count; ++i) to[i] = buffer[i];
}
#endif

}  // namespace aril::impl

#endif
