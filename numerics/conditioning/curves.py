"""Acquisition, extinction and blocking: associative strengths trial by trial, in exact fractions.

Stimuli A and B are one-hot keys, the outcome a number lambda, and on each trial the stimuli present
are added up into the query. The delta rule (Rescorla and Wagner, 1972) changes the strength of each
stimulus present by rate * (lambda - sum of the strengths present); Hebb's rule by rate * lambda.
Rates are dyadic, so that nothing is rounded before the end.

Coordinates: `eta` is the rate, `m` the trials of the phase looked at, `n` those of A alone before it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import ulp
from typing import Final

from ..quantity import ExactValue, Value
from ..simulator import computed

Phase = tuple[int, str, int]
"""How many trials, which stimuli are present, and the outcome lambda."""

_RULES: Final = ("delta", "hebb")
_RATES: Final = (0.125, 0.25, 0.5)
_TRIALS: Final = (1, 2, 4, 8, 16)
_TRAINED: Final = (0, 2, 8, 32)


def strengths(rule: str, rate: Fraction, phases: Sequence[Phase]) -> dict[str, Fraction]:
    """Strengths of A and B after the phases. Raises ValueError for a rule that does not exist."""
    if rule not in _RULES:
        raise ValueError(f"Rule {rule!r} is unknown; the rules are {', '.join(_RULES)}.")
    found = {"A": Fraction(0), "B": Fraction(0)}
    for trials, present, outcome in phases:
        for _ in range(trials):
            expected = sum((found[name] for name in present), Fraction(0)) if rule == "delta" else Fraction(0)
            for name in present:
                found[name] += rate * (outcome - expected)
    return found


def _points(trained: Sequence[int] | None) -> tuple[Mapping[str, Value], ...]:
    """Every rule, rate and number of trials, and of trials before where there are any."""
    return tuple(
        {"rule": rule, "eta": rate, "m": trials} | ({} if before is None else {"n": before})
        for rule in _RULES
        for rate in _RATES
        for before in (trained or (None,))
        for trials in _TRIALS
    )


@computed(version=2, title="Strength of a stimulus as it is paired with an outcome", points=_points(None))
def acquisition_curve(**at: Value) -> ExactValue:
    """The strength of A after `m` trials with outcome 1."""
    return _rounded(at, [(int(at["m"]), "A", 1)], "A")


@computed(
    version=2, title="Strength of a trained stimulus as the outcome stays away", points=_points(_TRAINED[1:])
)
def extinction_curve(**at: Value) -> ExactValue:
    """The strength of A after `n` trials with outcome 1 and `m` with outcome 0."""
    return _rounded(at, [(int(at["n"]), "A", 1), (int(at["m"]), "A", 0)], "A")


@computed(version=2, title="Strength of a stimulus added to a trained one", points=_points(_TRAINED))
def blocking_curve(**at: Value) -> ExactValue:
    """The strength of B after `n` trials of A alone and `m` of A and B, outcome 1 on all."""
    return _rounded(at, [(int(at["n"]), "A", 1), (int(at["m"]), "AB", 1)], "B")


def _rounded(at: Mapping[str, Value], phases: Sequence[Phase], stimulus: str) -> ExactValue:
    """A strength as the nearest float."""
    value = float(strengths(str(at["rule"]), Fraction(float(at["eta"])), phases)[stimulus])
    return ExactValue(value=value, error_bound=ulp(value) / 2)
