// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ARIL_PERF_TEST_MACHINE_HPP
#define ARIL_PERF_TEST_MACHINE_HPP

#include <Kokkos_Core.hpp>
#include <string>
#include <type_traits>

#include "ranks.hpp"

/// \file
/// What the benchmarks need to know about the machine, and what a reader of their results wants to know.

namespace aril::perf {

struct Memory {
  double cache_bytes;      ///< last-level cache, all of it
  double available_bytes;  ///< what can be allocated now
};

Memory host_memory();
#ifdef KOKKOS_ENABLE_CUDA
Memory cuda_memory(Kokkos::Cuda const& exec);
#endif

/// What one rank may reckon with, the same for all.
template <class Exec>
Memory memory_of([[maybe_unused]] Exec const& exec) {
  Memory memory{};
#ifdef KOKKOS_ENABLE_CUDA
  if constexpr (std::is_same_v<Exec, Kokkos::Cuda>)
    memory = cuda_memory(exec);
  else
#endif
    memory = host_memory();
  return {ranks::largest(memory.cache_bytes), ranks::smallest(memory.available_bytes)};
}

/// "NVIDIA H200" or the processor's name.
std::string device_name();

/// The kind of processor that OpenBLAS has chosen its kernels for; "unknown" with another BLAS.
std::string blas_core();

/// Adds library versions, Kokkos' configuration, device, driver, compiler and OMP_* to the context of every report.
void add_context();

}  // namespace aril::perf

#endif
