"""Values of symbols moved to a nearby solution of equations, by Gauss-Newton steps."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

import numpy as np

from .array_functions import ROUNDING, Array
from .evaluation import Evaluator
from .node import Term

_STEPS: Final = 30
_HALVINGS: Final = 12
_DIFFERENCE: Final = 1e-6
_DIGITS, _DIGITS_OF_ENTRIES = 8, 14
"""Steps towards a solution of equations, how often one is halved, the difference that gives slopes, and how
many digits those have, and what is moved: what was equal stays so.
"""
_MOST_UNKNOWNS: Final = 1024
"""Numbers that are moved together: each costs two looks at the equations."""
_WHOLE: Final = 1e-6
"""How near to a whole one a size is that one."""


def named(equations: Iterable[Term], heads: set[str]) -> list[Term]:
    """The symbols of these kinds in equations, by name."""
    found = {own for fact in equations for _, own in fact.declarations}
    return sorted((own for own in found if own.head in heads), key=lambda own: str(own.data))


def solve(equations: list[Term], values: dict[Term, Any], moved: list[Term]) -> None:
    """Move what may be moved to a nearby solution of the equations; a size that is nearly whole is whole."""
    shapes = [np.shape(values[own]) for own in moved]
    counts = [int(np.prod(shape)) for shape in shapes]

    def put(flat: Array) -> None:
        for own, shape, part in zip(moved, shapes, np.split(flat, np.cumsum(counts)[:-1]), strict=True):
            values[own] = part.reshape(shape)

    def residuals(flat: Array, facts: Iterable[Term]) -> list[Array]:
        put(flat)
        inside = Evaluator(values)
        return [np.subtract(*(np.ravel(inside.value(side)) for side in fact.args)) for fact in facts]

    about = [[fact for fact in equations if own in named([fact], {own.head})] for own in moved]
    unknowns = [facts for facts, count in zip(about, counts, strict=True) for _ in range(count)]
    start = np.concatenate([np.ravel(values[own]) for own in moved]).astype(float)
    found = _root(residuals, equations, unknowns, start)
    near = _rounded(found, _DIGITS_OF_ENTRIES)
    is_near = np.linalg.norm(np.concatenate(residuals(near, equations))) <= ROUNDING
    put(near if is_near else found)
    for own in (one for one in moved if one.head == "size"):
        near = float(np.round(values[own]))
        values[own] = int(near) if abs(values[own] - near) <= _WHOLE else values[own]


def _root(
    residuals: Callable[[Array, Iterable[Term]], list[Array]],
    equations: list[Term],
    unknowns: list[list[Term]],
    x: Array,
) -> Array:
    """A point near x without residual, by Gauss-Newton steps of least length, halved until they help.

    `unknowns` are the equations about each entry of x.
    """
    for _ in range(_STEPS if x.size <= _MOST_UNKNOWNS else 0):
        left = dict(zip(equations, residuals(x, equations), strict=True))
        whole = np.concatenate(list(left.values()))
        size = float(np.linalg.norm(whole))
        if not size:
            break
        slopes = np.stack([_slope(residuals, left, unknowns[k], x, k) for k in range(x.size)], axis=1)
        if not (np.all(np.isfinite(whole)) and np.all(np.isfinite(slopes))):
            # It has no value here, and the instance is none.
            break
        step = np.linalg.lstsq(slopes, -whole, rcond=None)[0]
        tries = (x + step / 2**k for k in range(_HALVINGS))
        nearer = next(
            (tried for tried in tries if np.linalg.norm(np.concatenate(residuals(tried, equations))) < size),
            None,
        )
        if nearer is None:
            # The same step would be tried again.
            break
        x = nearer
    return x


def _slope(
    residuals: Callable[[Array, Iterable[Term]], list[Array]],
    left: Mapping[Term, Array],
    about: list[Term],
    x: Array,
    k: int,
) -> Array:
    """How what is left of the equations changes with the entry k of x, which `about` alone are about."""
    beside = x.copy()
    beside[k] += _DIFFERENCE
    changed = dict(zip(about, residuals(beside, about), strict=True))
    parts = [
        _rounded((changed[fact] - before) / _DIFFERENCE, _DIGITS)
        if fact in changed
        else np.zeros_like(before)
        for fact, before in left.items()
    ]
    return np.concatenate(parts)


def _rounded(numbers: Array, digits: int) -> Array:
    return np.array([float(f"{number:.{digits}g}") for number in numbers])
