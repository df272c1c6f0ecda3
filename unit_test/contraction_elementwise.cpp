// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "contraction_unit.hpp"

#include <aril/residual.hpp>
#include <aril/scale.hpp>

#include "support/copy.hpp"
#include "support/types.hpp"

namespace aril::test {

template <class T, class S>
std::vector<Result<T>> ElementwiseUnit<T, S>::scaled_residual(Rounding rounding, S const& s, std::vector<T> const& y) {
  std::vector<Result<T>> results;
  for_each_type(ExecutionSpaces(), [&](auto exec) {
    using Exec                = decltype(exec);
    Vector<Exec, T> const in  = to_device<Exec>(y);
    Vector<Exec, T> const out = Vector<Exec, T>("out", y.size());
    aril::scaled_residual(exec, s, in, out, rounding);
    results.push_back({exec.name(), to_host(out)});
  });
  return results;
}

template <class T, class S>
std::vector<Result<T>> ElementwiseUnit<T, S>::scale(S const& s, std::vector<T> const& a) {
  std::vector<Result<T>> results;
  for_each_type(ExecutionSpaces(), [&](auto exec) {
    using Exec              = decltype(exec);
    Vector<Exec, T> const c = to_device<Exec>(a);
    aril::scale(exec, s, c, c);
    results.push_back({exec.name(), to_host(c)});
  });
  return results;
}

template <class T, class S>
std::vector<Result<T>> ElementwiseUnit<T, S>::scale_rows(std::vector<T> const& d, std::vector<T> const& b) {
  std::vector<Result<T>> results;
  for_each_type(ExecutionSpaces(), [&](auto exec) {
    using Exec                 = decltype(exec);
    Vector<Exec, T> const rows = to_device<Exec>(d), all = to_device<Exec>(b);
    Matrix<Exec, T> const c(all.data(), d.size(), b.size() / d.size());
    aril::scale_rows(exec, rows, c, c);
    results.push_back({exec.name(), to_host(all)});
  });
  return results;
}

template <class T, class S>
std::vector<T> ElementwiseUnit<T, S>::own_loop(S const& s, std::vector<T> const& y) {
  std::vector<T> z(y.size());
  for (std::size_t i = 0; i < y.size(); ++i) z[i] = static_cast<T>(impl::widen(y[i]) * s + impl::widen(y[i]));
  return z;
}

template struct ElementwiseUnit<float>;
template struct ElementwiseUnit<double>;
template struct ElementwiseUnit<Kokkos::complex<float>>;
template struct ElementwiseUnit<Kokkos::complex<double>, double>;
#if defined(KOKKOS_HALF_T_IS_FLOAT) && !KOKKOS_HALF_T_IS_FLOAT
template struct ElementwiseUnit<Half, float>;
#endif

}  // namespace aril::test
