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
        out, count, [](T const& x) { return x; }, MovingCursor<T>{input.data()});
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
  ASSERT_NO_FATAL_FAILURE(this->check(0, 4096));
  ASSERT_NO_FATAL_FAILURE(this->check(alignof(TypeParam), 4096));
}

}  // namespace
}  // namespace aril::impl
