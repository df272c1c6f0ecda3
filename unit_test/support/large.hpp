// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ARIL_TEST_SUPPORT_LARGE_HPP
#define ARIL_TEST_SUPPORT_LARGE_HPP

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>
#include <fstream>
#include <string>

/// \file
/// Arrays too large to be looked at element by element on the host: how much memory there is, and filling and checking
/// them where they are, with 64-bit indices throughout.

namespace aril::test {

/// Bytes that can be allocated in a memory space now, as far as the system tells; 0 if it does not.
template <class Space>
std::int64_t available_bytes() {
#ifdef KOKKOS_ENABLE_CUDA
  if constexpr (std::is_same_v<Space, Kokkos::CudaSpace>) {
    std::size_t free = 0, total = 0;
    return cudaMemGetInfo(&free, &total) == cudaSuccess ? static_cast<std::int64_t>(free) : 0;
  }
#endif
  std::ifstream file("/proc/meminfo");
  for (std::string key; file >> key;) {
    std::int64_t kilobytes = 0;
    if (key == "MemAvailable:" && file >> kilobytes) return kilobytes * 1024;
  }
  return 0;
}

/// Where filling and checking run: on the host with all its threads, whatever the tested space is.
template <class Exec>
using checker_t =
    std::conditional_t<Kokkos::SpaceAccessibility<Kokkos::HostSpace, typename Exec::memory_space>::accessible,
                       Kokkos::DefaultHostExecutionSpace, Exec>;

/// Calls f(range) for ranges that together are [0, count). Kokkos 3.4 counts the items of a RangePolicy in 32 bits on
/// CUDA: from 2^32 on its loops never end.
template <class Exec, class F>
void for_large_ranges(std::int64_t count, F const& f) {
  using Range                    = Kokkos::RangePolicy<checker_t<Exec>, Kokkos::IndexType<std::int64_t>>;
  constexpr std::int64_t at_once = std::int64_t{1} << 30;
  for (std::int64_t first = 0; first < count; first += at_once) f(Range(first, std::min(count, first + at_once)));
}

template <class T, class F>
struct Fill {
  T* data;
  F number;
  KOKKOS_FUNCTION void operator()(std::int64_t k) const { data[k] = number(k); }
};

template <class T, class F>
struct Differ {
  T const* data;
  F number;
  KOKKOS_FUNCTION void operator()(std::int64_t k, std::int64_t& sum) const { sum += data[k] == number(k) ? 0 : 1; }
};

/// data[k] = number(k) for 0 <= k < count.
template <class Exec, class T, class F>
void fill_large(T* data, std::int64_t count, F const& number) {
  for_large_ranges<Exec>(count, [&](auto const& range) {
    Kokkos::parallel_for("fill", range, Fill<T, F>{data, number});
  });
  Kokkos::fence();
}

/// How many of data[k], 0 <= k < count, are not number(k).
template <class Exec, class T, class F>
std::int64_t count_wrong(T const* data, std::int64_t count, F const& number) {
  std::int64_t wrong = 0;
  Kokkos::fence();
  for_large_ranges<Exec>(count, [&](auto const& range) {
    std::int64_t in_range = 0;
    Kokkos::parallel_reduce("check", range, Differ<T, F>{data, number}, in_range);
    wrong += in_range;
  });
  return wrong;
}

}  // namespace aril::test

#endif
