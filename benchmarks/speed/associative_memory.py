"""What the routes to the associative memory's error cost: one thread each, in one run.

The baseline is a straightforward reading of the source's figures: Python loops over runs, T and d,
embeddings drawn at the largest d and sliced, W formed for every point, scores as (E W^T) U^T. Beside it
stand the reordered simulation of the same trials and the samplers exact in law. Routes differ in the error
that a draw leaves, so that besides seconds each row has seconds times squared standard error, the work
that a given precision costs.

Two rows stand alone: the curves of Figure 3 carried on to d = 10^8 by quadrature, with the largest of their
relative error bounds, and one draw whose score matrix would not fit, with the peak memory of its process.
"""

from __future__ import annotations

import math
import resource
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from multiprocessing import get_context
from typing import Final

import numpy as np
import torch
from numpy.typing import NDArray
from theorycheck.evidence.processes import single_threaded_children
from theorycheck.numerics.associative_memory.data import sample_counts, scheme_weights
from theorycheck.numerics.associative_memory.error import plain_group, recall_error
from theorycheck.numerics.associative_memory.joint import recall_error_joint
from theorycheck.numerics.associative_memory.marginal import recall_error_marginal
from theorycheck.numerics.associative_memory.model import Memory, coordinates, filled_group, labels, zipf_law
from theorycheck.numerics.associative_memory.quadrature import recall_error_exact
from theorycheck.numerics.associative_memory.streaming import recall_error_streamed, streamed_group
from theorycheck.numerics.monte_carlo import block_generator, sample_trials
from theorycheck.numerics.quantity import DesignGroup, SampledQuantity, Value
from theorycheck.numerics.trials import Source

from .record import Row
from .timing import cpu_seconds

Errors = NDArray[np.float64]
Points = Sequence[Mapping[str, Value]]

RUNS: Final = 100
"""Runs behind every point of the source's figures; all times are for so many."""

_CPU: Final = torch.device("cpu")
_UNDERFLOW: Final = 1e-200
_EIGHTH: Final[Mapping[str, Value]] = {"scheme": "threshold", "rho": 0.0, "P": "d/8"}
_SCHEMES: Final[tuple[Mapping[str, Value], ...]] = (
    {"scheme": "power", "rho": 0.0},
    {"scheme": "power", "rho": 1.0},
    _EIGHTH,
)
_SAMPLES: Final = tuple(round(10 ** (1 + k / 4)) for k in range(13))
_SWEEP: Final = tuple(round(10 ** (1 + 2 * k / 19)) for k in range(20))

WORK: Final[Mapping[str, Points]] = {
    "figure 1": tuple({**_EIGHTH, "d": d, "T": T} for d in (10, 20, 50, 100, 200, 1000) for T in _SAMPLES),
    "figure 3, right": tuple({**scheme, "d": d} for scheme in _SCHEMES for d in _SWEEP),
}
"""Points of the source's figures, N = 1000, M = 5, alpha = 2."""

FAR: Final[Points] = tuple(
    {**scheme, "d": round(10 ** (1 + k / 4)), "u": "orthonormal"} for scheme in _SCHEMES for k in range(29)
)
"""The curves of Figure 3 up to d = 10^8, N = 1000, M = 5, alpha = 2, orthonormal unembeddings."""

STREAMED: Final = (10**6, 10**4, 512)
"""N, M and d of a draw whose scores would fill 37 GiB."""


@dataclass(frozen=True, kw_only=True)
class _Timed:
    seconds: float
    variances: Errors


def rows(baseline_runs: int = 6, other_runs: int = RUNS) -> list[Row]:
    """All routes over all figures; the baseline is timed on fewer runs and scaled.

    Each row has the root mean square standard error of `RUNS` runs, that of as many runs as last a second,
    and how many times cheaper than the baseline a given precision is.
    """
    if torch.get_num_threads() != 1:
        raise RuntimeError("The routes are timed at one thread each: call torch.set_num_threads(1) first.")
    found = []
    for work, points in WORK.items():
        timed = {
            "source's order": _timed(partial(in_source_order, points), baseline_runs),
            "reordered": _timed(_sampler(recall_error, [plain_group(points, RUNS)]), other_runs),
            "joint law": _timed(_sampler(recall_error_joint, [plain_group(points, RUNS)]), other_runs),
        }
        if all("T" not in point for point in points):
            groups = [filled_group([point], RUNS) for point in points]
            timed["marginal law"] = _timed(_sampler(recall_error_marginal, groups), other_runs)
        # A few runs tell no variance, and the reordered route has the law of the source's order.
        timed["source's order"] = replace(timed["source's order"], variances=timed["reordered"].variances)
        found += [_row(work, route, one, timed["source's order"]) for route, one in timed.items()]
    return [*found, _far_row(), _streamed_row()]


def in_source_order(points: Points, runs: int, generator: torch.Generator) -> Errors:
    """Errors, a row for each run: every point forms its W and its scores."""
    memories = [Memory.at(point) for point in points]
    N, M, largest = int(memories[0].N), memories[0].M, max(memory.d for memory in memories)
    law, answers = zipf_law(memories[0].alpha, N), torch.as_tensor(labels("mod", N, M))
    p, errors = torch.tensor(law, dtype=torch.float32), np.zeros((runs, len(memories)))
    for run in range(runs):
        all_e, all_u = (
            torch.randn(N, largest, generator=generator),
            torch.randn(M, largest, generator=generator),
        )
        for index, memory in enumerate(memories):
            counts = None
            if math.isfinite(memory.T):
                counts = sample_counts((int(memory.T),), law, 1, generator)[:, 0]
            q = scheme_weights(memory, counts, Source(generator=generator, dtype=torch.float32))[0]
            e, u = all_e[:, : memory.d], all_u[:, : memory.d]
            u = u / u.norm(dim=1, keepdim=True)
            W = (q[:, None] * u[answers]).T @ e
            scores = e @ W.T @ u.T
            own = scores.gather(1, answers[:, None])
            alternatives = scores.scatter(1, answers[:, None], -math.inf).amax(dim=1)
            errors[run, index] = float(p[own[:, 0] <= alternatives].sum())
    return errors


def _far_row() -> Row:
    """All curves at once; the memory of constants is warm, as it is for a sweep's later points."""
    points = [coordinates(N=1000, **point) for point in FAR]
    found = [recall_error_exact.evaluate(point) for point in points]
    return Row(
        work=f"figure 3, right, up to d = {max(int(point['d']) for point in points)}",
        route="quadrature",
        seconds=cpu_seconds(lambda: [recall_error_exact.evaluate(point) for point in points]),
        faster=1.0,
        # What is stored beyond doubt underflows, and has no relative error.
        also={"relative error": max(v.error_bound / v.value for v in found if v.value > _UNDERFLOW)},
    )


def _streamed_row() -> Row:
    """One draw in a process of its own, whose peak memory is that of this work and of its libraries."""
    N, M, d = STREAMED
    with (
        single_threaded_children(),
        ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool,
    ):
        seconds, peak = pool.submit(one_streamed_draw, N, M, d).result()
    return Row(
        work=f"one draw, N = {N}, M = {M}, d = {d}",
        route="streamed",
        seconds=seconds,
        faster=1.0,
        also={"peak memory in GB": peak / 1e9},
    )


def one_streamed_draw(N: int, M: int, d: int) -> tuple[float, int]:
    """CPU seconds of one draw with d/8 tokens stored, and the most bytes this process has held."""
    torch.set_num_threads(1)
    generator = block_generator(0, "benchmark", 1, "streamed", 0, _CPU)
    start = time.process_time()
    group = streamed_group(N, M, d, "d/8")
    sample_trials(recall_error_streamed, group, 1, generator)
    seconds = time.process_time() - start
    # Linux counts in units of 1024 bytes.
    return seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def _sampler(quantity: SampledQuantity, groups: Sequence[DesignGroup]) -> Callable[..., Errors]:
    """The errors of all points of the groups, in chunks as blocks are drawn, whose size is found before."""
    sized = [(group, group.trials_per_chunk) for group in replace(quantity, groups=tuple(groups)).groups]

    def run(runs: int, generator: torch.Generator) -> Errors:
        columns = []
        for group, chunk in sized:
            parts = []
            for start in range(0, runs, chunk):
                count = min(chunk, runs - start)
                parts.append(sample_trials(quantity, group, count, generator)[..., 0])
            columns.append(torch.cat(parts).double().numpy())
        return np.concatenate(columns, axis=1)

    return run


def _timed(run: Callable[[int, torch.Generator], Errors], runs: int) -> _Timed:
    """Processor seconds for `RUNS` runs, after one that warms up, and each point's variance of their mean."""
    generator = block_generator(0, "benchmark", 1, "", 0, _CPU)
    run(1, generator)
    start = time.process_time()
    errors = run(runs, generator)
    seconds = (time.process_time() - start) * RUNS / runs
    return _Timed(seconds=seconds, variances=errors.var(axis=0, ddof=1) / RUNS)


def _row(work: str, route: str, one: _Timed, baseline: _Timed) -> Row:
    faster = baseline.seconds / one.seconds
    cheaper = faster * float(baseline.variances.mean() / one.variances.mean())
    stderr = float(np.sqrt(one.variances.mean()))
    return Row(
        work=work,
        route=route,
        seconds=one.seconds,
        faster=faster,
        also={
            "stderr": stderr,
            "stderr in 1 s": stderr * math.sqrt(one.seconds),
            "cheaper": cheaper,
        },
    )
