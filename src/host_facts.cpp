// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <unistd.h>

#include <algorithm>
#include <aril/impl/policy.hpp>
#include <limits>

namespace aril::impl {
namespace {

std::int64_t last_level_cache_bytes() {
  long const bytes =
      std::max({sysconf(_SC_LEVEL4_CACHE_SIZE), sysconf(_SC_LEVEL3_CACHE_SIZE), sysconf(_SC_LEVEL2_CACHE_SIZE)});
  // Where nothing is known, nothing is said to be larger than the cache: plain stores are right everywhere.
  return bytes > 0 ? bytes : std::numeric_limits<std::int64_t>::max();
}

}  // namespace

DeviceFacts host_facts() {
  static DeviceFacts const facts{last_level_cache_bytes(), 0, true};
  return facts;
}

}  // namespace aril::impl
