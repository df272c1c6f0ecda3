// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <aril/impl/index_space.hpp>

namespace aril::impl {
namespace {

// One integer unknown x with 0 <= x <= bound that moves an address by `step` bytes. Two operands meet where
// sum(step_k * x_k) hits a given distance: a bounded linear Diophantine equation, as in NumPy's may-share-memory test.
struct Term {
  std::int64_t step;
  std::int64_t bound;
};

class Equation {
 public:
  void add(std::int64_t step, std::int64_t bound) {
    if (step != 0 && bound > 0) terms_[count_++] = {step, bound};
  }

  /// Is there a solution of sum(step * x) == distance? Also true when the search budget is spent.
  bool solvable(std::int64_t distance) {
    std::sort(terms_.begin(), terms_.begin() + count_, [](Term a, Term b) { return a.step > b.step; });
    budget_ = 10000;
    return search(0, distance);
  }

 private:
  // Largest steps first: what the smaller steps can still reach leaves few candidates for each unknown, one or two for
  // the nested strides of subviews.
  bool search(int k, std::int64_t distance) {
    if (distance == 0) return true;
    if (k == count_ || distance < 0) return false;
    if (--budget_ < 0) return true;
    std::int64_t reach = 0;
    for (int r = k + 1; r < count_; ++r) reach += terms_[r].step * terms_[r].bound;
    auto const [step, bound] = terms_[k];
    std::int64_t const high  = std::min(bound, distance / step);
    std::int64_t const low   = std::max<std::int64_t>(0, (distance - reach + step - 1) / step);
    for (std::int64_t x = high; x >= low; --x)
      if (search(k + 1, distance - x * step)) return true;
    return false;
  }

  std::array<Term, 2 * max_rank + 2> terms_{};
  int count_  = 0;
  int budget_ = 0;
};

std::int64_t span_bytes(int rank, Dimensions const& extent, OperandLayout const& a) {
  std::int64_t last = 0;
  for (int d = 0; d < rank; ++d) last += (extent[d] - 1) * a.stride[d];
  return last * a.element_size + a.element_size;
}

bool empty(int rank, Dimensions const& extent) {
  return std::find(extent.begin(), extent.begin() + rank, 0) != extent.begin() + rank;
}

}  // namespace

bool overlap(int rank, Dimensions const& extent, OperandLayout const& a, OperandLayout const& b) {
  if (empty(rank, extent)) return false;
  auto const& low           = a.address <= b.address ? a : b;
  auto const& high          = a.address <= b.address ? b : a;
  std::int64_t const span   = span_bytes(rank, extent, low);
  std::uintptr_t const away = high.address - low.address;
  if (away >= static_cast<std::uintptr_t>(span)) return false;

  // low: +step*x; high: -step*y, written as +step*(bound-y') so that every unknown has a positive step.
  Equation equation;
  std::int64_t distance = static_cast<std::int64_t>(away);
  for (int d = 0; d < rank; ++d) {
    equation.add(low.stride[d] * low.element_size, extent[d] - 1);
    equation.add(high.stride[d] * high.element_size, extent[d] - 1);
    distance += high.stride[d] * high.element_size * (extent[d] - 1);
  }
  equation.add(1, low.element_size - 1);
  equation.add(1, high.element_size - 1);
  distance += high.element_size - 1;
  return equation.solvable(distance);
}

bool self_overlap(int rank, Dimensions const& extent, OperandLayout const& a) {
  if (empty(rank, extent)) return false;

  // Nested strides, each beyond all that the smaller ones span, are the rule and cannot collide.
  std::array<int, max_rank> order{};
  int kept = 0;
  for (int d = 0; d < rank; ++d)
    if (extent[d] > 1) order[kept++] = d;
  std::sort(order.begin(), order.begin() + kept, [&](int p, int q) { return a.stride[p] < a.stride[q]; });
  std::int64_t spanned = 1;
  bool nested          = true;
  for (int k = 0; k < kept; ++k) {
    nested = nested && a.stride[order[k]] >= spanned;
    spanned += a.stride[order[k]] * (extent[order[k]] - 1);
  }
  if (nested) return false;

  // Otherwise ask, dimension by dimension, whether a step of at least one there can be undone by the later ones.
  for (int k = 0; k < kept; ++k) {
    int const first = order[k];
    Equation equation;
    std::int64_t distance = -a.stride[first];
    equation.add(a.stride[first], extent[first] - 2);
    for (int r = k + 1; r < kept; ++r) {
      equation.add(a.stride[order[r]], 2 * (extent[order[r]] - 1));
      distance += a.stride[order[r]] * (extent[order[r]] - 1);
    }
    if (equation.solvable(distance)) return true;
  }
  return false;
}

}  // namespace aril::impl
