// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <aril/linear.hpp>
#include <bit>
#include <cstdio>
#include <limits>
#include <numeric>

#include "demo.hpp"
#include "dispatch.hpp"
#include "linear_data.hpp"
#include "machine.hpp"
#include "model.hpp"
#include "plain.hpp"

namespace aril::perf {
namespace {

constexpr LinearSize full;
constexpr float s = 0.5f;

template <class Exec>
using Data = LinearData<Exec>;
template <class Exec>
using Rows = typename Data<Exec>::View;

/// On a host the product takes seconds: the rows, a power of two, for which all of them stay within a third of a
/// minute.
template <class Exec>
std::int64_t rows_for(Demo& demo, Exec const& exec) {
  if constexpr (!std::is_same_v<typename Exec::memory_space, Kokkos::HostSpace>) return full.rows;
  constexpr double limit      = 20;
  constexpr double products   = 5 + 3 * demo_repetitions;  // check and warm-up; ours, the product, the plain version
  constexpr std::int64_t part = 256;
  Data<Exec> data{{part, full.outputs, full.inputs}};
  data.fill(exec);
  double const seconds = quick_look(exec, [&] { gemm(data); }) / part * products;
  double const memory  = demo_memory_share * memory_of(exec).available_bytes;

  std::int64_t rows = std::bit_floor(static_cast<std::uint64_t>(std::max(1.0, limit / seconds)));
  rows              = std::min(rows, full.rows);
  while (rows > 1 && (rows * (full.inputs + 2 * full.outputs) + full.outputs * full.inputs) * sizeof(float) > memory)
    rows /= 2;
  if (rows < full.rows)
    demo.notes.push_back("W2, " + std::string(Exec::name()) + ": " + std::to_string(rows) + " of " +
                         std::to_string(full.rows) +
                         " rows, to keep the demo short; the product is the BLAS', with its threads.");
  return rows;
}

/// Elements of some rows of y that are not fl(fl(t*factor) + t).
template <class Exec, class V>
std::int64_t misrounded(Exec const& exec, V const& T, V const& Y, float factor, std::vector<std::int64_t> const& rows) {
  std::int64_t wrong = 0;
  for (std::int64_t const row : rows) {
    auto const t = reference::row_on_host(exec, Kokkos::subview(T, row, Kokkos::ALL));
    auto const y = reference::row_on_host(exec, Kokkos::subview(Y, row, Kokkos::ALL));
    for (std::size_t j = 0; j < t.size(); ++j)
      wrong += reference::same_bits(y[j], reference::scaled_plus_self(t[j], factor)) ? 0 : 1;
  }
  return wrong;
}

/// The tail alone, as it is after the timed call and once more with a factor that does not hide a missing rounding, as
/// 0.5 does: t*0.5 is exact.
template <class Exec>
std::int64_t misrounded_in_tail(Exec const& exec, Data<Exec> const& data) {
  auto const rows            = sampled_rows(data.size.rows);
  std::int64_t const outputs = data.size.outputs;
  ArraySets<float, Exec> const t("t", data.size.rows * outputs, 1);
  Rows<Exec> const all(t(0), data.size.rows, outputs);
  aril::linear(exec, data.X(), data.W(), data.B(), all);
  std::int64_t const wrong = misrounded(exec, all, data.Y(), s, rows);

  constexpr float inexact = 0.3f;
  std::vector<std::int64_t> first(rows.size());
  std::iota(first.begin(), first.end(), 0);
  ArraySets<float, Exec> const y("y", first.size() * outputs, 1);
  Rows<Exec> const X(data.x(0), first.size(), data.size.inputs);
  Rows<Exec> const T(t(0), first.size(), outputs), Y(y(0), first.size(), outputs);
  aril::linear(exec, X, data.W(), data.B(), T);
  aril::linear_scaled_residual(exec, X, data.W(), data.B(), inexact, Y);
  return wrong + misrounded(exec, T, Y, inexact, first);
}

/// Whole rows against double precision, and the two roundings of the tail against what `linear` alone gives.
template <class Exec>
void compare(Line& line, Exec const& exec, Data<Exec> const& data) {
  LinearError const error  = linear_error(exec, data, s);
  std::int64_t const wrong = misrounded_in_tail(exec, data);
  char text[32];
  std::snprintf(text, sizeof(text), "max error %.1e", error.largest);
  line.passed  = error.outside == 0 && wrong == 0;
  line.verdict = text;
  if (error.outside) line.verdict += ", " + std::to_string(error.outside) + " elements outside 1e-4";
  if (wrong) line.verdict += ", " + std::to_string(wrong) + " elements not rounded twice";
}

template <class Exec>
void enlist_linear_on(Demo& demo) {
  Exec const exec;
  std::int64_t const rows = rows_for(demo, exec);
  auto const data         = std::make_shared<Data<Exec>>(Data<Exec>{{rows, full.outputs, full.inputs}});
  auto const contest      = std::make_shared<Contest>();
  contest->work           = model::linear_scaled_residual(rows, full.outputs, full.inputs, sizeof(float));
  Call const ours         = [=](std::int64_t) {
    aril::linear_scaled_residual(exec, data->X(), data->W(), data->B(), s, data->Y(), {});
  };
  contest->candidates = {{"aril", ours}};
  contest->references = {{"gemm", "speedup_over_gemm", [=](std::int64_t) { gemm(*data); }},
                         {"plain", "speedup_over_plain", [=](std::int64_t) {
                            gemm(*data);
                            plain::linear_tail(exec, data->B(), s, data->Y());
                          }}};
  contest->release    = [=] { data->free(); };
  Line line{"W2 linear layer", std::to_string(rows) + " x 4096 x 4096", "float", Exec::name(), "gemm + MDRange"};
  line.of_product = true;
  enlist_line(demo, exec, line, contest, [=](Line& entry) {
    data->fill(exec);
    ours(0);
    compare(entry, exec, *data);
  });
}

}  // namespace

void enlist_linear(Demo& demo) {
  if (blas_core() == "Prescott")
    demo.notes.push_back(
        "W2: OpenBLAS takes this processor for one without AVX, which costs a multiple; set OPENBLAS_CORETYPE "
        "(SkylakeX with AVX-512, Haswell with AVX2).");
  for_each_backend([&]<class Exec>() { enlist_linear_on<Exec>(demo); });
}

}  // namespace aril::perf
