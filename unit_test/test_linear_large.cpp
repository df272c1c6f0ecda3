// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <aril/linear.hpp>
#include <fstream>

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

double available_bytes() {
#ifdef KOKKOS_ENABLE_CUDA
  if constexpr (std::is_same_v<Exec, Kokkos::Cuda>) {
    std::size_t free = 0, total = 0;
    return cudaMemGetInfo(&free, &total) == cudaSuccess ? static_cast<double>(free) : 0;
  }
#endif
  std::ifstream file("/proc/meminfo");
  std::string word;
  while (file >> word)
    if (word == "MemAvailable:") {
      double kibibytes = 0;
      file >> kibibytes;
      return 1024 * kibibytes;
    }
  return 0;
}

/// Why a test that needs so much memory cannot run here, or nothing.
std::string memory_lacking(double needed) {
  double const available = available_bytes();
  if (available > 1.05 * needed + 1e9) return {};
  std::ostringstream text;
  text << "needs " << 1e-9 * needed << " GB of memory, " << 1e-9 * available << " GB are free";
  return text.str();
}

/// Element n of an array: offset + n % period, times a factor.
struct Sawtooth {
  std::int64_t offset, period;
  float factor                = 1;
  std::int64_t row_length     = std::numeric_limits<std::int64_t>::max();  ///< n starts again with each row
  KOKKOS_FUNCTION float operator()(std::int64_t n) const {
    return factor * static_cast<float>(offset + n % row_length % period);
  }
};

struct Store {
  float* data;
  std::int64_t first;
  Sawtooth value;
  KOKKOS_FUNCTION void operator()(std::int64_t n) const { data[first + n] = value(first + n); }
};

struct CountDifferent {
  float const* data;
  std::int64_t first;
  Sawtooth value;
  KOKKOS_FUNCTION void operator()(std::int64_t n, std::int64_t& count) const {
    if (data[first + n] != value(first + n)) ++count;
  }
};

using Range64               = Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>;
constexpr std::int64_t step = std::int64_t{1} << 28;  // what is tested here must not go wrong in the check as well

void store(float* data, std::int64_t count, Sawtooth const& value) {
  for (std::int64_t first = 0; first < count; first += step)
    Kokkos::parallel_for(Range64(0, std::min(step, count - first)), Store{data, first, value});
}

/// How many elements are not as they should be; waits for the device.
std::int64_t count_different(float const* data, std::int64_t count, Sawtooth const& value) {
  std::int64_t total = 0;
  for (std::int64_t first = 0; first < count; first += step) {
    std::int64_t some = 0;
    Kokkos::parallel_reduce(Range64(0, std::min(step, count - first)), CountDifferent{data, first, value}, some);
    total += some;
  }
  return total;
}

using Matrix = Kokkos::View<float**, Kokkos::LayoutRight, Exec>;

Matrix new_matrix(std::string const& label, std::int64_t rows, std::int64_t columns) {
  return Matrix(Kokkos::view_alloc(label, Kokkos::WithoutInitializing), rows, columns);
}

constexpr Sawtooth ones{1, 1};

// Each extent is small, their product is beyond 2^31.
TEST(LinearLarge, ManyElements) {
  std::int64_t const n = 46341, k = 4;
  if (auto const lacking = memory_lacking(4.0 * n * n); !lacking.empty()) GTEST_SKIP() << lacking;
  Matrix const x = new_matrix("x", n, k), w = new_matrix("w", n, k), y = new_matrix("y", n, n);
  Kokkos::View<float*, Exec> const b("b", n);
  store(x.data(), n * k, ones);
  store(w.data(), n * k, ones);
  store(b.data(), n, {0, 3});
  linear_scaled_residual(Exec(), x, w, b, 1, y);
  EXPECT_EQ(count_different(y.data(), n * n, {4, 3, 2, n}), 0);
}

/// Y = X W^T for one row of W (of X, where transposed) and a great many of the other.
void check_thin(std::int64_t length, bool transpose) {
  Matrix const w = new_matrix("w", 1, 1), y = new_matrix("y", transpose ? 1 : length, transpose ? length : 1);
  Matrix const x = new_matrix("x", length, 1);
  store(x.data(), length, {1, 5});
  store(w.data(), 1, {2, 1});
  store(y.data(), length, {-77, 1});
  if (transpose)
    linear(Exec(), w, x, no_bias, y);
  else
    linear(Exec(), x, w, no_bias, y);
  EXPECT_EQ(count_different(y.data(), length, {1, 5, 2}), 0);
}

// Beyond what one call of a BLAS takes here: the product comes in blocks.
TEST(LinearLarge, RowsInBlocks) {
  std::int64_t const length = (std::int64_t{1} << 30) + 8;
  if (auto const lacking = memory_lacking(8.0 * length); !lacking.empty()) GTEST_SKIP() << lacking;
  check_thin(length, false);
}

TEST(LinearLarge, ColumnsInBlocks) {
  std::int64_t const length = (std::int64_t{1} << 30) + 8;
  if (auto const lacking = memory_lacking(8.0 * length); !lacking.empty()) GTEST_SKIP() << lacking;
  check_thin(length, true);
}

// A count that is 8 where it is cut to 32 bits.
TEST(LinearLarge, RowsBeyond32Bits) {
  std::int64_t const length = (std::int64_t{1} << 32) + 8;
  if (auto const lacking = memory_lacking(8.0 * length); !lacking.empty()) GTEST_SKIP() << lacking;
  check_thin(length, false);
}

TEST(LinearLarge, ColumnsBeyond32Bits) {
  std::int64_t const length = (std::int64_t{1} << 32) + 8;
  if (auto const lacking = memory_lacking(8.0 * length); !lacking.empty()) GTEST_SKIP() << lacking;
  check_thin(length, true);
}

}  // namespace
}  // namespace aril::test
