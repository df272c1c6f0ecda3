// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ARIL_PERF_TEST_SCALED_RESIDUAL_HPP
#define ARIL_PERF_TEST_SCALED_RESIDUAL_HPP

#include "contest.hpp"
#include "options.hpp"

namespace aril::perf {

/// Registers Z = Y*s + Y. In a translation unit of its own, which keeps each of them quick to compile.
void enlist_scaled_residual(Options const& options, Stage& stage);

}  // namespace aril::perf

#endif
