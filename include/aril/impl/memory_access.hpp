// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ARIL_IMPL_MEMORY_ACCESS_HPP
#define ARIL_IMPL_MEMORY_ACCESS_HPP

#include <Kokkos_Core.hpp>
#include <aril/impl/policy.hpp>
#include <cstring>
#include <type_traits>

/// \file
/// Loads and stores of several elements at once, with a cache hint where the device has one.

namespace aril::impl {

/// Elements whose size is no power of two, or more than their alignment, are moved one by one, as the compiler does it.
template <class T>
inline constexpr bool is_word_v = alignof(T) == sizeof(T) && (sizeof(T) & (sizeof(T) - 1)) == 0;

template <class T, int W>
struct alignas(is_word_v<T> ? sizeof(T) * W : alignof(T)) Pack {
  T lane[W];
};

template <int W, class T>
KOKKOS_FORCEINLINE_FUNCTION Pack<T, W> splat(T const& value) {
  Pack<T, W> pack;
  for (int k = 0; k < W; ++k) pack.lane[k] = value;
  return pack;
}

/// The largest number of elements, a power of two, for which one access per operand is enough.
template <class... T>
constexpr int vector_width() {
  int width = (is_word_v<T> && ...) ? max_access_bytes : 1;
  while (width > 1 && ((width * sizeof(T) > max_access_bytes) || ...)) width /= 2;
  return width;
}

#ifdef __CUDA_ARCH__
// The machine word that moves W elements in one instruction; void where there is none.
template <class T, int W>
using Word = std::conditional_t<
    !is_word_v<T>, void,
    std::conditional_t<
        sizeof(T) * W == 16, int4,
        std::conditional_t<
            sizeof(T) * W == 8, int2,
            std::conditional_t<
                sizeof(T) * W == 4, int,
                std::conditional_t<sizeof(T) * W == 2, short, std::conditional_t<sizeof(T) * W == 1, char, void>>>>>>;
#endif

#ifdef __CUDA_ARCH__
/// A word read in the manner of `cache`.
template <class Word>
__device__ __forceinline__ Word load_word(Word const* from, Cache cache) {
  if (cache == Cache::stream) return __ldcs(from);
#if __CUDA_ARCH__ >= 800
  if constexpr (sizeof(Word) == 16) {
    if (cache == Cache::stream_stores) {
      Word w;
      asm volatile(
          "{\n .reg .b64 policy;\n createpolicy.fractional.L2::evict_unchanged.b64 policy, 1.0;\n"
          " ld.global.L2::cache_hint.v4.b32 {%0, %1, %2, %3}, [%4], policy;\n}"
          : "=r"(w.x), "=r"(w.y), "=r"(w.z), "=r"(w.w)
          : "l"(from)
          : "memory");
      return w;
    }
  }
#endif
  return *from;
}

/// W neighbouring 16-bit elements that do not start at a whole vector, in 32-bit words: W loads of 16 bits cost a
/// thread more than the memory does (H200, 2026-11-29, 2^31 elements one off: 2.16 ms, this way 2.00 ms, a copy 2.01
/// ms). Reads nothing outside the elements.
template <int W>
__device__ __forceinline__ void load_halves(unsigned short const* from, unsigned (&word)[W / 2]) {
  bool const odd    = reinterpret_cast<std::uintptr_t>(from) % 4 != 0;
  auto const* whole = reinterpret_cast<unsigned const*>(odd ? from + 1 : from);
  unsigned loaded[W / 2];
#pragma unroll
  for (int k = 0; k + 1 < W / 2; ++k) loaded[k] = whole[k];
  loaded[W / 2 - 1] = odd ? from[W - 1] : whole[W / 2 - 1];
  unsigned previous = odd ? unsigned{from[0]} << 16 : 0;
#pragma unroll
  for (int k = 0; k < W / 2; ++k) {
    word[k]  = odd ? __funnelshift_r(previous, loaded[k], 16) : loaded[k];
    previous = loaded[k];
  }
}
#endif

/// Reads W elements: in one access where the device has one of that size and `from` is aligned to it (`aligned`: known
/// to be), element by element otherwise. Neighbouring threads then share cache lines, and no bandwidth is lost (H200,
/// docs/performance.md).
template <int W, bool aligned = false, class T>
KOKKOS_FORCEINLINE_FUNCTION Pack<T, W> load(T const* from, [[maybe_unused]] Cache cache) {
  Pack<T, W> pack;
#ifdef __CUDA_ARCH__
  if constexpr (!std::is_void_v<Word<T, W>>) {
    if (aligned || W == 1 || reinterpret_cast<std::uintptr_t>(from) % sizeof(pack) == 0) {
      auto const loaded = load_word(reinterpret_cast<Word<T, W> const*>(from), cache);
      memcpy(static_cast<void*>(&pack), &loaded, sizeof(pack));
      return pack;
    }
  }
  if constexpr (is_word_v<T> && sizeof(T) == 2 && W > 2) {
    unsigned words[W / 2];
    load_halves<W>(reinterpret_cast<unsigned short const*>(from), words);
    memcpy(static_cast<void*>(&pack), words, sizeof(pack));
  } else
#endif
  {
#ifdef __CUDA_ARCH__
#pragma unroll
#endif
    for (int k = 0; k < W; ++k) pack.lane[k] = from[k];
  }
  return pack;
}

/// Writes W elements; `to` is aligned to all of them if the device has an access of that size.
template <int W, class T>
KOKKOS_FORCEINLINE_FUNCTION void store(T* to, Pack<T, W> const& pack, [[maybe_unused]] Cache cache) {
#ifdef __CUDA_ARCH__
  if constexpr (!std::is_void_v<Word<T, W>>) {
    auto* word = reinterpret_cast<Word<T, W>*>(to);
    Word<T, W> value;
    memcpy(&value, static_cast<void const*>(&pack), sizeof(pack));
    if (cache != Cache::keep)
      __stcs(word, value);
    else
      *word = value;
  } else
#endif
  {
    for (int k = 0; k < W; ++k) to[k] = pack.lane[k];
  }
}

}  // namespace aril::impl

#endif
