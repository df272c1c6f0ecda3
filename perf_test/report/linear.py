# SPDX-FileCopyrightText: 2026 The Aril Authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The linear layer: how fast against how far off, one mark for each precision and each library."""

from __future__ import annotations

import math
from pathlib import Path

import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import NullFormatter

from report import style
from report.results import Result, Run


def linear_results(runs: list[Run]) -> list[Result]:
    """Once each, where a case comes up in several files."""
    results = [result for run in runs for result in run.results if result.case and result.case.is_linear]
    return list({result.case: result for result in results}.values())


def linear(runs: list[Run], folder: Path) -> list[Path]:
    """One picture for each backend and type. What has no error or no speed on record cannot be drawn."""
    groups: dict[tuple[str, str], list[Result]] = {}
    for result in linear_results(runs):
        # An error of exactly zero has no place on a logarithmic axis.
        if result.counter("max_abs_error") and result.counter("flops_per_second"):
            groups.setdefault((result.case.backend, result.case.type), []).append(result)
    files: list[Path] = []
    for (backend, element), results in sorted(groups.items()):
        figure = _figure(results, f"{style.backend_text(backend)}, {element}", runs)
        files += style.save(figure, folder / f"linear_{backend.lower()}_{element}")
    return files


def _figure(results: list[Result], words: str, runs: list[Run]) -> Figure:
    panel_of = lambda result: (math.prod(result.case.size), result.case.size, result.case.layout != "right")
    panels = sorted({panel_of(result) for result in results})
    everybody = sorted({result.case.candidate for result in results}, key=style.order)
    columns = min(2, len(panels))
    rows = math.ceil(len(panels) / columns)
    below = 0.5 + style.legend_height(len(everybody))
    height = style.HEADING + (2.9 if rows == 1 else 2.3) * rows + below
    figure, grid = plt.subplots(rows, columns, figsize=(style.WIDTH, height), squeeze=False, sharex=True)
    bottom, top = below / height, 1 - style.HEADING / height
    figure.subplots_adjust(left=0.08, right=0.965, top=top, bottom=bottom, hspace=0.3, wspace=0.14)
    title = f"Linear layer with scaled residual: speed against error, {words}"
    style.heading(figure, title, runs, "bars: ± standard deviation")
    cells = list(grid.flat)
    for number, panel in enumerate(panels):
        _, size, left = panel
        _draw(cells[number], [result for result in results if panel_of(result) == panel], everybody)
        cells[number].set_title("M × N × K = {} × {} × {}".format(*size) + (", LayoutLeft" if left else ""))
        if number % columns == 0:
            cells[number].set_ylabel("TFLOP/s")
        if number + columns >= len(panels):
            cells[number].set_xlabel("largest absolute error against float64")
            cells[number].tick_params(labelbottom=True)
    for axes in cells[len(panels) :]:
        axes.set_visible(False)
    _whole_decades(cells[0], [result.counter("max_abs_error") for result in results])
    style.legend(figure, style.handles(everybody, lines=False))
    return figure


def _whole_decades(axes: Axes, errors: list[float]) -> None:
    """With labels at powers of ten only: within one decade matplotlib labels every tick, and they touch."""
    low, high = math.floor(math.log10(min(errors))), math.ceil(math.log10(max(errors)))
    axes.set_xscale("log")
    axes.set_xlim(10.0**low, 10.0 ** max(high, low + 1))
    axes.xaxis.set_minor_formatter(NullFormatter())


def _draw(axes: Axes, results: list[Result], everybody: list[str]) -> None:
    # Ours on top of the others.
    for result in sorted(results, key=lambda r: (r.case.is_ours, style.order(r.case.candidate))):
        look = style.look_of(result.case.candidate, everybody)
        rate = result.counter("flops_per_second") * 1e-12
        spread = (result.variation or 0.0) * rate
        style.draw_point(axes, result.counter("max_abs_error"), rate, look, size=7, yerr=spread or None)
    axes.set_ylim(0, 1.15 * max(result.counter("flops_per_second") for result in results) * 1e-12)
