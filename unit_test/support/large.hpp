// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ARIL_TEST_SUPPORT_LARGE_HPP
#define ARIL_TEST_SUPPORT_LARGE_HPP

#include <Kokkos_Core.hpp>
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

template <class Exec>
using LargeRange = Kokkos::RangePolicy<checker_t<Exec>, Kokkos::IndexType<std::int64_t>>;

/// data[k] = number(k) for 0 <= k < count.
template <class Exec, class T, class F>
void fill_large(T* data, std::int64_t count, F const& number) {
  Kokkos::parallel_for(
      "fill", LargeRange<Exec>(0, count), KOKKOS_LAMBDA(std::int64_t k) { data[k] = number(k); });
  Kokkos::fence();
}

/// How many of data[k], 0 <= k < count, are not number(k).
template <class Exec, class T, class F>
std::int64_t count_wrong(T const* data, std::int64_t count, F const& number) {
  std::int64_t wrong = 0;
  Kokkos::fence();
  Kokkos::parallel_reduce(
      "check", LargeRange<Exec>(0, count),
      KOKKOS_LAMBDA(std::int64_t k, std::int64_t & sum) { sum += data[k] == number(k) ? 0 : 1; }, wrong);
  return wrong;
}

}  // namespace aril::test

#endif
