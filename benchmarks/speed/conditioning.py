"""Simulations of the conditioning paper, beside a plain NumPy loop that follows the definition.

Seconds are of one trial, for quantities of each kind.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Final

import numpy as np
from numpy.typing import NDArray
from theorycheck.numerics.conditioning.capacity import D_V
from theorycheck.numerics.conditioning.softmax import score_scale
from theorycheck.numerics.monte_carlo import sample_block
from theorycheck.numerics.quantity import DesignGroup, SampledQuantity, quantities

from .record import Row, compared
from .timing import cpu_seconds

Array = NDArray[np.float32]
Trial = Callable[[DesignGroup, np.random.Generator], object]


def unit_vectors(rng: np.random.Generator, n: int, d: int) -> Array:
    """Rows uniform on the sphere."""
    vectors: Array = rng.standard_normal((n, d), dtype=np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    return vectors


def noise_of(keys: Array, values: Array) -> Array:
    """|eta_i|^2 of every item, by way of the state."""
    state = keys.T @ values
    eta = keys @ state - (keys**2).sum(axis=1, keepdims=True) * values
    power: Array = (eta**2).sum(axis=1)
    return power


def items(group: DesignGroup, rng: np.random.Generator, d_v: int) -> tuple[Array, Array]:
    """Keys and values of one draw of the group's largest size."""
    n = max(group.sizes("n"))
    return unit_vectors(rng, n, int(group.shared["d_k"])), unit_vectors(rng, n, d_v)


def noise_power(group: DesignGroup, rng: np.random.Generator) -> object:
    """Averages of three powers of |eta|^2."""
    power = noise_of(*items(group, rng, int(group.shared["d_v"])))
    return power.mean(), (power**2).mean(), (power**3).mean()


def key_overlap(group: DesignGroup, rng: np.random.Generator) -> object:
    """Moments of the overlaps of 32 keys."""
    keys = unit_vectors(rng, 32, int(group.shared["d_k"]))
    overlap = (keys @ keys.T)[np.triu_indices(32, 1)]
    return [abs(overlap).mean(), *((overlap**m).mean() for m in (2, 4, 6))]


def key_overlap_tail(group: DesignGroup, rng: np.random.Generator) -> object:
    """Indicators of one pair."""
    first, second = unit_vectors(rng, 2, int(group.shared["d_k"]))
    return [abs(first @ second) > float(point["t"]) for point in group.points]


def noise_growth(group: DesignGroup, rng: np.random.Generator) -> object:
    """Noise of the first items at each size."""
    keys, values = items(group, rng, D_V)
    state, stored, means = np.zeros((keys.shape[1], D_V), dtype=np.float32), 0, []
    for n in group.sizes("n"):
        state += keys[stored:n].T @ values[stored:n]
        query, own = keys[: min(32, n)], values[: min(32, n)]
        eta = query @ state - (query**2).sum(axis=1, keepdims=True) * own
        means.append((eta**2).sum(axis=1).mean())
        stored = n
    return means


def total_noise(group: DesignGroup, rng: np.random.Generator) -> object:
    """Summed noise at each size."""
    keys, values = items(group, rng, D_V)
    return [noise_of(keys[:n], values[:n]).sum() for n in group.sizes("n")]


def coherent_crosstalk(group: DesignGroup, rng: np.random.Generator) -> object:
    """Summed overlaps at each size."""
    keys = unit_vectors(rng, max(group.sizes("n")), int(group.shared["d_k"]))
    overlap = abs(keys @ keys.T)
    np.fill_diagonal(overlap, 0)
    return [overlap[:n, :n].sum() / n for n in group.sizes("n")]


def first_collision(group: DesignGroup, rng: np.random.Generator) -> object:
    """Draw keys one after another until one repeats."""
    seen: set[int] = set()
    for index in rng.integers(int(group.shared["d_k"]), size=max(group.sizes("n"))).tolist():
        if index in seen:
            break
        seen.add(index)
    return len(seen) + 1


def unshared_fraction(group: DesignGroup, rng: np.random.Generator) -> object:
    """Coordinates held once, at each size."""
    d_k = int(group.shared["d_k"])
    indices = rng.integers(d_k, size=max(group.sizes("n")))
    return [(np.bincount(indices[:n], minlength=d_k) == 1).sum() / n for n in group.sizes("n")]


def failures(group: DesignGroup, rng: np.random.Generator) -> object:
    """Which items fail."""
    return noise_of(*items(group, rng, int(group.shared["d_k"]))) > float(group.shared["tau"])


def query_success(group: DesignGroup, rng: np.random.Generator) -> object:
    """Which of the first items succeed, at each size."""
    keys, values = items(group, rng, int(group.shared["d_v"]))
    return [(noise_of(keys[:n], values[:n])[:256] <= 1).mean() for n in group.sizes("n")]


def argmax_error(group: DesignGroup, rng: np.random.Generator) -> object:
    """Which of the first queries err, at each size."""
    keys, values = items(group, rng, int(group.shared["d_v"]))
    errors = []
    for n in group.sizes("n"):
        scores = keys[: min(n, 128)] @ (keys[:n].T @ values[:n]) @ values[:n].T
        errors.append((scores.argmax(axis=1) != np.arange(len(scores))).mean())
    return errors


def system_failure(group: DesignGroup, rng: np.random.Generator) -> object:
    """Which heads of the deepest system fail, at each size."""
    fails = []
    for _ in range(max(group.sizes("L")) * max(group.sizes("H"))):
        keys, values = items(group, rng, int(group.shared["d_k"]))
        for n in sorted(set(group.sizes("n"))):
            eta = (keys[1:n] @ keys[0]) @ values[1:n]
            fails.append(eta @ eta > 1)
    return fails


def softmax_retrieval(group: DesignGroup, rng: np.random.Generator) -> object:
    """Weights of the other keys for 8 queries, at each size."""
    keys = unit_vectors(rng, max(group.sizes("n")), int(group.shared["d_k"]))
    beta = score_scale(str(group.shared["score_scale"]), keys.shape[1])
    weights = np.exp(beta * (keys[:8] @ keys.T - 1))
    return [weights[:, :n].sum(axis=1) - 1 for n in group.sizes("n")]


def delta_recall(group: DesignGroup, rng: np.random.Generator) -> object:
    """The delta rule item by item, and its errors at each size."""
    keys, values = items(group, rng, D_V)
    state, errors = np.zeros((keys.shape[1], D_V), dtype=np.float32), []
    for t, (key, value) in enumerate(zip(keys, values, strict=True), start=1):
        state += np.outer(key, value - key @ state)
        if t in group.sizes("n"):
            errors.append(((keys[:t] @ state - values[:t]) ** 2).sum(axis=1))
    return errors


PLAIN: Final[dict[str, Trial]] = {
    "noise_power": noise_power,
    "key_overlap": key_overlap,
    "key_overlap_tail": key_overlap_tail,
    "noise_growth": noise_growth,
    "total_noise": total_noise,
    "coherent_crosstalk": coherent_crosstalk,
    "first_collision": first_collision,
    "unshared_fraction": unshared_fraction,
    "retrieval_failure": failures,
    "item_failure": failures,
    "query_success": query_success,
    "argmax_error": argmax_error,
    "system_failure": system_failure,
    "softmax_retrieval": softmax_retrieval,
    "delta_recall": delta_recall,
}
"""The quantities that are compared, one of each kind of simulation."""


def rows() -> list[Row]:
    """Seconds a trial of the plain loop and of the quantity's own blocks."""
    return [
        row
        for name, quantity in quantities("conditioning").items()
        if name in PLAIN and isinstance(quantity, SampledQuantity)
        for row in compare(name, quantity, PLAIN[name])
    ]


def compare(name: str, quantity: SampledQuantity, plain: Trial) -> list[Row]:
    """Both routes on the middle group of a quantity."""
    group = quantity.groups[len(quantity.groups) // 2]
    short = replace(group, trials_per_block=min(group.trials_per_block, 4 * group.trials_per_chunk))
    rng = np.random.default_rng(0)
    loop = cpu_seconds(partial(plain, group, rng))
    block = cpu_seconds(partial(sample_block, quantity, short, 0, 0, "cpu")) / short.trials_per_block
    at = ", ".join(f"{key} = {value}" for key, value in group.shared.items())
    return compared(f"a trial of {name}, {at}", {"NumPy loop": loop, "blocks": block})
