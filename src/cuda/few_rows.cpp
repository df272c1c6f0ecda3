// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <aril/impl/arithmetic.hpp>
#include <aril/impl/cuda/few_rows.hpp>
#include <aril/impl/cuda/launch.hpp>
#include <aril/impl/cuda/prepared.hpp>
#include <utility>

#include "stream_library.hpp"

namespace aril::impl::cuda {
namespace {

constexpr int warps = 8, lanes = 32, vector_length = 4;

// Of the matrix with many rows a warp takes four at a time. Two blocks fit on a multiprocessor, with 128 registers for
// a thread. H200, 2026-11-30, X 16384 x 4096 (64 us from memory) and 4, 8, 10, 16 rows of W: 64, 68, 73, 85 us; two
// rows at a time 67, 80, 77, 108 at best; with all the registers it likes (one block) 64, 72, 100, 119. Twice unrolled
// for more than 8 rows 107 (10).
// As part of a call, with `parts` known only when it runs, 10 rows of W take 92 us; with the addresses found before the
// loop 125.
constexpr int many_at_once = 4;

struct Rows {
  float const* data;
  std::int64_t count, step;

  // Beyond the last row, the last row again: a warp's loads then need no test.
  __device__ float const* at(std::int64_t row) const { return data + (row < count ? row : count - 1) * step; }
};

struct Result {
  float* data;
  std::int64_t of_many, of_few;  // steps from one row's result to the next's
  FewRowsTail tail;
  bool bias_of_many;
};

// Each element of the matrix with many rows is read by one thread, once; what comes next to it in L1 are the few rows,
// which all warps want.
__device__ float4 load_once(float const* row, std::int64_t vector) {
  float4 v;
  asm volatile("ld.global.L1::no_allocate.v4.f32 {%0, %1, %2, %3}, [%4];"
               : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w)
               : "l"(row + vector * vector_length));
  return v;
}

__device__ float add_products(float4 const& a, float4 const& b, float sum) {
  sum = fmaf(a.x, b.x, sum);
  sum = fmaf(a.y, b.y, sum);
  sum = fmaf(a.z, b.z, sum);
  return fmaf(a.w, b.w, sum);
}

// Sums each of N values over a warp. Where N is even, half the lanes go on with half of the values: 62 shuffles for 64
// values, not 320. Returns how many are left in `value`, the first of them number `first`.
template <int N>
__device__ int sum_over_warp(float (&value)[N], int lane, int& first) {
  int left = N;
  first    = 0;
#pragma unroll
  for (int width = lanes / 2; width > 0; width /= 2) {
    bool const upper = (lane & width) != 0;
    bool const halve = left % 2 == 0;
    if (halve) left /= 2;
#pragma unroll
    for (int i = 0; i < N; ++i) {
      if (i >= left) continue;
      float const other = halve ? value[i + left < N ? i + left : i] : value[i];
      float const kept  = halve && upper ? other : value[i];
      float const sent  = halve && !upper ? other : value[i];
      value[i]          = kept + __shfl_xor_sync(0xffffffffu, sent, width);
    }
    if (halve && upper) first += left;
  }
  return left;
}

__device__ float finished(float t, std::int64_t output, FewRowsTail const& tail) {
  if (tail.bias != nullptr) t = AddBias{tail.barrier}(t, tail.bias[output * tail.b_step]);
  if (!tail.residual) return t;
  float const s = tail.cell != nullptr ? *tail.cell : tail.s;
  switch (tail.rounding) {
    case Rounding::separate: return ScaledResidual<Rounding::separate>{tail.barrier}(t, s);
    case Rounding::fused: return ScaledResidual<Rounding::fused>{tail.barrier}(t, s);
    default: return ScaledResidual<Rounding::factored>{tail.barrier}(t, s);
  }
}

template <int Few>
__global__ void __launch_bounds__(warps* lanes, 2)
    multiply(Rows many, Rows few, std::int64_t columns, int parts, Result result) {
  wait_for_previous();
  int const lane = threadIdx.x % lanes, warp = threadIdx.x / lanes, part = warp % parts;
  std::int64_t const row = (static_cast<std::int64_t>(blockIdx.x) * (warps / parts) + warp / parts) * many_at_once;

  constexpr int unrolled = Few <= 8 ? 2 : 1;

  float sum[many_at_once * Few] = {};
  std::int64_t const vectors    = columns / vector_length;
#pragma unroll unrolled
  for (std::int64_t k = part * lanes + lane; k < vectors; k += lanes * parts) {
    float4 a[many_at_once];
#pragma unroll
    for (int r = 0; r < many_at_once; ++r) a[r] = load_once(many.at(row + r), k);
#pragma unroll
    for (int s = 0; s < Few; ++s) {
      float4 const b = reinterpret_cast<float4 const*>(few.at(s))[k];
#pragma unroll
      for (int r = 0; r < many_at_once; ++r) sum[r * Few + s] = add_products(a[r], b, sum[r * Few + s]);
    }
  }
  std::int64_t const k = vectors * vector_length + lane;
  if (part == 0 && k < columns) {
#pragma unroll
    for (int s = 0; s < Few; ++s)
#pragma unroll
      for (int r = 0; r < many_at_once; ++r)
        sum[r * Few + s] = fmaf(many.at(row + r)[k], few.at(s)[k], sum[r * Few + s]);
  }

  __shared__ float of_warp[warps][many_at_once * Few];
  int first;
  int const left = sum_over_warp(sum, lane, first);
#pragma unroll
  for (int i = 0; i < many_at_once * Few; ++i)
    if (i < left) of_warp[warp][first + i] = sum[i];
  __syncthreads();

  for (int i = part * lanes + lane; i < many_at_once * Few; i += lanes * parts) {
    std::int64_t const r = row + i / Few, s = i % Few;
    if (r >= many.count || s >= few.count) continue;
    float total = of_warp[warp - part][i];
    for (int p = 1; p < parts; ++p) total += of_warp[warp - part + p][i];
    result.data[r * result.of_many + s * result.of_few] = finished(total, result.bias_of_many ? r : s, result.tail);
  }
}

// The numbers of few rows that there are kernels for.
using Rooms = std::integer_sequence<int, 1, 2, 4, 8, 12, 16>;

template <int... Room>
int room_for(std::int64_t few, std::integer_sequence<int, Room...>) {
  int smallest = 0;
  ((smallest == 0 && few <= Room ? void(smallest = Room) : void()), ...);
  return smallest;
}

std::int64_t groups(std::int64_t rows) { return (rows + many_at_once - 1) / many_at_once; }

bool whole_vectors(Matrix const& m) {
  return m.column_step == 1 && reinterpret_cast<std::uintptr_t>(m.data) % sizeof(float4) == 0 &&
         (m.row_step % vector_length == 0 || m.rows == 1);
}

// Against cuBLAS, H200, 2026-11-30. In fp32 this is faster but for short sums: X 262144 x 64 and 4 rows 47 us, cuBLAS
// 42; 262144 x 128, 8 rows 63 and 70, 10 rows 86 and 70; x 256, 16 rows 139 and 129; x 512 211 and 246. TF32 products
// are as fast as memory for some 16 rows (4096 x 4096: 22 us; this 18 for 4 rows, 20 for 8, 21 for 12, 25 for 16). Few
// warps with long sums leave most of the GPU idle.
bool is_faster(FewRowsPlan const& plan, Precision precision, std::int64_t columns, std::int64_t many_rows,
               std::int64_t few_rows, int multiprocessors) {
  if (columns < 128 || (columns < 512 && few_rows > 8 && many_rows > 32768)) return false;
  std::int64_t const steps = columns / (vector_length * lanes * plan.parts);
  if (steps > 16 && groups(many_rows) * plan.parts < 4 * multiprocessors) return false;
  return precision != Precision::tf32 || few_rows <= 12;
}

// The bounds of the tiers that split, which count on sums that end in fp32 before they are long, are the smaller ones
// for longer sums.
bool within_bound(FewRowsPlan const& plan, Precision precision, std::int64_t columns) {
  return !splits(precision) || columns <= std::int64_t{32768} * plan.parts;
}

template <int Few>
void enqueue_product(Kokkos::Cuda const& exec, FewRowsPlan const& plan, Rows const& many, Rows const& few,
                     std::int64_t columns, Result const& result) {
  std::int64_t const blocks = (groups(many.count) * plan.parts + warps - 1) / warps;
  enqueue<multiply<Few>>(exec, blocks * warps * lanes, warps * lanes, many, few, columns, plan.parts, result);
}

template <int... Room>
void enqueue_any(Kokkos::Cuda const& exec, FewRowsPlan const& plan, Rows const& many, Rows const& few,
                 std::int64_t columns, Result const& result, std::integer_sequence<int, Room...>) {
  ((plan.few == Room ? enqueue_product<Room>(exec, plan, many, few, columns, result) : void()), ...);
}

}  // namespace

FewRowsPlan plan_few_rows(Precision precision, Matrix const& x, Matrix const& w, int multiprocessors) {
  std::int64_t const few = std::min(x.rows, w.rows), many = std::max(x.rows, w.rows);
  FewRowsPlan plan;
  plan.few = room_for(few, Rooms{});
  if (plan.few == 0 || many > most_at_once || !whole_vectors(x) || !whole_vectors(w)) return {};
  plan.few_of_x = x.rows < w.rows;
  // As many warps as keep the memory busy: 12 on each multiprocessor, and more where each computes little. H200,
  // 2026-11-30, 4096 x 4096, 1024 groups of rows in 1, 2, 4, 8 parts: 1 row 19.2, 18.0, 18.1, 17.7 us; 8
  // rows 24.9, 19.9, -, 23.1; 16 rows 35.7, 25.2, -, 33.1.
  int const wanted = (plan.few <= 2 ? 24 : 12) * multiprocessors;
  while (plan.parts < warps && groups(many) * plan.parts < wanted) plan.parts *= 2;
  plan.use =
      within_bound(plan, precision, x.columns) && is_faster(plan, precision, x.columns, many, few, multiprocessors);
  return plan;
}

void few_rows_product(Kokkos::Cuda const& exec, FewRowsPlan const& plan, Matrix const& x, Matrix const& w,
                      Matrix const& y, FewRowsTail const& tail) {
  prepare_outside_captures(exec);
  auto const rows = [](Matrix const& m) { return Rows{static_cast<float const*>(m.data), m.rows, m.row_step}; };
  Rows many = rows(x), few = rows(w);
  Result result{static_cast<float*>(const_cast<void*>(y.data)), y.row_step, y.column_step, tail, plan.few_of_x};
  if (plan.few_of_x) {
    std::swap(many, few);
    std::swap(result.of_many, result.of_few);
  }
  enqueue_any(exec, plan, many, few, x.columns, result, Rooms{});
}

}  // namespace aril::impl::cuda
