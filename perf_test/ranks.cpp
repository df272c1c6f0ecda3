// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ranks.hpp"

#include <algorithm>
#include <functional>
#include <iostream>
#include <string_view>

#include "timing.hpp"
#ifdef ARIL_HAVE_MPI
#include <mpi.h>
#endif

namespace aril::perf {

#ifdef ARIL_HAVE_MPI
namespace {

/// One rank until MPI has been started: the demo never starts it.
struct Place {
  int count = 1, index = 0, count_here = 1, index_here = 0;
  MPI_Comm here = MPI_COMM_NULL;  // the ranks of this machine
} place;

double reduced(double value, MPI_Op operation) {
  double result = value;
  if (place.count > 1) MPI_Allreduce(&value, &result, 1, MPI_DOUBLE, operation, MPI_COMM_WORLD);
  return result;
}

}  // namespace

Ranks::Ranks(int& argc, char**& argv) {
  int provided = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &place.here);
  MPI_Comm_size(MPI_COMM_WORLD, &place.count);
  MPI_Comm_rank(MPI_COMM_WORLD, &place.index);
  MPI_Comm_size(place.here, &place.count_here);
  MPI_Comm_rank(place.here, &place.index_here);
}

Ranks::~Ranks() {
  MPI_Comm_free(&place.here);
  MPI_Finalize();
}

namespace ranks {

int count() { return place.count; }
int index() { return place.index; }
int count_here() { return place.count_here; }
int index_here() { return place.index_here; }

int count_sharing(std::string const& name) {
  if (place.count_here == 1) return 1;
  unsigned long long const own = std::hash<std::string>()(name);
  std::vector<unsigned long long> all(place.count_here);
  MPI_Allgather(&own, 1, MPI_UNSIGNED_LONG_LONG, all.data(), 1, MPI_UNSIGNED_LONG_LONG, place.here);
  return static_cast<int>(std::count(all.begin(), all.end(), own));
}

void barrier() {
  if (place.count > 1) MPI_Barrier(MPI_COMM_WORLD);
}
double largest(double value) { return reduced(value, MPI_MAX); }
double smallest(double value) { return reduced(value, MPI_MIN); }

int with_largest(double value) {
  struct {
    double value;
    int rank;
  } own{value, place.index}, result = own;
  if (place.count > 1) MPI_Allreduce(&own, &result, 1, MPI_DOUBLE_INT, MPI_MAXLOC, MPI_COMM_WORLD);
  return result.rank;
}

void give_up(std::string const& why) {
  if (place.count == 1) return;
  std::cerr << "rank " << place.index << ": " << why << std::endl;
  MPI_Abort(MPI_COMM_WORLD, 1);
}

}  // namespace ranks

#else

Ranks::Ranks(int&, char**&) {}
Ranks::~Ranks() = default;

namespace ranks {

int count() { return 1; }
int index() { return 0; }
int count_here() { return 1; }
int index_here() { return 0; }
int count_sharing(std::string const&) { return 1; }
void barrier() {}
double largest(double value) { return value; }
double smallest(double value) { return value; }
int with_largest(double) { return 0; }
void give_up(std::string const&) {}

}  // namespace ranks

#endif

std::vector<char*> with_device(int argc, char* argv[]) {
  std::vector<char*> arguments(argv, argv + argc);
#ifdef KOKKOS_ENABLE_CUDA
  bool named = false;
  for (std::string_view const argument : arguments)
    for (std::string_view const flag : {"--kokkos-device", "--kokkos-num-devices", "--kokkos-ndevices",
                                        "--kokkos-map-device", "--device", "--num-devices"})
      named = named || argument.starts_with(flag);
  int devices = 0;
  if (ranks::count() > 1 && !named && cudaGetDeviceCount(&devices) == cudaSuccess && devices > 0) {
    static std::string flag;
    flag = "--kokkos-device-id=" + std::to_string(ranks::index_here() % devices);
    arguments.push_back(flag.data());
  }
#endif
  return arguments;
}

}  // namespace aril::perf
