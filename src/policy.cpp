// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <aril/impl/policy.hpp>
#include <ostream>
#include <sstream>

namespace aril::impl {
namespace {

struct Touched {
  std::int64_t all = 0, broadcast = 0;
};

// Bytes of device memory the call touches, each element counted once however often it is read, or written in place; and
// those of operands that are read again and again.
Touched touched_bytes(IndexSpace const& space, std::span<OperandLayout const> operands) {
  Touched touched;
  for (int o = 0; o < space.operand_count; ++o) {
    bool const is_output = o > 0 && operands[o].address == operands[0].address && space.stride[o] == space.stride[0];
    if (is_output) continue;
    std::int64_t bytes = operands[o].element_size;
    bool again         = false;
    for (int d = 0; d < space.rank; ++d) {
      if (space.stride[o][d] != 0)
        bytes *= space.extent[d];
      else
        again = true;
    }
    touched.all += bytes;
    if (again) touched.broadcast += bytes;
  }
  return touched;
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

// Is every vector of a row of the output, counted from the row's start, a vector of all operands and aligned there?
bool rows_of_whole_vectors(IndexSpace const& space, std::span<OperandLayout const> operands, int width) {
  if (space.rank != 2 || space.inner_extent() % width != 0) return false;
  for (int o = 0; o < space.operand_count; ++o) {
    std::int64_t const outer = space.stride[o][0], inner = space.stride[o][1];
    if (!operands[o].broadcast && space.stride[o] != space.stride[0]) return false;
    if (inner == 0) continue;
    auto const vector_bytes = static_cast<std::uintptr_t>(width) * operands[o].element_size;
    if (inner != 1 || outer % width != 0 || operands[o].address % vector_bytes != 0) return false;
  }
  return true;
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
  // H200, 60 MB of L2, 2026-11-29: evict-first loads and stores are 5% faster than plain ones at 67 MB, 1% at 134 MB,
  // and 20 to 30% slower at 33 MB, where the next kernel finds the data in L2. But after a kernel with plain accesses,
  // whose lines stay, evict-first loads have little of L2 to themselves: far beyond L2 they cost 2% (8.6 GB: 2.045
  // against 2.003 ms). Between 4 and 8 times L2 it depends on the kernel: row scales of doubles gain 3% from them,
  // plain scales lose 1%. They also keep a long broadcast vector in L2: 8 rows of 2^22 floats times a vector as long
  // took 92 us with loads that leave the order alone, while 67 is the copy's time.
  // A host's streaming stores save reading the output's lines, but in place those are read anyway.
  Touched const touched = touched_bytes(space, operands);
  if (touched.all > device.l2_bytes && !(device.write_allocate && in_place(space, operands)))
    policy.cache = touched.all > 8 * device.l2_bytes && touched.broadcast < device.l2_bytes / 16 ? Cache::stream_stores
                                                                                                 : Cache::stream;
  // H200, 2026-11-29: 2^30 floats streaming, 128 threads 1.995 ms, 256 2.001; 2^22 floats in L2, 128 threads 7.35 us,
  // 256 6.62, 512 6.65; rows of 4096 floats, cold, 128 threads 34.3 us, 192 34.0, 256 33.9; 2^30 floats in rows of
  // 16384, 128 threads 2.023 ms, 256 2.028.
  policy.block_size = policy.cache == Cache::stream_stores ? 128 : 256;

  bool const unit_stride_output = space.rank == 0 || space.stride[0][space.rank - 1] == 1;
  if (!unit_stride_output || space.size() < vector_width) return policy;
  policy.vector_width = vector_width;
  if (one_run(space, operands)) {
    policy.kernel = Kernel::flat;
    if (policy.cache != Cache::keep) policy.block_size = 128;
  } else if (output_is_one_run(space)) {
    policy.kernel = rows_of_whole_vectors(space, operands, vector_width) ? Kernel::whole : Kernel::wrapped;
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
    case Kernel::whole: out << "whole"; break;
    case Kernel::wrapped: out << "wrapped"; break;
    case Kernel::rows: out << "rows"; break;
    case Kernel::general: out << "general"; break;
  }
  out << ",vec" << policy.vector_width;
  switch (policy.cache) {
    case Cache::keep: return out << ",keep";
    case Cache::stream: return out << ",stream";
    case Cache::stream_stores: return out << ",stream_stores";
  }
  return out;
}

std::string kernel_label(std::string_view operation, Policy const& policy) {
  std::ostringstream label;
  label << operation << '[' << policy << ']';
  return label.str();
}

}  // namespace aril::impl
