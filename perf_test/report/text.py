# SPDX-FileCopyrightText: 2026 The Aril Authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Numbers and tables as text."""

from __future__ import annotations

import math

UNDEFINED = "–"


def time_text(seconds: float | None) -> str:
    if seconds is None or not math.isfinite(seconds):
        return UNDEFINED
    for below, factor, unit, digits in ((1e-5, 1e6, "µs", 2), (1e-3, 1e6, "µs", 1), (1, 1e3, "ms", 2)):
        if seconds < below:
            return f"{seconds * factor:.{digits}f} {unit}"
    return f"{seconds:.3f} s"


def number_text(value: float | None, form: str, factor: float = 1.0) -> str:
    return UNDEFINED if value is None or not math.isfinite(value) else format(value * factor, form)


def table(header: list[str], rows: list[list[str]], numbers: set[str]) -> str:
    """Markdown that is legible as plain text too; the columns of numbers keep to the right."""
    widths = [max(len(row[i]) for row in [header, *rows]) for i in range(len(header))]
    right = [name in numbers for name in header]

    def line(cells: list[str]) -> str:
        padded = [c.rjust(w) if r else c.ljust(w) for c, w, r in zip(cells, widths, right)]
        return "| " + " | ".join(padded) + " |"

    rule = [("-" * (w + 1) + ":") if r else (":" + "-" * (w + 1)) for w, r in zip(widths, right)]
    return "\n".join([line(header), "|" + "|".join(rule) + "|", *(line(row) for row in rows)])
