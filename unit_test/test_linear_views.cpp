// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <aril/linear.hpp>

#include "support/linear.hpp"

/// \file
/// The linear layer on Views of every kind that callers have, as types: layouts, const elements, static extents, memory
/// traits, subviews; and called from wherever callers call.

namespace aril::test {
namespace {

using Kokkos::LayoutLeft;
using Kokkos::LayoutRight;

template <class X, class W, class Y>
struct Layouts3 {};

using AllMixes = List<Layouts3<LayoutRight, LayoutRight, LayoutRight>, Layouts3<LayoutRight, LayoutRight, LayoutLeft>,
                      Layouts3<LayoutRight, LayoutLeft, LayoutRight>, Layouts3<LayoutRight, LayoutLeft, LayoutLeft>,
                      Layouts3<LayoutLeft, LayoutRight, LayoutRight>, Layouts3<LayoutLeft, LayoutRight, LayoutLeft>,
                      Layouts3<LayoutLeft, LayoutLeft, LayoutRight>, Layouts3<LayoutLeft, LayoutLeft, LayoutLeft>>;

template <class C>
class LinearViews : public ::testing::Test {
 public:
  using Exec  = typename C::Exec;
  using Space = typename Exec::memory_space;

  static constexpr Sizes sizes{3, 5, 2};

  /// X(i, k) = i+1, W(j, k) = j+1, b(j) = j.
  template <class X, class W, class B>
  static void fill(X const& x, W const& w, B const& b) {
    fill_with(x, [](std::size_t i) { return static_cast<float>(i + 1); });
    fill_with(w, [](std::size_t j) { return static_cast<float>(j + 1); });
    fill_with(b, [](std::size_t j) { return static_cast<float>(j); });
  }

  template <class V, class G>
  static void fill_with(V const& view, G const& value) {
    auto const host = Kokkos::create_mirror(view);
    for (std::size_t i = 0; i < view.extent(0); ++i)
      if constexpr (V::rank == 2)
        for (std::size_t k = 0; k < view.extent(1); ++k) host(i, k) = value(i);
      else
        host(i) = value(i);
    Kokkos::deep_copy(view, host);
  }

  template <class Y>
  static void expect_result(Y const& y, float scale = 1) {
    auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), y);
    for (int i = 0; i < sizes.m; ++i)
      for (int j = 0; j < sizes.n; ++j)
        ASSERT_EQ(host(i, j), scale * static_cast<float>(2 * (i + 1) * (j + 1) + j)) << i << ", " << j;
  }

  template <class LX, class LW, class LY>
  static void check_mix(Layouts3<LX, LW, LY>) {
    SCOPED_TRACE("X " + layout_name<LX>() + ", W " + layout_name<LW>() + ", Y " + layout_name<LY>());
    for (int const padding : {0, 1, 4}) {
      Operand<float**, LX, Exec> x({sizes.m, sizes.k}, {.padding = padding});
      Operand<float**, LW, Exec> w({sizes.n, sizes.k}, {.padding = padding});
      Operand<float**, LY, Exec> y({sizes.m, sizes.n}, {.padding = padding});
      Operand<float*, LayoutRight, Exec> b({sizes.n});
      std::vector<float> xs, ws, bs, expected;
      for (int i = 0; i < sizes.m; ++i) xs.insert(xs.end(), 2, static_cast<float>(i + 1));
      for (int j = 0; j < sizes.n; ++j) ws.insert(ws.end(), 2, static_cast<float>(j + 1));
      for (int j = 0; j < sizes.n; ++j) bs.push_back(static_cast<float>(j));
      for (int i = 0; i < sizes.m; ++i)
        for (int j = 0; j < sizes.n; ++j) expected.push_back(static_cast<float>(2 * (2 * (i + 1) * (j + 1) + j)));
      x.fill(xs);
      w.fill(ws);
      b.fill(bs);

      linear_scaled_residual(Exec(), x.view(), w.view(), b.view(), 1, y.view());

      ASSERT_TRUE(holds(y, expected)) << "padding " << padding;
    }
  }
};
TYPED_TEST_SUITE(LinearViews, Cases<List<float>>, CaseName);

TYPED_TEST(LinearViews, AllLayoutMixes) {
  [this]<class... Mix>(List<Mix...>) { (this->check_mix(Mix()), ...); }(AllMixes());
}

TYPED_TEST(LinearViews, ConstInputsAndStaticExtents) {
  using Space = typename TestFixture::Space;
  using Exec  = typename TypeParam::Exec;
  Kokkos::View<float* [2], LayoutRight, Space> x("x", 3);
  Kokkos::View<float[5][2], LayoutLeft, Space> const w("w");
  Kokkos::View<float[5], Space> const b("b");
  Kokkos::View<float**, LayoutRight, Space> y("y", 3, 5);
  this->fill(x, w, b);
  linear(Exec(), Kokkos::View<float const**, LayoutRight, Space>(x),
         Kokkos::View<float const[5][2], LayoutLeft, Space>(w), Kokkos::View<float const*, Space>(b), std::as_const(y));
  this->expect_result(y);
}

TYPED_TEST(LinearViews, MemoryTraits) {
  using Space = typename TestFixture::Space;
  using Exec  = typename TypeParam::Exec;
  Kokkos::View<float**, LayoutRight, Space> const x("x", 3, 2), w("w", 5, 2), y("y", 3, 5);
  Kokkos::View<float*, Space> const b("b", 5);
  this->fill(x, w, b);
  using RandomAccess = Kokkos::MemoryTraits<Kokkos::RandomAccess>;
  linear(Exec(), Kokkos::View<float const**, LayoutRight, Space, RandomAccess>(x),
         Kokkos::View<float const**, LayoutRight, Space, Kokkos::MemoryUnmanaged>(w),
         Kokkos::View<float const*, Space, RandomAccess>(b),
         Kokkos::View<float**, LayoutRight, Space, Kokkos::MemoryTraits<Kokkos::Restrict>>(y));
  this->expect_result(y);
}

// Matrices and bias inside of operands of higher rank.
TYPED_TEST(LinearViews, SubviewsOfHigherRank) {
  using Space    = typename TestFixture::Space;
  using Exec     = typename TypeParam::Exec;
  auto const all = Kokkos::ALL;
  Kokkos::View<float***, LayoutRight, Space> const xs("xs", 3, 4, 2), ys("ys", 3, 4, 5);
  Kokkos::View<float***, LayoutLeft, Space> const ws("ws", 5, 2, 3);
  Kokkos::View<float**, LayoutRight, Space> const bs("bs", 5, 3);
  auto const x = Kokkos::subview(xs, all, 1, all);
  auto const w = Kokkos::subview(ws, all, all, 2);
  auto const b = Kokkos::subview(bs, all, 1);
  auto const y = Kokkos::subview(ys, all, 2, all);
  static_assert(std::is_same_v<typename decltype(b)::array_layout, Kokkos::LayoutStride>);
  {
    Kokkos::View<float**, LayoutRight, Space> const x0("x0", 3, 2), w0("w0", 5, 2);
    Kokkos::View<float*, Space> const b0("b0", 5);
    this->fill(x0, w0, b0);
    Kokkos::deep_copy(bs, std::numeric_limits<float>::quiet_NaN());
    // Copies by the library itself: Kokkos copies between layouts on one device only where both are packed.
    transform(Exec(), inputs(x0), x, impl::Identity());
    transform(Exec(), inputs(w0), w, impl::Identity());
    transform(Exec(), inputs(b0), b, impl::Identity());
  }
  linear(Exec(), x, w, b, y);
  Kokkos::View<float**, LayoutRight, Space> const packed("packed", 3, 5);
  transform(Exec(), inputs(y), packed, impl::Identity());
  this->expect_result(packed);
}

// Without an instance: the output's execution space.
TYPED_TEST(LinearViews, DefaultInstance) {
  using Device = Kokkos::Device<typename TypeParam::Exec, typename TestFixture::Space>;
  Kokkos::View<float**, LayoutRight, Device> const x("x", 3, 2), w("w", 5, 2), y("y", 3, 5);
  Kokkos::View<float*, Device> const b("b", 5);
  this->fill(x, w, b);
  linear(x, w, b, y);
  this->expect_result(y);
  linear_scaled_residual(x, w, b, 3, y);
  this->expect_result(y, 4);
  linear_scaled_residual(x, w, b, 3, y, {.rounding = Rounding::factored, .precision = Precision::ieee});
  this->expect_result(y, 4);
}

// A class of the caller, in an unnamed namespace, that calls from a private member and from a generic lambda.
template <class Exec>
class Caller {
 public:
  template <class X, class W, class B, class Y>
  void run(X const& x, W const& w, B const& b, Y const& y) const {
    hidden(x, w, b, y);
  }

 private:
  template <class X, class W, class B, class Y>
  void hidden(X const& x, W const& w, B const& b, Y const& y) const {
    auto const call = [&](auto const&... arguments) {
      if constexpr (sizeof...(arguments) == 4) linear(Exec(), arguments...);
    };
    call(x, w, b, y);
  }
};

TYPED_TEST(LinearViews, CalledFromAPrivateMember) {
  using Space = typename TestFixture::Space;
  Kokkos::View<float**, LayoutRight, Space> const x("x", 3, 2), w("w", 5, 2), y("y", 3, 5);
  Kokkos::View<float*, Space> const b("b", 5);
  this->fill(x, w, b);
  Caller<typename TypeParam::Exec>().run(x, w, b, y);
  this->expect_result(y);
}

}  // namespace
}  // namespace aril::test
