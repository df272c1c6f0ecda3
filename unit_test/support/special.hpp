// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ARIL_TEST_SUPPORT_SPECIAL_HPP
#define ARIL_TEST_SUPPORT_SPECIAL_HPP

#include "numbers.hpp"

/// \file
/// The numbers at which arithmetic without care goes wrong.

namespace aril::test {

/// Every kind of number that a real floating type has: NaN, infinities, both zeros, ones, the smallest and the largest
/// subnormal and normal ones.
template <class T>
std::vector<T> special_numbers() {
  std::vector<T> all;
  if constexpr (is_complex<T>) {
    auto const parts = special_numbers<typename T::value_type>();
    for (auto const re : parts)
      for (auto const im : parts) all.push_back(T(re, im));
  } else {
    using Bits          = bits_t<sizeof(T)>;
    Bits const infinity = is_half<T> ? Bits(0x7c00) : bits_of(static_cast<T>(std::numeric_limits<float>::infinity()));
    Bits const one      = bits_of(small<T>(1));
    Bits const normal   = infinity & static_cast<Bits>(~infinity + 1);  // the exponent's lowest bit alone
    Bits const sign     = static_cast<Bits>(Bits(1) << (8 * sizeof(T) - 1));
    for (Bits const magnitude : {Bits(0), one, Bits(1), Bits(normal - 1), normal, Bits(infinity - 1), infinity}) {
      all.push_back(from_bits<T>(magnitude));
      all.push_back(from_bits<T>(sign | magnitude));
    }
    all.push_back(stale<T>());
    all.push_back(from_bits<T>(one + 1));
    all.push_back(from_bits<T>(one - 1));
  }
  return all;
}

/// `count` numbers that go through a list again and again.
template <class T>
std::vector<T> repeated(std::vector<T> const& list, std::int64_t count) {
  std::vector<T> all;
  for (std::int64_t n = 0; n < count; ++n) all.push_back(list[static_cast<std::size_t>(n) % list.size()]);
  return all;
}

/// Fewer elements than a vector has, and a vectorised body with a tail.
inline constexpr std::int64_t special_lengths[] = {5, 4101};

}  // namespace aril::test

#endif
