// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <KokkosBlas3_gemm.hpp>
#include <aril/linear.hpp>
#include <bit>
#include <cstdio>
#include <limits>
#include <numeric>

#include "demo.hpp"
#include "dispatch.hpp"
#include "machine.hpp"
#include "model.hpp"
#include "plain.hpp"
#include "reference.hpp"

namespace aril::perf {
namespace {

constexpr std::int64_t full_rows = 16384, outputs = 4096, inputs = 4096;
constexpr float s = 0.5f;

template <class Exec>
using Rows = Matrix<float, Kokkos::LayoutRight, Exec>;

template <class Exec>
struct Data {
  ArraySets<float, Exec> x, w, b, y;
  std::int64_t rows = 0;

  Rows<Exec> X() const { return Rows<Exec>(x(0), rows, inputs); }
  Rows<Exec> W() const { return Rows<Exec>(w(0), outputs, inputs); }
  Vector<float, Exec> B() const { return Vector<float, Exec>(b(0), outputs); }
  Rows<Exec> Y() const { return Rows<Exec>(y(0), rows, outputs); }

  void fill(Exec const& exec, std::int64_t row_count) {
    double const range = 1 / std::sqrt(double(inputs));
    rows               = row_count;
    x                  = {"X", rows * inputs, 1};
    w                  = {"W", outputs * inputs, 1};
    b                  = {"b", outputs, 1};
    y                  = {"Y", rows * outputs, 1};
    fill_uniform(exec, x(0), x.count(), 4, 0, 1);
    fill_uniform(exec, w(0), w.count(), 5, -range, range);
    fill_uniform(exec, b(0), b.count(), 6, -range, range);
    perf::fill(exec, y(0), y.count(), std::numeric_limits<float>::quiet_NaN());
  }
};

template <class Exec>
void gemm(Data<Exec> const& data) {
  KokkosBlas::gemm("N", "T", 1.0f, data.X(), data.W(), 0.0f, data.Y());
}

/// On a host the product takes seconds: the rows, a power of two, for which all of them stay within a third of a
/// minute.
template <class Exec>
std::int64_t rows_for(Demo& demo, Exec const& exec) {
  if constexpr (!std::is_same_v<typename Exec::memory_space, Kokkos::HostSpace>) return full_rows;
  constexpr double limit      = 20;
  constexpr double products   = 5 + 3 * demo_repetitions;  // check and warm-up; ours, the product, the plain version
  constexpr std::int64_t part = 256;
  Data<Exec> data;
  data.fill(exec, part);
  double const seconds = quick_look(exec, [&] { gemm(data); }) / part * products;
  double const memory  = demo_memory_share * memory_of(exec).available_bytes;

  std::int64_t rows = std::bit_floor(static_cast<std::uint64_t>(std::max(1.0, limit / seconds)));
  rows              = std::min(rows, full_rows);
  while (rows > 1 && (rows * (inputs + 2 * outputs) + outputs * inputs) * sizeof(float) > memory) rows /= 2;
  if (rows < full_rows)
    demo.notes.push_back("W2, " + std::string(Exec::name()) + ": " + std::to_string(rows) + " of " +
                         std::to_string(full_rows) +
                         " rows, to keep the demo short; the product is the BLAS', with its threads.");
  return rows;
}

/// Elements of some rows of y that are not fl(fl(t*factor) + t).
template <class Exec>
std::int64_t misrounded(float const* t, float const* y, float factor, std::vector<std::int64_t> const& rows) {
  std::int64_t wrong = 0;
  for (std::int64_t const row : rows) {
    auto const t_row = reference::on_host<Exec>(t, row * outputs, outputs);
    auto const y_row = reference::on_host<Exec>(y, row * outputs, outputs);
    for (std::int64_t j = 0; j < outputs; ++j)
      wrong += reference::same_bits(y_row[j], reference::scaled_plus_self(t_row[j], factor)) ? 0 : 1;
  }
  return wrong;
}

/// The tail alone, as it is after the timed call and once more with a factor that does not hide a missing rounding, as
/// 0.5 does: t*0.5 is exact.
template <class Exec>
std::int64_t misrounded_in_tail(Exec const& exec, Data<Exec> const& data, std::vector<std::int64_t> const& rows) {
  ArraySets<float, Exec> const t("t", data.rows * outputs, 1);
  aril::linear(exec, data.X(), data.W(), data.B(), Rows<Exec>(t(0), data.rows, outputs));
  std::int64_t wrong = misrounded<Exec>(t(0), data.y(0), s, rows);

  constexpr float inexact = 0.3f;
  std::vector<std::int64_t> first(rows.size());
  std::iota(first.begin(), first.end(), 0);
  ArraySets<float, Exec> const y("y", first.size() * outputs, 1);
  Rows<Exec> const X(data.x(0), first.size(), inputs);
  aril::linear(exec, X, data.W(), data.B(), Rows<Exec>(t(0), first.size(), outputs));
  aril::linear_scaled_residual(exec, X, data.W(), data.B(), inexact, Rows<Exec>(y(0), first.size(), outputs));
  return wrong + misrounded<Exec>(t(0), y(0), inexact, first);
}

/// Whole rows against double precision, and the two roundings of the tail against what `linear` alone gives.
template <class Exec>
void compare(Line& line, Exec const& exec, Data<Exec> const& data) {
  std::vector<std::int64_t> sampled;
  std::int64_t const samples = std::min<std::int64_t>(32, data.rows);
  for (std::int64_t n = 0; n < samples; ++n) sampled.push_back(samples > 1 ? n * (data.rows - 1) / (samples - 1) : 0);
  auto const product = reference::product_fp64(exec, data.x(0), data.w(0), outputs, inputs, sampled);
  auto const bias    = reference::on_host<Exec>(data.b(0), 0, outputs);

  double worst               = 0;
  std::int64_t outside       = 0;
  constexpr double tolerance = 1e-4;
  for (std::size_t n = 0; n < sampled.size(); ++n) {
    auto const y_row = reference::on_host<Exec>(data.y(0), sampled[n] * outputs, outputs);
    for (std::int64_t j = 0; j < outputs; ++j) {
      double const t     = product[n * outputs + j] + bias[j];
      double const exact = t * s + t;
      double const error = std::abs(y_row[j] - exact);
      outside += error <= tolerance + tolerance * std::abs(exact) ? 0 : 1;
      worst = error <= worst ? worst : error;
    }
  }
  std::int64_t const wrong = misrounded_in_tail(exec, data, sampled);
  char text[32];
  std::snprintf(text, sizeof(text), "max error %.1e", worst);
  line.passed  = outside == 0 && wrong == 0;
  line.verdict = text;
  if (outside) line.verdict += ", " + std::to_string(outside) + " elements outside 1e-4";
  if (wrong) line.verdict += ", " + std::to_string(wrong) + " elements not rounded twice";
}

template <class Exec>
void enlist_linear_on(Demo& demo) {
  Exec const exec;
  std::int64_t const rows = rows_for(demo, exec);
  auto const data         = std::make_shared<Data<Exec>>();
  auto const contest      = std::make_shared<Contest>();
  contest->work           = model::linear_scaled_residual(rows, outputs, inputs, sizeof(float));
  Call const ours         = [=](std::int64_t) {
    aril::linear_scaled_residual(exec, data->X(), data->W(), data->B(), s, data->Y(), {});
  };
  contest->candidates = {{"aril", ours}};
  contest->references = {{"gemm", "speedup_over_gemm", [=](std::int64_t) { gemm(*data); }},
                         {"plain", "speedup_over_plain", [=](std::int64_t) {
                            gemm(*data);
                            plain::linear_tail(exec, data->B(), s, data->Y());
                          }}};
  contest->release    = [=] { *data = {}; };
  Line line{"W2 linear layer", std::to_string(rows) + " x 4096 x 4096", "float", Exec::name(), "gemm + MDRange"};
  line.of_product = true;
  enlist_line(demo, exec, line, contest, [=](Line& entry) {
    data->fill(exec, rows);
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
