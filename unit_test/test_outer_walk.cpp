// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <aril/impl/outer_walk.hpp>
#include <random>
#include <set>

namespace {

using namespace aril::impl;

constexpr std::uint32_t largest = 0x7fffffffu;

// Numerators where a wrong magic number shows first: around multiples of the divisor and at the ends of the range.
std::set<std::uint32_t> telling_numerators(std::uint32_t divisor) {
  std::set<std::uint32_t> numerators{0, 1, 2, largest - 1, largest};
  std::uint64_t const last = largest / divisor;
  for (std::uint64_t const multiple : {std::uint64_t{1}, std::uint64_t{2}, std::uint64_t{3}, last / 3, last / 2,
                                       last - last / 7, last > 0 ? last - 1 : 0, last})
    for (std::int64_t const off : {-2, -1, 0, 1, 2}) {
      std::int64_t const n = static_cast<std::int64_t>(multiple * divisor) + off;
      if (n >= 0 && n <= largest) numerators.insert(static_cast<std::uint32_t>(n));
    }
  for (int k = 1; k < 31; ++k)
    for (std::int64_t const off : {-1, 0, 1})
      numerators.insert(static_cast<std::uint32_t>((std::int64_t{1} << k) + off));
  return numerators;
}

// Counts instead of one expectation per numerator: there are millions.
int wrong_quotients(std::uint32_t divisor) {
  FastDivisor const fast(divisor);
  int wrong = 0;
  for (std::uint32_t const n : telling_numerators(divisor)) {
    std::uint32_t const q = fast.quotient(n);
    if (q != n / divisor || fast.remainder(n, q) != n % divisor) ++wrong;
  }
  return wrong;
}

// The same where kernels run: devices multiply with an instruction of their own.
struct CountWrongQuotients {
  std::uint32_t divisor;
  FastDivisor fast;

  KOKKOS_FUNCTION void operator()(std::int64_t k, int& wrong) const {
    std::uint32_t const n = largest - static_cast<std::uint32_t>(k) * 2053u;
    std::uint32_t const q = fast.quotient(n);
    if (q != n / divisor || fast.remainder(n, q) != n % divisor) ++wrong;
  }
};

int wrong_quotients_in_a_kernel(std::uint32_t divisor) {
  using Range = Kokkos::RangePolicy<Kokkos::DefaultExecutionSpace, Kokkos::IndexType<std::int64_t>>;
  int wrong   = 0;
  Kokkos::parallel_reduce("count wrong quotients", Range(0, largest / 2053),
                          CountWrongQuotients{divisor, FastDivisor(divisor)}, wrong);
  return wrong;
}

TEST(FastDivisor, EdgesOfPowersOfTwo) {
  for (int k = 0; k < 31; ++k)
    for (std::int64_t const off : {-1, 0, 1}) {
      std::int64_t const divisor = (std::int64_t{1} << k) + off;
      if (divisor < 1) continue;
      EXPECT_EQ(wrong_quotients(static_cast<std::uint32_t>(divisor)), 0) << "divisor " << divisor;
    }
  EXPECT_EQ(wrong_quotients(largest), 0);
  EXPECT_EQ(wrong_quotients(largest - 1), 0);
}

TEST(FastDivisor, SmallDivisors) {
  for (std::uint32_t divisor = 1; divisor <= 5000; ++divisor)
    EXPECT_EQ(wrong_quotients(divisor), 0) << "divisor " << divisor;
}

TEST(FastDivisor, RandomDivisors) {
  std::mt19937 random(20260803);
  for (int n = 0; n < 20000; ++n) {
    std::uint32_t const divisor = (random() >> (1 + random() % 30)) + 1;
    EXPECT_EQ(wrong_quotients(divisor), 0) << "divisor " << divisor;
  }
}

TEST(FastDivisor, EveryNumeratorBelowAMillion) {
  for (std::uint32_t const divisor : {1u, 2u, 3u, 5u, 7u, 641u, 4095u, 4096u, 4097u, 999983u}) {
    FastDivisor const fast(divisor);
    int wrong = 0;
    for (std::uint32_t n = 0; n < 1000000; ++n) wrong += fast.quotient(n) != n / divisor;
    EXPECT_EQ(wrong, 0) << "divisor " << divisor;
  }
}

TEST(FastDivisor, InAKernelOfTheDefaultExecutionSpace) {
  for (std::uint32_t const divisor : {1u, 2u, 3u, 7u, 4096u, 4097u, 1u << 30, (1u << 30) + 1, largest - 1, largest})
    EXPECT_EQ(wrong_quotients_in_a_kernel(divisor), 0) << "divisor " << divisor;
}

TEST(FastDivisor, DefaultDividesByOne) {
  FastDivisor const one;
  EXPECT_EQ(one.quotient(largest), largest);
  EXPECT_EQ(one.remainder(largest, largest), 0u);
}

IndexSpace space_of(int rank, Dimensions const& extent, Dimensions const& output, Dimensions const& input) {
  IndexSpace space;
  space.rank          = rank;
  space.extent        = extent;
  space.operand_count = 2;
  space.stride[0]     = output;
  space.stride[1]     = input;
  return space;
}

TEST(OuterWalk, CountsRowsInTheOrderOfTheIndices) {
  OuterWalk<2, max_outer> const walk(space_of(4, {3, 4, 5, 6}, {1000, 200, 30, 1}, {0, 1, 0, 0}));
  EXPECT_EQ(walk.moving, 0b01u);
  std::uint32_t row = 0;
  for (std::int64_t i = 0; i < 3; ++i)
    for (std::int64_t j = 0; j < 4; ++j)
      for (std::int64_t k = 0; k < 5; ++k, ++row)
        for (std::int64_t l = 0; l < 6; ++l) {
          Position<2> const p = walk.at(row, l);
          EXPECT_EQ(p.at[0], 1000 * i + 200 * j + 30 * k + l);
          EXPECT_EQ(p.at[1], j);
          EXPECT_EQ(walk.at(0, row, l), p.at[0]);
          EXPECT_EQ(walk.at(1, row, l), p.at[1]);
        }
}

TEST(OuterWalk, OneOuterDimensionNeedsNoDivision) {
  OuterWalk<2, 1> const walk(space_of(2, {3, 4}, {10, 2}, {1, 0}));
  for (std::uint32_t row = 0; row < 3; ++row)
    for (std::int64_t k = 0; k < 4; ++k) {
      EXPECT_EQ(walk.at(row, k).at[0], 10 * row + 2 * k);
      EXPECT_EQ(walk.at(1, row, k), row);
    }
}

TEST(OuterWalk, ReachesOffsetsBeyond32Bits) {
  std::int64_t const far = std::int64_t{1} << 33;
  OuterWalk<2, 1> const two(space_of(2, {1 << 20, 1 << 10}, {far, 5}, {1, 0}));
  EXPECT_EQ(two.at((1 << 20) - 1, 1023).at[0], ((std::int64_t{1} << 20) - 1) * far + 5 * 1023);
  OuterWalk<2, max_outer> const three(space_of(3, {1 << 10, 1 << 10, 1 << 10}, {far << 10, far, 5}, {1, 0, 0}));
  EXPECT_EQ(three.at((1 << 20) - 1, 1023).at[0], 1023 * (far << 10) + 1023 * far + 5 * 1023);
}

TEST(OuterWalk, OneRunAndOneElementHaveNoRowsToWalk) {
  OuterWalk<2, 1> const run(space_of(1, {100}, {1}, {0}));
  EXPECT_EQ(run.at(0, 42).at[0], 42);
  EXPECT_EQ(run.at(0, 42).at[1], 0);
  EXPECT_EQ((OuterWalk<2, 1>(space_of(0, {}, {}, {})).at(0, 0).at[0]), 0);
}

}  // namespace
