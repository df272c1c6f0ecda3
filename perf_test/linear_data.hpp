// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ARIL_PERF_TEST_LINEAR_DATA_HPP
#define ARIL_PERF_TEST_LINEAR_DATA_HPP

#include <KokkosBlas3_gemm.hpp>
#include <cmath>
#include <limits>

#include "arrays.hpp"
#include "reference.hpp"

/// \file
/// The arrays of a linear layer, and how far its results are from double precision.

namespace aril::perf {

struct LinearSize {
  std::int64_t rows    = 16384;  ///< M, of X and Y
  std::int64_t outputs = 4096;   ///< N
  std::int64_t inputs  = 4096;   ///< K
};

/// X (M,K) uniform in [0,1), W (N,K) and b (N) in +-1/sqrt(K), as torch.nn.Linear starts; Y (M,N).
template <class Exec, class T = float, class Layout = Kokkos::LayoutRight>
struct LinearData {
  using View                      = Matrix<T, Layout, Exec>;
  static constexpr bool row_major = std::is_same_v<Layout, Kokkos::LayoutRight>;

  LinearSize size;
  ArraySets<T, Exec> x = {}, w = {}, b = {}, y = {};

  View X(std::int64_t set = 0) const { return View(x(set), size.rows, size.inputs); }
  View W(std::int64_t set = 0) const { return View(w(set), size.outputs, size.inputs); }
  Vector<T, Exec> B(std::int64_t set = 0) const { return Vector<T, Exec>(b(set), size.outputs); }
  View Y(std::int64_t set = 0) const { return View(y(set), size.rows, size.outputs); }

  void fill(Exec const& exec, std::int64_t sets = 1) {
    double const range = 1 / std::sqrt(static_cast<double>(size.inputs));
    x                  = {"X", size.rows * size.inputs, sets};
    w                  = {"W", size.outputs * size.inputs, sets};
    b                  = {"b", size.outputs, sets};
    y                  = {"Y", size.rows * size.outputs, sets};
    x.for_each([&](T* data, std::int64_t n) { fill_uniform(exec, data, n, 4, 0, 1); });
    w.for_each([&](T* data, std::int64_t n) { fill_uniform(exec, data, n, 5, -range, range); });
    b.for_each([&](T* data, std::int64_t n) { fill_uniform(exec, data, n, 6, -range, range); });
    y.for_each([&](T* data, std::int64_t n) { perf::fill(exec, data, n, std::numeric_limits<T>::quiet_NaN()); });
  }

  /// So that a call which writes nothing cannot pass for one that was right.
  void forget_result(Exec const& exec) const { perf::fill(exec, y(0), y.count(), std::numeric_limits<T>::quiet_NaN()); }

  static double bytes(LinearSize const& s) {
    using Set = ArraySets<T, Exec>;
    return Set::bytes(double(s.rows) * s.inputs) + Set::bytes(double(s.outputs) * s.inputs) + Set::bytes(s.outputs) +
           Set::bytes(double(s.rows) * s.outputs);
  }

  void free() { x = {}, w = {}, b = {}, y = {}; }
};

/// Y = X W^T as a Kokkos user has it.
template <class Exec, class T, class Layout>
void gemm(LinearData<Exec, T, Layout> const& data, std::int64_t set = 0) {
  KokkosBlas::gemm("N", "T", T(1), data.X(set), data.W(set), T(0), data.Y(set));
}

/// How Y of set 0 differs from t*s + t, t = X W^T + b, in double precision, on some whole rows.
struct LinearError {
  double largest       = 0;
  double relative      = 0;  ///< in the Frobenius norm
  std::int64_t outside = 0;  ///< elements outside atol = rtol = 1e-4, for double 1e-10
};

/// Rows spread over all of them.
inline std::vector<std::int64_t> sampled_rows(std::int64_t rows) {
  std::int64_t const samples = std::min<std::int64_t>(32, rows);
  std::vector<std::int64_t> sampled;
  for (std::int64_t n = 0; n < samples; ++n) sampled.push_back(samples > 1 ? n * (rows - 1) / (samples - 1) : 0);
  return sampled;
}

template <class Exec, class T, class Layout>
LinearError linear_error(Exec const& exec, LinearData<Exec, T, Layout> const& data, double s) {
  constexpr double tolerance = sizeof(T) == 4 ? 1e-4 : 1e-10;
  auto const rows            = sampled_rows(data.size.rows);
  auto const product         = reference::product_fp64(exec, data.X(), data.W(), rows);
  auto const bias            = reference::row_on_host(exec, data.B());
  LinearError result;
  double squared_error = 0, squared = 0;
  for (std::size_t n = 0; n < rows.size(); ++n) {
    auto const y = reference::row_on_host(exec, Kokkos::subview(data.Y(), rows[n], Kokkos::ALL));
    for (std::int64_t j = 0; j < data.size.outputs; ++j) {
      double const t     = product[n * data.size.outputs + j] + bias[j];
      double const exact = t * s + t;
      double const error = std::abs(static_cast<double>(y[j]) - exact);
      result.outside += error <= tolerance + tolerance * std::abs(exact) ? 0 : 1;
      result.largest = error <= result.largest ? result.largest : error;
      squared_error += error * error;
      squared += exact * exact;
    }
  }
  result.relative = std::sqrt(squared_error / squared);
  return result;
}

}  // namespace aril::perf

#endif
