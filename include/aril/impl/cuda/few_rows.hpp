// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ARIL_IMPL_CUDA_FEW_ROWS_HPP
#define ARIL_IMPL_CUDA_FEW_ROWS_HPP

#include <Kokkos_Core.hpp>
#include <aril/impl/exact.hpp>
#include <aril/impl/gemm.hpp>
#include <aril/precision.hpp>
#include <aril/rounding.hpp>

/// \file
/// The linear layer of floats where X or W has at most 16 rows: one kernel, tail included. Reading the larger matrix
/// once is all that such a product should take; general GEMMs take twice that and more.

namespace aril::impl::cuda {

/// How the rows are shared out: a plain value.
struct FewRowsPlan {
  bool use      = false;  ///< for false, the library's GEMM is faster or the tier's bound asks for it
  bool few_of_x = false;  ///< the few rows are X's; W's are then the many
  int few       = 0;      ///< rows that the kernel has room for: 1, 2, 4, 8, 12 or 16
  int parts     = 1;      ///< warps that share the same rows, each with a part of K

  friend bool operator==(FewRowsPlan const&, FewRowsPlan const&) = default;
};

/// For true fp32, which the other tiers take too where it is the faster way. Only for rows that are contiguous and
/// start at multiples of 16 bytes.
FewRowsPlan plan_few_rows(Precision precision, Matrix const& x, Matrix const& w, int multiprocessors);

/// What happens to each element p of the product before it is written: t = p + b, then t*s + t, with the bits of the
/// engine's pass.
struct FewRowsTail {
  float const* bias   = nullptr;
  std::int64_t b_step = 1;
  bool residual       = false;
  Rounding rounding   = Rounding::separate;
  float s             = 0;
  float const* cell   = nullptr;  ///< where s lies, if it is read when the kernel runs
  Barrier barrier     = {};
};

/// Enqueues the product as planned, and the tail. Each element of the product is the sum, in a fixed order, of 32
/// `parts` sums in order: its error is at most (K / (32 parts) + parts + 9) 2^-24 |X| |W|^T. Makes the instance's
/// library handles as `prepare` does, but not during a capture: the next call may be one that needs them. \throws
/// LaunchError
void few_rows_product(Kokkos::Cuda const& exec, FewRowsPlan const& plan, Matrix const& x, Matrix const& w,
                      Matrix const& y, FewRowsTail const& tail);

}  // namespace aril::impl::cuda

#endif
