# SPDX-FileCopyrightText: 2026 The Aril Authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The reference programs of the three workloads in PyTorch, their errors, and how long they take."""

from __future__ import annotations

import signal
import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FACTOR_SCALE, FACTOR_RESIDUAL = 3.14, 0.5
SAMPLED_ROWS = 32  # of the linear layer's result, as aril_perf_linear takes them


class CompileTimeout(BaseException):
    """Not an Exception: the compiler catches these and would go on."""


@dataclass(frozen=True)
class Program:
    name: str
    call: Callable[..., Any]
    precision: str = "highest"


@dataclass(frozen=True)
class Workload:
    """`arrays` makes sets of operands, `error` compares a result with float64, `bytes` is the least a call moves."""

    name: str
    size: tuple[int, ...]
    bytes: float
    arrays: Callable[[int], list[tuple]]
    program: Callable[..., Any]
    error: Callable[..., float]
    executable: str
    flags: tuple[str, ...]
    filter: str


# The reference programs, each as a user writes it.


def scale_program(a: Any, s: float) -> Any:
    return a * s


def scale_rows_program(d: Any, b: Any) -> Any:
    return d.unsqueeze(1) * b


def linear_program(linear: Any, x: Any, s: float) -> Any:
    x = linear(x)
    original = x.clone().detach()
    x = x * s
    return x + original


def layer(torch: Any, device: str, name: str, m: int, n: int, k: int) -> Workload:
    """The linear layer with X (M, K) and W (N, K)."""

    def error(y: Any, linear: Any, x: Any, s: float) -> float:
        sample = sorted({i * (m - 1) // (SAMPLED_ROWS - 1) for i in range(SAMPLED_ROWS)})
        t = x[sample].double() @ linear.weight.double().T + linear.bias.double()
        return (y[sample].double() - (t * s + t)).abs().max().item()

    def arrays(sets: int) -> list[tuple]:
        rand = lambda: torch.rand(m, k, device=device, dtype=torch.float32)
        return [(torch.nn.Linear(k, n, device=device), rand(), FACTOR_RESIDUAL) for _ in range(sets)]

    return Workload(
        name, (m, n, k), 4.0 * (m * k + n * k + m * n), arrays, linear_program, error, "aril_perf_linear",
        (f"--rows={m}", f"--cols={n}", f"--k={k}"), "/aril_",
    )  # fmt: skip


def small_layers(torch: Any, device: str) -> list[Workload]:
    """The linear layer for few rows, few outputs and few inputs."""
    shapes = [(m, 4096, 4096) for m in (1, 16, 64, 256, 1024)] + [(16384, 10, 4096), (16384, 4096, 64)]
    return [layer(torch, device, f"linear, {m} x {n} x {k}", m, n, k) for m, n, k in shapes]


def workloads(torch: Any, device: str, quick: bool) -> list[Workload]:
    """At full size on a GPU; smaller with --quick and on a CPU, which would take minutes."""
    if device == "cuda":
        (rows, columns), (m, k) = ((16384, 16384), (4096, 4096)) if quick else ((65536, 16384), (16384, 4096))
    else:
        (rows, columns), (m, k) = ((8192, 4096), (256, 1024)) if quick else ((16384, 16384), (512, 4096))
    n = 4096
    rand = lambda *shape: torch.rand(*shape, device=device, dtype=torch.float32)
    # The factor as both programs have it: rounded to float.
    rounded = torch.tensor(FACTOR_SCALE, dtype=torch.float32).item()

    def largest(parts: Iterator[Any]) -> float:
        return max(part.abs().max().item() for part in parts)

    def scale_error(c: Any, a: Any, _s: float) -> float:
        return largest(x.double() - y.double() * rounded for x, y in zip(c.split(4096), a.split(4096)))

    def rows_error(c: Any, d: Any, b: Any) -> float:
        return (c.double() - d.double().unsqueeze(1) * b.double()).abs().max().item()

    return [
        Workload(
            "W1 scale", (rows, columns), 8.0 * rows * columns,
            lambda sets: [(rand(rows, columns), FACTOR_SCALE) for _ in range(sets)], scale_program, scale_error,
            "aril_perf_scale", (f"--rows={rows}", f"--cols={columns}"), "^scale/aril/",
        ),
        layer(torch, device, "W2 linear", m, k, k),
        Workload(
            "W3 row scale", (n, n), 8.0 * n * n,
            lambda sets: [(rand(n), rand(n, n)) for _ in range(sets)], scale_rows_program, rows_error,
            "aril_perf_scale_rows", (f"--rows={n}", f"--cols={n}"), "^scale_rows/aril/",
        ),
    ]  # fmt: skip


def cache_bytes(torch: Any, device: str) -> float:
    if device == "cuda":
        return float(getattr(torch.cuda.get_device_properties(0), "L2_cache_size", 64 << 20))
    try:
        text = Path("/sys/devices/system/cpu/cpu0/cache/index3/size").read_text().strip()
        return float(text.removesuffix("K")) * 1024
    except (OSError, ValueError):
        return float(32 << 20)


def sets_for_cold_cache(size: float, cache: float) -> int:
    """As the benchmarks choose it: until a set comes up again, the others have driven it out of the cache."""
    return 1 if size >= 8 * cache else min(64, int(8 * cache / size + 1))


def timed(torch: Any, device: str, call: Callable[[int], None], count: int) -> float:
    """Seconds of one call, of `count` enqueued back to back."""
    if device == "cuda":
        start, stop = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        start.record()
        for i in range(count):
            call(i)
        stop.record()
        stop.synchronize()
        return 1e-3 * start.elapsed_time(stop) / count
    begin = time.perf_counter()
    for i in range(count):
        call(i)
    return (time.perf_counter() - begin) / count


def measure(torch: Any, device: str, program: Program, sets: list[tuple], readings: int) -> float:
    """The median reading, after a warm-up. The results are kept as long as the sets go round: so they too are cold."""
    results: list[Any] = [None] * len(sets)

    def call(i: int) -> None:
        results[i % len(sets)] = program.call(*sets[i % len(sets)])

    once = timed(torch, device, call, 1)
    once = min(once, timed(torch, device, call, len(sets) + 2))
    # Short calls go in batches of two milliseconds: a clock cannot see a single one.
    batch = max(1, min(200, int(2e-3 / max(once, 1e-9))))
    return statistics.median(timed(torch, device, call, batch) for _ in range(readings))


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    def stop(_signal: int, _frame: Any) -> None:
        raise CompileTimeout

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
