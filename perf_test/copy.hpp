// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ARIL_PERF_TEST_COPY_HPP
#define ARIL_PERF_TEST_COPY_HPP

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstring>

#include "timing.hpp"

/// \file
/// The copy that every figure is held against: what the machine's own copy makes of the memory.

namespace aril::perf {

/// On the host: memcpy by every thread of the instance, one contiguous share each, the shares being those in which the
/// arrays were first touched.
template <class Exec>
void copy_bytes(Exec const& exec, void* dst, void const* src, std::size_t bytes) {
  std::size_t const threads = exec.concurrency();
  std::size_t const share   = (bytes / threads + 63) / 64 * 64;
  auto* const to            = static_cast<std::byte*>(dst);
  auto const* const from    = static_cast<std::byte const*>(src);
  Kokkos::parallel_for("perf_test::copy", Kokkos::RangePolicy<Exec>(exec, 0, threads), [=](std::size_t thread) {
    std::size_t const begin = std::min(bytes, thread * share);
    std::size_t const end   = thread + 1 == threads ? bytes : std::min(bytes, begin + share);
    std::memcpy(to + begin, from + begin, end - begin);
  });
}

#ifdef KOKKOS_ENABLE_CUDA
/// On a GPU: the driver's device-to-device copy, as fast as a program without Kokkos has it: 2^32 bytes 2.06 ms under
/// Kokkos' cache preference, without it 2.00 ms (H200, 2026-11-29).
inline void copy_bytes(Kokkos::Cuda const& exec, void* dst, void const* src, std::size_t bytes) {
  UsualCachePreference const usual;
  check(cudaMemcpyAsync(dst, src, bytes, cudaMemcpyDeviceToDevice, exec.cuda_stream()), "cudaMemcpyAsync");
}
#endif

}  // namespace aril::perf

#endif
