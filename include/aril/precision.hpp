// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ARIL_PRECISION_HPP
#define ARIL_PRECISION_HPP

namespace aril {

/// How the linear layer's product is computed.
enum class Precision {
  ieee,  ///< products and sums in the element type (float for 16-bit types); never TF32
};

}  // namespace aril

#endif
