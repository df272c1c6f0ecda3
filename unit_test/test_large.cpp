// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <aril/impl/launch.hpp>
#include <aril/scale.hpp>
#include <vector>

#include "support/large.hpp"
#include "support/types.hpp"

/// \file
/// More elements than 31 and 32 bits count, and more bytes than the caches hold. Skipped where memory is short.

namespace aril::test {
namespace {

/// The smallest element type there is to be had: half on a GPU, where its vectors are of interest; bytes on the host.
template <class Exec>
using Small =
    std::conditional_t<have_half && !std::is_same_v<typename Exec::memory_space, Kokkos::HostSpace>, Half, std::int8_t>;

/// Whole numbers from 1 to 4 in an order that does not repeat from vector to vector or from row to row. Cheap to work
/// out: there are billions of them.
KOKKOS_INLINE_FUNCTION int digit(std::int64_t k) {
  auto const bits = static_cast<std::uint32_t>(k);
  return static_cast<int>((bits ^ (bits >> 3) ^ (bits >> 9) ^ (bits >> 17)) & 3u) + 1;
}

template <class T>
KOKKOS_INLINE_FUNCTION T from_int(int n) {
  if constexpr (std::is_integral_v<T>)
    return static_cast<T>(n);
  else
    return static_cast<T>(static_cast<float>(n));
}

template <class T>
struct Digits {
  int factor;
  std::int64_t start = 0;
  KOKKOS_FUNCTION T operator()(std::int64_t k) const { return from_int<T>(digit(start + k) * factor); }
};

/// The same number everywhere.
template <class T>
struct Same {
  int number;
  KOKKOS_FUNCTION T operator()(std::int64_t) const { return from_int<T>(number); }
};

/// A matrix of digits, each row times a digit of its own if `scaled`; -77 in the gaps between the rows, whose
/// pitch is a power of two.
template <class T>
struct RowDigits {
  std::int64_t columns;
  int log2_pitch;
  bool scaled;
  KOKKOS_FUNCTION T operator()(std::int64_t k) const {
    std::int64_t const row = k >> log2_pitch, column = k & ((std::int64_t{1} << log2_pitch) - 1);
    if (column >= columns) return from_int<T>(-77);
    return from_int<T>(digit(k) * (scaled ? digit(row) : 1));
  }
};

template <class T, class Exec>
using Unmanaged = Kokkos::View<T, Kokkos::LayoutStride, Exec, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

/// Memory without a value, or none where the space has not enough of it left.
template <class T, class Exec>
auto allocate(std::int64_t count) {
  using Memory               = Kokkos::View<T*, typename Exec::memory_space>;
  std::int64_t const reserve = std::int64_t{256} << 20;
  std::int64_t const bytes   = count * static_cast<std::int64_t>(sizeof(T));
  if (available_bytes<typename Exec::memory_space>() < bytes + reserve) return Memory();
  return Memory(Kokkos::view_alloc("large", Kokkos::WithoutInitializing), static_cast<std::size_t>(count));
}

template <class Exec>
inline constexpr bool on_host = std::is_same_v<typename Exec::memory_space, Kokkos::HostSpace>;

template <class C>
class ScaleLarge : public ::testing::Test {};
using FloatCases = Cases<List<float>>;
TYPED_TEST_SUITE(ScaleLarge, FloatCases, CaseName);

constexpr std::int64_t two_to(int exponent) { return std::int64_t{1} << exponent; }

/// The first n elements are doubled in place, those that follow stay.
template <class Exec, class T>
void check_in_place(T* data, std::int64_t n, std::int64_t allocated) {
  fill_large<Exec>(data, allocated, Digits<T>{1});
  Unmanaged<T*, Exec> const a(data, Kokkos::LayoutStride(static_cast<std::size_t>(n), 1));

  scale(Exec(), 2, a, a);

  EXPECT_EQ(count_wrong<Exec>(data, n, Digits<T>{2}), 0) << n;
  EXPECT_EQ(count_wrong<Exec>(data + n, allocated - n, Digits<T>{1, n}), 0) << n << ", behind the end";
}

TYPED_TEST(ScaleLarge, InPlaceAroundPowersOfTwo) {
  using Exec = typename TypeParam::Exec;
  using T    = Small<Exec>;
  std::vector<std::int64_t> lengths{two_to(31) + 3};
  if (!on_host<Exec>)
    lengths = {two_to(31) - 2, two_to(31) - 1, two_to(31), two_to(31) + 1, two_to(32) - 1, two_to(32), two_to(32) + 1};
  std::int64_t const count = lengths.back() + 64;
  auto const memory        = allocate<T, Exec>(count);
  if (memory.size() == 0) GTEST_SKIP() << "not enough memory free for " << count << " elements";
  for (std::int64_t const n : lengths) check_in_place<Exec>(memory.data(), n, count);
}

struct Twice {
  template <class T>
  KOKKOS_FUNCTION T operator()(T const& x) const {
    return x + x;
  }
};

// Vectors of one element, so that not only the elements are more than 32 bits count: what Kokkos' own loops cannot take
// as one range.
TEST(PortableLarge, VectorsBeyond32Bits) {
  using Exec = Kokkos::DefaultExecutionSpace;
  using T    = Kokkos::complex<double>;
  if (on_host<Exec>) GTEST_SKIP() << "a host has no vectors";
  std::int64_t const n = two_to(32) + 3;
  auto const memory    = allocate<T, Exec>(n + 1);
  if (memory.size() == 0) GTEST_SKIP() << "not enough memory free for " << n << " elements of 16 bytes";
  fill_large<Exec>(memory.data(), n + 1, Digits<T>{1});
  Unmanaged<T*, Exec> const a(memory.data(), Kokkos::LayoutStride(static_cast<std::size_t>(n), 1));

  transform<Kernels::portable>(Exec(), inputs(a), a, Twice());

  EXPECT_EQ(count_wrong<Exec>(memory.data(), n, Digits<T>{2}), 0);
  EXPECT_EQ(count_wrong<Exec>(memory.data() + n, 1, Digits<T>{1, n}), 0) << "behind the end";
}

/// Rows of `columns` elements, each 2^log2_pitch elements behind the previous one, scaled in place.
template <class T, class Exec>
void check_rows(T* data, std::int64_t rows, std::int64_t columns, int log2_pitch) {
  std::int64_t const count = rows << log2_pitch;
  Kokkos::View<T*, typename Exec::memory_space> const d("d", rows);
  fill_large<Exec>(d.data(), rows, Digits<T>{1});
  fill_large<Exec>(data, count, RowDigits<T>{columns, log2_pitch, false});
  Unmanaged<T**, Exec> const b(data, Kokkos::LayoutStride(rows, std::size_t{1} << log2_pitch, columns, 1));

  scale_rows(Exec(), d, b, b);

  EXPECT_EQ(count_wrong<Exec>(data, count, RowDigits<T>{columns, log2_pitch, true}), 0) << rows << " x " << columns;
}

// One execution space is enough for these: what could go wrong on a host is in the code that its spaces share.
template <class C>
class ScaleRowsLarge : public ::testing::Test {};
using DefaultCase = Cases<List<float>, List<Kokkos::LayoutRight>, List<Kokkos::DefaultExecutionSpace>>;
TYPED_TEST_SUITE(ScaleRowsLarge, DefaultCase, CaseName);

TYPED_TEST(ScaleRowsLarge, WithGaps) {
  using Exec        = typename TypeParam::Exec;
  using T           = Small<Exec>;
  auto const memory = allocate<T, Exec>(65539 * two_to(15));
  if (memory.size() == 0) GTEST_SKIP() << "not enough memory free for 65539 x 2^15 elements";
  check_rows<T, Exec>(memory.data(), 65539, 32767, 15);
}

TYPED_TEST(ScaleRowsLarge, WithoutGaps) {
  using Exec        = typename TypeParam::Exec;
  using T           = std::conditional_t<on_host<Exec>, std::int8_t, float>;
  auto const memory = allocate<T, Exec>((two_to(19) + 1) * two_to(12));
  if (memory.size() == 0) GTEST_SKIP() << "not enough memory free for (2^19 + 1) x 2^12 elements";
  check_rows<T, Exec>(memory.data(), two_to(19) + 1, two_to(12), 12);
  if (!on_host<Exec>) check_rows<T, Exec>(memory.data(), two_to(19), two_to(12), 12);
}

template <class C>
class StreamedLarge : public ::testing::Test {};
using StreamedCases = Cases<List<std::int8_t, float, double>>;
TYPED_TEST_SUITE(StreamedLarge, StreamedCases, CaseName);

/// Data that stays in no cache is stored around it, from the first element on and up to the last, but not beyond.
template <class T, class Exec>
void check_streamed(T* input, T* output, std::int64_t rows, std::int64_t columns, std::int64_t guard) {
  std::int64_t const count = rows * columns;
  fill_large<Exec>(input, count, Digits<T>{1});
  fill_large<Exec>(output - guard, count + 2 * guard, Same<T>{-77});
  Unmanaged<T**, Exec> const a(input, Kokkos::LayoutStride(rows, columns, columns, 1));
  Unmanaged<T**, Exec> const c(output, Kokkos::LayoutStride(rows, columns, columns, 1));
  Kokkos::View<T*, typename Exec::memory_space> const d("d", rows);
  fill_large<Exec>(d.data(), rows, Same<T>{3});

  scale_rows(Exec(), d, a, c);

  EXPECT_EQ(count_wrong<Exec>(output, count, Digits<T>{3}), 0);
  EXPECT_EQ(count_wrong<Exec>(output - guard, guard, Same<T>{-77}), 0) << "in front of the output";
  EXPECT_EQ(count_wrong<Exec>(output + count, guard, Same<T>{-77}), 0) << "behind the output";
}

// Large in its own way: the caches of a server's processor hold some hundred megabytes.
TYPED_TEST(StreamedLarge, LargerThanCache) {
  using Exec                 = typename TypeParam::Exec;
  using T                    = typename TypeParam::Value;
  std::int64_t const guard   = 64;
  std::int64_t const columns = 100003;
  std::int64_t const cache   = impl::device_facts(Exec()).l2_bytes;
  std::int64_t const rows    = cache / static_cast<std::int64_t>(2 * sizeof(T)) / columns + 2;
  auto const a               = allocate<T, Exec>(rows * columns + 2 * guard);
  auto const c               = allocate<T, Exec>(rows * columns + 2 * guard);
  if (a.size() == 0 || c.size() == 0)
    GTEST_SKIP() << "not enough memory free for twice the cache of " << cache << " bytes";
  for (int const ahead : {0, 1})
    check_streamed<T, Exec>(a.data() + ahead, c.data() + guard - ahead * 2, rows, columns, guard - 2 * ahead);
}

}  // namespace
}  // namespace aril::test
