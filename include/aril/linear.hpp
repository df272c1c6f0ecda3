// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ARIL_LINEAR_HPP
#define ARIL_LINEAR_HPP

#include <aril/impl/linear_call.hpp>
#include <optional>

namespace aril {

/// Y = X W^T + b.
///
/// \param[in] exec       execution space instance; the call enqueues work there and returns without a fence. On CUDA
/// the first
///                       call on an instance allocates a cuBLAS handle and its workspace of 32 MiB, later ones nothing:
///                       make one such call before a graph capture.
/// \param[in] X          (M, K), any layout
/// \param[in] W          (N, K), one row per output feature, any layout; only read
/// \param[in] b          (N), any stride, or aril::no_bias
/// \param[out] Y         (M, N), any layout; must not overlap X, W or b
/// \param[in] precision  how the product is computed, see Precision
///
/// All elements have one type: float, double, Kokkos::complex of these, or a 16-bit type. W is transposed, not
/// conjugated. The product is rounded to the element type, then the bias is added and the sum rounded. K = 0 gives the
/// bias, or zeros. Nothing of Y's old content survives, NaN included.
/// Error of the product, with u the unit roundoff of the arithmetic type (float for 16-bit types) and in any order of
/// summation: |Y - X W^T| <= K u / (1 - K u) |X| |W|^T elementwise (N. J. Higham, "Accuracy and Stability of Numerical
/// Algorithms", 2nd ed., section 3.5); for complex types with 2 sqrt(2) (K + 1) u in place of K u.
/// Through cuBLAS on CUDA and Kokkos Kernels' BLAS on the host where X, W and Y have one unit stride each, in whatever
/// mix of layouts; through a plain loop, right and slow, otherwise. One pass over Y adds the bias.
/// Moves: X, W and b read, Y written by the product and, with a bias, read and written once more. 2 M N K flops.
/// \throws ExtentMismatch, OverlapError, AliasedOutput, MisalignedPointer, NotInitialized before anything is enqueued;
///         LaunchError when the device or the library refuses.
template <ExecutionSpace Exec, ViewOfRank<2> X, ViewOfRank<2> W, class B, ViewOfRank<2> Y>
void linear(Exec const& exec, X const& x, W const& w, B const& b, Y const& y, Precision precision = Precision::ieee) {
  impl::linear_call("aril::linear", exec, x, w, b, y, precision, impl::NoResidual{});
}

/// The same on the default instance of Y's execution space.
template <ViewOfRank<2> X, ViewOfRank<2> W, class B, ViewOfRank<2> Y>
void linear(X const& x, W const& w, B const& b, Y const& y, Precision precision = Precision::ieee) {
  linear(typename Y::execution_space(), x, w, b, y, precision);
}

struct LinearOptions {
  Rounding rounding   = Rounding::separate;
  Precision precision = Precision::ieee;
};

/// Y = t*s + t with t = X W^T + b: the linear layer, scaled and added to itself.
///
/// \param[in] s        a number, or a rank-0 View of one that is read when the kernel runs; converted as for `scale`
/// \param[in] options  rounding of t*s + t as for `scaled_residual`, precision of the product as for `linear`
///
/// Everything else as for `linear`. The tail, bias included, is one pass over Y. For 16-bit types it takes place in
/// float and rounds to 16 bits once, at its end: t is then not the 16-bit number that `linear` would store.
template <ExecutionSpace Exec, ViewOfRank<2> X, ViewOfRank<2> W, class B, class S, ViewOfRank<2> Y>
void linear_scaled_residual(Exec const& exec, X const& x, W const& w, B const& b, S const& s, Y const& y,
                            LinearOptions options = {}) {
  impl::linear_call("aril::linear_scaled_residual", exec, x, w, b, y, options.precision,
                    impl::Residual{impl::scalar_for<Y>(s), options.rounding});
}

/// The same on the default instance of Y's execution space.
template <ViewOfRank<2> X, ViewOfRank<2> W, class B, class S, ViewOfRank<2> Y>
void linear_scaled_residual(X const& x, W const& w, B const& b, S const& s, Y const& y, LinearOptions options = {}) {
  linear_scaled_residual(typename Y::execution_space(), x, w, b, s, y, options);
}

/// What a prepared layer computes besides X W^T + b.
template <class T>
struct LayerOptions {
  std::optional<T> residual_scale = {};  ///< s of t*s + t; without it the layer gives t = X W^T + b
  Rounding rounding               = Rounding::separate;
  Precision precision             = Precision::ieee;
};

/// A linear layer with its weights: the choice of weights, options and, in later tiers, prepared forms of the weights,
/// made once and applied often.
///
/// The layer refers to W and b and keeps their Views alive; it changes neither. `Precision::ieee` keeps no copy of W,
/// so that changes of W and b take effect at the next `apply` and `refresh` has nothing to do. A layer's `apply` is
/// const and may be called from several host threads, each with an instance of its own.
/// T: float, double, Kokkos::complex of these, or a 16-bit type.
template <class T, ExecutionSpace Exec>
class Linear {
 public:
  using WeightView = Kokkos::View<T const**, Kokkos::LayoutStride, typename Exec::memory_space>;
  using BiasView   = Kokkos::View<T const*, Kokkos::LayoutStride, typename Exec::memory_space>;

  /// \param[in] w (N, K), any layout, in Exec's memory space
  /// \param[in] b (N), any stride, or aril::no_bias
  /// \throws ExtentMismatch, NotInitialized
  template <ViewOfRank<2> W, class B>
  Linear(Exec const& exec, W const& w, B const& b, LayerOptions<T> options = {}) : w_(w), options_(options) {
    impl::require_initialized("aril::Linear");
    if constexpr (!std::is_same_v<B, NoBias>) {
      impl::check_bias("aril::Linear", w, b);
      b_ = BiasView(b);
    }
    refresh(exec);
  }

  /// Y = X W^T + b, or t*s + t of it where a residual scale was given. Contract as of `linear` and
  /// `linear_scaled_residual`; never allocates on the device.
  template <ViewOfRank<2> X, ViewOfRank<2> Y>
  void apply(Exec const& exec, X const& x, Y const& y) const {
    if (b_)
      apply_with(exec, x, *b_, y);
    else
      apply_with(exec, x, no_bias, y);
  }

  /// Call after W or b was changed by its owner, on the instance that orders the change before the next `apply`.
  void refresh(Exec const&) {}

  /// Device memory that the layer holds besides W and b.
  std::size_t workspace_bytes() const { return 0; }

 private:
  template <class X, class B, class Y>
  void apply_with(Exec const& exec, X const& x, B const& b, Y const& y) const {
    if (options_.residual_scale)
      linear_scaled_residual(exec, x, w_, b, *options_.residual_scale, y, {options_.rounding, options_.precision});
    else
      linear(exec, x, w_, b, y, options_.precision);
  }

  WeightView w_;
  std::optional<BiasView> b_;
  LayerOptions<T> options_;
};

}  // namespace aril

#endif
