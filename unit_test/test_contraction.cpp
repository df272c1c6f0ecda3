// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "contraction_unit.hpp"
#include "support/oracle.hpp"

// The bits of the operations are the oracle's, whatever the flags of the calling unit; linked with the unit once for
// each set of flags. Every set lets the compiler fuse y*s + y.

namespace aril::test {
namespace {

// Beyond what any loop does before and after its vectors, and more than one run of a host thread.
constexpr std::int64_t length = 100003;

// A unit for AVX2 cannot run everywhere.
bool unit_can_run() {
#if defined(__x86_64__) && defined(__GNUC__)
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#else
  return true;
#endif
}

template <class T_, class S_ = T_>
struct Types {
  using T    = T_;
  using S    = S_;
  using Unit = ElementwiseUnit<T, S>;
};

template <class Case>
class Contraction : public ::testing::Test {
 protected:
  using T = typename Case::T;
  using S = typename Case::S;

  void SetUp() override {
    if (!unit_can_run()) GTEST_SKIP() << "this CPU has no AVX2 and FMA, which the tested unit is compiled for";
  }

  static std::vector<T> numbers(std::uint64_t seed, std::int64_t count) {
    std::vector<T> values(count);
    for (std::int64_t n = 0; n < count; ++n) values[n] = random_number<T>(seed, n);
    return values;
  }

  S const s              = random_number<S>(1, 0);
  std::vector<T> const y = numbers(2, length);
};

using HalfCase = std::conditional_t<have_half, List<Types<Half, float>>, List<>>;
using AllCases =
    join_t<List<Types<float>, Types<double>, Types<Kokkos::complex<float>>, Types<Kokkos::complex<double>, double>>,
           HalfCase>;
TYPED_TEST_SUITE(Contraction, typename detail::ToGoogleTest<AllCases>::type);

/// Is element n of every space's values equal to expected(n)?
template <class T, class G>
::testing::AssertionResult all_hold(std::vector<Result<T>> const& results, G const& expected) {
  for (auto const& result : results) {
    std::int64_t wrong = 0;
    std::string first;
    for (std::size_t n = 0; n < result.values.size(); ++n) {
      T const wanted = expected(static_cast<std::int64_t>(n));
      if (same(result.values[n], wanted)) continue;
      if (wrong++ == 0) first = text(result.values[n]) + ", expected " + text(wanted) + ", at " + std::to_string(n);
    }
    if (wrong != 0)
      return ::testing::AssertionFailure() << result.space << ": " << wrong << " wrong elements, first " << first;
  }
  return ::testing::AssertionSuccess();
}

constexpr Rounding roundings[] = {Rounding::separate, Rounding::fused, Rounding::factored};

TYPED_TEST(Contraction, ScaledResidual) {
  using T = typename TestFixture::T;
  for (Rounding const rounding : roundings)
    EXPECT_TRUE(all_hold(TypeParam::Unit::scaled_residual(rounding, this->s, this->y), [&](std::int64_t n) {
      return residual<T>(rounding, this->s, this->y[n]);
    })) << rounding;
}

TYPED_TEST(Contraction, Scale) {
  using T = typename TestFixture::T;
  EXPECT_TRUE(all_hold(TypeParam::Unit::scale(this->s, this->y),
                       [&](std::int64_t n) { return scaled<T>(this->s, this->y[n]); }));
}

TYPED_TEST(Contraction, ScaleRows) {
  using T                 = typename TestFixture::T;
  std::int64_t const rows = 37, columns = 1021;
  auto const d = this->numbers(3, rows);
  auto const b = this->numbers(4, rows * columns);
  EXPECT_TRUE(all_hold(TypeParam::Unit::scale_rows(d, b),
                       [&](std::int64_t n) { return narrowed<T>(times(widened(d[n / columns]), widened(b[n]))); }));
}

template <class Case>
class LinearContraction : public Contraction<Case> {};
using LinearCases = join_t<List<Types<float>, Types<Kokkos::complex<float>>>, HalfCase>;
TYPED_TEST_SUITE(LinearContraction, typename detail::ToGoogleTest<LinearCases>::type);

TYPED_TEST(LinearContraction, Tail) {
  using T                 = typename TestFixture::T;
  using S                 = typename TestFixture::S;
  std::int64_t const rows = 61, columns = 263;
  auto const x = this->numbers(5, rows), b = this->numbers(6, columns);
  for (Rounding const rounding : roundings)
    EXPECT_TRUE(all_hold(LinearUnit<T, S>::linear_scaled_residual(rounding, this->s, x, b), [&](std::int64_t n) {
      auto const t = plus(widened(x[n / columns]), widened(b[n % columns]));
      return narrowed<T>(residual(rounding, this->s, t));
    })) << rounding;
}

TYPED_TEST(Contraction, SpecialValues) {
  using T      = typename TestFixture::T;
  using R      = decltype(widened(std::declval<T>()));
  using Limits = std::numeric_limits<float>;
  std::vector<T> y;
  for (float const x :
       {0.0f, 1.0f, Limits::infinity(), Limits::quiet_NaN(), Limits::denorm_min(), Limits::min() * 1.5f})
    for (int n = 0; n < 50; ++n) {
      y.push_back(narrowed<T>(R(x)));
      y.push_back(narrowed<T>(R(-x)));
    }
  for (Rounding const rounding : roundings)
    for (auto const s : {small<typename TestFixture::S>(0), small<typename TestFixture::S>(-1), this->s})
      EXPECT_TRUE(all_hold(TypeParam::Unit::scaled_residual(rounding, s, y),
                           [&](std::int64_t n) { return residual<T>(rounding, s, y[n]); }))
          << rounding << ' ' << text(s);
}

// Otherwise these tests would prove nothing: the data must tell one rounding from two, and the unit's flags must have
// the compiler fuse what it may.
TYPED_TEST(Contraction, WouldShow) {
  using T = typename TestFixture::T;
  if (sizeof(T) == 2) GTEST_SKIP() << "in 16 bits one rounding in float and two give the same";
#ifdef __SANITIZE_ADDRESS__
  GTEST_SKIP() << "the sanitizers' checks stand between the product and the sum of the unit's own loop";
#endif
  auto const own = TypeParam::Unit::own_loop(this->s, this->y);
  int distinct = 0, changed = 0;
  for (std::int64_t n = 0; n < length; ++n) {
    T const separate = residual<T>(Rounding::separate, this->s, this->y[n]);
    distinct += !same(separate, residual<T>(Rounding::fused, this->s, this->y[n]));
    changed += !same(separate, own[n]);
  }
  EXPECT_GT(distinct, length / 20);
  EXPECT_GT(changed, length / 20);
}

}  // namespace
}  // namespace aril::test
