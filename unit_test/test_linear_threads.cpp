// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <aril/linear.hpp>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <iostream>
#include <mutex>
#include <thread>
#ifdef KOKKOS_ENABLE_OPENMP
#include <omp.h>
#endif

#include "support/linear.hpp"

/// \file
/// The linear layer from several host threads at a time and from inside an OpenMP parallel region.

namespace aril::test {
namespace {

/// Ends the program if a scope takes longer: a hang would otherwise be the test's only message.
class TimeLimit {
 public:
  explicit TimeLimit(std::chrono::seconds limit) : watch_([this, limit] { watch(limit); }) {}
  ~TimeLimit() {
    {
      std::lock_guard const lock(mutex_);
      done_ = true;
    }
    changed_.notify_one();
    watch_.join();
  }

 private:
  void watch(std::chrono::seconds limit) {
    std::unique_lock lock(mutex_);
    if (changed_.wait_for(lock, limit, [this] { return done_; })) return;
    std::cerr << "no end after " << limit.count() << " s\n";
    std::abort();
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  bool done_ = false;
  std::thread watch_;  // last: it uses the others
};

/// An instance of one thread's own.
template <class Exec>
struct Instance {
  Exec exec;
};

#ifdef KOKKOS_ENABLE_CUDA
class Stream {
 public:
  Stream() { cudaStreamCreate(&stream_); }
  ~Stream() { cudaStreamDestroy(stream_); }
  Stream(Stream const&)            = delete;
  Stream& operator=(Stream const&) = delete;
  operator cudaStream_t() const { return stream_; }

 private:
  cudaStream_t stream_ = nullptr;
};

template <>
struct Instance<Kokkos::Cuda> {
  Stream stream;
  Kokkos::Cuda exec{stream};
};
#endif

/// One thread's operands and the exact result.
template <class T, class Exec>
class Work {
 public:
  explicit Work(Sizes const& s, std::uint64_t seed)
      : operands_(s), values_{digits<T>(seed, s.m * s.k), digits<T>(seed + 1, s.n * s.k), digits<T>(seed + 2, s.n)} {
    values_.put_into(operands_);
    for (auto const& t : biased(exact_product(s, values_), values_.b)) expected_.push_back(narrowed<T>(plus(t, t)));
  }

  /// Takes part in no allocation or deep copy: those are Kokkos' own business between threads.
  void run(Exec const& exec) const {
    linear_scaled_residual(exec, operands_.x.view(), operands_.w.view(), operands_.b.view(), 1, operands_.y.view());
  }

  void run(Exec const& exec, Linear<T, Exec> const& layer) const {
    layer.apply(exec, operands_.x.view(), operands_.y.view());
  }

  ::testing::AssertionResult is_right() { return holds(operands_.y, expected_); }

  LinearOperands<T, Exec>& operands() { return operands_; }

 private:
  LinearOperands<T, Exec> operands_;
  LinearValues<T> values_;
  std::vector<T> expected_;
};

constexpr Sizes small_sizes[] = {{16, 33, 65}, {64, 17, 128}, {1, 129, 64}, {65, 64, 63}};
constexpr int thread_count    = 4;

template <class C>
class LinearThreads : public ::testing::Test {};
TYPED_TEST_SUITE(LinearThreads, Cases<List<float>>, CaseName);

// Each host thread with an instance and operands of its own, no fence between them.
TYPED_TEST(LinearThreads, AnInstanceEach) {
  using Exec = typename TypeParam::Exec;
  TimeLimit const limit(std::chrono::seconds(60));
  std::vector<std::unique_ptr<Work<float, Exec>>> work;
  for (int t = 0; t < thread_count; ++t) work.push_back(std::make_unique<Work<float, Exec>>(small_sizes[t], 10 * t));
  std::vector<Instance<Exec>> const instances(thread_count);  // made here: Kokkos 3.4 makes them on its own thread only
  std::vector<std::thread> threads;
  for (int t = 0; t < thread_count; ++t)
    threads.emplace_back([&, t] {
      for (int repetition = 0; repetition < 50; ++repetition) work[t]->run(instances[t].exec);
      instances[t].exec.fence();
    });
  for (auto& thread : threads) thread.join();
  for (auto& w : work) EXPECT_TRUE(w->is_right());
}

// One prepared layer for all of them.
TYPED_TEST(LinearThreads, OneLayer) {
  using Exec = typename TypeParam::Exec;
  TimeLimit const limit(std::chrono::seconds(60));
  std::vector<std::unique_ptr<Work<float, Exec>>> work;
  for (int t = 0; t < thread_count; ++t) work.push_back(std::make_unique<Work<float, Exec>>(small_sizes[0], 7));
  Linear<float, Exec> const layer(Exec(), work[0]->operands().w.view(), work[0]->operands().b.view(),
                                  {.residual_scale = 1.0f});
  std::vector<Instance<Exec>> const instances(thread_count);
  std::vector<std::thread> threads;
  for (int t = 0; t < thread_count; ++t)
    threads.emplace_back([&, t] {
      for (int repetition = 0; repetition < 50; ++repetition) work[t]->run(instances[t].exec, layer);
      instances[t].exec.fence();
    });
  for (auto& thread : threads) thread.join();
  for (auto& w : work) EXPECT_TRUE(w->is_right());
}

// An error in one thread is that thread's alone.
TYPED_TEST(LinearThreads, ErrorsStayWhereTheyHappen) {
  using Exec = typename TypeParam::Exec;
  TimeLimit const limit(std::chrono::seconds(60));
  Work<float, Exec> good(small_sizes[0], 1), other(small_sizes[1], 2);
  std::atomic<int> caught = 0;
  Exec const other_exec;
  std::thread failing([&] {
    for (int repetition = 0; repetition < 50; ++repetition) try {
        linear(other_exec, other.operands().x.view(), good.operands().w.view(), no_bias, other.operands().y.view());
      } catch (ExtentMismatch const&) {
        ++caught;
      }
  });
  Instance<Exec> const instance;
  for (int repetition = 0; repetition < 50; ++repetition) good.run(instance.exec);
  failing.join();
  instance.exec.fence();
  EXPECT_EQ(caught, 50);
  EXPECT_TRUE(good.is_right());
}

// The same call many times over has the same bits.
TYPED_TEST(LinearThreads, RepeatedCallsAgree) {
  using Exec = typename TypeParam::Exec;
  for (Sizes const& s : {Sizes{64, 65, 1021}, Sizes{17, 64, 8192}, Sizes{16, 64, 8192}}) {
    LinearOperands<float, Exec> operands(s);
    random_values<float>(s).put_into(operands);
    std::vector<float> first;
    for (int repetition = 0; repetition < 10; ++repetition) {
      linear(Exec(), operands.x.view(), operands.w.view(), operands.b.view(), operands.y.view());
      if (repetition == 0) first = operands.y.elements();
      ASSERT_TRUE(holds(operands.y, first)) << s << ", repetition " << repetition;
    }
  }
}

#ifdef KOKKOS_ENABLE_OPENMP
template <class C>
class LinearInParallelRegion : public ::testing::Test {};
using HostSpaces = join_t<SerialSpace, OpenMPSpace>;
using HostCases  = Cases<List<float, double>, List<Kokkos::LayoutRight>, HostSpaces>;
TYPED_TEST_SUITE(LinearInParallelRegion, HostCases, CaseName);

// Each thread of the caller's region runs its own small layer, with nested parallelism allowed or not; under it a BLAS
// with threads of its own.
TYPED_TEST(LinearInParallelRegion, AnInstanceEach) {
  using Exec = typename TypeParam::Exec;
  using T    = typename TypeParam::Value;
  TimeLimit const limit(std::chrono::seconds(60));
  int const levels = omp_get_max_active_levels();
  for (int const allowed : {1, 2}) {
    std::vector<std::unique_ptr<Work<T, Exec>>> work;
    for (int t = 0; t < thread_count; ++t) work.push_back(std::make_unique<Work<T, Exec>>(small_sizes[t], 10 * t));
    omp_set_max_active_levels(allowed);
#pragma omp parallel num_threads(thread_count)
    {
      int const t = omp_get_thread_num();
      for (int repetition = 0; repetition < 10; ++repetition) work[t]->run(Exec());
    }
    omp_set_max_active_levels(levels);
    for (auto& w : work) EXPECT_TRUE(w->is_right()) << "active levels " << allowed;
  }
}
#endif

}  // namespace
}  // namespace aril::test
