// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ARIL_TEST_SUPPORT_NUMBERS_HPP
#define ARIL_TEST_SUPPORT_NUMBERS_HPP

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <ostream>
#include <sstream>
#include <vector>

#include "types.hpp"

/// \file
/// Numbers of every element type: reproducible random ones, comparison by bits, printing.

namespace aril::test {

template <class T>
inline constexpr bool is_complex = false;
template <class R>
inline constexpr bool is_complex<Kokkos::complex<R>> = true;

template <class T>
inline constexpr bool is_half = have_half&& std::is_same_v<T, Half>;

/// Elements in one 16-byte access.
template <class T>
inline constexpr int vector_of = 16 / static_cast<int>(sizeof(T));

template <int bytes>
using bits_t = std::conditional_t<
    bytes == 8, std::uint64_t,
    std::conditional_t<bytes == 4, std::uint32_t, std::conditional_t<bytes == 2, std::uint16_t, std::uint8_t>>>;

template <class T>
bits_t<sizeof(T)> bits_of(T const& x) {
  bits_t<sizeof(T)> bits;
  std::memcpy(&bits, static_cast<void const*>(&x), sizeof(T));
  return bits;
}

template <class T>
T from_bits(bits_t<sizeof(T)> bits) {
  T x;
  std::memcpy(static_cast<void*>(&x), &bits, sizeof(T));
  return x;
}

inline bool is_nan(float x) { return std::isnan(x); }
inline bool is_nan(double x) { return std::isnan(x); }
template <class T>
bool is_nan(T const& x) {
  if constexpr (is_half<T>) {
    return (bits_of(x) & 0x7fff) > 0x7c00;
  } else {
    static_assert(std::is_integral_v<T>);
    return false;
  }
}

/// The same bits, any NaN being as good as any other.
template <class T>
bool same(T const& a, T const& b) {
  return bits_of(a) == bits_of(b) || (is_nan(a) && is_nan(b));
}
template <class R>
bool same(Kokkos::complex<R> const& a, Kokkos::complex<R> const& b) {
  return same(a.real(), b.real()) && same(a.imag(), b.imag());
}

template <class T>
void print(std::ostream& out, T const& x) {
  if constexpr (is_complex<T>) {
    out << '(';
    print(out, x.real());
    out << ", ";
    print(out, x.imag());
    out << ')';
  } else if constexpr (std::is_integral_v<T>) {
    out << +x;
  } else {
    out << std::defaultfloat << static_cast<double>(static_cast<std::conditional_t<is_half<T>, float, T>>(x)) << " [0x"
        << std::hex << bits_of(x) << std::dec << ']';
  }
}

template <class T>
std::string text(T const& x) {
  std::ostringstream out;
  out.precision(17);
  print(out, x);
  return out.str();
}

/// A well mixed function of its argument (the finalizer of splitmix64).
inline std::uint64_t mix(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

/// Number `n` of a reproducible sequence. Floating: random sign and mantissa, magnitude in [1/8, 16), so that products
/// and sums round. Integers: random bits.
template <class T>
T random_number(std::uint64_t seed, std::int64_t n) {
  std::uint64_t const r = mix(mix(seed) + static_cast<std::uint64_t>(n));
  if constexpr (is_complex<T>) {
    using R = typename T::value_type;
    return T(random_number<R>(r, 0), random_number<R>(r, 1));
  } else if constexpr (std::is_same_v<T, double>) {
    return from_bits<double>((r & 0x800fffffffffffffu) | ((1020 + (r >> 52) % 7) << 52));
  } else if constexpr (std::is_same_v<T, float>) {
    return from_bits<float>((r & 0x807fffffu) | ((124 + static_cast<std::uint32_t>(r >> 32) % 7) << 23));
  } else if constexpr (is_half<T>) {
    return from_bits<T>(static_cast<std::uint16_t>((r & 0x83ffu) | ((12 + (r >> 32) % 7) << 10)));
  } else {
    return static_cast<T>(r);
  }
}

/// Numbers 0 to count-1 of the sequence.
template <class T>
std::vector<T> random_numbers(std::uint64_t seed, std::int64_t count) {
  std::vector<T> all;
  all.reserve(static_cast<std::size_t>(count));
  for (std::int64_t n = 0; n < count; ++n) all.push_back(random_number<T>(seed, n));
  return all;
}

/// A number that a correct result of these tests is not, to fill an output with: NaN, or an unlikely integer.
template <class T>
T stale() {
  if constexpr (is_complex<T>) {
    return T(stale<typename T::value_type>(), stale<typename T::value_type>());
  } else if constexpr (std::is_integral_v<T>) {
    return static_cast<T>(0x5a5a5a5a5a5a5a5au);
  } else {
    return static_cast<T>(std::numeric_limits<float>::quiet_NaN());
  }
}

/// A number from a small integer that every element type represents.
template <class T>
T small(int n) {
  if constexpr (is_complex<T>) {
    return T(static_cast<typename T::value_type>(n));
  } else if constexpr (is_half<T>) {
    return static_cast<T>(static_cast<float>(n));
  } else {
    return static_cast<T>(n);
  }
}

/// Reproducible integers from -64 to 64: sums and products of a few of them are exact in every type, so it does not
/// matter how a compiler rounds a caller's own function.
template <class T>
std::vector<T> small_numbers(std::uint64_t seed, std::int64_t count) {
  std::vector<T> all;
  all.reserve(static_cast<std::size_t>(count));
  for (std::int64_t n = 0; n < count; ++n)
    all.push_back(small<T>(static_cast<int>(mix(mix(seed) + static_cast<std::uint64_t>(n)) % 129) - 64));
  return all;
}

}  // namespace aril::test

#endif
