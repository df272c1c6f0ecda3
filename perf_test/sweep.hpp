// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ARIL_PERF_TEST_SWEEP_HPP
#define ARIL_PERF_TEST_SWEEP_HPP

#include <cstdio>
#include <stdexcept>
#include <type_traits>

#include "arrays.hpp"
#include "contest.hpp"
#include "copy.hpp"
#include "dispatch.hpp"
#include "expected.hpp"
#include "machine.hpp"
#include "options.hpp"

/// \file
/// What the benchmarks of the elementwise operations share: sizes, arrays, the copy, and main.

namespace aril::perf {

struct Size {
  std::int64_t rows, columns;

  std::int64_t count() const { return rows * columns; }
  double elements() const { return static_cast<double>(rows) * static_cast<double>(columns); }
};

/// The one size that the options name, or as square as can be from 2^10 to 2^28 elements.
std::vector<Size> sizes(Options const& options);

/// The type that a factor has beside elements of type T: what a user would write.
template <class T>
struct FactorOf {
  using type = T;
};
template <class R>
struct FactorOf<Kokkos::complex<R>> {
  using type = R;
};
template <class T>
using Factor = typename FactorOf<T>::type;

/// The arrays of one contest: B (rows, columns), C alike, and vectors of both lengths.
template <class Exec, class T, class Layout>
struct Operands {
  Size size;
  bool in_place;
  ArraySets<T, Exec> b = {}, c = {}, rows = {}, columns = {};

  Matrix<T, Layout, Exec> B(std::int64_t set) const { return view(b(set)); }
  Matrix<T, Layout, Exec> C(std::int64_t set) const { return view(out(set)); }
  Vector<T, Exec> per_row(std::int64_t set) const { return Vector<T, Exec>(rows(set), size.rows); }
  Vector<T, Exec> per_column(std::int64_t set) const { return Vector<T, Exec>(columns(set), size.columns); }
  T const* in(std::int64_t set) const { return b(set); }
  T* out(std::int64_t set) const { return in_place ? b(set) : c(set); }

  void allocate(Exec const& exec, std::int64_t sets) {
    b       = {"B", size.count(), sets};
    c       = {"C", size.count(), sets};
    rows    = {"per_row", size.rows, sets};
    columns = {"per_column", size.columns, sets};
    b.for_each([&](T* data, std::int64_t n) { fill_original(exec, data, n); });
    c.for_each([&](T* data, std::int64_t n) { fill(exec, data, n, T()); });
    // In place, the numbers must not fade or explode from call to call.
    auto const fill_vector = [&](ArraySets<T, Exec> const& v, std::uint64_t seed) {
      v.for_each([&](T* data, std::int64_t n) {
        if (in_place) return fill_signs(exec, data, n, seed);
        fill_uniform(exec, data, n, seed, expected::Original<T>::low, expected::Original<T>::high);
      });
    };
    fill_vector(rows, 2);
    fill_vector(columns, 3);
  }

  void free() { b = {}, c = {}, rows = {}, columns = {}; }

  static double bytes(Size const& s) {
    using Set = ArraySets<T, Exec>;
    return 2 * Set::bytes(s.elements()) + Set::bytes(s.rows) + Set::bytes(s.columns);
  }

  /// How far the call's result on set 0 is from exact(k), for each element k in the order of memory. Throws
  /// std::runtime_error where that is more than the roundings of a few operations.
  template <class F>
  Errors error(Exec const& exec, Call const& call, F const& exact) const {
    fill_original(exec, b(0), size.count());
    if (!in_place) fill(exec, c(0), size.count(), T());
    call(0);
    require_launched(exec);
    double const error = largest_error(exec, static_cast<T const*>(out(0)), size.count(), exact);
    // Results are below 8.
    if (error > 8 * 4 * unit_roundoff<T>()) {
      char text[64];
      std::snprintf(text, sizeof(text), "wrong result: off by %.3g", error);
      throw std::runtime_error(text);
    }
    return {{"max_abs_error", error}};
  }

  expected::Place place() const { return {size.rows, size.columns, std::is_same_v<Layout, Kokkos::LayoutRight>}; }

 private:
  static void fill_original(Exec const& exec, T* data, std::int64_t n) {
    fill_uniform(exec, data, n, expected::Original<T>::seed, expected::Original<T>::low, expected::Original<T>::high);
  }
  Matrix<T, Layout, Exec> view(T* data) const { return Matrix<T, Layout, Exec>(data, size.rows, size.columns); }
};

/// Names a contest after its case and decides how many sets of arrays it rotates over: a call touches `touched_bytes`
/// of a set, which takes `set_bytes`. False, with a message, where memory is short for even one, with a fifth to spare.
bool set_up(Contest& contest, Options const& options, std::string const& backend, std::string const& size,
            Memory const& memory, double touched_bytes, double set_bytes);

/// Makes the contest for one operation and size, with the copy of the same bytes as its first reference; null where
/// memory is short. The caller adds the plain loop, and who takes part.
template <class Exec, class T, class Layout>
std::shared_ptr<Contest> make_contest(Options const& options, Exec const& exec, Work const& work,
                                      std::shared_ptr<Operands<Exec, T, Layout>> const& operands) {
  Size const size     = operands->size;
  double const copied = 2 * sizeof(T) * size.elements();
  auto const contest  = std::make_shared<Contest>();
  if (!set_up(*contest, options, Exec::name(), std::to_string(size.rows) + 'x' + std::to_string(size.columns),
              memory_of(exec), copied, operands->bytes(size)))
    return nullptr;
  contest->work    = work;
  contest->arrays  = operands;
  contest->prepare = [=, sets = contest->sets] { operands->allocate(exec, sets); };
  contest->release = [=] { operands->free(); };
  auto const copy  = [=](std::int64_t set) {
    copy_bytes(exec, operands->c(set), operands->b(set), operands->size.count() * sizeof(T));
  };
  contest->references.push_back({"copy", "fraction_of_copy", copy, work.bytes / copied});
  return contest;
}

/// main of a benchmark: `enlist` registers what the options ask for; `unused` are those of our flags that mean nothing
/// to it.
int sweep_main(int argc, char* argv[], void (*enlist)(Options const& options, Stage& stage),
               std::vector<std::string> const& unused);

}  // namespace aril::perf

#endif
