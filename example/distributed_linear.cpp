// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A linear layer over many ranks: Y = t*s + t with t = X W^T + b. The rows of X, and with them those of Y, are shared
// out over the ranks; W and b are the same everywhere, broadcast once. Each rank then works alone, on its own GPU or on
// the cores that it is bound to.
//
//   mpirun -np 4 example_distributed_linear [rows [outputs [inputs]]]
#include <mpi.h>

#include <algorithm>
#include <aril/aril.hpp>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace {

using Exec   = Kokkos::DefaultExecutionSpace;
using Matrix = Kokkos::View<float**, Kokkos::LayoutRight, Exec>;
using Vector = Kokkos::View<float*, Exec>;

constexpr float s = 0.5f;

/// A number in [-1, 1) that depends on the place alone: every rank can tell what any other has.
float number(std::int64_t seed, std::int64_t index) {
  std::uint64_t z = static_cast<std::uint64_t>(seed * 1000003 + index) * 0x9e3779b97f4a7c15u;
  z ^= z >> 29;
  z *= 0xbf58476d1ce4e5b9u;
  return static_cast<float>(z >> 40) * 0x1p-23f - 1;
}

/// The rows [first, last) of `rows` that a rank has.
struct Share {
  std::int64_t first, last;

  Share(std::int64_t rows, int rank, int ranks) : first(rows * rank / ranks), last(rows * (rank + 1) / ranks) {}
  std::int64_t count() const { return last - first; }
};

/// From rank 0 to all, through the host's memory: this works with every MPI, whether or not it knows GPUs. In pieces,
/// since MPI counts in int.
template <class V>
void broadcast(V const& view) {
  auto const host              = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), view);
  std::int64_t const count     = host.span();
  constexpr std::int64_t piece = 1 << 28;
  for (std::int64_t begin = 0; begin < count; begin += piece)
    MPI_Bcast(host.data() + begin, static_cast<int>(std::min(piece, count - begin)), MPI_FLOAT, 0, MPI_COMM_WORLD);
  Kokkos::deep_copy(view, host);
}

/// How some rows of a share differ from the same sums in double precision.
struct Difference {
  double largest       = 0;
  double against_bound = 0;  ///< the largest quotient of a difference and of what rounding can explain
};

/// What rounding can explain: gamma_(K+4) (|X||W|^T + |b|) (1+s) (Higham, Accuracy and Stability of Numerical
/// Algorithms, 2nd ed., section 3.1).
Difference compare(Matrix const& Y, Share const& share, std::int64_t inputs) {
  auto const y               = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), Y);
  std::int64_t const outputs = Y.extent(1);
  double const gamma         = (inputs + 4) * 0x1p-24 / (1 - (inputs + 4) * 0x1p-24);
  Difference result;
  std::int64_t const samples = std::min<std::int64_t>(8, share.count());
  for (std::int64_t n = 0; n < samples; ++n) {
    std::int64_t const i   = n * (share.count() - 1) / std::max<std::int64_t>(1, samples - 1);
    std::int64_t const row = share.first + i;
    for (std::int64_t j = 0; j < outputs; ++j) {
      double sum = number(3, j), magnitude = std::abs(sum);
      for (std::int64_t k = 0; k < inputs; ++k) {
        double const term = static_cast<double>(number(1, row * inputs + k)) * number(2, j * inputs + k);
        sum += term;
        magnitude += std::abs(term);
      }
      double const difference = std::abs(y(i, j) - (sum * s + sum));
      double const quotient   = difference / (gamma * magnitude * (1 + s));
      if (!(difference <= result.largest)) result.largest = std::isnan(difference) ? INFINITY : difference;
      if (!(quotient <= result.against_bound)) result.against_bound = std::isnan(quotient) ? INFINITY : quotient;
    }
  }
  return result;
}

double over_all_ranks(double value, MPI_Op operation) {
  double result = value;
  MPI_Allreduce(&value, &result, 1, MPI_DOUBLE, operation, MPI_COMM_WORLD);
  return result;
}

bool run(std::int64_t rows, std::int64_t outputs, std::int64_t inputs) {
  int rank = 0, ranks = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  Share const share(rows, rank, ranks);

  // Only this rank's rows of X exist here.
  Matrix const X("X", share.count(), inputs), W("W", outputs, inputs), Y("Y", share.count(), outputs);
  Vector const b("b", outputs);
  auto const x = Kokkos::create_mirror_view(X);
  for (std::int64_t n = 0; n < share.count() * inputs; ++n) x.data()[n] = number(1, share.first * inputs + n);
  Kokkos::deep_copy(X, x);
  if (rank == 0) {
    auto const w    = Kokkos::create_mirror_view(W);
    auto const bias = Kokkos::create_mirror_view(b);
    for (std::int64_t n = 0; n < outputs * inputs; ++n) w.data()[n] = number(2, n);
    for (std::int64_t n = 0; n < outputs; ++n) bias(n) = number(3, n);
    Kokkos::deep_copy(W, w);
    Kokkos::deep_copy(b, bias);
  }
  broadcast(W);
  broadcast(b);

  Exec const exec;
  aril::Linear<float, Exec> const layer(exec, W, b, {.residual_scale = s});
  layer.apply(exec, X, Y);  // the first call loads the BLAS
  exec.fence();
  MPI_Barrier(MPI_COMM_WORLD);
  double const start = MPI_Wtime();
  layer.apply(exec, X, Y);
  exec.fence();
  double const seconds = over_all_ranks(MPI_Wtime() - start, MPI_MAX);

  Difference const own       = compare(Y, share, inputs);
  double const largest       = over_all_ranks(own.largest, MPI_MAX);
  double const against_bound = over_all_ranks(own.against_bound, MPI_MAX);
  if (rank == 0)
    std::printf(
        "%lld x %lld x %lld on %d rank(s) of %s: %.3f ms, %.2f TFLOP/s; largest error %.1e, %.2f of its bound\n",
        static_cast<long long>(rows), static_cast<long long>(outputs), static_cast<long long>(inputs), ranks,
        Exec::name(), 1e3 * seconds, 2e-12 * rows * outputs * inputs / seconds, largest, against_bound);
  return against_bound <= 1;
}

/// Each rank of a machine takes a GPU of its own, unless the command line names one.
std::vector<char*> with_device(int argc, char* argv[], std::string& flag) {
  std::vector<char*> arguments(argv, argv + argc);
#ifdef KOKKOS_ENABLE_CUDA
  MPI_Comm here;
  int rank = 0, devices = 0;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &here);
  MPI_Comm_rank(here, &rank);
  MPI_Comm_free(&here);
  bool const named = std::any_of(arguments.begin(), arguments.end(), [](std::string_view a) {
    return a.starts_with("--kokkos-device") || a.starts_with("--kokkos-num-devices");
  });
  if (!named && cudaGetDeviceCount(&devices) == cudaSuccess && devices > 0) {
    flag = "--kokkos-device-id=" + std::to_string(rank % devices);
    arguments.push_back(flag.data());
  }
#else
  (void)flag;
#endif
  return arguments;
}

/// Argument number n as an extent, or what it is without one.
std::int64_t size_in(std::vector<char*> const& arguments, std::size_t n, std::int64_t otherwise) {
  if (n >= arguments.size()) return otherwise;
  std::string_view const text = arguments[n];
  std::int64_t size           = -1;
  auto const [end, error]     = std::from_chars(text.data(), text.data() + text.size(), size);
  if (error != std::errc() || end != text.data() + text.size() || size < 0 || arguments.size() > 4)
    throw std::invalid_argument("usage: example_distributed_linear [rows [outputs [inputs]]], each a number from 0 on");
  return size;
}

}  // namespace

int main(int argc, char* argv[]) {
  MPI_Init(&argc, &argv);
  bool right = false;
  {
    std::string flag;
    std::vector<char*> arguments = with_device(argc, argv, flag);
    int count                    = static_cast<int>(arguments.size());
    arguments.push_back(nullptr);
    Kokkos::ScopeGuard const kokkos(count, arguments.data());
    arguments.resize(count);
    try {
      right = run(size_in(arguments, 1, 1000), size_in(arguments, 2, 300), size_in(arguments, 3, 200));
    } catch (std::exception const& error) {
      std::fprintf(stderr, "%s\n", error.what());
      MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    }
  }
  MPI_Finalize();
  return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
