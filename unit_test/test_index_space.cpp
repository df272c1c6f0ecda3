// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <algorithm>
#include <aril/impl/index_space.hpp>
#include <random>
#include <vector>

// The analysis is arithmetic on extents and strides: sizes beyond 2^32 need no memory here.

namespace {

using namespace aril::impl;

OperandLayout strided(Dimensions const& stride) {
  OperandLayout layout;
  layout.element_size = 4;
  layout.alignment    = 4;
  layout.stride       = stride;
  return layout;
}

OperandLayout right(int rank, Dimensions const& extent) {
  Dimensions stride{};
  std::int64_t step = 1;
  for (int d = rank - 1; d >= 0; step *= extent[d--]) stride[d] = step;
  return strided(stride);
}

OperandLayout left(int rank, Dimensions const& extent) {
  Dimensions stride{};
  std::int64_t step = 1;
  for (int d = 0; d < rank; step *= extent[d++]) stride[d] = step;
  return strided(stride);
}

IndexSpace collapsed(int rank, Dimensions const& extent, std::vector<OperandLayout> const& operands) {
  return collapse(rank, extent, operands);
}

using Offsets = std::array<std::int64_t, max_operands>;

// The offsets of every operand at every index, in the order in which the last index runs fastest.
void visit(int rank, Dimensions const& extent, int operand_count, std::array<Dimensions, max_operands> const& stride,
           Offsets const& start, std::vector<Offsets>& visited) {
  Dimensions index{};
  std::int64_t size = 1;
  for (int d = 0; d < rank; ++d) size *= extent[d];
  for (std::int64_t n = 0; n < size; ++n) {
    Offsets at = start;
    for (int d = 0; d < rank; ++d)
      for (int o = 0; o < operand_count; ++o) at[o] += index[d] * stride[o][d];
    visited.push_back(at);
    for (int d = rank - 1; d >= 0 && ++index[d] == extent[d]; --d) index[d] = 0;
  }
}

std::vector<Offsets> visit(int rank, Dimensions const& extent, std::vector<OperandLayout> const& operands) {
  std::array<Dimensions, max_operands> stride{};
  for (std::size_t o = 0; o < operands.size(); ++o) stride[o] = operands[o].stride;
  std::vector<Offsets> visited;
  visit(rank, extent, static_cast<int>(operands.size()), stride, {}, visited);
  return visited;
}

std::vector<Offsets> visit(IndexSpace const& space) {
  std::vector<Offsets> visited;
  visit(space.rank, space.extent, space.operand_count, space.stride, {}, visited);
  return visited;
}

std::vector<Offsets> sorted(std::vector<Offsets> offsets) {
  std::sort(offsets.begin(), offsets.end());
  return offsets;
}

TEST(Collapse, ContiguousOperandsOfAnyRankAreOneRun) {
  Dimensions const extent{2, 3, 4, 5, 2, 3, 2, 7};
  for (int rank = 1; rank <= max_rank; ++rank) {
    std::int64_t size = 1;
    for (int d = 0; d < rank; ++d) size *= extent[d];
    for (auto const& layout : {right(rank, extent), left(rank, extent)}) {
      IndexSpace const space = collapsed(rank, extent, {layout, layout});
      EXPECT_EQ(space.rank, 1);
      EXPECT_EQ(space.size(), size);
      EXPECT_EQ(space.inner_extent(), size);
      EXPECT_EQ(space.stride[0][0], 1);
      EXPECT_EQ(space.stride[1][0], 1);
    }
  }
}

TEST(Collapse, OneElementHasRankZero) {
  IndexSpace const none = collapsed(0, {}, {strided({}), strided({})});
  EXPECT_EQ(none.rank, 0);
  EXPECT_EQ(none.size(), 1);
  EXPECT_EQ(none.inner_extent(), 1);
  EXPECT_EQ(moving_operands(none), 0u);

  IndexSpace const ones = collapsed(3, {1, 1, 1}, {strided({17, 5, 3}), strided({1, 1, 1})});
  EXPECT_EQ(ones.rank, 0);
  EXPECT_EQ(ones.size(), 1);
}

TEST(Collapse, ExtentsOfOneDoNotCountWhateverTheirStride) {
  IndexSpace const space = collapsed(4, {1, 6, 1, 5}, {strided({999, 5, 777, 1}), strided({0, 5, 3, 1})});
  EXPECT_EQ(space.rank, 1);
  EXPECT_EQ(space.size(), 30);
}

TEST(Collapse, PaddedRowsStayApart) {
  IndexSpace const space = collapsed(2, {7, 100}, {strided({104, 1}), strided({100, 1})});
  ASSERT_EQ(space.rank, 2);
  EXPECT_EQ(space.extent[0], 7);
  EXPECT_EQ(space.extent[1], 100);
  EXPECT_EQ(space.stride[0][0], 104);
  EXPECT_EQ(space.stride[1][0], 100);
}

TEST(Collapse, ThePaddedDimensionAloneStaysApart) {
  // (5, 6, 7) with the middle extent padded to 8: the two faster dimensions are one run, the slowest is not.
  IndexSpace const space = collapsed(3, {5, 6, 7}, {strided({56, 7, 1}), strided({56, 7, 1})});
  ASSERT_EQ(space.rank, 2);
  EXPECT_EQ(space.extent[0], 5);
  EXPECT_EQ(space.extent[1], 42);
}

TEST(Collapse, TheOutputDecidesWhichDimensionIsFastest) {
  Dimensions const extent{3, 5};
  IndexSpace const into_right = collapsed(2, extent, {right(2, extent), left(2, extent)});
  ASSERT_EQ(into_right.rank, 2);
  EXPECT_EQ(into_right.extent[1], 5);
  EXPECT_EQ(into_right.stride[0][1], 1);
  EXPECT_EQ(into_right.stride[1][1], 3);

  IndexSpace const into_left = collapsed(2, extent, {left(2, extent), right(2, extent)});
  ASSERT_EQ(into_left.rank, 2);
  EXPECT_EQ(into_left.extent[1], 3);
  EXPECT_EQ(into_left.stride[0][1], 1);
  EXPECT_EQ(into_left.stride[1][1], 5);
}

TEST(Collapse, APerRowVectorKeepsRowsApart) {
  Dimensions const extent{4, 6};
  IndexSpace const space = collapsed(2, extent, {right(2, extent), strided({1, 0}), right(2, extent)});
  ASSERT_EQ(space.rank, 2);
  EXPECT_EQ(space.stride[1][0], 1);
  EXPECT_EQ(space.stride[1][1], 0);
  EXPECT_EQ(moving_operands(space), 0b101u);
}

TEST(Collapse, APerRowVectorOfAHigherRankLeavesTwoDimensions) {
  Dimensions const extent{4, 6, 5};
  IndexSpace const space = collapsed(3, extent, {right(3, extent), strided({1, 0, 0}), right(3, extent)});
  ASSERT_EQ(space.rank, 2);
  EXPECT_EQ(space.extent[0], 4);
  EXPECT_EQ(space.extent[1], 30);
}

TEST(Collapse, AVectorAlongTheMiddleLeavesThreeDimensions) {
  Dimensions const extent{4, 6, 5, 7};
  IndexSpace const space = collapsed(4, extent, {right(4, extent), strided({0, 0, 1, 0}), right(4, extent)});
  ASSERT_EQ(space.rank, 3);
  EXPECT_EQ(space.extent[0], 24);
  EXPECT_EQ(space.extent[1], 5);
  EXPECT_EQ(space.extent[2], 7);
}

TEST(Collapse, AScalarDoesNotKeepDimensionsApart) {
  Dimensions const extent{4, 6};
  IndexSpace const space = collapsed(2, extent, {right(2, extent), strided({}), right(2, extent)});
  EXPECT_EQ(space.rank, 1);
  EXPECT_EQ(moving_operands(space), 0b101u);
}

TEST(Collapse, CountsBeyond32Bits) {
  Dimensions const extent{65536, 65536, 65536};
  IndexSpace const space = collapsed(3, extent, {right(3, extent), right(3, extent)});
  EXPECT_EQ(space.rank, 1);
  EXPECT_EQ(space.size(), std::int64_t{1} << 48);

  IndexSpace const padded = collapsed(2, {100000, 100000}, {strided({100004, 1}), strided({100004, 1})});
  EXPECT_EQ(padded.rank, 2);
  EXPECT_EQ(padded.size(), 10000000000);
}

TEST(Collapse, VisitsTheSameElementsWhateverTheStrides) {
  std::mt19937 random(20260801);
  auto const below = [&](int n) { return static_cast<std::int64_t>(random() % n); };
  for (int n = 0; n < 5000; ++n) {
    int const rank = static_cast<int>(below(5));
    Dimensions extent{};
    for (int d = 0; d < rank; ++d) extent[d] = 1 + below(4);
    std::vector<OperandLayout> operands;
    int const count = 1 + static_cast<int>(below(4));
    for (int o = 0; o < count; ++o) {
      std::int64_t const kind = below(4);
      if (kind == 0) operands.push_back(right(rank, extent));
      if (kind == 1) operands.push_back(left(rank, extent));
      if (kind >= 2) {
        Dimensions stride{};
        for (int d = 0; d < rank; ++d) stride[d] = below(kind == 2 ? 3 : 12);
        operands.push_back(strided(stride));
      }
    }
    IndexSpace const space = collapsed(rank, extent, operands);
    ASSERT_EQ(sorted(visit(space)), sorted(visit(rank, extent, operands))) << "case " << n;
    for (int d = 0; d + 1 < space.rank; ++d) ASSERT_GE(space.stride[0][d], space.stride[0][d + 1]) << "case " << n;
    for (int d = 0; d < space.rank; ++d) ASSERT_GT(space.extent[d], 1) << "case " << n;
  }
}

TEST(Slabs, ASpaceThatFitsIsItsOwnOnlySlab) {
  Dimensions const extent{4, 6};
  IndexSpace const space = collapsed(2, extent, {strided({8, 1}), strided({1, 0})});
  Slab slab;
  ASSERT_TRUE(next_slab(space, 24, 0, slab));
  EXPECT_EQ(slab.space, space);
  EXPECT_EQ(slab.offset, (std::array<std::int64_t, max_operands>{}));
  EXPECT_FALSE(next_slab(space, 24, 1, slab));
}

TEST(Slabs, ASingleElementIsOneSlab) {
  IndexSpace const space = collapsed(0, {}, {strided({})});
  Slab slab;
  EXPECT_TRUE(next_slab(space, 1, 0, slab));
  EXPECT_FALSE(next_slab(space, 1, 1, slab));
}

TEST(Slabs, TogetherVisitEveryElementOnce) {
  std::mt19937 random(20260802);
  auto const below = [&](int n) { return static_cast<std::int64_t>(random() % n); };
  for (int n = 0; n < 2000; ++n) {
    int const rank = 1 + static_cast<int>(below(4));
    Dimensions extent{}, wide{};
    for (int d = 0; d < rank; ++d) {
      extent[d] = 1 + below(5);
      wide[d]   = extent[d] + below(2);
    }
    Dimensions broadcast{};
    broadcast[below(rank)]   = 1;
    IndexSpace const space   = collapsed(rank, extent, {right(rank, wide), left(rank, wide), strided(broadcast)});
    std::int64_t const limit = 1 + below(20);
    std::vector<Offsets> visited;
    Slab slab;
    for (std::int64_t k = 0; next_slab(space, limit, k, slab); ++k) {
      ASSERT_LE(slab.space.size(), limit) << "case " << n;
      ASSERT_GE(slab.space.size(), 1) << "case " << n;
      visit(slab.space.rank, slab.space.extent, slab.space.operand_count, slab.space.stride, slab.offset, visited);
    }
    ASSERT_EQ(sorted(visited), sorted(visit(space))) << "case " << n;
  }
}

TEST(Slabs, OneLongRunIsCutIntoWholeLimits) {
  std::int64_t const limit = std::int64_t{1} << 30;
  for (std::int64_t const size : {(std::int64_t{1} << 31) - 1, std::int64_t{1} << 31, (std::int64_t{1} << 31) + 1,
                                  (std::int64_t{1} << 32) - 1, std::int64_t{1} << 32, (std::int64_t{1} << 32) + 1}) {
    IndexSpace const space = collapsed(1, {size}, {strided({1}), strided({1}), strided({})});
    std::int64_t next      = 0;
    Slab slab;
    std::int64_t k = 0;
    for (; next_slab(space, limit, k, slab); ++k) {
      EXPECT_EQ(slab.offset[0], next);
      EXPECT_EQ(slab.offset[1], next);
      EXPECT_EQ(slab.offset[2], 0);
      EXPECT_LE(slab.space.size(), limit);
      next += slab.space.size();
    }
    EXPECT_EQ(next, size);
    EXPECT_EQ(k, (size + limit - 1) / limit);
  }
}

TEST(Slabs, ManyRowsAreCutBetweenRows) {
  // 2^33 elements in 2^21 rows, padded by 16, with a per-row vector.
  std::int64_t const rows = 1 << 21, columns = 4096, pitch = 4112, limit = std::int64_t{1} << 30;
  IndexSpace const space = collapsed(2, {rows, columns}, {strided({pitch, 1}), strided({1, 0}), strided({pitch, 1})});
  std::int64_t row       = 0;
  Slab slab;
  for (std::int64_t k = 0; next_slab(space, limit, k, slab); ++k) {
    ASSERT_EQ(slab.space.rank, 2);
    EXPECT_EQ(slab.space.extent[1], columns);
    EXPECT_EQ(slab.offset[0], row * pitch);
    EXPECT_EQ(slab.offset[1], row);
    row += slab.space.extent[0];
  }
  EXPECT_EQ(row, rows);
}

TEST(Slabs, FewLongRowsAreCutWithinRows) {
  std::int64_t const columns = (std::int64_t{1} << 32) + 3, pitch = columns + 5, limit = std::int64_t{1} << 30;
  IndexSpace const space = collapsed(2, {3, columns}, {strided({pitch, 1}), strided({1, 0})});
  std::int64_t elements = 0, slabs = 0;
  std::int64_t columns_of_row[3] = {};
  Slab slab;
  for (; next_slab(space, limit, slabs, slab); ++slabs) {
    ASSERT_EQ(slab.space.extent[0], 1);
    std::int64_t const row = slab.offset[1];
    ASSERT_LT(row, 3);
    EXPECT_EQ(slab.offset[0] / pitch, row);
    EXPECT_LE(slab.offset[0] % pitch + slab.space.extent[1], columns);
    columns_of_row[row] += slab.space.extent[1];
    elements += slab.space.size();
  }
  EXPECT_EQ(slabs, 15);
  EXPECT_EQ(elements, 3 * columns);
  for (std::int64_t const count : columns_of_row) EXPECT_EQ(count, columns);
}

}  // namespace
