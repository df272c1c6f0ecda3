// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <aril/linear.hpp>

#include "support/large.hpp"
#include "support/linear.hpp"

/// \file
/// Long and thin products, and ones with more elements than 32 bits count.

namespace aril::test {
namespace {

template <class C>
class LinearSkinny : public ::testing::Test {
 public:
  using Exec = typename C::Exec;

  /// X = W = 1, b(j) = j % 100.
  static void check(Sizes const& s, bool transpose) {
    LinearOperands<float, Exec> operands(s, {.y = {.transpose = transpose}});
    constant_values(s, 1.0f, 1.0f).put_into(operands);
    linear_scaled_residual(Exec(), operands.x.view(), operands.w.view(), operands.b.view(), 0.5, operands.y.view());
    std::vector<float> expected;
    expected.reserve(static_cast<std::size_t>(s.m * s.n));
    for (std::int64_t i = 0; i < s.m; ++i)
      for (std::int64_t j = 0; j < s.n; ++j) expected.push_back(1.5f * static_cast<float>(s.k + j % 100));
    ASSERT_TRUE(holds(operands.y, expected)) << s;
  }
};
TYPED_TEST_SUITE(LinearSkinny, Cases<List<float>>, CaseName);

TYPED_TEST(LinearSkinny, ManyRows) {
  for (bool const transpose : {false, true}) {
    this->check({655360, 10, 10}, transpose);
    this->check({1048576, 1, 1}, transpose);
  }
}

TYPED_TEST(LinearSkinny, ManyColumns) {
  for (bool const transpose : {false, true}) {
    this->check({10, 655360, 10}, transpose);
    this->check({1, 1048576, 1}, transpose);
  }
}

using Exec = Kokkos::DefaultExecutionSpace;

/// Why a test that allocates so much cannot run here, or nothing.
std::string memory_lacking(std::int64_t needed) {
  std::int64_t const available = available_bytes<Exec::memory_space>();
  if (available > needed + needed / 20 + (std::int64_t{1} << 30)) return {};
  return "needs " + std::to_string(needed >> 20) + " MiB of memory, " + std::to_string(available >> 20) +
         " MiB are free";
}

/// The values of an array's elements, cheap to work out: there are thousands of millions of them.
struct Same {
  float value;
  KOKKOS_FUNCTION float operator()(std::int64_t) const { return value; }
};
struct Sawtooth {
  float factor;
  KOKKOS_FUNCTION float operator()(std::int64_t n) const { return factor * static_cast<float>((n & 3) + 1); }
};
struct RowsOfSawteeth {
  static constexpr std::int64_t length = 46341;
  KOKKOS_FUNCTION float operator()(std::int64_t n) const { return 2 * static_cast<float>((n % length & 3) + 5); }
};

using Matrix = Kokkos::View<float**, Kokkos::LayoutRight, Exec>;
using Vector = Kokkos::View<float*, Exec>;

Vector new_vector(std::string const& label, std::int64_t length) {
  return Vector(Kokkos::view_alloc(label, Kokkos::WithoutInitializing), length);
}

// Each extent is small, their product is beyond 2^31.
TEST(LinearLarge, ManyElements) {
  std::int64_t const n = RowsOfSawteeth::length, k = 4;
  if (auto const lacking = memory_lacking(4 * n * n); !lacking.empty()) GTEST_SKIP() << lacking;
  Vector const x = new_vector("x", n * k), w = new_vector("w", n * k), y = new_vector("y", n * n),
               b = new_vector("b", n);
  fill_large<Exec>(x.data(), n * k, Same{1});
  fill_large<Exec>(w.data(), n * k, Same{1});
  fill_large<Exec>(b.data(), n, Sawtooth{1});
  linear_scaled_residual(Exec(), Matrix(x.data(), n, k), Matrix(w.data(), n, k), b, 1, Matrix(y.data(), n, n));
  EXPECT_EQ(count_wrong<Exec>(y.data(), n * n, RowsOfSawteeth()), 0);
}

/// Y = X W^T with K = 1, one row of W and many of X; then the transpose of it.
void check_thin(std::int64_t length) {
  if (auto const lacking = memory_lacking(8 * length); !lacking.empty()) GTEST_SKIP() << lacking;
  Vector const many = new_vector("many", length), one = new_vector("one", 1), y = new_vector("y", length);
  fill_large<Exec>(many.data(), length, Sawtooth{1});
  fill_large<Exec>(one.data(), 1, Same{2});
  fill_large<Exec>(y.data(), length, Same{-77});

  linear(Exec(), Matrix(many.data(), length, 1), Matrix(one.data(), 1, 1), no_bias, Matrix(y.data(), length, 1));

  EXPECT_EQ(count_wrong<Exec>(y.data(), length, Sawtooth{2}), 0) << "many rows";

  fill_large<Exec>(y.data(), length, Same{-77});
  linear(Exec(), Matrix(one.data(), 1, 1), Matrix(many.data(), length, 1), no_bias, Matrix(y.data(), 1, length));

  EXPECT_EQ(count_wrong<Exec>(y.data(), length, Sawtooth{2}), 0) << "many columns";
}

// Beyond what one call of a BLAS takes here: the product comes in blocks.
TEST(LinearLarge, Blocks) { check_thin((std::int64_t{1} << 30) + 8); }

// No BLAS takes Y without a unit stride: as many elements as a range of 32 bits has none for.
TEST(LinearLarge, StridedElementsBeyond32Bits) {
  using Strided = Kokkos::View<float**, Kokkos::LayoutStride, typename Exec::memory_space, Kokkos::MemoryUnmanaged>;
  std::int64_t const n = std::int64_t{1} << 16, m = n + 1, pitch = 2 * n;
  if (auto const lacking = memory_lacking(4 * m * pitch); !lacking.empty()) GTEST_SKIP() << lacking;
  Vector const x = new_vector("x", m), w = new_vector("w", n), y = new_vector("y", m * pitch);
  fill_large<Exec>(x.data(), m, Same{1});
  fill_large<Exec>(w.data(), n, Same{3});
  fill_large<Exec>(y.data(), m * pitch, Same{3});
  Strided const every_other(y.data(), Kokkos::LayoutStride(m, pitch, n, 2));
  linear(Exec(), Matrix(x.data(), m, 1), Matrix(w.data(), n, 1), no_bias, every_other);
  EXPECT_EQ(count_wrong<Exec>(y.data(), m * pitch, Same{3}), 0);
  fill_large<Exec>(x.data(), m, Same{2});
  linear(Exec(), Matrix(x.data(), m, 1), Matrix(w.data(), n, 1), no_bias, every_other);
  EXPECT_EQ(count_wrong<Exec>(y.data(), m * pitch, Same{3}), m * n);
}

// A count that is 8 where it is cut to 32 bits.
TEST(LinearLarge, ExtentBeyond32Bits) { check_thin((std::int64_t{1} << 32) + 8); }

}  // namespace
}  // namespace aril::test
