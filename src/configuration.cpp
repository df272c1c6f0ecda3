// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Kokkos_Core.hpp>
#include <aril/configuration.hpp>
#include <aril/impl/checks.hpp>
#include <aril/impl/policy.hpp>
#include <aril/version.hpp>
#include <limits>
#include <ostream>
#ifdef KOKKOS_ENABLE_CUDA
#include <cublasLt.h>
#include <cublas_v2.h>
#endif

namespace aril {
namespace {

double mebibytes(std::int64_t bytes) { return static_cast<double>(bytes) / (1 << 20); }

#ifdef KOKKOS_ENABLE_CUDA
void print_device(std::ostream& out) {
  auto const& device = Kokkos::Cuda().cuda_device_prop();
  int blas           = 0;
  static_cast<void>(cublasGetProperty(MAJOR_VERSION, &blas));
  out << "device: " << device.name << ", " << device.multiProcessorCount << " multiprocessors, "
      << mebibytes(device.l2CacheSize) << " MiB of L2\n"
      << "cuBLAS: " << blas << ", cuBLASLt: " << cublasLtGetVersion() << '\n';
}
#endif

}  // namespace

void print_configuration(std::ostream& out) {
  impl::require_initialized("aril::print_configuration");
  out << "Aril: " ARIL_VERSION_STRING "\n"
      << "Kokkos: " << KOKKOS_VERSION / 10000 << '.' << KOKKOS_VERSION / 100 % 100 << '.' << KOKKOS_VERSION % 100
      << '\n'
      << "execution spaces:";
#ifdef KOKKOS_ENABLE_SERIAL
  out << " Serial";
#endif
#ifdef KOKKOS_ENABLE_OPENMP
  out << " OpenMP (" << Kokkos::OpenMP::concurrency() << " threads)";
#endif
#ifdef KOKKOS_ENABLE_CUDA
  out << " Cuda";
#endif
  std::int64_t const cache = impl::host_facts().l2_bytes;
  out << "\nhost: ";
  if (cache == std::numeric_limits<std::int64_t>::max())
    out << "last-level cache unknown; no stores past it\n";
  else
    out << mebibytes(cache) << " MiB of last-level cache counted on\n";
#ifdef KOKKOS_ENABLE_CUDA
  print_device(out);
#endif
}

}  // namespace aril
