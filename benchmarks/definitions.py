"""Measured points held to the number that a theorem is about, as its model defines it, without any proof."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import lru_cache
from math import floor, hypot, prod
from typing import TYPE_CHECKING, Final

from theorycheck.claim import Claim, Relation, Value
from theorycheck.evidence.families import split
from theorycheck.evidence.spot_checks import GROUPS, LARGEST_Z, ROUNDING, TRIALS, is_told, size
from theorycheck.law import evaluate, parse
from theorycheck.numerics.compile.statistics import compiled
from theorycheck.numerics.simulate import simulate
from theorycheck.statistics.evidence import Point
from theorycheck.theory.array_functions import NoInstance
from theorycheck.theory.check import instance_at, value_in, with_told_sizes
from theorycheck.theory.evaluation import Evaluator, Instance

if TYPE_CHECKING:
    from theorycheck.theory.derivation import Derivation
    from theorycheck.theory.node import Term

_EQUATION: Final = re.compile(r"\$(\w+) = (.+)\$")
"""A setting like `$d_v = d_k$`, which states one size by others."""

NUMBERS: Final = 2**28
"""Numbers of all trials of a compiled term: of a large one there are fewer trials than of a small one."""

FEWEST: Final = 128
"""Trials whose mean has a standard error: of a term that takes more numbers, none is worked out."""

FEWEST_OF_EVENTS: Final = 32
"""The same of a probability, whose error follows from itself."""

MOST_NUMBERS: Final = 2**30
"""Numbers of the fewest trials of a probability."""

FEW_NUMBERS: Final = 2**23
MANY_TRIALS: Final = 2**16
"""So many trials at least are drawn where all their numbers are few."""

FEW_EVENTS: Final = 3
"""Of few events or none, a probability has at least the error of so many: where it lies 4.5 of them away,
none is seen once in exp(13.5) times, as rarely as a normal number is off by so much."""

UNSTATED: Final = 16
"""A size that no point states: the number must be the same at 2 and at this, or the largest size stated."""


def definition_z(claim: Claim, known: Derivation, points: Iterable[Point]) -> list[float]:
    """How far the cheapest points lie from the number that a theorem is about, in standard errors.

    The number is worked out as the theorem's model defines it, by its compiled term where it has many parts;
    no proof and no simulator takes part in it, so that a theorem that is a bound alone tells what is measured
    too. A size is told by the number that is at a level there. None of a point at which the number is not
    worked out, or whose standard error is 0.
    """
    about = known.about
    if about is None or split(claim.statistic)[1] or claim.relation is Relation.LIMIT:
        return []
    hypotheses = tuple(one.proposition for one in known.theorem.hypotheses)
    names, sizes = (names_of(known, *heads) for heads in (("size", "parameter"), ("size",)))

    def worked_out(at: Mapping[str, float]) -> tuple[float, float]:
        return _worked_out(about.number, hypotheses, tuple(sorted(at.items())))

    def value(at: Mapping[str, Value]) -> tuple[float, float]:
        stated = _stated(claim, at)
        numbers = with_told_sizes(stated, hypotheses)
        if sizes <= set(numbers):
            return worked_out(numbers)
        largest = max((numbers[name] for name in sizes & set(numbers)), default=0.0)
        (one, error), (other, beside) = (
            worked_out({**dict.fromkeys(sizes, size), **numbers})
            for size in (2.0, max(float(UNSTATED), largest))
        )
        if abs(one - other) > LARGEST_Z * hypot(error, beside) + ROUNDING * abs(one):
            raise NoInstance(f"{about.number} depends on a size that no point states.")
        return one, hypot(error, one - other)

    solved, level, curve = about.size, about.level, None
    if solved is None and claim.threshold is not None:
        if claim.threshold.variable in names:
            solved, level = claim.threshold.variable, claim.threshold.level
        else:
            # A median is the number itself; a point of the curve that it is read off says another one.
            curve = claim.threshold.variable
    found: list[float] = []
    told = (point for point in points if is_told(point) and point.stderr != 0 and curve not in point.at)
    for point in sorted(told, key=lambda point: size(point.at)):
        try:
            if solved is None or level is None or solved in point.at:
                found.append(_gap(point, *value(point.at)))
            else:
                found.append(_level_gap(point, solved, level, value))
        except NoInstance:
            continue
        if len(found) == GROUPS:
            break
    return found


def names_of(known: Derivation, *heads: str) -> frozenset[str]:
    """The names of a theorem's symbols of these kinds, in what it is about and in its hypotheses."""
    terms = [one.proposition for one in known.theorem.hypotheses]
    if known.about is not None:
        terms.append(known.about.number)
    declared = {own for term in terms for _, own in term.declarations}
    return frozenset(own.data[0] for own in declared if own.head in heads)


def _stated(claim: Claim, at: Mapping[str, Value]) -> dict[str, float]:
    """The numbers of a point, and those that equations of the claim's setting tell from them."""
    stated = {name: float(x) for name, x in at.items() if not isinstance(x, str)}
    equations = filter(None, map(_EQUATION.fullmatch, claim.setting.values()))
    return {
        name: evaluate(parse(formula), stated) for name, formula in (one.groups() for one in equations)
    } | stated


@lru_cache(maxsize=256)
def _worked_out(
    what: Term, hypotheses: tuple[Term, ...], at: tuple[tuple[str, float], ...]
) -> tuple[float, float]:
    """A number and its standard error where the sizes and parameters are these. Raises `NoInstance`."""
    instance = instance_at(what, hypotheses, dict(at))
    try:
        value, error = value_in(what, instance)
    except NoInstance:
        return _drawn(what, instance)
    if error:
        # Of few numbers many more trials can be drawn, which tell one size from the next.
        with suppress(NoInstance):
            return _drawn(what, instance, of_few=True)
    return value, error


def _drawn(what: Term, instance: Instance, *, of_few: bool = False) -> tuple[float, float]:
    """The same by the compiled term, with many trials where it is made `of_few` numbers.

    Raises `NoInstance` where trials are large, or none tells the number.
    """
    at = {own: instance.values[own] for _, own in what.declarations if own in instance.values}
    if what.head == "mul" and len(chance := [part for part in what.args if part.head == "P"]) == 1:
        times = prod(Evaluator(at).value(part) for part in what.args if part not in chance)
        value, error = _drawn(chance[0], instance, of_few=of_few)
        return float(times * value), float(abs(times) * error)
    try:
        numbers = compiled(what, at).program.numbers_per_trial
        trials, fewest = min(NUMBERS // numbers, TRIALS), FEWEST
        if of_few:
            trials, fewest = FEW_NUMBERS // numbers, MANY_TRIALS
        elif what.head == "P":
            trials, fewest = max(trials, min(MOST_NUMBERS // numbers, FEWEST)), FEWEST_OF_EVENTS
        if trials < fewest:
            raise NoInstance(f"{what} takes too long to work out.")
        found = simulate(what, at, n_trials=trials)
    except ValueError as error:
        raise NoInstance(str(error)) from error
    if what.head == "P":
        return float(found.value), max(float(found.stderr), FEW_EVENTS / trials)
    if not found.stderr:
        raise NoInstance(f"{what} was one number in all trials, which may have missed a rare event.")
    return float(found.value), float(found.stderr)


def _gap(point: Point, value: float, error: float) -> float:
    own = point.stderr or 0.0
    allowed = (point.error_bound or 0.0) + ROUNDING * abs(value)
    return max(abs(point.mean - value) - allowed, 0.0) / max(hypot(own, error), ROUNDING * abs(value))


def _level_gap(
    point: Point, name: str, level: float, value: Callable[[Mapping[str, Value]], tuple[float, float]]
) -> float:
    """How far the level lies outside of the values one below and one above a size, in standard errors.

    Both are on one side of it then, so that the one that is less sure of it counts.
    """
    bound = point.error_bound or 0.0
    ends = max(floor(point.mean - bound) - 1, 1), floor(point.mean + bound) + 2
    (low, _), (high, _) = found = [value({**point.at, name: end}) for end in ends]
    step = abs(high - low) / (ends[1] - ends[0]) * (point.stderr or 0.0)
    scores = [(one - level) / max(hypot(error, step), ROUNDING * level) for one, error in found]
    return max(min(scores), -max(scores), 0.0)
