# SPDX-FileCopyrightText: 2026 The Aril Authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Kokkos::kokkos and Kokkos::kokkoskernels, unless the surrounding project has them. Part of the build and of the installed
# package. No versions in the calls: Kokkos' package files accept only their own major version, and Aril takes 3.4 to 5.
if(NOT TARGET Kokkos::kokkos)
  find_package(Kokkos CONFIG REQUIRED)
  if(Kokkos_VERSION VERSION_LESS 3.4)
    message(FATAL_ERROR "Aril needs Kokkos 3.4 or newer; ${Kokkos_DIR} has ${Kokkos_VERSION}")
  endif()
  # Where it was built within Trilinos, as Linux distributions do, the right folder is in this variable only.
  if(Kokkos_INCLUDE_DIRS)
    set_target_properties(Kokkos::kokkos PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${Kokkos_INCLUDE_DIRS}")
  endif()
endif()
if(NOT TARGET Kokkos::kokkoskernels)
  find_package(KokkosKernels CONFIG REQUIRED)
  # Within Trilinos it has variables instead of the target.
  if(NOT TARGET Kokkos::kokkoskernels)
    add_library(Kokkos::kokkoskernels INTERFACE IMPORTED)
    target_include_directories(Kokkos::kokkoskernels INTERFACE ${KokkosKernels_INCLUDE_DIRS})
    target_link_libraries(Kokkos::kokkoskernels INTERFACE ${KokkosKernels_LIBRARIES} Kokkos::kokkos)
  endif()
endif()
