// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <aril/linear.hpp>

#include "support/linear.hpp"

/// \file
/// Only in CUDA builds: products with a few rows of X or of W, which have a kernel of their own.

namespace aril::test {
namespace {

using Operands = LinearOperands<float, Kokkos::Cuda>;

// Integers whose sums are exact in any order: what is wrong by one product shows.
void check(Sizes const& s, Places const& places = {}) {
  SCOPED_TRACE(::testing::Message() << s << ", " << places);
  auto const values  = digit_values<float>(s);
  auto const product = exact_product(s, values);
  Operands operands(s, places);
  values.put_into(operands);
  Kokkos::Cuda const exec;
  linear(exec, operands.x.view(), operands.w.view(), no_bias, operands.y.view());
  ASSERT_TRUE(holds(operands.y, product));
  operands.y.fill_stale();
  linear(exec, operands.x.view(), operands.w.view(), operands.b.view(), operands.y.view());
  ASSERT_TRUE(holds(operands.y, narrowed<float>(biased(product, values.b))));
  operands.y.fill_stale();
  Linear<float, Kokkos::Cuda> const layer(exec, operands.w.view(), operands.b.view(),
                                          {.residual_scale = 3.0f, .rounding = Rounding::factored});
  layer.apply(exec, operands.x.view(), operands.y.view());
  auto expected = biased(product, values.b);
  for (auto& y : expected) y *= 4;
  ASSERT_TRUE(holds(operands.y, narrowed<float>(expected)));
  ASSERT_TRUE(holds(operands.x, values.x));
  ASSERT_TRUE(holds(operands.w, values.w));
}

TEST(FewRows, EveryNumberOfFewRows) {
  for (std::int64_t few = 1; few <= 17; ++few)
    for (std::int64_t const inputs : {128, 1024, 1028}) {
      ASSERT_NO_FATAL_FAILURE(check({157, few, inputs}));
      ASSERT_NO_FATAL_FAILURE(check({few, 157, inputs}));
    }
}

TEST(FewRows, EveryNumberOfManyRows) {
  // From eight warps for the same rows to one.
  for (std::int64_t const many : {3, 4, 5, 7, 8, 9, 31, 32, 33, 63, 64, 65, 1001, 2501, 5003, 13001}) {
    ASSERT_NO_FATAL_FAILURE(check({many, 3, 1024}));
    ASSERT_NO_FATAL_FAILURE(check({10, many, 1024}));
  }
}

// With and without whole vectors at a row's end, in the kernel and in what takes over where rows are not aligned.
TEST(FewRows, EveryLengthOfSums) {
  for (std::int64_t const inputs : {127, 129, 130, 131, 132, 255, 257, 1023, 1025, 4095, 4100}) {
    int const to_whole_vectors = static_cast<int>((4 - inputs % 4) % 4);
    Placement const padded{.padding = to_whole_vectors};
    ASSERT_NO_FATAL_FAILURE(check({2, 130, inputs}, {.x = padded, .w = padded}));
    ASSERT_NO_FATAL_FAILURE(check({130, 12, inputs}, {.x = padded, .w = padded}));
    ASSERT_NO_FATAL_FAILURE(check({1, 130, inputs}, {.w = padded}));
    ASSERT_NO_FATAL_FAILURE(check({130, 5, inputs}));
  }
}

TEST(FewRows, AnyPlacement) {
  Sizes const s{70, 6, 256};
  for (int const offset : {0, 1, 2, 3, 4})
    for (bool const left : {false, true}) {
      ASSERT_NO_FATAL_FAILURE(check(s, {.x = {.offset = offset}, .y = {.transpose = left}}));
      ASSERT_NO_FATAL_FAILURE(check(s, {.w = {.offset = offset}, .y = {.offset = offset, .transpose = left}}));
      ASSERT_NO_FATAL_FAILURE(check(s, {.y = {.padding = offset, .transpose = left}, .b = {.offset = offset}}));
    }
  ASSERT_NO_FATAL_FAILURE(check(s, {.x = {.padding = 4}, .w = {.padding = 8}}));
  ASSERT_NO_FATAL_FAILURE(check(s, {.x = {.padding = 1}, .w = {.padding = 2}}));
  ASSERT_NO_FATAL_FAILURE(check(s, {.y = {.step = 3}, .b = {.step = 2}}));
  ASSERT_NO_FATAL_FAILURE(check(s, {.x = {.transpose = true}}));
  ASSERT_NO_FATAL_FAILURE(check(s, {.w = {.transpose = true}}));
}

// The kernel's own tail has the bits of the engine's pass, which a double scalar still takes.
TEST(FewRows, TheTailRoundsAsThePassDoes) {
  Kokkos::Cuda const exec;
  Kokkos::View<float, Kokkos::CudaSpace> const number("s");
  Kokkos::View<double, Kokkos::CudaSpace> const wide("s");
  Kokkos::deep_copy(number, 0.3f);
  Kokkos::deep_copy(wide, static_cast<double>(0.3f));
  for (Sizes const& s : {Sizes{300, 7, 1024}, Sizes{7, 300, 1024}}) {
    Operands operands(s, {.y = {.step = 2}, .b = {.step = 3}});
    random_values<float>(s).put_into(operands);
    auto const result = [&](auto const& b, auto const& scale, Rounding rounding) {
      operands.y.fill_stale();
      linear_scaled_residual(exec, operands.x.view(), operands.w.view(), b, scale, operands.y.view(), {rounding});
      return operands.y.elements();
    };
    for (Rounding const rounding : {Rounding::separate, Rounding::fused, Rounding::factored}) {
      auto const compare = [&](auto const& b) {
        auto const expected = result(b, wide, rounding);
        EXPECT_EQ(result(b, number, rounding), expected) << rounding << ", " << s;
        EXPECT_EQ(result(b, 0.3f, rounding), expected) << rounding << ", " << s;
      };
      compare(operands.b.view());
      compare(no_bias);
    }
  }
}

TEST(FewRows, SpecialValuesStayInTheirRows) {
  Sizes const s{50, 3, 512};
  float const infinity         = std::numeric_limits<float>::infinity();
  auto values                  = constant_values<float>(s, 1, 1);
  values.x[7 * s.k + 5]        = infinity;
  values.x[11 * s.k + s.k - 1] = std::numeric_limits<float>::quiet_NaN();
  values.x[13 * s.k]           = 0x1p-149f;
  for (std::int64_t k = 1; k < s.k; ++k) values.x[13 * s.k + k] = 0;
  Operands operands(s);
  values.put_into(operands);
  linear(Kokkos::Cuda(), operands.x.view(), operands.w.view(), no_bias, operands.y.view());
  auto const y = operands.y.elements();
  for (std::int64_t i = 0; i < s.m; ++i)
    for (std::int64_t j = 0; j < s.n; ++j) {
      float const got = y[i * s.n + j];
      if (i == 11)
        ASSERT_TRUE(std::isnan(got));
      else
        ASSERT_EQ(got, i == 7 ? infinity : i == 13 ? 0x1p-149f : 512.0f) << i;
    }
}

struct Given {
  std::int64_t m, n, k;
  Precision precision        = Precision::ieee;
  std::uintptr_t x_address   = 1 << 20;
  std::int64_t x_row_step    = k;
  std::int64_t w_column_step = 1;
};

/// On a GPU like the H200.
impl::cuda::FewRowsPlan plan(Given const& g) {
  return impl::cuda::plan_few_rows(
      g.precision, impl::Matrix{reinterpret_cast<void const*>(g.x_address), g.m, g.k, g.x_row_step, 1},
      impl::Matrix{reinterpret_cast<void const*>(std::uintptr_t{1} << 30), g.n, g.k, g.k, g.w_column_step}, 132);
}

TEST(FewRows, Plans) {
  using Plan = impl::cuda::FewRowsPlan;
  EXPECT_EQ(plan({16384, 10, 4096}), (Plan{.use = true, .few = 12, .parts = 1}));
  EXPECT_EQ(plan({1, 4096, 4096}), (Plan{.use = true, .few_of_x = true, .few = 1, .parts = 4}));
  EXPECT_EQ(plan({16, 4096, 4096}), (Plan{.use = true, .few_of_x = true, .few = 16, .parts = 2}));
  EXPECT_EQ(plan({5, 512, 4096}), (Plan{.use = true, .few_of_x = true, .few = 8, .parts = 8}));
  EXPECT_EQ(plan({17, 4096, 4096}), Plan{});
  EXPECT_EQ(plan({4096, 17, 4096}), Plan{});
}

TEST(FewRows, WhereTheLibraryIsFaster) {
  EXPECT_FALSE(plan({16384, 10, 124}).use);
  EXPECT_TRUE(plan({16384, 10, 512}).use);
  EXPECT_FALSE(plan({40000, 10, 508}).use);
  EXPECT_TRUE(plan({40000, 10, 512}).use);
  EXPECT_TRUE(plan({40000, 8, 508}).use);
  EXPECT_FALSE(plan({3, 5, 100000}).use);
  EXPECT_TRUE(plan({16384, 10, 4096, Precision::tf32}).use);
  EXPECT_FALSE(plan({16384, 16, 4096, Precision::tf32}).use);
  EXPECT_FALSE(plan({13, 4096, 4096, Precision::tf32}).use);
  EXPECT_TRUE(plan({16, 4096, 4096, Precision::split_fp16}).use);
}

TEST(FewRows, NotWhereATierPromisesMore) {
  EXPECT_TRUE(plan({16, 4096, 65536, Precision::split_fp16}).use);
  EXPECT_FALSE(plan({16, 4096, 65540, Precision::split_fp16}).use);
  EXPECT_TRUE(plan({16, 4096, 65540}).use);
}

TEST(FewRows, OnlyRowsOfWholeVectors) {
  EXPECT_EQ(plan({.m = 16384, .n = 10, .k = 4097}).use, false);
  EXPECT_EQ(plan({.m = 16384, .n = 10, .k = 4097, .x_row_step = 4100}).use, false);
  EXPECT_EQ(plan({.m = 1, .n = 4096, .k = 4096, .x_row_step = 4097}).use, true);
  EXPECT_EQ(plan({.m = 16384, .n = 10, .k = 4096, .x_address = 4}).use, false);
  EXPECT_EQ(plan({.m = 16384, .n = 10, .k = 4096, .w_column_step = 2}).use, false);
}

}  // namespace
}  // namespace aril::test
