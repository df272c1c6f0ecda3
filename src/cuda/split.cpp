// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <algorithm>
#include <aril/impl/cuda/launch.hpp>
#include <aril/impl/cuda/split.hpp>

namespace aril::impl::cuda {
namespace {

constexpr int vector_length = 8;  // 16-bit elements in one access of 16 bytes

// Products of this many elements of X and W are summed by the tensor cores before fp32 takes over. H200, 2026-11-29, K
// = 4096, relative error in the Frobenius norm (cuBLAS fp32: 1.15e-6): bfloat16 in sums of 4096 5.6e-6, of 2048 4.3e-6,
// of 1024 3.9e-6; half 4.9e-6, 2.5e-6, 1.3e-6. Each further chunk reads and writes Y once more.
std::int64_t chunk_length(Operands format) { return format == Operands::half ? 2048 : 4096; }

struct Source {
  float const* data;
  std::int64_t rows, columns, row_step, column_step;
};

Source source(Matrix const& m) {
  return {static_cast<float const*>(m.data), m.rows, m.columns, m.row_step, m.column_step};
}

struct alignas(16) Eight {
  float value[vector_length];
};

__device__ void narrow(float x, __half& to) { to = __float2half_rn(x); }
__device__ void narrow(float x, __nv_bfloat16& to) { to = __float2bfloat16_rn(x); }
__device__ float wide(__half x) { return __half2float(x); }
__device__ float wide(__nv_bfloat16 x) { return __bfloat162float(x); }

template <class Half>
constexpr bool scales = std::is_same_v<Half, __half>;

// Half precision holds numbers from 2^-24 to 65504: the largest of a row goes to between 2^14 and 2^15.
__device__ int exponent_for(float largest) { return largest > 0 && largest < INFINITY ? 14 - ilogbf(largest) : 0; }

// bfloat16 rounds from 0x1.FFp127 up to infinity; a row of numbers below 2^-100 would lose its second parts to
// underflow. Scaled to half precision, every finite row has its place.
template <class Half>
__device__ bool out_of_range(float largest) {
  if (scales<Half>) return largest == INFINITY;
  return largest >= 0x1.FFp127f || (largest > 0 && largest < 0x1p-100f);
}

template <class Half>
__device__ void finish_row(int row, float largest, int* exponents, RowList flagged) {
  bool const flag = out_of_range<Half>(largest);
  exponents[row]  = scales<Half> && !flag ? exponent_for(largest) : unscaled;
  if (flag) flagged.rows[atomicAdd(flagged.count, 1)] = row;
}

// hi + lo of eight elements to their three places: [lo | hi | hi] or [hi | lo | hi].
template <class Half>
__device__ void store_parts(Eight const& v, Half* row, std::int64_t depth, std::int64_t k, bool left) {
  alignas(16) Half high[vector_length], low[vector_length];
#pragma unroll
  for (int n = 0; n < vector_length; ++n) {
    narrow(v.value[n], high[n]);
    narrow(v.value[n] - wide(high[n]), low[n]);
  }
  auto const put = [&](std::int64_t at, Half const* from) {
    *reinterpret_cast<int4*>(row + at + k) = *reinterpret_cast<int4 const*>(from);
  };
  put(left ? 0 : depth, low);
  put(left ? depth : 0, high);
  put(2 * depth, high);
}

__device__ float largest_of(Eight const& v, float largest) {
#pragma unroll
  for (float const x : v.value) largest = fmaxf(largest, fabsf(x));  // passes over NaN
  return largest;
}

__device__ float largest_in_block(float x) {
  __shared__ float of_warp[32];
  for (int step = 16; step > 0; step /= 2) x = fmaxf(x, __shfl_xor_sync(0xffffffffu, x, step));
  if (threadIdx.x % 32 == 0) of_warp[threadIdx.x / 32] = x;
  __syncthreads();
  x = threadIdx.x < blockDim.x / 32 ? of_warp[threadIdx.x] : 0;
  if (threadIdx.x < 32)
    for (int step = 16; step > 0; step /= 2) x = fmaxf(x, __shfl_xor_sync(0xffffffffu, x, step));
  if (threadIdx.x == 0) of_warp[0] = x;
  __syncthreads();
  return of_warp[0];
}

// ---- Contiguous rows, a block each

__device__ Eight read_row(float const* row, std::int64_t k, std::int64_t columns, bool aligned) {
  Eight v;
  if (aligned && k + vector_length <= columns) {
    auto* const to          = reinterpret_cast<float4*>(v.value);
    auto const* const whole = reinterpret_cast<float4 const*>(row + k);
    to[0]                   = whole[0];
    to[1]                   = whole[1];
  } else {
#pragma unroll
    for (int n = 0; n < vector_length; ++n) v.value[n] = k + n < columns ? row[k + n] : 0;
  }
  return v;
}

constexpr int row_block = 256;

template <class Half>
__global__ void __launch_bounds__(row_block)
    split_rows(Source from, bool left, bool aligned, Half* parts, std::int64_t depth, int* exponents, RowList flagged) {
  wait_for_previous();
  std::int64_t const row  = blockIdx.x;
  float const* const data = from.data + row * from.row_step;
  Half* const to          = parts + row * 3 * depth;
  std::int64_t const step = vector_length * blockDim.x, first = vector_length * threadIdx.x;

  float largest = 0;
  PowerOfTwo power(0);
  if (scales<Half>) {
    for (std::int64_t k = first; k < from.columns; k += step)
      largest = largest_of(read_row(data, k, from.columns, aligned), largest);
    largest = largest_in_block(largest);
    power   = PowerOfTwo(exponent_for(largest));
  }
  for (std::int64_t k = first; k < depth; k += step) {
    Eight v = read_row(data, k, from.columns, aligned);
    if (scales<Half>) {
#pragma unroll
      for (float& x : v.value) x = power(x);
    } else {
      largest = largest_of(v, largest);
    }
    store_parts(v, to, depth, k, left);
  }
  if (!scales<Half>) largest = largest_in_block(largest);
  if (threadIdx.x == 0) finish_row<Half>(static_cast<int>(row), largest, exponents, flagged);
}

// ---- Any strides, in tiles of 32 rows and 256 columns; fast where neighbouring rows are neighbours in memory

constexpr int tile_rows = 32, tile_columns = 256, tile_warps = 32;

struct Tile {
  std::int64_t row, column;  // of its first element
  __device__ explicit Tile(Source const& from) {
    std::int64_t const across = (from.columns + tile_columns - 1) / tile_columns;
    row                       = blockIdx.x / across * tile_rows;
    column                    = blockIdx.x % across * tile_columns;
  }
};

__device__ float tile_element(Source const& from, std::int64_t row, std::int64_t column) {
  return row < from.rows && column < from.columns ? from.data[row * from.row_step + column * from.column_step] : 0;
}

// maxima: the bits of floats that are not negative, which are in the floats' order.
__global__ void __launch_bounds__(32 * tile_warps) row_maxima(Source from, int* maxima) {
  __shared__ float of_warp[tile_warps][tile_rows + 1];
  wait_for_previous();
  Tile const tile(from);
  int const lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  float largest = 0;
  for (int c = warp; c < tile_columns; c += tile_warps)
    largest = fmaxf(largest, fabsf(tile_element(from, tile.row + lane, tile.column + c)));
  of_warp[warp][lane] = largest;
  __syncthreads();
  if (warp != 0 || tile.row + lane >= from.rows) return;
  for (int n = 1; n < tile_warps; ++n) largest = fmaxf(largest, of_warp[n][lane]);
  atomicMax(maxima + tile.row + lane, __float_as_int(largest));
}

template <class Half>
__global__ void finish_rows(std::int64_t rows, int* exponents, RowList flagged) {
  wait_for_previous();
  std::int64_t const row = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (row < rows) finish_row<Half>(static_cast<int>(row), __int_as_float(exponents[row]), exponents, flagged);
}

template <class Half>
__global__ void __launch_bounds__(32 * tile_warps)
    split_tiles(Source from, bool left, Half* parts, std::int64_t depth, int const* exponents) {
  __shared__ float element[tile_rows][tile_columns + 1];
  wait_for_previous();
  Tile const tile(from);
  int const lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  for (int c = warp; c < tile_columns; c += tile_warps)
    element[lane][c] = tile_element(from, tile.row + lane, tile.column + c);
  __syncthreads();
  std::int64_t const row = tile.row + warp, k = tile.column + lane * vector_length;
  if (row >= from.rows || k >= depth) return;
  int const exponent = exponents[row];
  PowerOfTwo const power(exponent == unscaled ? 0 : exponent);
  Eight v;
#pragma unroll
  for (int n = 0; n < vector_length; ++n) v.value[n] = power(element[warp][lane * vector_length + n]);
  store_parts(v, parts + row * 3 * depth, depth, k, left);
}

// ---- fp32 sums for listed rows, a warp for each element

struct Lists {
  RowList x, w;
  int* next_count;  // of the rows of X after these, for which none are listed yet
};

__global__ void recompute(Source x, Source w, float* y, std::int64_t row_step, std::int64_t column_step, Lists flagged,
                          Epilogue epilogue) {
  wait_for_previous();
  if (blockIdx.x == 0 && threadIdx.x == 0) *flagged.next_count = 0;
  std::int64_t const of_x = *flagged.x.count * w.rows, all = of_x + *flagged.w.count * x.rows;
  std::int64_t const warps = static_cast<std::int64_t>(gridDim.x) * blockDim.x / 32;
  int const lane           = threadIdx.x % 32;
  for (std::int64_t n = (static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x) / 32; n < all; n += warps) {
    std::int64_t const i = n < of_x ? flagged.x.rows[n / w.rows] : (n - of_x) % x.rows;
    std::int64_t const j = n < of_x ? n % w.rows : flagged.w.rows[(n - of_x) / x.rows];
    float sum            = 0;
    for (std::int64_t k = lane; k < x.columns; k += 32)
      sum = fmaf(x.data[i * x.row_step + k * x.column_step], w.data[j * w.row_step + k * w.column_step], sum);
    for (int step = 16; step > 0; step /= 2) sum += __shfl_xor_sync(0xffffffffu, sum, step);
    if (lane == 0)
      y[i * row_step + j * column_step] =
          epilogue.bias ? epilogue.alpha * sum + epilogue.bias[j] : epilogue.alpha * sum;
  }
}

void zero(Kokkos::Cuda const& exec, int* what, std::int64_t count) {
  check(cudaMemsetAsync(what, 0, count * sizeof(int), exec.cuda_stream()), "cudaMemsetAsync");
}

template <class Half>
void enqueue_split(Kokkos::Cuda const& exec, Side side, Matrix const& m, SplitMatrix const& to) {
  Source const from = source(m);
  bool const left   = side == Side::left;
  auto* const parts = static_cast<Half*>(to.parts);
  if (from.column_step == 1 || from.columns == 1) {
    bool const aligned = reinterpret_cast<std::uintptr_t>(from.data) % sizeof(float4) == 0 && from.row_step % 4 == 0;
    int block          = 32;
    while (block < row_block && block * vector_length < to.depth) block *= 2;
    return enqueue<split_rows<Half>>(exec, from.rows * block, block, from, left, aligned, parts, to.depth, to.exponents,
                                     to.flagged);
  }
  std::int64_t const tiles =
      (from.rows + tile_rows - 1) / tile_rows * ((from.columns + tile_columns - 1) / tile_columns);
  constexpr int threads = 32 * tile_warps;
  zero(exec, to.exponents, from.rows);
  enqueue<row_maxima>(exec, tiles * threads, threads, from, to.exponents);
  enqueue<finish_rows<Half>>(exec, from.rows, 256, from.rows, to.exponents, to.flagged);
  enqueue<split_tiles<Half>, cudaFuncCachePreferShared>(exec, tiles * threads, threads, from, left, parts, to.depth,
                                                        to.exponents);
}

std::int64_t rounded_up(std::int64_t n, std::int64_t to) { return (n + to - 1) / to * to; }

// In memory: the counts of two turns, the parts, the exponents, the listed rows.
constexpr std::int64_t counts_bytes = 256;

}  // namespace

SplitMatrix::SplitMatrix(Operands format_, std::int64_t rows_, std::int64_t columns, void* memory, int turn)
    : format(format_), rows(rows_), depth(rounded_up(columns, vector_length)) {
  auto* const counts = static_cast<int*>(memory);
  parts              = static_cast<char*>(memory) + counts_bytes;
  exponents          = reinterpret_cast<int*>(static_cast<char*>(parts) + rounded_up(rows * 3 * depth * 2, 256));
  flagged            = {counts + turn % 2, exponents + rows};
  next_count         = counts + 1 - turn % 2;
}

std::size_t SplitMatrix::bytes(std::int64_t rows, std::int64_t columns) {
  return static_cast<std::size_t>(counts_bytes + rounded_up(rows * 3 * rounded_up(columns, vector_length) * 2, 256) +
                                  rounded_up(2 * rows * sizeof(int), 256));
}

void empty_list(Kokkos::Cuda const& exec, SplitMatrix const& m) { zero(exec, m.flagged.count, 1); }

void split(Kokkos::Cuda const& exec, Side side, Matrix const& from, SplitMatrix const& to) {
  if (to.format == Operands::half)
    enqueue_split<__half>(exec, side, from, to);
  else
    enqueue_split<__nv_bfloat16>(exec, side, from, to);
}

bool split_product(Kokkos::Cuda const& exec, SplitMatrix const& x, SplitMatrix const& w, Matrix const& y,
                   Epilogue const& epilogue) {
  std::int64_t const chunk = chunk_length(x.format);
  // Columns of parts: the small ones and the first chunk of the large ones, then one chunk after the other.
  std::int64_t first = 0, last = 2 * x.depth + std::min(chunk, x.depth);
  for (; first < 3 * x.depth; first = last, last = std::min(last + chunk, 3 * x.depth)) {
    auto const columns = [&](SplitMatrix const& m) {
      return Matrix{static_cast<std::uint16_t const*>(m.parts) + first, m.rows, last - first, 3 * m.depth, 1};
    };
    Epilogue step = epilogue;
    step.beta     = first == 0 ? 0 : 1;
    if (last < 3 * x.depth) step.bias = nullptr;
    auto const gemm = as_gemm(columns(x), columns(w), y);
    if (!gemm || !single_matmul(exec, x.format, *gemm, step)) return false;
  }
  return true;
}

void recompute_flagged(Kokkos::Cuda const& exec, SplitMatrix const& x_parts, SplitMatrix const& w_parts,
                       Matrix const& x, Matrix const& w, Matrix const& y, Epilogue const& epilogue) {
  constexpr int threads = 256;
  auto* const out       = static_cast<float*>(const_cast<void*>(y.data));
  enqueue<recompute>(exec, std::int64_t{threads} * 4 * exec.cuda_device_prop().multiProcessorCount, threads, source(x),
                     source(w), out, y.row_step, y.column_step,
                     Lists{x_parts.flagged, w_parts.flagged, x_parts.next_count}, epilogue);
}

}  // namespace aril::impl::cuda
