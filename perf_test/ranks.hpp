// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ARIL_PERF_TEST_RANKS_HPP
#define ARIL_PERF_TEST_RANKS_HPP

#include <string>
#include <vector>

/// \file
/// The ranks of an MPI program: each has the whole problem and all work at the same time, which is what a node's memory
/// and power see in a real run. Built without MPI there is one rank, and nothing here costs anything.

namespace aril::perf {

/// MPI from first to last: made before Kokkos is initialized, and destroyed after it is finalized.
class Ranks {
 public:
  Ranks(int& argc, char**& argv);
  Ranks(Ranks const&)            = delete;
  Ranks& operator=(Ranks const&) = delete;
  ~Ranks();
};

namespace ranks {

int count();
int index();

/// Ranks that share this machine, and which of them this one is.
int count_here();
int index_here();

/// Ranks of this machine that give the same name, as that of the GPU they use.
int count_sharing(std::string const& name);

/// Returns when all ranks have come here.
void barrier();

/// Of all ranks' values; the same on every rank, so that all take the same decisions.
double largest(double value);
double smallest(double value);

/// The rank that has the largest value.
int with_largest(double value);

/// Ends all ranks, since the others would wait for this one; returns where there is only one.
void give_up(std::string const& why);

}  // namespace ranks

/// The program's arguments with a device of its own for each rank of this machine, unless they name one: Kokkos would
/// else take the first for all.
std::vector<char*> with_device(int argc, char* argv[]);

}  // namespace aril::perf

#endif
