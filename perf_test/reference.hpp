// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ARIL_PERF_TEST_REFERENCE_HPP
#define ARIL_PERF_TEST_REFERENCE_HPP

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <vector>

/// \file
/// What the demo's results are compared with: written without Aril, where the results lie, over every element or over
/// whole sampled rows.

namespace aril::perf::reference {

KOKKOS_INLINE_FUNCTION bool same_bits(float x, float y) {
  std::uint32_t a, b;
  std::memcpy(&a, &x, sizeof(a));
  std::memcpy(&b, &y, sizeof(b));
  return a == b;
}

/// Elements of C that are not s*a to the bit.
template <class Exec>
std::int64_t wrong_in_scale(Exec const& exec, float s, float const* a, float const* c, std::int64_t count) {
  std::int64_t wrong             = 0;
  constexpr std::int64_t at_once = 1 << 28;
  for (std::int64_t first = 0; first < count; first += at_once) {
    std::int64_t in_chunk = 0;
    Kokkos::parallel_reduce(
        "reference::wrong_in_scale",
        Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, first, std::min(count, first + at_once)),
        KOKKOS_LAMBDA(std::int64_t i, std::int64_t & sum) { sum += same_bits(c[i], s * a[i]) ? 0 : 1; }, in_chunk);
    exec.fence();
    wrong += in_chunk;
  }
  return wrong;
}

/// Elements of C (row-major) that are not d(i)*B(i,j) to the bit.
template <class Exec>
std::int64_t wrong_in_scale_rows(Exec const& exec, float const* d, float const* b, float const* c, std::int64_t rows,
                                 std::int64_t columns) {
  std::int64_t wrong = 0;
  Kokkos::parallel_reduce(
      "reference::wrong_in_scale_rows",
      Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, rows * columns),
      KOKKOS_LAMBDA(std::int64_t k, std::int64_t & sum) { sum += same_bits(c[k], d[k / columns] * b[k]) ? 0 : 1; },
      wrong);
  exec.fence();
  return wrong;
}

/// X W^T in double precision for some rows of X (M,K), with W (N,K): (rows.size(), N), row by row.
template <class Exec, class V>
std::vector<double> product_fp64(Exec const& exec, V const& X, V const& W, std::vector<std::int64_t> const& rows) {
  using Memory                 = typename Exec::memory_space;
  std::int64_t const row_count = rows.size(), n = W.extent(0), inputs = W.extent(1);
  Kokkos::View<std::int64_t const*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged> const host_rows(rows.data(), row_count);
  auto const sampled = Kokkos::create_mirror_view_and_copy(Memory(), host_rows);
  Kokkos::View<double*, Memory> const product("product", row_count * n);
  Kokkos::parallel_for(
      "reference::product_fp64", Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, row_count * n),
      KOKKOS_LAMBDA(std::int64_t e) {
        double sum = 0;
        for (std::int64_t k = 0; k < inputs; ++k)
          sum += static_cast<double>(X(sampled(e / n), k)) * static_cast<double>(W(e % n, k));
        product(e) = sum;
      });
  exec.fence();
  auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), product);
  return {host.data(), host.data() + host.size()};
}

/// The elements of a vector, or of a matrix' row, on the host.
template <class Exec, class V, class T = typename V::non_const_value_type>
std::vector<T> row_on_host(Exec const& exec, V const& row) {
  std::int64_t const count = row.extent(0);
  Kokkos::View<T*, typename Exec::memory_space> const packed("packed", count);
  Kokkos::parallel_for(
      "reference::row_on_host", Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, count),
      KOKKOS_LAMBDA(std::int64_t j) { packed(j) = row(j); });
  exec.fence();
  auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), packed);
  return {host.data(), host.data() + host.size()};
}

/// fl(fl(t*s) + t). The product goes through memory: GCC 12 narrows the same two steps written in double precision back
/// to float, and then fuses them where the target has FMA.
inline float scaled_plus_self(float t, float s) {
  float const volatile product = t * s;
  return product + t;
}

}  // namespace aril::perf::reference

#endif
