// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <aril/residual.hpp>
#include <aril/scale.hpp>
#include <limits>

#include "support/matchers.hpp"
#include "support/oracle.hpp"

/// \file
/// Integer results are those of unlimited integers, cut to the output's bits.

namespace aril::test {
namespace {

template <class C>
class Integers : public ::testing::Test {};
// Products of the narrow ones are formed in int, where those of uint16_t could overflow. int32_t and int64_t are among
// the types of test_scale.cpp and test_scale_rows.cpp.
using IntegerCases = Cases<List<std::int8_t, std::int16_t, std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t>>;
TYPED_TEST_SUITE(Integers, IntegerCases, CaseName);

/// The ends of the range, their neighbours, and some numbers from within.
template <class T>
std::vector<T> telling_integers(std::int64_t count) {
  constexpr T lowest = std::numeric_limits<T>::min(), highest = std::numeric_limits<T>::max();
  std::vector<T> all{lowest,         T(lowest + 1),     T(-1), 0, 1, 2, T(highest - 1), highest,
                     T(highest / 2), T(highest / 2 + 1)};
  for (std::int64_t n = static_cast<std::int64_t>(all.size()); n < count; ++n) all.push_back(random_number<T>(1, n));
  all.resize(static_cast<std::size_t>(count));
  return all;
}

TYPED_TEST(Integers, ScaleWraps) {
  using T          = typename TypeParam::Value;
  using Vector     = Operand<T*, Kokkos::LayoutRight, typename TypeParam::Exec>;
  auto const input = telling_integers<T>(4103);
  for (T const s : telling_integers<T>(11)) {
    Vector a({4103}, {.offset = 1}), c({4103});
    a.fill(input);

    scale(typename TypeParam::Exec(), s, a.view(), c.view());
    expect_holds(c, scaled(s, input), text(s).c_str());
  }
}

// Starts and lengths within and around a vector of 16 bytes, which has up to 16 elements here.
TYPED_TEST(Integers, OffsetsAndTails) {
  using T            = typename TypeParam::Value;
  using Vector       = Operand<T*, Kokkos::LayoutRight, typename TypeParam::Exec>;
  constexpr int step = 4 < vector_of<T> ? 3 : 1;
  for (int a_offset = 0; a_offset < vector_of<T>; a_offset += step)
    for (int c_offset = 0; c_offset < vector_of<T>; c_offset += step)
      for (std::int64_t const n : {1, 15, 16, 17, 63, 257}) {
        auto const input = telling_integers<T>(n);
        Vector a({n}, {.offset = a_offset}), c({n}, {.offset = c_offset});
        a.fill(input);

        scale(typename TypeParam::Exec(), T(3), a.view(), c.view());
        expect_holds(c, scaled(T(3), input), "C");
      }
}

template <class C>
class IntegerRows : public ::testing::Test {};
using NarrowCases = Cases<List<std::int8_t, std::uint16_t>>;
TYPED_TEST_SUITE(IntegerRows, NarrowCases, CaseName);

TYPED_TEST(IntegerRows, RowsAndColumnsWrap) {
  using T    = typename TypeParam::Value;
  using Exec = typename TypeParam::Exec;
  for (Extents const& extents : std::vector<Extents>{{17, 31}, {40, 64}}) {
    Operand<T**, Kokkos::LayoutRight, Exec> b(extents), c(extents, {.padding = 1});
    Operand<T*, Kokkos::LayoutRight, Exec> d({extents[0]}), e({extents[1]});
    auto const input = telling_integers<T>(b.size());
    auto const rows = telling_integers<T>(d.size()), columns = telling_integers<T>(e.size());
    b.fill(input);
    d.fill(rows);
    e.fill(columns);

    scale_rows(Exec(), d.view(), b.view(), c.view());
    expect_holds(c, rows_scaled(rows, input), "rows");

    scale_columns(Exec(), e.view(), b.view(), b.view());
    expect_holds(b, columns_scaled(columns, input), "columns");
  }
}

template <class C>
class MixedIntegers : public ::testing::Test {};
using OneInteger = Cases<List<std::int32_t>>;
TYPED_TEST_SUITE(MixedIntegers, OneInteger, CaseName);

// The product has the width of the wider factor before it is cut to the output's.
TYPED_TEST(MixedIntegers, RowsOfDifferentWidths) {
  using Exec = typename TypeParam::Exec;
  Operand<std::int8_t*, Kokkos::LayoutRight, Exec> d({3});
  Operand<std::int64_t**, Kokkos::LayoutRight, Exec> b({3, 37}), c({3, 37});
  std::int64_t const big = std::int64_t{1} << 40;
  std::vector<std::int64_t> expected;
  for (int i = 0; i < 3; ++i) expected.insert(expected.end(), 37, (i - 100) * big);
  b.fill(std::vector<std::int64_t>(3 * 37, big));
  d.fill({-100, -99, -98});

  scale_rows(Exec(), d.view(), b.view(), c.view());
  expect_holds(c, expected, "C");

  Operand<std::int16_t**, Kokkos::LayoutRight, Exec> narrow({3, 37});
  b.fill(std::vector<std::int64_t>(3 * 37, 1000));
  std::vector<std::int16_t> cut;
  for (int i = 0; i < 3; ++i) cut.insert(cut.end(), 37, static_cast<std::int16_t>((i - 100) * 1000));
  scale_rows(Exec(), d.view(), b.view(), narrow.view());
  expect_holds(narrow, cut, "cut to 16 bits");
}

// A wider scalar than the elements: only its lowest bits can matter.
TYPED_TEST(MixedIntegers, WideScalar) {
  using Exec = typename TypeParam::Exec;
  Operand<std::int32_t*, Kokkos::LayoutRight, Exec> a({259});
  auto const input = random_numbers<std::int32_t>(1, 259);
  a.fill(input);

  scale(Exec(), (std::int64_t{1} << 35) + 3, a.view(), a.view());

  expect_holds(a, scaled(std::int32_t{3}, input), "A");
}

// All roundings are the same for integers, also where the sum wraps around.
TYPED_TEST(MixedIntegers, ResidualsAgree) {
  using Exec       = typename TypeParam::Exec;
  auto const input = telling_integers<std::int32_t>(4103);
  for (Rounding const rounding : {Rounding::separate, Rounding::fused, Rounding::factored}) {
    Operand<std::int32_t*, Kokkos::LayoutRight, Exec> y({4103});
    y.fill(input);

    scaled_residual(Exec(), std::numeric_limits<std::int32_t>::max(), y.view(), y.view(), rounding);

    // y*(2^31 - 1) + y = y*2^31: the lowest bit of y becomes the highest.
    std::vector<std::int32_t> expected;
    for (std::int32_t const x : input) expected.push_back(x % 2 == 0 ? 0 : std::numeric_limits<std::int32_t>::min());
    EXPECT_TRUE(holds(y, expected)) << rounding;
  }
}

}  // namespace
}  // namespace aril::test
