#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Aril Authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
set -euo pipefail
ARIL_ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
source "$ARIL_ROOT/scripts/lib/build.sh"

read_options "usage: scripts/demo.sh [--backend host|cuda]

Installs what is missing on a Debian 12 machine, builds Aril, runs its three workloads at the largest sizes that fit into
memory, and prints how fast they are and whether the results are right.
  --backend host   Serial and OpenMP in one build (the default)
  --backend cuda   CUDA for Hopper GPUs; without a GPU the demo is built and not run
Environment: Kokkos_ROOT, KokkosKernels_ROOT, CMAKE_PREFIX_PATH (use that Kokkos), CXX (the compiler),
  ARIL_CACHE_DIR (where dependencies are built once), ARIL_JOBS (parallel jobs)" "$@"

prepare_machine
build_aril "$BACKEND-release" aril_demo

if [[ $BACKEND == cuda ]] && ! gpu_present; then
  say "the demo is built for CUDA, in $BUILD/perf_test; this machine has no GPU, so nothing can run here"
  exit 0
fi
prepare_run
say "running the three workloads"
"$BUILD/perf_test/aril_demo" || fail "a workload failed, see the table"
