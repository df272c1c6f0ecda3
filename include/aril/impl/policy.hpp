// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ARIL_IMPL_POLICY_HPP
#define ARIL_IMPL_POLICY_HPP

#include <aril/impl/index_space.hpp>
#include <iosfwd>
#include <span>
#include <string>
#include <string_view>

/// \file
/// The choice of a kernel: a plain value, made by a pure function of the index space, the addresses and the device.

namespace aril::impl {

/// The widest single load or store of a GPU thread before Blackwell.
inline constexpr int max_access_bytes = 16;

/// What the choice needs to know about a device. Read from it, never hard-wired.
struct DeviceFacts {
  std::int64_t l2_bytes = 0;  ///< of the last-level cache
  int multiprocessors   = 0;
  bool write_allocate   = false;  ///< a plain store first reads the line it goes to, as a host's caches do

  friend bool operator==(DeviceFacts const&, DeviceFacts const&) = default;
};

enum class Kernel {
  flat,     ///< the output and every full input are one run of elements; anything else stands still
  whole,    ///< two dimensions, the output one run of elements, every row a number of vectors aligned in all operands
  wrapped,  ///< the output is one run of elements, and some inputs follow it row by row
  rows,     ///< the output is rows of contiguous elements with gaps between them
  general,  ///< any strides, one element per access
};

enum class Cache {
  keep,           ///< plain loads and stores: the data fits in the last-level cache, the next kernel may find it there
  stream,         ///< everything is touched once and is larger than the cache: evict first, or store past it
  stream_stores,  ///< many times larger: as `stream`, but loads leave the cache's order of eviction alone
};

struct Policy {
  Kernel kernel    = Kernel::general;
  int vector_width = 1;  ///< elements per access of a contiguous operand
  Cache cache      = Cache::keep;
  int block_size   = 256;  ///< threads per block of a CUDA kernel

  friend bool operator==(Policy const&, Policy const&) = default;
};

std::ostream& operator<<(std::ostream& out, Policy const& policy);

/// Of the machine this runs on: what the operating system says of the last-level cache, or less where its cores cannot
/// have that much.
DeviceFacts host_facts();

/// "aril::scale[flat,vec4,stream]": the name under which profilers and tests see the kernel.
std::string kernel_label(std::string_view operation, Policy const& policy);

/// Chooses for a non-empty space. `operands` are the layouts that `space` was collapsed from; `vector_width` is the
/// largest width whose accesses are at most max_access_bytes long for the output and every full input.
Policy choose_policy(IndexSpace const& space, std::span<OperandLayout const> operands, int vector_width,
                     DeviceFacts const& device);

}  // namespace aril::impl

#endif
