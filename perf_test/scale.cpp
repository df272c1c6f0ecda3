// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// C = s*A: Aril, the loops a Kokkos user writes, KokkosBlas::scal, and NVIDIA's libraries where they are.
#include <KokkosBlas1_scal.hpp>
#include <aril/scale.hpp>

#include "model.hpp"
#include "peers.hpp"
#include "plain.hpp"
#include "sweep.hpp"

namespace aril::perf {
namespace {

/// The public operation, but through Kokkos' parallel_for where a native kernel would run.
template <class Exec, class S, class V>
void portable_scale(Exec const& exec, S s, V const& a, V const& c) {
  transform<Kernels::portable>(
      exec, inputs(a), c, KOKKOS_LAMBDA(typename V::value_type const& x) { return x * s; });
}

template <class Exec, class T, class Layout>
void enlist_size(Options const& options, Stage& stage, Size size) {
  Exec const exec;
  auto const x       = std::make_shared<Operands<Exec, T, Layout>>(Operands<Exec, T, Layout>{size, options.in_place});
  auto const contest = make_contest(options, exec, model::scale(size.elements(), sizeof(T)), x);
  if (!contest) return;
  // In place, the numbers must neither grow nor fade from call to call.
  auto const s = static_cast<Factor<T>>(options.in_place ? -1.f : 3.14f);

  Call const range = [=](std::int64_t set) { plain::scale_range(exec, s, x->in(set), x->out(set), size.count()); };
  contest->references.push_back({"plain", "speedup_over_plain", range, 1, true});
  auto& who = contest->candidates;
  who.push_back({"aril", [=](std::int64_t set) { aril::scale(exec, s, x->B(set), x->C(set)); }});
  if constexpr (!std::is_same_v<typename Exec::memory_space, Kokkos::HostSpace>)
    who.push_back({"aril_portable", [=](std::int64_t set) { portable_scale(exec, s, x->B(set), x->C(set)); }});
  who.push_back({"plain_range", range});
  who.push_back({"plain_mdrange", [=](std::int64_t set) { plain::scale_mdrange(exec, s, x->B(set), x->C(set)); }});
  if constexpr (std::is_floating_point_v<T>)
    who.push_back({"kokkosblas_scal", [=](std::int64_t set) { KokkosBlas::scal(x->C(set), s, x->B(set)); }});
  for (auto const& peer : peers::scale<T>(exec, s, size.rows, size.columns, options.in_place))
    who.push_back({peer.name, [=](std::int64_t set) { peer.run(x->in(set), x->out(set)); }});
  contest->error = [=](Call const& call) { return x->error(exec, call, expected::Scaled<T, Factor<T>>{s}); };
  enlist(stage, exec, "scale", contest);
}

void enlist_all(Options const& options, Stage& stage) {
  with_backend(options.backend, [&]<class Exec>() {
    with_type(options.type, [&]<class T>() {
      with_layout(options.layout, [&]<class Layout>() {
        for (Size const size : sizes(options)) enlist_size<Exec, T, Layout>(options, stage, size);
      });
    });
  });
}

}  // namespace
}  // namespace aril::perf

int main(int argc, char* argv[]) {
  return aril::perf::sweep_main(argc, argv, aril::perf::enlist_all, {"--k", "--precision"});
}
