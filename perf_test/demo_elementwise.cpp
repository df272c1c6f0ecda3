// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <aril/scale.hpp>
#include <limits>

#include "copy.hpp"
#include "demo.hpp"
#include "dispatch.hpp"
#include "machine.hpp"
#include "model.hpp"
#include "plain.hpp"
#include "reference.hpp"

namespace aril::perf {
namespace {

constexpr float not_written = std::numeric_limits<float>::quiet_NaN();

template <class Exec>
using Rows = Matrix<float, Kokkos::LayoutRight, Exec>;

std::string size_text(std::int64_t rows, std::int64_t columns) {
  return std::to_string(rows) + " x " + std::to_string(columns);
}

/// Bytes per second of a plain loop over half a gigabyte.
template <class Exec>
double plain_rate(Exec const& exec) {
  constexpr std::int64_t count = 1 << 26;
  ArraySets<float, Exec> const a("a", count, 1), c("c", count, 1);
  fill(exec, a(0), count, 1.0f);
  double const seconds = quick_look(exec, [&] { plain::scale_range(exec, 2.0f, a(0), c(0), count); });
  return model::scale(count, sizeof(float)).bytes / seconds;
}

/// W1's rows, of 65536 the largest power of two that fits into memory and, on a host, into three quarters of a minute.
template <class Exec>
std::int64_t rows_for_scale(Demo& demo, Exec const& exec, std::int64_t columns) {
  constexpr std::int64_t all = 65536;
  constexpr double limit     = 45;
  constexpr double passes    = 6 + 3 * demo_repetitions;  // filling, check, warm-up; ours, the copy, the plain loop
  double const bytes_per_row = model::scale(columns, sizeof(float)).bytes;
  double most                = demo_memory_share * memory_of(exec).available_bytes;
  std::string reason         = ", the most that the free memory holds.";
  if constexpr (std::is_same_v<typename Exec::memory_space, Kokkos::HostSpace>) {
    if (double const quick = limit / passes * plain_rate(exec); quick < most) {
      most   = quick;
      reason = ", to keep the demo short.";
    }
  }
  std::int64_t rows = all;
  while (rows > 1 && rows * bytes_per_row > most) rows /= 2;
  if (rows < all)
    demo.notes.push_back("W1, " + std::string(Exec::name()) + ": " + std::to_string(rows) + " of " +
                         std::to_string(all) + " rows" + reason);
  return rows;
}

void judge(Line& line, std::int64_t wrong, std::int64_t count) {
  line.passed  = wrong == 0;
  line.verdict = wrong == 0 ? "bit-exact" : std::to_string(wrong) + " of " + std::to_string(count) + " elements differ";
}

template <class Exec>
void enlist_scale_on(Demo& demo) {
  constexpr float s              = 3.14f;
  constexpr std::int64_t columns = 16384;
  Exec const exec;
  std::int64_t const rows  = rows_for_scale(demo, exec, columns);
  std::int64_t const count = rows * columns;

  struct Data {
    ArraySets<float, Exec> a, c;
  };
  auto const data    = std::make_shared<Data>();
  auto const contest = std::make_shared<Contest>();
  contest->work      = model::scale(count, sizeof(float));
  contest->sets      = sets_for_cold_cache(contest->work.bytes, memory_of(exec).cache_bytes, contest->work.bytes,
                                           demo_memory_share * memory_of(exec).available_bytes);
  Call const ours    = [=](std::int64_t set) {
    aril::scale(exec, s, Rows<Exec>(data->a(set), rows, columns), Rows<Exec>(data->c(set), rows, columns));
  };
  contest->candidates = {{"aril", ours}};
  contest->references = {
      {"copy", "fraction_of_copy",
       [=](std::int64_t set) { copy_bytes(exec, data->c(set), data->a(set), count * sizeof(float)); }},
      {"plain", "speedup_over_plain",
       [=](std::int64_t set) { plain::scale_range(exec, s, data->a(set), data->c(set), count); }}};
  contest->release        = [=] { *data = {}; };
  std::int64_t const sets = contest->sets;
  enlist_line(demo, exec, {"W1 scale", size_text(rows, columns), "float", Exec::name(), "RangePolicy"}, contest,
              [=](Line& line) {
                data->a = {"A", count, sets};
                data->c = {"C", count, sets};
                data->a.for_each([&](float* a, std::int64_t n) { fill_uniform(exec, a, n, 1, 0, 1); });
                data->c.for_each([&](float* c, std::int64_t n) { fill(exec, c, n, not_written); });
                ours(0);
                judge(line, reference::wrong_in_scale(exec, s, data->a(0), data->c(0), count), count);
              });
}

template <class Exec>
void enlist_scale_rows_on(Demo& demo) {
  constexpr std::int64_t rows = 4096, columns = 4096, count = rows * columns;
  Exec const exec;

  struct Data {
    ArraySets<float, Exec> d, b, c;
  };
  auto const data    = std::make_shared<Data>();
  auto const contest = std::make_shared<Contest>();
  contest->work      = model::scale_rows(rows, columns, sizeof(float));
  contest->sets      = sets_for_cold_cache(contest->work.bytes, memory_of(exec).cache_bytes, contest->work.bytes,
                                           demo_memory_share * memory_of(exec).available_bytes);
  Call const ours    = [=](std::int64_t set) {
    aril::scale_rows(exec, Vector<float, Exec>(data->d(set), rows), Rows<Exec>(data->b(set), rows, columns),
                        Rows<Exec>(data->c(set), rows, columns));
  };
  contest->candidates = {{"aril", ours}};
  contest->references = {
      {"copy", "fraction_of_copy",
       [=](std::int64_t set) { copy_bytes(exec, data->c(set), data->b(set), count * sizeof(float)); },
       contest->work.bytes / model::copy(count, sizeof(float)).bytes},
      {"plain", "speedup_over_plain", [=](std::int64_t set) {
         plain::scale_rows(exec, Vector<float, Exec>(data->d(set), rows), Rows<Exec>(data->b(set), rows, columns),
                           Rows<Exec>(data->c(set), rows, columns));
       }}};
  contest->release        = [=] { *data = {}; };
  std::int64_t const sets = contest->sets;
  enlist_line(demo, exec, {"W3 row scale", size_text(rows, columns), "float", Exec::name(), "MDRange"}, contest,
              [=](Line& line) {
                data->d = {"d", rows, sets};
                data->b = {"B", count, sets};
                data->c = {"C", count, sets};
                data->d.for_each([&](float* d, std::int64_t n) { fill_uniform(exec, d, n, 2, 0, 1); });
                data->b.for_each([&](float* b, std::int64_t n) { fill_uniform(exec, b, n, 3, 0, 1); });
                data->c.for_each([&](float* c, std::int64_t n) { fill(exec, c, n, not_written); });
                ours(0);
                judge(line, reference::wrong_in_scale_rows(exec, data->d(0), data->b(0), data->c(0), rows, columns),
                      count);
              });
}

}  // namespace

void enlist_scale(Demo& demo) {
  for_each_backend([&]<class Exec>() { enlist_scale_on<Exec>(demo); });
}

void enlist_scale_rows(Demo& demo) {
  for_each_backend([&]<class Exec>() { enlist_scale_rows_on<Exec>(demo); });
}

}  // namespace aril::perf
