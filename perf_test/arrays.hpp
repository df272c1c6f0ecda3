// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ARIL_PERF_TEST_ARRAYS_HPP
#define ARIL_PERF_TEST_ARRAYS_HPP

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>

/// \file
/// The arrays that the benchmarks work on.

namespace aril::perf {

template <class T>
inline constexpr bool is_complex = false;
template <class R>
inline constexpr bool is_complex<Kokkos::complex<R>> = true;

/// Number `index` of the random sequence `seed`, uniform in [low, high): the same on every backend, whatever the order.
template <class T>
KOKKOS_INLINE_FUNCTION T uniform(std::uint64_t seed, std::int64_t index, double low, double high) {
  if constexpr (is_complex<T>) {
    using R = typename T::value_type;
    return T(uniform<R>(seed, 2 * index, low, high), uniform<R>(seed, 2 * index + 1, low, high));
  } else {
    // splitmix64 (Steele, Lea, Flood, OOPSLA 2014), started at each index.
    std::uint64_t z = (seed << 40) + (static_cast<std::uint64_t>(index) + 1) * 0x9e3779b97f4a7c15u;
    z               = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z               = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    z               = z ^ (z >> 31);
    double const u  = static_cast<double>(z >> 40) * 0x1p-24;
    return static_cast<T>(low + (high - low) * u);
  }
}

/// Fills in parallel: on the host each page is first touched, and so placed, by the thread that will work on it.
template <class Exec, class T>
void fill_uniform(Exec const& exec, T* data, std::int64_t count, std::uint64_t seed, double low, double high) {
  Kokkos::parallel_for(
      "perf_test::fill_uniform", Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, count),
      KOKKOS_LAMBDA(std::int64_t i) { data[i] = uniform<T>(seed, i, low, high); });
}

/// -1 or 1: numbers that an array can be multiplied by any number of times.
template <class Exec, class T>
void fill_signs(Exec const& exec, T* data, std::int64_t count, std::uint64_t seed) {
  Kokkos::parallel_for(
      "perf_test::fill_signs", Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, count),
      KOKKOS_LAMBDA(std::int64_t i) { data[i] = static_cast<T>(uniform<float>(seed, i, -1, 1) < 0 ? -1.f : 1.f); });
}

template <class Exec, class T>
void fill(Exec const& exec, T* data, std::int64_t count, T value) {
  Kokkos::parallel_for(
      "perf_test::fill", Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, count),
      KOKKOS_LAMBDA(std::int64_t i) { data[i] = value; });
}

/// `sets` arrays of `count` elements in one allocation, each beginning at a multiple of 256 bytes.
template <class T, class Exec>
class ArraySets {
 public:
  ArraySets() = default;
  ArraySets(std::string const& label, std::int64_t count, std::int64_t sets)
      : count_(count),
        pitch_((count + padding - 1) / padding * padding),
        sets_(sets),
        storage_(Kokkos::view_alloc(Kokkos::WithoutInitializing, label), pitch_ * sets) {}

  /// What one set of so many elements takes.
  static double bytes(double count) { return (std::ceil(count / padding) * padding) * sizeof(T); }

  T* operator()(std::int64_t set) const { return storage_.data() + set * pitch_; }
  std::int64_t count() const { return count_; }

  /// Calls f(data, count) until all elements have been given: set by set, so that the threads that fill a set are
  /// placed as those that will work on it, but small ones all at once, where there may be very many.
  template <class F>
  void for_each(F const& f) const {
    constexpr std::int64_t large = 1 << 20;
    if (pitch_ * static_cast<std::int64_t>(sizeof(T)) < large) return f(storage_.data(), pitch_ * sets_);
    for (std::int64_t set = 0; set < sets_; ++set) f((*this)(set), pitch_);
  }

 private:
  static constexpr std::int64_t padding = 256 / sizeof(T);

  std::int64_t count_ = 0, pitch_ = 0, sets_ = 0;
  Kokkos::View<T*, typename Exec::memory_space> storage_;
};

/// The Views that the operations see: no ownership, the execution space named so that KokkosBlas runs there.
template <class T, class Layout, class Exec>
using Matrix = Kokkos::View<T**, Layout, Kokkos::Device<Exec, typename Exec::memory_space>, Kokkos::MemoryUnmanaged>;
template <class T, class Exec>
using Vector = Kokkos::View<T*, Kokkos::Device<Exec, typename Exec::memory_space>, Kokkos::MemoryUnmanaged>;

/// How many sets, of which a call touches `bytes` bytes, it takes until one that comes up again has been driven out of
/// a cache of `cache_bytes` by the others. Not more than fit into `memory_bytes`, each taking `set_bytes`, and not more
/// than two million: some elements are not worth gigabytes.
inline std::int64_t sets_for_cold_cache(double bytes, double cache_bytes, double set_bytes, double memory_bytes) {
  constexpr double times = 8, most = 2 << 20;  // caches are not strictly least recently used
  if (bytes >= times * cache_bytes) return 1;
  double const wanted = times * cache_bytes / bytes + 1;
  return std::max<std::int64_t>(1, static_cast<std::int64_t>(std::min({wanted, most, memory_bytes / set_bytes})));
}

}  // namespace aril::perf

#endif
