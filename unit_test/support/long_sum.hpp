// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ARIL_TEST_SUPPORT_LONG_SUM_HPP
#define ARIL_TEST_SUPPORT_LONG_SUM_HPP

#include "linear.hpp"

/// \file
/// An oracle for products against an error bound, and data that strain it.

namespace aril::test {

/// A sum of products in twice the precision of double, and the sum of their magnitudes.
class LongSum {
 public:
  void add_product(double a, double b) {
    double const product = times(a, b);
    low_ += std::fma(a, b, -product);
    double const sum  = plus(high_, product);
    double const back = plus(sum, -high_);
    low_ += plus(high_, -plus(sum, -back)) + plus(product, -back);
    high_ = sum;
  }
  double distance_to(double x) const { return plus(x, -high_) - low_; }

 private:
  double high_ = 0, low_ = 0;
};

enum class Data { random, alternating_signs, one_large_row, wide_range };

template <class T>
T shifted(T x, int binary_places) {
  using R        = part_t<T>;
  R const factor = std::ldexp(R(1), binary_places);
  if constexpr (is_complex<T>)
    return T(x.real() * factor, x.imag() * factor);
  else
    return narrowed<T>(widened(x) * factor);
}

template <class T>
std::vector<T> numbers_of(Data data, std::uint64_t seed, std::int64_t rows, std::int64_t k_end) {
  auto all            = random_numbers<T>(seed, rows * k_end);
  int const reach     = is_half<T> ? 1 : 30;  // products and sums stay in range
  std::int64_t number = 0;
  for (T& x : all) {
    std::int64_t const k = number % k_end, row = number / k_end;
    if (data == Data::alternating_signs && seed == 1) x = small<T>(k % 2 == 0 ? 3 : -3);
    if (data == Data::one_large_row && row == 0) x = shifted(x, reach);
    if (data == Data::wide_range) x = shifted(x, static_cast<int>(mix(seed * 77 + number) % (2 * reach)) - 2 * reach);
    ++number;
  }
  return all;
}

}  // namespace aril::test

#endif
