// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <aril/configuration.hpp>
#include <aril/residual.hpp>
#include <aril/scale.hpp>
#include <aril/transform.hpp>
#include <aril/version.hpp>
#include <sstream>

#include "support/matchers.hpp"
#include "support/oracle.hpp"

/// \file
/// Calls as they stand in real programs: from private members, generic lambdas and `if constexpr`, with const Views and
/// element types of an anonymous namespace, with and without an execution space instance.

namespace aril::test {
namespace {

template <class C>
class Usage : public ::testing::Test {
 public:
  using Exec   = typename C::Exec;
  using Vector = Operand<float*, Kokkos::LayoutRight, Exec>;
  using Matrix = Operand<float**, Kokkos::LayoutRight, Exec>;
};
using FloatCases = Cases<List<float>, List<Kokkos::LayoutRight>, ExecutionSpaces>;  // on the host of a CUDA build too
TYPED_TEST_SUITE(Usage, FloatCases, CaseName);

struct AddProduct {
  KOKKOS_FUNCTION float operator()(float x, float y, float z) const { return x + y * z; }
};

/// A caller whose calls are all in private member functions.
template <class Exec>
class Solver {
 public:
  using Matrix = Operand<float**, Kokkos::LayoutRight, Exec>;
  using Vector = Operand<float*, Kokkos::LayoutRight, Exec>;

  Solver() {
    b_.fill(std::vector<float>(15, 2));
    d_.fill({1, 2, 3});
    e_.fill({1, 2, 3, 4, 5});
  }

  void check() {
    run();
    std::vector<float> expected;
    for (int i = 1; i <= 3; ++i)
      for (int j = 1; j <= 5; ++j) {
        int const product = 3 * 2 * i * j;
        expected.push_back(static_cast<float>(product + product * 1 + i * j));
      }
    expect_holds(c_, expected, "C");
  }

 private:
  void run() {
    scale(exec_, 3, b_.view(), c_.view());
    scale_rows(exec_, d_.view(), c_.view(), c_.view());
    scale_columns(exec_, e_.view(), c_.view(), c_.view());
    scaled_residual(exec_, 1, c_.view(), c_.view());
    transform(exec_, inputs(c_.view(), per_row(d_.view()), per_column(e_.view())), c_.view(), AddProduct());
  }

  Exec exec_;
  Matrix b_{{3, 5}}, c_{{3, 5}};
  Vector d_{{3}}, e_{{5}};
};

TYPED_TEST(Usage, PrivateMemberFunction) { Solver<typename TypeParam::Exec>().check(); }

TYPED_TEST(Usage, GenericLambda) {
  typename TestFixture::Vector a({5}), c({5});
  a.fill({1, 2, 3, 4, 5});
  auto const twice = [](auto const& exec, auto const& from, auto const& to) { scale(exec, 2, from, to); };

  twice(typename TestFixture::Exec(), a.view(), c.view());

  expect_holds(c, {2, 4, 6, 8, 10}, "C");
}

template <bool rows, class Exec, class D, class B>
void scale_either(Exec const& exec, D const& d, B const& b) {
  if constexpr (rows)
    scale_rows(exec, d, b, b);
  else
    scale_columns(exec, d, b, b);
}

TYPED_TEST(Usage, IfConstexpr) {
  typename TestFixture::Matrix b({2, 2});
  typename TestFixture::Vector d({2});
  b.fill({1, 1, 1, 1});
  d.fill({2, 3});

  scale_either<true>(typename TestFixture::Exec(), d.view(), b.view());
  scale_either<false>(typename TestFixture::Exec(), d.view(), b.view());

  expect_holds(b, {4, 6, 6, 9}, "B");
}

/// Three floats: neither a number nor of a size that a vector access has.
struct Velocity {
  float x, y, z;
};

struct Advance {
  float step;
  KOKKOS_FUNCTION Velocity operator()(Velocity const& v, float mass) const {
    return {v.x + step / mass, v.y - step / mass, v.z};
  }
};

TYPED_TEST(Usage, ElementTypeOfAnonymousNamespace) {
  using Exec = typename TestFixture::Exec;
  Kokkos::View<Velocity*, Exec> const v("v", 1001);
  typename TestFixture::Vector mass({1001}, {.offset = 1});
  auto const host = Kokkos::create_mirror_view(v);
  for (int i = 0; i < 1001; ++i) host(i) = {1.0f * i, 2.0f * i, 3.0f * i};
  Kokkos::deep_copy(v, host);
  mass.fill(std::vector<float>(1001, 4));

  transform(Exec(), inputs(v, mass.view()), v, Advance{8});

  Kokkos::deep_copy(host, v);
  for (int i = 0; i < 1001; ++i) {
    ASSERT_EQ(host(i).x, 1.0f * i + 2);
    ASSERT_EQ(host(i).y, 2.0f * i - 2);
    ASSERT_EQ(host(i).z, 3.0f * i);
  }
}

/// A public member function and a function template may hold the lambda itself; so may no TEST, whose body is private.
template <class Exec>
struct Smoother {
  float weight;

  void apply(Operand<float*, Kokkos::LayoutRight, Exec>& a) const {
    float const w = weight;
    transform(
        Exec(), inputs(a.view()), a.view(), KOKKOS_LAMBDA(float x) { return w * x; });
  }
};

TYPED_TEST(Usage, LambdaInPublicMemberFunction) {
  typename TestFixture::Vector a({5});
  a.fill({1, 2, 3, 4, 5});

  Smoother<typename TestFixture::Exec>{0.5f}.apply(a);

  expect_holds(a, {0.5f, 1, 1.5f, 2, 2.5f}, "A");
}

// Inputs of const elements, const View objects, Views that are temporaries, other memory traits.
TYPED_TEST(Usage, ConstViews) {
  using Exec   = typename TestFixture::Exec;
  using Device = Kokkos::Device<Exec, typename Exec::memory_space>;
  typename TestFixture::Matrix b({3, 5}), c({3, 5});
  typename TestFixture::Vector d({3});
  Operand<float, Kokkos::LayoutRight, Exec> s({});
  auto const input = small_numbers<float>(1, 15);
  b.fill(input);
  d.fill({1, 2, 3});
  s.fill({3});
  Kokkos::View<float const**, Kokkos::LayoutRight, Device> const const_b                       = b.view();
  Kokkos::View<float const*, Device, Kokkos::MemoryTraits<Kokkos::RandomAccess>> const const_d = d.view();
  Kokkos::View<float const, Device> const const_s                                              = s.view();
  auto const const_c                                                                           = c.view();

  scale(Exec(), const_s, const_b, const_c);
  expect_holds(c, scaled(3.0f, input), "scale");

  scale_rows(Exec(), const_d, const_b, const_c);
  expect_holds(c, rows_scaled({1, 2, 3}, input), "scale_rows");

  scaled_residual(Exec(), const_s, const_b, const_c);
  expect_holds(c, scaled(4.0f, input), "scaled_residual");

  transform(Exec(), inputs(const_b, per_row(const_d), scalar(const_s)), const_c, AddProduct());
  auto expected = input;
  for (std::size_t n = 0; n < expected.size(); ++n) expected[n] += static_cast<float>(3 * (n / 5 + 1));
  expect_holds(c, expected, "transform");

  scale(Exec(), 2, Kokkos::subview(b.view(), 1, Kokkos::ALL), Kokkos::subview(c.view(), 2, Kokkos::ALL));
  for (int j = 0; j < 5; ++j) expected[10 + j] = 2 * input[5 + j];
  expect_holds(c, expected, "temporary subviews");
}

// Without an instance each call goes to the output View's execution space.
TYPED_TEST(Usage, WithoutInstance) {
  typename TestFixture::Matrix b({3, 5}), c({3, 5});
  typename TestFixture::Vector d({3}), e({5});
  auto const input    = small_numbers<float>(1, 15);
  auto const rows     = small_numbers<float>(2, 3);
  auto const columns  = small_numbers<float>(3, 5);
  auto const expected = scaled(3.0f, input);
  b.fill(input);
  d.fill(rows);
  e.fill(columns);

  scale(3, b.view(), c.view());
  expect_holds(c, expected, "scale");

  scale_rows(d.view(), b.view(), c.view());
  expect_holds(c, rows_scaled(rows, input), "scale_rows");

  scale_columns(e.view(), b.view(), c.view());
  expect_holds(c, columns_scaled(columns, input), "scale_columns");

  scaled_residual(2, b.view(), c.view());
  expect_holds(c, expected, "scaled_residual");

  scaled_residual(0.1f, b.view(), c.view(), Rounding::factored);
  expect_holds(c, residual(Rounding::factored, 0.1f, input), "scaled_residual, factored");

  auto const in = inputs(b.view(), per_row(d.view()), per_column(e.view()));
  auto sums     = input;
  for (std::size_t n = 0; n < sums.size(); ++n) sums[n] += rows[n / 5] * columns[n % 5];
  transform(in, c.view(), AddProduct());
  expect_holds(c, sums, "transform");

  c.fill_stale();
  transform<Kernels::portable>(in, c.view(), AddProduct());
  expect_holds(c, sums, "portable transform");
}

/// Calls on one instance follow each other without a fence between them.
template <class Exec>
void check_instance(Exec const& exec) {
  Operand<float*, Kokkos::LayoutRight, Exec> a({100003}), c({100003});
  Operand<float, Kokkos::LayoutRight, Exec> s({});
  auto const input = small_numbers<float>(1, a.size());
  a.fill(input);
  s.fill({1});

  for (int k = 0; k < 10; ++k) {
    scale(exec, 2, s.view(), s.view());
    scale(exec, s.view(), a.view(), c.view());
    scale(exec, 0.5f, c.view(), a.view());
  }
  exec.fence();

  auto expected = input;
  for (float& x : expected) x *= std::ldexp(1.0f, 45);  // 2^(1+2+...+10) * 2^-10
  expect_holds(a, expected, "A");
}

TYPED_TEST(Usage, InstancePassed) {
  using Exec = typename TestFixture::Exec;
  Exec const named;
  check_instance(named);
  check_instance(Exec());
#ifdef KOKKOS_ENABLE_CUDA
  if constexpr (std::is_same_v<Exec, Kokkos::Cuda>) {
    cudaStream_t stream;
    ASSERT_EQ(cudaStreamCreate(&stream), cudaSuccess);
    check_instance(Kokkos::Cuda(stream));
    EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
  }
#endif
}

#ifdef KOKKOS_ENABLE_CUDA
// Any memory that the execution space can reach, several kinds of it in one call.
TEST(UsageCuda, MixedMemorySpaces) {
  Kokkos::View<float**, Kokkos::LayoutRight, Kokkos::CudaSpace> const b("B", 37, 65);
  Kokkos::View<float*, Kokkos::CudaUVMSpace> const d("d", 37);
  Kokkos::View<float**, Kokkos::LayoutRight, Kokkos::CudaHostPinnedSpace> const c("C", 37, 65);
  Kokkos::deep_copy(b, 2.0f);
  Kokkos::fence();
  for (int i = 0; i < 37; ++i) d(i) = static_cast<float>(i);

  scale_rows(Kokkos::Cuda(), d, b, c);
  Kokkos::fence();

  for (int i = 0; i < 37; ++i)
    for (int j = 0; j < 65; ++j) ASSERT_EQ(c(i, j), 2.0f * static_cast<float>(i));
}
#endif

TEST(Configuration, NamesVersionsAndSpaces) {
  std::ostringstream out;
  print_configuration(out);
  EXPECT_NE(out.str().find("Aril: " ARIL_VERSION_STRING "\n"), std::string::npos) << out.str();
  EXPECT_NE(out.str().find(Kokkos::DefaultExecutionSpace::name()), std::string::npos) << out.str();
  EXPECT_EQ(out.str().find("Kokkos: 0."), std::string::npos) << out.str();
}

}  // namespace
}  // namespace aril::test
