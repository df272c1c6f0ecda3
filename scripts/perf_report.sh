#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Aril Authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
set -euo pipefail
ARIL_ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
source "$ARIL_ROOT/scripts/lib/build.sh"

USAGE="usage: scripts/perf_report.sh [--backend host|cuda] [--quick|--full] [--out DIR] [--only PATTERN]
                              [--build-dir DIR] [--run-only | --draw-only DIR]

Installs what is missing on a Debian 12 machine, builds Aril's benchmarks, runs them, and makes pictures and tables.
  --backend host     Serial and OpenMP in one build (the default)
  --backend cuda     CUDA for Hopper GPUs
  --quick            a few sizes and cases: one or two minutes on two cores (the default)
  --full             all sizes; each type, LayoutLeft and in place at one size; odd and thin shapes; the linear layer
  --out DIR          where results go (default: build/perf_report/BACKEND-quick or -full); pictures go to DIR/report
  --only PATTERN     only the runs whose names match, as 'scale.*' or '*.sweep'; the other results in DIR stay
  --build-dir DIR    use the executables of that build folder: no compiler needed, nothing installed for a build
  --run-only         run and do not draw, as on a GPU node without matplotlib (and, with --build-dir, without compilers)
  --draw-only DIR    draw the results in DIR, which may come from another machine
Environment: as for scripts/demo.sh"

# What a result's name begins with: names of executables without "aril_perf_".
OPERATIONS=(scale scale_rows transform layouts linear)

read_own_options() {
  SUITE=quick OUT='' DRAWN='' ONLY='*' BUILD_DIR='' RUN=yes DRAW=yes
  local others=()
  while (($#)); do
    case $1 in
      --quick | --full) SUITE=${1#--} ;;
      --run-only) DRAW=no ;;
      --out=* | --only=* | --build-dir=* | --draw-only=*)
        set -- "${1%%=*}" "${1#*=}" "${@:2}"
        continue
        ;;
      --out | --only | --build-dir | --draw-only)
        [[ -n ${2:-} ]] || fail "$1 needs a value: try --help"
        case $1 in
          --out) OUT=$2 ;;
          --only) ONLY=$2 ;;
          --build-dir) BUILD_DIR=$2 ;;
          --draw-only) DRAWN=$2 RUN=no ;;
        esac
        shift
        ;;
      *) others+=("$1") ;;
    esac
    shift
  done
  [[ -z $DRAWN || -z $OUT ]] || fail "--draw-only names the folder already: leave out --out"
  OUT=${DRAWN:-$OUT}
  [[ $RUN$DRAW != nono ]] || fail "--run-only and --draw-only exclude each other"
  read_options "$USAGE" "${others[@]}"
  OUT=${OUT:-$ARIL_ROOT/build/perf_report/$BACKEND-$SUITE}
}

# find_executables: sets BIN, the folder of the executables, from --build-dir or from a build.
find_executables() {
  if [[ -n $BUILD_DIR ]]; then
    BIN=$BUILD_DIR/perf_test
    [[ -d $BIN ]] || BIN=$BUILD_DIR
    [[ -x $BIN/aril_perf_scale ]] ||
      fail "no aril_perf_scale in $BUILD_DIR or its perf_test: give the folder of a finished build"
  else
    prepare_machine
    build_aril "$BACKEND-release" perf_test/all
    BIN=$BUILD/perf_test
  fi
}

FAILED=()
DONE=0

# run CASE OPERATION FLAG...: one run of one executable and one file, OPERATION.CASE.json, complete or not there at all.
run() {
  local operation=$2 name=$2.$1 executable=$BIN/aril_perf_$2
  shift 2
  # The pattern is meant to be one.
  # shellcheck disable=SC2053
  [[ $name == $ONLY ]] || return 0
  local part=$OUT/$name.json.part log=$OUT/log/$name.txt status=0
  rm -f "$OUT/$name.json"
  ARIL_CLEAN+=("$part")
  logged "$log" "$name" "$executable" "$@" "${PRECISION[@]}" "--benchmark_out=$part" --benchmark_out_format=json \
    "--benchmark_context=suite=$SUITE" || status=$?
  if ((status != 0)) && grep -q 'no such type' "$log"; then
    say "$name: skipped, this build has no such type"
    return
  elif ((status != 0)) && grep -q 'nothing was run' "$log" && grep -q 'not enough memory' "$log"; then
    say "$name: skipped, not enough memory"
    return
  fi
  # Results that are complete, which the closing brace shows, are kept even if one of them failed.
  if [[ -s $part && $(tail -c 2 "$part") == '}' ]]; then mv "$part" "$OUT/$name.json"; fi
  # A loop or library that is wrong, or cannot run, is said so in the results; the status is about Aril.
  if ((status != 0)); then
    FAILED+=("$name (log: $log)")
  else
    DONE=$((DONE + 1))
  fi
}

# Sizes of the sweep as a filter of names: every third power of two.
readonly QUICK_SIZES='/(32x32|64x128|256x256|512x1024|2048x2048|4096x4096)/'
# Those whose data stays in a GPU's cache from call to call.
readonly HOT_SIZES='/(32x32|64x64|128x128|256x256|512x512|512x1024|1024x1024|1024x2048|2048x2048|2048x4096)/'

run_quick() {
  # Enough repetitions for a median and an idea of the noise.
  PRECISION=(--benchmark_repetitions=5 --benchmark_min_time=0.005)
  local operation
  for operation in scale scale_rows transform; do
    run sweep "$operation" "--benchmark_filter=$QUICK_SIZES"
    run odd_4093 "$operation" --rows=4096 --cols=4093
  done
  run double scale --rows=4096 --cols=4096 --type=double
  run in_place scale --rows=4096 --cols=4096 --in-place
  run left scale_rows --rows=4096 --cols=4096 --layout=left
  if [[ $BACKEND == host ]]; then run serial scale --rows=4096 --cols=4096 --backend=serial; fi
  if has_linear; then
    if [[ $BACKEND == cuda ]]; then
      run 16384x4096x4096 linear --rows=16384 --cols=4096 --k=4096
    else
      run 256x1024x1024 linear --rows=256 --cols=1024 --k=1024
    fi
  fi
}

run_full() {
  PRECISION=(--benchmark_repetitions=7 --benchmark_min_time=0.01)
  local operation type size types=(double complex int32)
  # Kokkos 3.4 has 16-bit types on CUDA only.
  if [[ $BACKEND == cuda ]]; then types+=(half); fi
  for operation in scale scale_rows transform; do
    run sweep "$operation"
    for type in "${types[@]}"; do run "$type" "$operation" --rows=4096 --cols=4096 "--type=$type"; done
    run left "$operation" --rows=4096 --cols=4096 --layout=left
    run in_place "$operation" --rows=4096 --cols=4096 --in-place
    # Rows that begin off a vector's boundary, then thin and flat shapes, then one far beyond every cache.
    for size in 4096x4093 4096x4095 4096x4097 4194304x8 16777216x3 8x4194304 16384x16384; do
      run "$size" "$operation" "--rows=${size%x*}" "--cols=${size#*x}"
    done
    if [[ $BACKEND == host ]]; then run serial "$operation" --rows=4096 --cols=4096 --backend=serial; fi
  done
  run hot scale --hot "--benchmark_filter=$HOT_SIZES"
  for operation in scale scale_rows transform; do
    if [[ $BACKEND == cuda || $operation == scale ]]; then
      run 65536x16384 "$operation" --rows=65536 --cols=16384
    fi
  done
  # Off a vector's boundary, with gaps, and of rank 3 and 4.
  if [[ $BACKEND == cuda ]]; then run 16384x16384 layouts; else run 4096x4096 layouts --rows=4096 --cols=4096; fi
  if has_linear; then
    local sizes=(512x1024x1024 2048x512x512 4096x1024x1024 1024x4096x4096)
    if [[ $BACKEND == cuda ]]; then
      sizes=(1x4096x4096 16x4096x4096 64x4096x4096 256x4096x4096 1024x4096x4096 16384x10x4096 16384x4096x64
             16384x4096x4096)
    fi
    for size in "${sizes[@]}"; do
      IFS=x read -r rows columns k <<<"$size"
      run "$size" linear "--rows=$rows" "--cols=$columns" "--k=$k"
    done
    # The last, and largest, once more.
    run "left.$size" linear --layout=left "--rows=$rows" "--cols=$columns" "--k=$k"
  fi
}

has_linear() { [[ -x $BIN/aril_perf_linear ]]; }

run_suite() {
  local operation start=$SECONDS
  mkdir -p "$OUT/log" || fail "cannot write to $OUT: give another folder with --out"
  # Results of an earlier run would be drawn together with these.
  if [[ $ONLY == '*' ]]; then
    for operation in "${OPERATIONS[@]}"; do rm -f "$OUT/$operation".*.json; done
  fi
  has_linear || say "no aril_perf_linear in $BIN: the linear layer is skipped"
  prepare_run
  "run_$SUITE"
  ((DONE + ${#FAILED[@]} > 0)) || fail "nothing was run: --only '$ONLY' matches no run of the $SUITE suite"
  say "$DONE runs in $((SECONDS - start)) s, results in $OUT"
}

# draw: with the first Python that has matplotlib, or Debian's.
draw() {
  local python found=''
  for python in python3 /usr/bin/python3; do
    if "$python" -c 'import matplotlib' 2>/dev/null; then found=$python && break; fi
  done
  if [[ -z $found ]]; then
    ensure_packages python3-matplotlib:package=python3-matplotlib
    found=/usr/bin/python3
  fi
  "$found" "$ARIL_ROOT/perf_test/report" "$OUT" || fail "the results in $OUT could not be drawn"
}

read_own_options "$@"
if [[ $RUN == yes ]]; then
  find_executables
  if [[ $BACKEND == cuda ]] && ! gpu_present; then
    say "the benchmarks are built for CUDA, in $BIN; this machine has no GPU, so nothing can run here"
    exit 0
  fi
  run_suite
fi
if [[ $DRAW == yes ]]; then draw; fi
((${#FAILED[@]} == 0)) || fail "${#FAILED[@]} runs failed: ${FAILED[*]}"
