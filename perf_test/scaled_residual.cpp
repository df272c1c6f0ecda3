// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "scaled_residual.hpp"

#include <aril/residual.hpp>

#include "model.hpp"
#include "plain.hpp"
#include "sweep.hpp"

namespace aril::perf {
namespace {

template <class Exec, class T, class Layout>
void enlist_size(Options const& options, Stage& stage, Size size) {
  Exec const exec;
  auto const x       = std::make_shared<Operands<Exec, T, Layout>>(Operands<Exec, T, Layout>{size, options.in_place});
  auto const contest = make_contest(options, exec, model::scaled_residual(size.elements(), sizeof(T)), x);
  if (!contest) return;
  // In place, -2 turns y to -y and back.
  auto const s     = static_cast<Factor<T>>(options.in_place ? -2.f : 0.5f);
  Call const plain = [=](std::int64_t set) { plain::scaled_residual(exec, s, x->in(set), x->out(set), size.count()); };
  contest->references.push_back({"plain", "speedup_over_plain", plain, 1, true});
  contest->candidates = {{"aril", [=](std::int64_t set) { aril::scaled_residual(exec, s, x->B(set), x->C(set)); }},
                         {"plain_range", plain}};
  contest->error = [=](Call const& call) { return x->error(exec, call, expected::ScaledResidual<T, Factor<T>>{s}); };
  enlist(stage, exec, "scaled_residual", contest);
}

}  // namespace

void enlist_scaled_residual(Options const& options, Stage& stage) {
  with_backend(options.backend, [&]<class Exec>() {
    with_type(options.type, [&]<class T>() {
      with_layout(options.layout, [&]<class Layout>() {
        for (Size const size : sizes(options)) enlist_size<Exec, T, Layout>(options, stage, size);
      });
    });
  });
}

}  // namespace aril::perf
