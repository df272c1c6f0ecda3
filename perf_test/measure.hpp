// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ARIL_PERF_TEST_MEASURE_HPP
#define ARIL_PERF_TEST_MEASURE_HPP

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "ranks.hpp"
#include "timing.hpp"

/// \file
/// One candidate timed by Google Benchmark, with the things it is compared to timed in turn with it: whatever the
/// machine does meanwhile (clocks, neighbours, temperature) happens to all of them, and the ratios hold still.

namespace aril::perf {

/// Enqueues the work once, on set number `set` of the arrays.
using Call = std::function<void(std::int64_t set)>;

/// The least that a candidate has to move and to compute.
struct Work {
  double bytes = 0;
  double flops = 0;
};

/// How far a result is from the exact one, by the names of the counters: "max_abs_error" and, for a matrix product,
/// more.
using Errors = std::map<std::string, double>;

/// Something to compare a candidate with.
struct Reference {
  std::string name;   ///< the counter "<name>_seconds": time of one call
  std::string ratio;  ///< the counter that says how many times faster than the reference the candidate does its work
  Call call;
  double share  = 1;      ///< the candidate's bytes over the reference's, where they differ
  bool computes = false;  ///< its result is the candidate's
};

/// A call with the number of times it is enqueued between two readings of the clock.
struct Timed {
  Call call;
  std::int64_t batch = 0;  ///< 0: not known yet
};

/// Times calls on one instance, each call on the next of `sets` sets of arrays: enough sets make every call find its
/// data in memory and not in a cache.
template <class Exec>
class Timer {
 public:
  Timer(Exec const& exec, std::int64_t sets) : watch_(exec), sets_(sets) {}

  /// Warms up and chooses the size of a batch, the first time.
  void prepare(Timed& timed) {
    if (timed.batch == 0) calibrate(timed);
  }

  /// Seconds of one call, from a batch of calls.
  double operator()(Timed const& timed) { return run(timed.call, timed.batch) / timed.batch; }

 private:
  // Below this the gaps before the first call of a batch and after its last one show: row scale of 4096 x 4096 floats
  // took 36.9 us in batches of six, 35.6 us in batches of fifty (H200, 2026-11-29). PyTorch's side of the comparison
  // (report/pytorch.py) has the same length.
  static constexpr double shortest_reading = 2e-3;
  // Time that clocks and lazily initialised libraries get to settle.
  static constexpr double warm_up = 2e-2;

  double run(Call const& call, std::int64_t batch) {
    ranks::barrier();
    watch_.start();
    for (std::int64_t n = 0; n < batch; ++n) {
      call(next_set_);
      next_set_ = next_set_ + 1 < sets_ ? next_set_ + 1 : 0;
    }
    return watch_.stop();
  }

  void calibrate(Timed& timed) {
    double seconds = ranks::largest(run(timed.call, 1));
    for (double total = seconds; total < warm_up; total += timed.batch * seconds) {
      timed.batch = std::clamp<std::int64_t>(shortest_reading / std::max(seconds, 1e-9), 1, 1000);
      seconds     = std::max(ranks::largest(run(timed.call, timed.batch) / timed.batch), 1e-9);
    }
    timed.batch = std::clamp<std::int64_t>(shortest_reading / seconds + 1, 1, 1000);
  }

  Stopwatch<Exec> watch_;
  std::int64_t sets_;
  std::int64_t next_set_ = 0;
};

/// Of one repetition's readings. A reading in which the thread had lost its core says nothing of the code.
inline double median(std::vector<double> readings) {
  auto const middle = readings.begin() + readings.size() / 2;
  std::nth_element(readings.begin(), middle, readings.end());
  return *middle;
}

/// What a registered benchmark keeps from one repetition to the next.
struct Candidate {
  Timed own;
  std::vector<Timed> others;
  std::optional<Errors> error;
  std::string fault;  ///< why it cannot be measured
  double total = 0;   ///< this rank's medians so far
};

/// The body of a benchmark with manual time. Counters: bytes_per_second (GB = 1e9), flops_per_second, and those of the
/// references; a figure that is not defined is left out. Of several ranks the slowest counts, as it does in a program
/// whose ranks wait for each other: bytes_per_second is its own, and aggregate_bytes_per_second that of all together.
template <class Exec>
void measure(benchmark::State& state, Exec const& exec, std::int64_t sets, Work const& work, Candidate& candidate,
             std::vector<Reference> const& references) {
  using benchmark::Counter;
  Timer<Exec> timer(exec, sets);
  for (std::size_t r = candidate.others.size(); r < references.size(); ++r)
    candidate.others.push_back({references[r].call});

  timer.prepare(candidate.own);
  for (Timed& other : candidate.others) timer.prepare(other);

  // Google Benchmark counts calls; a batch is the least that can be timed.
  std::vector<double> own;
  std::vector<std::vector<double>> other(references.size());
  while (state.KeepRunningBatch(candidate.own.batch)) {
    own.push_back(timer(candidate.own));
    for (std::size_t r = 0; r < references.size(); ++r) other[r].push_back(timer(candidate.others[r]));
  }
  if (own.empty()) return;
  double const own_seconds = median(own);
  double const seconds     = ranks::largest(own_seconds);
  state.SetIterationTime(seconds * static_cast<double>(state.iterations()));

  auto const rate = [](double amount) { return Counter(amount, Counter::kIsIterationInvariantRate); };
  if (work.bytes > 0) state.counters["bytes_per_second"] = rate(work.bytes);
  if (work.flops > 0) state.counters["flops_per_second"] = rate(work.flops);
  for (std::size_t r = 0; r < references.size() && seconds > 0; ++r) {
    double const reference                          = ranks::largest(median(other[r]));
    state.counters[references[r].name + "_seconds"] = reference;
    state.counters[references[r].ratio]             = reference * references[r].share / seconds;
  }
  if (int const count = ranks::count(); count > 1) {
    state.counters["ranks"] = count;
    candidate.total += own_seconds;  // over the repetitions: one rank, which a median over them keeps
    state.counters["slowest_rank"]         = ranks::with_largest(candidate.total);
    state.counters["fastest_over_slowest"] = ranks::smallest(own_seconds) / seconds;
    if (work.bytes > 0) state.counters["aggregate_bytes_per_second"] = rate(count * work.bytes);
    if (work.flops > 0) state.counters["aggregate_flops_per_second"] = rate(count * work.flops);
  }
}

}  // namespace aril::perf

#endif
