// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <aril/impl/host_run.hpp>
#include <complex>
#include <vector>

/// \file
/// Stores past the caches by themselves, for every place that a run can begin and end at: the operations use them only
/// for arrays larger than the last cache, test_large.cpp among them.

namespace aril::impl {
namespace {

/// Aligned to half of its size: an array of these may never meet a cache line's beginning.
struct Pair {
  float x, y;
  friend bool operator==(Pair const&, Pair const&) = default;
};

template <class T>
T number(std::int64_t n) {
  if constexpr (std::is_same_v<T, Pair>)
    return {float(n), float(-n)};
  else
    return T(n % 100);
}

template <class T>
class StoresPastCaches : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!can_store_past_caches<T>) GTEST_SKIP() << "this processor is not known to have such stores";
  }

  static constexpr std::int64_t line = line_bytes / sizeof(T);

  /// Copies `count` elements to `bytes` past a line's beginning.
  void check(std::int64_t bytes, std::int64_t count) {
    constexpr std::int64_t guard = line_bytes;
    std::vector<T> input(count);
    for (std::int64_t n = 0; n < count; ++n) input[n] = number<T>(n + 1);
    std::vector<unsigned char> storage(count * sizeof(T) + 3 * line_bytes + guard, 0xa5);
    auto const off     = reinterpret_cast<std::uintptr_t>(storage.data()) % line_bytes;
    auto* const begin  = storage.data() + (line_bytes - off) % line_bytes + bytes;
    T* const out       = reinterpret_cast<T*>(begin);
    auto const at      = begin - storage.data();
    auto const written = static_cast<std::ptrdiff_t>(count * sizeof(T));

    streamed_host_loop(
        out, count, [](T const& x) { return x; }, static_cast<T const*>(input.data()));
    finish_stores_past_caches();
    for (std::int64_t n = 0; n < count; ++n) ASSERT_EQ(out[n], input[n]) << n;
    for (std::ptrdiff_t n = 0; n < static_cast<std::ptrdiff_t>(storage.size()); ++n) {
      bool const inside = n >= at && n < at + written;
      ASSERT_TRUE(inside || storage[n] == 0xa5) << n - at;
    }
  }
};
using Types = ::testing::Types<char, short, float, double, std::complex<double>, Pair>;
TYPED_TEST_SUITE(StoresPastCaches, Types);

TYPED_TEST(StoresPastCaches, AnyBeginningAnyEnd) {
  using T = TypeParam;
  for (std::int64_t offset = 0; offset < line_bytes; offset += alignof(T))
    for (std::int64_t const lines : {0, 1, 3, 4, 5, 8, 11})
      for (std::int64_t const more : {-1, 0, 1}) {
        std::int64_t const count = lines * this->line + more;
        if (count < 0) continue;
        SCOPED_TRACE(::testing::Message() << count << " elements, " << offset << " bytes off");
        ASSERT_NO_FATAL_FAILURE(this->check(offset, count));
      }
}

TYPED_TEST(StoresPastCaches, AWholeRun) {
  ASSERT_NO_FATAL_FAILURE(this->check(0, 16384));
  ASSERT_NO_FATAL_FAILURE(this->check(alignof(TypeParam), 16384));
}

struct Weighted {
  int operator()(int x, int factor) const { return x * factor; }
};

// Rows apart from each other, an input that moves and one that stands still; what lies between the rows stays.
TEST(HostRows, SomeRowsTogether) {
  constexpr std::int64_t step = 100;
  for (Cache const cache : {Cache::keep, Cache::stream})
    for (std::int64_t const rows : {1, 2, 5})
      for (std::int64_t const count : {1, 15, 16, 17, 64, 67}) {
        std::vector<int> input(rows * step), output(rows * step, -1), factors(rows);
        for (std::int64_t n = 0; n < rows * step; ++n) input[n] = static_cast<int>(n);
        for (std::int64_t r = 0; r < rows; ++r) factors[r] = static_cast<int>(r + 2);
        using Moving = Array<int, Along::moving>;
        using Factor = Array<int, Along::either>;
        Body<Weighted, int, Moving, Factor> const body(Weighted(), output.data(), Moving{input.data()},
                                                       Factor{factors.data()});
        std::int64_t const inner_stride[] = {1, 1, 0};
        host_rows(body, inner_stride, rows, count, cache, [](std::int64_t r) {
          return Position<3>{{r * step, r * step, r}};
        });
        for (std::int64_t r = 0; r < rows; ++r)
          for (std::int64_t i = 0; i < step; ++i)
            ASSERT_EQ(output[r * step + i], i < count ? (r * step + i) * (r + 2) : -1) << r << ", " << i;
      }
}

}  // namespace
}  // namespace aril::impl
