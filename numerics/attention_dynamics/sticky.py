"""The sticky chain of Section 7.2: its transition law in every reading, its entropy rate, and its sequences.

Eight symbols; the text asks for P(stay) = 0.3 and else a move "with probability proportional to the
distance", of which "the nearby symbol gets higher probability". A reading fixes the distance of two symbols,
the weight of a distance, and how 0.3 enters the row:

| coordinate | value | meaning |
|---|---|---|
| `distance` | `linear` | the absolute value of j - i |
| | `circular 8`, `circular 7` | the shorter way round 8 or 7 |
| | `modulo 8`, `modulo 7` | (j - i) mod 8 or 7 |
| `weight` | `distance`, `inverse`, `complement` | d; 1/d; one more than the largest distance, minus d |
| `diagonal` | `split` | the others share 0.7: P(stay) = 0.3 |
| | `before` | 0.3 is put on the diagonal of the weights, then the row is normalised |
| | `twice` | 0.3 is added twice to a normalised row of the others, and the row normalised again |
| | `before and split` | `before`, then 0.7 of that plus 0.3 |
| `unit` | `nats`, `bits` | of the entropy |
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from typing import Final

import numpy as np
import torch
from jaxtyping import Float, Int
from numpy.typing import NDArray
from torch import Tensor

from ..quantity import ExactValue, Value
from ..simulator import computed
from ..trials import Source

SYMBOLS: Final = 8
STAY: Final = 0.3
WIDTH: Final = 20
"""Dimension of the embeddings."""

Law = NDArray[np.float64]

DISTANCES: Final = ("linear", "circular 8", "circular 7", "modulo 8", "modulo 7")
WEIGHTS: Final = ("distance", "inverse", "complement")
DIAGONALS: Final = ("split", "before", "twice", "before and split")

_ROUNDING: Final = 1e-12
"""Eight by eight sums and one linear system, well conditioned."""


def distances(kind: str) -> Law:
    """The distance from i to j."""
    move = np.arange(SYMBOLS)[None, :] - np.arange(SYMBOLS)[:, None]
    if kind == "linear":
        straight: Law = np.abs(move).astype(float)
        return straight
    way, period = kind.split()
    forward = (np.abs(move) if way == "circular" else move) % int(period)
    found: Law = (np.minimum(forward, int(period) - forward) if way == "circular" else forward).astype(float)
    return found


def move_weights(distance: Law, weight: str) -> Law:
    """What a move from i to j weighs, zero on the diagonal."""
    if weight == "distance":
        weights = distance
    elif weight == "inverse":
        weights = np.where(distance > 0, 1 / np.maximum(distance, 1), 0.0)
    else:
        weights = distance.max() + 1 - distance
    return weights * (1 - np.eye(SYMBOLS))


def transition_law(distance: str, weight: str, diagonal: str) -> Law:
    """P(y_{t+1} = j | y_t = i).

    >>> transition_law("circular 8", "inverse", "split").diagonal().tolist()[:2]
    [0.3, 0.3]
    >>> round(float(transition_law("circular 8", "complement", "twice")[0, 0]), 4)
    0.375
    """
    weights, stay = move_weights(distances(distance), weight), STAY * np.eye(SYMBOLS)
    if diagonal == "split":
        return (1 - STAY) * _rows(weights) + stay
    if diagonal == "before":
        return _rows(weights + stay)
    if diagonal == "twice":
        return _rows(_rows(weights) + 2 * stay)
    return (1 - STAY) * _rows(weights + stay) + stay


def stationary_law(P: Law) -> NDArray[np.float64]:
    """The stationary law, pi P = pi."""
    equations = np.vstack((P.T - np.eye(len(P)), np.ones(len(P))))
    right = np.append(np.zeros(len(P)), 1.0)
    found: NDArray[np.float64] = np.linalg.lstsq(equations, right)[0]
    return found


def entropy_rate_nats(P: Law) -> float:
    """-sum_i pi_i sum_j P_ij log P_ij.

    >>> round(entropy_rate_nats(np.full((8, 8), 1 / 8)) / float(np.log(2)), 12)
    3.0
    """
    logs = np.log(np.where(P > 0, P, 1.0))
    return float(-(stationary_law(P)[:, None] * P * logs).sum())


_READINGS: Final[tuple[Mapping[str, Value], ...]] = tuple(
    {"distance": distance, "weight": weight, "diagonal": diagonal}
    for distance, weight, diagonal in product(DISTANCES, WEIGHTS, DIAGONALS)
)


@computed(
    title="Entropy rate of the sticky chain by the reading of its law",
    points=({**reading, "unit": unit} for reading in _READINGS for unit in ("nats", "bits")),
)
def sticky_entropy_rate(**at: Value) -> ExactValue:
    """The entropy of the next symbol given the last one, under a reading."""
    P = transition_law(str(at["distance"]), str(at["weight"]), str(at["diagonal"]))
    unit = float(np.log(2)) if at["unit"] == "bits" else 1.0
    return ExactValue(value=entropy_rate_nats(P) / unit, error_bound=_ROUNDING)


@computed(title="Chance of staying, by the reading of the chain's law", points=_READINGS)
def sticky_stay_probability(distance: str, weight: str, diagonal: str) -> ExactValue:
    """P(y_{t+1} = y_t) in the stationary chain, under a reading."""
    P = transition_law(distance, weight, diagonal)
    return ExactValue(value=float(stationary_law(P) @ P.diagonal()), error_bound=_ROUNDING)


@dataclass(frozen=True, kw_only=True)
class Sequences:
    """Symbols y_0..y_T, and inputs x_t = mu_{y_{t-1}} + N(0, I) for t = 1..T."""

    symbols: Int[Tensor, "trials _"]
    x: Float[Tensor, "trials T d_x"]

    @property
    def y(self) -> Int[Tensor, "trials T"]:
        """The targets."""
        return self.symbols[:, 1:]

    def pieces(self, count: int) -> tuple[Sequences, ...]:
        """Consecutive parts of equal length, each with the symbol before it."""
        T = self.x.shape[1] // count
        return tuple(
            Sequences(symbols=self.symbols[:, first : first + T + 1], x=self.x[:, first : first + T])
            for first in range(0, count * T, T)
        )

    def surprise(self, P: Float[Tensor, "8 8"]) -> Float[Tensor, " trials"]:
        """Mean -log P(y_t | y_{t-1}): the loss of who knows the law and the last symbol."""
        return -P[self.symbols[:, :-1], self.symbols[:, 1:]].log().mean(dim=-1)


def sample_means(n_trials: int, source: Source) -> Float[Tensor, "trials 8 d_x"]:
    """Mean embeddings, entries N(0, 1)."""
    return source.normal(n_trials, SYMBOLS, WIDTH)


def sample_sequences(
    P: Float[Tensor, "8 8"], mu: Float[Tensor, "trials 8 d_x"], T: int, generator: torch.Generator
) -> Sequences:
    """Sequences of the chain from a uniform first symbol, by inverting the distribution of every row."""
    n_trials = len(mu)
    symbols = torch.empty(n_trials, T + 1, dtype=torch.long, device=mu.device)
    symbols[:, 0] = torch.randint(SYMBOLS, (n_trials,), generator=generator, device=mu.device)
    steps = P.cumsum(dim=-1)[:, :-1]
    uniform = torch.rand(n_trials, T, 1, generator=generator, device=mu.device, dtype=mu.dtype)
    for t in range(T):
        symbols[:, t + 1] = (uniform[:, t] >= steps[symbols[:, t]]).sum(dim=-1)
    noise = torch.randn(n_trials, T, WIDTH, generator=generator, device=mu.device, dtype=mu.dtype)
    index = symbols[:, :-1].unsqueeze(-1).expand(-1, -1, WIDTH)
    return Sequences(symbols=symbols, x=mu.gather(1, index) + noise)


def _rows(weights: Law) -> Law:
    normalised: Law = weights / weights.sum(axis=1, keepdims=True)
    return normalised
