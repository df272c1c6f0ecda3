// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <aril/impl/index_space.hpp>
#include <ostream>
#include <random>
#include <set>

namespace aril::impl {

// Shown by GoogleTest when a random case fails.
std::ostream& operator<<(std::ostream& out, Footprint const& f) {
  out << f.layout.element_size << "-byte elements at " << f.layout.address << ", extent x stride:";
  for (int d = 0; d < f.rank; ++d) out << ' ' << f.extent[d] << 'x' << f.layout.stride[d];
  return out;
}

}  // namespace aril::impl

namespace {

using namespace aril::impl;

constexpr std::uintptr_t base = 4096;

OperandLayout layout(std::int64_t first_element, Dimensions const& stride, int element_size = 4) {
  OperandLayout layout;
  layout.address      = base + static_cast<std::uintptr_t>(first_element * element_size);
  layout.element_size = element_size;
  layout.alignment    = element_size;
  layout.stride       = stride;
  return layout;
}

// Addresses of first bytes, one for each index.
std::multiset<std::uintptr_t> addresses(Footprint const& f) {
  std::multiset<std::uintptr_t> found;
  std::int64_t size = 1;
  for (int d = 0; d < f.rank; ++d) size *= f.extent[d];
  for (std::int64_t n = 0; n < size; ++n) {
    std::uintptr_t address = f.layout.address;
    std::int64_t rest      = n;
    for (int d = 0; d < f.rank; rest /= f.extent[d++])
      address += static_cast<std::uintptr_t>(rest % f.extent[d] * f.layout.stride[d] * f.layout.element_size);
    found.insert(address);
  }
  return found;
}

bool share_a_byte(Footprint const& a, Footprint const& b) {
  std::set<std::uintptr_t> bytes;
  for (std::uintptr_t const address : addresses(a))
    for (int k = 0; k < a.layout.element_size; ++k) bytes.insert(address + k);
  for (std::uintptr_t const address : addresses(b))
    for (int k = 0; k < b.layout.element_size; ++k)
      if (bytes.count(address + k) != 0) return true;
  return false;
}

bool reaches_an_address_twice(Footprint const& a) {
  auto const all = addresses(a);
  return std::set<std::uintptr_t>(all.begin(), all.end()).size() != all.size();
}

class RandomFootprint {
 public:
  explicit RandomFootprint(unsigned seed) : random_(seed) {}

  int below(int n) { return static_cast<int>(random_() % n); }

  Footprint operator()(int rank, int largest_stride, int largest_start) {
    Footprint f;
    f.rank = rank;
    for (int d = 0; d < rank; ++d) {
      f.extent[d]        = 1 + below(4);
      f.layout.stride[d] = below(largest_stride + 1);
    }
    f.layout.element_size = 1 << below(5);
    f.layout.alignment    = 1;
    f.layout.address      = base + below(largest_start);
    return f;
  }

 private:
  std::mt19937 random_;
};

TEST(Overlap, MatchesByteSetsOfRandomShapes) {
  RandomFootprint random(20260804);
  int yes = 0;
  for (int n = 0; n < 20000; ++n) {
    Footprint const a = random(random.below(4), 12, 64), b = random(random.below(4), 12, 64);
    bool const expected = share_a_byte(a, b);
    yes += expected;
    ASSERT_EQ(overlap(a, b), expected) << a << " and " << b;
    ASSERT_EQ(overlap(b, a), expected) << b << " and " << a;
  }
  EXPECT_GT(yes, 2000);
  EXPECT_LT(yes, 18000);
}

TEST(Overlap, MatchesByteSetsOfOneIndexSpace) {
  RandomFootprint random(20260805);
  for (int n = 0; n < 20000; ++n) {
    int const rank = random.below(5);
    Footprint a = random(rank, 20, 100), b = random(rank, 20, 100);
    b.extent = a.extent;
    ASSERT_EQ(overlap(rank, a.extent, a.layout, b.layout), share_a_byte(a, b)) << a << " and " << b;
  }
}

TEST(SelfOverlap, MatchesAddressSetsOfRandomShapes) {
  RandomFootprint random(20260806);
  int yes = 0;
  for (int n = 0; n < 20000; ++n) {
    Footprint const a   = random(random.below(5), 1 + random.below(40), 1);
    bool const expected = reaches_an_address_twice(a);
    yes += expected;
    ASSERT_EQ(self_overlap(a.rank, a.extent, a.layout), expected) << a;
  }
  EXPECT_GT(yes, 2000);
  EXPECT_LT(yes, 18000);
}

TEST(Overlap, HalvesOfAMatrixAreApart) {
  // Columns 0..n-1 and n..2n-1 of a LayoutRight matrix of 2n columns; the address ranges interleave.
  std::int64_t const m = 1 << 20, n = 1 << 14;
  EXPECT_FALSE(overlap(2, {m, n}, layout(0, {2 * n, 1}), layout(n, {2 * n, 1})));
  EXPECT_TRUE(overlap(2, {m, n}, layout(0, {2 * n, 1}), layout(n - 1, {2 * n, 1})));
  // Rows likewise.
  EXPECT_FALSE(overlap(2, {m, n}, layout(0, {n, 1}), layout(m * n, {n, 1})));
  EXPECT_TRUE(overlap(2, {m, n}, layout(0, {n, 1}), layout(m * n - 1, {n, 1})));
}

TEST(Overlap, EvenAndOddElementsAreApart) {
  for (std::int64_t const n : {1, 2, 100, 100000, 1000000000}) {
    EXPECT_FALSE(overlap(1, {n}, layout(0, {2}), layout(1, {2}))) << n;
    EXPECT_FALSE(overlap(1, {n}, layout(2 * n - 1, {2}), layout(0, {2}))) << n;
    EXPECT_TRUE(overlap(1, {n}, layout(0, {2}), layout(2 * (n - 1), {2}))) << n;
  }
}

TEST(Overlap, InterleavingsOfDifferentStridesAreApart) {
  std::int64_t const n = 1000000;
  EXPECT_FALSE(overlap(1, {n}, layout(0, {2}), layout(1, {4})));
  EXPECT_FALSE(overlap(1, {n}, layout(0, {6}), layout(1, {4})));
  EXPECT_TRUE(overlap(1, {n}, layout(0, {3}), layout(1, {4})));
  // Even and odd columns of a matrix with an odd pitch.
  EXPECT_FALSE(overlap(2, {n, 50}, layout(0, {101, 2}), layout(1, {101, 2})));
  EXPECT_TRUE(overlap(2, {n, 52}, layout(0, {101, 2}), layout(1, {101, 2})));
}

TEST(Overlap, EvenColumnsAgainstARowOrAColumn) {
  // Column 0, 2, ... of rows 0..n-1 against all columns of row 1.
  EXPECT_TRUE(overlap({2, {100, 50}, layout(0, {100, 2})}, {1, {100}, layout(100, {1})}));
  // Column 0, 2, ... against column 1.
  EXPECT_FALSE(overlap({2, {100, 50}, layout(0, {100, 2})}, {1, {100}, layout(1, {100})}));
}

TEST(Overlap, ASquareAndItsTranspose) {
  for (std::int64_t const n : {2, 3, 512, 40000}) {
    EXPECT_TRUE(overlap(2, {n, n}, layout(0, {n, 1}), layout(0, {1, n}))) << n;
    EXPECT_FALSE(overlap(2, {n, n}, layout(0, {n, 1}), layout(n * n, {1, n}))) << n;
  }
}

TEST(Overlap, UpperAndLowerBlocksOfATransposedSquareAreApart) {
  // Block (0, 1) of an n x n matrix and the transpose of block (1, 0).
  std::int64_t const n = 2048, h = n / 2;
  EXPECT_FALSE(overlap(2, {h, h}, layout(h, {n, 1}), layout(h * n, {1, n})));
  EXPECT_TRUE(overlap(2, {h, h + 1}, layout(h, {n, 1}), layout(h * n, {1, n})));
}

TEST(Overlap, ShiftedByOneAndByFour) {
  std::int64_t const n = 100000;
  for (std::int64_t const shift : {1, 4, 49999}) {
    EXPECT_TRUE(overlap(1, {n - shift}, layout(0, {1}), layout(shift, {1}))) << shift;
    EXPECT_TRUE(overlap(1, {n - shift}, layout(shift, {1}), layout(0, {1}))) << shift;
  }
  EXPECT_FALSE(overlap(1, {n}, layout(0, {1}), layout(n, {1})));
  EXPECT_FALSE(overlap(1, {n}, layout(n, {1}), layout(0, {1})));
}

TEST(Overlap, ElementsOfDifferentSizes) {
  // float against double: 8-byte elements 0, 1, ... against 4-byte elements from number k on.
  for (std::int64_t const n : {1, 5, 100000}) {
    EXPECT_TRUE(overlap(1, {n}, layout(0, {1}, 8), layout(2 * n - 1, {1}, 4))) << n;
    EXPECT_FALSE(overlap(1, {n}, layout(0, {1}, 8), layout(2 * n, {1}, 4))) << n;
  }
  // The real and the imaginary parts of an array of complex numbers.
  EXPECT_FALSE(overlap(1, {100000}, layout(0, {2}, 4), layout(1, {2}, 4)));
  EXPECT_TRUE(overlap(1, {100000}, layout(0, {1}, 8), layout(1, {2}, 4)));
  // One byte within an element.
  OperandLayout byte = layout(0, {1}, 1);
  for (int k = -2; k < 12; ++k) {
    byte.address = base + k;
    EXPECT_EQ(overlap(1, {1}, layout(0, {1}, 8), byte), 0 <= k && k < 8) << k;
    EXPECT_EQ(overlap(1, {1}, byte, layout(0, {1}, 8)), 0 <= k && k < 8) << k;
  }
}

TEST(Overlap, ZeroStridesReachOneElement) {
  // A scalar in memory, as an operand over 100 x 100 outputs.
  EXPECT_TRUE(overlap(2, {100, 100}, layout(0, {100, 1}), layout(5050, {0, 0})));
  EXPECT_FALSE(overlap(2, {100, 100}, layout(0, {100, 1}), layout(10000, {0, 0})));
  EXPECT_FALSE(overlap(2, {100, 50}, layout(0, {100, 2}), layout(5051, {0, 0})));
  // Column 0 of the output as a per-row operand, and a column beside it.
  EXPECT_TRUE(overlap(2, {100, 50}, layout(0, {60, 1}), layout(0, {60, 0})));
  EXPECT_FALSE(overlap(2, {100, 50}, layout(0, {60, 1}), layout(55, {60, 0})));
}

TEST(Overlap, NothingReachesNothing) {
  EXPECT_FALSE(overlap(2, {0, 5}, layout(0, {5, 1}), layout(0, {5, 1})));
  EXPECT_FALSE(overlap(2, {5, 0}, layout(0, {0, 1}), layout(0, {0, 1})));
  EXPECT_FALSE(overlap({1, {0}, layout(0, {1})}, {1, {5}, layout(0, {1})}));
  EXPECT_TRUE(overlap({0, {}, layout(0, {})}, {0, {}, layout(0, {})}));
}

TEST(Overlap, RankEightSubviewsOfOneParent) {
  Dimensions const parent{1000, 84, 12, 60, 4, 36, 6, 2};
  Dimensions stride{};
  std::int64_t step = 1;
  for (int d = 7; d >= 0; step *= parent[d--]) stride[d] = step;
  Dimensions half = parent;
  half[3]         = parent[3] / 2;
  EXPECT_FALSE(overlap(8, half, layout(0, stride), layout(half[3] * stride[3], stride)));
  EXPECT_TRUE(overlap(8, half, layout(0, stride), layout((half[3] - 1) * stride[3], stride)));
  EXPECT_FALSE(self_overlap(8, half, layout(0, stride)));
}

TEST(SelfOverlap, ZeroStrideIsOneAddressForManyIndices) {
  EXPECT_TRUE(self_overlap(1, {2}, layout(0, {0})));
  EXPECT_TRUE(self_overlap(2, {100, 3}, layout(0, {0, 1})));
  EXPECT_TRUE(self_overlap(2, {3, 100}, layout(0, {1, 0})));
  EXPECT_FALSE(self_overlap(1, {1}, layout(0, {0})));
  EXPECT_FALSE(self_overlap(2, {1, 100}, layout(0, {0, 1})));
  EXPECT_FALSE(self_overlap(2, {0, 100}, layout(0, {0, 0})));
}

TEST(SelfOverlap, StridesShorterThanARow) {
  // Overlapping windows of an array: row i starts at element i.
  EXPECT_TRUE(self_overlap(2, {1000000, 3}, layout(0, {1, 1})));
  EXPECT_TRUE(self_overlap(2, {1000000, 8}, layout(0, {7, 1})));
  EXPECT_FALSE(self_overlap(2, {1000000, 7}, layout(0, {7, 1})));
  EXPECT_FALSE(self_overlap(2, {1000000, 7}, layout(0, {1, 1000000})));
}

TEST(SelfOverlap, NotNestedAndYetApart) {
  EXPECT_FALSE(self_overlap(2, {2, 3}, layout(0, {3, 2})));
  EXPECT_TRUE(self_overlap(2, {3, 4}, layout(0, {3, 2})));
  EXPECT_FALSE(self_overlap(2, {2, 5}, layout(0, {7, 2})));
  EXPECT_TRUE(self_overlap(2, {3, 8}, layout(0, {7, 2})));
}

}  // namespace
