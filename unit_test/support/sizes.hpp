// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ARIL_TEST_SUPPORT_SIZES_HPP
#define ARIL_TEST_SUPPORT_SIZES_HPP

#include "operand.hpp"

/// \file
/// Sizes and placements at which something changes: whole and partial vectors, warps, blocks, a host thread's runs.

namespace aril::test {

/// Lengths around every edge for vectors of `vector` elements.
inline std::vector<std::int64_t> edge_lengths(int vector) {
  std::vector<std::int64_t> lengths{0, 1};
  for (int k : {vector - 1, vector, vector + 1, 2 * vector - 1, 2 * vector, 2 * vector + 1}) lengths.push_back(k);
  for (int k : {15, 16, 17, 31, 33, 127, 128, 129, 255, 256, 257, 1021, 4095, 4096, 4097, 8191, 8192, 8193, 100003})
    lengths.push_back(k);
  return lengths;
}

/// Matrix shapes: single elements, rows and columns, odd columns, rows of less, just and more than a vector.
inline std::vector<Extents> edge_shapes() {
  return {{1, 1},  {1, 7},  {7, 1},   {2, 2},   {3, 5},   {5, 3},    {4, 4},    {17, 16},   {16, 17},
          {33, 8}, {8, 33}, {5, 129}, {129, 5}, {64, 64}, {3, 4093}, {4093, 3}, {129, 127}, {2, 8192}};
}

/// Where a matrix of layout L with elements T may lie: contiguous, off by one element, padded so that the rows stay
/// aligned and so that they do not; with LayoutStride also spread out and transposed.
template <class L, class T>
std::vector<Placement> matrix_placements() {
  int const vector = vector_of<T>;
  std::vector<Placement> places{{}, {.offset = 1}, {.padding = 1}, {.padding = 2 * vector}};
  if constexpr (std::is_same_v<L, Kokkos::LayoutStride>) {
    places.push_back({.step = 2});
    places.push_back({.padding = 3, .transpose = true});
  }
  return places;
}

}  // namespace aril::test

#endif
