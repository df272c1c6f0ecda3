# SPDX-FileCopyrightText: 2026 The Aril Authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How the pictures look: colours after Okabe and Ito, and for each candidate a marker and a line of its own too, so
that nothing hangs on colour alone."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402 (the backend comes first)
from matplotlib.axes import Axes  # noqa: E402
from matplotlib.figure import Figure  # noqa: E402
from matplotlib.lines import Line2D  # noqa: E402

from report.results import Run, machine_text  # noqa: E402

BLACK, GREY = "#000000", "#5f5f5f"
ORANGE, SKY, GREEN, BLUE, VERMILION, PURPLE = "#E69F00", "#56B4E9", "#009E73", "#0072B2", "#D55E00", "#CC79A7"

WIDTH = 8.0  # inches; 800 pixels in a README


@dataclass(frozen=True)
class Look:
    label: str
    colour: str
    marker: str
    line: str

    @property
    def ours(self) -> bool:
        return self.label.startswith("Aril")

    @property
    def face(self) -> str:
        return self.colour if self.ours else "white"


LOOKS = {
    "copy": Look("copy of the same bytes", GREY, "", "--"),
    "aril": Look("Aril", BLUE, "o", "-"),
    "aril_portable": Look("Aril, portable kernel", SKY, "D", "-"),
    "plain_range": Look("plain RangePolicy loop", ORANGE, "s", "-."),
    "plain_mdrange": Look("plain MDRangePolicy loop", VERMILION, "^", ":"),
    "kokkosblas_scal": Look("KokkosBlas::scal", GREEN, "v", "-."),
    "cub_transform": Look("cub::DeviceTransform", PURPLE, "P", "--"),
    "cublas_geam": Look("cuBLAS geam", BLACK, "X", ":"),
    "cublas_scal": Look("cuBLAS scal", BLACK, "x", "-."),
    "cublas_dgmm": Look("cuBLAS dgmm", BLACK, "*", ":"),
    "aril_ieee": Look("Aril, IEEE", BLUE, "o", "-"),
    "aril_ieee_factored": Look("Aril, IEEE, factored", BLUE, "s", "--"),
    "aril_tf32": Look("Aril, TF32", SKY, "D", "-"),
    "aril_tf32_factored": Look("Aril, TF32, factored", SKY, "s", "--"),
    "aril_split_bf16": Look("Aril, bfloat16 split", GREEN, "h", "-"),
    "aril_split_bf16_factored": Look("Aril, bfloat16 split, factored", GREEN, "s", "--"),
    "aril_split_fp16": Look("Aril, float16 split", PURPLE, "p", "-"),
    "aril_split_fp16_factored": Look("Aril, float16 split, factored", PURPLE, "s", "--"),
    "plain_gemm": Look("KokkosBlas::gemm + loop", VERMILION, "^", ":"),
    "cublas_gemm": Look("cuBLAS gemm", BLACK, "X", ":"),
    "cublas_gemm_tf32": Look("cuBLAS gemm, TF32", BLACK, "*", ":"),
}
# For candidates that are not in the table.
_SPARE = [(PURPLE, "<"), (GREEN, ">"), (ORANGE, "d"), (VERMILION, "H"), (GREY, "8")]


def order(candidate: str) -> tuple[int, str]:
    """Copy, ours, plain loops, libraries; then whatever else there is."""
    names = list(LOOKS)
    return (names.index(candidate) if candidate in LOOKS else len(names), candidate)


def look_of(candidate: str, all_candidates: list[str]) -> Look:
    if candidate in LOOKS:
        return LOOKS[candidate]
    unknown = sorted(name for name in set(all_candidates) if name not in LOOKS)
    colour, marker = _SPARE[unknown.index(candidate) % len(_SPARE)]
    return Look(candidate.replace("_", " "), colour, marker, "-")


def apply() -> None:
    plt.rcdefaults()
    plt.rcParams.update(
        {
            "font.family": "DejaVu Sans",
            "font.size": 9,
            "axes.titlesize": 9,
            "axes.titleweight": "bold",
            "axes.titlelocation": "left",
            "axes.spines.top": False,
            "axes.spines.right": False,
            "axes.grid": True,
            "axes.axisbelow": True,
            "grid.color": "#dddddd",
            "grid.linewidth": 0.6,
            "lines.linewidth": 1.3,
            "lines.markersize": 5,
            "legend.frameon": False,
            # Pictures that are committed must not change when the figures have not.
            "svg.hashsalt": "aril",
            "svg.fonttype": "path",
        }
    )


def backend_text(backend: str) -> str:
    return {"Cuda": "CUDA"}.get(backend, backend)


HEADING = 1.0  # inches that the heading takes, with the titles of the panels below it


def heading(figure: Figure, title: str, runs: list[Run], note: str = "") -> None:
    """Title, machine and what there is to know, a fixed distance from the upper edge whatever the height."""
    height = figure.get_figheight()
    figure.text(0.01, 1 - 0.10 / height, title, va="top", fontsize=11, fontweight="bold")
    figure.text(0.01, 1 - 0.33 / height, machine_text(runs), va="top", fontsize=8.5, color="#444444")
    figure.text(0.01, 1 - 0.50 / height, note, va="top", fontsize=8.5, color="#444444")


def draw_line(axes: Axes, x: Sequence[float], y: Sequence[float], look: Look, zorder: float) -> None:
    axes.plot(x, y, color=look.colour, marker=look.marker or None, linestyle=look.line, zorder=zorder,
              linewidth=1.8 if look.ours else 1.2, markerfacecolor=look.face)  # fmt: skip


def draw_point(axes: Axes, x: float, y: float, look: Look, size: float = 5, **errors: float | None) -> None:
    """Ours small and filled, the others large and hollow: both are seen where they meet."""
    axes.errorbar(x, y, color=look.colour, marker=look.marker, markerfacecolor=look.face, linestyle="", elinewidth=0.8,
                  markersize=size if look.ours else 1.2 * size, **errors)  # fmt: skip


def legend(figure: Figure, entries: list[Line2D], columns: int = 3) -> None:
    """Along the lower edge, where no data is."""
    bottom = 0.05 / figure.get_figheight()
    figure.legend(handles=entries, loc="lower center", bbox_to_anchor=(0.5, bottom), ncol=columns, fontsize=9)


def legend_height(count: int, columns: int = 3) -> float:
    return 0.15 + 0.2 * math.ceil(count / columns)


def handles(candidates: list[str], lines: bool = True) -> list[Line2D]:
    """Entries of a legend, for curves or for single points."""

    def entry(look: Look) -> Line2D:
        return Line2D([], [], color=look.colour, marker=look.marker or None, linestyle=look.line if lines else "",
                      label=look.label, markerfacecolor=look.face)  # fmt: skip

    return [entry(look_of(candidate, candidates)) for candidate in candidates]


def save(figure: Figure, stem: Path) -> list[Path]:
    """PNG and SVG, the same bytes for the same figures: no date and no version inside."""
    png, svg = stem.with_name(stem.name + ".png"), stem.with_name(stem.name + ".svg")
    figure.savefig(png, dpi=200, metadata={"Software": None})
    figure.savefig(svg, metadata={"Date": None, "Creator": None})
    plt.close(figure)
    return [png, svg]
