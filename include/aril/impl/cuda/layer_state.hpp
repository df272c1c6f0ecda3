// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ARIL_IMPL_CUDA_LAYER_STATE_HPP
#define ARIL_IMPL_CUDA_LAYER_STATE_HPP

#include <aril/impl/layer_state.hpp>
#include <cmath>
#include <memory>
#include <mutex>
#include <thread>

namespace aril::impl {

/// Floats on CUDA: W in parts, the bias times 1+s, and a workspace. Copies share them.
template <>
class LayerState<float, Kokkos::Cuda> {
 public:
  template <class W, class B, class Options>
  LayerState(Kokkos::Cuda const& exec, W const& w, B const& b, Options const& options)
      : kept_(std::make_shared<Kept>()), columns_(w.extent(1)) {
    cuda::prepare(exec);
    kept_->stream = exec.cuda_stream();
    kept_->thread = std::this_thread::get_id();
    if (options.residual_scale && options.rounding == Rounding::factored) fold(b, 1 + *options.residual_scale);
    if (cuda::splits(options.precision) && cuda::worth_splitting(w.extent(0), columns_)) {
      prepared_.rows_at_once = cuda::rows_at_once(columns_);
      kept_->weights         = memory("aril::Linear weights", cuda::SplitMatrix::bytes(w.extent(0), columns_));
      if (options.own_workspace) kept_->workspace = memory("aril::Linear workspace", workspace_bytes());
      prepared_.weights.emplace(cuda::format_of(options.precision), w.extent(0), columns_, kept_->weights.data());
    }
  }

  template <class W, class B>
  void refresh(Kokkos::Cuda const& exec, W const& w, [[maybe_unused]] B const& b) const {
    if constexpr (!std::is_same_v<B, NoBias>)
      if (prepared_.folded)
        transform_as<Kernels::native>("aril::Linear", exec, inputs(b, scalar(prepared_.folded->alpha)), kept_->bias,
                                      Multiply{});
    if (!prepared_.weights) return;
    cuda::empty_list(exec, *prepared_.weights);
    cuda::split(exec, cuda::Side::right, matrix_of(w), *prepared_.weights);
  }

  std::size_t prepared_bytes() const { return kept_->weights.size() + kept_->bias.size() * sizeof(float); }
  std::size_t workspace_bytes() const {
    return prepared_.rows_at_once ? cuda::SplitMatrix::bytes(prepared_.rows_at_once, columns_) : 0;
  }

  template <class Call>
  void use(Kokkos::Cuda const& exec, Call const& call) const {
    if (workspace_bytes() == 0) return call(prepared_);
    if (kept_->workspace.size() == 0)
      throw WorkspaceError("aril::Linear: the layer was made without a workspace; pass one to apply");
    if (!is_own(exec))
      throw WorkspaceError(
          "aril::Linear: the layer's workspace serves the execution space instance that the layer was made with; pass "
          "one to apply on another");
    std::lock_guard const lock(kept_->mutex);  // host threads that share the instance: one call after the other
    call(with(kept_->workspace.data()));
  }

  template <class Workspace, class Call>
  void use(Kokkos::Cuda const&, Workspace const& workspace, Call const& call) const {
    std::size_t const needed = workspace_bytes();
    if (needed == 0) return call(prepared_);
    if (workspace.span() * sizeof(typename Workspace::value_type) < needed ||
        reinterpret_cast<std::uintptr_t>(workspace.data()) % 128 != 0)
      throw WorkspaceError("aril::Linear: workspace \"" + workspace.label() + "\" of " +
                           std::to_string(workspace.span() * sizeof(typename Workspace::value_type)) +
                           " bytes: needs " + std::to_string(needed) + " bytes that start at a multiple of 128");
    call(with(workspace.data()));
  }

 private:
  using Memory = Kokkos::View<char*, Kokkos::CudaSpace>;
  using Bias   = Kokkos::View<float*, Kokkos::CudaSpace>;

  struct Kept {
    std::mutex mutex;
    cudaStream_t stream = nullptr;
    std::thread::id thread;
    Memory weights, workspace;
    Bias bias;
  };

  // cudaStreamPerThread is one value and a stream for each thread.
  bool is_own(Kokkos::Cuda const& exec) const {
    return exec.cuda_stream() == kept_->stream &&
           (kept_->stream != cudaStreamPerThread || std::this_thread::get_id() == kept_->thread);
  }

  static Memory memory(char const* label, std::size_t bytes) {
    return Memory(Kokkos::view_alloc(Kokkos::WithoutInitializing, std::string(label)), bytes);
  }

  // alpha = 0 would leave NaN and infinities of the product out, and an infinite one would meet the bias too late.
  template <class B>
  void fold([[maybe_unused]] B const& b, float alpha) {
    if (alpha == 0 || !std::isfinite(alpha)) return;
    prepared_.folded = cuda::Epilogue{alpha, 0, nullptr};
    if constexpr (!std::is_same_v<B, NoBias>) {
      kept_->bias            = Bias(Kokkos::view_alloc(Kokkos::WithoutInitializing, "aril::Linear bias"), b.extent(0));
      prepared_.folded->bias = kept_->bias.data();
    }
  }

  cuda::Prepared with(void* workspace) const {
    cuda::Prepared prepared = prepared_;
    prepared.workspace      = workspace;
    return prepared;
  }

  std::shared_ptr<Kept> kept_;
  std::int64_t columns_;
  cuda::Prepared prepared_;
};

}  // namespace aril::impl

#endif
