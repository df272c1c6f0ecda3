// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// C = s*A where A or C do not start at a vector, have gaps between rows or between elements; and B times a vector along
// a dimension in the middle of three or four.
#include <aril/scale.hpp>
#include <aril/transform.hpp>

#include "model.hpp"
#include "plain.hpp"
#include "sweep.hpp"

namespace aril::perf {
namespace {

/// Where a matrix lies in its array, in elements.
struct Place {
  std::int64_t offset  = 0;  ///< from the array's start, which is aligned to everything
  std::int64_t padding = 0;  ///< from a row's end to the next row
  std::int64_t step    = 1;  ///< from one column to the next

  std::int64_t span(Size const& s) const { return offset + s.rows * (s.columns * step + padding); }
};

/// A matrix A at one place and C at another.
struct Placement {
  char const* mark;
  Place a, c;
};

constexpr Placement placements[] = {{"aligned", {}, {}},          {"input_off_1", {1}, {}},
                                    {"input_off_2", {2}, {}},     {"input_off_3", {3}, {}},
                                    {"output_off_1", {}, {1}},    {"both_off_3", {3}, {3}},
                                    {"off_1_and_2", {1}, {2}},    {"padded_64", {0, 64}, {0, 64}},
                                    {"padded_1", {0, 1}, {0, 1}}, {"input_step_2", {0, 0, 2}, {}}};

template <class T, class Exec>
using Strided =
    Kokkos::View<T**, Kokkos::LayoutStride, Kokkos::Device<Exec, typename Exec::memory_space>, Kokkos::MemoryUnmanaged>;

/// Two arrays for all contests of one size.
template <class Exec, class T>
struct Arrays {
  Size size;
  ArraySets<T, Exec> a = {}, c = {}, d = {};

  Strided<T, Exec> view(ArraySets<T, Exec> const& array, Place const& p, std::int64_t set) const {
    Kokkos::LayoutStride const layout(size.rows, size.columns * p.step + p.padding, size.columns, p.step);
    return Strided<T, Exec>(array(set) + p.offset, layout);
  }

  static std::int64_t count(Size const& s) { return std::max(Place{0, 0, 2}.span(s), Place{3, 64, 1}.span(s)); }
  static double bytes(Size const& s) {
    using Set = ArraySets<T, Exec>;
    return 2 * Set::bytes(static_cast<double>(count(s))) + Set::bytes(static_cast<double>(s.rows));
  }

  void allocate(Exec const& exec, std::int64_t sets) {
    a = {"A", count(size), sets};
    c = {"C", count(size), sets};
    d = {"d", size.rows, sets};
    a.for_each([&](T* data, std::int64_t n) { fill_uniform(exec, data, n, 1, 0, 2); });
    c.for_each([&](T* data, std::int64_t n) { fill(exec, data, n, T()); });
    d.for_each([&](T* data, std::int64_t n) { fill_uniform(exec, data, n, 2, 0, 2); });
  }
  void free() { a = {}, c = {}, d = {}; }
};

/// A contest on `arrays`; null where memory is short. `moved_elements`: what the call must move, whole sectors counted,
/// which a copy of as many elements is compared with.
template <class Exec, class T>
std::shared_ptr<Contest> make_placed_contest(Options const& options, Exec const& exec, std::string const& mark,
                                             Work const& work, double moved_elements,
                                             std::shared_ptr<Arrays<Exec, T>> const& arrays) {
  Size const size     = arrays->size;
  double const copied = 2 * size.elements() * sizeof(T);
  auto const contest  = std::make_shared<Contest>();
  if (!set_up(*contest, options, Exec::name(),
              std::to_string(size.rows) + 'x' + std::to_string(size.columns) + '/' + mark, memory_of(exec), copied,
              Arrays<Exec, T>::bytes(size)))
    return nullptr;
  contest->work    = work;
  contest->arrays  = arrays;
  contest->prepare = [=, sets = contest->sets] { arrays->allocate(exec, sets); };
  contest->release = [=] { arrays->free(); };
  contest->references.push_back(
      {"copy", "fraction_of_copy",
       [=](std::int64_t set) { copy_bytes(exec, arrays->c(set), arrays->a(set), size.count() * sizeof(T)); },
       moved_elements * sizeof(T) / copied});
  return contest;
}

/// A matrix' elements, counted row by row.
template <class V>
struct RowByRow {
  V view;
  KOKKOS_FUNCTION auto operator[](std::int64_t k) const {
    std::int64_t const columns = view.extent(1);
    return view(k / columns, k % columns);
  }
};

/// Throws where an element is off by more than a rounding.
template <class Exec, class V, class Exact>
Errors placed_error(Exec const& exec, V const& c, Call const& call, Exact const& exact) {
  using T = typename V::value_type;
  Kokkos::parallel_for(
      "perf_test::forget", plain::over(exec, c), KOKKOS_LAMBDA(std::int64_t i, std::int64_t j) { c(i, j) = T(-1); });
  call(0);
  require_launched(exec);
  double const largest = largest_error(exec, RowByRow<V>{c}, c.extent(0) * c.extent(1), exact);
  if (!(largest <= 8 * unit_roundoff<T>())) throw std::runtime_error("wrong result: off by " + std::to_string(largest));
  return {{"max_abs_error", largest}};
}

/// s*a in double precision.
template <class V>
struct Scaled {
  RowByRow<V> a;
  double s;
  KOKKOS_FUNCTION double operator()(std::int64_t k) const { return widen(a[k]) * s; }
};

template <class Exec, class T>
void enlist_placement(Options const& options, Stage& stage, std::shared_ptr<Arrays<Exec, T>> const& x,
                      Placement const& p) {
  Exec const exec;
  double const count = x->size.elements();
  auto const contest = make_placed_contest(options, exec, p.mark, model::scale(count, sizeof(T)),
                                           count * static_cast<double>(p.a.step + p.c.step), x);
  if (!contest) return;
  auto const s       = static_cast<T>(1.5f);
  auto const A       = [=](std::int64_t set) { return x->view(x->a, p.a, set); };
  auto const C       = [=](std::int64_t set) { return x->view(x->c, p.c, set); };
  Call const mdrange = [=](std::int64_t set) { plain::scale_mdrange(exec, s, A(set), C(set)); };
  contest->references.push_back({"plain", "speedup_over_plain", mdrange, 1, true});
  contest->candidates = {{"aril", [=](std::int64_t set) { aril::scale(exec, s, A(set), C(set)); }},
                         {"plain_mdrange", mdrange}};
  contest->error      = [=](Call const& call) {
    return placed_error(exec, C(0), call, Scaled<Strided<T, Exec>>{{A(0)}, 1.5});
  };
  enlist(stage, exec, "scale", contest);
}

/// d along the middle of (slabs, middle, columns), the matrix' rows being (slab, middle).
template <class V, class D>
struct ScaledAlong {
  RowByRow<V> b;
  D d;
  std::int64_t middle, repeat;
  KOKKOS_FUNCTION double operator()(std::int64_t k) const {
    return widen(b[k]) * widen(d(k / b.view.extent(1) / repeat % middle));
  }
};

/// B (rows/16, 16, columns) for rank 3, (rows/16, 4, 4, columns) for rank 4, times d along dimension 1.
template <class Exec, class T, int Rank>
void enlist_rank(Options const& options, Stage& stage, std::shared_ptr<Arrays<Exec, T>> const& x) {
  using Device                  = Kokkos::Device<Exec, typename Exec::memory_space>;
  using Data                    = std::conditional_t<Rank == 3, T***, T****>;
  using Tensor                  = Kokkos::View<Data, Kokkos::LayoutRight, Device, Kokkos::MemoryUnmanaged>;
  constexpr std::int64_t middle = Rank == 3 ? 16 : 4, repeat = 16 / middle;
  Exec const exec;
  Size const size    = x->size;
  auto const contest = make_placed_contest(
      options, exec, "aligned", model::scale_rows(size.rows, size.columns, sizeof(T)), 2 * size.elements(), x);
  if (!contest || size.rows % 16 != 0) return;
  auto const tensor = [=](T* data) {
    if constexpr (Rank == 3) return Tensor(data, size.rows / 16, middle, size.columns);
    if constexpr (Rank == 4) return Tensor(data, size.rows / 16, middle, repeat, size.columns);
  };
  auto const d       = [=](std::int64_t set) { return Vector<T, Exec>(x->d(set), middle); };
  auto const A       = [=](std::int64_t set) { return x->view(x->a, {}, set); };
  auto const C       = [=](std::int64_t set) { return x->view(x->c, {}, set); };
  Call const mdrange = [=](std::int64_t set) { plain::scale_along(exec, d(set), repeat, A(set), C(set)); };
  contest->references.push_back({"plain", "speedup_over_plain", mdrange, 1, true});
  contest->candidates = {{"aril",
                          [=](std::int64_t set) {
                            transform(exec, inputs(tensor(x->a(set)), along(d(set), 1)), tensor(x->c(set)),
                                      impl::Multiply{});
                          }},
                         {"plain_mdrange", mdrange}};
  contest->error      = [=](Call const& call) {
    return placed_error(exec, C(0), call, ScaledAlong<Strided<T, Exec>, Vector<T, Exec>>{{A(0)}, d(0), middle, repeat});
  };
  enlist(stage, exec, "along_rank" + std::to_string(Rank), contest);
}

void enlist_all(Options const& options, Stage& stage) {
  with_backend(options.backend, [&]<class Exec>() {
    with_floating_type(options.type, [&]<class T>() {
      Size const size = options.rows ? Size{options.rows, options.columns} : Size{16384, 16384};
      auto const x    = std::make_shared<Arrays<Exec, T>>(Arrays<Exec, T>{size});
      for (Placement const& p : placements) enlist_placement<Exec, T>(options, stage, x, p);
      enlist_rank<Exec, T, 3>(options, stage, x);
      enlist_rank<Exec, T, 4>(options, stage, x);
    });
  });
}

}  // namespace
}  // namespace aril::perf

int main(int argc, char* argv[]) {
  return aril::perf::sweep_main(argc, argv, aril::perf::enlist_all, {"--k", "--precision", "--layout", "--in-place"});
}
