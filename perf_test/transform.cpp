// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The engine itself on C(i,j) = d(i)*B(i,j) + b(j), and Z = Y*s + Y: Aril and the loops a Kokkos user writes.
#include <aril/transform.hpp>

#include "model.hpp"
#include "plain.hpp"
#include "scaled_residual.hpp"
#include "sweep.hpp"

namespace aril::perf {
namespace {

template <Kernels kernels, class Exec, class D, class V>
void affine(Exec const& exec, D const& d, V const& B, D const& b, V const& C) {
  using T = typename V::value_type;
  transform<kernels>(
      exec, inputs(B, per_row(d), per_column(b)), C,
      KOKKOS_LAMBDA(T const& b_ij, T const& d_i, T const& b_j) { return static_cast<T>(d_i * b_ij + b_j); });
}

template <class Exec, class T, class Layout>
void enlist_affine(Options const& options, Stage& stage, Size size) {
  Exec const exec;
  auto const x       = std::make_shared<Operands<Exec, T, Layout>>(Operands<Exec, T, Layout>{size, options.in_place});
  auto const contest = make_contest(options, exec, model::affine(size.rows, size.columns, sizeof(T)), x);
  if (!contest) return;
  Call const plain = [=](std::int64_t set) {
    plain::affine(exec, x->per_row(set), x->B(set), x->per_column(set), x->C(set));
  };
  contest->references.push_back({"plain", "speedup_over_plain", plain, 1, true});
  contest->candidates = {{"aril",
                          [=](std::int64_t set) {
                            affine<Kernels::native>(exec, x->per_row(set), x->B(set), x->per_column(set), x->C(set));
                          }},
                         {"plain_mdrange", plain}};
  // For one type only: nvcc is slow on these.
  if constexpr (!std::is_same_v<typename Exec::memory_space, Kokkos::HostSpace> && std::is_same_v<T, float>)
    contest->candidates.push_back({"aril_portable", [=](std::int64_t set) {
                                     affine<Kernels::portable>(exec, x->per_row(set), x->B(set), x->per_column(set),
                                                               x->C(set));
                                   }});
  contest->error = [=](Call const& call) {
    return x->error(exec, call, expected::Affine<T>{x->place(), x->rows(0), x->columns(0)});
  };
  enlist(stage, exec, "affine", contest);
}

void enlist_all(Options const& options, Stage& stage) {
  with_backend(options.backend, [&]<class Exec>() {
    with_type(options.type, [&]<class T>() {
      with_layout(options.layout, [&]<class Layout>() {
        for (Size const size : sizes(options)) enlist_affine<Exec, T, Layout>(options, stage, size);
      });
    });
  });
  enlist_scaled_residual(options, stage);
}

}  // namespace
}  // namespace aril::perf

int main(int argc, char* argv[]) {
  return aril::perf::sweep_main(argc, argv, aril::perf::enlist_all, {"--k", "--precision"});
}
