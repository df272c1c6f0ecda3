// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ARIL_IMPL_PRODUCT_HPP
#define ARIL_IMPL_PRODUCT_HPP

#include <KokkosBlas3_gemm.hpp>
#include <aril/impl/arithmetic.hpp>
#include <aril/impl/gemm.hpp>
#include <aril/impl/launch.hpp>
#include <aril/precision.hpp>
#ifdef KOKKOS_ENABLE_CUDA
#include <aril/impl/cuda/matmul.hpp>
#endif

/// \file
/// Y = X W^T, by whichever library has a GEMM for the operands, or by a plain loop where none has.

namespace aril::impl {

template <class V>
Matrix matrix_of(V const& view) {
  return {view.data(), static_cast<std::int64_t>(view.extent(0)), static_cast<std::int64_t>(view.extent(1)),
          static_cast<std::int64_t>(view.stride(0)), static_cast<std::int64_t>(view.stride(1))};
}

/// At most `count` rows from row `first` on.
template <class T>
Matrix rows_of(Matrix m, std::int64_t first, std::int64_t count) {
  m.data = static_cast<T const*>(m.data) + first * m.row_step;
  m.rows = std::min(count, m.rows - first);
  return m;
}

/// One element of Y per work item: for strides that no BLAS takes. Sums in order, in the arithmetic type.
template <class T>
struct DotProducts {
  Matrix x, w, y;
  std::int64_t first;

  KOKKOS_FUNCTION void operator()(std::int64_t item) const {
    std::int64_t const i = (first + item) / y.columns;
    std::int64_t const j = (first + item) % y.columns;
    auto const* const xi = static_cast<T const*>(x.data) + i * x.row_step;
    auto const* const wj = static_cast<T const*>(w.data) + j * w.row_step;
    arithmetic_t<T> total{};
    for (std::int64_t k = 0; k < x.columns; ++k) total += widen(xi[k * x.column_step]) * widen(wj[k * w.column_step]);
    auto* const out                         = static_cast<T*>(const_cast<void*>(y.data));
    out[i * y.row_step + j * y.column_step] = static_cast<T>(total);
  }
};

/// The BLAS under Kokkos Kernels, for what it has: float, double and their complex types.
template <class T, class Exec>
void host_gemm(Gemm const& g) {
  using Device = Kokkos::Device<Exec, Kokkos::HostSpace>;
  using In     = Kokkos::View<T const**, Kokkos::LayoutLeft, Device, Kokkos::MemoryUnmanaged>;
  using Out    = Kokkos::View<T**, Kokkos::LayoutLeft, Device, Kokkos::MemoryUnmanaged>;
  // Kokkos' LayoutLeft takes its leading dimension from a parent that is as tall.
  auto const rows_of = [](auto const& parent, std::int64_t rows) {
    return Kokkos::subview(parent, Kokkos::pair<std::int64_t, std::int64_t>(0, rows), Kokkos::ALL);
  };
  In const a =
      rows_of(In(static_cast<T const*>(g.a), g.a_leading, g.transpose_a ? g.m : g.k), g.transpose_a ? g.k : g.m);
  In const b =
      rows_of(In(static_cast<T const*>(g.b), g.b_leading, g.transpose_b ? g.k : g.n), g.transpose_b ? g.n : g.k);
  Out const c = rows_of(Out(static_cast<T*>(g.c), g.c_leading, g.n), g.m);
  KokkosBlas::gemm(g.transpose_a ? "T" : "N", g.transpose_b ? "T" : "N", T(1), a, b, T(0), c);
}

/// Y = X W^T on the instance. K is at least 1 and Y not empty.
template <class T, class Exec>
void product_block(Exec const& exec, [[maybe_unused]] Precision precision, Matrix const& x, Matrix const& w,
                   Matrix const& y) {
  if (auto const gemm = as_gemm(x, w, y)) {
#ifdef KOKKOS_ENABLE_CUDA
    if constexpr (std::is_same_v<Exec, Kokkos::Cuda>)
      return cuda::matmul(exec, cuda::element_kind<T>(), precision, *gemm);
#endif
    if constexpr (portable::on_host<Exec> && !is_half_v<T>) return host_gemm<T, Exec>(*gemm);
  }
  std::string const label = Kokkos::Tools::profileLibraryLoaded() ? "aril::linear[dot]" : "";
  // In slabs: Kokkos 3.4 counts a range's items in 32 bits on CUDA and, from 2^32 on, never ends.
  for (std::int64_t first = 0, all = y.rows * y.columns; first < all; first += slab_limit)
    portable::enqueue_range(label, exec, std::min(slab_limit, all - first), DotProducts<T>{x, w, y, first});
}

/// Rows of Y in blocks, and columns too, that stay within the 32-bit sizes of the libraries.
template <class T, class Exec>
void product(Exec const& exec, Precision precision, Matrix const& x, Matrix const& w, Matrix const& y) {
  constexpr std::int64_t block = most_at_once;
  auto const rows_from         = [](Matrix const& m, std::int64_t first) { return rows_of<T>(m, first, block); };
  for (std::int64_t i = 0; i < y.rows; i += block)
    for (std::int64_t j = 0; j < y.columns; j += block)
      product_block<T>(exec, precision, rows_from(x, i), rows_from(w, j),
                       rows_from(rows_from(y, i).transposed(), j).transposed());
}

}  // namespace aril::impl

#endif
