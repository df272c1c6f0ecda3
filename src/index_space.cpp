// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <aril/impl/index_space.hpp>

namespace aril::impl {

std::int64_t IndexSpace::size() const {
  std::int64_t product = 1;
  for (int d = 0; d < rank; ++d) product *= extent[d];
  return product;
}

std::int64_t IndexSpace::inner_extent() const { return rank == 0 ? 1 : extent[rank - 1]; }

DimensionOrder by_falling_stride(int rank, Dimensions const& extent, Dimensions const& stride) {
  DimensionOrder order;
  for (int d = 0; d < rank; ++d) {
    if (extent[d] == 1) continue;
    int at = order.count++;
    for (; at > 0 && stride[order.dimension[at - 1]] < stride[d]; --at) order.dimension[at] = order.dimension[at - 1];
    order.dimension[at] = d;
  }
  return order;
}

IndexSpace collapse(int rank, Dimensions const& extent, std::span<OperandLayout const> operands) {
  DimensionOrder const order = by_falling_stride(rank, extent, operands[0].stride);
  IndexSpace space;
  space.operand_count = static_cast<int>(operands.size());
  for (int k = 0; k < order.count; ++k) {
    int const d          = order.dimension[k];
    bool const mergeable = space.rank > 0 && std::all_of(operands.begin(), operands.end(), [&](OperandLayout const& o) {
                             auto const& merged = space.stride[&o - operands.data()];
                             return merged[space.rank - 1] == o.stride[d] * extent[d];
                           });
    if (mergeable)
      space.extent[space.rank - 1] *= extent[d];
    else
      space.extent[space.rank++] = extent[d];
    for (std::size_t o = 0; o < operands.size(); ++o) space.stride[o][space.rank - 1] = operands[o].stride[d];
  }
  return space;
}

unsigned moving_operands(IndexSpace const& space) {
  unsigned bits = 0;
  for (int o = 0; o < space.operand_count && space.rank > 0; ++o)
    bits |= (space.stride[o][space.rank - 1] != 0 ? 1u : 0u) << o;
  return bits;
}

bool next_slab(IndexSpace const& space, std::int64_t limit, std::int64_t n, Slab& slab) {
  std::int64_t left = space.size();
  if (left <= limit && n > 0) return false;  // without a look at the slab: this is every small call's second question
  slab.space   = space;
  slab.offset  = {};
  auto& extent = slab.space.extent;
  for (int d = 0; d < space.rank && left > limit; ++d) {
    left /= space.extent[d];  // elements per index of dimension d
    std::int64_t const chunk  = std::clamp<std::int64_t>(limit / left, 1, space.extent[d]);
    std::int64_t const chunks = (space.extent[d] + chunk - 1) / chunk;
    std::int64_t const at     = n % chunks * chunk;
    n /= chunks;
    extent[d] = std::min(chunk, space.extent[d] - at);
    for (int o = 0; o < space.operand_count; ++o) slab.offset[o] += at * space.stride[o][d];
    left *= chunk;
  }
  return n == 0;
}

}  // namespace aril::impl
