// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/tools.hpp"

#include <aril/residual.hpp>
#include <aril/scale.hpp>

#include "support/errors.hpp"
#include "support/instance.hpp"

// What a call shows to Kokkos Tools is all it does: one kernel under a name that says which path was taken, on the
// instance that was passed; no fence, no allocation, no copy.

namespace aril::test {
namespace {

struct Sum {
  KOKKOS_FUNCTION float operator()(float x, float y) const { return x + y; }
};

template <class Exec>
class Tools : public ::testing::Test {
 protected:
  using Memory  = typename Exec::memory_space;
  using V1      = Kokkos::View<float*, Memory>;
  using V2      = Kokkos::View<float**, Kokkos::LayoutRight, Memory>;
  using Strided = Kokkos::View<float**, Kokkos::LayoutStride, Memory>;

  OtherInstance<Exec> const other{};
  Exec const& exec = other.exec;
  V2 const b{"B", 48, 64}, c{"C", 48, 64};
  V1 const rows{"rows", 48}, columns{"columns", 64};
  Kokkos::View<float, Memory> const s{"s"};

  /// Is one kernel of this label all that call() did?
  template <class G>
  ::testing::AssertionResult does(std::string const& label, G const& call) const {
    auto const events = events_of(call);
    std::vector<Event> const expected{{Event::kernel, label, Kokkos::Tools::Experimental::device_id(exec)},
                                      {Event::kernel_end}};
    if (events == expected) return ::testing::AssertionSuccess();
    auto result = ::testing::AssertionFailure() << "expected one kernel " << label << ", saw:";
    for (Event const& event : events) result << "\n  " << event;
    return result;
  }
};
TYPED_TEST_SUITE(Tools, Spaces, SpaceName);

// ---- One kernel per call -------------------------------------------------------------------------------------------

TYPED_TEST(Tools, Scale) {
  EXPECT_TRUE(this->does("aril::scale[flat,vec4,keep]", [&] { scale(this->exec, 2.0f, this->b, this->c); }));
  EXPECT_TRUE(this->does("aril::scale[flat,vec4,keep]", [&] { scale(this->exec, 2.0f, this->c, this->c); }));
  EXPECT_TRUE(this->does("aril::scale[flat,vec4,keep]", [&] { scale(this->exec, this->s, this->b, this->c); }));
}

TYPED_TEST(Tools, ScaleRowsAndColumns) {
  EXPECT_TRUE(
      this->does("aril::scale_rows[whole,vec4,keep]", [&] { scale_rows(this->exec, this->rows, this->b, this->c); }));
  EXPECT_TRUE(this->does("aril::scale_columns[whole,vec4,keep]",
                         [&] { scale_columns(this->exec, this->columns, this->b, this->c); }));
}

TYPED_TEST(Tools, ScaledResidualInEveryRounding) {
  for (Rounding const rounding : {Rounding::separate, Rounding::fused, Rounding::factored})
    EXPECT_TRUE(this->does("aril::scaled_residual[flat,vec4,keep]",
                           [&] { scaled_residual(this->exec, 2.0f, this->b, this->c, rounding); }));
}

TYPED_TEST(Tools, Transform) {
  EXPECT_TRUE(this->does("aril::transform[flat,vec4,keep]",
                         [&] { transform(this->exec, inputs(this->b, this->c), this->c, Sum()); }));
  EXPECT_TRUE(this->does("aril::transform[flat,vec4,keep]",
                         [&] { transform<Kernels::portable>(this->exec, inputs(this->b, this->c), this->c, Sum()); }));
}

// ---- The label names the path --------------------------------------------------------------------------------------

TYPED_TEST(Tools, PathsOfStridedAndPaddedViews) {
  typename TestFixture::V2 const wide("wide", 48, 80);
  auto const padded = Kokkos::subview(wide, Kokkos::ALL, Kokkos::pair<int, int>(1, 65));
  EXPECT_TRUE(this->does("aril::scale[rows,vec4,keep]", [&] { scale(this->exec, 2.0f, this->b, padded); }));
  EXPECT_TRUE(this->does("aril::scale[wrapped,vec4,keep]", [&] { scale(this->exec, 2.0f, padded, this->c); }));
  typename TestFixture::Strided const every_other(wide.data(), Kokkos::LayoutStride(48, 80, 40, 2));
  EXPECT_TRUE(this->does("aril::scale[general,vec1,keep]", [&] { scale(this->exec, 2.0f, every_other, every_other); }));
}

TYPED_TEST(Tools, PathsOfMisalignedViews) {
  typename TestFixture::V1 const data("data", 1000);
  for (int const offset : {1, 2, 3}) {
    auto const view = Kokkos::subview(data, Kokkos::pair<int, int>(offset, 1000));
    EXPECT_TRUE(this->does("aril::scale[flat,vec4,keep]", [&] { scale(this->exec, 2.0f, view, view); }));
  }
}

TYPED_TEST(Tools, PathsOfElementTypes) {
  using Memory = typename TestFixture::Memory;
  Kokkos::View<double*, Memory> const d("double", 100);
  Kokkos::View<Kokkos::complex<double>*, Memory> const z("complex", 100);
  Kokkos::View<std::int8_t*, Memory> const i("int8", 100);
  EXPECT_TRUE(this->does("aril::scale[flat,vec2,keep]", [&] { scale(this->exec, 2.0, d, d); }));
  EXPECT_TRUE(this->does("aril::scale[flat,vec1,keep]", [&] { scale(this->exec, 2.0, z, z); }));
  EXPECT_TRUE(this->does("aril::scale[flat,vec16,keep]", [&] { scale(this->exec, 2, i, i); }));
}

// ---- No kernel -----------------------------------------------------------------------------------------------------

TYPED_TEST(Tools, NothingHappensForEmptyViews) {
  typename TestFixture::V2 const empty("empty", 0, 64);
  typename TestFixture::V1 const none("none", 0);
  EXPECT_TRUE(events_of([&] {
                scale(this->exec, 2.0f, empty, empty);
                scale_rows(this->exec, none, empty, empty);
                scale_columns(this->exec, this->columns, empty, empty);
                scaled_residual(this->exec, 2.0f, empty, empty);
                transform(this->exec, inputs(empty, empty), empty, Sum());
              }).empty());
}

TYPED_TEST(Tools, NothingHappensInWrongCalls) {
  EXPECT_TRUE(events_of([&] {
                EXPECT_THROW(scale_rows(this->exec, this->columns, this->b, this->c), ExtentMismatch);
                auto const row = Kokkos::subview(this->c, 1, Kokkos::ALL);
                EXPECT_THROW(scale_columns(this->exec, row, this->b, this->c), OverlapError);
              }).empty());
}

// ---- The listener itself -------------------------------------------------------------------------------------------

TEST(Listener, HearsAllocationsAndCopies) {
  auto const events = events_of([] {
    Kokkos::View<float*, Kokkos::HostSpace> const a("a", 10), b("b", 10);
    Kokkos::deep_copy(a, b);
  });
  auto const heard  = [&](Event::Kind kind, std::string const& name) {
    return std::count(events.begin(), events.end(), Event{kind, name});
  };
  EXPECT_EQ(heard(Event::allocation, "a"), 1);
  EXPECT_EQ(heard(Event::deallocation, "b"), 1);
  EXPECT_EQ(heard(Event::copy, "a"), 1);
}

// Without this the tests above say nothing about fences.
TEST(Listener, HearsFences) {
  auto const events = events_of([] { Kokkos::fence(); });
  if (std::none_of(events.begin(), events.end(), [](Event const& event) { return event.kind == Event::fence; }))
    GTEST_SKIP() << "this Kokkos does not report fences to tools";
}

}  // namespace
}  // namespace aril::test
