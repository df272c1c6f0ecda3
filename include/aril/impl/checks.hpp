// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ARIL_IMPL_CHECKS_HPP
#define ARIL_IMPL_CHECKS_HPP

#include <Kokkos_Core.hpp>
#include <aril/impl/index_space.hpp>
#include <span>
#include <string>

/// \file
/// The run-time preconditions. Reading a label or writing a message costs only the call that fails.

namespace aril::impl {

struct Shape {
  int rank = 0;
  Dimensions extent{};

  friend bool operator==(Shape const&, Shape const&) = default;
};

template <class V>
Shape shape_of(V const& view) {
  Shape shape{static_cast<int>(V::rank), {}};
  for (int d = 0; d < shape.rank; ++d) shape.extent[d] = static_cast<std::int64_t>(view.extent(d));
  return shape;
}

template <class V>
OperandLayout layout_of(V const& view) {
  OperandLayout layout;
  layout.address      = reinterpret_cast<std::uintptr_t>(view.data());
  layout.element_size = sizeof(typename V::value_type);
  layout.alignment    = alignof(typename V::value_type);
  for (int d = 0; d < static_cast<int>(V::rank); ++d) layout.stride[d] = static_cast<std::int64_t>(view.stride(d));
  return layout;
}

/// "(3, 4)"
std::string to_string(Shape const& shape);

/// Throws NotInitialized unless Kokkos is initialized and not yet finalized.
void require_initialized(char const* operation);

/// Throws ExtentMismatch: "aril::scale: input \"A\" has shape (3, 4), expected (3, 5) to fit output \"C\""
[[noreturn]] void throw_extent_mismatch(char const* operation, std::string const& operand, Shape const& actual,
                                        Shape const& expected, std::string const& expected_from);

/// What is wrong with where a call's operands lie in memory.
enum class MemoryFault { none, misaligned, aliased_output, overlap };

struct MemoryCheck {
  MemoryFault fault = MemoryFault::none;
  int operand       = 0;  ///< number of the operand at fault; 0 is the output
};

/// Looks at a non-empty call's operands: are addresses multiples of the element alignment, has the output an address of
/// its own for every index, and is every input either the output itself or apart from it?
MemoryCheck check_memory(int rank, Dimensions const& extent, std::span<OperandLayout const> operands);

[[noreturn]] void throw_memory_fault(char const* operation, MemoryFault fault, std::string const& operand,
                                     Shape const& operand_shape, std::string const& output, Shape const& output_shape);

}  // namespace aril::impl

#endif
