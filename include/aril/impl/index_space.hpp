// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ARIL_IMPL_INDEX_SPACE_HPP
#define ARIL_IMPL_INDEX_SPACE_HPP

#include <array>
#include <cstdint>
#include <span>

/// \file
/// Analysis of an elementwise call: pure functions on extents, strides and addresses. No device, no Views.

namespace aril::impl {

inline constexpr int max_rank     = 8;  // Kokkos' own limit
inline constexpr int max_operands = 8;  // the output and up to seven inputs

using Dimensions = std::array<std::int64_t, max_rank>;

/// How one operand moves over the output's index space.
struct OperandLayout {
  std::uintptr_t address = 0;  ///< of the element at index (0, ..., 0)
  int element_size       = 1;  ///< bytes
  int alignment          = 1;  ///< of the element type, bytes
  Dimensions stride{};         ///< elements per step of each index; 0 where the operand is broadcast
  bool broadcast = false;      ///< may stand still along the fastest dimension

  friend bool operator==(OperandLayout const&, OperandLayout const&) = default;
};

/// The output's index space, rewritten with as few dimensions as its operands allow. Dimension rank-1 is the one in
/// which the output moves fastest. Operand 0 is the output.
struct IndexSpace {
  int rank = 0;  ///< 0 only for one single element or none
  Dimensions extent{};
  int operand_count = 0;
  std::array<Dimensions, max_operands> stride{};

  std::int64_t size() const;          ///< number of elements
  std::int64_t inner_extent() const;  ///< extent of the fastest dimension; 1 for rank 0

  friend bool operator==(IndexSpace const&, IndexSpace const&) = default;
};

/// The dimensions whose extent is not 1, by falling stride; equal strides keep their order.
struct DimensionOrder {
  int count = 0;
  std::array<int, max_rank> dimension{};
};
DimensionOrder by_falling_stride(int rank, Dimensions const& extent, Dimensions const& stride);

/// Drops dimensions of extent 1, orders the others by the output's stride and merges neighbours that every operand
/// walks through as if they were one.
IndexSpace collapse(int rank, Dimensions const& extent, std::span<OperandLayout const> operands);

/// Bit o is set where operand o moves along the fastest dimension.
unsigned moving_operands(IndexSpace const& space);

/// One launch's share of an index space: a subspace and, for each operand, the elements to skip from its start.
struct Slab {
  IndexSpace space;
  std::array<std::int64_t, max_operands> offset{};
};

/// Cuts the slowest dimensions so that what is left has at most `limit` elements; calls like `next_slab(space, limit,
/// n, slab)` for n = 0, 1, ... fill `slab` until false is returned. A space that fits is its own only slab.
bool next_slab(IndexSpace const& space, std::int64_t limit, std::int64_t n, Slab& slab);

/// The elements that an operand reaches: its layout and the extents of the index space it is walked over.
struct Footprint {
  int rank = 0;
  Dimensions extent{};
  OperandLayout layout;
};

/// Do the two share a byte? Exact for what subviews of a common parent look like; where the exact answer would take too
/// long, the answer is yes.
bool overlap(Footprint const& a, Footprint const& b);

/// The same for two operands of one index space.
inline bool overlap(int rank, Dimensions const& extent, OperandLayout const& a, OperandLayout const& b) {
  return overlap(Footprint{rank, extent, a}, Footprint{rank, extent, b});
}

/// Do two different index tuples reach the same byte of `a`? Same remark on exactness.
bool self_overlap(int rank, Dimensions const& extent, OperandLayout const& a);

}  // namespace aril::impl

#endif
