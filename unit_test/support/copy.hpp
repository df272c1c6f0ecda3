// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ARIL_TEST_SUPPORT_COPY_HPP
#define ARIL_TEST_SUPPORT_COPY_HPP

#include <Kokkos_Core.hpp>
#include <vector>

/// \file
/// Plain vectors in and out of an execution space's memory.

namespace aril::test {

template <class T>
using HostVector = Kokkos::View<T*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
template <class Exec, class T>
using Vector = Kokkos::View<T*, typename Exec::memory_space>;
template <class Exec, class T>
using Matrix = Kokkos::View<T**, Kokkos::LayoutRight, typename Exec::memory_space>;

template <class Exec, class T>
Vector<Exec, T> to_device(std::vector<T> const& values) {
  Vector<Exec, T> vector("values", values.size());
  Kokkos::deep_copy(vector, HostVector<T const>(values.data(), values.size()));
  return vector;
}

/// The elements in the order in which they lie in memory, those of a padded View's gaps included. Waits for the device.
template <class V>
auto to_host(V const& view) {
  using T = typename V::non_const_value_type;
  using All =
      Kokkos::View<T const*, Kokkos::LayoutRight, typename V::memory_space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  std::vector<T> values(view.span());
  Kokkos::fence();
  Kokkos::deep_copy(HostVector<T>(values.data(), values.size()), All(view.data(), view.span()));
  return values;
}

}  // namespace aril::test

#endif
