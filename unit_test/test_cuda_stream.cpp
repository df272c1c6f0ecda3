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
// the other on the same arrays, our own kernels and a copy: each call sees all that was written before. In host memory
// writes take long enough for a missing wait to show; kernels compiled without one fail there.
template <class Memory>
class CudaOrder : public ::testing::Test {};
using OrderMemories = ::testing::Types<Kokkos::CudaSpace, Kokkos::CudaHostPinnedSpace>;
TYPED_TEST_SUITE(CudaOrder, OrderMemories);

TYPED_TEST(CudaOrder, EachCallSeesWhatWasWrittenBefore) {
  using Matrix         = Kokkos::View<float**, Kokkos::LayoutRight, TypeParam>;
  bool const on_device = std::is_same_v<TypeParam, Kokkos::CudaSpace>;
  cudaStream_t stream  = nullptr;
  ASSERT_EQ(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), cudaSuccess);
  for (auto const& size : {std::array{3, 5}, std::array{100, 77}, std::array{2048, on_device ? 1024 : 64},
                           std::array{on_device ? 4096 : 64, 4097}}) {
    int const rows = size[0], columns = size[1];
    Matrix const a("a", rows, columns), c("c", rows, columns);
    Kokkos::View<float*, TypeParam> const ones("ones", rows);
    Kokkos::deep_copy(a, 1.0f);
    Kokkos::deep_copy(ones, 1.0f);
    Kokkos::fence();
    auto const series = [&](Kokkos::Cuda const& exec) {
      auto const most = std::pair<int, int>(0, columns - 1), last = std::pair<int, int>(columns - 1, columns);
      for (int n = 0; n < 20; ++n) {
        scale(exec, 2.0f, a, c);                  // flat
        scale_rows(exec, ones, c, a);             // whole or wrapped
        transform(exec, inputs(a, a), a, Sum());  // in place
        scale(exec, 0.25f, Kokkos::subview(a, Kokkos::ALL, most), Kokkos::subview(a, Kokkos::ALL, most));  // rows
        scale(exec, 0.25f, Kokkos::subview(a, Kokkos::ALL, last), Kokkos::subview(c, Kokkos::ALL, last));  // general
        scale(exec, 1.0f, Kokkos::subview(c, Kokkos::ALL, last), Kokkos::subview(a, Kokkos::ALL, last));
        EXPECT_EQ(cudaMemcpyAsync(c.data(), a.data(), a.span() * sizeof(float), cudaMemcpyDefault, exec.cuda_stream()),
                  cudaSuccess);
        scale(exec, 1.0f, c, a);
      }
    };
    auto const all_ones = [&] {
      for (float const x : to_host(a))
        if (x != 1.0f) return false;
      return true;
    };
    {
      Kokkos::Cuda const exec(stream);
      series(exec);
      exec.fence();
      ASSERT_TRUE(all_ones()) << rows << " x " << columns << ", a stream";
      ASSERT_EQ(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal), cudaSuccess);
      series(exec);
      cudaGraph_t graph      = nullptr;
      cudaGraphExec_t replay = nullptr;
      ASSERT_EQ(cudaStreamEndCapture(stream, &graph), cudaSuccess);
      ASSERT_EQ(cudaGraphInstantiateWithFlags(&replay, graph, 0), cudaSuccess);
      for (int n = 0; n < 3; ++n) ASSERT_EQ(cudaGraphLaunch(replay, stream), cudaSuccess);
      ASSERT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
      ASSERT_TRUE(all_ones()) << rows << " x " << columns << ", a graph";
      EXPECT_EQ(cudaGraphExecDestroy(replay), cudaSuccess);
      EXPECT_EQ(cudaGraphDestroy(graph), cudaSuccess);
    }
    series(Kokkos::Cuda());
    Kokkos::fence();
    ASSERT_TRUE(all_ones()) << rows << " x " << columns << ", the default stream";
  }
  EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
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
