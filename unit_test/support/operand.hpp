// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ARIL_TEST_SUPPORT_OPERAND_HPP
#define ARIL_TEST_SUPPORT_OPERAND_HPP

#include <algorithm>
#include <initializer_list>

#include "numbers.hpp"

/// \file
/// Views placed where a test wants them. Everything else of the memory around and between their elements holds a
/// sentinel, so that a write out of place shows. Values go in and come out through the host.

namespace aril::test {

/// Where a View's elements lie.
struct Placement {
  int offset     = 0;      ///< elements past a 64-byte boundary
  int padding    = 0;      ///< elements between the end of a row (column, for Left) and the start of the next
  int step       = 1;      ///< stride of the fastest index; other than 1 for LayoutStride only
  bool transpose = false;  ///< first index fastest; for LayoutStride only, the other layouts have their own order

  friend std::ostream& operator<<(std::ostream& out, Placement const& p) {
    out << "{offset " << p.offset << ", padding " << p.padding << ", step " << p.step;
    return out << (p.transpose ? ", transposed}" : "}");
  }
};

/// Argument of Kokkos::subview: indices from the first up to, and without, the second.
using Range = Kokkos::pair<std::int64_t, std::int64_t>;

/// Extents of an operand, of rank 0 to 8.
using Extents = std::vector<std::int64_t>;

inline std::string text(Extents const& extents) {
  std::ostringstream out;
  out << '(';
  for (std::size_t d = 0; d < extents.size(); ++d) out << (d == 0 ? "" : ", ") << extents[d];
  out << ')';
  return out.str();
}

inline std::int64_t count_of(Extents const& extents) {
  std::int64_t count = 1;
  for (std::int64_t const extent : extents) count *= extent;
  return count;
}

/// Calls g(n, position) for each index tuple, the last index fastest: its number and where the strides put it.
template <class G>
void for_each_position(Extents const& extents, Extents const& strides, G const& g) {
  Extents index(extents.size(), 0);
  std::int64_t const count = count_of(extents);
  std::int64_t at          = 0;
  for (std::int64_t n = 0; n < count; ++n) {
    g(n, at);
    for (std::size_t d = extents.size(); d-- > 0;) {
      at += strides[d];
      if (++index[d] < extents[d]) break;
      at -= extents[d] * strides[d];
      index[d] = 0;
    }
  }
}

/// The memory of one operand, on the device and on the host, and where its elements are in it. Elements go in and out
/// as a vector that counts the index tuples with the last index fastest, whatever the layout.
template <class T, class Space>
class Memory {
 public:
  Memory(Extents const& extents, Extents const& strides, int offset)
      : extents_(extents), strides_(strides), origin_(guard + offset), size_(count_of(extents)) {
    std::int64_t last = 0;
    for (std::size_t d = 0; d < extents.size(); ++d) last += std::max<std::int64_t>(extents[d] - 1, 0) * strides[d];
    device_ = Buffer(Kokkos::view_alloc("operand", Kokkos::WithoutInitializing), origin_ + last + 1 + guard);
    host_   = Kokkos::create_mirror_view(device_);
    fill_stale();
  }

  Extents const& extents() const { return extents_; }
  Extents const& strides() const { return strides_; }
  std::int64_t size() const { return size_; }
  T* data() const { return device_.data() + origin_; }

  void fill(std::vector<T> const& elements) {
    upload([&](std::int64_t n) { return elements[static_cast<std::size_t>(n)]; });
  }

  /// Fills the elements with what no result may be.
  void fill_stale() {
    upload([](std::int64_t) { return stale<T>(); });
  }

  /// What is on the device now; waits for it.
  std::vector<T> elements() {
    Kokkos::deep_copy(host_, device_);
    std::vector<T> all;
    all.reserve(static_cast<std::size_t>(size_));
    for_each_position(extents_, strides_, [&](std::int64_t, std::int64_t at) { all.push_back(host_(origin_ + at)); });
    return all;
  }

  /// Bytes of the guards and gaps that no longer hold the sentinel.
  std::int64_t changed_gap_bytes() {
    Kokkos::deep_copy(host_, device_);
    auto const* data = reinterpret_cast<unsigned char const*>(host_.data());
    std::vector<unsigned char> bytes(data, data + host_.span() * sizeof(T));
    for_each_position(extents_, strides_, [&](std::int64_t, std::int64_t at) {
      std::memset(bytes.data() + (origin_ + at) * sizeof(T), sentinel, sizeof(T));
    });
    return static_cast<std::int64_t>(bytes.size()) - std::count(bytes.begin(), bytes.end(), sentinel);
  }

 private:
  using Buffer                            = Kokkos::View<T*, Space>;
  static constexpr int guard              = 64;
  static constexpr unsigned char sentinel = 0xc5;

  template <class G>
  void upload(G const& value) {
    std::memset(static_cast<void*>(host_.data()), sentinel, host_.span() * sizeof(T));
    for_each_position(extents_, strides_, [&](std::int64_t n, std::int64_t at) { host_(origin_ + at) = value(n); });
    Kokkos::deep_copy(device_, host_);
  }

  Extents extents_;
  Extents strides_;
  std::int64_t origin_;
  std::int64_t size_;
  Buffer device_;
  typename Buffer::HostMirror host_;
};

/// Strides of a View of layout L at a placement.
template <class L>
Extents strides_of(Extents const& extents, Placement const& place) {
  bool const left =
      std::is_same_v<L, Kokkos::LayoutLeft> || (std::is_same_v<L, Kokkos::LayoutStride> && place.transpose);
  int const rank = static_cast<int>(extents.size());
  Extents strides(extents.size());
  std::int64_t next = place.step;
  for (int k = 0; k < rank; ++k) {
    int const d = left ? k : rank - 1 - k;
    strides[d]  = next;
    next *= extents[d] + (k == 0 ? place.padding : 0);
  }
  return strides;
}

/// A View of data type D ("float**") and layout L, with the memory it lies in. Padding for rank 2 or LayoutStride only.
template <class D, class L, class Exec>
class Operand : public Memory<typename Kokkos::ViewTraits<D>::non_const_value_type, typename Exec::memory_space> {
 public:
  using Space = typename Exec::memory_space;
  using View  = Kokkos::View<D, L, Kokkos::Device<Exec, Space>, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

  explicit Operand(Extents const& extents, Placement const& place = {})
      : Memory<typename View::non_const_value_type, Space>(extents, strides_of<L>(extents, place), place.offset) {
    static constexpr int rank = static_cast<int>(View::rank);
    L layout;
    for (int d = 0; d < rank; ++d) {
      layout.dimension[d] = static_cast<std::size_t>(extents[d]);
      if constexpr (std::is_same_v<L, Kokkos::LayoutStride>) layout.stride[d] = this->strides()[d];
    }
    if constexpr (rank == 2 && !std::is_same_v<L, Kokkos::LayoutStride>) {
      // The stride of a padded Right or Left View comes only from a wider parent.
      layout.dimension[std::is_same_v<L, Kokkos::LayoutLeft> ? 0 : 1] += place.padding;
      view_ = Kokkos::subview(View(this->data(), layout), Range(0, extents[0]), Range(0, extents[1]));
    } else {
      view_ = View(this->data(), layout);
    }
  }

  View const& view() const { return view_; }

 private:
  View view_;
};

}  // namespace aril::test

#endif
