// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// C(i,j) = d(i)*B(i,j) and C(i,j) = d(j)*B(i,j): Aril, the loops a Kokkos user writes, and cuBLAS where it is.
#include <aril/scale.hpp>

#include "model.hpp"
#include "peers.hpp"
#include "plain.hpp"
#include "sweep.hpp"

namespace aril::perf {
namespace {

/// The public operation, but through Kokkos' parallel_for where a native kernel would run.
template <class Exec, class D, class V>
void portable_scale_rows(Exec const& exec, D const& d, V const& b, V const& c) {
  using T = typename V::value_type;
  transform<Kernels::portable>(
      exec, inputs(per_row(d), b), c, KOKKOS_LAMBDA(T const& x, T const& y) { return x * y; });
}

template <class Exec, class T, class Layout>
void enlist_size(Options const& options, Stage& stage, Size size) {
  Exec const exec;
  bool const right     = std::is_same_v<Layout, Kokkos::LayoutRight>;
  auto const x         = std::make_shared<Operands<Exec, T, Layout>>(Operands<Exec, T, Layout>{size, options.in_place});
  auto const by_row    = make_contest(options, exec, model::scale_rows(size.rows, size.columns, sizeof(T)), x);
  auto const by_column = make_contest(options, exec, model::scale_columns(size.rows, size.columns, sizeof(T)), x);
  if (!by_row || !by_column) return;

  Call const rows    = [=](std::int64_t set) { plain::scale_rows(exec, x->per_row(set), x->B(set), x->C(set)); };
  Call const columns = [=](std::int64_t set) { plain::scale_columns(exec, x->per_column(set), x->B(set), x->C(set)); };
  by_row->references.push_back({"plain", "speedup_over_plain", rows, 1, true});
  by_column->references.push_back({"plain", "speedup_over_plain", columns, 1, true});

  by_row->candidates = {
      {"aril", [=](std::int64_t set) { aril::scale_rows(exec, x->per_row(set), x->B(set), x->C(set)); }},
      {"plain_mdrange", rows}};
  by_column->candidates = {
      {"aril", [=](std::int64_t set) { aril::scale_columns(exec, x->per_column(set), x->B(set), x->C(set)); }},
      {"plain_mdrange", columns}};
  if constexpr (!std::is_same_v<typename Exec::memory_space, Kokkos::HostSpace>)
    by_row->candidates.push_back(
        {"aril_portable", [=](std::int64_t set) { portable_scale_rows(exec, x->per_row(set), x->B(set), x->C(set)); }});
  for (auto const& peer : peers::scale_rows<T>(exec, size.rows, size.columns, right))
    by_row->candidates.push_back(
        {peer.name, [=](std::int64_t set) { peer.run(x->rows(set), x->in(set), x->out(set)); }});
  by_row->error = [=](Call const& call) {
    return x->error(exec, call, expected::ScaledRows<T>{x->place(), x->rows(0)});
  };
  by_column->error = [=](Call const& call) {
    return x->error(exec, call, expected::ScaledColumns<T>{x->place(), x->columns(0)});
  };
  enlist(stage, exec, "scale_rows", by_row);
  enlist(stage, exec, "scale_columns", by_column);
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
