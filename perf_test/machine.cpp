// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "machine.hpp"

#include <benchmark/benchmark.h>
#include <unistd.h>

#include <algorithm>
#include <aril/version.hpp>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string_view>

#include "git_revision.hpp"
#include "timing.hpp"

// OpenBLAS' own, where it is the BLAS.
extern "C" char* openblas_get_corename() __attribute__((weak));

namespace aril::perf {
namespace {

/// The rest of the first line of a file that begins with `key`.
std::string line_after(char const* path, std::string const& key) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);)
    if (line.rfind(key, 0) == 0) return line.substr(std::min(line.size(), line.find_first_not_of(": \t", key.size())));
  return {};
}

/// A number that a file consists of; `otherwise` where there is no such file or number ("max").
double number_in(char const* path, double otherwise) {
  double value = 0;
  return std::ifstream(path) >> value ? value : otherwise;
}

std::string version(int major, int minor, int patch) {
  std::ostringstream out;
  out << major << '.' << minor << '.' << patch;
  return out.str();
}

/// What Kokkos says of its configuration, in one line and without what is switched off.
std::string kokkos_configuration() {
  std::stringstream all;
  Kokkos::print_configuration(all);
  std::string kept;
  for (std::string line; std::getline(all, line);) {
    line.erase(0, line.find_first_not_of(" \t"));
    if (!line.empty() && line.back() != ':' && !line.ends_with(": no")) kept += (kept.empty() ? "" : "; ") + line;
  }
  return kept;
}

}  // namespace

Memory host_memory() {
  Memory memory{double(std::max(0L, sysconf(_SC_LEVEL3_CACHE_SIZE))), 0};
  // Where there are several last-level caches, the threads of a benchmark use them all.
  auto const& cpu = benchmark::CPUInfo::Get();
  for (auto const& cache : cpu.caches)
    if (cache.level >= 3)
      memory.cache_bytes =
          std::max(memory.cache_bytes, double(cache.size) * std::max(1, cpu.num_cpus / std::max(1, cache.num_sharing)));
  if (memory.cache_bytes == 0) memory.cache_bytes = 32 << 20;

  // Reclaimable pages count as available; a container may allow less than the machine has.
  memory.available_bytes = 1024 * std::atof(line_after("/proc/meminfo", "MemAvailable").c_str());
  double const limit     = number_in("/sys/fs/cgroup/memory.max", 0);
  double const used      = number_in("/sys/fs/cgroup/memory.current", 0);
  if (limit > 0) memory.available_bytes = std::min(memory.available_bytes, limit - used);
  memory.available_bytes /= ranks::count_here();
  return memory;
}

#ifdef KOKKOS_ENABLE_CUDA
Memory cuda_memory(Kokkos::Cuda const& exec) {
  std::size_t free = 0, total = 0;
  check(cudaMemGetInfo(&free, &total), "cudaMemGetInfo");
  // Not by the number of devices: where each rank is shown its own GPU alone, all of them are number 0 of one.
  char bus[32] = "";
  check(cudaDeviceGetPCIBusId(bus, sizeof(bus), exec.cuda_device()), "cudaDeviceGetPCIBusId");
  return {double(exec.cuda_device_prop().l2CacheSize), double(free) / ranks::count_sharing(bus)};
}

std::string device_name() { return Kokkos::Cuda().cuda_device_prop().name; }
#else
std::string device_name() {
  std::string const name = line_after("/proc/cpuinfo", "model name");
  return name.empty() ? "unknown processor" : name;
}
#endif

std::string blas_core() { return openblas_get_corename ? openblas_get_corename() : "unknown"; }

void add_context() {
  using benchmark::AddCustomContext;
  AddCustomContext("aril_version", ARIL_VERSION_STRING);
  AddCustomContext("git_revision", ARIL_GIT_REVISION);
  AddCustomContext("aril_build_type", ARIL_BUILD_TYPE);
  AddCustomContext("kokkos_version", version(KOKKOS_VERSION / 10000, KOKKOS_VERSION / 100 % 100, KOKKOS_VERSION % 100));
  AddCustomContext("kokkos_configuration", kokkos_configuration());
  AddCustomContext("device", device_name());
  AddCustomContext("blas_core", blas_core());
#ifdef KOKKOS_ENABLE_CUDA
  int runtime = 0;
  check(cudaRuntimeGetVersion(&runtime), "cudaRuntimeGetVersion");
  AddCustomContext("cuda_runtime", version(runtime / 1000, runtime % 1000 / 10, 0));
  AddCustomContext("driver", line_after("/proc/driver/nvidia/version", "NVRM version"));
#endif
#ifdef __CUDACC__
  AddCustomContext("cuda_compiler",
                   "nvcc " + version(__CUDACC_VER_MAJOR__, __CUDACC_VER_MINOR__, __CUDACC_VER_BUILD__));
#endif
  AddCustomContext("compiler", __VERSION__);
  AddCustomContext("ranks", std::to_string(ranks::count()));
  if (!std::getenv("OMP_NUM_THREADS")) AddCustomContext("OMP_NUM_THREADS", "not set");
  for (char** variable = environ; *variable; ++variable) {
    std::string_view const text = *variable;
    // JSON has no way to say other characters than these here.
    bool const plain = std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c <= '~'; });
    if (text.starts_with("OMP_") && text.find('=') != text.npos && plain)
      AddCustomContext(std::string(text.substr(0, text.find('='))), std::string(text.substr(text.find('=') + 1)));
  }
}

}  // namespace aril::perf
