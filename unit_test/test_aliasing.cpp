// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <aril/residual.hpp>
#include <aril/scale.hpp>

#include "support/errors.hpp"

// Operands that share memory: the output itself as an input is fine, and so is anything apart from it, however closely
// interleaved; everything else throws and has written nothing, every time.

namespace aril::test {
namespace {

constexpr int n = 100000;
constexpr int k = 512;

using Range = Kokkos::pair<int, int>;

template <class Exec>
class Aliasing : public ::testing::Test {
 protected:
  using Memory  = typename Exec::memory_space;
  using V1      = Kokkos::View<float*, Memory>;
  using V2      = Kokkos::View<float**, Kokkos::LayoutRight, Memory>;
  using Strided = Kokkos::View<float**, Kokkos::LayoutStride, Memory>;

  Exec const exec{};

  // base(i) = i % 1000 + 1
  static V1 counted(std::int64_t size) {
    std::vector<float> values(size);
    for (std::int64_t i = 0; i < size; ++i) values[i] = start(i);
    return to_device<Exec>(values);
  }
  static float start(std::int64_t i) { return static_cast<float>(i % 1000 + 1); }

  static ::testing::AssertionResult untouched(V1 const& base) {
    return holds(base, [](std::int64_t i) { return start(i); });
  }

  template <class G>
  static ::testing::AssertionResult holds(V1 const& base, G const& expected) {
    auto const values = to_host(base);
    for (std::size_t i = 0; i < values.size(); ++i)
      if (values[i] != expected(static_cast<std::int64_t>(i)))
        return ::testing::AssertionFailure() << values[i] << " at " << i << ", expected " << expected(i);
    return ::testing::AssertionSuccess();
  }

  /// A matrix in `base` from element `first` on.
  static Strided matrix(V1 const& base, int first, int rows, int row_step, int columns, int column_step) {
    return Strided(base.data() + first, Kokkos::LayoutStride(rows, row_step, columns, column_step));
  }
};
TYPED_TEST_SUITE(Aliasing, Spaces, SpaceName);

// ---- Refused -------------------------------------------------------------------------------------------------------

TYPED_TEST(Aliasing, ShiftedByAFewElements) {
  auto const base = TestFixture::counted(n);
  for (int const shift : {1, 4}) {
    auto const front = Kokkos::subview(base, Range(0, n - shift)), back = Kokkos::subview(base, Range(shift, n));
    std::string const shape = '(' + std::to_string(n - shift) + ')';
    for (int repeat = 0; repeat < 20; ++repeat) {
      EXPECT_TRUE(throws<OverlapError>([&] { scale(this->exec, 2.0f, front, back); },
                                       {"aril::scale:", "input", "\"values\"", "output", shape.c_str()}));
      EXPECT_TRUE(throws<OverlapError>([&] { scale(this->exec, 2.0f, back, front); }, {"aril::scale:", shape.c_str()}));
      EXPECT_TRUE(throws<OverlapError>([&] { scaled_residual(this->exec, 2.0f, back, front); },
                                       {"aril::scaled_residual:", shape.c_str()}));
    }
    EXPECT_TRUE(this->untouched(base));
  }
}

TYPED_TEST(Aliasing, ASquareOntoItsTranspose) {
  auto const base   = TestFixture::counted(k * k);
  auto const square = this->matrix(base, 0, k, k, k, 1), transposed = this->matrix(base, 0, k, 1, k, k);
  for (int repeat = 0; repeat < 20; ++repeat)
    EXPECT_TRUE(
        throws<OverlapError>([&] { scale(this->exec, 2.0f, transposed, square); }, {"aril::scale:", "(512, 512)"}));
  EXPECT_TRUE(this->untouched(base));
}

TYPED_TEST(Aliasing, RowFactorsOutOfTheOutput) {
  auto const base   = TestFixture::counted(k * k);
  auto const c      = this->matrix(base, 0, k, k, k, 1);
  auto const column = Kokkos::subview(c, Kokkos::ALL, 0), row = Kokkos::subview(c, 1, Kokkos::ALL);
  typename TestFixture::V2 const b("B", k, k);
  for (int repeat = 0; repeat < 20; ++repeat) {
    EXPECT_TRUE(throws<OverlapError>([&] { scale_rows(this->exec, column, b, c); },
                                     {"aril::scale_rows:", "(512)", "(512, 512)"}));
    EXPECT_TRUE(throws<OverlapError>([&] { scale_rows(this->exec, column, c, c); }, {"aril::scale_rows:"}));
    EXPECT_TRUE(throws<OverlapError>([&] { scale_columns(this->exec, row, b, c); },
                                     {"aril::scale_columns:", "(512)", "(512, 512)"}));
  }
  EXPECT_TRUE(this->untouched(base));
}

TYPED_TEST(Aliasing, AScalarOutOfTheOutput) {
  auto const base = TestFixture::counted(n);
  typename TestFixture::V1 const a("A", n);
  auto const element = Kokkos::subview(base, 500);
  EXPECT_TRUE(throws<OverlapError>([&] { scale(this->exec, element, a, base); }, {"aril::scale:", "()", "(100000)"}));
  EXPECT_TRUE(throws<OverlapError>([&] { scale(this->exec, element, base, base); }, {"aril::scale:"}));
  EXPECT_TRUE(throws<OverlapError>([&] { scaled_residual(this->exec, element, a, base); }, {"aril::scaled_residual:"}));
  EXPECT_TRUE(this->untouched(base));
}

TYPED_TEST(Aliasing, ElementsOfAnotherSizeInTheSameMemory) {
  using Doubles   = Kokkos::View<double*, typename TestFixture::Memory, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  auto const base = TestFixture::counted(2 * n);
  Doubles const wide(reinterpret_cast<double*>(base.data()), n);
  auto const first = Kokkos::subview(base, Range(0, n)), last = Kokkos::subview(base, Range(n, 2 * n));
  EXPECT_TRUE(throws<OverlapError>([&] { scale(this->exec, 2.0f, first, wide); }, {"aril::scale:", "(100000)"}));
  EXPECT_TRUE(throws<OverlapError>([&] { scale(this->exec, 2.0f, last, wide); }, {"aril::scale:", "(100000)"}));
  EXPECT_TRUE(throws<OverlapError>([&] { scale(this->exec, 2.0, wide, first); }, {"aril::scale:", "(100000)"}));
  EXPECT_TRUE(this->untouched(base));
}

TYPED_TEST(Aliasing, OneElementTooMany) {
  // Even columns against odd columns and one even one.
  auto const base = TestFixture::counted(k * k);
  auto const even = this->matrix(base, 0, k, k, k / 2, 2), shifted = this->matrix(base, 2, k, k, k / 2 - 1, 2);
  auto const part = Kokkos::subview(even, Kokkos::ALL, Range(0, k / 2 - 1));
  EXPECT_TRUE(throws<OverlapError>([&] { scale(this->exec, 2.0f, part, shifted); }, {"aril::scale:"}));
  EXPECT_TRUE(this->untouched(base));
}

// ---- Allowed -------------------------------------------------------------------------------------------------------

TYPED_TEST(Aliasing, TheOutputItself) {
  auto const base = TestFixture::counted(n);
  scale(this->exec, 2.0f, base, base);
  scaled_residual(this->exec, 2.0f, Kokkos::View<float const*, typename TestFixture::Memory>(base), base);
  EXPECT_TRUE(this->holds(base, [](std::int64_t i) { return 6 * TestFixture::start(i); }));
}

TYPED_TEST(Aliasing, TheOutputAsItsOwnRowFactors) {
  auto const base = TestFixture::counted(n);
  scale_rows(this->exec, base, base, base);
  EXPECT_TRUE(this->holds(base, [](std::int64_t i) { return TestFixture::start(i) * TestFixture::start(i); }));
}

TYPED_TEST(Aliasing, AStrideThatIsNeverTaken) {
  // One row: whatever its pitch, the same elements in the same order.
  auto const base = TestFixture::counted(n);
  scale(this->exec, 2.0f, this->matrix(base, 0, 1, 7, n, 1), this->matrix(base, 0, 1, n, n, 1));
  EXPECT_TRUE(this->holds(base, [](std::int64_t i) { return 2 * TestFixture::start(i); }));
}

TYPED_TEST(Aliasing, EvenFromOddElements) {
  auto const base = TestFixture::counted(2 * n);
  auto const even = this->matrix(base, 0, n, 2, 1, 1), odd = this->matrix(base, 1, n, 2, 1, 1);
  scale(this->exec, 2.0f, odd, even);
  EXPECT_TRUE(this->holds(
      base, [](std::int64_t i) { return i % 2 == 0 ? 2 * TestFixture::start(i + 1) : TestFixture::start(i); }));
}

TYPED_TEST(Aliasing, ColumnHalvesOfOneMatrix) {
  auto const base = TestFixture::counted(k * k);
  auto const left = this->matrix(base, 0, k, k, k / 2, 1), right = this->matrix(base, k / 2, k, k, k / 2, 1);
  scale(this->exec, 2.0f, right, left);
  EXPECT_TRUE(this->holds(
      base, [](std::int64_t i) { return i % k < k / 2 ? 2 * TestFixture::start(i + k / 2) : TestFixture::start(i); }));
}

TYPED_TEST(Aliasing, OffDiagonalBlocksTransposed) {
  auto const base  = TestFixture::counted(k * k);
  auto const upper = this->matrix(base, k / 2, k / 2, k, k / 2, 1);
  auto const lower = this->matrix(base, k / 2 * k, k / 2, 1, k / 2, k);
  scale(this->exec, 2.0f, lower, upper);
  EXPECT_TRUE(this->holds(base, [](std::int64_t e) {
    std::int64_t const i = e / k, j = e % k;
    return i < k / 2 && j >= k / 2 ? 2 * TestFixture::start(j * k + i) : TestFixture::start(e);
  }));
}

TYPED_TEST(Aliasing, RowFactorsBesideTheOutput) {
  // Column 0 scales the others.
  auto const base = TestFixture::counted(k * k);
  auto const all = this->matrix(base, 0, k, k, k, 1), others = this->matrix(base, 1, k, k, k - 1, 1);
  scale_rows(this->exec, Kokkos::subview(all, Kokkos::ALL, 0), others, others);
  EXPECT_TRUE(this->holds(base, [](std::int64_t e) {
    float const d = TestFixture::start(e - e % k);
    return e % k == 0 ? d : d * TestFixture::start(e);
  }));
}

TYPED_TEST(Aliasing, RealFromImaginaryParts) {
  using Strided   = Kokkos::View<float*, Kokkos::LayoutStride, typename TestFixture::Memory>;
  auto const base = TestFixture::counted(2 * n);
  Strided const real(base.data(), Kokkos::LayoutStride(n, 2)), imaginary(base.data() + 1, Kokkos::LayoutStride(n, 2));
  scaled_residual(this->exec, 1.0f, imaginary, real);
  EXPECT_TRUE(this->holds(
      base, [](std::int64_t i) { return i % 2 == 0 ? 2 * TestFixture::start(i + 1) : TestFixture::start(i); }));
}

TYPED_TEST(Aliasing, AScalarBesideTheOutput) {
  auto const base = TestFixture::counted(n + 1);
  auto const c    = Kokkos::subview(base, Range(0, n));
  scale(this->exec, Kokkos::subview(base, n), c, c);
  EXPECT_TRUE(this->holds(base, [](std::int64_t i) {
    return i == n ? TestFixture::start(n) : TestFixture::start(n) * TestFixture::start(i);
  }));
}

}  // namespace
}  // namespace aril::test
