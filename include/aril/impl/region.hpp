// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ARIL_IMPL_REGION_HPP
#define ARIL_IMPL_REGION_HPP

#include <Kokkos_Core.hpp>

namespace aril::impl {

/// A profiling region for the length of a scope. Costs nothing while no tool listens.
class Region {
 public:
  explicit Region(char const* name) : active_(Kokkos::Tools::profileLibraryLoaded()) {
    if (active_) Kokkos::Profiling::pushRegion(name);
  }
  ~Region() {
    if (active_) Kokkos::Profiling::popRegion();
  }
  Region(Region const&)            = delete;
  Region& operator=(Region const&) = delete;

 private:
  bool active_;
};

}  // namespace aril::impl

#endif
