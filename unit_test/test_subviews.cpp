// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <aril/scale.hpp>

#include "support/matchers.hpp"
#include "support/oracle.hpp"

/// \file
/// Views as Kokkos itself makes them: managed, padded allocations, and subviews, of whose parents not one byte outside
/// may change.

namespace aril::test {
namespace {

template <class V>
Extents extents_of(V const& view) {
  Extents extents;
  for (int d = 0; d < static_cast<int>(V::rank); ++d) extents.push_back(static_cast<std::int64_t>(view.extent(d)));
  return extents;
}

template <class V>
Extents strides_of(V const& view) {
  Extents strides;
  for (int d = 0; d < static_cast<int>(V::rank); ++d) strides.push_back(static_cast<std::int64_t>(view.stride(d)));
  return strides;
}

/// Everything between a View's first and last element, the padding included.
template <class V>
auto span_of(V const& view) {
  return Kokkos::View<typename V::value_type*, typename V::device_type, Kokkos::MemoryTraits<Kokkos::Unmanaged>>(
      view.data(), view.span());
}

/// A View's whole span on the host.
template <class V>
auto span_on_host(V const& view) {
  auto const host = Kokkos::create_mirror(span_of(view));
  Kokkos::deep_copy(host, span_of(view));
  return std::vector<typename V::value_type>(host.data(), host.data() + host.size());
}

template <class V>
void fill_span(V const& view, std::vector<typename V::value_type> const& numbers) {
  auto const host = Kokkos::create_mirror(span_of(view));
  std::copy(numbers.begin(), numbers.end(), host.data());
  Kokkos::deep_copy(span_of(view), host);
}

/// `span` with the elements of `part`, a subview of `parent`, replaced: the n-th by number(n, old).
template <class P, class V, class G>
auto replaced(P const& parent, V const& part, std::vector<typename P::value_type> span, G const& number) {
  std::int64_t const first = part.data() - parent.data();
  for_each_position(extents_of(part), strides_of(part), [&](std::int64_t n, std::int64_t at) {
    auto& element = span[static_cast<std::size_t>(first + at)];
    element       = number(n, element);
  });
  return span;
}

/// C = 2*A, then A = 2*A, for A and C cut out of one parent each.
template <class Exec, class P, class A, class C>
void check_subviews(P const& a_parent, A const& a, P const& c_parent, C const& c) {
  using T          = typename P::value_type;
  auto const input = random_numbers<T>(1, static_cast<std::int64_t>(a_parent.span()));
  auto const old   = random_numbers<T>(2, static_cast<std::int64_t>(c_parent.span()));
  fill_span(a_parent, input);
  fill_span(c_parent, old);
  std::vector<T> elements;
  auto const doubled = replaced(a_parent, a, input, [&](std::int64_t, T const& x) {
    elements.push_back(x * T(2));
    return elements.back();
  });

  scale(Exec(), 2, a, c);
  EXPECT_EQ(span_on_host(c_parent), replaced(c_parent, c, old, [&](std::int64_t n, T const&) { return elements[n]; }));
  EXPECT_EQ(span_on_host(a_parent), input);

  scale(Exec(), 2, a, a);
  EXPECT_EQ(span_on_host(a_parent), doubled) << "in place";
}

/// The same part of both parents.
template <class Exec, class P, class Slice>
void check_subviews(P const& a_parent, P const& c_parent, Slice const& slice) {
  check_subviews<Exec>(a_parent, slice(a_parent), c_parent, slice(c_parent));
}

template <class C>
class Subviews : public ::testing::Test {};
using DoubleCases = Cases<List<double>>;
TYPED_TEST_SUITE(Subviews, DoubleCases, CaseName);

/// A padded allocation; where Kokkos pads nothing for these extents it is an ordinary one.
template <class L, class Exec>
void check_padded_allocation(int rows, int columns) {
  using V = Kokkos::View<double**, L, Exec>;
  V const a(Kokkos::view_alloc("A", Kokkos::AllowPadding), rows, columns);
  V const c(Kokkos::view_alloc("C", Kokkos::AllowPadding), rows, columns);
  V const packed("packed", rows, columns);
  auto const all = [](auto const& view) { return view; };
  check_subviews<Exec>(a, c, all);

  fill_span(a, random_numbers<double>(3, static_cast<std::int64_t>(a.span())));
  auto const before = span_on_host(a);
  scale(Exec(), 2, a, packed);
  scale(Exec(), 0.5, packed, a);
  EXPECT_EQ(span_on_host(a), before) << "to a packed View and back";
}

TYPED_TEST(Subviews, PaddedAllocations) {
  check_padded_allocation<Kokkos::LayoutLeft, typename TypeParam::Exec>(1021, 7);
  check_padded_allocation<Kokkos::LayoutRight, typename TypeParam::Exec>(7, 1021);
  check_padded_allocation<Kokkos::LayoutLeft, typename TypeParam::Exec>(7, 1021);
  check_padded_allocation<Kokkos::LayoutRight, typename TypeParam::Exec>(1021, 7);
}

/// Input and output from every element on within a vector of 16 bytes.
template <class T, class Exec>
void check_offset_subviews() {
  Kokkos::View<T*, Exec> const a("a", 4200), c("c", 4200);
  for (int offset = 0; offset < vector_of<T>; ++offset)
    for (int ahead = 0; ahead < vector_of<T>; ++ahead)
      check_subviews<Exec>(a, Kokkos::subview(a, Range(offset, offset + 4093)), c,
                           Kokkos::subview(c, Range(ahead, ahead + 4093)));
}

TYPED_TEST(Subviews, Offsets) { check_offset_subviews<double, typename TypeParam::Exec>(); }

/// A block with something left on every side of it, whose last index is not the parent's.
template <class Exec>
void check_rank_three() {
  auto const block      = [](auto const& view) { return Kokkos::subview(view, Range(1, 4), Kokkos::ALL, Range(2, 9)); };
  auto const right_rows = [](auto const& view) { return Kokkos::subview(view, Kokkos::ALL, Kokkos::ALL, Range(2, 9)); };
  auto const left_rows  = [](auto const& view) { return Kokkos::subview(view, Range(2, 9), Kokkos::ALL, Kokkos::ALL); };
  auto const plane      = [](auto const& view) { return Kokkos::subview(view, Kokkos::ALL, 3, Kokkos::ALL); };
  Kokkos::View<double***, Kokkos::LayoutRight, Exec> const right_a("a", 5, 6, 11), right_c("c", 5, 6, 11);
  Kokkos::View<double***, Kokkos::LayoutLeft, Exec> const left_a("a", 11, 6, 10), left_c("c", 11, 6, 10);
  check_subviews<Exec>(right_a, right_c, block);
  check_subviews<Exec>(right_a, right_c, right_rows);
  check_subviews<Exec>(right_a, right_c, plane);
  check_subviews<Exec>(left_a, left_c, block);
  check_subviews<Exec>(left_a, left_c, left_rows);
  check_subviews<Exec>(left_a, left_c, plane);
}

TYPED_TEST(Subviews, RankThree) { check_rank_three<typename TypeParam::Exec>(); }

/// All extents one less than the parent's.
template <class Exec>
void check_rank_eight() {
  auto const inner = [](auto const& view) {
    return Kokkos::subview(view, Range(0, 1), Range(1, 3), Range(0, 1), Range(0, 2), Range(1, 2), Range(1, 3),
                           Range(0, 1), Range(0, 3));
  };
  Kokkos::View<double********, Kokkos::LayoutRight, Exec> const ra("a", 2, 3, 2, 3, 2, 3, 2, 4),
      rc("c", 2, 3, 2, 3, 2, 3, 2, 4);
  Kokkos::View<double********, Kokkos::LayoutLeft, Exec> const la("a", 2, 3, 2, 3, 2, 3, 2, 4),
      lc("c", 2, 3, 2, 3, 2, 3, 2, 4);
  check_subviews<Exec>(ra, rc, inner);
  check_subviews<Exec>(la, lc, inner);
}

TYPED_TEST(Subviews, RankEight) { check_rank_eight<typename TypeParam::Exec>(); }

/// A row of a Left matrix, a column of a Right one: a strided rank-1 operand on both sides.
template <class Exec>
void check_strided_vectors() {
  Kokkos::View<double**, Kokkos::LayoutRight, Exec> const ra("a", 1031, 3), rc("c", 1031, 3);
  Kokkos::View<double**, Kokkos::LayoutLeft, Exec> const la("a", 3, 1031), lc("c", 3, 1031);
  check_subviews<Exec>(ra, rc, [](auto const& view) { return Kokkos::subview(view, Kokkos::ALL, 1); });
  check_subviews<Exec>(la, lc, [](auto const& view) { return Kokkos::subview(view, 1, Kokkos::ALL); });
}

TYPED_TEST(Subviews, StridedVectors) { check_strided_vectors<typename TypeParam::Exec>(); }

/// Parts of one parent that interleave in memory but share no element: even and odd columns, upper and lower half.
template <class Exec>
void check_disjoint_parts() {
  Kokkos::View<double**, Kokkos::LayoutRight, Exec> const parent("parent", 64, 66);
  auto const left  = Kokkos::subview(parent, Kokkos::ALL, Range(0, 33));
  auto const right = Kokkos::subview(parent, Kokkos::ALL, Range(33, 66));
  auto const input = random_numbers<double>(1, 64 * 66);
  auto expected    = input;
  for (int i = 0; i < 64; ++i)
    for (int j = 0; j < 33; ++j) expected[i * 66 + 33 + j] = 2 * input[i * 66 + j];
  fill_span(parent, input);

  scale(Exec(), 2, left, right);
  EXPECT_EQ(span_on_host(parent), expected);
}

TYPED_TEST(Subviews, DisjointPartsOfOneParent) { check_disjoint_parts<typename TypeParam::Exec>(); }

/// A heavy element type in a shape that leads to large tiles.
template <class L, class Exec>
void check_heavy_elements() {
  using T = Kokkos::complex<double>;
  Operand<T*****, L, Exec> a({8, 32, 32, 64, 3}), c({8, 32, 32, 64, 3});
  auto const count = static_cast<std::size_t>(a.size());
  a.fill(std::vector<T>(count, T(1, 2)));

  scale(Exec(), T(0, 1), a.view(), c.view());
  expect_holds(c, std::vector<T>(count, T(-2, 1)), "C");
}

TYPED_TEST(Subviews, HeavyElementsOfRankFive) {
  check_heavy_elements<Kokkos::LayoutRight, typename TypeParam::Exec>();
  check_heavy_elements<Kokkos::LayoutLeft, typename TypeParam::Exec>();
}

}  // namespace
}  // namespace aril::test
