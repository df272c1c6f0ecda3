// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <aril/impl/exact.hpp>
#include <aril/rounding.hpp>
#include <ostream>

namespace aril {

namespace impl {

std::uint64_t opaque_zero() noexcept {
  static std::uint64_t const volatile zero = 0;
  return zero;
}

}  // namespace impl

std::ostream& operator<<(std::ostream& out, Rounding rounding) {
  switch (rounding) {
    case Rounding::separate: return out << "separate";
    case Rounding::fused: return out << "fused";
    case Rounding::factored: return out << "factored";
  }
  return out << "unknown rounding";
}

}  // namespace aril
