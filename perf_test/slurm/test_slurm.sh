#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Aril Authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# test_slurm.sh BUILD_DIR: runs the jobs of this folder under a Slurm of its own, with two nodes on the loopback device and two
# GPUs declared on each; the GPUs' jobs run the OpenMP backend, so BUILD_DIR is a host build, with Open MPI or without. Needs root
# and Debian's packages slurmctld, slurmd, slurm-client, munge, python3. Ends with 77 where no Slurm can be started, and never once
# one is up. All that it writes is in one temporary folder, which it removes; a Slurm or munge of the system is left alone.
set -euo pipefail

HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
SECONDS=0
# Half a minute on an idle machine; one with other work must not make it fail.
TIME_LIMIT=180
PROGRAMS=(scale scale_rows transform linear)
QUICK=(--rows=37 --cols=41 --hot --benchmark_repetitions=3 --benchmark_min_time=0.001 --benchmark_filter=/aril)

skip() {
  echo "skipped: $*"
  exit 77
}

# Ends the test. The logs are gone with the folder, so the parts that tell are shown first.
fail() {
  local log
  for log in "$WORK"/{slurmctld,slurmd-n1,slurmd-n2,client}.log "${LOG:-}"; do
    [[ -s $log ]] || continue
    echo "--- the end of ${log##*/}" >&2
    tail -n 10 "$log" >&2
  done
  echo "error: $*" >&2
  exit 1
}

# within SECONDS COMMAND...: waits until the command is true.
within() {
  local end=$((SECONDS + $1))
  shift
  until "$@"; do
    ((SECONDS < end && SECONDS < TIME_LIMIT)) || return 1
    sleep 0.1
  done
}

# A Slurm command, which must not hang when its daemon does.
ask() { timeout 15 "$@" 2>>"$WORK/client.log"; }

# --- The cluster

DAEMONS=()
# daemon NAME COMMAND...: one more daemon, with its output in NAME.out. It ends with this script, however that ends.
daemon() {
  local name=$1
  shift
  setpriv --pdeathsig TERM "$@" >"$WORK/$name.out" 2>&1 </dev/null &
  DAEMONS+=($!)
}

# The processes that belong to this cluster: they have its configuration in their environment.
cluster_processes() {
  local folder
  for folder in /proc/[0-9]*; do
    ((${folder#/proc/} != $$ && ${folder#/proc/} != BASHPID)) || continue
    if tr '\0' '\n' 2>/dev/null <"$folder/environ" | grep -qxF "SLURM_CONF=$SLURM_CONF"; then echo "${folder#/proc/}"; fi
  done
}

no_jobs() { [[ -z $(ask squeue --noheader) ]]; }
ended() { ! kill -0 "$1" 2>/dev/null; }

# Jobs first, as their processes are not children of this script; then the daemons, the last started first, as each waits for
# those before it.
stop_cluster() {
  local status=$? i left
  trap - EXIT
  TIME_LIMIT=$((SECONDS + 20))
  if [[ -n ${UP:-} ]] && ! no_jobs; then
    ask scancel --full --signal=KILL --user=root || true
    ask scancel --user=root || true
    within 5 no_jobs || true
  fi
  for ((i = ${#DAEMONS[@]} - 1; i >= 0; --i)); do
    kill "${DAEMONS[i]}" 2>/dev/null || continue
    within 3 ended "${DAEMONS[i]}" || kill -KILL "${DAEMONS[i]}" 2>/dev/null || true
  done
  wait
  # What a daemon or a job left behind.
  left=$(cluster_processes)
  # shellcheck disable=SC2086
  [[ -z $left ]] || kill -KILL $left 2>/dev/null || true
  rm -rf "$WORK"
  exit "$status"
}

# The daemons listen where this machine's name leads; empty where that is not the loopback device.
loopback_address() {
  local host
  host=$(uname -n)
  getent ahostsv4 "${host%%.*}" | sed -n '1s/^\(127[.][0-9.]*\) .*/\1/p' || true
}

free_ports() {
  python3 -c '
import socket, sys
sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(int(sys.argv[1]))]
print(*[s.getsockname()[1] for s in sockets])' "$1"
}

configure_cluster() {
  local host address ports task=task/none cpus
  host=$(uname -n)
  host=${host%%.*}
  address=$(loopback_address)
  read -ra ports < <(free_ports 3)
  # Tasks are bound to CPUs where the first two are there to bind to.
  cpus=$(sed -n 's/^Cpus_allowed_list:[[:space:]]*//p' /proc/self/status)
  [[ ! $cpus =~ ^(0-|0,1([-,]|$)) ]] || task=task/affinity
  # The spool and log files of both nodes, and what PMIx keeps in the folder for temporary files, are apart by %n.
  cat >"$SLURM_CONF" <<END
ClusterName=aril
SlurmctldHost=$host($address)
SlurmctldPort=${ports[0]}
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$WORK/munge/socket
CommunicationParameters=NoInAddrAny,NoCtldInAddrAny
StateSaveLocation=$WORK/state
SlurmdSpoolDir=$WORK/spool-%n
TmpFS=$WORK/tmp-%n
SlurmctldPidFile=$WORK/slurmctld.pid
SlurmdPidFile=$WORK/slurmd-%n.pid
SlurmctldLogFile=$WORK/slurmctld.log
SlurmdLogFile=$WORK/slurmd-%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=$task
MpiDefault=$MPI
MailProg=/bin/true
SchedulerParameters=batch_sched_delay=0
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmdParameters=config_overrides
ReturnToService=2
GresTypes=gpu
NodeName=n1 NodeHostname=$host NodeAddr=$address Port=${ports[1]} CPUs=2 Gres=gpu:2
NodeName=n2 NodeHostname=$host NodeAddr=$address Port=${ports[2]} CPUs=2 Gres=gpu:2
PartitionName=loopback Nodes=ALL Default=YES MaxTime=INFINITE State=UP
END
  # Devices that are everywhere: nobody opens them.
  printf 'Name=gpu File=%s\n' /dev/null /dev/zero >"$WORK/gres.conf"
}

munge_answers() { munge --socket="$WORK/munge/socket" --no-input 2>/dev/null | unmunge --socket="$WORK/munge/socket" &>/dev/null; }
nodes_idle() { [[ $(ask sinfo --noheader --Node --format=%T | sort | uniq -c | xargs) == "2 idle" ]]; }

start_cluster() {
  # munge wants its socket's folders open to all; the key is not.
  chmod 755 "$WORK"
  mkdir "$WORK/munge" "$WORK/state" "$WORK"/{spool,tmp}-{n1,n2}
  (umask 077 && head -c 64 /dev/urandom >"$WORK/munge/key")
  configure_cluster
  daemon munged munged --foreground --socket="$WORK/munge/socket" --key-file="$WORK/munge/key" --pid-file="$WORK/munge/pid" \
    --seed-file="$WORK/munge/seed" --log-file="$WORK/munge/log"
  within 5 munge_answers || skip "munged does not start: $(tail -n 1 "$WORK/munged.out")"
  daemon slurmctld slurmctld -D
  daemon slurmd-n1 slurmd -D -N n1
  daemon slurmd-n2 slurmd -D -N n2
  within 15 nodes_idle ||
    skip "Slurm does not start: $(grep -hE '(error|fatal):' "$WORK"/slurm*.out | grep -v pmix | tail -n 1)"
  UP=yes
}

# --- Jobs

# edited NAME BUILD: a copy of a job's script with its two lines edited, as a user would.
edited() {
  sed -e 's|^#SBATCH --account=ACCOUNT --partition=PARTITION$|#SBATCH --account=test --partition=loopback|' \
    -e "s|^ARIL_BUILD=.*|ARIL_BUILD='$2'|" "$HERE/$1.sbatch" >"$JOBS/$1.sbatch"
  [[ $(diff "$HERE/$1.sbatch" "$JOBS/$1.sbatch" | grep -c '^>') == 2 ]] || fail "$1.sbatch does not have the two lines to edit"
  echo "$1.sbatch"
}

job_state() { ask scontrol show job -o "$JOB" | sed -n 's/.* JobState=\([A-Z_]*\) .*/\1/p'; }
job_over() { [[ $(job_state) != @(PENDING|CONFIGURING|RUNNING|COMPLETING) ]]; }

# job EXPECTED SBATCH-ARGUMENT...: submits a job, waits for it and compares its state and exit code, "STATE CODE". Sets RESULTS
# and LOG.
job() {
  local expected=$1 found
  shift
  JOB=$(ask sbatch --parsable "$@") || fail "sbatch refuses '$*'"
  RESULTS=$JOBS/aril-perf-$JOB LOG=$JOBS/aril-perf-$JOB.log
  within "$TIME_LIMIT" job_over || fail "job $JOB ($*) does not end: it is $(job_state)"
  found=$(ask scontrol show job -o "$JOB" | sed -n 's/.* JobState=\([A-Z_]*\) .* ExitCode=\([0-9:]*\) .*/\1 \2/p')
  [[ $found == "$expected" ]] || fail "job $JOB ($*) ended as '$found', expected '$expected'"
}

# has FILE TEXT: one line of the file has the text.
has() { grep -qF -- "$2" "$1" 2>/dev/null || fail "no '$2' in ${1#"$JOBS"/}"; }

# results TASKS NAME...: the files that a job with so many tasks writes; with MPI rank 0 writes for all.
results() {
  local tasks=$1 name i
  shift
  for name in "$@"; do
    for ((i = 0; i < tasks; ++i)); do
      [[ $MPI == none ]] || ((i == 0)) || break
      if ((tasks == 1)); then echo "$name.json"; else echo "$name.$i.json"; fi
    done
  done | sort
}

# check_json TASKS NAME...: these and no others are the results, strict JSON with benchmarks in it; those of scale have moved what
# the operation must move, 2 * rows * cols * sizeof(float), at the rate they state.
check_json() {
  local found expected ranks=1
  expected=$(results "$@")
  found=$(cd "$RESULTS" && find . -name '*.json' | sed 's|^./||' | sort)
  [[ $found == "$expected" ]] || fail "the results of job $JOB are '$found', expected '$expected'"
  [[ $MPI == none ]] || ranks=$1
  # shellcheck disable=SC2086
  (cd "$RESULTS" && python3 - "$ranks" $found <<'END') || fail "the results of job $JOB are not right"
import json, math, sys

def refuse(word):
    raise ValueError(word + " is not JSON")

for name in sys.argv[2:]:
    with open(name, encoding="utf-8") as file:
        report = json.load(file, parse_constant=refuse)
    for variable, value in (("OMP_PROC_BIND", "spread"), ("OMP_PLACES", "cores")):
        assert report["context"][variable] == value, (name, variable, report["context"][variable])
    assert report["context"]["OMP_NUM_THREADS"] == "1", (name, report["context"]["OMP_NUM_THREADS"])
    medians = [b for b in report["benchmarks"] if b.get("aggregate_name") == "median"]
    assert medians and all("/OpenMP/float/" in b["name"] and "/37x41" in b["name"] for b in medians), name
    for b in medians:
        assert not b.get("error_occurred") and b["real_time"] > 0, (name, b)
        assert b.get("ranks", 1) == int(sys.argv[1]), (name, b)
        if name.startswith("scale."):
            unit = {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1}[b["time_unit"]]
            moved = b["bytes_per_second"] * b["real_time"] * unit
            assert math.isclose(moved, 2 * 37 * 41 * 4, rel_tol=1e-4), (name, b["name"], moved)
    assert not name.startswith("scale.") or any(b["name"].startswith("scale/aril/") for b in medians), name
END
}

# check_tasks NODE...: task number i ran on node i of the list, and the tasks of a node had different GPUs.
check_tasks() {
  local i=0 node
  for node in "$@"; do
    has "$RESULTS/environment/task-$i.txt" "task $i of $#, "
    has "$RESULTS/environment/task-$i.txt" " on node $node"
    has "$RESULTS/environment/node-$node.txt" "Architecture"
    i=$((i + 1))
  done
  [[ $(find "$RESULTS/environment" -name 'task-*.txt' | wc -l) == "$#" ]] || fail "job $JOB had another number of tasks than $#"
  has "$RESULTS/environment/job.txt" "JobId=$JOB "
}

check_gpus() {
  local i=0 gpu
  for gpu in "$@"; do
    grep -qx "CUDA_VISIBLE_DEVICES=$gpu" "$RESULTS/environment/task-$i.txt" || fail "task $i of job $JOB had another GPU than $gpu"
    has "$RESULTS/environment/task-$i.txt" "KOKKOS_MAP_DEVICE_ID_BY=mpi_rank"
    i=$((i + 1))
  done
}

# fake NAME...: a build folder with these of the real executables; more can be put in.
fake() {
  local name
  rm -rf "$WORK/fake"
  mkdir -p "$WORK/fake/perf_test"
  grep -E '^Aril_(SOURCE_DIR|ENABLE_MPI):' "$BUILD/CMakeCache.txt" >"$WORK/fake/CMakeCache.txt"
  for name in "$@"; do ln -s "$BUILD/perf_test/aril_perf_$name" "$WORK/fake/perf_test/"; done
}

# stand_in NAME: an executable of the fake build that does what the standard input says. "report" writes results, which may have
# one more line.
stand_in() {
  {
    cat <<'END'
#!/usr/bin/env bash
for argument in "$@"; do [[ $argument != --benchmark_out=* ]] || out=${argument#*=}; done
report() { printf '{"benchmarks": [{\n  "name": "stand-in",\n%s  "real_time": 1}]}\n' "${1:-}" >"$out"; }
END
    cat
  } >"$WORK/fake/perf_test/aril_perf_$1"
  chmod +x "$WORK/fake/perf_test/aril_perf_$1"
}

# Real executables get one CPU per task, and there are at most two tasks: threads and ranks that wait for each other take minutes
# on a machine with other work.
ONE_CPU=(--cpus-per-task=1)
TWO_TASKS=(--ntasks-per-node=2 --cpus-per-task=1)

test_good_jobs() {
  job "COMPLETED 0:0" "${ONE_CPU[@]}" "$(edited openmp_node "$BUILD")" "${QUICK[@]}"
  check_json 1 "${PROGRAMS[@]}"
  check_tasks n1
  has "$LOG" "the results are in $RESULTS"

  export ARIL_PERF=scale
  job "COMPLETED 0:0" "${ONE_CPU[@]}" "$(edited one_gpu "$BUILD")" --backend=openmp "${QUICK[@]}"
  check_json 1 scale
  check_tasks n1
  check_gpus 0

  job "COMPLETED 0:0" "${TWO_TASKS[@]}" "$(edited one_node "$BUILD")" --backend=openmp "${QUICK[@]}"
  check_json 2 scale
  check_tasks n1 n1
  check_gpus 0 1

  # The nodes are one machine: Open MPI must neither share memory between them nor leave the loopback device.
  OMPI_MCA_btl=self,tcp OMPI_MCA_btl_tcp_if_include=lo job "COMPLETED 0:0" --ntasks-per-node=1 "${ONE_CPU[@]}" \
    "$(edited many_nodes "$BUILD")" --backend=openmp "${QUICK[@]}"
  check_json 2 scale
  check_tasks n1 n2
  check_gpus 0 0
  unset ARIL_PERF
}

test_environment() {
  local name
  fake
  for name in "${PROGRAMS[@]}"; do
    stand_in "$name" <<'END'
[[ $SLURM_PROCID != 0 && ${MPI:-none} != none ]] || report
END
  done
  export MPI
  # All GPUs of both nodes.
  ARIL_PERF=scale job "COMPLETED 0:0" "${TWO_TASKS[@]}" "$(edited many_nodes "$WORK/fake")"
  check_tasks n1 n1 n2 n2
  check_gpus 0 1 0 1

  # The job's CPUs decide, not what a login shell says of threads and devices.
  OMP_NUM_THREADS=7 KOKKOS_DEVICE_ID=1 job "COMPLETED 0:0" "${ONE_CPU[@]}" "$(edited openmp_node "$WORK/fake")"
  has "$RESULTS/environment/task-0.txt" "OMP_NUM_THREADS=1"
  ! grep -q KOKKOS_DEVICE_ID "$RESULTS/environment/task-0.txt" || fail "a device that the user's shell names reached the task"

  # The site may export nothing to the tasks. Two CPUs are two cores, or one with hyper-threads.
  job "COMPLETED 0:0" --export=NONE "$(edited openmp_node "$WORK/fake")"
  grep -qx 'OMP_NUM_THREADS=[12]' "$RESULTS/environment/task-0.txt" || fail "job $JOB does not set the number of threads"
  has "$RESULTS/environment/task-0.txt" "OMP_PROC_BIND=spread"
  has "$RESULTS/environment/task-0.txt" "OMP_PLACES=cores"
}

test_missing_programs() {
  fake scale transform linear
  job "FAILED 1:0" "$(edited openmp_node "$WORK/fake")"
  has "$LOG" "aril: error: $WORK/fake/perf_test/aril_perf_scale_rows is missing: run 'cmake --build"
  [[ ! -e $RESULTS ]] || fail "a job without its executables wrote results"

  stand_in scale_rows <<<'exit 0'
  chmod -x "$WORK/fake/perf_test/aril_perf_scale_rows"
  job "FAILED 1:0" "$(edited openmp_node "$WORK/fake")"
  has "$LOG" "aril: error: $WORK/fake/perf_test/aril_perf_scale_rows is not executable"

  job "FAILED 1:0" "${ONE_CPU[@]}" "$(edited one_gpu /path/to/nothing)"
  has "$LOG" "aril: error: no build folder in '/path/to/nothing': correct the line ARIL_BUILD of the job"
}

test_failing_benchmarks() {
  # One of three: the job fails, and the other two are there.
  export ARIL_PERF="scale scale_rows transform"
  fake scale transform
  stand_in scale_rows <<<'echo "a message of its own"; exit 3'
  job "FAILED 1:0" "${ONE_CPU[@]}" "$(edited openmp_node "$WORK/fake")" "${QUICK[@]}"
  check_json 1 scale transform
  has "$LOG" "a message of its own"
  has "$LOG" "scale_rows: task 0 on node n1 ended with status 3"
  has "$LOG" "failed: scale_rows;"

  # One task of two.
  ARIL_PERF=scale
  fake
  stand_in scale <<<'((SLURM_PROCID == 0)) || exit 3; report'
  job "FAILED 1:0" "${TWO_TASKS[@]}" "$(edited one_node "$WORK/fake")"
  has "$LOG" "scale: task 1 on node n1 ended with status 3"

  stand_in scale <<<$'report \'  "error_occurred": true,\n\''
  job "FAILED 1:0" "$(edited openmp_node "$WORK/fake")"
  has "$LOG" "scale: task 0 on node n1: a benchmark failed"

  job "FAILED 1:0" "${ONE_CPU[@]}" "$(edited openmp_node "$BUILD")" "${QUICK[@]}" --benchmark_filter=nothing_of_that_name
  has "$LOG" "nothing was run: no benchmark matches"
  unset ARIL_PERF
}

# Built with MPI only rank 0 writes results; when all tasks do, they were no ranks of one program. Without MPI all must.
test_mpi_reports() {
  export ARIL_PERF=scale
  fake
  sed -i '/ENABLE_MPI/d' "$WORK/fake/CMakeCache.txt"
  stand_in scale <<<'((SLURM_PROCID != 0)) || report'
  job "FAILED 1:0" "${TWO_TASKS[@]}" "$(edited one_node "$WORK/fake")"
  has "$LOG" "scale: task 1 on node n1 ran no benchmark"

  echo "Aril_ENABLE_MPI:BOOL=ON" >>"$WORK/fake/CMakeCache.txt"
  job "COMPLETED 0:0" "${TWO_TASKS[@]}" "$(edited one_node "$WORK/fake")"

  stand_in scale <<<'report'
  job "FAILED 1:0" "${TWO_TASKS[@]}" "$(edited one_node "$WORK/fake")"
  has "$LOG" "scale: task 1 on node n1 ran alone"
  unset ARIL_PERF
}

test_unedited() {
  local name
  for name in one_gpu one_node many_nodes openmp_node; do
    ! ask sbatch "$HERE/$name.sbatch" >/dev/null || fail "sbatch takes $name.sbatch as it is"
  done
  has "$WORK/client.log" "invalid partition specified: PARTITION"
}

# --- All of it

BUILD=$(cd "${1:?usage: test_slurm.sh BUILD_DIR}" && pwd)
((EUID == 0)) || skip "only root can start the daemons"
# Daemons are in folders that are not on everyone's PATH.
PATH=$PATH:/usr/sbin:/sbin
for command in munged munge unmunge slurmctld slurmd srun sbatch scontrol sinfo squeue scancel setpriv python3; do
  command -v "$command" >/dev/null || skip "no $command: install slurmctld, slurmd, slurm-client, munge, python3"
done
for name in "${PROGRAMS[@]}"; do
  [[ -x $BUILD/perf_test/aril_perf_$name ]] || { echo "error: aril_perf_$name is not built in $BUILD" >&2 && exit 1; }
done

# How the tasks of a build with MPI find each other: none, pmix or pmi2.
MPI=none
if grep -q '^Aril_ENABLE_MPI:BOOL=ON$' "$BUILD/CMakeCache.txt"; then
  MPI=pmi2
  ! grep -q '^MPI_CXX_.*openmpi' "$BUILD/CMakeCache.txt" || MPI=pmix
fi

# A name of its own, for this script and what it starts.
if [[ -z $(loopback_address) ]]; then
  if [[ $(uname -n) == localhost ]] || ! unshare --uts true 2>/dev/null; then
    skip "the name $(uname -n) does not lead to the loopback device"
  fi
  # shellcheck disable=SC2016
  exec unshare --uts bash -c 'hostname localhost && exec "$0" "$@"' "$HERE/test_slurm.sh" "$BUILD"
fi

# This may itself run in a job, or beside settings of a user's.
# shellcheck disable=SC2086
unset ${!SLURM_*} ${!SBATCH_*} ${!SRUN_*} ${!OMP_*} ${!KOKKOS_*} ARIL_PERF CUDA_VISIBLE_DEVICES
# Ranks may be more than the machine has cores free for.
export OMPI_MCA_mpi_yield_when_idle=1
WORK=$(mktemp -d)
# Folders with a space in their name are taken too.
JOBS="$WORK/the jobs"
mkdir "$JOBS"
export SLURM_CONF=$WORK/slurm.conf
trap stop_cluster EXIT
trap 'exit 130' INT TERM

start_cluster
echo "Slurm is up after $SECONDS s: $(slurmd -V), two nodes"
cd "$JOBS"
for test in test_unedited test_good_jobs test_environment test_missing_programs test_failing_benchmarks test_mpi_reports; do
  "$test"
  echo "$test: passed, $SECONDS s"
done
