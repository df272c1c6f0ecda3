// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// t = X W^T + b, Y = t*s + t: Aril, and what a Kokkos user writes, KokkosBlas::gemm and a loop.
#include <aril/linear.hpp>
#include <sstream>

#include "linear_data.hpp"
#include "model.hpp"
#include "peers.hpp"
#include "plain.hpp"
#include "sweep.hpp"

namespace aril::perf {
namespace {

constexpr float s = 0.5f;

std::string name_of(Precision precision) {
  std::ostringstream name;
  name << precision;
  return name.str();
}

/// Full size on a device; on a host, where that takes the better part of a minute, a sixteenth of the rows.
template <class Exec>
LinearSize size_of(Options const& options) {
  if (options.rows) return {options.rows, options.columns, options.inputs ? options.inputs : options.columns};
  LinearSize size;
  if constexpr (std::is_same_v<typename Exec::memory_space, Kokkos::HostSpace>) size.rows /= 16;
  if (options.inputs) size.inputs = options.inputs;
  return size;
}

/// Tiers that differ from the first: floats on CUDA have them.
template <class Exec, class T>
std::vector<Precision> precisions(Options const& options) {
  std::vector<Precision> all{Precision::ieee};
  bool const tiers = std::is_same_v<T, float> && !std::is_same_v<typename Exec::memory_space, Kokkos::HostSpace>;
  if (tiers || !options.precision.empty())
    for (Precision const p : {Precision::tf32, Precision::split_bf16, Precision::split_fp16}) all.push_back(p);
  std::erase_if(all, [&](Precision p) { return !options.precision.empty() && name_of(p) != options.precision; });
  return all;
}

/// The arrays, and a prepared layer on the weights of each set for each rounding.
template <class Exec, class T, class Layout>
struct LayerData : LinearData<Exec, T, Layout> {
  using Base                            = LinearData<Exec, T, Layout>;
  std::vector<Linear<T, Exec>> separate = {}, factored = {};

  void prepare(Exec const& exec, std::int64_t sets, Precision precision) {
    Base::fill(exec, sets);
    auto const layers = [&](std::vector<Linear<T, Exec>>& to, Rounding rounding) {
      for (std::int64_t set = 0; set < sets; ++set)
        to.emplace_back(exec, this->W(set), this->B(set), LayerOptions<T>{T(s), rounding, precision});
    };
    layers(separate, Rounding::separate);
    layers(factored, Rounding::factored);
  }

  /// With what layers of a tier that splits keep, and their workspaces.
  static double bytes(LinearSize const& size, Precision precision) {
    bool const splits = precision == Precision::split_bf16 || precision == Precision::split_fp16;
    return Base::bytes(size) + (splits ? 2 * (6.0 * size.outputs * size.inputs + 128e6) : 0);
  }

  void free() {
    separate.clear();
    factored.clear();
    Base::free();
  }
};

/// On some whole rows. TF32 is what it is; the others have to be within PyTorch's tolerance for fp32.
template <class Exec, class Data>
Errors errors_of(Exec const& exec, Data const& data, Precision precision, Call const& call) {
  data.forget_result(exec);
  call(0);
  require_launched(exec);
  LinearError const error = linear_error(exec, data, s);
  bool const right = precision == Precision::tf32 ? error.largest < 1e-2 && error.relative < 1e-2 : error.outside == 0;
  if (!right)
    throw std::runtime_error("wrong result: " + std::to_string(error.outside) + " elements too far from fp64");
  return {{"max_abs_error", error.largest},
          {"relative_frobenius_error", error.relative},
          {"elements_outside_tolerance", static_cast<double>(error.outside)}};
}

template <class Exec, class T, class Layout>
void enlist_precision(Options const& options, Precision precision, Stage& stage) {
  using Data = LayerData<Exec, T, Layout>;
  Exec const exec;
  LinearSize const size = size_of<Exec>(options);
  auto const data       = std::make_shared<Data>(Data{{size}});
  auto const contest    = std::make_shared<Contest>();
  contest->work         = model::linear_scaled_residual(size.rows, size.outputs, size.inputs, sizeof(T));
  if (!set_up(*contest, options, Exec::name(),
              std::to_string(size.rows) + 'x' + std::to_string(size.outputs) + 'x' + std::to_string(size.inputs),
              memory_of(exec), contest->work.bytes, Data::bytes(size, precision)))
    return;
  contest->prepare = [=, sets = contest->sets] { data->prepare(exec, sets, precision); };
  contest->release = [=] { data->free(); };
  contest->error   = [=](Call const& call) { return errors_of(exec, *data, precision, call); };

  Call const plain = [=](std::int64_t set) {
    gemm(*data, set);
    plain::linear_tail(exec, data->B(set), T(s), data->Y(set));
  };
  contest->references    = {{"plain", "speedup_over_plain", plain, 1, true},
                            {"gemm", "speedup_over_gemm", [=](std::int64_t set) { gemm(*data, set); }}};
  std::string const ours = "aril_" + name_of(precision);
  contest->candidates    = {
         {ours, [=](std::int64_t set) { data->separate[set].apply(exec, data->X(set), data->Y(set)); }},
         {ours + "_factored", [=](std::int64_t set) { data->factored[set].apply(exec, data->X(set), data->Y(set)); }}};
  if (precision == Precision::ieee) {
    contest->candidates.push_back({"plain_gemm", plain});
    for (auto const& peer : peers::product<T>(exec, size.rows, size.outputs, size.inputs, data->row_major))
      contest->candidates.push_back({peer.name, [=](std::int64_t set) {
                                       peer.run(data->x(set), data->w(set), data->y(set));
                                       plain::linear_tail(exec, data->B(set), T(s), data->Y(set));
                                     }});
  }
  enlist(stage, exec, "linear_scaled_residual", contest);
}

void enlist_all(Options const& options, Stage& stage) {
  with_backend(options.backend, [&]<class Exec>() {
    with_floating_type(options.type, [&]<class T>() {
      with_layout(options.layout, [&]<class Layout>() {
        for (Precision const precision : precisions<Exec, T>(options))
          enlist_precision<Exec, T, Layout>(options, precision, stage);
      });
    });
  });
}

}  // namespace
}  // namespace aril::perf

int main(int argc, char* argv[]) { return aril::perf::sweep_main(argc, argv, aril::perf::enlist_all, {"--in-place"}); }
