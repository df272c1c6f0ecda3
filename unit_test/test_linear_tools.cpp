// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <aril/linear.hpp>

#include "support/errors.hpp"
#include "support/instance.hpp"
#include "support/tools.hpp"

// What a linear layer shows to Kokkos Tools: a region of the operation's name, in it kernels whose labels begin with
// "aril::", on the instance that was passed; once the instance has run a product no fence, no allocation, no copy.

namespace aril::test {
namespace {

template <class Exec>
class LinearTools : public ::testing::Test {
 protected:
  using Memory = typename Exec::memory_space;
  using Matrix = Kokkos::View<float**, Kokkos::LayoutRight, Memory>;

  OtherInstance<Exec> const other{};
  Exec const& exec = other.exec;
  Matrix const x{"X", 20, 30}, w{"W", 40, 30}, y{"Y", 20, 40};
  Kokkos::View<float*, Memory> const b{"b", 40};

  /// The labels of the kernels of a call, all else being as it should.
  template <class G>
  std::vector<std::string> kernels_of(std::string const& region, G const& call) const {
    call();
    Kokkos::fence();
    std::vector<std::string> labels;
    bool named = false;
    for (Event const& event : events_of(call)) {
      bool const work = event.kind == Event::kernel || event.kind == Event::reduction || event.kind == Event::scan;
      if (work) {
        labels.push_back(event.name);
        EXPECT_EQ(event.device, Kokkos::Tools::Experimental::device_id(exec)) << event;
      }
      named = named || event == Event{Event::region, region};
      EXPECT_TRUE(work || event.kind == Event::kernel_end || event.kind == Event::region ||
                  event.kind == Event::region_end)
          << event;
    }
    EXPECT_TRUE(named) << "no region " << region;
    return labels;
  }
};
TYPED_TEST_SUITE(LinearTools, Spaces, SpaceName);

using Labels = std::vector<std::string>;

// The product is the BLAS library's, which has no labels of Kokkos'.
TYPED_TEST(LinearTools, TheTailIsOneKernel) {
  // On CUDA the product adds a bias by itself.
  bool const on_host = std::is_same_v<typename TypeParam::memory_space, Kokkos::HostSpace>;
  EXPECT_EQ(this->kernels_of("aril::linear", [&] { linear(this->exec, this->x, this->w, this->b, this->y); }),
            on_host ? Labels{"aril::linear[whole,vec4,keep]"} : Labels{});
  EXPECT_EQ(this->kernels_of("aril::linear_scaled_residual",
                             [&] { linear_scaled_residual(this->exec, this->x, this->w, this->b, 0.5f, this->y); }),
            (Labels{"aril::linear_scaled_residual[whole,vec4,keep]"}));
}

// Floats on CUDA: product and tail at once.
TYPED_TEST(LinearTools, FewRowsAreOneKernel) {
  bool const on_host = std::is_same_v<typename TypeParam::memory_space, Kokkos::HostSpace>;
  typename TestFixture::Matrix const few("X", 3, 512), weights("W", 40, 512), out("Y", 3, 40);
  EXPECT_EQ(
      this->kernels_of("aril::linear_scaled_residual",
                       [&] { linear_scaled_residual(this->exec, few, weights, this->b, 0.5f, out); }),
      (Labels{on_host ? "aril::linear_scaled_residual[whole,vec4,keep]" : "aril::linear_scaled_residual[few_rows]"}));
}

TYPED_TEST(LinearTools, WithoutBiasThereIsNone) {
  EXPECT_EQ(this->kernels_of("aril::linear", [&] { linear(this->exec, this->x, this->w, no_bias, this->y); }),
            Labels{});
}

TYPED_TEST(LinearTools, APreparedLayerIsTheSame) {
  Linear<float, TypeParam> const layer(this->exec, this->w, this->b, {.residual_scale = 0.5f});
  EXPECT_EQ(this->kernels_of("aril::linear_scaled_residual", [&] { layer.apply(this->exec, this->x, this->y); }).size(),
            1u);
}

// Operands without any unit stride go through a loop of Aril's own.
TYPED_TEST(LinearTools, ALoopOfOurOwnHasALabelToo) {
  using Memory = typename TestFixture::Memory;
  Kokkos::View<float*, Memory> const data("data", 4 * 20 * 30);
  Kokkos::View<float**, Kokkos::LayoutStride, Memory> const strided(data.data(),
                                                                    Kokkos::LayoutStride(20, 2 * 30, 30, 2));
  auto const labels = this->kernels_of("aril::linear", [&] { linear(this->exec, strided, this->w, no_bias, this->y); });
  ASSERT_EQ(labels.size(), 1u);
  EXPECT_EQ(labels[0].rfind("aril::", 0), 0u) << labels[0];
}

}  // namespace
}  // namespace aril::test
