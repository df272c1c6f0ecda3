// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <aril/residual.hpp>
#include <aril/scale.hpp>

#include "support/errors.hpp"

// Wrong calls: each throws its own type, says what is wrong with which operand, and has written nothing.

namespace aril::test {
namespace {

static_assert(std::is_base_of_v<std::invalid_argument, Error>);
static_assert(std::is_base_of_v<Error, ExtentMismatch> && std::is_base_of_v<Error, OverlapError>);
static_assert(std::is_base_of_v<Error, AliasedOutput> && std::is_base_of_v<Error, MisalignedPointer>);
static_assert(std::is_base_of_v<Error, NotInitialized>);
static_assert(std::is_base_of_v<std::runtime_error, LaunchError> && !std::is_base_of_v<Error, LaunchError>);

struct Sum {
  KOKKOS_FUNCTION float operator()(float x, float y) const { return x + y; }
};

template <class Exec>
class Errors : public ::testing::Test {
 protected:
  using Memory = typename Exec::memory_space;
  using V1     = Kokkos::View<float*, Memory>;
  using V2     = Kokkos::View<float**, Kokkos::LayoutRight, Memory>;

  // The output of wrong calls.
  Exec const exec{};
  V2 const c{"C", 3, 4};

  void TearDown() override {
    for (float const x : to_host(c)) ASSERT_EQ(x, 0.0f) << "a call that threw has written";
  }
};
TYPED_TEST_SUITE(Errors, Spaces, SpaceName);

// ---- Extents -------------------------------------------------------------------------------------------------------

TYPED_TEST(Errors, ScaleOfAnotherShape) {
  typename TestFixture::V2 const a("A", 3, 5), transposed("T", 4, 3);
  EXPECT_TRUE(throws<ExtentMismatch>([&] { scale(this->exec, 2.0f, a, this->c); },
                                     {"aril::scale:", "\"A\"", "(3, 5)", "\"C\"", "(3, 4)"}));
  EXPECT_TRUE(throws<ExtentMismatch>([&] { scale(this->exec, 2.0f, transposed, this->c); }, {"\"T\"", "(4, 3)"}));
}

TYPED_TEST(Errors, ScaleOfAnotherRank) {
  typename TestFixture::V1 const a("A", 12);
  EXPECT_TRUE(throws<ExtentMismatch>([&] { scale(this->exec, 2.0f, a, this->c); },
                                     {"aril::scale:", "\"A\"", "(12)", "\"C\"", "(3, 4)"}));
}

TYPED_TEST(Errors, ScaleRowsByAVectorOfAnotherLength) {
  typename TestFixture::V2 const b("B", 3, 4), wide("wide", 3, 8);
  typename TestFixture::V1 const d("d", 4), right("right", 3);
  EXPECT_TRUE(throws<ExtentMismatch>([&] { scale_rows(this->exec, d, b, this->c); },
                                     {"aril::scale_rows:", "\"d\"", "(4)", "(3)", "\"C\"", "(3, 4)"}));
  EXPECT_TRUE(throws<ExtentMismatch>([&] { scale_rows(this->exec, right, wide, this->c); },
                                     {"aril::scale_rows:", "\"wide\"", "(3, 8)", "\"C\"", "(3, 4)"}));
}

TYPED_TEST(Errors, ScaleColumnsByAVectorOfAnotherLength) {
  typename TestFixture::V2 const b("B", 3, 4);
  typename TestFixture::V1 const d("d", 3);
  EXPECT_TRUE(throws<ExtentMismatch>([&] { scale_columns(this->exec, d, b, this->c); },
                                     {"aril::scale_columns:", "\"d\"", "(3)", "(4)", "\"C\"", "(3, 4)"}));
}

TYPED_TEST(Errors, ScaledResidualOfAnotherShape) {
  typename TestFixture::V2 const y("Y", 4, 4);
  for (Rounding const rounding : {Rounding::separate, Rounding::fused, Rounding::factored})
    EXPECT_TRUE(throws<ExtentMismatch>([&] { scaled_residual(this->exec, 2.0f, y, this->c, rounding); },
                                       {"aril::scaled_residual:", "\"Y\"", "(4, 4)", "\"C\"", "(3, 4)"}));
}

TYPED_TEST(Errors, TransformAlongADimensionThatIsNotThere) {
  typename TestFixture::V2 const b("B", 3, 4);
  typename TestFixture::V1 const v("v", 4);
  EXPECT_TRUE(throws<ExtentMismatch>([&] { transform(this->exec, inputs(b, along(v, 0)), this->c, Sum()); },
                                     {"aril::transform:", "\"v\"", "(4)", "(3)", "\"C\"", "(3, 4)"}));
  EXPECT_TRUE(throws<ExtentMismatch>([&] { transform(this->exec, inputs(b, along(v, 2)), this->c, Sum()); },
                                     {"aril::transform:", "\"v\"", "(4)", "\"C\"", "(3, 4)"}));
}

TYPED_TEST(Errors, APerRowVectorOfOneElement) {
  // An output of rank 0 has no rows.
  Kokkos::View<float, typename TestFixture::Memory> const element("element");
  typename TestFixture::V1 const v("v", 1);
  EXPECT_TRUE(throws<ExtentMismatch>([&] { transform(this->exec, inputs(element, per_row(v)), element, Sum()); },
                                     {"\"v\"", "(1)", "\"element\"", "()"}));
  EXPECT_TRUE(throws<ExtentMismatch>([&] { transform(this->exec, inputs(element, per_column(v)), element, Sum()); },
                                     {"\"v\"", "(1)", "\"element\"", "()"}));
}

TYPED_TEST(Errors, EmptyViewsOfDifferentShapes) {
  typename TestFixture::V2 const none("none", 0, 4), nothing("nothing", 3, 0), all("all", 3, 4);
  typename TestFixture::V1 const d("d", 3);
  EXPECT_TRUE(
      throws<ExtentMismatch>([&] { scale(this->exec, 2.0f, none, this->c); }, {"\"none\"", "(0, 4)", "(3, 4)"}));
  EXPECT_TRUE(throws<ExtentMismatch>([&] { scale(this->exec, 2.0f, all, none); }, {"\"all\"", "(3, 4)", "(0, 4)"}));
  EXPECT_TRUE(throws<ExtentMismatch>([&] { scale(this->exec, 2.0f, none, nothing); }, {"(0, 4)", "(3, 0)"}));
  EXPECT_TRUE(throws<ExtentMismatch>([&] { scale_rows(this->exec, d, none, none); }, {"\"d\"", "(3)", "(0)"}));
  EXPECT_TRUE(
      throws<ExtentMismatch>([&] { scale(this->exec, 2.0f, typename TestFixture::V2(), this->c); }, {"(0, 0)"}));
}

TYPED_TEST(Errors, TheDefaultInstanceChecksLikewise) {
  typename TestFixture::V2 const a("A", 3, 5);
  typename TestFixture::V1 const d("d", 5);
  EXPECT_TRUE(throws<ExtentMismatch>([&] { scale(2.0f, a, this->c); }, {"aril::scale:", "\"A\""}));
  EXPECT_TRUE(throws<ExtentMismatch>([&] { scale_rows(d, this->c, this->c); }, {"aril::scale_rows:", "\"d\""}));
  EXPECT_TRUE(throws<ExtentMismatch>([&] { scale_columns(d, this->c, this->c); }, {"aril::scale_columns:", "\"d\""}));
  EXPECT_TRUE(throws<ExtentMismatch>([&] { scaled_residual(2.0f, a, this->c); }, {"aril::scaled_residual:", "\"A\""}));
  EXPECT_TRUE(throws<ExtentMismatch>([&] { transform(inputs(a, a), this->c, Sum()); }, {"aril::transform:", "\"A\""}));
}

// ---- Addresses -----------------------------------------------------------------------------------------------------

TYPED_TEST(Errors, OutputsThatReachAnAddressTwice) {
  using Strided = Kokkos::View<float**, Kokkos::LayoutStride, typename TestFixture::Memory>;
  typename TestFixture::V2 const a("A", 3, 4);
  float* const data = this->c.data();
  for (auto const& layout :
       {Kokkos::LayoutStride(3, 0, 4, 1), Kokkos::LayoutStride(3, 1, 4, 0), Kokkos::LayoutStride(3, 0, 4, 0),
        Kokkos::LayoutStride(3, 1, 4, 1), Kokkos::LayoutStride(3, 3, 4, 1)}) {
    Strided const out(data, layout);
    EXPECT_TRUE(throws<AliasedOutput>([&] { scale(this->exec, 2.0f, a, out); }, {"aril::scale:", "output", "(3, 4)"}));
    // Also in place: the same element would be scaled more than once.
    EXPECT_TRUE(
        throws<AliasedOutput>([&] { scale(this->exec, 2.0f, out, out); }, {"aril::scale:", "output", "(3, 4)"}));
  }
}

TYPED_TEST(Errors, InputsMayReachAnAddressTwice) {
  using Strided = Kokkos::View<float**, Kokkos::LayoutStride, typename TestFixture::Memory>;
  typename TestFixture::V1 const values("values", 8);
  typename TestFixture::V2 const out("out", 3, 4);
  Kokkos::deep_copy(values, 3.0f);
  for (auto const& layout : {Kokkos::LayoutStride(3, 0, 4, 1), Kokkos::LayoutStride(3, 1, 4, 0),
                             Kokkos::LayoutStride(3, 0, 4, 0), Kokkos::LayoutStride(3, 1, 4, 1)}) {
    scale(this->exec, 2.0f, Strided(values.data(), layout), out);
    for (float const x : to_host(out)) EXPECT_EQ(x, 6.0f);
  }
}

TYPED_TEST(Errors, AddressesBetweenElements) {
  using Unmanaged = Kokkos::View<float*, typename TestFixture::Memory, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  typename TestFixture::V1 const fine("fine", 4);
  auto const address = reinterpret_cast<std::uintptr_t>(this->c.data());
  for (std::uintptr_t const off : {1, 2, 3}) {
    Unmanaged const crooked(reinterpret_cast<float*>(address + off), 4);
    EXPECT_TRUE(
        throws<MisalignedPointer>([&] { scale(this->exec, 2.0f, fine, crooked); }, {"aril::scale:", "output", "(4)"}));
    EXPECT_TRUE(
        throws<MisalignedPointer>([&] { scale(this->exec, 2.0f, crooked, fine); }, {"aril::scale:", "input", "(4)"}));
    EXPECT_TRUE(throws<MisalignedPointer>([&] { scale(this->exec, 2.0f, crooked, crooked); }, {"aril::scale:", "(4)"}));
    EXPECT_TRUE(throws<MisalignedPointer>([&] { scale_rows(this->exec, crooked, fine, fine); }, {"aril::scale_rows:"}));
  }
}

// A buffer of doubles seen as complex numbers from its second element on: 8 past a multiple of 16.
TYPED_TEST(Errors, ComplexNumbersInABufferOfDoubles) {
  using Complex   = Kokkos::complex<double>;
  using Unmanaged = Kokkos::View<Complex*, typename TestFixture::Memory, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  Kokkos::View<double*, typename TestFixture::Memory> const buffer("buffer", 9);
  Kokkos::deep_copy(buffer, 1.0);
  Unmanaged const odd(reinterpret_cast<Complex*>(buffer.data() + 1), 4);
  if (alignof(Complex) == sizeof(Complex)) {
    EXPECT_TRUE(throws<MisalignedPointer>([&] { scale(this->exec, 2.0, odd, odd); }, {"aril::scale:", "(4)"}));
    for (double const x : to_host(buffer)) EXPECT_EQ(x, 1.0);
  } else {
    scale(this->exec, 2.0, odd, odd);
    auto const values = to_host(buffer);
    for (std::size_t n = 0; n < values.size(); ++n) EXPECT_EQ(values[n], n == 0 ? 1.0 : 2.0);
  }
}

// ---- Nothing to do -------------------------------------------------------------------------------------------------

TYPED_TEST(Errors, EmptyCallsDoNothingAndTheNextOneWorks) {
  using V1         = typename TestFixture::V1;
  using V2         = typename TestFixture::V2;
  auto const& exec = this->exec;
  auto const all   = [&](V1 const& rows, V1 const& columns, V2 const& in, V2 const& out) {
    scale(exec, 2.0f, in, out);
    scale(exec, 2.0f, out, out);
    scale_rows(exec, rows, in, out);
    scale_columns(exec, columns, in, out);
    for (Rounding const rounding : {Rounding::separate, Rounding::fused, Rounding::factored})
      scaled_residual(exec, 2.0f, in, out, rounding);
    transform(exec, inputs(in, along(columns, 1)), out, Sum());
  };
  all(V1(), V1(), V2(), V2());
  all(V1("d", 0), V1("d", 5), V2("in", 0, 5), V2("out", 0, 5));
  all(V1("d", 5), V1("d", 0), V2("in", 5, 0), V2("out", 5, 0));
  all(V1("d", 0), V1("d", 0), V2("in", 0, 0), V2("out", 0, 0));
  scale(exec, 2.0f, V1(), V1());
  // Nothing, past the end of something.
  V1 const something("something", 7);
  V1 const end = Kokkos::subview(something, Kokkos::pair<int, int>(7, 7));
  scale(exec, 2.0f, end, end);
  scale(exec, 2.0f,
        Kokkos::View<float*, typename TestFixture::Memory, Kokkos::MemoryTraits<Kokkos::Unmanaged>>(nullptr, 0), end);

  V2 const b("B", 3, 4), out("out", 3, 4);
  Kokkos::deep_copy(b, 3.0f);
  all(V1("d", 3), V1("d", 4), b, out);
  for (float const x : to_host(out)) EXPECT_EQ(x, 3.0f);
}

}  // namespace
}  // namespace aril::test
