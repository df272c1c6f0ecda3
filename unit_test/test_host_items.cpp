// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <aril/impl/host_items.hpp>
#include <vector>

namespace aril::impl {
namespace {

TEST(HostItems, EachElementOnceAndInOrder) {
  for (std::int64_t const rows : {1, 2, 3, 7, 64, 1000})
    for (std::int64_t const length : {1, 2, 63, 64, 65, 255, 256, 257, 2048, 2049, 4095, 16385})
      for (std::int64_t const most : {256, 1000, 2048, 16384}) {
        SCOPED_TRACE(::testing::Message() << rows << " rows of " << length << ", at most " << most);
        HostItems const items(rows, length, most);
        std::int64_t next = 0;  // element, all rows counted through
        for (std::int64_t n = 0; n < items.count(); ++n) {
          HostItem const item = items[n];
          ASSERT_GT(item.rows * item.elements, 0);
          ASSERT_LE(item.rows * item.elements, most);
          ASSERT_EQ(item.row * length + item.first, next);
          ASSERT_TRUE(item.rows == 1 || item.elements == length);
          next += item.rows * item.elements;
        }
        ASSERT_EQ(next, rows * length);
      }
}

TEST(HostItems, SharesAreEqual) {
  HostItems const parts(1, 4200, 2048), rows(66, 100, 2048);
  ASSERT_EQ(parts.count(), 3);
  EXPECT_EQ(parts[0].elements, 1408);
  EXPECT_EQ(parts[2].elements, 4200 - 2 * 1408);
  ASSERT_EQ(rows.count(), 4);
  EXPECT_EQ(rows[0].rows, 17);
  EXPECT_EQ(rows[3].rows, 15);
}

TEST(HostItems, AsManyElementsAsThreadsCanShare) {
  EXPECT_EQ(host_item_elements(Cache::keep, true, 1 << 20, 2), 2048);
  EXPECT_EQ(host_item_elements(Cache::keep, true, 6400, 2), 1600);
  EXPECT_EQ(host_item_elements(Cache::keep, true, 6400, 64), 1024);
  EXPECT_EQ(host_item_elements(Cache::keep, false, 6400, 64), 256);
  EXPECT_EQ(host_item_elements(Cache::stream, false, 6400, 64), 16384);
}

}  // namespace
}  // namespace aril::impl
