// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/linear_layer.hpp"

namespace aril::test {

using Double = Cases<List<double>>;
INSTANTIATE_TYPED_TEST_SUITE_P(Double, LinearLayer, Double, CaseName);

}  // namespace aril::test
