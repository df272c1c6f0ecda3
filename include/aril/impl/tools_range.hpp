// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ARIL_IMPL_TOOLS_RANGE_HPP
#define ARIL_IMPL_TOOLS_RANGE_HPP

#include <Kokkos_Core.hpp>
#include <cstdint>

namespace aril::impl {

/// Shows Kokkos Tools, as a parallel_for under its label, work that Kokkos itself does not launch. Costs nothing while
/// no tool listens.
class ToolsRange {
 public:
  /// `label()` makes the text, for a tool only.
  template <class Exec, class Label>
  ToolsRange(Exec const& exec, Label const& label) : active_(Kokkos::Tools::profileLibraryLoaded()) {
    if (active_) Kokkos::Tools::beginParallelFor(label(), Kokkos::Tools::Experimental::device_id(exec), &id_);
  }
  ~ToolsRange() {
    if (active_) Kokkos::Tools::endParallelFor(id_);
  }
  ToolsRange(ToolsRange const&)            = delete;
  ToolsRange& operator=(ToolsRange const&) = delete;

 private:
  bool active_;
  std::uint64_t id_ = 0;
};

}  // namespace aril::impl

#endif
