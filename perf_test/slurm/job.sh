# SPDX-FileCopyrightText: 2026 The Aril Authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# What the jobs share. Each *.sbatch sources it after "set -euo pipefail", with ARIL_BUILD (the build folder) and STEP (srun's
# flags: the shape of the job) set, and calls run_job. Each task that srun starts sources it again for its own part.
#
# Which GPU a task takes. "--gpus-per-task=1" makes Slurm give each task a GPU of its own, and most clusters then show it only
# that one, as device 0. Some show every task all GPUs of its node instead (no device constraint, --gpu-bind=none in the site's
# defaults). "Local rank modulo visible devices" is right for both: rank % 1 = 0 on the first kind, rank % N on the second; a
# fixed --kokkos-device-id is wrong on one of them. Kokkos does just that where SLURM_LOCALID is set, as in every srun task:
#   3.4 to 3.6  unless a device is named. The flag --kokkos-map-device-id-by does not exist, is left on the command line, and
#               Google Benchmark then refuses it.
#   3.7 to 4.x  by default, and when told by the flag --kokkos-map-device-id-by=mpi_rank or by KOKKOS_MAP_DEVICE_ID_BY=mpi_rank.
# So the jobs say it by the variable, which the older versions do not read, and not by the flag.

ARIL_JOB=${BASH_SOURCE[0]}
source "${ARIL_JOB%/*}/../../scripts/lib/log.sh"

# The executables to run, without "aril_perf_".
: "${ARIL_PERF:=scale scale_rows transform linear}"

perf_program() { echo "$ARIL_BUILD/perf_test/aril_perf_$1"; }

check_programs() {
  local name program
  for name in $ARIL_PERF; do
    program=$(perf_program "$name")
    [[ -e $program ]] ||
      fail "$program is missing: run 'cmake --build $ARIL_BUILD --target aril_perf_$name', or correct the job's line ARIL_BUILD"
    [[ -f $program && -x $program ]] ||
      fail "$program is not executable: is $ARIL_BUILD the right build folder, on a file system that is not mounted noexec?"
  done
}

# step FUNCTION ARGUMENT...: the function in every task. When one task fails, the others end too, as they may wait for it.
# What the job exports reaches the tasks also where the site's default is --export=NONE.
step() {
  # shellcheck disable=SC2016
  srun --export=ALL --kill-on-bad-exit=1 --cpu-bind=cores "${STEP[@]}" \
    bash -c 'set -euo pipefail; source "$0"; prepare_task; "$@"' "$ARIL_JOB" "$@"
}

# The cores that this task may run on. Hyper-threads of one core count once: more threads bring no more bandwidth.
cores_of_task() {
  local range cpu
  for range in $(sed -n 's/^Cpus_allowed_list:[[:space:]]*//p' /proc/self/status | tr , ' '); do
    for ((cpu = ${range%-*}; cpu <= ${range#*-}; ++cpu)); do
      cat "/sys/devices/system/cpu/cpu$cpu/topology/thread_siblings_list" 2>/dev/null || echo "$cpu"
    done
  done | sort -u | wc -l
}

# What the job was given decides, and not an OMP_NUM_THREADS=1 or a device out of a login shell.
prepare_task() {
  local cores
  cores=$(cores_of_task)
  # Without a task plugin Slurm binds nothing, and the task sees all cores of the node.
  export OMP_NUM_THREADS=$((cores < SLURM_CPUS_PER_TASK ? cores : SLURM_CPUS_PER_TASK))
  export OMP_PROC_BIND=${OMP_PROC_BIND:-spread} OMP_PLACES=${OMP_PLACES:-cores}
  export KOKKOS_MAP_DEVICE_ID_BY=mpi_rank
  unset KOKKOS_DEVICE_ID KOKKOS_NUM_DEVICES KOKKOS_RAND_DEVICES KOKKOS_SKIP_DEVICE KOKKOS_NUM_THREADS
}

# In each task: what it was given. A file per task, so that a wrong binding shows; one per node for the hardware.
record_task() {
  local folder=$ARIL_RESULTS/environment
  {
    echo "task $SLURM_PROCID of $SLURM_NTASKS, number $SLURM_LOCALID on node $SLURMD_NODENAME"
    grep '^Cpus_allowed_list' /proc/self/status
    if command -v nvidia-smi >/dev/null; then nvidia-smi -L || true; fi
    env | grep -E '^(CUDA|KOKKOS|OMP|SLURM)_' | sort
  } >"$folder/task-$SLURM_PROCID.txt"
  ((SLURM_LOCALID == 0)) || return 0
  {
    uname -a
    lscpu || true
    if command -v nvidia-smi >/dev/null; then nvidia-smi || true; fi
  } >"$folder/node-$SLURMD_NODENAME.txt"
}

# The environment of the job, and that of each task.
record_job() {
  local folder=$ARIL_RESULTS/environment
  mkdir -p "$folder" || fail "cannot write to $PWD: submit the job from a folder that the compute nodes can write to"
  scontrol show job "$SLURM_JOB_ID" >"$folder/job.txt" || true
  # A function of the site's, which may use variables that are not set.
  if command -v module >/dev/null; then (set +eu && module list) >"$folder/modules.txt" 2>&1 || true; fi
  step record_task || fail "the tasks could not be started: see the message above"
}

# Whether the tasks are the ranks of one program, which reports from rank 0 for all of them.
built_with_mpi() { grep -Eqi '^Aril_ENABLE_MPI:BOOL=(on|true|yes|y|1)$' "$ARIL_BUILD/CMakeCache.txt"; }

# In each task: one executable, with files of the task's own. Google Benchmark exits with 0 also after an error in a benchmark
# and when there was none to run.
run_task() {
  local name=$1 results=$ARIL_RESULTS/$1 who="$1: task $SLURM_PROCID on node $SLURMD_NODENAME" status=0
  shift
  ((SLURM_NTASKS == 1)) || results+=.$SLURM_PROCID
  "$(perf_program "$name")" "$@" --benchmark_out="$results.json" --benchmark_out_format=json >"$results.txt" 2>&1 || status=$?
  if ((status != 0)); then
    tail -n 15 "$results.txt" | sed 's/^/    /' >&2
    fail "$who ended with status $status: the end of $results.txt is above"
  elif grep -qs '"error_occurred": true' "$results.json"; then
    fail "$who: a benchmark failed: see $results.txt"
  elif ((SLURM_PROCID > 0)) && built_with_mpi; then
    [[ ! -s $results.json ]] ||
      fail "$who ran alone, not as a rank of one MPI program: set SLURM_MPI_TYPE to what this MPI needs (see 'srun --mpi=list')"
  else
    grep -qs '"real_time":' "$results.json" || fail "$who ran no benchmark: see $results.txt"
  fi
}

# run_job ARGUMENT...: all executables, one after the other. The job fails when one of them does, after the others have run.
run_job() {
  local name failed=()
  export ARIL_BUILD ARIL_RESULTS=$PWD/aril-perf-$SLURM_JOB_ID
  check_programs
  record_job
  for name in $ARIL_PERF; do
    say "running aril_perf_$name $*"
    step run_task "$name" "$@" || failed+=("$name")
  done
  ((${#failed[@]} == 0)) || fail "failed: ${failed[*]}; the rest is in $ARIL_RESULTS"
  say "the results are in $ARIL_RESULTS"
}

# The flags of srun for one task per GPU. srun takes over neither the CPUs (since Slurm 22.05) nor, in some versions, the GPUs
# of a task from the job, so it is told.
gpu_step() {
  STEP=(--nodes="$SLURM_JOB_NUM_NODES" --ntasks="$((SLURM_JOB_NUM_NODES * SLURM_NTASKS_PER_NODE))"
    --ntasks-per-node="$SLURM_NTASKS_PER_NODE" --cpus-per-task="$SLURM_CPUS_PER_TASK" --gpus-per-task=1)
}
