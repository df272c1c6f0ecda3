// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/linear_layer.hpp"

namespace aril::test {

using SingleAndHalf = Cases<join_t<List<float>, HalfType>>;
INSTANTIATE_TYPED_TEST_SUITE_P(SingleAndHalf, LinearLayer, SingleAndHalf, CaseName);

}  // namespace aril::test
