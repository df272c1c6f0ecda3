#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Aril Authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests of the programs that read the benchmarks' results. Without matplotlib, pictures are skipped: exit code 77."""

from __future__ import annotations

import contextlib
import io
import json
import os
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path
from typing import Any

import compare_pytorch
import diff
from report.pytorch import CompileTimeout, sets_for_cold_cache, time_limit
from report.results import ResultsError, load_folder, load_run, parse_name, read_strict, write_strict

HERE = Path(__file__).resolve().parent
SKIPPED = 77


def find_python() -> str | None:
    """A Python with matplotlib: this one or Debian's."""
    has_it = lambda python: subprocess.run([python, "-c", "import matplotlib"], capture_output=True).returncode == 0
    return next((p for p in (sys.executable, "/usr/bin/python3") if Path(p).exists() and has_it(p)), None)


PYTHON = find_python()


def name_of(operation: str = "scale", candidate: str = "aril", size: str = "64x64", marks: str = "cold") -> str:
    return f"{operation}/{candidate}/OpenMP/float/right/{size}/{marks}/manual_time"


def repetition(name: str, microseconds: float, **counters: Any) -> dict[str, Any]:
    return {"name": name, "run_name": name, "run_type": "iteration", "repetitions": 1, "threads": 1, "iterations": 9,
            "real_time": microseconds, "cpu_time": 1.0, "time_unit": "us", **counters}  # fmt: skip


def aggregates(name: str, microseconds: float, cv: float, **counters: float) -> list[dict[str, Any]]:
    """What Google Benchmark writes when only aggregates are asked for."""
    factors = {"mean": 1.0, "median": 1.0, "stddev": cv}
    entries = [
        repetition(name, microseconds * factor, **{key: value * factor for key, value in counters.items()})
        | {"name": f"{name}_{kind}", "run_type": "aggregate", "aggregate_name": kind, "repetitions": 9}
        for kind, factor in factors.items()
    ]
    relative = repetition(name, cv, **{key: cv for key in counters})
    return [*entries, relative | {"name": name + "_cv", "run_type": "aggregate", "aggregate_name": "cv"}]


def scale(microseconds: float, cv: float = 0.002, share: float = 0.9, **names: str) -> list[dict[str, Any]]:
    counters = {"bytes_per_second": 1e10, "copy_seconds": 1e-6 * microseconds * share, "fraction_of_copy": share}
    return aggregates(name_of(**names), microseconds, cv, **counters, speedup_over_plain=2.0)


class Folder(unittest.TestCase):
    """Each test has a folder of its own."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def write(self, name: str, *entries: dict[str, Any], **context: Any) -> Path:
        context = {"device": "Some CPU", "aril_version": "0.1.0", "library_build_type": "release"} | context
        path = self.folder / name
        path.write_text(json.dumps({"context": context, "benchmarks": list(entries)}), encoding="utf-8")
        return path


class ResultsTest(Folder):
    def test_names(self) -> None:
        case = parse_name("scale/aril/Cuda/half/left/37x41/in_place/hot/manual_time")
        self.assertEqual((case.size, case.marks, case.type), ((37, 41), ("in_place", "hot"), "half"))
        self.assertTrue(parse_name("linear_scaled_residual/aril_tf32/Cuda/float/right/1x2x3/cold").is_linear)
        self.assertIsNone(parse_name("W1 scale/aril/Serial/65536 x 16384/manual_time"))

    def test_aggregates(self) -> None:
        result = load_run(self.write("a.json", *scale(50, cv=0.03))).results[0]
        self.assertAlmostEqual(result.seconds, 50e-6)
        self.assertAlmostEqual(result.variation, 0.03)
        self.assertEqual(result.counter("bytes_per_second"), 1e10)
        self.assertEqual(result.repetitions, 9)

    def test_repetitions_without_aggregates(self) -> None:
        run = load_run(self.write("a.json", *(repetition(name_of(), t, x=t) for t in (1.0, 2.0, 9.0))))
        self.assertAlmostEqual(run.results[0].seconds, 2e-6)
        self.assertEqual(run.results[0].counter("x"), 2.0)
        self.assertGreater(run.results[0].variation, 0)

    def test_one_repetition_knows_no_noise(self) -> None:
        result = load_run(self.write("a.json", repetition(name_of(), 5.0))).results[0]
        self.assertIsNone(result.variation)
        self.assertIsNone(result.counter("fraction_of_copy"))

    def test_nan_and_infinity_are_refused(self) -> None:
        for word in ("NaN", "Infinity", "-Infinity", "1e999"):
            path = self.folder / "bad.json"
            path.write_text(f'{{"context": {{}}, "benchmarks": [{{"name": "a", "real_time": {word}}}]}}')
            with self.assertRaisesRegex(ResultsError, "not strict JSON"):
                load_run(path)

    def test_half_a_file_and_other_json_are_refused(self) -> None:
        path = self.folder / "bad.json"
        for text, message in (('{"context": {', "interrupted"), ("[1]", "not the JSON of a benchmark")):
            path.write_text(text)
            with self.assertRaisesRegex(ResultsError, message):
                load_run(path)

    def test_undefined_is_written_as_null(self) -> None:
        path = self.folder / "out.json"
        write_strict(path, {"a": float("nan"), "b": [float("inf"), 1.5], "c": None})
        self.assertEqual(read_strict(path), {"a": None, "b": [None, 1.5], "c": None})

    def test_errors_are_failures(self) -> None:
        bad = repetition(name_of(), 0.0) | {"error_occurred": True, "error_message": "no memory"}
        run = load_run(self.write("a.json", bad))
        self.assertEqual((run.results, len(run.failures)), ([], 1))
        self.assertIn("no memory", run.failures[0])

    def test_folders_that_cannot_be_used(self) -> None:
        with self.assertRaisesRegex(ResultsError, "no results"):
            load_folder(self.folder)
        with self.assertRaisesRegex(ResultsError, "no such folder"):
            load_folder(self.folder / "nowhere")
        self.write("a.json", *scale(1))
        self.write("b.json", *scale(1), device="Another")
        with self.assertRaisesRegex(ResultsError, "several devices"):
            load_folder(self.folder)


class DiffTest(Folder):
    def diff(self, *arguments: Any) -> tuple[int, str]:
        out = io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
            code = diff.main([str(argument) for argument in arguments])
        return code, out.getvalue()

    def pair(self, old: float, new: float, cv: float = 0.002, **context: Any) -> tuple[Path, Path]:
        return self.write("old.json", *scale(old, cv)), self.write("new.json", *scale(new, cv), **context)

    def test_slower_faster_same(self) -> None:
        for new, words in ((120, "1 slower, 0 faster"), (80, "0 slower, 1 faster"), (100.5, "1 within the noise")):
            code, out = self.diff(*self.pair(100, new))
            self.assertEqual(code, 0)
            self.assertIn(words, out)

    def test_noise_of_the_repetitions_counts(self) -> None:
        self.assertIn("0 slower", self.diff(*self.pair(100, 110, cv=0.1))[1])
        self.assertIn("1 slower", self.diff(*self.pair(100, 110, cv=0.1), "--sigmas=0.1")[1])

    def test_fail_on_slower(self) -> None:
        self.assertEqual(self.diff(*self.pair(100, 120), "--fail-on-slower")[0], 1)
        self.assertEqual(self.diff(*self.pair(100, 80), "--fail-on-slower")[0], 0)

    def test_only_in_one(self) -> None:
        old = self.write("old.json", *scale(1), *scale(1, size="2x2"))
        out = self.diff(old, self.write("new.json", *scale(1), *scale(1, size="3x3")))[1]
        self.assertRegex(out, r"only in the old run \(1\):\n.*2x2")
        self.assertRegex(out, r"only in the new run \(1\):\n.*3x3")

    def test_one_repetition(self) -> None:
        old = self.write("old.json", repetition(name_of(), 100.0))
        out = self.diff(old, self.write("new.json", repetition(name_of(), 104.0)))[1]
        self.assertIn("1 within the noise", out)
        self.assertIn("1 with one repetition only", out)

    def test_different_devices_and_builds_are_refused(self) -> None:
        for key in ("device", "library_build_type", "ranks"):
            files = self.pair(100, 120, **{key: "other"})
            if key == "ranks":
                files = self.write("old.json", *scale(100), ranks="1"), files[1]
            code, out = self.diff(*files)
            self.assertEqual(code, 2, key)
            self.assertIn(f"the runs differ in {key}", out)
            self.assertEqual(self.diff(*files, "--force")[0], 0)

    def test_other_contexts_are_a_warning(self) -> None:
        code, out = self.diff(*self.pair(100, 100, OMP_NUM_THREADS="7"))
        self.assertEqual(code, 0)
        self.assertIn("warning: the runs differ in OMP_NUM_THREADS: not recorded / 7", out)

    def test_share_of_copy(self) -> None:
        """A machine half as fast whose copy is half as fast too: no change."""
        old = self.write("old.json", *scale(100, share=0.9), *aggregates(name_of(size="2x2"), 1, 0.01))
        new = self.write("new.json", *scale(200, share=0.9), *aggregates(name_of(size="2x2"), 1, 0.01), device="Other")
        code, out = self.diff(old, new, "--of-copy")
        self.assertEqual(code, 0)
        self.assertIn("0 slower, 0 faster, 1 within the noise", out)
        self.assertIn("1 without a share of copy in both", out)

    def test_folders(self) -> None:
        for folder, time_of_it in (("old", 100), ("new", 150)):
            (self.folder / folder).mkdir()
            self.write(f"{folder}/a.json", *scale(time_of_it))
        self.assertIn("1 slower", self.diff(self.folder / "old", self.folder / "new")[1])

    def test_bad_files(self) -> None:
        self.assertEqual(self.diff(self.folder / "no.json", self.folder / "no.json")[0], 2)


class ComparePytorchTest(Folder):
    def compare(self, fake_torch: str, *arguments: str) -> subprocess.CompletedProcess:
        """With a module "torch" of the test's own, whether or not there is a real one."""
        (self.folder / "torch.py").write_text(fake_torch)
        command = [sys.executable, HERE / "compare_pytorch.py", f"--build-dir={self.folder}", *arguments]
        environment = os.environ | {"PYTHONPATH": str(self.folder), "PYTHONDONTWRITEBYTECODE": "1"}
        return subprocess.run(command, env=environment, capture_output=True, text=True)

    def test_without_pytorch(self) -> None:
        done = self.compare("raise ImportError('No module named torch')")
        self.assertEqual((done.returncode, done.stdout), (SKIPPED, ""))
        self.assertRegex(done.stderr, r"^compare_pytorch: PyTorch is missing .*\n$")

    def test_without_gpu(self) -> None:
        done = self.compare("class cuda:\n  is_available = lambda: False", "--device=cuda")
        self.assertEqual((done.returncode, done.stdout), (SKIPPED, ""))
        self.assertEqual(done.stderr, "compare_pytorch: PyTorch sees no CUDA GPU: nothing to compare on\n")

    def test_without_executables(self) -> None:
        done = self.compare("class cuda:\n  is_available = lambda: False")
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, r"no aril_perf_scale in .*: build Aril's benchmarks first")

    def test_ratios(self) -> None:
        row = lambda program, *rounds: compare_pytorch.Row("W2", "1", program, list(rounds))
        rows = {r.program: r for r in (row("PyTorch eager", 2.0, 2.0), row("Aril", 0.5, 1.0, 9.0), row("other"))}
        self.assertEqual(compare_pytorch.ratio(rows, rows["Aril"], "PyTorch eager"), 2.0)
        self.assertIsNone(compare_pytorch.ratio(rows, rows["Aril"], "PyTorch eager, TF32"))
        self.assertIsNone(compare_pytorch.ratio(rows, rows["other"], "PyTorch eager"))

    def test_time_limit(self) -> None:
        with self.assertRaises(CompileTimeout), time_limit(0.05):
            time.sleep(5)

    def test_sets(self) -> None:
        self.assertEqual(sets_for_cold_cache(1e9, 1e8), 1)
        self.assertEqual(sets_for_cold_cache(134e6, 60e6), 4)


@unittest.skipUnless(PYTHON, "matplotlib is missing: apt-get install python3-matplotlib")
class ReportTest(Folder):
    def report(self, *arguments: str, **environment: str) -> subprocess.CompletedProcess:
        command = [PYTHON, HERE / "report", self.folder, *arguments]
        return subprocess.run(command, env=os.environ | environment, capture_output=True, text=True)

    def sweep(self) -> None:
        entries = []
        for size in ("32x32", "64x64", "128x128", "256x256"):
            entries += scale(9, size=size) + scale(12, size=size, candidate="plain_range")
        self.write("scale.sweep.json", *entries)

    def test_everything(self) -> None:
        self.sweep()
        self.write("scale.odd.json", *scale(9, size="64x61"))
        tiers = {"aril_ieee": 6e-6, "aril_tf32": 6e-4, "unheard_of": 1e-5}
        name = "linear_scaled_residual/{}/OpenMP/float/right/8x8x8/cold/manual_time"
        counters = {"flops_per_second": 1e12, "speedup_over_plain": 1.5}
        entries = []
        for tier, error in tiers.items():
            entries += aggregates(name.format(tier), 10, 0.01, max_abs_error=error, **counters)
        self.write("linear.json", *entries)
        done = self.report()
        self.assertEqual(done.returncode, 0, done.stderr)
        stems = ["bandwidth_openmp_float_right_cold", "share_by_size_openmp_float_right_cold", "share_of_copy_openmp",
                 "linear_openmp_float"]  # fmt: skip
        for name in (*(f"{stem}.{kind}" for stem in stems for kind in ("png", "svg")), "summary.md", "summary.json"):
            self.assertTrue((self.folder / "report" / name).stat().st_size > 0, name)
        document = read_strict(self.folder / "report" / "summary.json")
        self.assertEqual(len(document["results"]), 12)

    def test_pictures_do_not_change_with_the_run(self) -> None:
        self.sweep()
        for out in ("first", "second"):
            self.assertEqual(self.report("--out", str(self.folder / out)).returncode, 0)
        for path in (self.folder / "first").iterdir():
            self.assertEqual(path.read_bytes(), (self.folder / "second" / path.name).read_bytes(), path.name)

    def test_missing_counters_and_one_repetition(self) -> None:
        self.write("scale.json", repetition(name_of(), 5.0))
        done = self.report()
        self.assertEqual(done.returncode, 0, done.stderr)
        row = (self.folder / "report" / "summary.md").read_text(encoding="utf-8")
        self.assertRegex(row, r"\| +5\.00 µs \| +– \| +– \| +– \| +– \| +– \|")
        self.assertNotRegex(row, "nan|inf|None")
        result = read_strict(self.folder / "report" / "summary.json")["results"][0]
        self.assertIsNone(result["bytes_per_second"])
        self.assertIsNone(result["variation"])

    def test_nothing_to_read(self) -> None:
        done = self.report()
        self.assertEqual(done.returncode, 1)
        self.assertIn("no results", done.stderr)

    def test_runs_that_differ_are_marked(self) -> None:
        self.write("a.json", *scale(9, size="64x61"), OMP_NUM_THREADS="1")
        self.write("b.json", *scale(9, size="64x63"), OMP_NUM_THREADS="2")
        self.assertEqual(self.report().returncode, 0)
        text = (self.folder / "report" / "summary.md").read_text(encoding="utf-8")
        self.assertIn("OMP_NUM_THREADS: 1; 2 **(the runs differ)**", text)

    def test_without_matplotlib(self) -> None:
        (self.folder / "matplotlib.py").write_text("raise ImportError('gone')")
        done = self.report(PYTHONPATH=str(self.folder), PYTHONDONTWRITEBYTECODE="1")
        self.assertEqual(done.returncode, SKIPPED)
        self.assertIn("matplotlib is missing", done.stderr)


if __name__ == "__main__":
    outcome = unittest.main(exit=False).result
    if not PYTHON:
        print("skipped: matplotlib is missing, so no picture was drawn")
    sys.exit(1 if not outcome.wasSuccessful() else 0 if PYTHON else SKIPPED)
