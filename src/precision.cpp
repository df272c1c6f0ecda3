// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <aril/precision.hpp>
#include <ostream>

namespace aril {

std::ostream& operator<<(std::ostream& out, Precision precision) {
  switch (precision) {
    case Precision::ieee: return out << "ieee";
    case Precision::tf32: return out << "tf32";
    case Precision::split_bf16: return out << "split_bf16";
    case Precision::split_fp16: return out << "split_fp16";
  }
  return out;
}

}  // namespace aril
