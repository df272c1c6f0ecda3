# SPDX-FileCopyrightText: 2026 The Aril Authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# What test.sh and demo.sh share: options, set-up of the machine, configure and build. Sourced by both, after "set -euo pipefail".

# One job per core, and two gigabytes of memory for each.
parallel_jobs() {
  local cores memory
  cores=$(nproc)
  memory=$(awk '/^MemTotal:/ { print int($2 / 2097152) + 1 }' /proc/meminfo)
  echo $((cores < memory ? cores : memory))
}

ARIL_SCRIPTS=$ARIL_ROOT/scripts
ARIL_CACHE=${ARIL_CACHE_DIR:-${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/aril}
ARIL_JOBS=${ARIL_JOBS:-$(parallel_jobs)}
ARIL_CLEAN=()

source "$ARIL_SCRIPTS/lib/log.sh"
source "$ARIL_SCRIPTS/lib/packages.sh"
source "$ARIL_SCRIPTS/lib/kokkos_source.sh"
source "$ARIL_SCRIPTS/lib/kokkos.sh"

# What an interrupted or failed run leaves half done is ended and removed.
trap 'stop_child; rm -rf "${ARIL_CLEAN[@]}"' EXIT
trap 'exit 130' INT TERM

# read_options USAGE ARGUMENT...  sets BACKEND.
read_options() {
  local usage=$1
  shift
  BACKEND=host
  while (($#)); do
    case $1 in
      -h | --help) echo "$usage" && exit 0 ;;
      --backend) BACKEND=${2:-} && shift ;;
      --backend=*) BACKEND=${1#--backend=} ;;
      *) fail "unknown option '$1': try --help" ;;
    esac
    (($# == 0)) || shift
  done
  [[ $BACKEND == host || $BACKEND == cuda ]] || fail "--backend takes 'host' or 'cuda', not '$BACKEND'"
}

# version_at_least FOUND WANTED
version_at_least() { [[ $(printf '%s\n' "$1" "$2" | sort -V | head -n 1) == "$2" ]]; }

# nvcc on the PATH, or where toolkits put it.
find_nvcc() {
  local version
  command -v nvcc >/dev/null || PATH=$PATH:/usr/local/cuda/bin
  command -v nvcc >/dev/null || fail "--backend cuda needs the CUDA toolkit: install it, or put the folder of nvcc into PATH"
  version=$(nvcc --version | sed -n 's/.*release \([0-9.]*\).*/\1/p')
  version_at_least "$version" 12.0 || fail "$(command -v nvcc) is CUDA $version: put the folder of a CUDA 12 or newer first in PATH"
}

gpu_present() { [[ -e /dev/nvidia0 ]] || nvidia-smi -L 2>/dev/null | grep -q '^GPU'; }

# OpenBLAS older than 0.3.22 does not know recent Intel processors and runs code without AVX on them, three times slower
# in a product. Other BLAS libraries do not look at the variable.
name_blas_core() {
  [[ -z ${OPENBLAS_CORETYPE:-} ]] && grep -q '^vendor_id.*GenuineIntel' /proc/cpuinfo 2>/dev/null || return 0
  if grep -qw avx512bw /proc/cpuinfo; then
    export OPENBLAS_CORETYPE=SkylakeX
  elif grep -qw avx2 /proc/cpuinfo; then
    export OPENBLAS_CORETYPE=Haswell
  fi
}

# prepare_run: what the programs that measure need, unless the user has said otherwise. Threads stay where their memory is.
prepare_run() {
  export OMP_PROC_BIND=${OMP_PROC_BIND:-spread} OMP_PLACES=${OMP_PLACES:-cores}
  name_blas_core
}

# prepare_machine: tools, libraries and Kokkos for BACKEND.
prepare_machine() {
  mkdir -p "$ARIL_CACHE/log" || fail "cannot write to $ARIL_CACHE: set ARIL_CACHE_DIR to a folder that can be written"
  [[ $BACKEND == host ]] || find_nvcc
  local packages=(g++:command="${CXX:-g++}" cmake:command=cmake ninja-build:command=ninja)
  # Those of the user's own may lie where only CMake finds them.
  [[ -n ${GTest_ROOT:-}${GTest_DIR:-} ]] || packages+=(libgtest-dev:header=gtest/gtest.h)
  [[ -n ${benchmark_ROOT:-}${benchmark_DIR:-} ]] || packages+=(libbenchmark-dev:header=benchmark/benchmark.h)
  ensure_packages "${packages[@]}"
  version_at_least "$(cmake --version | sed -n 's/^cmake version //p')" 3.22 ||
    fail "$(command -v cmake) is older than 3.22: put a newer CMake first in PATH"
  find_kokkos "$BACKEND"
}

# build_aril PRESET TARGET [CMAKE ARGUMENT...]: sets BUILD to the build folder.
build_aril() {
  local preset=$1 target=$2 log=$ARIL_ROOT/build/log/$1
  shift 2
  BUILD=$ARIL_ROOT/build/$preset
  # A folder that was configured with another compiler or Kokkos cannot be turned around.
  if [[ -e $BUILD/CMakeCache.txt ]] && ! grep -qxF "Kokkos_DIR:PATH=$KOKKOS_DIR" "$BUILD/CMakeCache.txt"; then rm -rf "$BUILD"; fi
  logged "$log-configure.txt" "configuring Aril ($preset)" \
    cmake -S "$ARIL_ROOT" --preset "$preset" "-DCMAKE_CXX_COMPILER=$KOKKOS_CXX" "-DKokkos_DIR:PATH=$KOKKOS_DIR" \
    "-DKokkosKernels_DIR:PATH=$KOKKOSKERNELS_DIR" "$@" ||
    fail "CMake could not configure Aril: see $log-configure.txt, and remove $BUILD to start afresh"
  logged "$log-build.txt" "building Aril ($preset)" \
    cmake --build "$BUILD" --target "$target" --parallel "$ARIL_JOBS" ||
    fail "Aril did not build: see $log-build.txt"
}
