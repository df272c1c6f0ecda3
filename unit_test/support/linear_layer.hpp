// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ARIL_TEST_SUPPORT_LINEAR_LAYER_HPP
#define ARIL_TEST_SUPPORT_LINEAR_LAYER_HPP

#include <aril/linear.hpp>
#include <aril/scale.hpp>

#include "linear.hpp"

/// \file
/// The prepared layer against the functions it stands for. A suite for files that each instantiate it for some element
/// types, to keep them quick to compile.

namespace aril::test {

template <class C>
class LinearLayer : public ::testing::Test {
 public:
  using T        = typename C::Value;
  using Exec     = typename C::Exec;
  using Layer    = Linear<T, Exec>;
  using Options  = LayerOptions<T>;
  using Operands = LinearOperands<T, Exec>;

  /// Every setting of a layer.
  static std::vector<Options> all_options() {
    std::vector<Options> all{{}};
    for (Rounding const rounding : {Rounding::separate, Rounding::fused, Rounding::factored})
      all.push_back({.residual_scale = static_cast<T>(random_number<part_t<T>>(6, 0)), .rounding = rounding});
    return all;
  }

  /// What the functions give for these operands; left in Y, too.
  template <class B>
  static std::vector<T> by_function(Operands& operands, B const& b, Options const& options) {
    operands.y.fill_stale();
    auto const &x = operands.x.view(), &w = operands.w.view(), &y = operands.y.view();
    if (options.residual_scale)
      linear_scaled_residual(Exec(), x, w, b, *options.residual_scale, y, {options.rounding});
    else
      linear(Exec(), x, w, b, y);
    return operands.y.elements();
  }

  static void expect_applied(Layer const& layer, Operands& operands, std::vector<T> const& expected) {
    operands.y.fill_stale();
    layer.apply(Exec(), operands.x.view(), operands.y.view());
    ASSERT_TRUE(holds(operands.y, expected));
  }

  /// The same within the roundings of two sums of products, times 1+s.
  static void expect_close(Layer const& layer, Operands& operands, Sizes const& s, double scale,
                           std::vector<T> const& expected) {
    operands.y.fill_stale();
    layer.apply(Exec(), operands.x.view(), operands.y.view());
    auto const y = operands.y.elements(), x = operands.x.elements(), w = operands.w.elements(),
               b = operands.b.elements();
    for (std::int64_t n = 0; n < s.m * s.n; ++n) {
      double size = std::abs(b[n % s.n]);
      for (std::int64_t k = 0; k < s.k; ++k) size += std::abs(double(x[n / s.n * s.k + k]) * w[n % s.n * s.k + k]);
      double const bound = std::ldexp(static_cast<double>(s.k + 4) * (1 + std::abs(scale)) * size, -23);
      ASSERT_LE(std::abs(double(y[n]) - double(expected[n])), bound) << n;
    }
  }
};
TYPED_TEST_SUITE_P(LinearLayer);

// Every setting gives the bits of the function with the same arguments, for any batch; but for floats on CUDA, whose
// layer multiplies by 1+s before it adds, within the roundings of both.
TYPED_TEST_P(LinearLayer, AgreesWithTheFunctions) {
  using T     = typename TypeParam::Value;
  using Layer = typename TestFixture::Layer;
  constexpr bool folds =
      std::is_same_v<T, float> && !std::is_same_v<typename TypeParam::Exec::memory_space, Kokkos::HostSpace>;
  for (std::int64_t const m : {0, 1, 5, 64})
    for (std::int64_t const k : {0, 3, 65}) {
      Sizes const s{m, 33, k};
      typename TestFixture::Operands operands(s, {.x = {.padding = 1}, .w = {.offset = 1, .transpose = k == 3}});
      random_values<T>(s).put_into(operands);
      for (auto const& options : this->all_options()) {
        SCOPED_TRACE(::testing::Message() << s << ", " << options.residual_scale.has_value() << options.rounding);
        Layer const biased(typename TypeParam::Exec(), operands.w.view(), operands.b.view(), options);
        Layer const unbiased(typename TypeParam::Exec(), operands.w.view(), no_bias, options);
        if constexpr (folds)
          if (options.rounding == Rounding::factored) {
            double const scale = *options.residual_scale;
            this->expect_close(biased, operands, s, scale, this->by_function(operands, operands.b.view(), options));
            this->expect_close(unbiased, operands, s, scale, this->by_function(operands, no_bias, options));
            continue;
          }
        this->expect_applied(biased, operands, this->by_function(operands, operands.b.view(), options));
        this->expect_applied(unbiased, operands, this->by_function(operands, no_bias, options));
      }
    }
}

// Its owner changes the weights, then calls refresh.
TYPED_TEST_P(LinearLayer, FollowsItsWeights) {
  using T    = typename TypeParam::Value;
  using Exec = typename TypeParam::Exec;
  Sizes const s{17, 16, 33};
  typename TestFixture::Operands operands(s);
  auto values = digit_values<T>(s);
  values.put_into(operands);
  typename TestFixture::Layer layer(Exec(), operands.w.view(), operands.b.view());
  this->expect_applied(layer, operands, narrowed<T>(biased(exact_product(s, values), values.b)));

  values.w = digits<T>(20, s.n * s.k);
  values.b = digits<T>(21, s.n);
  operands.w.fill(values.w);
  operands.b.fill(values.b);
  layer.refresh(Exec());

  this->expect_applied(layer, operands, narrowed<T>(biased(exact_product(s, values), values.b)));
  ASSERT_TRUE(holds(operands.w, values.w)) << "the weights are the caller's";
  ASSERT_TRUE(holds(operands.b, values.b));
}

// The layer keeps the memory of W and b alive, also in copies of it.
TYPED_TEST_P(LinearLayer, OutlivesTheCallersViews) {
  using T     = typename TypeParam::Value;
  using Exec  = typename TypeParam::Exec;
  using Layer = typename TestFixture::Layer;
  Sizes const s{5, 7, 3};
  typename TestFixture::Operands operands(s);
  auto const values = digit_values<T>(s);
  values.put_into(operands);
  auto const new_layer = [&] {
    Kokkos::View<T**, Kokkos::LayoutLeft, typename Exec::memory_space> const w("w", s.n, s.k);
    Kokkos::View<T*, typename Exec::memory_space> const b("b", s.n);
    scale(Exec(), 1, operands.w.view(), w);
    scale(Exec(), 1, operands.b.view(), b);
    return Layer(Exec(), w, b);
  };
  auto const expected = narrowed<T>(biased(exact_product(s, values), values.b));
  std::optional<Layer> first(new_layer());
  Layer const copy = *first;
  Layer assigned   = new_layer();
  // Memory that was given back would be handed out again here.
  Kokkos::View<T*, typename Exec::memory_space> const poison("poison", 10000);
  Kokkos::deep_copy(poison, stale<T>());
  this->expect_applied(*first, operands, expected);
  assigned = *first;
  first.reset();
  Kokkos::View<T*, typename Exec::memory_space> const more_poison("poison", 10000);
  Kokkos::deep_copy(more_poison, stale<T>());
  this->expect_applied(copy, operands, expected);
  this->expect_applied(assigned, operands, expected);
}

// Weights in Views of any kind: const elements, either layout, part of a larger matrix, unmanaged; static extents.
TYPED_TEST_P(LinearLayer, TakesAnyView) {
  using T     = typename TypeParam::Value;
  using Exec  = typename TypeParam::Exec;
  using Space = typename Exec::memory_space;
  using Layer = typename TestFixture::Layer;
  Sizes const s{5, 7, 3};
  typename TestFixture::Operands operands(s);
  auto const values = digit_values<T>(s);
  values.put_into(operands);
  auto const expected = narrowed<T>(biased(exact_product(s, values), values.b));
  Kokkos::View<T**, Kokkos::LayoutRight, Space> const right("w", s.n, s.k);
  Kokkos::View<T**, Kokkos::LayoutLeft, Space> const left("w", s.n + 2, s.k + 2);
  auto const part = Kokkos::subview(left, Range(1, s.n + 1), Range(2, s.k + 2));
  Kokkos::View<T[7][3], Kokkos::LayoutLeft, Space> const fixed("w");
  Kokkos::View<T*, Space> const b("b", s.n);
  scale(Exec(), 1, operands.w.view(), right);
  scale(Exec(), 1, operands.w.view(), part);
  scale(Exec(), 1, operands.w.view(), fixed);
  scale(Exec(), 1, operands.b.view(), b);
  Kokkos::View<T const**, Kokkos::LayoutRight, Space> const read_only = right;
  Kokkos::View<T const*, Space> const read_only_b                     = b;

  this->expect_applied(Layer(Exec(), right, b), operands, expected);
  this->expect_applied(Layer(Exec(), read_only, read_only_b), operands, expected);
  this->expect_applied(Layer(Exec(), part, b), operands, expected);
  this->expect_applied(Layer(Exec(), fixed, b), operands, expected);
}

TYPED_TEST_P(LinearLayer, HoldsNoMemoryOfItsOwn) {
  typename TestFixture::Operands operands({5, 7, 3});
  typename TestFixture::Layer const layer(typename TypeParam::Exec(), operands.w.view(), operands.b.view());
  EXPECT_EQ(layer.workspace_bytes(), 0u);
  EXPECT_EQ(layer.prepared_bytes(), 0u);
}

REGISTER_TYPED_TEST_SUITE_P(LinearLayer, AgreesWithTheFunctions, FollowsItsWeights, OutlivesTheCallersViews,
                            TakesAnyView, HoldsNoMemoryOfItsOwn);

}  // namespace aril::test

#endif
