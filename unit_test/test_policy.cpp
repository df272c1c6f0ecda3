// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <aril/impl/memory_access.hpp>
#include <aril/impl/policy.hpp>
#include <sstream>
#include <vector>

namespace {

using namespace aril::impl;

constexpr DeviceFacts a100{40 << 20, 108};
constexpr DeviceFacts h100{50 << 20, 132};
constexpr DeviceFacts h200{60 << 20, 132};
constexpr DeviceFacts host{};

struct Operand {
  Dimensions stride{};
  int element_size = 4;
  bool broadcast   = false;
};

struct Call {
  int rank = 0;
  Dimensions extent{};
  std::vector<Operand> operands;
  int vector_width   = 4;
  DeviceFacts device = h200;
};

Policy chosen(Call const& call) {
  std::vector<OperandLayout> layouts;
  for (Operand const& operand : call.operands) {
    OperandLayout layout;
    layout.address      = (std::uintptr_t{1} + layouts.size()) << 40;  // each somewhere else
    layout.element_size = operand.element_size;
    layout.alignment    = operand.element_size;
    layout.stride       = operand.stride;
    layout.broadcast    = operand.broadcast;
    layouts.push_back(layout);
  }
  return choose_policy(collapse(call.rank, call.extent, layouts), layouts, call.vector_width, call.device);
}

std::string text(Policy const& policy) {
  std::ostringstream out;
  out << policy;
  return out.str();
}

std::string path(Call const& call) { return text(chosen(call)); }

Operand const scalar{.stride = {}, .element_size = 1, .broadcast = true};

// d of scale_rows and of scale_columns on a matrix.
Operand const per_row{.stride = {1, 0}, .broadcast = true};
Operand const per_column{.stride = {0, 1}, .broadcast = true};

// scale on n floats.
Call scale_call(std::int64_t n, DeviceFacts const& device = h200) {
  return {1, {n}, {{{1}}, scalar, {{1}}}, 4, device};
}

TEST(PolicyText, NamesKernelWidthAndCache) {
  EXPECT_EQ(text(Policy{.kernel = Kernel::flat, .vector_width = 4, .cache = Cache::stream}), "flat,vec4,stream");
  EXPECT_EQ(text(Policy{.kernel = Kernel::wrapped, .vector_width = 8}), "wrapped,vec8,keep");
  EXPECT_EQ(text(Policy{.kernel = Kernel::rows, .vector_width = 2, .cache = Cache::stream}), "rows,vec2,stream");
  EXPECT_EQ(text(Policy{}), "general,vec1,keep");
}

TEST(PolicyText, KernelLabelStartsWithTheOperation) {
  EXPECT_EQ(kernel_label("aril::scale", {.kernel = Kernel::flat, .vector_width = 4, .cache = Cache::stream}),
            "aril::scale[flat,vec4,stream]");
  EXPECT_EQ(kernel_label("aril::scale_rows", {}), "aril::scale_rows[general,vec1,keep]");
}

TEST(Policy, ComparesAsAValue) {
  EXPECT_EQ(Policy{}, Policy{});
  EXPECT_NE((Policy{.vector_width = 4}), (Policy{.vector_width = 2}));
  EXPECT_EQ(chosen(scale_call(1 << 20)), chosen(scale_call(1 << 20)));
}

TEST(Policy, WorkloadsTakeTheFullWidth) {
  EXPECT_EQ(path({2, {65536, 16384}, {{{16384, 1}}, scalar, {{16384, 1}}}}), "flat,vec4,stream_stores");
  EXPECT_EQ(path({2, {4096, 4096}, {{{4096, 1}}, per_row, {{4096, 1}}}}), "whole,vec4,stream");
  EXPECT_EQ(path({2, {4096, 4096}, {{{4096, 1}}, per_column, {{4096, 1}}}}), "whole,vec4,stream");
  EXPECT_EQ(path({2, {4096, 4097}, {{{4097, 1}}, per_row, {{4097, 1}}}}), "wrapped,vec4,stream");
}

// A row of whole vectors needs a vector's worth of everything that moves along it, in every row.
TEST(Policy, WholeVectorsOfAllOperands) {
  Operand const per_row_apart{.stride = {3, 0}, .broadcast = true};
  EXPECT_EQ(path({2, {64, 8}, {{{8, 1}}, per_row_apart, {{8, 1}}}}), "whole,vec4,keep");
  EXPECT_EQ(path({2, {64, 6}, {{{6, 1}}, per_row, {{6, 1}}}}), "wrapped,vec4,keep");
  EXPECT_EQ(path({2, {64, 6}, {{{6, 1}, 8}, per_row, {{6, 1}, 8}}, 2}), "whole,vec2,keep");
  EXPECT_EQ(path({2, {64, 8}, {{{8, 1}}, {.stride = {0, 2}, .broadcast = true}, {{8, 1}}}}), "wrapped,vec4,keep");
  EXPECT_EQ(path({2, {64, 8}, {{{8, 1}}, per_row, {{12, 1}}}}), "wrapped,vec4,keep");
  EXPECT_EQ(path({2, {64, 8}, {{{8, 1}}, per_row, {{1, 64}}}}), "wrapped,vec4,keep");
  EXPECT_EQ(path({3, {4, 8, 8}, {{{64, 8, 1}}, {.stride = {0, 1, 0}, .broadcast = true}, {{64, 8, 1}}}}),
            "wrapped,vec4,keep");
}

TEST(Policy, AMisalignedOperandHasNoWholeVectors) {
  for (std::size_t const off : {0, 1, 2}) {
    std::vector<OperandLayout> layouts(3);
    layouts[0].stride = layouts[1].stride = {8, 1};
    layouts[2].stride                     = {0, 1};
    layouts[2].broadcast                  = true;
    for (auto& layout : layouts) layout.element_size = layout.alignment = 4;
    IndexSpace const space = collapse(2, {64, 8}, layouts);
    EXPECT_EQ(choose_policy(space, layouts, 4, h200).kernel, Kernel::whole);
    layouts[off].address = 4096 + 8;
    EXPECT_EQ(choose_policy(space, layouts, 4, h200).kernel, Kernel::wrapped) << off;
  }
}

TEST(Policy, StreamsWhatTheLastLevelCacheCannotHold) {
  // 8 bytes per element, read and written, and one for the scalar.
  for (auto const& device : {a100, h100, h200}) {
    std::int64_t const fits = device.l2_bytes / 8 - 1;
    EXPECT_EQ(chosen(scale_call(fits, device)).cache, Cache::keep) << device.l2_bytes;
    EXPECT_EQ(chosen(scale_call(fits + 2, device)).cache, Cache::stream) << device.l2_bytes;
    EXPECT_EQ(chosen(scale_call(8 * fits, device)).cache, Cache::stream) << device.l2_bytes;
    EXPECT_EQ(chosen(scale_call(8 * fits + 16, device)).cache, Cache::stream_stores) << device.l2_bytes;
  }
  std::int64_t const between = 45 << 17;  // 45 MiB in all
  EXPECT_EQ(chosen(scale_call(between, a100)).cache, Cache::stream);
  EXPECT_EQ(chosen(scale_call(between, h100)).cache, Cache::keep);
}

// Evict-first loads of the matrix leave L2 to a vector that is read again for each row.
TEST(Policy, ALongBroadcastVectorStaysInTheCache) {
  EXPECT_EQ(path({2, {1024, 1 << 20}, {{{1 << 20, 1}}, per_column, {{1 << 20, 1}}}}), "whole,vec4,stream");
  EXPECT_EQ(path({2, {1 << 20, 1024}, {{{1024, 1}}, per_column, {{1024, 1}}}}), "whole,vec4,stream_stores");
}

TEST(Policy, CountsABroadcastVectorOnce) {
  // C and B: 2 x 24 MiB; d: 24 KiB, although every element of it is read 1024 times.
  Call call{2, {6144, 1024}, {{{1024, 1}}, per_row, {{1024, 1}}}};
  call.device = h100;
  EXPECT_EQ(chosen(call).cache, Cache::keep);
  call.device.l2_bytes = 48 << 20;
  EXPECT_EQ(chosen(call).cache, Cache::stream);
}

TEST(Policy, CountsMemoryThatIsWrittenInPlaceOnce) {
  std::vector<OperandLayout> layouts(2);
  for (auto& layout : layouts) {
    layout.address      = 4096;
    layout.element_size = layout.alignment = 4;
    layout.stride                          = {1};
  }
  std::int64_t const fits = h200.l2_bytes / 4;
  EXPECT_EQ(choose_policy(collapse(1, {fits}, layouts), layouts, 4, h200).cache, Cache::keep);
  EXPECT_EQ(choose_policy(collapse(1, {fits + 4}, layouts), layouts, 4, h200).cache, Cache::stream);
}

TEST(Policy, SizesAroundOneVector) {
  EXPECT_EQ(path(scale_call(1)), "general,vec1,keep");
  EXPECT_EQ(path(scale_call(3)), "general,vec1,keep");
  EXPECT_EQ(path(scale_call(4)), "flat,vec4,keep");
  EXPECT_EQ(path(scale_call(5)), "flat,vec4,keep");
  EXPECT_EQ(path({0, {}, {{}, scalar, {}}}), "general,vec1,keep");
  EXPECT_EQ(path({0, {}, {{}, scalar, {}}, 1}), "flat,vec1,keep");
}

TEST(Policy, TheSizeOfElementsGivesTheWidth) {
  for (int const width : {1, 2, 4, 8, 16}) {
    int const size = 16 / width;
    EXPECT_EQ(path({1, {1000}, {{{1}, size}, scalar, {{1}, size}}, width}),
              "flat,vec" + std::to_string(width) + ",keep");
  }
}

// Addresses play no part in one run of elements: the kernel cuts its vectors where the output is aligned.
TEST(Policy, OneRunMayStartAnywhere) {
  std::vector<OperandLayout> layouts(2);
  for (auto& layout : layouts) {
    layout.element_size = layout.alignment = 4;
    layout.stride                          = {1};
  }
  IndexSpace const space = collapse(1, {1000}, layouts);
  Policy const expected  = choose_policy(space, layouts, 4, h200);
  for (std::uintptr_t const off : {4, 8, 12}) {
    layouts[0].address = 4096 + off;
    layouts[1].address = 8192 + 3 * off;
    EXPECT_EQ(choose_policy(space, layouts, 4, h200), expected) << off;
  }
}

TEST(Policy, AContiguousOutputWrapsAroundRows) {
  EXPECT_EQ(path({2, {100, 63}, {{{63, 1}}, per_row, {{63, 1}}}}), "wrapped,vec4,keep");
  EXPECT_EQ(path({2, {100, 3}, {{{3, 1}}, per_row, {{3, 1}}}}), "wrapped,vec4,keep");
  EXPECT_EQ(path({2, {100, 64}, {{{64, 1}}, scalar, {{65, 1}}}}), "wrapped,vec4,keep");
  EXPECT_EQ(path({2, {64, 100}, {{{1, 64}}, scalar, {{100, 1}}}}), "wrapped,vec4,keep");
  EXPECT_EQ(path({3, {4, 6, 5}, {{{30, 5, 1}}, {.stride = {0, 1, 0}, .broadcast = true}, {{30, 5, 1}}}}),
            "wrapped,vec4,keep");
  EXPECT_EQ(path({1, {1000}, {{{1}}, scalar, {{2}}}}), "wrapped,vec4,keep");
}

TEST(Policy, APaddedOutputGoesRowByRow) {
  auto const padded = [](std::int64_t columns, std::int64_t pitch) {
    return Call{2, {100, columns}, {{{pitch, 1}}, scalar, {{columns, 1}}}};
  };
  EXPECT_EQ(path(padded(100, 104)), "rows,vec4,keep");
  EXPECT_EQ(path(padded(100, 101)), "rows,vec4,keep");
  EXPECT_EQ(path(padded(8, 9)), "rows,vec4,keep");
  // Rows of less than two vectors have next to no whole vector in them.
  EXPECT_EQ(path(padded(7, 8)), "general,vec1,keep");
  // Padded columns of a LayoutLeft output.
  EXPECT_EQ(path({2, {64, 100}, {{{1, 72}}, scalar, {{1, 64}}}}), "rows,vec4,keep");
}

TEST(Policy, AStridedOutputGoesElementByElement) {
  EXPECT_EQ(path({1, {1000}, {{{2}}, scalar, {{1}}}}), "general,vec1,keep");
  EXPECT_EQ(path({2, {100, 100}, {{{300, 3}}, scalar, {{100, 1}}}}), "general,vec1,keep");
}

TEST(Policy, ABroadcastVectorLeavesAVectorOutputFlat) {
  // per_row and per_column of a rank-1 output are its elements' own.
  EXPECT_EQ(path({1, {1000}, {{{1}}, {.stride = {1}, .broadcast = true}, {{1}}}}), "flat,vec4,keep");
  EXPECT_EQ(path({1, {1000}, {{{1}}, {.stride = {0}, .broadcast = true}, {{1}}}}), "flat,vec4,keep");
}

TEST(Policy, AFullInputThatStandsStillIsNotFlat) {
  // Flat kernels would take neighbours that the View does not have.
  EXPECT_EQ(path({1, {1000}, {{{1}}, {{0}}}}), "wrapped,vec4,keep");
}

TEST(Policy, BlockSizesAreWhatTheKernelsAreBuiltFor) {
  for (auto const& call :
       {scale_call(1 << 26), Call{1, {1000}, {{{2}}, {{1}}}}, Call{2, {64, 64}, {{{64, 1}}, per_row, {{64, 1}}}},
        Call{2, {64, 64}, {{{80, 1}}, per_row, {{64, 1}}}}}) {
    int const block = chosen(call).block_size;
    EXPECT_EQ(block % 32, 0);
    EXPECT_LE(block, 256);
  }
}

TEST(Policy, DevicesDoNotChangeTheKernel) {
  for (auto const& device : {a100, h100, h200, host}) {
    Policy const policy = chosen(scale_call(1 << 24, device));
    EXPECT_EQ(policy.kernel, Kernel::flat);
    EXPECT_EQ(policy.vector_width, 4);
  }
}

TEST(VectorWidth, IsOneAccessForTheLargestType) {
  EXPECT_EQ((vector_width<float, float>()), 4);
  EXPECT_EQ((vector_width<double, float>()), 2);
  EXPECT_EQ((vector_width<std::int8_t, std::int8_t>()), 16);
  EXPECT_EQ((vector_width<std::int16_t, std::int8_t>()), 8);
  EXPECT_EQ((vector_width<Kokkos::complex<float>>()), 2);
  EXPECT_EQ((vector_width<Kokkos::complex<double>>()), 1);
  EXPECT_EQ((vector_width<std::array<double, 5>>()), 1);
}

}  // namespace
