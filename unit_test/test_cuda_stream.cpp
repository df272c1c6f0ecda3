// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <aril/residual.hpp>
#include <aril/scale.hpp>

#include "support/errors.hpp"

// Only in CUDA builds: what Kokkos Tools cannot show. A call that is captured into a graph has enqueued all its work on
// the instance's stream, has not waited for the device and has not allocated: CUDA refuses the latter two during a
// capture.

namespace aril::test {
namespace {

struct Sum {
  KOKKOS_FUNCTION float operator()(float x, float y) const { return x + y; }
};

class CudaStream : public ::testing::Test {
 protected:
  using Space = Kokkos::CudaSpace;

  void SetUp() override {
    ASSERT_EQ(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), cudaSuccess);
    exec_ = Kokkos::Cuda(stream_);
    Kokkos::deep_copy(a_, 3.0f);
    Kokkos::deep_copy(factors_, 2.0f);
    Kokkos::fence();
  }
  void TearDown() override {
    exec_ = Kokkos::Cuda();
    EXPECT_EQ(cudaStreamDestroy(stream_), cudaSuccess);
  }

  /// The number of the graph's nodes that call() makes, after three replays; -1 if the capture failed.
  template <class G>
  int captured_nodes(G const& call) {
    if (cudaStreamBeginCapture(stream_, cudaStreamCaptureModeGlobal) != cudaSuccess) return -1;
    call();
    cudaGraph_t graph = nullptr;
    if (cudaStreamEndCapture(stream_, &graph) != cudaSuccess) return -1;
    std::size_t nodes = 0;
    EXPECT_EQ(cudaGraphGetNodes(graph, nullptr, &nodes), cudaSuccess);
    cudaGraphExec_t replay = nullptr;
    EXPECT_EQ(cudaGraphInstantiateWithFlags(&replay, graph, 0), cudaSuccess);
    for (int k = 0; k < 3; ++k) EXPECT_EQ(cudaGraphLaunch(replay, stream_), cudaSuccess);
    EXPECT_EQ(cudaStreamSynchronize(stream_), cudaSuccess);
    EXPECT_EQ(cudaGraphExecDestroy(replay), cudaSuccess);
    EXPECT_EQ(cudaGraphDestroy(graph), cudaSuccess);
    return static_cast<int>(nodes);
  }

  ::testing::AssertionResult all_are(float expected) {
    for (float const x : to_host(c_))
      if (x != expected) return ::testing::AssertionFailure() << x << " instead of " << expected;
    return ::testing::AssertionSuccess();
  }

  cudaStream_t stream_ = nullptr;
  Kokkos::Cuda exec_;
  Kokkos::View<float**, Kokkos::LayoutRight, Space> const a_{"A", 100, 77}, c_{"C", 100, 77};
  Kokkos::View<float*, Space> const factors_{"factors", 100};
};

TEST_F(CudaStream, ScaleIsOneNode) {
  EXPECT_EQ(captured_nodes([&] { scale(exec_, 2.0f, a_, c_); }), 1);
  EXPECT_TRUE(all_are(6));
}

TEST_F(CudaStream, ScaleRowsIsOneNode) {
  EXPECT_EQ(captured_nodes([&] { scale_rows(exec_, factors_, a_, c_); }), 1);
  EXPECT_TRUE(all_are(6));
}

TEST_F(CudaStream, ScaleColumnsIsOneNode) {
  auto const columns = Kokkos::subview(factors_, Kokkos::pair<int, int>(0, 77));
  EXPECT_EQ(captured_nodes([&] { scale_columns(exec_, columns, a_, c_); }), 1);
  EXPECT_TRUE(all_are(6));
}

TEST_F(CudaStream, ScaledResidualIsOneNode) {
  for (Rounding const rounding : {Rounding::separate, Rounding::fused, Rounding::factored})
    EXPECT_EQ(captured_nodes([&] { scaled_residual(exec_, 2.0f, a_, c_, rounding); }), 1);
  EXPECT_TRUE(all_are(9));
}

TEST_F(CudaStream, TransformIsOneNode) {
  EXPECT_EQ(captured_nodes([&] { transform(exec_, inputs(a_, a_), c_, Sum()); }), 1);
  EXPECT_TRUE(all_are(6));
}

// On Hopper a kernel may start before the one ahead of it has ended. Sizes from a few blocks to many waves, one after
// the other on the same arrays, our own kernels and others: each sees all that was written before it.
TEST_F(CudaStream, EachCallSeesWhatWasWrittenBefore) {
  using Matrix = Kokkos::View<float**, Kokkos::LayoutRight, Space>;
  for (auto const& size : {std::array{3, 5}, std::array{100, 77}, std::array{2048, 1024}, std::array{4096, 4097}}) {
    int const rows = size[0], columns = size[1];
    Matrix const a("a", rows, columns), c("c", rows, columns);
    Kokkos::View<float*, Space> const ones("ones", rows);
    Kokkos::deep_copy(a, 1.0f);
    Kokkos::deep_copy(ones, 1.0f);
    Kokkos::fence();
    auto const series = [&](Kokkos::Cuda const& exec) {
      for (int n = 0; n < 20; ++n) {
        scale(exec, 2.0f, a, c);                  // flat
        scale_rows(exec, ones, c, a);             // whole or wrapped
        transform(exec, inputs(a, a), a, Sum());  // in place
        auto const most = std::pair<int, int>(0, columns - 1);
        scale(exec, 0.25f, Kokkos::subview(a, Kokkos::ALL, most), Kokkos::subview(a, Kokkos::ALL, most));  // rows
        auto const last = std::pair<int, int>(columns - 1, columns);
        scale(exec, 0.25f, Kokkos::subview(a, Kokkos::ALL, last), Kokkos::subview(c, Kokkos::ALL, last));  // general
        scale(exec, 1.0f, Kokkos::subview(c, Kokkos::ALL, last), Kokkos::subview(a, Kokkos::ALL, last));
        EXPECT_EQ(
            cudaMemcpyAsync(c.data(), a.data(), a.span() * sizeof(float), cudaMemcpyDeviceToDevice, exec.cuda_stream()),
            cudaSuccess);
        scale(exec, 1.0f, c, a);
      }
    };
    auto const all_ones = [&] {
      for (float const x : to_host(a))
        if (x != 1.0f) return false;
      return true;
    };
    series(exec_);
    exec_.fence();
    ASSERT_TRUE(all_ones()) << rows << " x " << columns << ", a stream";
    series(Kokkos::Cuda());
    Kokkos::fence();
    ASSERT_TRUE(all_ones()) << rows << " x " << columns << ", the default stream";
    ASSERT_GT(captured_nodes([&] { series(exec_); }), 100);
    ASSERT_TRUE(all_ones()) << rows << " x " << columns << ", a graph";
  }
}

// A wrong call leaves the capture usable.
TEST_F(CudaStream, WrongCallsAddNothing) {
  EXPECT_EQ(captured_nodes([&] {
              EXPECT_THROW(scale_rows(exec_, Kokkos::subview(factors_, Kokkos::pair<int, int>(0, 99)), a_, c_),
                           ExtentMismatch);
              scale(exec_, 2.0f, a_, c_);
            }),
            1);
  EXPECT_TRUE(all_are(6));
}

// An error that somebody else left behind is not this call's, and stays for whoever asks.
TEST_F(CudaStream, LeavesOthersErrorsAlone) {
  cudaError_t const other = cudaSetDevice(1000);
  ASSERT_NE(other, cudaSuccess);
  EXPECT_NO_THROW(scale(exec_, 2.0f, a_, c_));
  EXPECT_NO_THROW(scaled_residual(exec_, 1.0f, c_, c_));
  EXPECT_EQ(cudaGetLastError(), other);
  EXPECT_EQ(cudaPeekAtLastError(), cudaSuccess);
  exec_.fence();
  EXPECT_TRUE(all_are(12));
}

// Operands in different memories that the device reaches.
TEST_F(CudaStream, MixesMemorySpaces) {
  Kokkos::View<float**, Kokkos::LayoutRight, Kokkos::CudaUVMSpace> const managed("managed", 100, 77);
  Kokkos::View<float, Kokkos::CudaHostPinnedSpace> const pinned("pinned");
  pinned() = 2.0f;
  scale(exec_, pinned, a_, managed);
  scale_rows(exec_, factors_, managed, c_);
  exec_.fence();
  EXPECT_EQ(managed(99, 76), 6.0f);
  EXPECT_TRUE(all_are(12));
}

}  // namespace
}  // namespace aril::test
