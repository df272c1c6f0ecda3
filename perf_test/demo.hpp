// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ARIL_PERF_TEST_DEMO_HPP
#define ARIL_PERF_TEST_DEMO_HPP

#include <algorithm>
#include <iostream>
#include <limits>

#include "contest.hpp"
#include "table.hpp"

namespace aril::perf {

struct Demo {
  Stage stage;
  std::map<std::string, Line> lines;
  std::vector<std::string> notes;
};

inline constexpr int demo_repetitions = 5;

/// Memory of the machine that the demo may take.
inline constexpr double demo_memory_share = 0.8;

/// Seconds of one call after a warm-up, the best of three: for choosing a size, where a hiccup must not decide.
template <class Exec, class F>
double quick_look(Exec const& exec, F const& call) {
  Stopwatch<Exec> watch(exec);
  double best = std::numeric_limits<double>::max();
  call();
  for (int n = 0; n < 3; ++n) {
    watch.start();
    call();
    best = std::min(best, watch.stop());
  }
  return best;
}

/// Registers one line of the table. `contest` has one candidate; `prepare` runs it once, compares the result with the
/// reference and enters the verdict.
template <class Exec>
void enlist_line(Demo& demo, Exec const& exec, Line const& line, std::shared_ptr<Contest> const& contest,
                 std::function<void(Line&)> prepare) {
  contest->name    = line.backend + '/' + line.size;
  Line& entry      = demo.lines[line.workload + '/' + contest->candidates[0].first + '/' + contest->name];
  entry            = line;
  contest->prepare = [&entry, prepare = std::move(prepare)] {
    std::cerr << "  " << entry.workload << ", " << entry.size << ", " << entry.backend << std::endl;
    prepare(entry);
  };
  enlist(demo.stage, exec, line.workload, contest);
}

// One translation unit each.
void enlist_scale(Demo& demo);       ///< W1: C = s*A
void enlist_linear(Demo& demo);      ///< W2: t = X W^T + b, Y = t*s + t
void enlist_scale_rows(Demo& demo);  ///< W3: C = diag(d) B

}  // namespace aril::perf

#endif
