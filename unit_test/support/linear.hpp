// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ARIL_TEST_SUPPORT_LINEAR_HPP
#define ARIL_TEST_SUPPORT_LINEAR_HPP

#include "matchers.hpp"
#include "oracle.hpp"

/// \file
/// Operands of a linear layer, and what it has to give where the product is exact.

namespace aril::test {

/// Element types that have a matrix product.
using LinearTypes = join_t<RealTypes, ComplexTypes>;

template <class T>
struct PartOf {
  using type = wide_t<T>;
};
template <class R>
struct PartOf<Kokkos::complex<R>> {
  using type = R;
};
/// The real type in which elements of type T, or their parts, are computed with.
template <class T>
using part_t = typename PartOf<T>::type;

/// X is m x k, W is n x k, Y is m x n.
struct Sizes {
  std::int64_t m, n, k;

  friend std::ostream& operator<<(std::ostream& out, Sizes const& s) {
    return out << "M " << s.m << ", N " << s.n << ", K " << s.k;
  }
};

struct Places {
  Placement x = {}, w = {}, y = {}, b = {};

  friend std::ostream& operator<<(std::ostream& out, Places const& p) {
    return out << "X at " << p.x << ", W at " << p.w << ", Y at " << p.y << ", b at " << p.b;
  }
};

/// LayoutStride throughout: any placement is one type, so that a typed suite needs few instantiations. The layouts as
/// types have a test of their own.
template <class T, class Exec>
struct LinearOperands {
  using Matrix = Operand<T**, Kokkos::LayoutStride, Exec>;
  using Vector = Operand<T*, Kokkos::LayoutStride, Exec>;

  Matrix x, w, y;
  Vector b;

  explicit LinearOperands(Sizes const& s, Places const& places = {})
      : x({s.m, s.k}, places.x), w({s.n, s.k}, places.w), y({s.m, s.n}, places.y), b({s.n}, places.b) {}
};

/// What goes into a call, row by row.
template <class T>
struct LinearValues {
  std::vector<T> x, w, b;

  template <class Exec>
  void put_into(LinearOperands<T, Exec>& operands) const {
    operands.x.fill(x);
    operands.w.fill(w);
    operands.b.fill(b);
    operands.y.fill_stale();
  }
};

/// An integer from -3 to 3; complex: in either part.
template <class T>
T digit(std::uint64_t seed, std::int64_t n) {
  auto const one        = [&](std::uint64_t r) { return static_cast<int>(r % 7) - 3; };
  std::uint64_t const r = mix(mix(seed) + static_cast<std::uint64_t>(n));
  if constexpr (is_complex<T>)
    return T(one(r), one(r >> 32));
  else
    return small<T>(one(r));
}

template <class T>
std::vector<T> digits(std::uint64_t seed, std::int64_t count) {
  std::vector<T> all;
  for (std::int64_t n = 0; n < count; ++n) all.push_back(digit<T>(seed, n));
  return all;
}

/// Small integers: products and sums are exact, in whatever order.
template <class T>
LinearValues<T> digit_values(Sizes const& s) {
  return {digits<T>(1, s.m * s.k), digits<T>(2, s.n * s.k), digits<T>(3, s.n)};
}

template <class T>
LinearValues<T> random_values(Sizes const& s) {
  return {random_numbers<T>(1, s.m * s.k), random_numbers<T>(2, s.n * s.k), random_numbers<T>(3, s.n)};
}

template <class T>
LinearValues<T> constant_values(Sizes const& s, T x, T w) {
  LinearValues<T> values{std::vector<T>(s.m * s.k, x), std::vector<T>(s.n * s.k, w), {}};
  for (std::int64_t j = 0; j < s.n; ++j) values.b.push_back(small<T>(static_cast<int>(j % 100)));
  return values;
}

/// X W^T of values whose products and sums are exact, rounded to the element type once.
template <class T>
std::vector<T> exact_product(Sizes const& s, LinearValues<T> const& values) {
  std::vector<T> product;
  product.reserve(static_cast<std::size_t>(s.m * s.n));
  for (std::int64_t i = 0; i < s.m; ++i)
    for (std::int64_t j = 0; j < s.n; ++j) {
      wide_t<T> total{};
      T const* const xi = values.x.data() + i * s.k;
      T const* const wj = values.w.data() + j * s.k;
      for (std::int64_t k = 0; k < s.k; ++k) total += widened(xi[k]) * widened(wj[k]);
      product.push_back(narrowed<T>(total));
    }
  return product;
}

/// p(i, j) + b(j), in the arithmetic type.
template <class T>
std::vector<wide_t<T>> biased(std::vector<T> const& product, std::vector<T> const& b) {
  std::vector<wide_t<T>> sums;
  sums.reserve(product.size());
  for (std::size_t n = 0; n < product.size(); ++n) sums.push_back(plus(widened(product[n]), widened(b[n % b.size()])));
  return sums;
}

template <class T>
std::vector<T> narrowed(std::vector<wide_t<T>> const& wide) {
  std::vector<T> narrow;
  narrow.reserve(wide.size());
  for (auto const& x : wide) narrow.push_back(narrowed<T>(x));
  return narrow;
}

}  // namespace aril::test

#endif
