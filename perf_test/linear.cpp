// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// t = X W^T + b, Y = t*s + t: Aril, and what a Kokkos user writes, KokkosBlas::gemm and a loop.
#include <aril/linear.hpp>

#include "linear_data.hpp"
#include "model.hpp"
#include "peers.hpp"
#include "plain.hpp"
#include "sweep.hpp"

namespace aril::perf {
namespace {

constexpr float s = 0.5f;

/// Full size on a device; on a host, where that takes the better part of a minute, a sixteenth of the rows.
template <class Exec>
LinearSize size_of(Options const& options) {
  if (options.rows) return {options.rows, options.columns, options.inputs ? options.inputs : options.columns};
  LinearSize size;
  if constexpr (std::is_same_v<typename Exec::memory_space, Kokkos::HostSpace>) size.rows /= 16;
  if (options.inputs) size.inputs = options.inputs;
  return size;
}

template <class Exec, class T, class Layout>
void enlist_size(Options const& options, Stage& stage) {
  using Data = LinearData<Exec, T, Layout>;
  Exec const exec;
  LinearSize const size = size_of<Exec>(options);
  auto const data       = std::make_shared<Data>(Data{size});
  auto const contest    = std::make_shared<Contest>();
  contest->work         = model::linear_scaled_residual(size.rows, size.outputs, size.inputs, sizeof(T));
  if (!set_up(*contest, options, Exec::name(),
              std::to_string(size.rows) + 'x' + std::to_string(size.outputs) + 'x' + std::to_string(size.inputs),
              memory_of(exec), contest->work.bytes, Data::bytes(size)))
    return;
  contest->prepare = [=, sets = contest->sets] { data->fill(exec, sets); };
  contest->release = [=] { data->free(); };
  contest->error   = [=](Call const& call) {
    data->forget_result(exec);
    call(0);
    require_launched(exec);
    LinearError const error = linear_error(exec, *data, s);
    if (error.outside)
      throw std::runtime_error("wrong result: " + std::to_string(error.outside) + " elements too far from fp64");
    return error.largest;
  };

  Call const plain = [=](std::int64_t set) {
    gemm(*data, set);
    plain::linear_tail(exec, data->B(set), T(s), data->Y(set));
  };
  contest->references = {{"plain", "speedup_over_plain", plain, 1, true},
                         {"gemm", "speedup_over_gemm", [=](std::int64_t set) { gemm(*data, set); }}};
  contest->candidates = {{"aril_ieee",
                          [=](std::int64_t set) {
                            aril::linear_scaled_residual(exec, data->X(set), data->W(set), data->B(set), T(s),
                                                         data->Y(set));
                          }},
                         {"plain_gemm", plain}};
  for (auto const& peer : peers::product<T>(exec, size.rows, size.outputs, size.inputs, data->row_major))
    contest->candidates.push_back({peer.name, [=](std::int64_t set) {
                                     peer.run(data->x(set), data->w(set), data->y(set));
                                     plain::linear_tail(exec, data->B(set), T(s), data->Y(set));
                                   }});
  enlist(stage, exec, "linear_scaled_residual", contest);
}

void enlist_all(Options const& options, Stage& stage) {
  with_backend(options.backend, [&]<class Exec>() {
    with_floating_type(options.type, [&]<class T>() {
      with_layout(options.layout, [&]<class Layout>() { enlist_size<Exec, T, Layout>(options, stage); });
    });
  });
}

}  // namespace
}  // namespace aril::perf

int main(int argc, char* argv[]) { return aril::perf::sweep_main(argc, argv, aril::perf::enlist_all, {"--in-place"}); }
