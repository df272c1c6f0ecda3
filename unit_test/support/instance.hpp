// SPDX-FileCopyrightText: 2026 The Aril Authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ARIL_TEST_SUPPORT_INSTANCE_HPP
#define ARIL_TEST_SUPPORT_INSTANCE_HPP

#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>

namespace aril::test {

/// An instance that is not the default one, where there can be several.
template <class Exec>
class OtherInstance {
 public:
  Exec exec{};
};
#ifdef KOKKOS_ENABLE_CUDA
template <>
class OtherInstance<Kokkos::Cuda> {
 public:
  OtherInstance() : exec(make_stream()) {}
  ~OtherInstance() {
    cudaStream_t const stream = exec.cuda_stream();
    exec                      = Kokkos::Cuda();
    EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
  }

  Kokkos::Cuda exec;

 private:
  static cudaStream_t make_stream() {
    cudaStream_t stream = nullptr;
    EXPECT_EQ(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), cudaSuccess);
    return stream;
  }
};
#endif

}  // namespace aril::test

#endif
