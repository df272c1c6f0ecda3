# SPDX-FileCopyrightText: 2026 The Aril Authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# What Aril is built on. Sets Aril_HAS_CUDA.

# Kokkos built with CUDA refuses compiler extensions. The setting is this folder's own.
set(CMAKE_CXX_EXTENSIONS OFF)

include(ArilKokkos)

# An installed Kokkos lists its devices; one that is built in the same tree has the option.
if("CUDA" IN_LIST Kokkos_DEVICES OR Kokkos_ENABLE_CUDA)
  set(Aril_HAS_CUDA ON)
  find_package(CUDAToolkit REQUIRED)
  # What is built here finds the toolkit's libraries, also where it runs on another machine than it was built on: CMake
  # leaves out the folder that nvcc_wrapper names on its own, and toolkits differ in which of these two they have.
  file(GLOB Aril_CUDA_TARGET_FOLDERS "${CUDAToolkit_BIN_DIR}/../targets/*/lib")
  list(APPEND CMAKE_BUILD_RPATH "${CUDAToolkit_LIBRARY_DIR}" ${Aril_CUDA_TARGET_FOLDERS})
else()
  set(Aril_HAS_CUDA OFF)
endif()

# The library itself knows nothing of MPI.
if(Aril_ENABLE_MPI)
  find_package(MPI REQUIRED COMPONENTS CXX)
  include(ArilMpiTest)
endif()
