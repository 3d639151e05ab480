"""One-hot keys drawn uniformly with replacement from d_k coordinates.

Two keys overlap exactly when they hold the same coordinate, so an item is retrieved without
crosstalk exactly when no other item holds its coordinate.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import isqrt, nextafter, prod, ulp
from typing import Final

import numpy as np
import torch
from jaxtyping import Float
from torch import Tensor

from ..quantity import DesignGroup, ExactValue, Value
from ..sampling import sample_one_hot_indices
from ..simulator import computed, simulator
from ..trials import Trials

_COLLISION_DIMENSIONS: Final = tuple(2**m for m in range(6, 16))
_UNSHARED_DIMENSIONS: Final = tuple(2**m for m in range(4, 13))
_ASSIGNMENTS_LIMIT: Final = 2**20


def _collision_edges(group: DesignGroup) -> tuple[float, ...]:
    """The sizes n at which T > n is counted."""
    return tuple(float(n) for n in group.sizes("n"))


def _collision_group(d_k: int) -> DesignGroup:
    """Integer sizes at eighths of sqrt(d_k), up to five times it; one item alone cannot collide."""
    sizes = sorted({isqrt(k * k * d_k // 64) for k in range(1, 41)} - {0, 1})
    return DesignGroup.sized(
        shared={"d_k": d_k}, points=[{"n": n} for n in sizes], trials_per_block=min(2**12, 2**23 // d_k)
    )


@simulator(
    title="Number of one-hot keys stored when two first coincide: P(T > n), all n distinct",
    outputs=("survival",),
    groups=(_collision_group(d_k) for d_k in _COLLISION_DIMENSIONS),
    histogram_edges=_collision_edges,
)
def first_collision(d_k: int, *, trials: Trials) -> Float[Tensor, " trials"]:
    """T, the number of keys stored when a coordinate first repeats: T > n if n keys are distinct.

    Where none repeats up to the largest declared n, T is one more than that.
    """
    n = max(trials.sizes("n"))
    indices = sample_one_hot_indices((trials.n_trials, n), d_k, trials.generator)
    positions = torch.arange(n, device=trials.device, dtype=torch.int32).expand(trials.n_trials, n)
    first_holder = torch.full((trials.n_trials, d_k), n, device=trials.device, dtype=torch.int32)
    first_holder.scatter_reduce_(1, indices, positions, "amin")
    repeats = first_holder.gather(1, indices) < positions
    return (torch.where(repeats, positions, n).amin(dim=1) + 1).to(trials.dtype)


def _unshared_group(d_k: int) -> DesignGroup:
    """Sizes at quarters of d_k; larger memories average over more items and need fewer trials."""
    return DesignGroup.sized(
        shared={"d_k": d_k},
        points=[{"n": quarter * d_k // 4} for quarter in range(1, 7)],
        trials_per_block=2**16 // d_k,
    )


@simulator(
    title="Fraction of items whose one-hot key no other item holds",
    outputs=("fraction",),
    groups=(_unshared_group(d_k) for d_k in _UNSHARED_DIMENSIONS),
)
def unshared_fraction(d_k: int, *, trials: Trials) -> Float[Tensor, "trials points 1"]:
    """Fraction of the n items whose coordinate no other item holds, as the memory fills."""
    holders = torch.zeros((trials.n_trials, d_k), device=trials.device, dtype=trials.dtype)
    columns = []
    stored = 0
    for n in trials.sizes("n"):
        indices = sample_one_hot_indices((trials.n_trials, n - stored), d_k, trials.generator)
        holders.scatter_add_(1, indices, torch.ones_like(indices, dtype=trials.dtype))
        columns.append((holders == 1).sum(dim=1) / n)
        stored = n
    return torch.stack(columns, dim=1).unsqueeze(-1).to(trials.dtype)


@computed(
    title="P(n one-hot keys are distinct), by enumeration",
    points=({"n": n, "d_k": d_k} for d_k in range(2, 7) for n in range(2, d_k + 1)),
)
def distinct_keys_enumeration(n: int, d_k: int) -> ExactValue:
    """P(n one-hot keys on d_k coordinates are distinct), by listing all d_k^n assignments.

    The count is exact; the error bound is that of writing the fraction as a float. Raises
    ValueError where the assignments are too many to list.
    """
    assignments = d_k**n
    if assignments > _ASSIGNMENTS_LIMIT:
        raise ValueError(
            f"Enumeration lists at most {_ASSIGNMENTS_LIMIT} assignments, and d_k^n is {assignments}."
        )
    digits = np.stack(np.unravel_index(np.arange(assignments), (d_k,) * n), axis=1)
    ordered = np.sort(digits, axis=1)
    distinct = int((ordered[:, 1:] != ordered[:, :-1]).all(axis=1).sum())
    exact = Fraction(distinct, assignments)
    error = abs(exact - Fraction(float(exact)))
    return ExactValue(value=float(exact), error_bound=nextafter(float(error), 1.0) if error else 0.0)


@computed(
    title="P(n one-hot keys are distinct), in integers",
    points=(point for group in first_collision.groups for point in group.points),
)
def first_collision_exact(n: int, d_k: int) -> ExactValue:
    """P(n one-hot keys on d_k coordinates are distinct): each new key avoids those before, in integers."""
    return _correctly_rounded(prod(range(d_k - n + 1, d_k + 1)), d_k**n)


@computed(
    title="P(no other item holds a query's one-hot key), in integers",
    points=(point for group in unshared_fraction.groups for point in group.points),
)
def unshared_fraction_exact(n: int, d_k: int) -> ExactValue:
    """P(no other of n one-hot keys holds an item's coordinate): each of n - 1 avoids it, in integers."""
    return _correctly_rounded((d_k - 1) ** (n - 1), d_k ** (n - 1))


def system_failure_probability(at: Mapping[str, Value]) -> ExactValue:
    """P(in some of L layers the one-hot queries of all H heads collide), fresh heads, in integers."""
    n, d_k, layers, heads = (int(at[name]) for name in ("n", "d_k", "L", "H"))
    whole = d_k ** (n - 1)
    fails = whole - (d_k - 1) ** (n - 1)
    survives = (whole**heads - fails**heads) ** layers
    return _correctly_rounded(whole ** (heads * layers) - survives, whole ** (heads * layers))


def _correctly_rounded(numerator: int, denominator: int) -> ExactValue:
    """A fraction as a float; Python divides integers to the nearest one."""
    value = numerator / denominator
    return ExactValue(value=value, error_bound=ulp(value) / 2)
