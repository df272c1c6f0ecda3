# SPDX-FileCopyrightText: 2026 The Aril Authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# cmake -D... -P run.cmake: the four steps of a user who installs Aril and builds a program with it.
function(step)
  execute_process(COMMAND ${ARGV} RESULT_VARIABLE status)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "failed: ${ARGV}")
  endif()
endfunction()

file(REMOVE_RECURSE "${FOLDER}")
step("${CMAKE_COMMAND}" --install "${BUILD}" --prefix "${FOLDER}/prefix")
step("${CMAKE_COMMAND}" -S "${SOURCE}" -B "${FOLDER}/build" -G "${GENERATOR}" "-DCMAKE_BUILD_TYPE=${BUILD_TYPE}"
     "-DCMAKE_CXX_COMPILER=${COMPILER}" "-DCMAKE_CXX_FLAGS_DEBUG=${FLAGS}" "-DAril_ROOT=${FOLDER}/prefix"
     "-DKokkos_DIR=${KOKKOS_DIR}" "-DKokkosKernels_DIR=${KOKKOSKERNELS_DIR}")
step("${CMAKE_COMMAND}" --build "${FOLDER}/build")
step("${FOLDER}/build/consumer")
