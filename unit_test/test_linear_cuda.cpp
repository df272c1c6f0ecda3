// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <aril/linear.hpp>
#include <aril/scale.hpp>
#include <thread>

#include "support/copy.hpp"
#include "support/numbers.hpp"
#include "support/operand.hpp"
#include "support/types.hpp"

// Only in CUDA builds. A call that is captured into a graph has enqueued all its work on the instance's stream, has not
// waited for the device and has not allocated: CUDA refuses the latter two during a capture.

namespace aril::test {
namespace {

class LinearCuda : public ::testing::Test {
 protected:
  using Space = Kokkos::CudaSpace;
  using Rows  = Kokkos::View<float**, Kokkos::LayoutRight, Space>;

  static constexpr int m = 63, n = 65, k = 67;

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

  /// Runs call() with an instance, `exec_`, on a stream that nothing has run on yet.
  template <class G>
  void on_new_stream(G const& call) {
    cudaStream_t const before = stream_;
    ASSERT_EQ(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), cudaSuccess);
    exec_ = Kokkos::Cuda(stream_);
    call();
    exec_ = Kokkos::Cuda();
    ASSERT_EQ(cudaStreamDestroy(stream_), cudaSuccess);
    stream_ = before;
  }

  template <class G>
  cudaGraphExec_t capture(G const& call) {
    EXPECT_EQ(cudaStreamBeginCapture(stream_, cudaStreamCaptureModeGlobal), cudaSuccess);
    call();
    cudaGraph_t graph = nullptr;
    EXPECT_EQ(cudaStreamEndCapture(stream_, &graph), cudaSuccess);
    cudaGraphExec_t replay = nullptr;
    EXPECT_EQ(cudaGraphInstantiateWithFlags(&replay, graph, 0), cudaSuccess);
    EXPECT_EQ(cudaGraphDestroy(graph), cudaSuccess);
    return replay;
  }

  /// For X = 1, 2 and 3; the result is to be scale * (2 K X + 3).
  void replay_all(cudaGraphExec_t replay, float scale) {
    for (int value = 1; value <= 3; ++value) {
      Kokkos::deep_copy(x_, static_cast<float>(value));
      Kokkos::deep_copy(y_, std::numeric_limits<float>::quiet_NaN());
      Kokkos::fence();
      ASSERT_EQ(cudaGraphLaunch(replay, stream_), cudaSuccess);
      ASSERT_EQ(cudaStreamSynchronize(stream_), cudaSuccess);
      EXPECT_TRUE(all_are(scale * static_cast<float>(2 * k * value + 3)));
    }
  }

  template <class G>
  void expect_capturable(float scale, G const& call) {
    auto const replay = capture(call);
    replay_all(replay, scale);
    EXPECT_EQ(cudaGraphExecDestroy(replay), cudaSuccess);
  }

  static void fill_random(Rows const& rows) {
    auto const host = Kokkos::create_mirror_view(rows);
    for (std::size_t i = 0; i < rows.extent(0); ++i)
      for (std::size_t j = 0; j < rows.extent(1); ++j) host(i, j) = random_number<float>(i, j);
    Kokkos::deep_copy(rows, host);
  }

  ::testing::AssertionResult all_are(float expected) {
    for (float const y : to_host(y_))
      if (y != expected) return ::testing::AssertionFailure() << y << " instead of " << expected;
    return ::testing::AssertionSuccess();
  }

  cudaStream_t stream_ = nullptr;
  Kokkos::Cuda exec_;
  Rows const x_{"x", m, k}, w_{"w", n, k}, y_{"y", m, n}, z_{"z", m, n};
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

// Tiers whose parts of X go through a workspace, and the factor that the product takes.
TEST_F(LinearCuda, EveryTierIsCapturable) {
  for (Precision const tier : {Precision::ieee, Precision::tf32, Precision::split_bf16, Precision::split_fp16})
    for (Rounding const rounding : {Rounding::separate, Rounding::factored}) {
      SCOPED_TRACE(::testing::Message() << tier << ", " << rounding);
      Linear<float, Kokkos::Cuda> const layer(exec_, w_, b_,
                                              {.residual_scale = 3.0f, .rounding = rounding, .precision = tier});
      expect_capturable(4, [&] { layer.apply(exec_, x_, y_); });
      expect_capturable(1, [&] { linear(exec_, x_, w_, b_, y_, tier); });
    }
}

// The layer itself makes everything that a captured call needs.
TEST_F(LinearCuda, TheFirstApplyMayBeCaptured) {
  on_new_stream([&] {
    Linear<float, Kokkos::Cuda> const layer(exec_, w_, b_, {.precision = Precision::split_fp16});
    expect_capturable(1, [&] { layer.apply(exec_, x_, y_); });
  });
}

TEST_F(LinearCuda, TheFirstApplyOfDoublesMayBeCaptured) {
  on_new_stream([&] {
    using Doubles = Kokkos::View<double**, Kokkos::LayoutRight, Space>;
    Doubles const x("x", m, k), w("w", n, k), y("y", m, n);
    Kokkos::deep_copy(x, 1.0);
    Kokkos::deep_copy(w, 2.0);
    Kokkos::fence();
    Linear<double, Kokkos::Cuda> const layer(exec_, w, no_bias);
    auto const replay = capture([&] { EXPECT_NO_THROW(layer.apply(exec_, x, y)); });
    ASSERT_EQ(cudaGraphLaunch(replay, stream_), cudaSuccess);
    ASSERT_EQ(cudaStreamSynchronize(stream_), cudaSuccess);
    for (double const value : to_host(y)) ASSERT_EQ(value, 2.0 * k);
    EXPECT_EQ(cudaGraphExecDestroy(replay), cudaSuccess);
  });
}

// Two graphs of two layers: neither works in the other's memory, whatever else is allocated in between.
TEST_F(LinearCuda, GraphsOfTwoLayersKeepApart) {
  Linear<float, Kokkos::Cuda> const layer(exec_, w_, b_, {.precision = Precision::split_bf16});
  auto const first = capture([&] { layer.apply(exec_, x_, y_); });
  {
    Linear<float, Kokkos::Cuda> const other(exec_, w_, b_, {.precision = Precision::split_bf16});
    auto const second = capture([&] { other.apply(exec_, x_, y_); });
    replay_all(first, 1);
    replay_all(second, 1);
    replay_all(first, 1);
    EXPECT_EQ(cudaGraphExecDestroy(second), cudaSuccess);
  }
  Kokkos::View<float*, Space> const poison("poison", 1 << 26);
  Kokkos::deep_copy(poison, std::numeric_limits<float>::quiet_NaN());
  replay_all(first, 1);
  EXPECT_EQ(cudaGraphExecDestroy(first), cudaSuccess);
}

// Without a first call the instance has no libraries to record: that is said, and the capture stays usable.
TEST_F(LinearCuda, AFirstCallInACaptureSaysSo) {
  on_new_stream([&] {
    auto const graph = capture([&] {
      EXPECT_THROW(linear(exec_, x_, w_, b_, y_), LaunchError);
      scale(exec_, 2, x_, x_);
    });
    EXPECT_EQ(cudaGraphExecDestroy(graph), cudaSuccess);
    linear(exec_, x_, w_, b_, y_);
    expect_capturable(1, [&] { linear(exec_, x_, w_, b_, y_); });
  });
}

// A first call on one stream leaves the capture of another alone.
TEST_F(LinearCuda, AFirstCallBesideACapture) {
  cudaStream_t other = nullptr;
  ASSERT_EQ(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking), cudaSuccess);
  {
    Kokkos::Cuda const exec(other);
    expect_capturable(1, [&] {
      std::thread([&] { linear(exec, x_, w_, b_, z_); }).join();
      linear(exec_, x_, w_, b_, y_);
    });
    exec.fence();
  }
  ASSERT_EQ(cudaStreamDestroy(other), cudaSuccess);
}

// A workspace of the layer's, of the caller's, none, too small a one, another instance.
TEST_F(LinearCuda, Workspaces) {
  using Layer = Linear<float, Kokkos::Cuda>;
  Layer const with(exec_, w_, b_, {.precision = Precision::split_bf16});
  Layer const without(exec_, w_, b_, {.precision = Precision::split_bf16, .own_workspace = false});
  ASSERT_GT(with.workspace_bytes(), 0u);
  ASSERT_EQ(with.workspace_bytes(), without.workspace_bytes());
  EXPECT_GE(with.prepared_bytes(), n * k * 6u);
  Kokkos::View<char*, Space> const workspace("workspace", with.workspace_bytes()),
      small("small", with.workspace_bytes() - 1);
  Kokkos::Cuda const other;

  EXPECT_THROW(without.apply(exec_, x_, y_), WorkspaceError);
  EXPECT_THROW(with.apply(other, x_, y_), WorkspaceError);
  EXPECT_THROW(with.apply(exec_, x_, y_, small), WorkspaceError);
  EXPECT_THROW(with.apply(exec_, x_, y_, Kokkos::subview(workspace, Range(1, workspace.extent(0)))), WorkspaceError);
  auto const inside = [&](int rows, int columns) {
    return Kokkos::View<float**, Kokkos::LayoutRight, Space, Kokkos::MemoryUnmanaged>(
        reinterpret_cast<float*>(workspace.data() + 1024), rows, columns);
  };
  EXPECT_THROW(with.apply(exec_, x_, inside(m, n), workspace), OverlapError);
  EXPECT_THROW(with.apply(exec_, inside(m, k), y_, workspace), OverlapError);
  EXPECT_THROW((Layer(exec_, inside(n, k), b_, {.precision = Precision::split_bf16}).apply(exec_, x_, y_, workspace)),
               OverlapError);
  EXPECT_THROW((Layer(exec_, w_, Kokkos::subview(inside(1, n), 0, Kokkos::ALL), {.precision = Precision::split_bf16})
                    .apply(exec_, x_, y_, workspace)),
               OverlapError);
  exec_.fence();
  expect_capturable(1, [&] { without.apply(exec_, x_, y_, workspace); });
  Kokkos::deep_copy(y_, std::numeric_limits<float>::quiet_NaN());
  with.apply(other, x_, y_, workspace);
  other.fence();
  EXPECT_TRUE(all_are(2 * k * 3 + 3));

  Layer const plain(exec_, w_, b_, {.precision = Precision::tf32, .own_workspace = false});
  EXPECT_EQ(plain.workspace_bytes(), 0u);
  Kokkos::deep_copy(y_, std::numeric_limits<float>::quiet_NaN());
  EXPECT_NO_THROW(plain.apply(other, x_, y_));
  other.fence();
  EXPECT_TRUE(all_are(2 * k * 3 + 3));
}

// Calls whose kernels may start before those ahead of them have ended: each sees all that was written before. W is
// twice the identity, so that Y is 2 X.
TEST_F(LinearCuda, EachCallSeesWhatWasWrittenBefore) {
  constexpr int inputs = 4096;
  Rows const w("w", inputs, inputs);
  auto const w_host = Kokkos::create_mirror_view(w);
  for (int i = 0; i < inputs; ++i) w_host(i, i) = 2;
  Kokkos::deep_copy(w, w_host);
  for (int const rows : {3, 16, 4100})
    for (Precision const tier : {Precision::ieee, Precision::split_bf16, Precision::split_fp16}) {
      SCOPED_TRACE(::testing::Message() << rows << " rows, " << tier);
      Rows const x("x", rows, inputs), y("y", rows, inputs);
      Linear<float, Kokkos::Cuda> const layer(exec_, w, no_bias, {.precision = tier});
      Kokkos::deep_copy(x, 1.0f);
      Kokkos::fence();
      auto const series = [&] {
        for (int n = 0; n < 5; ++n) {
          layer.apply(exec_, x, y);
          scale(exec_, 0.25f, y, x);
          layer.apply(exec_, x, y);
          scale(exec_, 1.0f, y, x);
        }
      };
      auto const right = [&] {
        for (float const v : to_host(x))
          if (v != 1) return false;
        return true;
      };
      series();
      exec_.fence();
      ASSERT_TRUE(right()) << "a stream";
      auto const replay = capture(series);
      ASSERT_EQ(cudaGraphLaunch(replay, stream_), cudaSuccess);
      ASSERT_EQ(cudaGraphLaunch(replay, stream_), cudaSuccess);
      ASSERT_EQ(cudaStreamSynchronize(stream_), cudaSuccess);
      ASSERT_TRUE(right()) << "a graph";
      EXPECT_EQ(cudaGraphExecDestroy(replay), cudaSuccess);
    }
}

// A call that needs no handles makes them none the less: it is as good before a capture as any.
TEST_F(LinearCuda, AFirstCallWithFewRowsIsEnoughForACapture) {
  on_new_stream([&] {
    Rows const x("x", 1, 512), w("w", 100, 512), y("y", 1, 100);
    linear(exec_, x, w, no_bias, y);
    exec_.fence();
    expect_capturable(1, [&] { linear(exec_, x_, w_, b_, y_); });
  });
}

// One layer on several streams at once, a workspace each; the same bits as alone, every time.
TEST_F(LinearCuda, OneLayerOnManyStreams) {
  constexpr int count = 4, repetitions = 20;
  Rows const x("x", 300, 2000), w("w", 65, 2000);
  fill_random(x);
  fill_random(w);
  for (Precision const tier : {Precision::ieee, Precision::tf32, Precision::split_bf16, Precision::split_fp16}) {
    Linear<float, Kokkos::Cuda> const layer(exec_, w, no_bias, {.precision = tier, .own_workspace = false});
    std::vector<Rows> y;
    std::vector<cudaStream_t> streams(count);
    std::vector<Kokkos::View<char*, Space>> workspaces;
    std::vector<Kokkos::Cuda> instances;
    for (auto& stream : streams) {
      ASSERT_EQ(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), cudaSuccess);
      y.emplace_back("y", x.extent(0), w.extent(0));
      workspaces.emplace_back("workspace", layer.workspace_bytes());
      instances.emplace_back(stream);
    }
    Kokkos::fence();
    std::vector<std::thread> threads;
    for (int t = 0; t < count; ++t)
      threads.emplace_back([&, t] {
        for (int r = 0; r < repetitions; ++r) layer.apply(instances[t], x, y[t], workspaces[t]);
      });
    for (auto& thread : threads) thread.join();
    Kokkos::fence();
    auto const expected = to_host(y[0]);
    for (int t = 1; t < count; ++t) EXPECT_EQ(to_host(y[t]), expected) << tier;
    layer.apply(exec_, x, y[0], workspaces[0]);
    exec_.fence();
    EXPECT_EQ(to_host(y[0]), expected) << tier;
    instances.clear();
    for (auto& stream : streams) EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
  }
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
