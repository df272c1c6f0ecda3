// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expected: the output View.s memory is not accessible from the execution space
#include <aril/aril.hpp>

// A memory space of which no execution space here knows anything.
struct FarMemory {
  using memory_space    = FarMemory;
  using execution_space = Kokkos::DefaultHostExecutionSpace;
  using device_type     = Kokkos::Device<execution_space, memory_space>;
  using size_type       = std::size_t;
};

using FarView = Kokkos::View<float*, FarMemory, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

void call(FarView const& c) { aril::scale(Kokkos::DefaultHostExecutionSpace(), 2.0f, c, c); }
