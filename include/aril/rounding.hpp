// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ARIL_ROUNDING_HPP
#define ARIL_ROUNDING_HPP

#include <iosfwd>

namespace aril {

/// How y*s + y is rounded. The same choice gives the same bits on every backend, whatever the caller's compiler flags.
enum class Rounding {
  separate,  ///< fl(fl(y*s) + y): multiply, round, add, round; what an eager array program computes
  fused,     ///< fl(y*s + y): one fused multiply-add, one rounding
  factored,  ///< fl(y * fl(1+s)): one multiplication by a factor that is rounded first
};

std::ostream& operator<<(std::ostream& out, Rounding rounding);

}  // namespace aril

#endif
