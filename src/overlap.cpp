// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <aril/impl/index_space.hpp>
#include <numeric>

namespace aril::impl {
namespace {

// Two operands meet where a sum of strides hits a given distance: sum(step_k * x_k) in [low, high] with whole numbers
// 0 <= x_k <= bound_k, a bounded linear Diophantine equation as in NumPy's may-share-memory test.
class Equation {
 public:
  /// Terms of equal steps are one: that keeps the strides two operands have in common out of the search.
  void add(std::int64_t step, std::int64_t bound) {
    if (step == 0 || bound <= 0) return;
    int at = 0;
    while (at < count_ && terms_[at].step > step) ++at;
    if (at < count_ && terms_[at].step == step) {
      terms_[at].bound += bound;
    } else {
      std::copy_backward(terms_.begin() + at, terms_.begin() + count_, terms_.begin() + count_ + 1);
      terms_[at] = {step, bound, 0, 0};
      ++count_;
    }
  }

  /// Is there a solution? Also true when the search budget is spent.
  bool solvable(std::int64_t low, std::int64_t high) {
    Term after{};
    for (int k = count_ - 1; k >= 0; --k) {
      terms_[k].reach   = after.reach + terms_[k].step * terms_[k].bound;
      terms_[k].divisor = std::gcd(after.divisor, terms_[k].step);
      after             = terms_[k];
    }
    budget_ = 10000;
    return search(0, low, high);
  }

 private:
  struct Term {
    std::int64_t step;
    std::int64_t bound;
    std::int64_t reach;    // the most that this term and those after it can add up to
    std::int64_t divisor;  // of all that this term and those after it can add up to
  };

  // Largest steps first: what the smaller ones can still reach leaves few candidates for each unknown, one or two for
  // the nested strides of subviews.
  bool search(int k, std::int64_t low, std::int64_t high) {
    if (high < 0) return false;
    if (low <= 0) return true;
    if (k == count_ || low > terms_[k].reach || high / terms_[k].divisor * terms_[k].divisor < low) return false;
    if (--budget_ < 0) return true;
    auto const [step, bound, reach, divisor] = terms_[k];
    std::int64_t const later                 = reach - step * bound;
    std::int64_t const most                  = std::min(bound, high / step);
    std::int64_t const least                 = std::max<std::int64_t>(0, (low - later + step - 1) / step);
    for (std::int64_t x = most; x >= least; --x)
      if (search(k + 1, low - x * step, high - x * step)) return true;
    return false;
  }

  std::array<Term, 2 * max_rank> terms_{};
  int count_  = 0;
  int budget_ = 0;
};

std::int64_t span_bytes(Footprint const& a) {
  std::int64_t last = 0;
  for (int d = 0; d < a.rank; ++d) last += (a.extent[d] - 1) * a.layout.stride[d];
  return last * a.layout.element_size + a.layout.element_size;
}

bool empty(int rank, Dimensions const& extent) {
  return std::find(extent.begin(), extent.begin() + rank, 0) != extent.begin() + rank;
}

}  // namespace

bool overlap(Footprint const& a, Footprint const& b) {
  if (empty(a.rank, a.extent) || empty(b.rank, b.extent)) return false;
  auto const& low           = a.layout.address <= b.layout.address ? a : b;
  auto const& high          = a.layout.address <= b.layout.address ? b : a;
  std::uintptr_t const away = high.layout.address - low.layout.address;
  if (away >= static_cast<std::uintptr_t>(span_bytes(low))) return false;

  // low: +step*x; high: -step*y, written as +step*(bound-y') so that every unknown has a positive step. Two elements
  // share a byte from a distance of low's last byte on high's first to one of low's first byte on high's last.
  Equation equation;
  std::int64_t distance = static_cast<std::int64_t>(away);
  for (int d = 0; d < low.rank; ++d) equation.add(low.layout.stride[d] * low.layout.element_size, low.extent[d] - 1);
  for (int d = 0; d < high.rank; ++d) {
    std::int64_t const step = high.layout.stride[d] * high.layout.element_size;
    equation.add(step, high.extent[d] - 1);
    distance += step * (high.extent[d] - 1);
  }
  return equation.solvable(distance - (low.layout.element_size - 1), distance + (high.layout.element_size - 1));
}

bool self_overlap(int rank, Dimensions const& extent, OperandLayout const& a) {
  if (empty(rank, extent)) return false;
  DimensionOrder const order = by_falling_stride(rank, extent, a.stride);
  auto const stride          = [&](int k) { return a.stride[order.dimension[k]]; };
  auto const steps           = [&](int k) { return extent[order.dimension[k]] - 1; };

  // Nested strides, each beyond all that the smaller ones span, are the rule and cannot collide.
  std::int64_t spanned = 1;
  bool nested          = true;
  for (int k = order.count - 1; k >= 0; --k) {
    nested = nested && stride(k) >= spanned;
    spanned += stride(k) * steps(k);
  }
  if (nested) return false;

  // Otherwise ask, for each dimension, whether a step of at least one there can be undone by those before it.
  for (int k = 0; k < order.count; ++k) {
    Equation equation;
    equation.add(stride(k), steps(k) - 1);
    std::int64_t distance = -stride(k);
    for (int r = 0; r < k; ++r) {
      equation.add(stride(r), 2 * steps(r));
      distance += stride(r) * steps(r);
    }
    if (equation.solvable(distance, distance)) return true;
  }
  return false;
}

}  // namespace aril::impl
