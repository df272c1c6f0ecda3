// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ARIL_LINEAR_HPP
#define ARIL_LINEAR_HPP

#include <aril/impl/layer_state.hpp>
#include <optional>

namespace aril {

/// Y = X W^T + b.
///
/// \param[in] exec       execution space instance; the call enqueues work there and returns without a fence. On CUDA
///                       the first call on an instance makes library handles and their workspace of 32 MiB, later ones
///                       allocate nothing: make one such call, or a `Linear`, before a graph capture. (The tiers that
///                       split do, in the stream's order: 6 bytes for each element of W and of some rows of X, K
///                       rounded up to 8.) What was made stays until Kokkos is finalized. A captured call keeps using
///                       the instance's workspace: do not run its graph at the same time as another graph captured on
///                       the instance, or as calls on it.
/// \param[in] X          (M, K), any layout
/// \param[in] W          (N, K), one row per output feature, any layout; only read
/// \param[in] b          (N), any stride, or aril::no_bias
/// \param[out] Y         (M, N), any layout; must not overlap X, W, b or, below, a View of s
/// \param[in] precision  how the product is computed, see Precision
///
/// All elements have one type: float, double, Kokkos::complex of these, or a 16-bit type. W is transposed, not
/// conjugated. The product is rounded to the element type, then the bias is added and the sum rounded. K = 0 gives the
/// bias, or zeros. Nothing of Y's old content survives, NaN included.
///
/// Error of the product with Precision::ieee, u the unit roundoff of the arithmetic type (float for 16-bit types, whose
/// result is then rounded to 16 bits), in any order of summation, where nothing over- or underflows:
/// |Y - X W^T| <= K u / (1 - K u) |X| |W|^T elementwise (N. J. Higham, "Accuracy and Stability of Numerical
/// Algorithms", 2nd ed., section 3.5); for complex types with 2 sqrt(2) (K + 1) u in place of K u.
///
/// Through cuBLASLt or cuBLAS on CUDA and Kokkos Kernels' BLAS on the host where X, W and Y have one unit stride each,
/// in whatever mix of layouts; through a plain loop, right and slow, otherwise, and for 16-bit types on the host. A
/// host's BLAS uses its own threads, whichever the execution space. One pass over Y adds the bias; none for
/// floats on CUDA where Y's rows are contiguous (LayoutRight), b's elements too, and b starts at a multiple of 16
/// bytes: then the product does it. Floats on CUDA with at most 16 rows of X or of W, where rows of both are contiguous
/// and start at multiples of 16 bytes, may go through a kernel of Aril's own instead, where that is faster: it reads
/// the larger matrix once and does bias and residual, too. The same call gives the same bits on one GPU model and
/// library version.
///
/// Moves: X, W and b read, Y written by the product and, with a pass, read and written once more. 2 M N K flops.
///
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
/// Everything else as for `linear`. The tail, bias included, is one pass over Y, or none for few rows. For
/// 16-bit types it takes place in float and rounds to 16 bits once, at its end: t is then not the 16-bit number that
/// `linear` would store.
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

/// What a prepared layer computes besides X W^T + b, and how.
template <class T>
struct LayerOptions {
  std::optional<T> residual_scale = {};  ///< s of t*s + t; without it the layer gives t = X W^T + b
  Rounding rounding               = Rounding::separate;
  Precision precision             = Precision::ieee;
  bool own_workspace              = true;  ///< false: every apply is given one
};

/// A linear layer with its weights: the choice of weights and options and, for floats on CUDA, prepared forms of them,
/// made once and applied often.
///
/// The layer refers to W and b and keeps their Views alive; it changes neither. Besides, for floats on CUDA:
///  - Rounding::factored keeps the bias times 1+s and, but for split_fp16, has the product itself multiply by 1+s:
///    where Y's rows are contiguous no pass over Y is left. The result is then fl((1+s) X W^T) + fl((1+s) b) in fp32,
///    not the product of 1+s and the rounded sum. (Not for s = -1, a 1+s that is not finite, or few rows.)
///  - the tiers that split keep W in 16-bit parts, 6 bytes for each element, K rounded up to 8, and use a
///    workspace for those of X.
/// `refresh` brings both up to date after W or b was changed; an `apply` between the change and `refresh` mixes old and
/// new values. Otherwise changes take effect at the next `apply` by themselves.
///
/// `apply` is const, neither allocates nor fences, and can be captured in a CUDA graph once the layer is made; on
/// another instance than the layer was made with, once a product has run there. It may be called from several host
/// threads at once: without a workspace, each with an instance of its own or all with one; with the layer's own
/// workspace only on the instance that the layer was made with; with workspaces of the caller's on any instances, one
/// workspace for each. An apply on another instance than the layer's has to be ordered after what the constructor and
/// `refresh` enqueued. A captured apply holds the addresses of the layer's memory: keep the layer while the graph
/// lives, and do not run two graphs with one workspace at the same time. Copies of a layer share its memory.
///
/// T: float, double, Kokkos::complex of these, or a 16-bit type.
template <class T, ExecutionSpace Exec>
class Linear {
 public:
  using WeightView = Kokkos::View<T const**, Kokkos::LayoutStride, typename Exec::memory_space>;
  using BiasView   = Kokkos::View<T const*, Kokkos::LayoutStride, typename Exec::memory_space>;

  /// Allocates what the layer keeps and enqueues its preparation on `exec`.
  /// \param[in] w (N, K), any layout, in Exec's memory space
  /// \param[in] b (N), any stride, or aril::no_bias
  /// \throws ExtentMismatch, MisalignedPointer, NotInitialized; LaunchError when the device or the library refuses
  template <ViewOfRank<2> W, class B>
  Linear(Exec const& exec, W const& w, B const& b, LayerOptions<T> options = {})
      : w_(checked(w, b)), b_(bias_view(b)), options_(options), state_(exec, w, b, options) {
    refresh(exec);
  }

  /// Y = X W^T + b, or t*s + t of it where a residual scale was given. Contract as of `linear` and
  /// `linear_scaled_residual`.
  /// \throws also WorkspaceError, before anything is enqueued
  template <ViewOfRank<2> X, ViewOfRank<2> Y>
  void apply(Exec const& exec, X const& x, Y const& y) const {
    state_.use(exec, [&](auto const& prepared) { apply_prepared(exec, x, y, prepared); });
  }

  /// The same with a workspace of the caller's: a View of at least `workspace_bytes()` in Exec's memory space that
  /// starts at a multiple of 128 bytes, as managed Views do, apart from X, W, b and Y. Its content is lost; it is in
  /// use until the work is done. \throws also OverlapError for a workspace that is not apart
  template <ViewOfRank<2> X, ViewOfRank<2> Y, ViewOfRank<1> Workspace>
  void apply(Exec const& exec, X const& x, Y const& y, Workspace const& workspace) const {
    static_assert(AccessibleFrom<Workspace, Exec>,
                  "aril::Linear: the workspace must be accessible from the execution space");
    if (workspace_bytes() > 0) {
      impl::check_workspace(workspace, "X", x);
      impl::check_workspace(workspace, "Y", y);
      impl::check_workspace(workspace, "W", w_);
      if (b_) impl::check_workspace(workspace, "bias", *b_);
    }
    state_.use(exec, workspace, [&](auto const& prepared) { apply_prepared(exec, x, y, prepared); });
  }

  /// Call after W or b was changed by its owner, on the instance that orders the change before the next `apply`.
  void refresh(Exec const& exec) const {
    if (b_)
      state_.refresh(exec, w_, *b_);
    else
      state_.refresh(exec, w_, no_bias);
  }

  /// Device memory that one apply at a time works in; 0 where none is needed.
  std::size_t workspace_bytes() const { return state_.workspace_bytes(); }

  /// Device memory for prepared forms of W and b.
  std::size_t prepared_bytes() const { return state_.prepared_bytes(); }

 private:
  template <class W, class B>
  static W const& checked(W const& w, [[maybe_unused]] B const& b) {
    impl::require_initialized("aril::Linear");
    if constexpr (!std::is_same_v<B, NoBias>) impl::check_bias("aril::Linear", w, b);
    return w;
  }

  template <class B>
  static std::optional<BiasView> bias_view([[maybe_unused]] B const& b) {
    if constexpr (std::is_same_v<B, NoBias>)
      return {};
    else
      return BiasView(b);
  }

  template <class X, class Y, class Prepared>
  void apply_prepared(Exec const& exec, X const& x, Y const& y, Prepared const& prepared) const {
    if (b_)
      apply_with(exec, x, *b_, y, prepared);
    else
      apply_with(exec, x, no_bias, y, prepared);
  }

  template <class X, class B, class Y, class Prepared>
  void apply_with(Exec const& exec, X const& x, B const& b, Y const& y, Prepared const& prepared) const {
    if (options_.residual_scale)
      impl::linear_call("aril::linear_scaled_residual", exec, x, w_, b, y, options_.precision,
                        impl::Residual{impl::scalar_for<Y>(*options_.residual_scale), options_.rounding}, prepared);
    else
      impl::linear_call("aril::linear", exec, x, w_, b, y, options_.precision, impl::NoResidual{}, prepared);
  }

  WeightView w_;
  std::optional<BiasView> b_;
  LayerOptions<T> options_;
  impl::LayerState<T, Exec> state_;
};

}  // namespace aril

#endif
