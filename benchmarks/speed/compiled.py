"""CPU seconds and memory of compiled terms beside programs written by hand, and whether both agree.

    python -m benchmarks.speed.compiled [NAME...] [--repeats N] [--json FILE]

Each term and its program draw the same number of times, in turn, in one process on one thread, so that both
meet the same load; the median of the repeats' ratios counts. The z-score compares both estimates.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from pathlib import Path

import torch
from theorycheck.numerics.simulate import Simulated, simulate

from . import count_terms, fold_terms, matrix_terms, memory_terms, step_terms
from .example import Example

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


def ratio(example: Example, repeats: int) -> dict[str, float]:
    """CPU seconds of both, and the median ratio."""
    compiled(example, 0), drawn_by_hand(example, 0)
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
    }


def main() -> None:
    """Measure, print a line a term, and write the figures where asked."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("names", nargs="*", help="words of names; all where none is given")
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    torch.set_num_threads(1)
    chosen = [x for x in EXAMPLES if not options.names or any(word in x.name for word in options.names)]
    found = {}
    for example in chosen:
        z = z_score(drawn_by_hand(example, 1), compiled(example, 1))
        found[example.name] = {**ratio(example, options.repeats), "z": round(z, 2)}
        print(f"{example.name:42s}", json.dumps(found[example.name]), flush=True)
    if options.json:
        options.json.write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main()
