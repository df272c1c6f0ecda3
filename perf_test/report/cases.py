# SPDX-FileCopyrightText: 2026 The Aril Authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The picture of single cases: the share of the copy's speed by operation, type, layout and size."""

from __future__ import annotations

import math
from collections import Counter
from pathlib import Path

import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from report import style
from report.figures import OPERATIONS, operation_order
from report.results import ELEMENT_BYTES, Case, Result, Run, sweeps

_SUPERSCRIPT = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_TYPES = ["float", *(name for name in ELEMENT_BYTES if name != "float")]
_MOST_COLUMNS = 3


def single_cases(runs: list[Run]) -> list[Result]:
    """The runs of one size, and of the sweeps what is of a size with them or else the largest. Once each."""
    swept = sweeps(runs)
    elementwise = lambda run: [r for r in run.results if r.case and not r.case.is_linear]
    singles = [result for run in runs if run not in swept for result in elementwise(run)]
    sizes = {result.case.size for result in singles}
    for run in swept:
        largest = max((result.case.size for result in elementwise(run)), key=math.prod)
        kept = [result for result in elementwise(run) if result.case.size in sizes]
        singles += kept or [result for result in elementwise(run) if result.case.size == largest]
    return list({result.case: result for result in singles}.values())


def case_order(case: Case) -> tuple:
    kind = _TYPES.index(case.type) if case.type in _TYPES else len(_TYPES)
    words = ("hot" in case.marks, len(case.marks), case.marks, kind, case.layout != "right")
    return (*words, math.prod(case.size), case.size)


def _extent_text(extent: int) -> str:
    """2²⁴ for 16777216."""
    is_power = extent >= 1 << 16 and extent & (extent - 1) == 0
    return "2" + str(extent.bit_length() - 1).translate(_SUPERSCRIPT) if is_power else str(extent)


def case_text(case: Case) -> str:
    """LayoutRight and data from memory are what is not said."""
    words = [case.type]
    if case.layout != "right":
        words.append("Layout" + case.layout.capitalize())
    words.append(" × ".join(_extent_text(extent) for extent in case.size))
    words += [mark.replace("_", " ") for mark in case.marks if mark != "cold"]
    return ", ".join(words)


def _rows(results: list[Result]) -> list[str]:
    """One for each case that any operation has; first those of the size that most have."""
    usual = Counter(result.case.size for result in results).most_common(1)[0][0]

    def rank(result: Result) -> tuple:
        order = case_order(result.case)
        return (*order[:5], result.case.size != usual, *order[5:])

    return list(dict.fromkeys(case_text(result.case) for result in sorted(results, key=rank)))


def shares(runs: list[Run], folder: Path) -> list[Path]:
    """One picture for each backend."""
    files: list[Path] = []
    results = [result for result in single_cases(runs) if result.counter("fraction_of_copy") is not None]
    for backend in sorted({result.case.backend for result in results}):
        mine = [result for result in results if result.case.backend == backend]
        # A panel has a line for each case that any operation has: one case by itself is for the tables.
        counts = Counter(operation for operation, _ in {(r.case.operation, case_text(r.case)) for r in mine})
        mine = [r for r in mine if counts[r.case.operation] > 1 or len(counts) == 1]
        files += style.save(_figure(mine, backend, runs), folder / f"share_of_copy_{backend.lower()}")
    return files


def _figure(results: list[Result], backend: str, runs: list[Run]) -> Figure:
    panels: dict[str, list[Result]] = {}
    for result in sorted(results, key=lambda r: operation_order(r.case.operation)):
        panels.setdefault(result.case.operation, []).append(result)
    everybody = sorted({result.case.candidate for result in results}, key=style.order)
    lines = _rows(results)
    columns = min(_MOST_COLUMNS, len(panels))
    rows, panel, gap = math.ceil(len(panels) / columns), len(lines) * 0.2 + 0.12, 0.55
    below = 0.55 + style.legend_height(len(everybody) + 1)
    height = style.HEADING + 0.12 + rows * panel + (rows - 1) * gap + below
    figure, grid = plt.subplots(rows, columns, figsize=(style.WIDTH, height), squeeze=False, sharex=True, sharey=True)
    bottom, top = below / height, 1 - (style.HEADING + 0.12) / height
    left = (0.15 + 0.068 * max(map(len, lines))) / style.WIDTH
    figure.subplots_adjust(left=left, right=0.95, top=top, bottom=bottom, hspace=gap / panel, wspace=0.22)
    title = f"Speed over the speed of a copy of the same bytes: {style.backend_text(backend)}"
    note = "LayoutRight, data from memory, unless named; the numbers are Aril's; bars: ± standard deviation"
    style.heading(figure, title, runs, note)
    cells = list(grid.flat)
    for index, (operation, mine) in enumerate(panels.items()):
        _draw(cells[index], mine, lines, everybody)
        # Two lines: the panels are narrow.
        cells[index].set_title(OPERATIONS.get(operation, operation).replace(": ", "\n"), fontsize=8.5, pad=3)
        if index + columns >= len(panels):
            cells[index].tick_params(labelbottom=True)
            cells[index].set_xlabel("speed / copy's speed")
    limit = max(1.1, 1.06 * max(result.counter("fraction_of_copy") for result in results))
    cells[0].set_xlim(0, limit)
    cells[0].set_yticks(range(len(lines)), lines)
    cells[0].set_ylim(len(lines) - 0.4, -0.6)
    for axes in cells[len(panels) :]:
        axes.set_visible(False)
    copy = Line2D([], [], color=style.GREY, linestyle="--", label="the copy")
    style.legend(figure, [copy, *style.handles(everybody, lines=False)])
    return figure


def _draw(axes: Axes, results: list[Result], lines: list[str], everybody: list[str]) -> None:
    axes.axvline(1, color=style.GREY, linestyle="--", linewidth=1.2, zorder=1)
    # Ours last, so on top.
    for result in sorted(results, key=lambda r: (r.case.is_ours, style.order(r.case.candidate)[0] * -1)):
        look = style.look_of(result.case.candidate, everybody)
        value, y = result.counter("fraction_of_copy"), lines.index(case_text(result.case))
        spread = result.counter_variation.get("fraction_of_copy", 0.0) * value
        style.draw_point(axes, value, y, look, xerr=spread or None)
        if result.case.candidate == "aril":
            # A dot is worth 0.02 of the axis: the number beside the panel says the rest.
            place = axes.get_yaxis_transform()
            axes.text(1.02, y, f"{value:.2f}", transform=place, va="center", fontsize=7.5, color=look.colour)
    axes.tick_params(axis="y", length=0)
    axes.grid(axis="y", linestyle=":")
    axes.spines["left"].set_visible(False)
