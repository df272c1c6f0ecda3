#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Aril Authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What has changed, beyond the noise, between two runs of a benchmark. The noise is that of the repetitions within each
run; two runs far apart in time can differ by more."""

from __future__ import annotations

import argparse
import math
import sys
from dataclasses import dataclass
from pathlib import Path

from report.results import Result, ResultsError, Run, load_run
from report.text import time_text

# Where these differ, times cannot be compared.
MUST_AGREE = ("device", "ranks", "aril_build_type", "library_build_type")
# Where these differ, a change may have another reason than the code.
SHOULD_AGREE = ("num_cpus", "driver", "cuda_runtime", "cuda_compiler", "compiler", "kokkos_version",
                "kokkos_configuration", "blas_core")  # fmt: skip
# How far two runs may lie apart when nobody knows their noise: one repetition tells nothing.
UNKNOWN_NOISE = 0.05


@dataclass(frozen=True)
class Change:
    """One benchmark in both runs. `speedup` is above 1 where the new run is faster."""

    name: str
    old: float
    new: float
    speedup: float
    threshold: float  # a change below this share is noise
    noise_known: bool

    @property
    def verdict(self) -> str:
        if math.log(self.speedup) > math.log1p(self.threshold):
            return "faster"
        return "slower" if math.log(self.speedup) < -math.log1p(self.threshold) else "same"


def _threshold(old: float | None, new: float | None, floor: float, sigmas: float) -> tuple[float, bool]:
    """`sigmas` standard deviations of the two runs' difference, but never less than the floor."""
    known = [value for value in (old, new) if value is not None]
    if len(known) < 2:
        return max(floor, UNKNOWN_NOISE, *(sigmas * value for value in known)), False
    return max(floor, sigmas * math.hypot(*known)), True


def compare(old: Result, new: Result, floor: float, sigmas: float, of_copy: bool) -> Change | None:
    """None where there is nothing to divide by. By share of copy only where both have one, otherwise by time."""
    shares = old.counter("fraction_of_copy"), new.counter("fraction_of_copy")
    if of_copy and all(shares):
        spread = [result.counter_variation.get("fraction_of_copy") for result in (old, new)]
        threshold, known = _threshold(*spread, floor, sigmas)
        return Change(old.name, *shares, shares[1] / shares[0], threshold, known)
    if of_copy or old.seconds <= 0 or new.seconds <= 0:
        return None
    threshold, known = _threshold(old.variation, new.variation, floor, sigmas)
    return Change(old.name, old.seconds, new.seconds, old.seconds / new.seconds, threshold, known)


def differences(old: Run, new: Run) -> dict[str, str]:
    """What the runs do not agree on, in words."""
    text = lambda run, key: str(run.context.get(key, "not recorded"))
    threads = sorted(key for key in {**old.context, **new.context} if key.startswith("OMP_"))
    keys = (*MUST_AGREE, *SHOULD_AGREE, *threads)
    return {k: f"{k}: {text(old, k)} / {text(new, k)}" for k in keys if old.context.get(k) != new.context.get(k)}


def _short(name: str) -> str:
    return name.removesuffix("/manual_time")


def _value(value: float, of_copy: bool) -> str:
    return f"{value:.3f} of copy" if of_copy else time_text(value)


def _print_changes(title: str, changes: list[Change], of_copy: bool) -> None:
    if not changes:
        return
    print(f"{title} ({len(changes)}):")
    width = max(len(_short(change.name)) for change in changes)
    for change in changes:
        noise = f"noise {100 * change.threshold:.1f} %" if change.noise_known else "noise not known"
        print(
            f"  {_short(change.name):{width}}  {_value(change.old, of_copy)} -> {_value(change.new, of_copy)},"
            f" {change.speedup:.3f}x ({noise})"
        )


def _print_names(title: str, names: list[str]) -> None:
    if names:
        print(f"{title} ({len(names)}):")
        print("\n".join(f"  {_short(name)}" for name in names))


def report(old: Run, new: Run, options: argparse.Namespace) -> int:
    """Prints what has changed; returns how many are slower, gone or failing."""
    before = {result.name: result for result in old.results}
    after = {result.name: result for result in new.results}
    both = [name for name in before if name in after]
    found = [compare(before[n], after[n], options.floor, options.sigmas, options.of_copy) for n in both]
    changes = sorted((change for change in found if change), key=lambda change: change.speedup)
    slower = [change for change in changes if change.verdict == "slower"]
    faster = [change for change in reversed(changes) if change.verdict == "faster"]
    _print_changes("slower", slower, options.of_copy)
    _print_changes("faster", faster, options.of_copy)
    gone = [name for name in before if name not in after]
    _print_names("only in the old run", gone)
    _print_names("only in the new run", [name for name in after if name not in before])
    for word, run in (("old", old), ("new", new)):
        _print_names(f"failed in the {word} run", run.failures)
    same = len(changes) - len(slower) - len(faster)
    print(f"{len(slower)} slower, {len(faster)} faster, {same} within the noise")
    if incomparable := len(both) - len(changes):
        print(f"{incomparable} without a {'share of copy' if options.of_copy else 'time'} in both")
    unknown = sum(not change.noise_known for change in changes)
    if unknown:
        print(f"note: {unknown} with one repetition only: there, less than {100 * UNKNOWN_NOISE:.0f} % counts as noise")
    return len(slower) + len(gone) + len([name for name in new.failures if name not in old.failures])


def may_compare(old: Run, new: Run, options: argparse.Namespace) -> bool:
    """Says what differs between the runs' machines and builds."""
    found = differences(old, new)
    for line in found.values():
        print(f"warning: the runs differ in {line}", file=sys.stderr)
    # What one of them did not record may still be the same. The copy stands for the machine, but not for the build.
    decisive = [key for key in MUST_AGREE if key in found and key in old.context and key in new.context]
    if options.of_copy and "device" in decisive:
        decisive.remove("device")
    if not decisive or options.force:
        return True
    what = " and ".join(decisive)
    print(f"diff: runs of different {what} are not compared; --force does it all the same", file=sys.stderr)
    return False


def pairs(old: Path, new: Path) -> list[tuple[Path, Path]]:
    """The two files, or in two folders those of the same name."""
    if not (old.is_dir() and new.is_dir()):
        return [(old, new)]
    before, after = ({path.name for path in folder.glob("*.json")} for folder in (old, new))
    for name in sorted(before ^ after):
        print(f"warning: {name} is only in {old if name in before else new}", file=sys.stderr)
    if not before & after:
        raise ResultsError(f"{old} and {new}: no results (*.json) of the same name in both")
    return [(old / name, new / name) for name in sorted(before & after)]


def share(text: str) -> float:
    """A finite number from 0 on."""
    value = float(text)
    if not 0 <= value < float("inf"):
        raise argparse.ArgumentTypeError(f"{text} is not a number from 0 on")
    return value


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("old", type=Path, metavar="OLD", help="JSON of the earlier run, or a folder of them")
    parser.add_argument("new", type=Path, metavar="NEW", help="JSON of the later run, or a folder of them")
    parser.add_argument("--of-copy", action="store_true", help="compare shares of the copy's speed in place of times")
    parser.add_argument("--floor", type=share, default=0.01, help="smallest change that counts (default 0.01)")
    parser.add_argument("--sigmas", type=share, default=2.0, help="standard deviations that count as noise (default 2)")
    parser.add_argument("--force", action="store_true", help="compare in spite of different devices or builds")
    parser.add_argument("--fail-on-slower", action="store_true", help="exit with 1 when anything is slower, gone or failing")
    options = parser.parse_args(arguments)
    slower = 0
    try:
        files = pairs(options.old, options.new)
        for old_path, new_path in files:
            old, new = load_run(old_path), load_run(new_path)
            if len(files) > 1:
                print(f"== {old_path.name}")
            if not may_compare(old, new, options):
                return 2
            slower += report(old, new, options)
    except ResultsError as error:
        print(f"diff: {error}", file=sys.stderr)
        return 2
    return 1 if slower and options.fail_on_slower else 0


if __name__ == "__main__":
    sys.exit(main())
