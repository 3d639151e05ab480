r"""Contexts that never occurred before: the probability that the k-gram estimate is not defined.

A law of order k gives the next of S symbols after each of $S^k$ contexts. The context at T is c, and none of
the times k, ..., T - 1 had it: every step of the recursion over contexts loses what enters c. The sums
have positive terms only, so that rounding is relative.

| `source` | meaning |
|---|---|
| `fair` | symbols are independent and alike, S of them, read in contexts of length k |
| `switching` | P(0 -> 1) = .3, P(1 -> 0) = .45, contexts of one symbol |
| `alternating` | P(0 -> 1) = .9, P(1 -> 0) = .8, contexts of one symbol |
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import exp, log
from typing import Final

import torch
from jaxtyping import Float
from torch import Tensor

from ..quantity import ExactValue, Value
from ..simulator import computed

_RELATIVE: Final = 1e-15
"""Rounding of one step of positive sums."""

_SWITCHING: Final = {"switching": (0.3, 0.45), "alternating": (0.9, 0.8)}
_SIZES: Final = (8, 16, 32, 64, 128, 256)


def context_steps(law: Float[Tensor, "contexts symbols"]) -> Float[Tensor, "contexts contexts"]:
    """The probability of each context after each context: the first symbol goes, a last one comes."""
    contexts, symbols = law.shape
    steps = torch.zeros(contexts, contexts, dtype=law.dtype)
    before = torch.arange(contexts)
    for x in range(symbols):
        steps[before, (before * symbols + x) % contexts] += law[:, x]
    return steps


def log_never_before(
    law: Float[Tensor, "contexts symbols"], start: Float[Tensor, " contexts"], steps: int
) -> float:
    """The logarithm of the probability that the context after `steps` steps is none of those before it."""
    move = context_steps(law)
    # Row c holds the masses of contexts on paths that have not met c.
    masses = start.repeat(len(start), 1).fill_diagonal_(0.0)
    scale = 0.0
    for _ in range(steps - 1):
        masses = (masses @ move).fill_diagonal_(0.0)
        largest = float(masses.max())
        # Far out the masses themselves would vanish.
        masses, scale = masses / largest, scale + log(largest)
    return scale + log(float((masses @ move).diagonal().sum()))


@lru_cache(maxsize=32)
def source_law(source: str, symbols: int, k: int) -> tuple[Tensor, Tensor]:
    """The law of the next symbol after each context, and the stationary law of contexts."""
    if source == "fair":
        contexts = symbols**k
        law = torch.full((contexts, symbols), 1 / symbols, dtype=torch.float64)
        return law, torch.full((contexts,), 1 / contexts, dtype=torch.float64)
    p, q = _SWITCHING[source]
    law = torch.tensor([[1 - p, p], [q, 1 - q]], dtype=torch.float64)
    return law, torch.tensor([q / (p + q), p / (p + q)], dtype=torch.float64)


SOURCES: Final = (
    ("switching", 2, 1),
    ("alternating", 2, 1),
    ("fair", 2, 1),
    ("fair", 3, 1),
    ("fair", 2, 2),
    ("fair", 2, 3),
)
"""The source, its alphabet, and the length of the contexts that are asked for."""

_POINTS: Final[tuple[dict[str, Value], ...]] = tuple(
    {"source": source, "S": symbols, "k": k, "T": T} for source, symbols, k in SOURCES for T in _SIZES
)


@computed(title="Probability that the last context never occurred before", points=_POINTS)
def undefined_probability(**at: Value) -> ExactValue:
    """The probability that the estimate from T symbols is not defined."""
    found = _log_undefined(at, int(at["T"]))
    value = exp(found.value)
    return ExactValue(value=value, error_bound=2 * value * found.error_bound)


def undefined_decay_of(at: Mapping[str, Value]) -> ExactValue:
    """The logarithm of the ratio of this probability at T to that at T + 1."""
    now, after = (_log_undefined(at, int(at["T"]) + more) for more in (0, 1))
    return ExactValue(value=now.value - after.value, error_bound=now.error_bound + after.error_bound)


def _log_undefined(at: Mapping[str, Value], T: int) -> ExactValue:
    k, symbols = int(at["k"]), int(at["S"])
    law, start = source_law(str(at["source"]), symbols, k)
    return ExactValue(value=log_never_before(law, start, T - k), error_bound=_RELATIVE * T * (symbols**k + T))
