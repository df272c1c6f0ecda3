#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Aril Authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The three workloads in PyTorch and in Aril, in turn on the same device: time, ratio, error against float64."""

from __future__ import annotations

import argparse
import gc
import os
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from report.pytorch import SAMPLED_ROWS, CompileTimeout, Program, Workload, cache_bytes, measure
from report.pytorch import sets_for_cold_cache, small_layers, time_limit
from report.pytorch import workloads as all_workloads
from report.results import Result, ResultsError, load_run, write_strict
from report.text import UNDEFINED, number_text, table, time_text

CANNOT = 77  # the exit code for "not here", which test drivers know as "skipped"
PRECISIONS = {"ieee": "fp32", "tf32": "TF32", "split bf16": "bfloat16 split", "split fp16": "float16 split"}
EAGER, EAGER_TF32 = "PyTorch eager", "PyTorch eager, TF32"


@dataclass
class Row:
    """One line of the table: the median of each round, and what there is to say."""

    workload: str
    size: str
    program: str
    rounds: list[float] = field(default_factory=list)
    error: float | None = None
    note: str = ""

    @property
    def seconds(self) -> float | None:
        return statistics.median(self.rounds) if self.rounds else None


def programs(torch: Any, workload: Workload, options: argparse.Namespace) -> list[Program]:
    """Functions of their own for each precision, so that none is compiled under another's setting."""
    precisions = {"": "highest"}
    # TF32 is something GPUs have.
    if workload.executable == "aril_perf_linear" and options.device == "cuda":
        precisions[", TF32"] = "high"
    eager = [Program("PyTorch eager" + words, workload.program, value) for words, value in precisions.items()]
    if options.no_compile:
        return eager
    compiled = [
        Program("PyTorch torch.compile" + words, torch.compile(lambda *x: workload.program(*x)), value)
        for words, value in precisions.items()
    ]
    return eager + compiled


def run_pytorch(torch: Any, workload: Workload, plan: list[Program], rows: dict, options: argparse.Namespace) -> None:
    """One round. A program that failed once is left out from then on; its row says why."""
    sets = workload.arrays(sets_for_cold_cache(workload.bytes, cache_bytes(torch, options.device)))
    for program in plan:
        row = rows[workload.name].setdefault(program.name, Row(workload.name, size_text(workload), program.name))
        if row.note:
            continue
        torch.set_float32_matmul_precision(program.precision)
        try:
            with time_limit(options.compile_limit):  # the first call compiles
                result = program.call(*sets[0])
            if row.error is None:
                row.error = workload.error(result, *sets[0])
            del result
            row.rounds.append(measure(torch, options.device, program, sets, options.readings))
        except CompileTimeout:
            row.note = f"not ready after {options.compile_limit:g} s"
        except Exception as error:  # whatever a compiler throws is no reason to lose the others
            row.note = f"failed: {first_line(error)}"
    del sets
    gc.collect()
    if options.device == "cuda":
        torch.cuda.empty_cache()


def first_line(error: Exception) -> str:
    """A compiler's message can have hundreds; a bar would end the table's cell."""
    lines = str(error).strip().splitlines() or [""]
    return f"{type(error).__name__}: {lines[0][:100]}".replace("|", "/")


# Aril's side.


def run_ours(workload: Workload, rows: dict, options: argparse.Namespace) -> None:
    """One round, in a process of its own, which has the device's memory to itself."""
    mine = rows[workload.name]

    def note(text: str) -> None:
        mine.setdefault("Aril", Row(workload.name, size_text(workload), "Aril")).note = text

    executable = options.build_dir / workload.executable
    if not executable.exists():
        return note(f"no {workload.executable} in the build")
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out.json"
        command = [executable, *workload.flags, "--type=float", "--cold", f"--benchmark_filter={workload.filter}",
                   f"--benchmark_out={out}", f"--benchmark_repetitions={3 if options.quick else 5}",
                   f"--benchmark_min_time={0.01 if options.quick else 0.05}"]  # fmt: skip
        # Threads stay where their memory is, as scripts/perf_report.sh has them.
        environment = {"OMP_PROC_BIND": "spread", "OMP_PLACES": "cores"} | os.environ
        try:
            done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=options.run_limit)
            run = load_run(out)
        except subprocess.TimeoutExpired:
            return note(f"not ready after {options.run_limit:g} s")
        except ResultsError:
            lines = (done.stderr or done.stdout).strip().splitlines()
            return note(f"failed: {lines[-1] if lines else f'exit code {done.returncode}'}")
    for result in run.results:
        if result.case and (result.case.backend == "Cuda") == (options.device == "cuda"):
            add_ours(workload, result, mine)
    if run.failures or not any(name.startswith("Aril") for name in mine):
        note(run.failures[0] if run.failures else f"the build has no {options.device.upper()} backend")


def add_ours(workload: Workload, result: Result, mine: dict[str, Row]) -> None:
    candidate = result.case.candidate.removeprefix("aril").removeprefix("_")
    precision = candidate.removesuffix("_factored").replace("_", " ")
    name = f"Aril, {PRECISIONS.get(precision, precision)}" if precision else "Aril"
    name += ", factored" if candidate.endswith("_factored") else ""
    row = mine.setdefault(name, Row(workload.name, size_text(workload), name))
    row.rounds.append(result.seconds)
    row.error = result.counter("max_abs_error")
    if copy := result.counter("copy_seconds"):
        words = "copy of the same bytes"
        mine.setdefault(words, Row(workload.name, size_text(workload), words)).rounds.append(copy)


# The table.


def size_text(workload: Workload) -> str:
    return " × ".join(map(str, workload.size))


def ratio(rows: dict[str, Row], row: Row, anchor: str) -> float | None:
    """How many times faster than the anchor."""
    if anchor not in rows or rows[anchor].seconds is None or row.seconds is None:
        return None
    return rows[anchor].seconds / row.seconds


def print_table(rows: dict[str, dict[str, Row]]) -> None:
    header = ["workload", "size", "program", "time", "× eager", "× eager TF32", "max error", "note"]
    lines = []
    for mine in rows.values():
        for row in mine.values():
            ratios = [number_text(ratio(mine, row, anchor), ".3f") for anchor in (EAGER, EAGER_TF32)]
            error = number_text(row.error, ".1e")
            lines.append([row.workload, row.size, row.program, time_text(row.seconds), *ratios, error, row.note])
    print(table(header, lines, {"time", "× eager", "× eager TF32", "max error"}))
    print(f"× eager: PyTorch eager's time (fp32) over this one's. Error: the largest, of W2 in {SAMPLED_ROWS} rows.")
    print(f"{UNDEFINED}: not defined or not measured.")


def document(rows: dict[str, dict[str, Row]], context: dict[str, Any]) -> dict[str, Any]:
    entries = []
    for mine in rows.values():
        for row in mine.values():
            entry = {"workload": row.workload, "size": row.size, "program": row.program, "seconds": row.seconds}
            entry |= {"seconds_of_rounds": row.rounds, "times_eager": ratio(mine, row, EAGER)}
            entry |= {"times_eager_tf32": ratio(mine, row, EAGER_TF32), "max_abs_error": row.error}
            entries.append(entry | {"note": row.note or None})
    return {"context": context, "results": entries}


def run_rounds(torch: Any, options: argparse.Namespace) -> tuple[dict[str, dict[str, Row]], int]:
    """PyTorch, Aril, PyTorch, Aril, ...: whatever the device does meanwhile happens to both."""
    small = options.small_layers
    workloads = small_layers(torch, options.device) if small else all_workloads(torch, options.device, options.quick)
    plans = [programs(torch, workload, options) for workload in workloads]
    rows: dict[str, dict[str, Row]] = {workload.name: {} for workload in workloads}
    start = time.monotonic()
    for done in range(options.rounds):
        # The first round compiles and so takes longest: another one fits if an average one does.
        if done and (time.monotonic() - start) * (done + 1) / done > options.time_limit:
            print(f"compare_pytorch: time limit: {done} of {options.rounds} rounds", file=sys.stderr)
            return rows, done
        for workload, plan in zip(workloads, plans):
            print(f"  round {done + 1}: {workload.name}", file=sys.stderr)
            run_pytorch(torch, workload, plan, rows, options)
            run_ours(workload, rows, options)
    return rows, options.rounds


def read_options(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build-dir", type=Path, required=True, help="a build of Aril, or the folder of executables")
    parser.add_argument("--quick", action="store_true", help="smaller, with fewer rounds")
    parser.add_argument("--small-layers", action="store_true", help="small and thin linear layers, not the workloads")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the table as JSON")
    parser.add_argument("--device", choices=["auto", "cuda", "cpu"], default="auto")
    parser.add_argument("--no-compile", action="store_true", help="without torch.compile")
    parser.add_argument("--rounds", type=int, help="how often PyTorch and Aril take turns (default 3, quick 2)")
    parser.add_argument("--time-limit", type=float, default=480, metavar="S", help="no round begins that would pass it")
    parser.add_argument("--compile-limit", type=float, default=90, metavar="S", help="for each program's first call")
    parser.add_argument("--run-limit", type=float, default=240, metavar="S", help="for each run of an executable")
    options = parser.parse_args(arguments)
    if options.rounds is not None and options.rounds < 1:
        parser.error("--rounds takes a number from 1 on")
    options.rounds = options.rounds or (2 if options.quick else 3)
    options.readings = 5 if options.quick else 11
    inner = options.build_dir / "perf_test"
    options.build_dir = inner if inner.is_dir() else options.build_dir
    return options


def main(arguments: list[str] | None = None) -> int:
    options = read_options(arguments)
    say = lambda text: print(f"compare_pytorch: {text}", file=sys.stderr)
    try:
        import torch
    except ImportError as error:
        say(f"PyTorch is missing ({error}): nothing to compare with")
        return CANNOT
    has_gpu = torch.cuda.is_available()
    if options.device == "cuda" and not has_gpu:
        say("PyTorch sees no CUDA GPU: nothing to compare on")
        return CANNOT
    if options.device == "auto":
        options.device = "cuda" if has_gpu else "cpu"
    if not (options.build_dir / "aril_perf_scale").exists():
        say(f"no aril_perf_scale in {options.build_dir}: build Aril's benchmarks first")
        return 1
    if options.device == "cpu":
        why = "" if has_gpu else "PyTorch sees no CUDA GPU: "
        say(f"{why}comparing on the CPU, with a host build; Aril's threads are bound to cores")
    torch.manual_seed(0)
    with torch.no_grad():
        rows, rounds = run_rounds(torch, options)
    name = torch.cuda.get_device_name(0) if options.device == "cuda" else "CPU"
    print(f"{name}, PyTorch {torch.__version__}, {rounds} rounds in turn, float\n")
    print_table(rows)
    if options.json:
        context = {"device": name, "torch": str(torch.__version__), "rounds": rounds, "quick": options.quick}
        write_strict(options.json, document(rows, context))
    return 0


if __name__ == "__main__":
    sys.exit(main())
