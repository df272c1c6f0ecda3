# SPDX-FileCopyrightText: 2026 The Aril Authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reads what the benchmarks have written; reads and writes strict JSON only."""

from __future__ import annotations

import json
import math
import re
import statistics
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ELEMENT_BYTES = {"half": 2, "bfloat16": 2, "float": 4, "int32": 4, "double": 8, "complex": 8}

_UNIT_SECONDS = {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1.0}
# What Google Benchmark itself writes beside our counters.
_OWN_KEYS = {
    "family_index", "per_family_instance_index", "repetitions", "repetition_index", "threads", "iterations",
    "real_time", "cpu_time",
}  # fmt: skip
# What it appends to a name.
_SUFFIX = re.compile(r"manual_time|real_time|process_time|\w+:[\d.]+s?")


class ResultsError(Exception):
    """Results that cannot be used; the message says why, in one line."""


@dataclass(frozen=True)
class Case:
    """What a benchmark's name says: operation/candidate/backend/type/layout/size/marks."""

    operation: str
    candidate: str
    backend: str
    type: str
    layout: str
    size: tuple[int, ...]
    marks: tuple[str, ...]  # "cold", "in_place", ...

    @property
    def size_text(self) -> str:
        return " × ".join(str(n) for n in self.size)

    @property
    def is_linear(self) -> bool:
        return len(self.size) == 3

    @property
    def is_ours(self) -> bool:
        return self.candidate.startswith("aril")


@dataclass(frozen=True)
class Result:
    """One benchmark: the medians of its repetitions and how far they vary (standard deviation over mean)."""

    name: str
    case: Case | None
    seconds: float
    variation: float | None  # None: fewer than two repetitions, so nobody knows
    repetitions: int
    counters: dict[str, float] = field(default_factory=dict)
    counter_variation: dict[str, float] = field(default_factory=dict)

    def counter(self, name: str) -> float | None:
        return self.counters.get(name)


@dataclass(frozen=True)
class Run:
    """One file, that is one run of one executable."""

    path: Path
    context: dict[str, Any]
    results: list[Result]
    failures: list[str]


def read_strict(path: Path) -> Any:
    """JSON without NaN and infinities, which the standard has not."""

    def refuse(word: str) -> float:
        raise ResultsError(f"{path}: not strict JSON: it contains {word}")

    def number(word: str) -> float:
        value = float(word)
        return value if math.isfinite(value) else refuse(word)

    try:
        return json.loads(path.read_text(encoding="utf-8"), parse_constant=refuse, parse_float=number)
    except OSError as error:
        raise ResultsError(f"{path}: cannot be read: {error.strerror}") from error
    except ValueError as error:
        raise ResultsError(f"{path}: not JSON, perhaps of an interrupted run: {error}") from error


def write_strict(path: Path, value: Any) -> None:
    """Figures that are not defined become null."""

    def clean(item: Any) -> Any:
        if isinstance(item, dict):
            return {key: clean(entry) for key, entry in item.items()}
        if isinstance(item, (list, tuple)):
            return [clean(entry) for entry in item]
        return None if isinstance(item, float) and not math.isfinite(item) else item

    text = json.dumps(clean(value), indent=1, allow_nan=False, ensure_ascii=False)
    path.write_text(text + "\n", encoding="utf-8")


def parse_name(name: str) -> Case | None:
    """None for benchmarks that are named in another way, such as the demo's."""
    parts = [part for part in name.split("/") if not _SUFFIX.fullmatch(part)]
    if len(parts) < 6 or not re.fullmatch(r"\d+(x\d+){1,2}", parts[5]):
        return None
    size = tuple(int(n) for n in parts[5].split("x"))
    return Case(*parts[:5], size=size, marks=tuple(parts[6:]))


def _seconds(entry: dict[str, Any]) -> float:
    return entry["real_time"] * _UNIT_SECONDS[entry.get("time_unit", "ns")]


def _counters(entry: dict[str, Any]) -> dict[str, float]:
    is_number = lambda value: isinstance(value, (int, float)) and not isinstance(value, bool)
    return {key: float(value) for key, value in entry.items() if key not in _OWN_KEYS and is_number(value)}


def _from_aggregates(name: str, by_kind: dict[str, dict[str, Any]]) -> Result:
    median = by_kind["median"]
    variation, counter_variation = None, {}
    if "cv" in by_kind:
        variation = abs(by_kind["cv"]["real_time"])
        counter_variation = {key: abs(value) for key, value in _counters(by_kind["cv"]).items()}
    elif "stddev" in by_kind and by_kind.get("mean", {}).get("real_time"):
        variation = abs(by_kind["stddev"]["real_time"] / by_kind["mean"]["real_time"])
    repetitions = int(median.get("repetitions", 0))
    counters = _counters(median)
    return Result(name, parse_name(name), _seconds(median), variation, repetitions, counters, counter_variation)


def _from_repetitions(name: str, entries: list[dict[str, Any]]) -> Result:
    def middle_and_variation(values: list[float]) -> tuple[float, float | None]:
        mean = statistics.fmean(values)
        spread = statistics.stdev(values) / abs(mean) if len(values) > 1 and mean else None
        return statistics.median(values), spread

    seconds, variation = middle_and_variation([_seconds(entry) for entry in entries])
    medians, spreads = {}, {}
    all_counters = [_counters(entry) for entry in entries]
    for key in all_counters[0]:
        medians[key], spread = middle_and_variation([each[key] for each in all_counters if key in each])
        if spread is not None:
            spreads[key] = spread
    return Result(name, parse_name(name), seconds, variation, len(entries), medians, spreads)


def load_run(path: Path) -> Run:
    try:
        return _run(path, read_strict(path))
    except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
        raise ResultsError(f"{path}: not as a benchmark writes it ({type(error).__name__}: {error})") from error


def _run(path: Path, document: Any) -> Run:
    if not isinstance(document, dict) or not {"context", "benchmarks"} <= document.keys():
        raise ResultsError(f"{path}: not the JSON of a benchmark")
    aggregates: dict[str, dict[str, dict[str, Any]]] = {}
    repetitions: dict[str, list[dict[str, Any]]] = {}
    failures: list[str] = []
    for entry in document["benchmarks"]:
        name = entry.get("run_name", entry["name"])
        if entry.get("error_occurred"):
            failures.append(f"{name}: {entry.get('error_message', 'failed')}")
        elif entry.get("run_type") == "aggregate":
            aggregates.setdefault(name, {})[entry["aggregate_name"]] = entry
        else:
            repetitions.setdefault(name, []).append(entry)
    names = dict.fromkeys([*aggregates, *repetitions])
    results = [
        _from_aggregates(name, aggregates[name])
        if "median" in aggregates.get(name, {})
        else _from_repetitions(name, repetitions[name])
        for name in names
        if "median" in aggregates.get(name, {}) or name in repetitions
    ]
    return Run(path, document["context"], results, list(dict.fromkeys(failures)))


def load_folder(folder: Path) -> list[Run]:
    """All runs of a folder. They must come from one machine: one picture shows one device."""
    if not folder.is_dir():
        raise ResultsError(f"{folder}: no such folder")
    runs = [load_run(path) for path in sorted(folder.glob("*.json"))]
    if not runs:
        raise ResultsError(f"{folder}: no results (*.json) in it; scripts/perf_report.sh makes them")
    devices = sorted({str(run.context.get("device", "unknown")) for run in runs})
    if len(devices) > 1:
        raise ResultsError(f"{folder}: results of several devices ({', '.join(devices)}): give each its own folder")
    return runs


def first_context(runs: list[Run], key: str) -> str | None:
    """What the first run that knows it says."""
    values = (run.context.get(key) for run in runs)
    return next((str(value) for value in values if value not in (None, "")), None)


def machine_text(runs: list[Run]) -> str:
    """Such as "NVIDIA H200 · Aril 0.1.0 (1a2b3c4)", for titles."""
    device = first_context(runs, "device") or "unknown device"
    version = first_context(runs, "aril_version") or "of unknown version"
    commit = first_context(runs, "git_revision")
    return f"{device} · Aril {version}" + (f" ({commit})" if commit and commit != "unknown" else "")


def sweeps(runs: list[Run]) -> list[Run]:
    """The runs that went over sizes, as against those of one size."""
    return [run for run in runs if len({r.case.size for r in run.results if r.case and not r.case.is_linear}) >= 3]
