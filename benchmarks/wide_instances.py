"""Bounds held to what they are bounds of, as their models define it: at larger sizes, at ends of parameters.

The second check of a theorem looks at three small instances. A bound may be far from what it is a bound of
there, so that one twice as strict would hold as well: it fails where the theorem's bound is nearly reached.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import numpy as np
from theorycheck.theory.array_functions import NoInstance
from theorycheck.theory.check import LEAST_ERROR, instances_of, random_entries, value_in
from theorycheck.theory.derivation import formula_side, instantiable
from theorycheck.theory.evaluation import Evaluator, Instance
from theorycheck.theory.heads import MIRRORED, ORDERS
from theorycheck.theory.holding import holds
from theorycheck.theory.kernel.theorem import ordered
from theorycheck.theory.node import Term
from theorycheck.theory.outcomes import objects

if TYPE_CHECKING:
    from theorycheck.theory.kernel import Theorem

INSTANCES: Final = 96
ENTRIES: Final = 256
"""Random numbers of a trial: of larger instances nothing is worked out."""
FAR: Final = 6.0
"""Standard errors of few batches, beyond which none of thousands of instances lies by chance."""
ROUNDING: Final = 1e-8
LARGEST: Final = 64
"""Up to so many more than the least a size is looked for at which a number is at a level."""


@dataclass(frozen=True, kw_only=True)
class Known:
    """An instance of a theorem, what its bound is of there, and the standard error of that."""

    instance: Instance
    value: float
    error: float

    def excess(self, head: str, bound: Term) -> float:
        """How far the number is beyond a bound: 1 is as far as errors excuse."""
        limit = float(np.squeeze(Evaluator(self.instance.values).value(bound)))
        beyond = self.value - limit if head in {"le", "lt"} else limit - self.value
        return beyond / (FAR * self.error + ROUNDING * (1 + abs(self.value)))


def fails(theorem: Theorem, bound: Term | None = None, *, instances: int = INSTANCES) -> bool:
    """Whether a theorem, or the same with another bound, fails in an instance in which its hypotheses hold.

    What seems beyond a bound fails where the second check says so too, which looks at rare events again.
    """
    stated, _ = instantiable(theorem)
    if stated.head not in ORDERS:
        return False
    side, _ = formula_side(stated)
    head = stated.head if stated.args[1] is side else MIRRORED[stated.head]
    other = side if bound is None else bound
    made = Term(stated.head, tuple(other if part is side else part for part in stated.args))
    with np.errstate(all="ignore"):
        return any(
            one.excess(head, other) > 1 and not _holds(made, one.instance)
            for one in worked_out(theorem, instances)
        )


def _holds(statement: Term, instance: Instance) -> bool:
    try:
        return holds(statement, instance, np.random.default_rng(1))
    except (NoInstance, ArithmeticError, ValueError):
        return True


@lru_cache(maxsize=64)
def worked_out(theorem: Theorem, instances: int) -> tuple[Known, ...]:
    """What the bound is of, in instances in which the hypotheses hold; where that is a size, the least or
    largest one for which they do.
    """
    stated, given = instantiable(theorem)
    side, _ = formula_side(stated)
    (number,) = (part for part in stated.args if part is not side)
    is_least = (stated.head in {"ge", "gt"}) is (stated.args[0] is number)

    def known(instance: Instance) -> Known:
        if number.head == "size":
            met = _at_the_end(instance, number, given, is_least=is_least)
            return Known(instance=met, value=float(met.values[number]), error=0.0)
        if not _hold(given, instance):
            raise NoInstance("A hypothesis about means does not hold beyond its standard error.")
        value, error = _value(number, instance)
        return Known(instance=instance, value=value, error=error)

    plain = [fact for fact in given if not objects(fact)]
    with np.errstate(all="ignore"):
        return tuple(_each(known, instances_of((stated, *given), plain, instances, wide=True)))


def _each(known: Callable[[Instance], Known], instances: Sequence[Instance]) -> Iterator[Known]:
    for instance in instances:
        if instance.has_whole_sizes:
            try:
                yield known(instance)
            except (NoInstance, ArithmeticError, LookupError, ValueError):
                continue


def _at_the_end(instance: Instance, size: Term, given: Sequence[Term], *, is_least: bool) -> Instance:
    """The instance at the least size, or the largest, for which all hypotheses hold. Raises `NoInstance`."""
    free = [own for own in instance.values if own.head == "index" and own.args[0] is size]
    low = max(int(size.data[1]), len(free))
    places = {own: place for place, own in enumerate(free, start=1)}

    def at(count: int) -> Instance:
        return Instance({**instance.values, **places, size: count})

    first = _first(lambda count: _hold(given, at(count)) is is_least, low)
    if first == low and not is_least:
        raise NoInstance(f"The hypotheses hold for no {size}.")
    return at(first if is_least else first - 1)


def _first(is_met: Callable[[int], bool], low: int) -> int:
    """The first whole number from the lowest on from which a condition is met. Raises `NoInstance`."""
    step = 1
    while not is_met(low + step - 1):
        step *= 2
        if step > LARGEST:
            raise NoInstance("The condition is not met by any size that is looked at.")
    before, met = low + step // 2 - 1, low + step - 1
    while met - before > 1:
        middle = (before + met) // 2
        before, met = (before, middle) if is_met(middle) else (middle, met)
    return met


def _value(number: Term, instance: Instance) -> tuple[float, float]:
    """A number with its standard error. Raises `NoInstance` where trials would be large."""
    if random_entries(number, instance) > ENTRIES:
        raise NoInstance(f"{number} takes too long to work out.")
    value, error = value_in(number, instance)
    if 0 < error <= LEAST_ERROR and number.head != "P":
        raise NoInstance(f"{number} was one number in all trials, which may have missed a rare event.")
    return value, error


def _hold(facts: Sequence[Term], instance: Instance) -> bool:
    """Whether hypotheses hold, orders of means beyond their standard errors."""
    return all(
        _surely(fact, instance) if objects(fact) else holds(fact, instance, np.random.default_rng(1))
        for fact in facts
    )


def _surely(fact: Term, instance: Instance) -> bool:
    if fact.head not in ORDERS or fact.is_random:
        return False
    small, _, large = ordered(fact)
    value, error = _value(large - small, instance)
    return value > FAR * error
