// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ARIL_PERF_TEST_CONTEST_HPP
#define ARIL_PERF_TEST_CONTEST_HPP

#include <exception>
#include <memory>
#include <utility>

#include "measure.hpp"

/// \file
/// Benchmarks that share arrays.

namespace aril::perf {

/// One operation at one size: who takes part, and what on.
struct Contest {
  std::string name;  ///< "<operation>/<candidate>/<name>" is the benchmark's name
  Work work;
  std::int64_t sets = 1;
  std::shared_ptr<void const> arrays;  ///< what contests have in common that share their arrays
  std::function<void()> prepare;       ///< allocates and fills the arrays
  std::function<void()> release;       ///< frees them
  std::vector<Reference> references;
  std::vector<std::pair<std::string, Call>> candidates;
  /// The errors of a call's result; throws where they are more than rounding explains. May be empty.
  std::function<Errors(Call const&)> error;
  bool references_checked = false;
};

/// What is wrong with the result of a call; "" if nothing is. The same on all ranks.
inline std::string fault_of(Contest const& contest, Call const& call, std::optional<Errors>& error) {
  std::string fault;
  try {
    if (contest.error) error = contest.error(call);
  } catch (std::exception const& problem) {
    fault = problem.what();
  }
  if (ranks::largest(fault.empty() ? 0 : 1) > 0 && fault.empty()) fault = "the result of another rank is wrong";
  return fault;
}

/// A plain loop that does not do its work is nothing to compare with: Kokkos 3.4's MDRangePolicy, for one, does not run
/// over 8 x 2^22 on CUDA, without a word (H200, 2026-11-29).
inline void drop_wrong_references(Contest& contest) {
  if (std::exchange(contest.references_checked, true)) return;
  std::erase_if(contest.references, [&](Reference const& reference) {
    std::optional<Errors> error;
    return reference.computes && !fault_of(contest, reference.call, error).empty();
  });
}

/// The arrays of one contest at a time are in memory: those of the benchmark that runs.
class Stage {
 public:
  void enter(std::shared_ptr<Contest> const& contest) {
    if (on_stage_ && (contest == on_stage_ || (contest->arrays && contest->arrays == on_stage_->arrays))) return;
    clear();
    on_stage_ = contest;  // also if preparing fails half way: what it has allocated has to go
    contest->prepare();
  }

  void clear() {
    if (on_stage_) on_stage_->release();
    on_stage_.reset();
  }

  /// A benchmark of ours could not be run, or its results were wrong.
  void note_failure() { failed_ = true; }
  bool failed() const { return failed_; }

 private:
  bool failed_ = false;
  std::shared_ptr<Contest> on_stage_;
};

/// Registers the contest's candidates with Google Benchmark. `stage` outlives the benchmarks.
template <class Exec>
void enlist(Stage& stage, Exec const& exec, std::string const& operation, std::shared_ptr<Contest> const& contest) {
  for (auto const& [name, call] : contest->candidates) {
    auto const body = [&stage, exec, contest, ours = name.starts_with("aril"),
                       candidate = Candidate{{call}, {}, {}, {}, 0}](benchmark::State& state) mutable {
      try {
        stage.enter(contest);
        drop_wrong_references(*contest);
        if (!candidate.error && candidate.fault.empty())
          candidate.fault = fault_of(*contest, candidate.own.call, candidate.error);
        if (candidate.fault.empty()) measure(state, exec, contest->sets, contest->work, candidate, contest->references);
        if (candidate.error)
          for (auto const& [name, value] : *candidate.error) state.counters[name] = value;
      } catch (std::exception const& error) {
        ranks::give_up(error.what());
        candidate.fault = error.what();
      }
      if (candidate.fault.empty()) return;
      state.SkipWithError(candidate.fault.c_str());
      if (ours) stage.note_failure();
    };
    benchmark::RegisterBenchmark((operation + '/' + name + '/' + contest->name).c_str(), body)
        ->UseManualTime()
        ->Unit(benchmark::kMicrosecond);
  }
}

}  // namespace aril::perf

#endif
