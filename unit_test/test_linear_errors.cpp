// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <aril/linear.hpp>

#include "support/errors.hpp"
#include "support/linear.hpp"

/// \file
/// Calls that the linear layer refuses: which error, what its message says, and that nothing was written before it.

namespace aril::test {
namespace {

template <class C>
class LinearErrors : public ::testing::Test {
 public:
  using Exec    = typename C::Exec;
  using Space   = typename Exec::memory_space;
  using Matrix  = Kokkos::View<float**, Kokkos::LayoutRight, Space>;
  using Vector  = Kokkos::View<float*, Kokkos::LayoutRight, Space>;
  using Strided = Kokkos::View<float**, Kokkos::LayoutStride, Space>;

  static Matrix matrix(std::string const& label, std::int64_t rows, std::int64_t columns) {
    Matrix m(label, rows, columns);
    Kokkos::deep_copy(m, 7.0f);
    return m;
  }

  static Vector vector(std::string const& label, std::int64_t length) {
    Vector v(label, length);
    Kokkos::deep_copy(v, 7.0f);
    return v;
  }

  template <class V>
  static void expect_untouched(V const& view) {
    Kokkos::fence();
    auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), view);
    for (std::size_t n = 0; n < host.span(); ++n) ASSERT_EQ(host.data()[n], 7.0f) << view.label() << ", " << n;
  }

  /// Both functions throw E with a message that names them and holds all the parts.
  template <class E, class X, class W, class B, class Y>
  static void expect_refused(X const& x, W const& w, B const& b, Y const& y, std::initializer_list<char const*> parts) {
    auto const plain    = [&] { linear(Exec(), x, w, b, y); };
    auto const residual = [&] { linear_scaled_residual(Exec(), x, w, b, 2, y); };
    EXPECT_TRUE(throws<E>(plain, {"aril::linear: "}));
    EXPECT_TRUE(throws<E>(residual, {"aril::linear_scaled_residual: "}));
    EXPECT_TRUE(throws<E>(plain, parts));
    EXPECT_TRUE(throws<E>(residual, parts));
  }

  /// A right call afterwards gives the right result.
  static void expect_still_works() {
    auto const x = matrix("x", 2, 3), w = matrix("w", 4, 3), y = matrix("y", 2, 4);
    linear(Exec(), x, w, no_bias, y);
    Kokkos::fence();
    auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), y);
    for (int n = 0; n < 8; ++n) ASSERT_EQ(host.data()[n], 147.0f);
  }
};
TYPED_TEST_SUITE(LinearErrors, Cases<List<float>>, CaseName);

TYPED_TEST(LinearErrors, InnerExtents) {
  auto const x = this->matrix("rows", 5, 6), w = this->matrix("weights", 3, 4), y = this->matrix("result", 5, 3);
  this->template expect_refused<ExtentMismatch>(x, w, no_bias, y,
                                                {"W \"weights\"", "(3, 4)", "(3, 6)", "X \"rows\"", "(5, 6)"});
  this->expect_untouched(y);
  this->expect_still_works();
}

TYPED_TEST(LinearErrors, OutputExtents) {
  auto const x = this->matrix("rows", 5, 4), w = this->matrix("weights", 3, 4);
  for (auto const& [m, n] : {std::pair{5, 4}, {4, 3}, {3, 5}, {5, 2}, {0, 3}, {5, 0}}) {
    auto const y     = this->matrix("result", m, n);
    auto const shape = text(Extents{m, n});
    this->template expect_refused<ExtentMismatch>(
        x, w, no_bias, y,
        {"Y \"result\"", shape.c_str(), "(5, 3)", "X \"rows\" of shape (5, 4)", "W \"weights\" of shape (3, 4)"});
    this->expect_untouched(y);
  }
}

TYPED_TEST(LinearErrors, BiasLength) {
  auto const x = this->matrix("rows", 5, 4), w = this->matrix("weights", 3, 4), y = this->matrix("result", 5, 3);
  for (int const length : {0, 1, 2, 4, 5}) {
    auto const b = this->vector("offsets", length);
    this->template expect_refused<ExtentMismatch>(
        x, w, b, y, {"bias \"offsets\"", text(Extents{length}).c_str(), "(3)", "W \"weights\" of shape (3, 4)"});
  }
  this->expect_untouched(y);
}

// The bias is checked where there is nothing to add it to, and the extents where K is 0.
TYPED_TEST(LinearErrors, ExtentsOfEmptyCalls) {
  auto const none = this->matrix("rows", 0, 4), w = this->matrix("weights", 3, 4), y = this->matrix("result", 0, 3);
  this->template expect_refused<ExtentMismatch>(none, w, this->vector("offsets", 2), y, {"bias \"offsets\"", "(2)"});
  auto const x = this->matrix("rows", 2, 0), y2 = this->matrix("result", 2, 3);
  this->template expect_refused<ExtentMismatch>(x, w, no_bias, y2, {"W \"weights\"", "(3, 4)", "(3, 0)"});
  this->expect_untouched(y2);
}

TYPED_TEST(LinearErrors, OutputIsAnInput) {
  auto const square = this->matrix("square", 64, 64), other = this->matrix("other", 64, 64);
  this->template expect_refused<OverlapError>(square, other, no_bias, square,
                                              {"X \"square\"", "Y \"square\"", "(64, 64)"});
  this->template expect_refused<OverlapError>(other, square, no_bias, square, {"W \"square\"", "Y \"square\""});
  this->template expect_refused<OverlapError>(square, square, no_bias, square, {"X \"square\""});
  this->expect_untouched(square);
  this->expect_still_works();
}

// One shared element is enough, and interleaved ones that share none are fine.
TYPED_TEST(LinearErrors, PartialOverlap) {
  using Strided      = typename TestFixture::Strided;
  auto const store   = this->vector("store", 400);
  auto const view_at = [&](std::int64_t first, std::int64_t rows, std::int64_t columns, std::int64_t pitch,
                           std::int64_t step) {
    return Strided(store.data() + first, Kokkos::LayoutStride(rows, pitch, columns, step));
  };
  auto const w = this->matrix("weights", 4, 4);
  auto const y = view_at(100, 8, 4, 4, 1);
  this->template expect_refused<OverlapError>(view_at(131, 8, 4, 4, 1), w, no_bias, y, {"X", "Y"});
  this->template expect_refused<OverlapError>(view_at(69, 8, 4, 4, 1), w, no_bias, y, {"X", "Y"});
  this->template expect_refused<OverlapError>(this->matrix("x", 8, 4), view_at(127, 4, 4, 4, 1), no_bias, y,
                                              {"W", "Y"});
  using Bias = Kokkos::View<float*, Kokkos::LayoutStride, typename TestFixture::Space>;
  Bias const b(store.data() + 90, Kokkos::LayoutStride(4, 5));
  this->template expect_refused<OverlapError>(this->matrix("x", 8, 4), w, b, y, {"bias", "Y"});
  this->expect_untouched(store);

  auto const even = view_at(200, 8, 4, 8, 2), odd = view_at(201, 8, 4, 8, 2);
  linear(typename TypeParam::Exec(), odd, w, no_bias, even);
  linear(typename TypeParam::Exec(), view_at(68, 8, 4, 4, 1), w, no_bias, y);
  auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), store);
  for (int n = 0; n < 64; ++n) EXPECT_EQ(host(200 + n), n % 2 == 0 ? 196.0f : 7.0f) << n;
  for (int n = 0; n < 32; ++n) EXPECT_EQ(host(100 + n), 196.0f) << n;
}

TYPED_TEST(LinearErrors, OutputOverlapsItself) {
  using Strided = typename TestFixture::Strided;
  auto const x = this->matrix("x", 4, 2), w = this->matrix("w", 5, 2);
  auto const store = this->vector("store", 64);
  for (auto const& [pitch, step] : {std::pair{0, 1}, {5, 0}, {4, 1}, {1, 1}, {2, 1}}) {
    Strided const y(store.data(), Kokkos::LayoutStride(4, pitch, 5, step));
    this->template expect_refused<AliasedOutput>(x, w, no_bias, y, {"Y", "(4, 5)"});
  }
  this->expect_untouched(store);
}

// Inputs may repeat themselves: one row, one column, one element for all.
TYPED_TEST(LinearErrors, BroadcastInputsAreFine) {
  using Strided    = typename TestFixture::Strided;
  using Exec       = typename TypeParam::Exec;
  auto const store = this->vector("store", 64);
  auto const b     = this->vector("b", 4);
  for (auto const& [pitch, step] : {std::pair{0, 1}, {1, 0}, {0, 0}, {1, 1}}) {
    Strided const x(store.data(), Kokkos::LayoutStride(3, pitch, 2, step));
    Strided const w(store.data() + 8, Kokkos::LayoutStride(4, pitch, 2, step));
    auto const y = this->matrix("y", 3, 4);
    linear(Exec(), x, w, b, y);
    auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), y);
    for (int n = 0; n < 12; ++n) ASSERT_EQ(host.data()[n], 105.0f) << pitch << ", " << step;
  }
}

TYPED_TEST(LinearErrors, MisalignedAddress) {
  using Exec       = typename TypeParam::Exec;
  using Unmanaged  = Kokkos::View<float**, Kokkos::LayoutRight, typename Exec::memory_space, Kokkos::MemoryUnmanaged>;
  auto const store = this->vector("store", 64);
  // Never read through: the call is refused.
  auto* const address = reinterpret_cast<float*>(reinterpret_cast<std::uintptr_t>(store.data()) + 2);
  Unmanaged const shifted(address, 4, 4);
  auto const a = this->matrix("a", 4, 4), c = this->matrix("c", 4, 4);
  this->template expect_refused<MisalignedPointer>(shifted, a, no_bias, c, {"X", "alignment"});
  this->template expect_refused<MisalignedPointer>(a, shifted, no_bias, c, {"W", "alignment"});
  this->template expect_refused<MisalignedPointer>(a, c, no_bias, shifted, {"Y", "alignment"});
  // The tail's scalar, too, before the product is written.
  Kokkos::View<float, Kokkos::LayoutRight, typename Exec::memory_space, Kokkos::MemoryUnmanaged> const s(address);
  EXPECT_THROW(linear_scaled_residual(Exec(), a, a, no_bias, s, c), MisalignedPointer);
  Exec().fence();
  this->expect_untouched(store);
  this->expect_untouched(c);
}

// Default-constructed Views have no memory.
TYPED_TEST(LinearErrors, ViewsWithoutMemory) {
  using Exec   = typename TypeParam::Exec;
  using Matrix = typename TestFixture::Matrix;
  using Vector = typename TestFixture::Vector;
  Matrix const none;
  linear(Exec(), none, none, no_bias, none);
  linear(Exec(), none, none, Vector(), none);
  linear_scaled_residual(Exec(), none, none, Vector(), 2, none);
  this->template expect_refused<ExtentMismatch>(none, none, no_bias, this->matrix("result", 1, 1),
                                                {"(1, 1)", "(0, 0)"});
  this->expect_still_works();
}

TYPED_TEST(LinearErrors, OfPreparedLayers) {
  using Exec   = typename TypeParam::Exec;
  auto const w = this->matrix("weights", 3, 4);
  auto const b = this->vector("offsets", 2);
  EXPECT_TRUE(
      throws<ExtentMismatch>([&] { Linear<float, Exec>(Exec(), w, b); },
                             {"aril::Linear: ", "bias \"offsets\"", "(2)", "(3)", "W \"weights\" of shape (3, 4)"}));
  Linear<float, Exec> const layer(Exec(), w, no_bias);
  auto const x = this->matrix("rows", 5, 6), y = this->matrix("result", 5, 3);
  EXPECT_TRUE(throws<ExtentMismatch>([&] { layer.apply(Exec(), x, y); }, {"aril::linear: ", "W \"weights\"", "(3, 4)",
                                                                          "(3, 6)", "X \"rows\" of shape (5, 6)"}));
  this->expect_untouched(y);
}

}  // namespace
}  // namespace aril::test
