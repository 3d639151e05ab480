"""Whether a statement holds in an instance: in all outcomes, or within its standard error in trials."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any, Final

import numpy as np

from .array_functions import ROUNDING, Array, NoInstance
from .balls import NoBall, holds_in_the_limit
from .evaluation import Evaluator, Instance, OutsideDomain
from .heads import LIMITS, RELATIONS
from .node import Term, number
from .outcomes import RELATIVE, TRIALS, enumerated, sample
from .substitution import subterms
from .terms import E, exp

BATCHES: Final = 24
TOGETHER: Final = 4
"""Batches of trials, and of these so many that are drawn and evaluated at once."""
_Z: Final = 6.0
_LOOKS: Final = {4: 100.0, 8: 12.0}
"""Standard errors of the first few batches at which no more are looked at: such a z-score of so few is as
rare as _Z of all."""
_MOST_OF_ONE: Final = 0.1
"""The share that one trial may have in the squared deviations from a mean. Of a normal number
it is about 0.06 for the fourth power. Where the variance is infinite it stays larger for any number of
trials, and the mean may be any number of standard errors away.
"""
_RAREST: Final = 1e-12
"""Taken for the probability of what no trial showed, whose logarithm and inverse are numbers then."""


class Undecided(NoInstance):
    """An instance in which one trial makes so much of a mean that its standard error is unknown."""


def holds(statement: Term, instance: Instance, generator: np.random.Generator) -> bool:
    """Whether the statement holds, for every draw or within its standard error."""
    if statement.is_random:
        draw = _outcomes(statement, instance) or next(_trials(statement, instance, generator))
        return bool(np.all(_happens(statement, draw)))
    every = any if statement.head in {"or", "any"} else all
    match statement.head:
        case "and" | "or":
            return every(holds(part, instance, generator) for part in statement.args)
        case "all" | "any":
            return every(holds(part, inside, generator) for part, inside in _instances(statement, instance))
        case "true" | "false":
            return statement.head == "true"
        case "sub_gaussian":
            return all(holds(part, instance, generator) for part in _exponential_moments(statement))
    if statement.head in LIMITS:
        return _holds_in_the_limit(statement, instance)
    if statement.head not in RELATIONS:
        raise NoInstance(f"{statement} is no relation.")
    outcomes = _outcomes(statement, instance)
    if outcomes:
        return _holds_exactly(statement, outcomes)
    return _holds_in_trials(statement, _trials(statement, instance, generator))


def _holds_exactly(statement: Term, outcomes: Evaluator) -> bool:
    """Whether a relation between numbers holds up to rounding, where all outcomes are known."""
    (one,), (other,) = _sides(statement, outcomes)
    difference, size = one - other, 1 + np.minimum(np.abs(one), np.abs(other))
    if statement.head in {"lt", "gt"}:
        # Nothing is estimated, so that equality up to rounding is not strict.
        return bool((difference if statement.head == "gt" else -difference) > ROUNDING * size)
    every = np.any if statement.head == "ne" else np.all
    return bool(every(_related(statement.head, difference, RELATIVE * size)))


def _holds_in_trials(statement: Term, evaluators: Iterator[Evaluator]) -> bool:
    """Whether a relation between numbers holds within its standard error."""
    differences: list[Array] = []
    drawn = []
    for draw in evaluators:
        one, other = _sides(statement, draw)
        differences.extend(one - other)
        drawn.append(draw)
        # What it has worked out is not asked for again, and takes memory.
        draw.known.clear()
        seen = _seen_early(statement, differences, drawn)
        if seen is not None:
            return seen
    mean, size = np.mean(differences, axis=0), 1 + np.minimum(np.abs(one[-1]), np.abs(other[-1]))
    spread = np.std(differences, axis=0, ddof=1) / np.sqrt(len(differences))
    every = np.any if statement.head == "ne" else np.all
    error = _Z * spread + RELATIVE * size
    if every(_related(statement.head, mean, error)):
        return True
    # Where a side is not linear in its means, that of batches is biased, more so than that of all trials.
    difference, unseen, rests_on_few = _of_all(statement, drawn)
    holds = bool(every(_related(statement.head, difference, error + unseen)))
    if not holds and rests_on_few:
        raise Undecided(f"The means in {statement} rest on too few of the trials to be told from these.")
    return holds


def _sides(statement: Term, draw: Evaluator) -> tuple[Array, Array]:
    """Both sides of a relation between numbers, in each batch; in one where they are the same in all."""
    sides = zip(_values(statement, draw), statement.args, strict=True)
    one, other = (value[:, 0] if value.ndim > len(side.shape) else value[None] for value, side in sides)
    return tuple(np.broadcast_arrays(one, other))


def _values(relation: Term, draw: Evaluator) -> tuple[Array, Array]:
    """The values of both sides. Raises `OutsideDomain` where neither side has finite ones, or one has none as
    factorials in it are too large whose quotient is not.
    """
    one, other = (np.asarray(draw.value(side), dtype=float) for side in relation.args)
    finite = np.isfinite(one).all(), np.isfinite(other).all()
    if not any(finite) or not (all(finite) or _is_told(relation, draw)):
        raise OutsideDomain(f"No side of {relation} is a number, or one is too large for one.")
    return one, other


def _is_told(relation: Term, draw: Evaluator) -> bool:
    """Whether no product has a factor that is too large for a number beside one that makes it smaller."""
    products = (
        [draw.known.get(x, 1.0) for x in part.args] for part in subterms(relation) if part.head == "mul"
    )
    return not any(
        any(np.isinf(x).any() for x in values) and any((np.abs(x) < 1).any() for x in values)
        for values in products
    )


def _of_all(statement: Term, drawn: list[Evaluator]) -> tuple[Array, Array, bool]:
    """The difference of the sides over all trials; how far it moves where events that never, or always,
    happened in the N trials have the probability p > 0 for which that, exp(-N p), is as rare as _Z; and
    whether one trial makes so much of a mean that its standard error is unknown.
    """
    shares: list[float] = []
    pooled = _pooled(drawn)
    rare = replace(pooled, unseen=_Z**2 / (2 * TRIALS * TOGETHER * len(drawn)), known={})
    one, other = _sides(statement, replace(pooled, shares=shares, unseen=_RAREST))
    low, high = _sides(statement, rare)
    difference = one[0] - other[0]
    unseen = np.abs(difference - (low[0] - high[0]))
    return difference, unseen, max(shares, default=0.0) > _MOST_OF_ONE


def _seen_early(statement: Term, differences: list[Array], drawn: list[Evaluator]) -> bool | None:
    """Whether the relation holds, where few batches tell beyond doubt; of an equation, that it does not."""
    far = _LOOKS.get(len(differences))
    if far is None or statement.head == "ne":
        return None
    spread = np.std(differences, axis=0, ddof=1) / np.sqrt(len(differences))
    doubt = far * (spread + RELATIVE)
    if _told(statement.head, np.mean(differences, axis=0), doubt) is None:
        return None
    difference, unseen, rests_on_few = _of_all(statement, drawn)
    return None if rests_on_few else _told(statement.head, difference, doubt + unseen)


def _told(head: str, difference: Array, doubt: Array) -> bool | None:
    """Whether a relation holds whatever lies within the doubt; none where that matters."""
    if np.isnan(difference + doubt).any():
        return None
    if not np.all(_related(head, difference, doubt)):
        return False
    return True if head != "eq" and np.all(_related(head, difference, -doubt)) else None


def _pooled(drawn: list[Evaluator]) -> Evaluator:
    """All trials as one batch."""
    samples = {own: np.concatenate([one.samples[own] for one in drawn]) for own in drawn[0].samples}
    whole = {own: values.reshape(1, -1, *values.shape[2:]) for own, values in samples.items()}
    return replace(drawn[0], samples=whole, known={})


def _happens(event: Term, draw: Evaluator) -> Any:  # noqa: ANN401
    """In which trials a random event happens, up to rounding."""
    if event.head in {"and", "or", "all", "any"}:
        inside = ((part, draw) for part in event.args) if event.head in {"and", "or"} else draw.bodies(event)
        parts = np.broadcast_arrays(*(_happens(part, one) for part, one in inside))
        return (np.any if event.head in {"or", "any"} else np.all)(parts, axis=0)
    if event.head not in RELATIONS:
        raise NoInstance(f"{event} is no relation.")
    one, other = _values(event, draw)
    entries = _related(event.head, one - other, RELATIVE * (1 + np.abs(one) + np.abs(other)))
    places = tuple(range(-len(event.args[0].shape), 0))
    return np.any(entries, axis=places) if event.head == "ne" else np.all(entries, axis=places)


def _instances(binder: Term, instance: Instance) -> list[tuple[Term, Instance]]:
    """The body at each index that meets the condition, with the instance that knows the index."""
    return [(body, Instance(inside.values)) for body, inside in Evaluator(instance.values).bodies(binder)]


def _outcomes(statement: Term, instance: Instance) -> Evaluator | None:
    """All outcomes where they are few."""
    known = enumerated(statement, instance)
    return None if known is None else Evaluator(instance.values, *known)


def _trials(statement: Term, instance: Instance, generator: np.random.Generator) -> Iterator[Evaluator]:
    """Batches of trials, some of them together.

    They have a generator of their own: what is drawn next does not depend on how many were asked for.
    """
    (own,) = generator.spawn(1)
    # A level that is looked for is looked for in one batch.
    together = 1 if any(part.head == "first_at" for part in subterms(statement)) else TOGETHER
    for _ in range(BATCHES // together):
        yield Evaluator(instance.values, sample(statement, instance, own, together))


def _holds_in_the_limit(statement: Term, instance: Instance) -> bool:
    exact = {
        symbol: Fraction(value).limit_denominator(1000)
        for symbol, value in instance.values.items()
        if symbol.head in {"size", "parameter", "index"}
    }
    try:
        return holds_in_the_limit(statement, exact)
    except NoBall as nothing:
        raise NoInstance(str(nothing)) from nothing


def _exponential_moments(statement: Term) -> list[Term]:
    """E exp(s (x - E x)) <= exp(s^2 v / 2) for some numbers s."""
    x, proxy = statement.args
    steps = [number(Fraction(sign * k, 4)) for k in (1, 2, 4, 6) for sign in (1, -1)]
    return [E(exp(s * (x - E(x)))) <= exp(s**2 * proxy / 2) for s in steps]


def _related(head: str, difference: Array, error: Array) -> Array:
    match head:
        case "eq":
            return np.abs(difference) <= error
        case "ne":
            return np.abs(difference) > error
        case "le" | "lt":
            return difference <= error
    return difference >= -error
