// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cublas_v2.h>

#include <cub/device/device_transform.cuh>
#include <memory>
#include <stdexcept>

#include "peers.hpp"
#include "timing.hpp"

namespace aril::perf::peers {
namespace {

void check(cublasStatus_t status, char const* what) {
  if (status != CUBLAS_STATUS_SUCCESS)
    throw std::runtime_error(std::string(what) + " failed: " + cublasGetStatusString(status));
}

using Handle = std::shared_ptr<cublasContext>;

/// One handle for all that need one at the same time.
Handle handle_on(cudaStream_t stream) {
  static std::weak_ptr<cublasContext> shared;
  Handle handle = shared.lock();
  if (!handle) {
    cublasHandle_t raw = nullptr;
    check(cublasCreate(&raw), "cublasCreate");
    handle = Handle(raw, cublasDestroy);
    shared = handle;
  }
  check(cublasSetStream(handle.get(), stream), "cublasSetStream");
  return handle;
}

// cuBLAS overloaded for the two types.
auto constexpr geam = [](auto... arguments) {
  if constexpr (std::is_invocable_v<decltype(cublasSgeam_64), decltype(arguments)...>)
    return cublasSgeam_64(arguments...);
  else
    return cublasDgeam_64(arguments...);
};
auto constexpr scal = [](auto... arguments) {
  if constexpr (std::is_invocable_v<decltype(cublasSscal_64), decltype(arguments)...>)
    return cublasSscal_64(arguments...);
  else
    return cublasDscal_64(arguments...);
};
auto constexpr dgmm = [](auto... arguments) {
  if constexpr (std::is_invocable_v<decltype(cublasSdgmm_64), decltype(arguments)...>)
    return cublasSdgmm_64(arguments...);
  else
    return cublasDdgmm_64(arguments...);
};

auto constexpr gemm = [](auto... arguments) {
  if constexpr (std::is_invocable_v<decltype(cublasSgemm_64), decltype(arguments)...>)
    return cublasSgemm_64(arguments...);
  else
    return cublasDgemm_64(arguments...);
};

template <class T>
struct Times {
  T s;
  __device__ T operator()(T a) const { return a * s; }
};

template <class T>
std::vector<Scale<T>> scale_of(cudaStream_t stream, T s, std::int64_t rows, std::int64_t columns, bool in_place) {
  Handle const handle = handle_on(stream);
  std::vector<Scale<T>> peers{{"cub_transform",
                               [=](T const* a, T* c) {
                                 UsualCachePreference const usual;
                                 perf::check(cub::DeviceTransform::Transform(a, c, rows * columns, Times<T>{s}, stream),
                                             "cub::DeviceTransform");
                               }},
                              {"cublas_geam", [=](T const* a, T* c) {
                                 T const zero = 0;
                                 UsualCachePreference const usual;
                                 check(geam(handle.get(), CUBLAS_OP_N, CUBLAS_OP_N, columns, rows, &s, a, columns,
                                            &zero, a, columns, c, columns),
                                       "cublas geam");
                               }}};
  if (in_place)
    peers.push_back({"cublas_scal", [=](T const*, T* c) {
                       UsualCachePreference const usual;
                       check(scal(handle.get(), rows * columns, &s, c, std::int64_t{1}), "cublas scal");
                     }});
  return peers;
}

/// cuBLAS is column-major: a row-major matrix is its transpose there, and its rows are scaled from the right.
template <class T>
std::vector<ScaleRows<T>> scale_rows_of(cudaStream_t stream, std::int64_t rows, std::int64_t columns, bool row_major) {
  Handle const handle  = handle_on(stream);
  auto const side      = row_major ? CUBLAS_SIDE_RIGHT : CUBLAS_SIDE_LEFT;
  std::int64_t const m = row_major ? columns : rows, n = row_major ? rows : columns;
  return {{"cublas_dgmm", [=](T const* d, T const* b, T* c) {
             UsualCachePreference const usual;
             check(dgmm(handle.get(), side, m, n, b, m, d, std::int64_t{1}, c, m), "cublas dgmm");
           }}};
}

/// In column-major terms the row-major product is Y^T = W X^T.
template <class T>
std::vector<Product<T>> product_of(cudaStream_t stream, std::int64_t m, std::int64_t n, std::int64_t k,
                                   bool row_major) {
  Handle const handle = handle_on(stream);
  return {{"cublas_gemm", [=](T const* x, T const* w, T* y) {
             T const one = 1, zero = 0;
             UsualCachePreference const usual;
             check(row_major ? gemm(handle.get(), CUBLAS_OP_T, CUBLAS_OP_N, n, m, k, &one, w, k, x, k, &zero, y, n)
                             : gemm(handle.get(), CUBLAS_OP_N, CUBLAS_OP_T, m, n, k, &one, x, m, w, n, &zero, y, m),
                   "cublas gemm");
           }}};
}

}  // namespace

template <>
std::vector<Scale<float>> scale<float>(Kokkos::Cuda const& exec, float s, std::int64_t rows, std::int64_t columns,
                                       bool in_place) {
  return scale_of(exec.cuda_stream(), s, rows, columns, in_place);
}
template <>
std::vector<Scale<double>> scale<double>(Kokkos::Cuda const& exec, double s, std::int64_t rows, std::int64_t columns,
                                         bool in_place) {
  return scale_of(exec.cuda_stream(), s, rows, columns, in_place);
}
template <>
std::vector<ScaleRows<float>> scale_rows<float>(Kokkos::Cuda const& exec, std::int64_t rows, std::int64_t columns,
                                                bool row_major) {
  return scale_rows_of<float>(exec.cuda_stream(), rows, columns, row_major);
}
template <>
std::vector<ScaleRows<double>> scale_rows<double>(Kokkos::Cuda const& exec, std::int64_t rows, std::int64_t columns,
                                                  bool row_major) {
  return scale_rows_of<double>(exec.cuda_stream(), rows, columns, row_major);
}

template <>
std::vector<Product<float>> product<float>(Kokkos::Cuda const& exec, std::int64_t m, std::int64_t n, std::int64_t k,
                                           bool row_major) {
  return product_of<float>(exec.cuda_stream(), m, n, k, row_major);
}
template <>
std::vector<Product<double>> product<double>(Kokkos::Cuda const& exec, std::int64_t m, std::int64_t n, std::int64_t k,
                                             bool row_major) {
  return product_of<double>(exec.cuda_stream(), m, n, k, row_major);
}

}  // namespace aril::perf::peers
