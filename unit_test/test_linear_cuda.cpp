// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <aril/linear.hpp>

#include "support/copy.hpp"
#include "support/types.hpp"

// Only in CUDA builds. A call that is captured into a graph has enqueued all its work on the instance's stream, has not
// waited for the device and has not allocated: CUDA refuses the latter two during a capture.

namespace aril::test {
namespace {

class LinearCuda : public ::testing::Test {
 protected:
  using Space = Kokkos::CudaSpace;
  using Rows  = Kokkos::View<float**, Kokkos::LayoutRight, Space>;

  static constexpr int m = 65, n = 63, k = 67;

  void SetUp() override {
    ASSERT_EQ(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), cudaSuccess);
    exec_ = Kokkos::Cuda(stream_);
    Kokkos::deep_copy(x_, 1.0f);
    Kokkos::deep_copy(w_, 2.0f);
    Kokkos::deep_copy(b_, 3.0f);
    // The first call for given operands may set up what later ones use.
    linear_scaled_residual(exec_, x_, w_, b_, 1, y_);
    exec_.fence();
  }
  void TearDown() override {
    exec_ = Kokkos::Cuda();
    EXPECT_EQ(cudaStreamDestroy(stream_), cudaSuccess);
  }

  /// Captures call() and replays it for X = 1, 2 and 3; the result is to be scale * (2 K X + 3).
  template <class G>
  void expect_capturable(float scale, G const& call) {
    ASSERT_EQ(cudaStreamBeginCapture(stream_, cudaStreamCaptureModeGlobal), cudaSuccess);
    call();
    cudaGraph_t graph = nullptr;
    ASSERT_EQ(cudaStreamEndCapture(stream_, &graph), cudaSuccess);
    cudaGraphExec_t replay = nullptr;
    ASSERT_EQ(cudaGraphInstantiateWithFlags(&replay, graph, 0), cudaSuccess);
    for (int value = 1; value <= 3; ++value) {
      Kokkos::deep_copy(x_, static_cast<float>(value));
      Kokkos::deep_copy(y_, std::numeric_limits<float>::quiet_NaN());
      Kokkos::fence();
      ASSERT_EQ(cudaGraphLaunch(replay, stream_), cudaSuccess);
      ASSERT_EQ(cudaStreamSynchronize(stream_), cudaSuccess);
      EXPECT_TRUE(all_are(scale * static_cast<float>(2 * k * value + 3)));
    }
    EXPECT_EQ(cudaGraphExecDestroy(replay), cudaSuccess);
    EXPECT_EQ(cudaGraphDestroy(graph), cudaSuccess);
  }

  ::testing::AssertionResult all_are(float expected) {
    for (float const y : to_host(y_))
      if (y != expected) return ::testing::AssertionFailure() << y << " instead of " << expected;
    return ::testing::AssertionSuccess();
  }

  cudaStream_t stream_ = nullptr;
  Kokkos::Cuda exec_;
  Rows const x_{"x", m, k}, w_{"w", n, k}, y_{"y", m, n};
  Kokkos::View<float*, Space> const b_{"b", n};
};

TEST_F(LinearCuda, LinearIsCapturable) {
  expect_capturable(1, [&] { linear(exec_, x_, w_, b_, y_); });
}

TEST_F(LinearCuda, LinearScaledResidualIsCapturable) {
  for (Rounding const rounding : {Rounding::separate, Rounding::fused, Rounding::factored})
    expect_capturable(4, [&] { linear_scaled_residual(exec_, x_, w_, b_, 3, y_, {rounding}); });
}

TEST_F(LinearCuda, APreparedLayerIsCapturable) {
  Linear<float, Kokkos::Cuda> const layer(exec_, w_, b_, {.residual_scale = 3.0f});
  expect_capturable(4, [&] { layer.apply(exec_, x_, y_); });
}

// A wrong call leaves the capture usable.
TEST_F(LinearCuda, WrongCallsAddNothing) {
  expect_capturable(1, [&] {
    EXPECT_THROW(linear(exec_, w_, x_, b_, y_), ExtentMismatch);
    linear(exec_, x_, w_, b_, y_);
  });
}

// An error that somebody else left behind is not this call's.
TEST_F(LinearCuda, OthersErrorsAreNotItsOwn) {
  ASSERT_NE(cudaSetDevice(1000), cudaSuccess);
  EXPECT_NO_THROW(linear(exec_, x_, w_, b_, y_));
  EXPECT_NO_THROW(linear_scaled_residual(exec_, x_, w_, b_, 3, y_));
  cudaGetLastError();
  exec_.fence();
  EXPECT_TRUE(all_are(4 * (2 * k + 3)));
}

// Operands in different memories that the device reaches.
TEST_F(LinearCuda, MixesMemorySpaces) {
  Kokkos::View<float**, Kokkos::LayoutLeft, Kokkos::CudaUVMSpace> const managed("managed", n, k);
  Kokkos::View<float*, Kokkos::CudaHostPinnedSpace> const pinned("pinned", n);
  Kokkos::View<float, Kokkos::CudaHostPinnedSpace> const s("s");
  for (int j = 0; j < n; ++j) {
    for (int i = 0; i < k; ++i) managed(j, i) = 2;
    pinned(j) = 5;
  }
  s() = 3;
  linear_scaled_residual(exec_, x_, managed, pinned, s, y_);
  exec_.fence();
  EXPECT_TRUE(all_are(4 * (2 * k + 5)));
}

}  // namespace
}  // namespace aril::test
