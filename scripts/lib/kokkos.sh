# SPDX-FileCopyrightText: 2026 The Aril Authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Kokkos and Kokkos Kernels: the user's own where there is one, otherwise Debian's source package (see kokkos_source.sh),
# built once into the cache. Sets KOKKOS_DIR and KOKKOSKERNELS_DIR, the folders of their package files, for the backend.

# probe_kokkos: what find_package finds here, from the user's environment or the system's folders. Prints lines "NAME=value".
probe_kokkos() {
  local work
  work=$(mktemp -d)
  cmake -S "$ARIL_SCRIPTS/lib/probe" -B "$work" -G Ninja 2>/dev/null | sed -n 's/^-- aril-probe: //p'
  rm -rf "$work"
}

# use_own_kokkos BACKEND: true when the machine or its user has a Kokkos, which is then the one that is used. One that the
# user names must do; one that merely lies in the system's folders may lack CUDA, and then another is built beside it.
use_own_kokkos() {
  local backend=$1 found devices named=${Kokkos_ROOT:-}${Kokkos_DIR:-}${CMAKE_PREFIX_PATH:-}
  found=$(probe_kokkos)
  KOKKOS_DIR=$(sed -n 's/^Kokkos_DIR=//p' <<<"$found")
  KOKKOSKERNELS_DIR=$(sed -n 's/^KokkosKernels_DIR=//p' <<<"$found")
  KOKKOS_CXX=${CXX:-$(sed -n 's/^Kokkos_CXX=//p' <<<"$found")}
  devices=$(sed -n 's/^Kokkos_DEVICES=//p' <<<"$found")
  if [[ -z $KOKKOS_DIR ]]; then
    [[ -z ${Kokkos_ROOT:-}${Kokkos_DIR:-} ]] ||
      fail "no Kokkos 3.4 or newer in '${Kokkos_DIR:-$Kokkos_ROOT}': correct Kokkos_ROOT or Kokkos_DIR, or unset it to have one built"
    return 1
  fi
  if [[ $backend == cuda && ";$devices;" != *";CUDA;"* ]]; then
    [[ -z $named ]] || fail "the Kokkos in $KOKKOS_DIR has no CUDA (it has $devices): set Kokkos_ROOT to one built with CUDA"
    return 1
  elif [[ $backend == host && ";$devices;" == *";CUDA;"* ]]; then
    fail "the Kokkos in $KOKKOS_DIR has CUDA: run with --backend cuda, or set Kokkos_ROOT to one without"
  fi
  [[ -n $KOKKOSKERNELS_DIR ]] ||
    fail "Kokkos is in $KOKKOS_DIR, but no Kokkos Kernels built with it was found: set KokkosKernels_ROOT to where it is installed"
  # The compiler that a Kokkos was built with may be gone; its package then redirects a plain one where it has to.
  command -v "$KOKKOS_CXX" >/dev/null || KOKKOS_CXX=g++
  say "using the Kokkos in $KOKKOS_DIR ($devices) and the Kokkos Kernels in $KOKKOSKERNELS_DIR"
}

# The settings of both builds: what makes one install differ from another.
kokkos_settings() {
  local backend=$1
  KOKKOS_SETTINGS=(-DKokkos_ENABLE_SERIAL=ON -DKokkos_ENABLE_OPENMP=ON -DKokkos_CXX_STANDARD=17)
  KERNELS_SETTINGS=(-DKokkosKernels_ADD_DEFAULT_ETI=OFF -DKokkosKernels_INST_DOUBLE=ON -DKokkosKernels_INST_LAYOUTLEFT=ON
    -DKokkosKernels_ENABLE_TPL_BLAS=ON -DKokkosKernels_ENABLE_TPL_LAPACK=OFF -DBLA_VENDOR=OpenBLAS
    "-DF77_BLAS_MANGLE=(name,NAME) name ## _")
  COMMON_SETTINGS=(-DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_EXTENSIONS=OFF -DCMAKE_POSITION_INDEPENDENT_CODE=ON
    -DCMAKE_INSTALL_LIBDIR=lib)
  # Haswell's instructions where this machine has them; Kokkos hands the flag on to whatever uses it.
  if grep -qw avx2 /proc/cpuinfo && grep -qw fma /proc/cpuinfo; then KOKKOS_SETTINGS+=(-DKokkos_ARCH_HSW=ON); fi
  if [[ $backend == cuda ]]; then
    KOKKOS_SETTINGS+=(-DKokkos_ENABLE_CUDA=ON -DKokkos_ENABLE_CUDA_LAMBDA=ON -DKokkos_ENABLE_CUDA_CONSTEXPR=ON
      -DKokkos_ARCH_AMPERE86=ON)
    # No instances for Cuda ahead of time: they take minutes and Aril uses none of them.
    KERNELS_SETTINGS+=(-DKokkosKernels_ENABLE_TPL_CUBLAS=ON -DKokkosKernels_ENABLE_TPL_CUSPARSE=OFF
      -DKokkosKernels_INST_EXECSPACE_CUDA=OFF -DKokkosKernels_INST_MEMSPACE_CUDASPACE=OFF
      -DKokkosKernels_INST_MEMSPACE_CUDAUVMSPACE=OFF)
  fi
}

# What goes into an install, as one short word: a change of any part gives another folder of the cache.
kokkos_key() {
  {
    printf '%s\n' "$KOKKOS_SOURCE_VERSION" "${KOKKOS_SETTINGS[@]}" "${KERNELS_SETTINGS[@]}" "${COMMON_SETTINGS[@]}"
    cat "$ARIL_SCRIPTS/lib/edit_kokkos.pl"
    "${CXX:-g++}" --version | head -n 1
    if [[ $1 == cuda ]]; then nvcc --version | tail -n 1; fi
  } | sha256sum | cut -c1-12
}

# build_kokkos BACKEND PREFIX: from the unpacked sources to a complete install. Only a complete one carries the mark.
build_kokkos() {
  local backend=$1 prefix=$2 work=$ARIL_CACHE/build-$1-$$ compiler=${CXX:-g++} log=$ARIL_CACHE/log
  rm -rf "$prefix" "$work"
  mkdir -p "$work" "$prefix"
  ARIL_CLEAN+=("$work")
  cp -r "$KOKKOS_SOURCES/." "$work"
  if [[ $backend == cuda ]]; then
    perl "$ARIL_SCRIPTS/lib/edit_kokkos.pl" "$work/kokkos" >"$log/kokkos-edits.txt" 2>&1 ||
      fail "$(tail -n 1 "$log/kokkos-edits.txt"): set Kokkos_ROOT to a Kokkos that was built with CUDA instead"
    export NVCC_WRAPPER_DEFAULT_COMPILER=$compiler
    # The compiler is recorded in the install, so it has to be the copy that stays.
    install -D -m 755 "$work/kokkos/bin/nvcc_wrapper" "$prefix/bin/nvcc_wrapper"
    compiler=$prefix/bin/nvcc_wrapper
  fi
  COMMON_SETTINGS+=(-G Ninja "-DCMAKE_CXX_COMPILER=$compiler" "-DCMAKE_INSTALL_PREFIX=$prefix")
  logged "$log/kokkos-$backend.txt" "building Kokkos $KOKKOS_VERSION for $backend (once)" \
    cmake_install "$work/kokkos" "${COMMON_SETTINGS[@]}" "${KOKKOS_SETTINGS[@]}" ||
    fail "Kokkos did not build: see $log/kokkos-$backend.txt, or set Kokkos_ROOT to an installed one"
  logged "$log/kokkos-kernels-$backend.txt" "building Kokkos Kernels $KOKKOS_VERSION for $backend (once)" \
    cmake_install "$work/kokkos-kernels" "${COMMON_SETTINGS[@]}" "-DKokkos_DIR=$prefix/lib/cmake/Kokkos" "${KERNELS_SETTINGS[@]}" ||
    fail "Kokkos Kernels did not build: see $log/kokkos-kernels-$backend.txt, or set KokkosKernels_ROOT to an installed one"
  rm -rf "$work"
  touch "$prefix/.complete"
}

cmake_install() {
  local source=$1
  shift
  cmake -S "$source" -B "$source-build" "$@" && cmake --build "$source-build" --parallel "$ARIL_JOBS" --target install
}

# find_kokkos BACKEND: the entry point.
find_kokkos() {
  local backend=$1 prefix
  use_own_kokkos "$backend" && return
  kokkos_settings "$backend"
  prefix=$ARIL_CACHE/kokkos-$KOKKOS_VERSION-$backend-$(kokkos_key "$backend")
  KOKKOS_DIR=$prefix/lib/cmake/Kokkos
  KOKKOSKERNELS_DIR=$prefix/lib/cmake/KokkosKernels
  KOKKOS_CXX=${CXX:-g++}
  if [[ $backend == cuda ]]; then KOKKOS_CXX=$prefix/bin/nvcc_wrapper; fi
  # Two runs at once: the second waits for the first and finds its work done.
  exec 9>"$ARIL_CACHE/kokkos.lock"
  flock -n 9 || { say "another run is building Kokkos: waiting for it ..." && flock 9; }
  ensure_packages libopenblas-openmp-dev:package=libopenblas-openmp-dev
  if [[ ! -e $prefix/.complete ]]; then
    fetch_kokkos_sources
    build_kokkos "$backend" "$prefix"
  fi
  exec 9>&-
  say "using the Kokkos $KOKKOS_VERSION of the cache, $prefix"
}
