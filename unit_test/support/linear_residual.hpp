// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ARIL_TEST_SUPPORT_LINEAR_RESIDUAL_HPP
#define ARIL_TEST_SUPPORT_LINEAR_RESIDUAL_HPP

#include <aril/linear.hpp>

#include "linear.hpp"

/// \file
/// The tail of the linear layer, bit by bit: what `linear` gives for the same operands is the product, and the rest is
/// computed by the oracle. A suite for files that each instantiate it for some element types, to keep them quick to
/// compile.

namespace aril::test {

inline constexpr Rounding all_roundings[] = {Rounding::separate, Rounding::fused, Rounding::factored};

template <class C>
class LinearResidual : public ::testing::Test {
 public:
  using T        = typename C::Value;
  using Exec     = typename C::Exec;
  using Operands = LinearOperands<T, Exec>;

  /// The product as `linear` gives it for these operands.
  static std::vector<T> product(Operands& operands) {
    linear(Exec(), operands.x.view(), operands.w.view(), no_bias, operands.y.view());
    return operands.y.elements();
  }

  /// All roundings, with bias and without. `s` is a number or a rank-0 View, `number` what it is in the arithmetic.
  template <class S, class N>
  static void check(Operands& operands, LinearValues<T> const& values, S const& s, N const& number) {
    auto const p         = product(operands);
    auto const with_bias = biased(p, values.b);
    for (Rounding const rounding : all_roundings) {
      SCOPED_TRACE(::testing::Message() << rounding << ", s = " << text(number));
      operands.y.fill_stale();
      linear_scaled_residual(Exec(), operands.x.view(), operands.w.view(), operands.b.view(), s, operands.y.view(),
                             {rounding});
      ASSERT_TRUE(holds(operands.y, narrowed<T>(residual(rounding, number, with_bias)))) << "with bias";
    }
    // For one kind of scalar only: each kind with and without bias would be kernels of its own to compile.
    if constexpr (std::is_same_v<S, wide_t<T>>) {
      std::vector<wide_t<T>> unbiased;
      for (T const& x : p) unbiased.push_back(widened(x));
      for (Rounding const rounding : all_roundings) {
        SCOPED_TRACE(::testing::Message() << rounding << ", s = " << text(number));
        operands.y.fill_stale();
        linear_scaled_residual(Exec(), operands.x.view(), operands.w.view(), no_bias, s, operands.y.view(), {rounding});
        ASSERT_TRUE(holds(operands.y, narrowed<T>(residual(rounding, number, unbiased)))) << "without bias";
      }
    }
    ASSERT_TRUE(holds(operands.x, values.x));
    ASSERT_TRUE(holds(operands.w, values.w));
    ASSERT_TRUE(holds(operands.b, values.b));
  }

  /// The same with the number in a rank-0 View on the device.
  template <class N>
  static void check_stored(Operands& operands, LinearValues<T> const& values, N const& number) {
    using Stored = std::conditional_t<std::is_same_v<N, wide_t<T>>, T, N>;  // a half is computed with as a float
    Operand<Stored, Kokkos::LayoutRight, Exec> s({});
    s.fill({static_cast<Stored>(number)});
    check(operands, values, s.view(), static_cast<N>(s.elements()[0]));
  }
};
TYPED_TEST_SUITE_P(LinearResidual);

// Whole and partial vectors, rows that start anywhere, columns first, no unit stride.
TYPED_TEST_P(LinearResidual, Placements) {
  using T = typename TypeParam::Value;
  std::vector<Places> const places{{},
                                   {.y = {.offset = 1}, .b = {.offset = 3}},
                                   {.x = {.transpose = true}, .y = {.padding = 3}},
                                   {.w = {.padding = 1, .transpose = true}, .y = {.padding = 1, .transpose = true}},
                                   {.y = {.step = 2}, .b = {.step = 2}},
                                   {.y = {.transpose = true}, .b = {.step = 5}}};
  auto const check = [](Sizes const& s, Places const& p) {
    SCOPED_TRACE(::testing::Message() << s << ", " << p);
    LinearOperands<T, typename TypeParam::Exec> operands(s, p);
    auto const values = random_values<T>(s);
    values.put_into(operands);
    auto const number = random_number<wide_t<T>>(4, 0);
    TestFixture::check(operands, values, number, number);
  };
  for (Sizes const& s : {Sizes{1, 1, 1}, Sizes{65, 63, 67}, Sizes{1027, 3, 2}, Sizes{3, 5, 0}}) check(s, {});
  for (Sizes const& s : {Sizes{5, 7, 3}, Sizes{33, 64, 17}, Sizes{2, 1027, 5}})
    for (Places const& p : places) check(s, p);
}

// Values are converted to the arithmetic type first; a View is read when the kernel runs.
TYPED_TEST_P(LinearResidual, Scalars) {
  using T    = typename TypeParam::Value;
  using Wide = wide_t<T>;
  using Part = part_t<T>;
  Sizes const s{17, 33, 9};
  LinearOperands<T, typename TypeParam::Exec> operands(s);
  auto const values = random_values<T>(s);
  values.put_into(operands);

  this->check(operands, values, 0.1, static_cast<Part>(0.1));
  this->check(operands, values, 3, Part(3));
  this->check_stored(operands, values, random_number<Wide>(5, 0));
  this->check_stored(operands, values, random_number<Part>(5, 1));
  if constexpr (is_complex<T>) this->check(operands, values, std::complex<Part>(0, 1), T(0, 1));
}

// t is whatever the bias says: IEEE arithmetic for every t and every s, no shortcut for 0 and 1.
TYPED_TEST_P(LinearResidual, SpecialValues) {
  using T              = typename TypeParam::Value;
  using Part           = part_t<T>;
  Part const nan       = std::numeric_limits<Part>::quiet_NaN();
  Part const infinity  = std::numeric_limits<Part>::infinity();
  Part const subnormal = std::numeric_limits<Part>::denorm_min();
  Part const largest   = static_cast<Part>(is_half<T> ? 65504 : std::numeric_limits<Part>::max());
  Sizes const s{5, 4 * vector_of<T> + 10, 2};
  auto values = constant_values(s, small<T>(0), small<T>(1));
  std::vector<Part> const specials{nan,       infinity, -infinity, Part(-0.0), Part(0),
                                   subnormal, largest,  -largest,  Part(1)};
  for (std::size_t j = 0; j < values.b.size(); ++j) {
    values.b[j] = static_cast<T>(specials[j % specials.size()]);
    if constexpr (is_complex<T>) values.b[j].imag() = specials[(j + 1 + j / specials.size()) % specials.size()];
  }
  LinearOperands<T, typename TypeParam::Exec> operands(s);
  values.put_into(operands);
  for (Part const number : {Part(0), Part(-0.0), Part(1), Part(-1), nan, infinity, largest}) {
    this->check(operands, values, number, number);
    if constexpr (is_complex<T>) this->check(operands, values, T(number, Part(-0.0)), T(number, Part(-0.0)));
  }
}

// A factor 1+s on the product alone would leave the bias out.
TYPED_TEST_P(LinearResidual, TheBiasIsScaledToo) {
  using T    = typename TypeParam::Value;
  using Exec = typename TypeParam::Exec;
  Sizes const s{64, 32, 32};
  LinearOperands<T, Exec> operands(s);
  for (Rounding const rounding : all_roundings) {
    auto values = constant_values(s, small<T>(0), small<T>(-7));
    values.put_into(operands);
    linear_scaled_residual(Exec(), operands.x.view(), operands.w.view(), operands.b.view(), small<T>(3),
                           operands.y.view(), {rounding});
    std::vector<T> expected;
    for (std::int64_t n = 0; n < s.m * s.n; ++n) expected.push_back(small<T>(4 * static_cast<int>(n % s.n)));
    ASSERT_TRUE(holds(operands.y, expected)) << rounding;

    constant_values(s, small<T>(1), small<T>(1)).put_into(operands);
    linear_scaled_residual(Exec(), operands.x.view(), operands.w.view(), no_bias, small<T>(3), operands.y.view(),
                           {rounding});
    ASSERT_TRUE(holds(operands.y, std::vector<T>(s.m * s.n, small<T>(128)))) << rounding;
  }
}

REGISTER_TYPED_TEST_SUITE_P(LinearResidual, Placements, Scalars, SpecialValues, TheBiasIsScaledToo);

}  // namespace aril::test

#endif
