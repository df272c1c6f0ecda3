// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <aril/impl/work.hpp>

#include <array>
#include <optional>
#include <random>

#include "support/matchers.hpp"

// What device threads do, done one after the other on the host: thousands of small random calls through every kernel
// that may take them, against the plain definition. Also without a GPU, and under the sanitizers, this finds a vector
// that reaches too far, an element written twice or not at all.

namespace aril::test {
namespace {

using namespace aril::impl;
using Host = Kokkos::HostSpace;

struct Mix {
  template <class X, class Y>
  int operator()(X const& x, Y const& y, int z) const {
    return 7 * static_cast<int>(x) + 3 * static_cast<int>(y) + z;
  }
};

constexpr int constant = 5;

template <class Work>
void run(Work const& work) {
  // Backwards: no thread may rely on the ones before it.
  for (auto t = work.items(); t-- > 0;) work(t);
}

template <int W, int Outer, class B>
void run_slab(Kernel kernel, Slab const& slab, B const& body) {
  switch (kernel) {
    case Kernel::wrapped: return run(WrappedWork<W, Outer, B>(body, slab, Cache::keep));
    case Kernel::rows: return run(RowsWork<W, Outer, B>(body, slab, Cache::keep));
    default: return run(GeneralWork<Outer, B>(body, slab, Cache::keep));
  }
}

template <int W, class B>
void run_kernel(Kernel kernel, IndexSpace const& space, std::int64_t limit, B const& body) {
  if (kernel == Kernel::flat) return run(FlatWork<W, B>(body, space, Cache::keep));
  if (kernel == Kernel::whole) limit = (limit + W - 1) / W * W;  // as slab_limit, a number of vectors
  Slab slab;
  for (std::int64_t n = 0; next_slab(space, limit, n, slab); ++n) {
    if (kernel == Kernel::whole)
      run(WholeWork<W, B>(body, slab, Cache::keep));
    else if (space.rank <= 2)
      run_slab<W, 1>(kernel, slab, body);
    else
      run_slab<W, max_outer>(kernel, slab, body);
  }
}

// Strides of a random View with the extents in random order and with random gaps.
std::vector<std::int64_t> random_strides(std::mt19937& random, Extents const& extents, bool gaps) {
  std::vector<std::size_t> order(extents.size());
  for (std::size_t d = 0; d < order.size(); ++d) order[d] = d;
  std::shuffle(order.begin(), order.end(), random);
  std::vector<std::int64_t> strides(extents.size());
  std::int64_t next = gaps && random() % 4 == 0 ? 2 : 1;
  for (std::size_t const d : order) {
    strides[d] = next;
    next *= extents[d] + (gaps ? static_cast<std::int64_t>(random() % 3) : 0);
  }
  return strides;
}

template <class T>
OperandLayout layout_at(T const* data, std::vector<std::int64_t> const& strides) {
  OperandLayout layout;
  layout.address      = reinterpret_cast<std::uintptr_t>(data);
  layout.element_size = sizeof(T);
  layout.alignment    = alignof(T);
  std::copy(strides.begin(), strides.end(), layout.stride.begin());
  return layout;
}

template <class T>
std::vector<T> values(int seed, std::int64_t count) {
  std::vector<T> all;
  for (std::int64_t n = 0; n < count; ++n) all.push_back(static_cast<T>(mix(seed + 1000003 * n) % 100));
  return all;
}

/// C = Mix(B, v along one dimension or none, constant), with a kernel on random Views. T, In and V: elements of C, B
/// and v.
template <class T, class In, class V>
class RandomCall {
 public:
  explicit RandomCall(std::mt19937& random) {
    static constexpr int largest[] = {200, 48, 12, 7};
    int const rank                 = 1 + static_cast<int>(random() % 4);
    bool const even                = rank == 2 && random() % 2 == 0;  // often rows of whole vectors
    for (int d = 0; d < rank; ++d) {
      auto const extent = 1 + static_cast<std::int64_t>(random() % largest[rank - 1]);
      extents_.push_back(even ? (extent + 15) / 16 * 16 : extent);
    }
    auto const offset = [&] { return even ? 0 : static_cast<int>(random() % 17); };
    along_            = static_cast<int>(random() % rank);
    c_.emplace(extents_, random_strides(random, extents_, random() % 2 == 0), offset());
    auto strides = random() % 3 == 0 ? c_->strides() : random_strides(random, extents_, random() % 2 == 0);
    if (random() % 8 == 0) strides[random() % rank] = 0;
    b_.emplace(extents_, strides, offset());
    v_.emplace(Extents{extents_[along_]}, std::vector<std::int64_t>{static_cast<std::int64_t>(random() % 3)}, offset());
    limit_    = 1 + static_cast<std::int64_t>(random() % 200);
    in_place_ = std::is_same_v<T, In> && random() % 4 == 0;
  }

  ::testing::AssertionResult check() {
    auto const v = values<V>(1, v_->size());
    auto const b = values<In>(2, b_->size());
    v_->fill(v);
    b_->fill(b);
    if (in_place_) c_->fill(std::vector<T>(b.begin(), b.end()));

    std::vector<std::int64_t> v_strides(extents_.size(), 0);
    v_strides[along_]  = v_->strides()[0];
    In const* const in = in_place_ ? reinterpret_cast<In const*>(c_->data()) : b_->data();
    std::array<OperandLayout, 4> layouts{layout_at(c_->data(), c_->strides()),
                                         layout_at(in, in_place_ ? c_->strides() : b_->strides()),
                                         layout_at(v_->data(), v_strides), OperandLayout{}};
    layouts[2].broadcast = layouts[3].broadcast = true;
    Dimensions extent{};
    std::copy(extents_.begin(), extents_.end(), extent.begin());
    IndexSpace const space = collapse(static_cast<int>(extents_.size()), extent, layouts);

    constexpr int width = vector_width<T, In>();
    Policy const policy = choose_policy(space, layouts, width, {});
    Body const body{Mix(), c_->data(), Array<In, Along::moving>{in}, Array<V, Along::either>{v_->data()},
                    Constant<int>{constant}};
    if (policy.vector_width == 1)
      run_kernel<1>(policy.kernel, space, limit_, body);
    else
      run_kernel<width>(policy.kernel, space, limit_, body);

    // A View with a stride of zero holds one value only: the one that went in last.
    auto const v_in = v_->elements();
    auto const b_in = in_place_ ? b : b_->elements();
    std::vector<T> expected;
    for (std::int64_t n = 0; n < c_->size(); ++n) {
      std::int64_t index = n;
      for (int d = static_cast<int>(extents_.size()) - 1; d > along_; --d) index /= extents_[d];
      expected.push_back(static_cast<T>(Mix()(b_in[n], v_in[index % extents_[along_]], constant)));
    }
    auto result = holds(*c_, expected);
    if (!result)
      result << "\n  kernel " << policy << ", in place " << in_place_ << ", slabs of " << limit_ << "\n  C "
             << text(c_->strides()) << ", B " << text(b_->strides()) << ", v along " << along_ << " with stride "
             << v_->strides()[0];
    else
      ++taken[static_cast<int>(policy.kernel)];
    return result;
  }

  // How often each kernel was right.
  static inline std::array<int, 5> taken{};

 private:
  Extents extents_;
  std::optional<Memory<T, Host>> c_;
  std::optional<Memory<In, Host>> b_;
  std::optional<Memory<V, Host>> v_;
  int along_          = 0;
  std::int64_t limit_ = 0;
  bool in_place_      = false;
};

template <class Call>
class Work : public ::testing::Test {};
// Widths of 16, 8, 4, 2 and 1; inputs and broadcast vectors of the same, a larger and a smaller type.
using WorkTypes =
    ::testing::Types<RandomCall<std::uint8_t, std::uint8_t, std::uint8_t>,
                     RandomCall<std::int16_t, std::int16_t, std::int32_t>, RandomCall<float, float, float>,
                     RandomCall<float, float, double>, RandomCall<std::int32_t, std::uint8_t, std::int8_t>,
                     RandomCall<double, float, float>, RandomCall<float, long double, float>>;
TYPED_TEST_SUITE(Work, WorkTypes);

TYPED_TEST(Work, RandomCalls) {
  std::mt19937 random(20260808);
  for (int n = 0; n < 4000; ++n) ASSERT_TRUE(TypeParam(random).check()) << "call " << n;
  for (Kernel const kernel : {Kernel::flat, Kernel::whole, Kernel::wrapped, Kernel::rows, Kernel::general})
    EXPECT_GT(TypeParam::taken[static_cast<int>(kernel)], 50) << "kernel " << Policy{.kernel = kernel};
}

// Vectors start where the output is aligned to them, wherever the View starts.
template <class T>
void expect_aligned_vectors() {
  constexpr int width = vector_width<T>();
  alignas(64) T memory[8 * width];
  for (int first = 0; first < 2 * width; ++first)
    for (int size = 0; size <= 5 * width; ++size) {
      VectorCut<width, std::int64_t> const cut(memory + first, size);
      std::vector<int> visits(size, 0);
      for (std::int64_t t = 0; t < cut.items(); ++t) {
        std::int64_t const e = cut.element(t);
        int const count      = t < cut.vectors ? width : 1;
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(memory + first + e) % (count * sizeof(T)), 0u);
        for (int k = 0; k < count; ++k) ++visits.at(e + k);
      }
      EXPECT_EQ(std::count(visits.begin(), visits.end(), 1), size) << "first " << first;
    }
}

TEST(VectorCut, TakesEveryElementOnceInAlignedVectors) {
  expect_aligned_vectors<std::int8_t>();
  expect_aligned_vectors<std::int16_t>();
  expect_aligned_vectors<float>();
  expect_aligned_vectors<double>();
  expect_aligned_vectors<Kokkos::complex<double>>();
}

}  // namespace
}  // namespace aril::test
