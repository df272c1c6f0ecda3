# SPDX-FileCopyrightText: 2026 The Aril Authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The tables: Markdown for readers, strict JSON for programs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from report import cases, figures
from report.linear import linear_results
from report.results import Result, Run, first_context, machine_text
from report.text import UNDEFINED, number_text, table, time_text

_FACTS = {
    "device": "device",
    "driver": "driver",
    "cuda_runtime": "CUDA",
    "cuda_compiler": "CUDA compiler",
    "compiler": "compiler",
    "kokkos_version": "Kokkos",
    "blas_core": "BLAS kernels for",
    "OMP_NUM_THREADS": "OMP_NUM_THREADS",
    "OMP_PROC_BIND": "OMP_PROC_BIND",
    "OMP_PLACES": "OMP_PLACES",
    "aril_version": "Aril",
    "git_revision": "commit",
    "ranks": "MPI ranks",
    "suite": "suite",
}
_ELEMENTWISE = ["operation", "who", "backend", "size", "type", "layout", "case", "median", "±", "GB/s", "of copy",
                "over plain", "max error"]  # fmt: skip
_LINEAR = ["who", "backend", "M × N × K", "type", "layout", "median", "±", "TFLOP/s", "over plain", "max error"]
_NUMBERS = {"median", "±", "GB/s", "TFLOP/s", "of copy", "over plain", "max error"}


def _marks_text(marks: tuple[str, ...]) -> str:
    return ", ".join(mark.replace("_", " ") for mark in marks) or UNDEFINED


def _common(result: Result) -> tuple[list[str], list[str]]:
    variation = number_text(result.variation, ".1f", 100)
    spread = variation if variation == UNDEFINED else variation + " %"
    times = [time_text(result.seconds), spread]
    over_plain = result.counter("speedup_over_plain")
    plain = number_text(over_plain, ".2f")
    ends = [plain if plain == UNDEFINED else plain + "×", number_text(result.counter("max_abs_error"), ".1e")]
    return times, ends


def _elementwise_row(result: Result) -> list[str]:
    case, (times, ends) = result.case, _common(result)
    rate = number_text(result.counter("bytes_per_second"), ".1f", 1e-9)
    share = number_text(result.counter("fraction_of_copy"), ".3f")
    names = [case.operation, case.candidate, case.backend, case.size_text, case.type, case.layout]
    return [*names, _marks_text(case.marks), *times, rate, share, *ends]


def _linear_row(result: Result) -> list[str]:
    case, (times, ends) = result.case, _common(result)
    rate = number_text(result.counter("flops_per_second"), ".3f", 1e-12)
    return [case.candidate, case.backend, case.size_text, case.type, case.layout, *times, rate, *ends]


def _order(result: Result) -> tuple:
    case = result.case
    return (figures.operation_order(case.operation), case.backend, *cases.case_order(case), case.candidate)


def _unique(runs: list[Run]) -> list[Result]:
    results = [r for run in runs for r in run.results if r.case and not r.case.is_linear]
    return sorted({result.case: result for result in results}.values(), key=_order)


def _facts(runs: list[Run]) -> list[str]:
    lines = []
    for key, word in _FACTS.items():
        # "unknown" is what an executable says that has no use for the thing, such as a BLAS.
        values = sorted({str(run.context[key]) for run in runs if run.context.get(key) not in (None, "", "unknown")})
        if values:
            lines.append(f"- {word}: {'; '.join(values)}")
            if len(values) > 1:
                lines[-1] += " **(the runs differ)**"
    dates = sorted(str(run.context["date"]) for run in runs if "date" in run.context)
    if dates:
        lines.append(f"- measured: {dates[0]} to {dates[-1]}")
    return lines


def _figure_lines(pictures: list[Path]) -> list[str]:
    pngs = [path.name for path in pictures if path.suffix == ".png"]
    return [f"![{Path(name).stem.replace('_', ' ')}]({name})\n" for name in pngs]


def _failures(runs: list[Run]) -> list[str]:
    return [f"- {run.path.name}: {failure}" for run in runs for failure in run.failures]


def markdown(runs: list[Run], pictures: list[Path]) -> str:
    results = _unique(runs)
    ours = [_elementwise_row(result) for result in results if result.case.is_ours]
    others = [_elementwise_row(result) for result in results if not result.case.is_ours]
    linear = [_linear_row(r) for r in sorted(linear_results(runs), key=lambda r: (r.case.size, r.case.candidate))]
    parts = [f"# {machine_text(runs)}", "\n".join(_facts(runs))]
    if failures := _failures(runs):
        parts += ["**Failed:**", "\n".join(failures)]
    parts.append(
        "Medians of the repetitions; ± is their standard deviation over their mean. GB = 1e9 bytes, those that an\n"
        "operation must move. “of copy” and “over plain”: speed over that of a copy of the same bytes and of a plain\n"
        "Kokkos loop, each timed in turn with the candidate. Error: the largest, absolute, against float64.\n"
        f"{UNDEFINED}: not defined or not measured."
    )
    parts += _figure_lines(pictures)
    if ours:
        parts += ["## Aril", table(_ELEMENTWISE, ours, _NUMBERS)]
    if others:
        parts += ["## The others", table(_ELEMENTWISE, others, _NUMBERS)]
    if linear:
        parts += ["## Linear layer with scaled residual", table(_LINEAR, linear, _NUMBERS)]
    else:
        parts += ["## Linear layer with scaled residual", "Not in these results."]
    return "\n\n".join(parts) + "\n"


def document(runs: list[Run]) -> dict[str, Any]:
    """All results; what is not defined is null."""
    keys = ["bytes_per_second", "flops_per_second", "fraction_of_copy", "speedup_over_plain", "max_abs_error"]
    rows = []
    for result in [*_unique(runs), *linear_results(runs)]:
        row: dict[str, Any] = dict(vars(result.case))
        row |= {"seconds": result.seconds, "variation": result.variation, "repetitions": result.repetitions}
        rows.append(row | {key: result.counter(key) for key in keys})
    context = {key: first_context(runs, key) for key in _FACTS}
    return {"context": context, "results": rows, "failures": [f for run in runs for f in run.failures]}
