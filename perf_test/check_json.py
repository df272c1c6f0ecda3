#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Aril Authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a benchmark and checks its JSON: strict, and with rates that follow from size and time.

    check_json.py EXECUTABLE [OPTION...]
"""
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ELEMENT_BYTES = {"float": 4, "double": 8, "complex": 8, "half": 2, "int32": 4}
NAME = re.compile(r"(?P<operation>\w+)/(?P<candidate>\w+)/(?P<backend>\w+)/(?P<type>\w+)/(?P<layout>\w+)/"
                  r"(?P<size>\d+(x\d+)+)(/\w+)*/(hot|cold)/manual_time")


def refuse_constant(text: str) -> None:
    raise ValueError(f"{text} is no JSON")


def expected_work(name: re.Match[str]) -> tuple[float, float]:
    """Bytes and flops of a call, by what the operations have to read, write and compute; independent of model.hpp."""
    size = [int(extent) for extent in name["size"].split("x")]
    element = ELEMENT_BYTES[name["type"]]
    rows, columns = size[:2]
    full = rows * columns
    elements_and_flops = {
        "scale": (2 * full, full),
        "scale_rows": (2 * full + rows, full),
        "scale_columns": (2 * full + columns, full),
        "scaled_residual": (2 * full, 2 * full),
        "affine": (2 * full + rows + columns, 2 * full),
        "along_rank3": (2 * full + rows, full),
        "along_rank4": (2 * full + rows, full),
    }
    if name["operation"] == "linear_scaled_residual":
        inputs = size[2]
        return element * (rows * inputs + columns * inputs + columns + full), 2 * full * inputs
    elements, flops = elements_and_flops[name["operation"]]
    return element * elements, flops


def check_run(run: dict) -> None:
    name = NAME.match(run["name"])
    if not name:
        raise ValueError(f"unexpected name {run['name']}")
    if "error_message" in run:
        raise ValueError(f"{run['name']}: {run['error_message']}")
    seconds = run["real_time"] * {"ns": 1e-9, "us": 1e-6, "ms": 1e-3}[run["time_unit"]]
    for counter, amount in zip(("bytes_per_second", "flops_per_second"), expected_work(name)):
        recomputed = amount / seconds
        if abs(run[counter] - recomputed) > 1e-4 * recomputed:
            raise ValueError(f"{run['name']}: {counter} is {run[counter]:.6g}, size and time give {recomputed:.6g}")
    # What a comparison needs is there, and makes sense.
    for counter in ("speedup_over_plain", "plain_seconds"):
        if not run[counter] > 0:
            raise ValueError(f"{run['name']}: {counter} is {run[counter]}")
    if not 0 <= run["max_abs_error"] < 1e-2:
        raise ValueError(f"{run['name']}: max_abs_error is {run['max_abs_error']}")


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out.json"
        subprocess.run([*sys.argv[1:], f"--benchmark_out={out}", "--benchmark_report_aggregates_only=false",
                        "--benchmark_repetitions=2", "--benchmark_min_time=0.001"],
                       check=True, stdout=subprocess.DEVNULL)
        report = json.loads(out.read_text(), parse_constant=refuse_constant)
    for key in ("aril_version", "git_revision", "kokkos_version", "kokkos_configuration", "device", "compiler"):
        if not report["context"].get(key):
            raise ValueError(f"the context says nothing of {key}")
    runs = [run for run in report["benchmarks"] if run["run_type"] == "iteration"]
    if not runs:
        raise ValueError("no benchmark ran")
    for run in runs:
        check_run(run)
    print(f"{len(runs)} runs, as expected")
    return 0


if __name__ == "__main__":
    sys.exit(main())
