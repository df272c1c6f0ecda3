# SPDX-FileCopyrightText: 2026 The Aril Authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The pictures of the elementwise operations that go over sizes: bandwidth, and speed against the copy's."""

from __future__ import annotations

import math
import statistics
from dataclasses import dataclass
from pathlib import Path

import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, LogLocator, NullLocator

from report import style
from report.results import ELEMENT_BYTES, Case, Result, Run, sweeps

OPERATIONS = {
    "scale": "scale: C = s·A",
    "scale_rows": "scale_rows: C = diag(d)·B",
    "scale_columns": "scale_columns: C = B·diag(d)",
    "affine": "transform: C = diag(d)·B + b",
    "scaled_residual": "scaled_residual: Z = Y·s + Y",
}
MARKS = {"cold": "data from memory", "hot": "the same data each time", "in_place": "in place"}


@dataclass(frozen=True)
class Kind:
    """What stands on the vertical axis."""

    name: str
    title: str
    axis: str
    counter: str
    factor: float


BANDWIDTH = Kind("bandwidth", "Bandwidth by size", "GB/s", "bytes_per_second", 1e-9)
RELATIVE = Kind("share_by_size", "Speed over the copy's speed, by size", "speed / copy's speed", "fraction_of_copy", 1)

Series = dict[str, list[tuple[float, float, float]]]  # candidate: (bytes, value, variation)


def operation_order(operation: str) -> tuple[int, str]:
    names = list(OPERATIONS)
    return (names.index(operation) if operation in OPERATIONS else len(names), operation)


def _bytes_text(value: float, _position: int = 0) -> str:
    for factor, unit in ((1e12, "TB"), (1e9, "GB"), (1e6, "MB"), (1e3, "kB")):
        if value >= factor:
            return f"{value / factor:g} {unit}"
    return f"{value:g} B"


def _copied_bytes(case: Case) -> float | None:
    """What the copy that a case is held against reads and writes."""
    element = ELEMENT_BYTES.get(case.type)
    return None if element is None else 2.0 * element * math.prod(case.size)


def _copy_series(results: list[Result], kind: Kind) -> list[tuple[float, float, float]]:
    """Every candidate is timed in turn with a copy of its own: the median of these."""
    rates: dict[float, list[float]] = {}
    for result in results:
        seconds, copied = result.counter("copy_seconds"), _copied_bytes(result.case)
        if seconds and copied:
            rates.setdefault(copied, []).append(copied / seconds * kind.factor)
    return sorted((size, statistics.median(values), 0.0) for size, values in rates.items())


def _series(results: list[Result], kind: Kind) -> Series:
    series: Series = {}
    for result in results:
        rate, value = result.counter("bytes_per_second"), result.counter(kind.counter)
        if rate is not None and value is not None:
            variation = result.counter_variation.get(kind.counter, result.variation or 0.0)
            point = (rate * result.seconds, value * kind.factor, variation)
            series.setdefault(result.case.candidate, []).append(point)
    if series and kind is BANDWIDTH and (copy := _copy_series(results, kind)):
        series["copy"] = copy
    return {name: sorted(series[name]) for name in sorted(series, key=style.order)}


def _draw(axes: Axes, series: Series, kind: Kind, everybody: list[str]) -> None:
    if kind is RELATIVE:
        axes.axhline(1, color=style.GREY, linestyle="--", linewidth=1.3, zorder=4)
    for candidate, points in series.items():
        look = style.look_of(candidate, everybody)
        sizes, values, variations = zip(*points)
        # The copy has no markers and lies on top: what runs at its speed would hide it.
        style.draw_line(axes, sizes, values, look, zorder=4 if candidate == "copy" else 3 if look.ours else 2.5)
        low = [value * (1 - variation) for value, variation in zip(values, variations)]
        high = [value * (1 + variation) for value, variation in zip(values, variations)]
        axes.fill_between(sizes, low, high, color=look.colour, alpha=0.15, linewidth=0)
    axes.set_xscale("log")
    axes.xaxis.set_major_locator(LogLocator(base=10, numticks=12))
    axes.xaxis.set_minor_locator(NullLocator())
    axes.xaxis.set_major_formatter(FuncFormatter(_bytes_text))


def _top(panels: dict[str, Series]) -> float:
    """The upper end of the axis: by the medians, so that one wide spread does not squeeze everything."""
    return 1.12 * max(value for series in panels.values() for points in series.values() for _, value, _ in points)


def _figure(panels: dict[str, Series], kind: Kind, key: tuple, runs: list[Run]) -> Figure:
    backend, element, layout, marks = key
    words = ", ".join(MARKS.get(mark, mark.replace("_", " ")) for mark in marks)
    title = f"{kind.title}: {style.backend_text(backend)}, {element}, Layout{layout.capitalize()}, {words}"
    everybody = sorted({name for series in panels.values() for name in series}, key=style.order)
    columns = min(2, len(panels))
    rows = math.ceil(len(panels) / columns)
    spare = rows * columns > len(panels)
    below = 0.5 + (0 if spare else style.legend_height(len(everybody)))
    height = style.HEADING + 2.2 * rows + below
    figure, grid = plt.subplots(rows, columns, figsize=(style.WIDTH, height), squeeze=False, sharey=True)
    bottom, top = below / height, 1 - style.HEADING / height
    figure.subplots_adjust(left=0.08, right=0.985, top=top, bottom=bottom, hspace=0.38, wspace=0.07)
    style.heading(figure, title, runs, "bands: ± standard deviation")
    cells = list(grid.flat)
    for index, (operation, series) in enumerate(panels.items()):
        axes = cells[index]
        _draw(axes, series, kind, everybody)
        axes.set_ylim(0, _top(panels))
        axes.set_title(OPERATIONS.get(operation, operation))
        if index % columns == 0:
            axes.set_ylabel(kind.axis)
        if index + columns >= len(panels):
            axes.set_xlabel("bytes read and written")
    handles = style.handles(everybody)
    if spare:
        cells[-1].axis("off")
        cells[-1].legend(handles=handles, loc="center", fontsize=9)
    else:
        style.legend(figure, handles)
    return figure


def over_sizes(runs: list[Run], folder: Path) -> list[Path]:
    """Two pictures for each backend, type, layout and state of the cache that was swept over sizes."""
    groups: dict[tuple, dict[str, list[Result]]] = {}
    for run in sweeps(runs):
        for result in run.results:
            if result.case and not result.case.is_linear:
                case = result.case
                key = (case.backend, case.type, case.layout, case.marks)
                groups.setdefault(key, {}).setdefault(case.operation, []).append(result)
    files: list[Path] = []
    for key in sorted(groups):
        operations = sorted(groups[key], key=operation_order)
        for kind in (BANDWIDTH, RELATIVE):
            panels = {name: series for name in operations if (series := _series(groups[key][name], kind))}
            if panels:
                stem = "_".join([kind.name, key[0].lower(), *key[1:3], *key[3]])
                files += style.save(_figure(panels, kind, key, runs), folder / stem)
    return files
