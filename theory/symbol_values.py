"""Random values of the symbols of a statement that are not random objects, by what the hypotheses say of each
alone: sizes and parameters between their ends, vectors and matrices with entries between theirs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

import numpy as np

from .array_functions import Array
from .evaluation import Evaluator
from .heads import ORDERS
from .node import TRUE, Term, value_of
from .substitution import occurs

_ZERO: Final = 0.1
_WIDEST: Final = 150
"""How large sizes are that occur as numbers alone: below it factorials are numbers."""
_FARTHEST: Final = 10**6
_SPREAD: Final = 4
"""Where magnitudes differ: the largest size, the spread of logarithms of parameters."""
_WIDE: Final = 32
"""How many sizes from the least on are wide ones, of which few at once are large."""
_NEAREST: Final = -2.0
"""Logarithm, to the base of ten, of the least distance of a parameter from an end, or of its share of all."""
_INSIDE: Final = 0.01
"""The share of the way to the other end at which an end is taken that is not met."""


def far_value(own: Term, given: tuple[Term, ...], generator: np.random.Generator) -> int | float:
    """A size or parameter of any magnitude."""
    if own.head == "parameter":
        return float(f"{parameter_value(own, given, generator) * np.exp(_SPREAD * generator.normal()):.2g}")
    _, low, high = own.data
    return min(int(low) + int(_FARTHEST ** generator.random()) - 1, high or _FARTHEST)


def size_value(own: Term, generator: np.random.Generator, *, is_large: bool) -> int:
    """One of the first values of a size, or a large one."""
    _, low, high = own.data
    if is_large and high is None:
        return int(low) + int(_WIDEST ** generator.random())
    return int(generator.integers(low, min(high or low + 4, low + 4) + 1))


def wide_value(own: Term, given: tuple[Term, ...], generator: np.random.Generator) -> int | float:
    """A size of the first few or some thirty, a parameter at a distance of any magnitude from an end.

    Bounds are close to what they are of at such ends, or nowhere.
    """
    if own.head == "size":
        _, low, high = own.data
        return min(int(low) + int(_WIDE ** generator.random() ** 2) - 1, high or _FARTHEST)
    low, high = _ends(own, given)
    if np.isfinite(low) and np.isfinite(high):
        inside = (high - low) * 10 ** generator.uniform(_NEAREST, 0)
        return float(low + inside if generator.integers(2) else high - inside)
    away = 10 ** generator.uniform(_NEAREST, -_NEAREST / 2)
    if not (np.isfinite(low) or np.isfinite(high)):
        return float(away * generator.choice([-1, 1]))
    return float(low + away if np.isfinite(low) else high - away)


def parameter_value(own: Term, given: tuple[Term, ...], generator: np.random.Generator) -> float:
    """A number between the bounds that the hypotheses give it; zero now and then: there quotients are 1/0."""
    low, high = _ends(own, given)
    if np.isfinite(low) and np.isfinite(high):
        return round(100 * (low + (high - low) * generator.random())) / 100
    drawn = round(150 * generator.normal()) / 100 * (generator.random() > _ZERO)
    return low + abs(drawn) if np.isfinite(low) else high - abs(drawn) if np.isfinite(high) else drawn


def entries(
    shape: tuple[int, ...], ends: tuple[float, float], generator: np.random.Generator, *, special: bool
) -> Array:
    """Normal numbers; from one end on powers of their moduli, from 0 half of the time such as add up to 1;
    between two ends uniform ones. Special ones are of a larger scale, equal, or those of a unit vector or an
    identity matrix; between two ends each is at one of them, or all are, or all but those of that unit.
    """
    low, high = ends
    drawn = generator.normal(size=shape)
    between = np.isfinite(low) and np.isfinite(high)
    if between:
        drawn = low + (high - low) * generator.random(size=shape)
    elif np.isfinite(low) or np.isfinite(high):
        drawn = np.abs(drawn) ** generator.choice([1, 3])
        drawn /= generator.choice([1, drawn.sum()]) if low == 0 else 1
        drawn = low + drawn if np.isfinite(low) else high - drawn
    if not special:
        return drawn
    unit = np.eye(*shape) if len(shape) == 2 else np.eye(1, drawn.size).reshape(shape)  # noqa: PLR2004
    kinds = [4 * drawn, np.broadcast_to(drawn.flat[0], shape), drawn.flat[0] * unit]
    if between:
        corner = generator.integers(2, size=shape)
        kinds = [low + (high - low) * x for x in (corner, np.broadcast_to(corner.flat[0], shape), unit)]
    return np.array(kinds[int(generator.integers(len(kinds)))])


def _ends(own: Term, given: tuple[Term, ...]) -> tuple[float, float]:
    """The numbers that hypotheses put below a parameter and above it."""
    low, high = -np.inf, np.inf
    for fact in given:
        if fact.head in {"le", "lt", "ge", "gt"}:
            small, large = fact.args if fact.head in {"le", "lt"} else fact.args[::-1]
            if large is own and small.head == "number":
                low = max(low, float(value_of(small)))
            elif small is own and large.head == "number":
                high = min(high, float(value_of(large)))
    return low, high


def ends_of_entries(own: Term, given: tuple[Term, ...], values: Mapping[Term, Any]) -> tuple[float, float]:
    """The ends that hypotheses on all entries tell by what has a value; not met, one is a little inside."""
    ends: dict[bool, tuple[float, bool]] = {False: (-np.inf, False), True: (np.inf, False)}
    for is_high, end, is_strict in _told_ends(own, given):
        if not end.loose and all(symbol in values for _, symbol in end.declarations):
            value = float(Evaluator(values).value(end))
            if (value < ends[is_high][0]) is is_high:
                ends[is_high] = value, is_strict
    (low, is_above), (high, is_below) = ends[False], ends[True]
    inside = _INSIDE * (high - low) if np.isfinite(high - low) else 0.0
    return low + inside * is_above, high - inside * is_below


def _told_ends(own: Term, given: tuple[Term, ...]) -> Iterator[tuple[bool, Term, bool]]:
    """For each order of an entry x or |x| and a term: whether that is above it, the term, and whether it is
    strict.
    """
    for fact in given:
        order = fact
        while order.head == "all" and order.args[1] is TRUE:
            order = order.args[2]
        if order.head in ORDERS and occurs(own, order):
            is_strict = order.head in {"lt", "gt"}
            small, large = order.args if order.head in {"lt", "le"} else order.args[::-1]
            if small.data == ("abs",) and _is_entry(small.args[0], own):
                yield from ((True, large, is_strict), (False, -large, is_strict))
            elif _is_entry(small, own):
                yield True, large, is_strict
            elif _is_entry(large, own):
                yield False, small, is_strict


def _is_entry(x: Term, own: Term) -> bool:
    return x.head == "component" and x.args[0] is own
