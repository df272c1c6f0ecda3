// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <aril/linear.hpp>

#include "support/long_sum.hpp"

/// \file
/// Every precision tier against its documented bound, for every layout and for values that a tier might lose. On hosts
/// all tiers are `ieee`, whose results are within every bound.

namespace aril::test {
namespace {

constexpr Precision tiers[] = {Precision::ieee, Precision::tf32, Precision::split_bf16, Precision::split_fp16};

/// c(K) of |Y - X W^T| <= c |X| |W|^T + a, as precision.hpp states it.
double relative_bound(Precision tier, std::int64_t inputs) {
  auto const k     = static_cast<double>(inputs);
  double const u   = std::ldexp(1.0, -24);
  auto const steps = [&](double most, double step) { return std::ldexp(std::ceil(std::min(k, most) / step), -21); };
  auto const sums  = [&](double length) { return std::ldexp(std::ceil(k / length), -23); };
  switch (tier) {
    case Precision::ieee: return k * u / (1 - k * u);
    case Precision::tf32: return std::ldexp(1.0, -9) + steps(k, 8);
    case Precision::split_bf16: return std::ldexp(3.0, -16) + steps(4096, 16) + std::ldexp(k, -31) + sums(4096);
    case Precision::split_fp16: return std::ldexp(3.0, -22) + steps(2048, 16) + std::ldexp(k, -34) + sums(2048);
  }
  return 0;
}

/// |y - sum_k x(k) w(k)| as a share of the tier's bound.
double share_of_bound(Precision tier, float y, float const* x, float const* w, std::int64_t inputs) {
  LongSum exact;
  double magnitude = 0, sum_x = 0, sum_w = 0, largest_x = 0, largest_w = 0;
  for (std::int64_t k = 0; k < inputs; ++k) {
    double const a = std::abs(x[k]), b = std::abs(w[k]);
    exact.add_product(x[k], w[k]);
    magnitude += a * b;
    sum_x += a;
    sum_w += b;
    largest_x = std::max(largest_x, a);
    largest_w = std::max(largest_w, b);
  }
  double bound = relative_bound(tier, inputs) * magnitude * (1 + 1e-9) + std::ldexp(static_cast<double>(inputs), -149);
  if (tier == Precision::tf32) bound += std::ldexp(sum_x + sum_w, -136);
  if (tier == Precision::split_bf16) bound += std::ldexp(sum_x + sum_w, -133);
  if (tier == Precision::split_fp16) bound += std::ldexp(static_cast<double>(inputs) * largest_x * largest_w, -38);
  double const error = std::abs(exact.distance_to(y));
  return error == 0 ? 0 : error / bound;
}

template <class C>
class LinearTiers : public ::testing::Test {
 public:
  using Exec                      = typename C::Exec;
  using Operands                  = LinearOperands<float, Exec>;
  using Layer                     = Linear<float, Exec>;
  static constexpr bool on_device = !std::is_same_v<typename Exec::memory_space, Kokkos::HostSpace>;

  static Layer layer(Operands const& operands, Precision tier) {
    return Layer(Exec(), operands.w.view(), no_bias, {.precision = tier});
  }

  static std::vector<float> product(Operands& operands, Precision tier) {
    operands.y.fill_stale();
    layer(operands, tier).apply(Exec(), operands.x.view(), operands.y.view());
    return operands.y.elements();
  }

  /// The largest share of the bound over some 300 elements of a product.
  static double worst_share(Precision tier, Sizes const& s, LinearValues<float> const& values,
                            std::vector<float> const& y) {
    double worst            = 0;
    std::int64_t const step = s.m * s.n / 300 + 1;
    for (std::int64_t n = 0; n < s.m * s.n; n += step) {
      double const share =
          share_of_bound(tier, y[n], values.x.data() + n / s.n * s.k, values.w.data() + n % s.n * s.k, s.k);
      if (!(share <= 1)) return std::numeric_limits<double>::infinity();  // also for NaN
      worst = std::max(worst, share);
    }
    return worst;
  }

  static void check(Sizes const& s, LinearValues<float> const& values, Places const& places = {}) {
    Operands operands(s, places);
    values.put_into(operands);
    for (Precision const tier : tiers) {
      auto const y = product(operands, tier);
      ASSERT_LE(worst_share(tier, s, values, y), 1) << tier << ", " << s << ", " << places;
      ASSERT_TRUE(holds(operands.y, y)) << "something else was written: " << tier << ", " << s << ", " << places;
      ASSERT_TRUE(holds(operands.x, values.x)) << tier;
      ASSERT_TRUE(holds(operands.w, values.w)) << tier;
    }
  }

  static LinearValues<float> values_of(Data data, Sizes const& s) {
    return {numbers_of<float>(data, 1, s.m, s.k), numbers_of<float>(data, 2, s.n, s.k), std::vector<float>(s.n, 0)};
  }
};
TYPED_TEST_SUITE(LinearTiers, Cases<List<float>>, CaseName);

constexpr Data all_data[] = {Data::random, Data::alternating_signs, Data::one_large_row, Data::wide_range};

TYPED_TEST(LinearTiers, Bound) {
  for (Sizes const& s :
       {Sizes{1, 1, 1}, Sizes{3, 5, 7}, Sizes{17, 16, 8}, Sizes{33, 7, 9}, Sizes{64, 65, 63}, Sizes{129, 33, 128},
        Sizes{1, 257, 65}, Sizes{127, 1, 64}, Sizes{65, 63, 257}, Sizes{1, 64, 1}, Sizes{2, 65, 7}, Sizes{17, 64, 8},
        Sizes{33, 127, 9}, Sizes{129, 128, 128}, Sizes{64, 66, 257}})
    for (Data const data : all_data) this->check(s, this->values_of(data, s));
}

TYPED_TEST(LinearTiers, BoundOfLongSums) {
  for (std::int64_t const k : {1021, 2047, 4096, 4097, 16384})
    for (Data const data : all_data) {
      Sizes const s{17, 65, k};
      this->check(s, this->values_of(data, s));
    }
}

// Floats on CUDA have a kernel for few rows; every tier may take it.
TYPED_TEST(LinearTiers, BoundOfFewRows) {
  for (Sizes const& s : {Sizes{1, 130, 4096}, Sizes{3, 65, 16384}, Sizes{16, 64, 1024}, Sizes{65, 12, 4096}})
    for (Data const data : all_data) this->check(s, this->values_of(data, s));
}

// More rows than a workspace has room for.
TYPED_TEST(LinearTiers, BlocksOfRows) {
  Sizes const s{1100, 65, 10923};
  auto const values = this->values_of(Data::random, s);
  this->check(s, values);
  this->check(s, values, {.x = {.transpose = true}, .y = {.transpose = true}});
}

// Any mix of layouts, rows apart, addresses off, no unit stride.
TYPED_TEST(LinearTiers, Layouts) {
  Sizes const s{37, 71, 43};
  auto const values = random_values<float>(s);
  for (bool const x : {false, true})
    for (bool const w : {false, true})
      for (bool const y : {false, true})
        for (int const padding : {0, 3})
          this->check(s, values,
                      {.x = {.offset = padding, .padding = padding, .transpose = x},
                       .w = {.offset = 2 * padding, .padding = 2 * padding, .transpose = w},
                       .y = {.offset = padding, .padding = padding, .transpose = y}});
  this->check(s, values, {.x = {.step = 2}});
  this->check(s, values, {.w = {.step = 3, .transpose = true}});
  this->check(s, values, {.y = {.step = 2}});
}

// A tier that lost products, or bits of 1, gives less than K.
TYPED_TEST(LinearTiers, OnesSumToTheirCount) {
  std::vector<std::int64_t> const ks =
      this->on_device ? std::vector<std::int64_t>{4099, 8191, 20011, 65003} : std::vector<std::int64_t>{4099};
  for (std::int64_t const k : ks)
    for (Sizes const& s : {Sizes{1, 64, k}, Sizes{16, 128, k}, Sizes{64, 10, k}, Sizes{128, 64, k}}) {
      typename TestFixture::Operands operands(s);
      constant_values<float>(s, 1, 1).put_into(operands);
      for (Precision const tier : tiers)
        ASSERT_EQ(this->product(operands, tier), std::vector<float>(s.m * s.n, static_cast<float>(k))) << tier << s;
    }
}

// K = 0 gives the bias in every tier; a batch of none writes nothing.
TYPED_TEST(LinearTiers, EmptySums) {
  using Exec = typename TypeParam::Exec;
  for (Sizes const& s : {Sizes{5, 7, 0}, Sizes{0, 7, 5}, Sizes{5, 0, 7}}) {
    typename TestFixture::Operands operands(s);
    auto const values = digit_values<float>(s);
    for (Precision const tier : tiers) {
      values.put_into(operands);
      Linear<float, Exec> const layer(Exec(), operands.w.view(), operands.b.view(), {.precision = tier});
      layer.apply(Exec(), operands.x.view(), operands.y.view());
      ASSERT_TRUE(holds(operands.y, narrowed<float>(biased(exact_product(s, values), values.b)))) << tier << ", " << s;
    }
  }
}

// Infinities, NaN, the largest and the smallest numbers: right, beside rows that are ordinary.
TYPED_TEST(LinearTiers, ValuesThatSixteenBitsCannotHold) {
  float const infinity = std::numeric_limits<float>::infinity();
  float const values[] = {infinity,
                          -infinity,
                          3.4e38f,
                          std::numeric_limits<float>::max(),
                          std::numeric_limits<float>::quiet_NaN(),
                          1e-39f,
                          std::numeric_limits<float>::denorm_min()};
  for (bool const in_x : {true, false})
    for (float const rest : {0.0f, 1.0f}) {
      Sizes const s{9, 70, 16};
      auto all = constant_values<float>(s, in_x ? rest : 0.0f, in_x ? 0.0f : rest);
      // Row i of one operand starts with values[i] and goes on with `rest`, the other is 1 there and 0 elsewhere.
      auto& special = in_x ? all.x : all.w;
      auto& unit    = in_x ? all.w : all.x;
      for (std::int64_t i = 0; i < (in_x ? s.n : s.m); ++i) unit[i * s.k] = 1;
      for (std::size_t i = 0; i < std::size(values); ++i) special[i * s.k] = values[i];
      typename TestFixture::Operands operands(s);
      all.put_into(operands);
      for (Precision const tier : {Precision::ieee, Precision::split_bf16, Precision::split_fp16}) {
        auto const y = this->product(operands, tier);
        for (std::int64_t i = 0; i < s.m; ++i)
          for (std::int64_t j = 0; j < s.n; ++j) {
            std::size_t const row = in_x ? i : j;
            float expected        = row < std::size(values) ? values[row] : rest;
            float const got       = y[i * s.n + j];
            // Half precision has one power of two for a row: beside ones, the smallest are lost.
            if (tier == Precision::split_fp16 && rest == 1 && row >= 5 && row < std::size(values))
              ASSERT_NEAR(got, 0, 1e-10) << tier << ", row " << row;
            else if (tier == Precision::split_bf16 && rest == 1 && row >= 5 && row < std::size(values))
              ASSERT_NEAR(got, expected, 0x1p-132) << tier << ", row " << row;
            else if (std::isinf(expected) || std::isnan(expected) || tier == Precision::ieee)
              ASSERT_TRUE(same(got, expected)) << tier << ", row " << row << ": " << got;
            else
              ASSERT_NEAR(got, expected, std::abs(expected) * 1e-4) << tier << ", row " << row << ", rest " << rest;
          }
      }
    }
}

// The same in several blocks of rows, each with a list of its own of the rows that parts cannot stand for.
TYPED_TEST(LinearTiers, ValuesThatSixteenBitsCannotHoldInBlocksOfRows) {
  float const infinity = std::numeric_limits<float>::infinity();
  Sizes const s{1100, 65, 10923};
  auto all = constant_values<float>(s, 0.0f, 1.0f);
  for (std::int64_t i = 0; i < s.m; ++i) all.x[i * s.k] = static_cast<float>(i);
  std::vector<std::int64_t> const rows{0, 1, 255, 511, 512, 513, 700, 701, 1024, 1099};
  for (std::int64_t const i : rows) all.x[i * s.k] = i % 2 == 0 ? infinity : -infinity;
  typename TestFixture::Operands operands(s);
  all.put_into(operands);
  for (Precision const tier : tiers)
    for (int repetition = 0; repetition < 2; ++repetition) {
      auto const y = this->product(operands, tier);
      for (std::int64_t i = 0; i < s.m; ++i)
        for (std::int64_t j = 0; j < s.n; ++j)
          ASSERT_EQ(y[i * s.n + j], all.x[i * s.k]) << tier << ", row " << i << ", column " << j;
    }
}

// Which of the tiers sees how many bits: 1024.5 needs 12, 1 + 2^-23 all of them.
TYPED_TEST(LinearTiers, BitsOfTheOperands) {
  Sizes const s{64, 64, 256};
  auto spike = constant_values<float>(s, 0, 0);
  for (std::int64_t i = 0; i < s.m; ++i) spike.x[i * s.k] = 1024.5f;
  for (std::int64_t j = 0; j < s.n; ++j) spike.w[j * s.k] = 1;
  typename TestFixture::Operands operands(s);
  spike.put_into(operands);
  for (Precision const tier : {Precision::ieee, Precision::split_bf16, Precision::split_fp16})
    ASSERT_EQ(this->product(operands, tier), std::vector<float>(s.m * s.n, 1024.5f)) << tier;

  float const x = 1 + 0x1p-11f + 0x1p-12f;
  constant_values<float>(s, x, 1).put_into(operands);
  for (Precision const tier : {Precision::ieee, Precision::split_bf16, Precision::split_fp16})
    ASSERT_EQ(this->product(operands, tier), std::vector<float>(s.m * s.n, 256 * x)) << tier;
  if (!this->on_device) return;
  // TF32: rounded to nearest 1 + 2^-10, as precision.hpp says.
  ASSERT_EQ(this->product(operands, Precision::tf32), std::vector<float>(s.m * s.n, 256.25f));
}

// Rows of X and of W from 10^-12 to 10^12: each as good as if it were alone.
TYPED_TEST(LinearTiers, HalfPrecisionFollowsEachRowsMagnitude) {
  Sizes const s{25, 75, 1000};
  auto values = random_values<float>(s);
  for (std::int64_t i = 0; i < s.m; ++i)
    for (std::int64_t k = 0; k < s.k; ++k) values.x[i * s.k + k] *= static_cast<float>(std::pow(10.0, i - 12));
  for (std::int64_t j = 0; j < s.n; ++j)
    for (std::int64_t k = 0; k < s.k; ++k) values.w[j * s.k + k] *= static_cast<float>(std::pow(10.0, 12 - j * 7 % 25));
  typename TestFixture::Operands operands(s);
  values.put_into(operands);
  auto const error_of = [&](Precision tier) {
    auto const y = this->product(operands, tier);
    double total = 0;
    for (std::int64_t n = 0; n < s.m * s.n; ++n) {
      LongSum exact;
      double size = 0;
      for (std::int64_t k = 0; k < s.k; ++k) {
        float const a = values.x[n / s.n * s.k + k], b = values.w[n % s.n * s.k + k];
        exact.add_product(a, b);
        size += static_cast<double>(a) * a * b * b;
      }
      double const error = exact.distance_to(y[n]);
      total += error * error / size;
    }
    return std::sqrt(total);
  };
  EXPECT_LE(error_of(Precision::split_fp16), 3 * error_of(Precision::ieee));
}

// The factor belongs to the bias, too, wherever the product's library puts it.
TYPED_TEST(LinearTiers, TheResidualTakesTheBiasAlong) {
  using Exec = typename TypeParam::Exec;
  Sizes const s{64, 72, 32};
  for (bool const transposed : {false, true}) {
    typename TestFixture::Operands operands(s, {.y = {.transpose = transposed}});
    for (Precision const tier : tiers)
      for (Rounding const rounding : {Rounding::separate, Rounding::fused, Rounding::factored}) {
        SCOPED_TRACE(::testing::Message() << tier << ", " << rounding << ", " << transposed);
        LayerOptions<float> const options{.residual_scale = 3.0f, .rounding = rounding, .precision = tier};
        auto values = constant_values<float>(s, 0, 2);
        std::vector<float> expected;
        for (std::int64_t n = 0; n < s.m * s.n; ++n) expected.push_back(4 * values.b[n % s.n]);
        values.put_into(operands);
        Linear<float, Exec>(Exec(), operands.w.view(), operands.b.view(), options)
            .apply(Exec(), operands.x.view(), operands.y.view());
        ASSERT_TRUE(holds(operands.y, expected));

        constant_values<float>(s, 1, 1).put_into(operands);
        Linear<float, Exec>(Exec(), operands.w.view(), no_bias, options)
            .apply(Exec(), operands.x.view(), operands.y.view());
        ASSERT_TRUE(holds(operands.y, std::vector<float>(s.m * s.n, 4 * 32)));
        operands.y.fill_stale();
        linear_scaled_residual(Exec(), operands.x.view(), operands.w.view(), operands.b.view(), 3, operands.y.view(),
                               {rounding, tier});
        for (std::int64_t n = 0; n < s.m * s.n; ++n) expected[n] = 4 * (32 + values.b[n % s.n]);
        ASSERT_TRUE(holds(operands.y, expected));
      }
  }
}

// s = -1 makes the factor 0, which must not hide what is no number; an infinite factor meets the sum, not its parts.
TYPED_TEST(LinearTiers, FactorsThatCannotBeMovedIntoTheProduct) {
  using Exec = typename TypeParam::Exec;
  Sizes const s{5, 64, 16};
  float const infinity = std::numeric_limits<float>::infinity();
  auto values          = constant_values<float>(s, 1, 1);
  values.x[0]          = std::numeric_limits<float>::quiet_NaN();
  values.b.assign(s.n, -20);  // 16 - 20 < 0: the factor's sign has to meet the sum's
  typename TestFixture::Operands operands(s);
  for (Precision const tier : tiers)
    for (float const scale : {-1.0f, infinity}) {
      values.put_into(operands);
      Linear<float, Exec> const layer(Exec(), operands.w.view(), operands.b.view(),
                                      {.residual_scale = scale, .rounding = Rounding::factored, .precision = tier});
      layer.apply(Exec(), operands.x.view(), operands.y.view());
      std::vector<float> expected(s.m * s.n, scale == -1 ? -0.0f : -infinity);
      std::fill_n(expected.begin(), s.n, std::numeric_limits<float>::quiet_NaN());
      ASSERT_TRUE(holds(operands.y, expected)) << tier << ", s = " << scale;
    }
}

// The functions without preparation give what the layer gives.
TYPED_TEST(LinearTiers, FunctionsAgreeWithTheLayer) {
  using Exec = typename TypeParam::Exec;
  Sizes const s{65, 70, 129};
  typename TestFixture::Operands operands(s);
  random_values<float>(s).put_into(operands);
  for (Precision const tier : tiers) {
    auto const expected = this->product(operands, tier);
    operands.y.fill_stale();
    linear(Exec(), operands.x.view(), operands.w.view(), no_bias, operands.y.view(), tier);
    ASSERT_TRUE(holds(operands.y, expected)) << tier;
  }
}

// Tiers are for floats; other types are computed as exactly as ever.
TYPED_TEST(LinearTiers, OtherTypesIgnoreThem) {
  using Exec = typename TypeParam::Exec;
  Sizes const s{17, 9, 33};
  LinearOperands<double, Exec> operands(s);
  auto values = random_values<double>(s);
  values.put_into(operands);
  linear(Exec(), operands.x.view(), operands.w.view(), no_bias, operands.y.view());
  auto const expected = operands.y.elements();
  for (Precision const tier : tiers) {
    operands.y.fill_stale();
    linear(Exec(), operands.x.view(), operands.w.view(), no_bias, operands.y.view(), tier);
    ASSERT_TRUE(holds(operands.y, expected)) << tier;
  }
}

}  // namespace
}  // namespace aril::test
