// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "contraction_unit.hpp"

#include <aril/linear.hpp>

#include "support/copy.hpp"
#include "support/types.hpp"

namespace aril::test {

template <class T, class S>
std::vector<Result<T>> LinearUnit<T, S>::linear_scaled_residual(Rounding rounding, S const& s, std::vector<T> const& x,
                                                                std::vector<T> const& b) {
  std::vector<Result<T>> results;
  for_each_type(ExecutionSpaces(), [&](auto exec) {
    using Exec                    = decltype(exec);
    Vector<Exec, T> const feature = to_device<Exec>(x), bias = to_device<Exec>(b);
    Vector<Exec, T> const ones = to_device<Exec>(std::vector<T>(b.size(), T(1))), out("out", x.size() * b.size());
    aril::linear_scaled_residual(exec, Matrix<Exec, T>(feature.data(), x.size(), 1),
                                 Matrix<Exec, T>(ones.data(), b.size(), 1), bias, s,
                                 Matrix<Exec, T>(out.data(), x.size(), b.size()), {.rounding = rounding});
    results.push_back({exec.name(), to_host(out)});
  });
  return results;
}

template struct LinearUnit<float>;
template struct LinearUnit<Kokkos::complex<float>>;
#if defined(KOKKOS_HALF_T_IS_FLOAT) && !KOKKOS_HALF_T_IS_FLOAT
template struct LinearUnit<Half, float>;
#endif

}  // namespace aril::test
