#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Aril Authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
set -euo pipefail
ARIL_ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
source "$ARIL_ROOT/scripts/lib/build.sh"

read_options "usage: scripts/test.sh [--backend host|cuda]

Installs what is missing on a Debian 12 machine, builds Aril and runs all its tests.
  --backend host   Serial and OpenMP in one build (the default)
  --backend cuda   CUDA for Hopper GPUs; without a GPU everything is built and nothing is run
Environment: Kokkos_ROOT, KokkosKernels_ROOT, CMAKE_PREFIX_PATH (use that Kokkos), CXX (the compiler),
  ARIL_CACHE_DIR (where dependencies are built once), ARIL_JOBS (parallel jobs)" "$@"

prepare_machine
ensure_packages python3:command=python3
# The host's tests take in what an MPI program, a cluster and a report do with Aril. Without Debian's packages those tests
# are left out, or skipped, where the tools are not there.
mpi=OFF
if [[ $BACKEND == host ]]; then
  if command -v apt-get >/dev/null; then
    ensure_packages openmpi-bin:command=mpiexec libopenmpi-dev:command=mpicxx slurmctld:package=slurmctld \
      slurmd:package=slurmd slurm-client:command=sbatch munge:package=munge libpmix2:package=libpmix2 \
      python3-matplotlib:package=python3-matplotlib
  fi
  if command -v mpicxx >/dev/null; then mpi=ON; fi
fi
build_aril "$BACKEND-release" all "-DAril_ENABLE_MPI=$mpi"

if [[ $BACKEND == cuda ]] && ! gpu_present; then
  say "everything is built for CUDA, in $BUILD; this machine has no GPU, so nothing can run here"
  exit 0
fi
say "running the tests"
status=0
ctest --test-dir "$BUILD" --output-on-failure --parallel "$ARIL_JOBS" || status=$?
((status == 0)) || fail "tests failed: 'ctest --test-dir $BUILD --rerun-failed --output-on-failure' runs just those again"
