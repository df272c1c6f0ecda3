// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ARIL_TEST_SUPPORT_RESIDUAL_CHECK_HPP
#define ARIL_TEST_SUPPORT_RESIDUAL_CHECK_HPP

#include <aril/residual.hpp>
#include <array>

#include "matchers.hpp"
#include "oracle.hpp"
#include "sizes.hpp"

namespace aril::test {

inline constexpr std::array roundings{Rounding::separate, Rounding::fused, Rounding::factored};

/// Z = Y*s + Y in each rounding for new operands at the given places, then in place.
template <class Op, class Exec, class S>
void check_residual(S const& s, Extents const& extents, Placement const& y_place, Placement const& z_place) {
  using T = typename Op::View::value_type;
  if (::testing::Test::HasFailure()) return;
  SCOPED_TRACE(at(extents, y_place, z_place));
  Op y(extents, y_place), z(extents, z_place);
  auto const input = random_numbers<T>(2, y.size());
  for (Rounding const rounding : roundings) {
    SCOPED_TRACE(rounding);
    auto const expected = residual(rounding, s, input);
    y.fill(input);
    z.fill_stale();

    scaled_residual(Exec(), s, y.view(), z.view(), rounding);
    expect_holds(z, expected, "Z");
    expect_holds(y, input, "Y");

    scaled_residual(Exec(), s, y.view(), y.view(), rounding);
    expect_holds(y, expected, "Y in place");
  }
}

/// What the suites ask of vectors of one element type and scalars of one type.
template <class T, class Exec, class S>
void check_residual_lengths(S const& s) {
  using Vector = Operand<T*, Kokkos::LayoutStride, Exec>;
  for (std::int64_t const n : edge_lengths(vector_of<T>)) {
    check_residual<Vector, Exec>(s, {n}, {}, {});
    if (n < 10000) check_residual<Vector, Exec>(s, {n}, {.step = 3}, {.step = 2});
  }
}

/// Every offset within a vector for input and output, independently.
template <class T, class Exec, class S>
void check_residual_offsets(S const& s) {
  using Vector     = Operand<T*, Kokkos::LayoutStride, Exec>;
  int const vector = vector_of<T>;
  for (int y = 0; y < vector; ++y)
    for (int z = 0; z < vector; ++z)
      for (std::int64_t const n : {2 * vector + 1, 259})
        check_residual<Vector, Exec>(s, {n}, {.offset = y}, {.offset = z});
}

template <class T, class Exec, class L, class S>
void check_residual_placements(S const& s) {
  using Matrix      = Operand<T**, L, Exec>;
  auto const places = matrix_placements<L, T>();
  for (Extents const& shape : edge_shapes())
    for (std::size_t y = 0; y < places.size(); ++y) {
      check_residual<Matrix, Exec>(s, shape, places[y], places[y]);
      check_residual<Matrix, Exec>(s, shape, places[y], places[(y + 1) % places.size()]);
    }
}

/// FNV-1a over the bits of the numbers.
template <class T>
std::uint64_t hash_bits(std::vector<T> const& numbers) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  auto const* bytes  = reinterpret_cast<unsigned char const*>(numbers.data());
  for (std::size_t k = 0; k < numbers.size() * sizeof(T); ++k) hash = (hash ^ bytes[k]) * 0x100000001b3u;
  return hash;
}

/// The results of every execution space hash to the same value, that of the values worked out on the host.
template <class T, class S>
void check_same_bits_everywhere(S const& s) {
  SCOPED_TRACE(type_name<T>());
  std::int64_t const n = 100003;
  auto const input     = random_numbers<T>(5, n);
  for (Rounding const rounding : roundings) {
    std::uint64_t const expected = hash_bits(residual(rounding, s, input));
    for_each_type(ExecutionSpaces(), [&](auto exec) {
      using Exec = decltype(exec);
      for (int const offset : {0, 1}) {
        Operand<T*, Kokkos::LayoutRight, Exec> y({n}, {.offset = offset}), z({n});
        y.fill(input);

        scaled_residual(exec, s, y.view(), z.view(), rounding);

        EXPECT_EQ(hash_bits(z.elements()), expected) << Exec::name() << ", " << rounding << ", offset " << offset;
      }
    });
  }
}

}  // namespace aril::test

#endif
