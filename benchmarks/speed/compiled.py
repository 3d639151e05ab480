"""CPU seconds and memory of compiled terms beside programs written by hand, and whether both agree.

    python -m benchmarks.speed.compiled [NAME...] [--repeats N] [--json FILE]

Each term and its program draw the same number of times, in turn, in one process on one thread, so that both
meet the same load; the median of the repeats' ratios counts. The z-score compares both estimates.
"""

from __future__ import annotations

import statistics
import time
from functools import partial

import torch
from theorycheck.numerics.simulate import Simulated, simulate

from . import count_terms, fold_terms, matrix_terms, memory_terms, step_terms
from .example import Example
from .figures import Figures, measurement

EXAMPLES = tuple(
    one
    for module in (memory_terms, count_terms, matrix_terms, step_terms, fold_terms)
    for one in vars(module).values()
    if isinstance(one, Example)
)
"""The terms that have a program."""


def drawn_by_hand(example: Example, seed: int) -> tuple[float, float]:
    """The estimate of the program written by hand, with its standard error."""
    generator = torch.Generator().manual_seed(seed)
    parts = [
        example.hand(min(example.chunk, example.n_trials - start), generator)
        for start in range(0, example.n_trials, example.chunk)
    ]
    x = torch.cat(parts).double()
    match example.term.head:
        case "quantile":
            level = example.term.args[1]
            return _quantile(x, level.data[0] / level.data[1])
        case "Var":
            x = (x - x.mean()).square()
        case "Cov":
            x = (x - x.mean(0)).prod(1)
    return float(x.mean()), float(x.std()) / len(x) ** 0.5


def _quantile(x: torch.Tensor, level: float) -> tuple[float, float]:
    ordered = x.flatten().sort().values
    s = float((x <= ordered[int(ordered.numel() * level)]).double().mean(1).std()) / len(x) ** 0.5
    low, middle, high = (float(ordered[int(ordered.numel() * p)]) for p in (level - s, level, level + s))
    return middle, (high - low) / 2


def compiled(example: Example, seed: int) -> Simulated:
    """The estimate of the compiled term."""
    return simulate(example.term, example.at, n_trials=example.n_trials, seed=seed, where=example.where)


def z_score(hand: tuple[float, float], found: Simulated) -> float:
    """The difference of both estimates by its standard error."""
    value, error = hand
    return float((found.value - value) / (found.stderr**2 + error**2) ** 0.5)


def ratio(example: Example, repeats: int) -> Figures:
    """CPU seconds of both, and the median ratio; how far both are apart in standard errors."""
    found, drawn = compiled(example, 1), drawn_by_hand(example, 1)
    hand, own = [], []
    for seed in range(repeats):
        start = time.process_time()
        drawn_by_hand(example, seed)
        middle = time.process_time()
        compiled(example, seed)
        hand.append(middle - start)
        own.append(time.process_time() - middle)
    ratios = [a / b for a, b in zip(own, hand, strict=True)]
    return {
        "hand_s": round(statistics.median(hand), 4),
        "compiled_s": round(statistics.median(own), 4),
        "ratio": round(statistics.median(ratios), 2),
        "z": round(z_score(drawn, found), 2),
    }


if __name__ == "__main__":
    torch.set_num_threads(1)
    measurement(__doc__, {one.name: partial(ratio, one) for one in EXAMPLES})
