// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <aril/impl/cuda/launch.hpp>
#include <aril/impl/cuda/prepared.hpp>

namespace aril::impl::cuda {

std::int64_t rows_at_once(std::int64_t columns) {
  constexpr std::int64_t most_bytes = std::int64_t{64} << 20, fewest = 128, most = std::int64_t{1} << 20;
  std::int64_t rows = fewest;
  while (rows < most && 2 * rows * 6 * columns <= most_bytes) rows *= 2;
  return rows;
}

Temporary::Temporary(Kokkos::Cuda const& exec, Precision precision, Matrix const& w, std::int64_t rows)
    : stream_(exec.cuda_stream()) {
  prepared_.rows_at_once          = std::min(rows, cuda::rows_at_once(w.columns));
  std::size_t const weights_bytes = SplitMatrix::bytes(w.rows, w.columns);
  std::size_t const all_bytes     = weights_bytes + SplitMatrix::bytes(prepared_.rows_at_once, w.columns);
  check(cudaMallocAsync(&memory_, all_bytes, stream_), "allocation of the linear layer's workspace");
  prepared_.weights.emplace(format_of(precision), w.rows, w.columns, memory_);
  prepared_.workspace = static_cast<char*>(memory_) + weights_bytes;
  try {
    empty_list(exec, *prepared_.weights);
    split(exec, Side::right, w, *prepared_.weights);
  } catch (...) {
    cudaFreeAsync(memory_, stream_);
    throw;
  }
}

Temporary::~Temporary() { cudaFreeAsync(memory_, stream_); }

}  // namespace aril::impl::cuda
