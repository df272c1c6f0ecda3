// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ARIL_IMPL_CUDA_PREPARED_HPP
#define ARIL_IMPL_CUDA_PREPARED_HPP

#include <aril/impl/cuda/split.hpp>
#include <aril/precision.hpp>
#include <optional>

/// \file
/// What a call of the linear layer of floats may find ready.

namespace aril::impl::cuda {

/// Memory stays its owner's.
struct Prepared {
  std::optional<Epilogue> folded;      ///< residual and bias, where the product's epilogue does both
  std::optional<SplitMatrix> weights;  ///< W in the tier's parts
  void* workspace           = nullptr;
  std::int64_t rows_at_once = 0;  ///< rows of X whose parts the workspace has room for
};

inline bool splits(Precision precision) {
  return precision == Precision::split_bf16 || precision == Precision::split_fp16;
}

/// Is W with so many rows and columns to be split? With few outputs splitting X takes longer than the whole product in
/// fp32: X 16384 x 4096, 10 outputs 565 us, in fp32 149 (H200, 2026-11-29).
inline bool worth_splitting(std::int64_t rows, std::int64_t columns) {
  constexpr std::int64_t fewest_outputs = 64;
  return rows >= fewest_outputs && rows <= most_at_once && columns > 0 && columns <= most_at_once / 3;
}

/// Of a tier that splits.
inline Operands format_of(Precision precision) {
  return precision == Precision::split_fp16 ? Operands::half : Operands::bfloat16;
}

/// Rows of X that are split at a time: their parts, at most 64 MiB where K allows, stay in L2 for the product, and a
/// power of two fills whole waves of tiles. H200, 2026-11-29, K = N = 4096, 16384 rows, split and product: blocks of
/// 2048 rows 2.33 to 2.45 ms, of 4096 2.40 to 2.58, all at once 2.36 to 2.61.
std::int64_t rows_at_once(std::int64_t columns);

/// A call's own split weights and workspace: device memory taken and given back in the stream's order.
class Temporary {
 public:
  Temporary(Kokkos::Cuda const& exec, Precision precision, Matrix const& w, std::int64_t rows);
  ~Temporary();
  Temporary(Temporary const&)            = delete;
  Temporary& operator=(Temporary const&) = delete;

  Prepared const& prepared() const { return prepared_; }

 private:
  cudaStream_t stream_;
  void* memory_ = nullptr;
  Prepared prepared_;
};

}  // namespace aril::impl::cuda

#endif
