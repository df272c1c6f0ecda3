// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <aril/impl/policy.hpp>
#include <ostream>
#include <sstream>

namespace aril::impl {
namespace {

// Bytes of device memory the call touches, each operand's elements counted once however often they are read.
std::int64_t touched_bytes(IndexSpace const& space, std::span<OperandLayout const> operands) {
  std::int64_t bytes = 0;
  for (int o = 0; o < space.operand_count; ++o) {
    std::int64_t elements = 1;
    for (int d = 0; d < space.rank; ++d)
      if (space.stride[o][d] != 0) elements *= space.extent[d];
    bytes += elements * operands[o].element_size;
  }
  return bytes;
}

// Do all operands that move at all walk through the one dimension there is without gaps?
bool one_run(IndexSpace const& space, std::span<OperandLayout const> operands) {
  if (space.rank > 1) return false;
  for (int o = 0; o < space.operand_count && space.rank == 1; ++o)
    if (space.stride[o][0] != 1 && !(space.stride[o][0] == 0 && operands[o].broadcast)) return false;
  return true;
}

bool in_place(IndexSpace const& space, std::span<OperandLayout const> operands) {
  for (int o = 1; o < space.operand_count; ++o)
    if (operands[o].address == operands[0].address) return true;
  return false;
}

bool output_is_one_run(IndexSpace const& space) {
  std::int64_t expected = 1;
  for (int d = space.rank - 1; d >= 0; --d) {
    if (space.stride[0][d] != expected) return false;
    expected *= space.extent[d];
  }
  return true;
}

}  // namespace

Policy choose_policy(IndexSpace const& space, std::span<OperandLayout const> operands, int vector_width,
                     DeviceFacts const& device) {
  Policy policy;
  // H200, 60 MB of L2, 2026-11-29: streaming from 134 MB up is 2 to 3% faster than plain accesses, and 20 to 30% slower
  // at 33 MB, where the next kernel finds the data in L2.
  // A host's streaming stores save reading the output's lines, but in place those are read anyway.
  bool const large = touched_bytes(space, operands) > device.l2_bytes;
  policy.cache     = large && !(device.write_allocate && in_place(space, operands)) ? Cache::stream : Cache::keep;
  // H200, 2026-11-29: 2^30 floats streaming, 128 threads 1.995 ms, 256 2.001; 2^22 floats in L2, 128 threads 7.35 us,
  // 256 6.62, 512 6.65; rows of 4096 floats, cold, 128 threads 34.3 us, 192 34.0, 256 33.9.
  policy.block_size = 256;

  bool const unit_stride_output = space.rank == 0 || space.stride[0][space.rank - 1] == 1;
  if (!unit_stride_output || space.size() < vector_width) return policy;
  policy.vector_width = vector_width;
  if (one_run(space, operands)) {
    policy.kernel = Kernel::flat;
    if (policy.cache == Cache::stream) policy.block_size = 128;
  } else if (output_is_one_run(space)) {
    policy.kernel = Kernel::wrapped;
  } else if (space.inner_extent() >= 2 * vector_width) {
    policy.kernel = Kernel::rows;
  } else {
    policy.vector_width = 1;
  }
  return policy;
}

std::ostream& operator<<(std::ostream& out, Policy const& policy) {
  switch (policy.kernel) {
    case Kernel::flat: out << "flat"; break;
    case Kernel::wrapped: out << "wrapped"; break;
    case Kernel::rows: out << "rows"; break;
    case Kernel::general: out << "general"; break;
  }
  out << ",vec" << policy.vector_width;
  return out << (policy.cache == Cache::stream ? ",stream" : ",keep");
}

std::string kernel_label(std::string_view operation, Policy const& policy) {
  std::ostringstream label;
  label << operation << '[' << policy << ']';
  return label.str();
}

}  // namespace aril::impl
