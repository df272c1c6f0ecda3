// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <aril/error.hpp>
#include <aril/impl/checks.hpp>
#include <sstream>

namespace aril::impl {

std::string to_string(Shape const& shape) {
  std::ostringstream text;
  text << '(';
  for (int d = 0; d < shape.rank; ++d) text << (d == 0 ? "" : ", ") << shape.extent[d];
  text << ')';
  return text.str();
}

void require_initialized(char const* operation) {
  if (!Kokkos::is_initialized())
    throw NotInitialized(std::string(operation) +
                         ": Kokkos is not initialized; call it between Kokkos::initialize and Kokkos::finalize");
}

void throw_extent_mismatch(char const* operation, std::string const& operand, Shape const& actual,
                           Shape const& expected, std::string const& expected_from) {
  throw ExtentMismatch(std::string(operation) + ": " + operand + " has shape " + to_string(actual) + ", expected " +
                       to_string(expected) + " to fit " + expected_from);
}

namespace {

// The same walk over memory: strides count only where there is a step to take.
bool same_walk(int rank, Dimensions const& extent, OperandLayout const& a, OperandLayout const& b) {
  if (a.address != b.address || a.element_size != b.element_size) return false;
  for (int d = 0; d < rank; ++d)
    if (extent[d] > 1 && a.stride[d] != b.stride[d]) return false;
  return true;
}

}  // namespace

MemoryCheck check_memory(int rank, Dimensions const& extent, std::span<OperandLayout const> operands) {
  for (std::size_t o = 0; o < operands.size(); ++o)
    if (operands[o].address % operands[o].alignment != 0) return {MemoryFault::misaligned, static_cast<int>(o)};
  if (self_overlap(rank, extent, operands[0])) return {MemoryFault::aliased_output, 0};
  for (std::size_t o = 1; o < operands.size(); ++o)
    if (!same_walk(rank, extent, operands[0], operands[o]) && overlap(rank, extent, operands[0], operands[o]))
      return {MemoryFault::overlap, static_cast<int>(o)};
  return {};
}

void throw_memory_fault(char const* operation, MemoryFault fault, std::string const& operand,
                        Shape const& operand_shape, std::string const& output, Shape const& output_shape) {
  std::string const input_text  = operand + " of shape " + to_string(operand_shape);
  std::string const output_text = output + " of shape " + to_string(output_shape);
  std::string const start       = std::string(operation) + ": ";
  switch (fault) {
    case MemoryFault::misaligned:
      throw MisalignedPointer(start + "the address of " + input_text + " is not a multiple of its element's alignment");
    case MemoryFault::aliased_output:
      throw AliasedOutput(start + "the strides of " + output_text + " lead several indices to one address");
    default:
      throw OverlapError(start + input_text + " overlaps " + output_text +
                         "; an input is either the output itself or apart from it");
  }
}

}  // namespace aril::impl
