// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ARIL_IMPL_HOST_ITEMS_HPP
#define ARIL_IMPL_HOST_ITEMS_HPP

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <aril/impl/policy.hpp>
#include <cstdint>

/// \file
/// How rows of elements are shared out to host threads: plain numbers.

namespace aril::impl {

/// Elements that one work item takes at most: enough to hide the call and the loop's own head and tail, few enough that
/// all threads have their share. What a function that is not light takes is not known; its items may be smaller. Past
/// the caches each item ends with a wait for its stores: y = s*x on 2^28 floats, 2 cores of a Xeon, 2026-11-30, of the
/// speed of memcpy with 4096 elements 0.98, 16384 1.08, 65536 and 2^20 1.09.
constexpr std::int64_t host_item_elements(Cache cache, bool light, std::int64_t size, std::int64_t threads) {
  if (cache != Cache::keep) return 16384;
  return std::clamp<std::int64_t>(size / (2 * threads), light ? 1024 : 256, 2048);
}

/// Part of one row, or some whole rows.
struct HostItem {
  std::int64_t row;       ///< the first
  std::int64_t rows;      ///< how many
  std::int64_t first;     ///< element of each
  std::int64_t elements;  ///< of each
};

/// `rows` rows of `length` elements, neither of them 0, in items of about `most` elements and not more: a long row in
/// parts of equal size, short ones together.
class HostItems {
 public:
  constexpr HostItems(std::int64_t rows, std::int64_t length, std::int64_t most)
      : rows_(rows),
        length_(length),
        part_(equal_part(length, most, line)),
        parts_(part_ == length ? 1 : (length + part_ - 1) / part_),
        together_(equal_part(rows, std::max<std::int64_t>(1, most / length), 1)) {}

  constexpr std::int64_t count() const { return (rows_ + together_ - 1) / together_ * parts_; }

  KOKKOS_FUNCTION constexpr HostItem operator[](std::int64_t n) const {
    std::int64_t const group = parts_ == 1 ? n : n / parts_;
    std::int64_t const row = group * together_, first = (n - group * parts_) * part_;
    std::int64_t const rows_left = rows_ - row, left = length_ - first;
    return {row, rows_left < together_ ? rows_left : together_, first, left < part_ ? left : part_};
  }

 private:
  static constexpr std::int64_t line = 64;  // parts are whole cache lines of any element

  static constexpr std::int64_t equal_part(std::int64_t whole, std::int64_t most, std::int64_t unit) {
    if (whole <= most) return whole;
    std::int64_t const parts = (whole + most - 1) / most, part = (whole + parts - 1) / parts;
    return std::min((part + unit - 1) / unit * unit, std::max<std::int64_t>(most / unit * unit, unit));
  }

  std::int64_t rows_, length_, part_, parts_, together_;
};

}  // namespace aril::impl

#endif
