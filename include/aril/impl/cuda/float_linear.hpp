// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ARIL_IMPL_CUDA_FLOAT_LINEAR_HPP
#define ARIL_IMPL_CUDA_FLOAT_LINEAR_HPP

#include <aril/impl/cuda/few_rows.hpp>
#include <aril/impl/cuda/prepared.hpp>
#include <aril/impl/linear_tail.hpp>
#include <aril/impl/product.hpp>

/// \file
/// The linear layer of floats on CUDA: epilogues that make a pass over Y unnecessary, and the tiers.

namespace aril::impl::cuda {

/// Elements of a split product of half-precision numbers, whose rows of X and W were multiplied by powers of two.
struct Scaled {
  int const* x_exponents;
  int const* w_exponents;

  /// F of the unscaled element.
  template <class F>
  struct With {
    F f;

    template <class... In>
    KOKKOS_FORCEINLINE_FUNCTION auto operator()(float y, int x_exponent, int w_exponent, In const&... in) const {
      return f(unscale(y, x_exponent, w_exponent), in...);
    }

    KOKKOS_FORCEINLINE_FUNCTION static float unscale(float y, int x_exponent, int w_exponent) {
      if (x_exponent == unscaled || w_exponent == unscaled) return y;
      return PowerOfTwo(-(x_exponent + w_exponent))(y);
    }
  };

  template <class Y, class... In>
  auto operands(Y const& y, In const&... in) const {
    using Exponents = Kokkos::View<int const*, Kokkos::CudaSpace, Kokkos::MemoryUnmanaged>;
    return inputs(y, per_row(Exponents(x_exponents, y.extent(0))), per_column(Exponents(w_exponents, y.extent(1))),
                  in...);
  }
};

/// Bias and residual as the product's epilogue can do them, if it can: a bias by itself, a residual only as a factor
/// that was made part of what the layer prepared.
template <class B>
std::optional<Epilogue> epilogue_for(B const& b, NoResidual, Prepared const*) {
  if constexpr (std::is_same_v<B, NoBias>) {
    return Epilogue{};
  } else {
    bool const plain = (b.stride(0) == 1 || b.extent(0) == 1) && reinterpret_cast<std::uintptr_t>(b.data()) % 16 == 0;
    return plain ? std::optional(Epilogue{1, 0, b.data()}) : std::nullopt;
  }
}
template <class B, class S>
std::optional<Epilogue> epilogue_for(B const&, Residual<S> const&, Prepared const* prepared) {
  return prepared ? prepared->folded : std::nullopt;
}

template <class B>
std::optional<FewRowsTail> few_rows_tail([[maybe_unused]] B const& b, NoResidual) {
  FewRowsTail tail;
  if constexpr (!std::is_same_v<B, NoBias>) {
    tail.bias   = b.data();
    tail.b_step = b.stride(0);
  }
  return tail;
}
/// None where s is a View of other numbers.
template <class B, class S>
std::optional<FewRowsTail> few_rows_tail(B const& b, Residual<S> const& residual) {
  FewRowsTail tail = *few_rows_tail(b, NoResidual{});
  tail.residual    = true;
  tail.rounding    = residual.rounding;
  if constexpr (std::is_same_v<S, ValueOperand<float>>)
    tail.s = residual.s.value;
  else if constexpr (std::is_same_v<element_t<decltype(residual.s.view)>, float>)
    tail.cell = residual.s.view.data();
  else
    return std::nullopt;
  return tail;
}

/// The whole layer where X or W has few rows; false, with nothing enqueued, where that is not the way to go.
template <class X, class W, class B, class Y, class R>
bool few_rows_linear(char const* name, Kokkos::Cuda const& exec, X const& x, W const& w, B const& b, Y const& y,
                     Precision precision, R const& residual) {
  auto const plan = plan_few_rows(precision, matrix_of(x), matrix_of(w), device_facts(exec).multiprocessors);
  if (!plan.use) return false;
  auto const tail = few_rows_tail(b, residual);
  {
    ToolsRange const range(exec, [&] { return std::string(name) + "[few_rows]"; });
    few_rows_product(exec, plan, matrix_of(x), matrix_of(w), matrix_of(y), tail.value_or(FewRowsTail{}));
  }
  if (!tail) linear_tail(name, exec, y, b, residual);
  return true;
}

/// Through tensor cores, in blocks of rows that the workspace has room for. False where the library has no form for the
/// product; what was written to Y until then is worth nothing.
template <class X, class W, class B, class Y, class R>
bool split_linear(char const* name, Kokkos::Cuda const& exec, X const& x, W const& w, B const& b, Y const& y,
                  R const& residual, Prepared const& prepared) {
  SplitMatrix const& weights = *prepared.weights;
  bool const scaled          = weights.format == Operands::half;
  auto const epilogue        = scaled ? std::nullopt : epilogue_for(b, residual, &prepared);
  std::int64_t const rows    = x.extent(0);
  for (std::int64_t first = 0; first < rows; first += prepared.rows_at_once) {
    Matrix const x_rows    = rows_of<float>(matrix_of(x), first, prepared.rows_at_once);
    Matrix const y_rows    = rows_of<float>(matrix_of(y), first, prepared.rows_at_once);
    bool const fold        = epilogue && (epilogue->bias == nullptr || made_transposed(y_rows));
    Epilogue const product = fold ? *epilogue : Epilogue{};
    auto const turn        = static_cast<int>(first / prepared.rows_at_once);
    SplitMatrix const parts(weights.format, x_rows.rows, x_rows.columns, prepared.workspace, turn);
    if (turn == 0) empty_list(exec, parts);
    split(exec, Side::left, x_rows, parts);
    if (!split_product(exec, parts, weights, y_rows, product)) return false;
    recompute_flagged(exec, parts, weights, x_rows, matrix_of(w), y_rows, product);
    auto const y_part =
        Kokkos::subview(y, Kokkos::pair<std::int64_t, std::int64_t>(first, first + x_rows.rows), Kokkos::ALL);
    if (scaled)
      linear_tail(name, exec, y_part, b, residual, Scaled{parts.exponents, weights.exponents});
    else if (!fold)
      linear_tail(name, exec, y_part, b, residual);
  }
  return true;
}

/// The whole layer, K at least 1 and Y not empty, by a kernel for few rows or by cuBLASLt; false, with nothing of worth
/// in Y, where that has no form for it. `prepared`: a Prepared, or anything else for a call that has none.
template <class X, class W, class B, class Y, class R, class P>
bool float_linear(char const* name, Kokkos::Cuda const& exec, X const& x, W const& w, B const& b, Y const& y,
                  Precision precision, R const& residual, P const& given) {
  Prepared const* prepared = nullptr;
  if constexpr (std::is_same_v<P, Prepared>) prepared = &given;
  if (few_rows_linear(name, exec, x, w, b, y, precision, residual)) return true;
  if (splits(precision)) {
    if (prepared && prepared->weights) {
      if (split_linear(name, exec, x, w, b, y, residual, *prepared)) return true;
    } else if (worth_splitting(w.extent(0), w.extent(1))) {
      Temporary const temporary(exec, precision, matrix_of(w), x.extent(0));
      if (split_linear(name, exec, x, w, b, y, residual, temporary.prepared())) return true;
    }
  }
  auto const gemm = as_gemm(matrix_of(x), matrix_of(w), matrix_of(y));
  if (!gemm || std::max(matrix_of(y).rows, matrix_of(y).columns) > most_at_once) return false;
  auto const epilogue = epilogue_for(b, residual, prepared);
  bool const fold     = epilogue && (epilogue->bias == nullptr || gemm->of_transpose);
  auto const operands = precision == Precision::tf32 ? Operands::single_as_tf32 : Operands::single;
  if (!single_matmul(exec, operands, *gemm, fold ? *epilogue : Epilogue{})) return false;
  if (!fold) linear_tail(name, exec, y, b, residual);
  return true;
}

}  // namespace aril::impl::cuda

#endif
