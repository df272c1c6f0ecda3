# SPDX-FileCopyrightText: 2026 The Aril Authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""python3 perf_test/report DIR: draws the results in DIR and writes their summary."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

# Python puts this folder on the path when it is told to run it; the package is found from the one above.
sys.path[0] = str(Path(__file__).resolve().parent.parent)

from report.results import ResultsError, load_folder, write_strict  # noqa: E402


def main() -> int:
    description = "Draws the results of scripts/perf_report.sh and writes tables of them."
    parser = argparse.ArgumentParser(prog="python3 perf_test/report", description=description)
    parser.add_argument("folder", type=Path, metavar="DIR", help="the folder with the JSON of the benchmarks")
    parser.add_argument("--out", type=Path, help="where pictures and tables go (default: DIR/report)")
    options = parser.parse_args()
    try:
        from report import cases, figures, linear, style, summary
    except ImportError as error:
        print(f"report: matplotlib is missing ({error}): apt-get install python3-matplotlib", file=sys.stderr)
        return 77
    try:
        runs = load_folder(options.folder)
        out = options.out or options.folder / "report"
        if out.exists() and not out.is_dir():
            raise ResultsError(f"{out}: is a file, and a folder is needed")
    except ResultsError as error:
        print(f"report: {error}", file=sys.stderr)
        return 1
    out.mkdir(parents=True, exist_ok=True)
    style.apply()
    pictures = [*figures.over_sizes(runs, out), *cases.shares(runs, out), *linear.linear(runs, out)]
    (out / "summary.md").write_text(summary.markdown(runs, pictures), encoding="utf-8")
    write_strict(out / "summary.json", summary.document(runs))
    print(f"report: {len(runs)} runs, {len(pictures) // 2} pictures and summary.md in {out}")
    for failure in (failure for run in runs for failure in run.failures):
        print(f"report: failed: {failure}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
