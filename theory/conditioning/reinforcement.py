r"""Acquisition, extinction and blocking (S7): the delta rule on one or two conditional stimuli, exactly.

$V' = V + \eta (\lambda - V)$ for the stimulus that is present, with the asymptote $\lambda = 1$ under reward
and 0 without it (Rescorla and Wagner). In a compound of A and B both change by $\eta (1 - V_A - V_B)$.
`m` counts trials; `n` counts the trials of A alone before a compound.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

import sympy as sp

from ..derivation import Chain, Derivation, Step
from ..notation import eta, m, n
from ..rules.points import Point, against
from ..rules.recurrences import equal_shares, linear_recurrence

_trial = sp.Symbol("s", integer=True, nonnegative=True)
_V, _T = sp.Function("V"), sp.Function("T")
_RUN: Final = "the trials run one by one in exact numbers"


@dataclass(frozen=True, kw_only=True)
class Training:
    """The learning rate, and the asymptotes with and without reward."""

    rate: sp.Expr = eta
    reward: sp.Expr = sp.S.One
    omission: sp.Expr = sp.S.Zero

    @property
    def sentences(self) -> tuple[str, ...]:
        """The assumptions as sentences."""
        return (
            rf"each trial changes a stimulus that is present by ${sp.latex(self.rate)}$ times the error",
            f"the asymptote is ${sp.latex(self.reward)}$ with reward, ${sp.latex(self.omission)}$ without",
            "the stimuli present add up in the prediction",
        )


TRAINING: Final = Training()
"""Reward 1, none in extinction."""


def acquisition(premises: Training = TRAINING) -> Derivation:
    r"""$V_m = 1 - (1 - \eta)^m$ after m rewarded trials (S7).

    >>> acquisition().formula
    1 - (1 - eta)**m
    """
    chain = Chain(name="acquisition", title="Acquisition curve", premises=premises.sentences)
    learned = _trained(chain, premises, premises.reward, sp.Integer(0), m)
    return chain.close(learned, checks=(_run(lambda p: _alone(premises, p, 0, premises.reward)),))


def extinction(premises: Training = TRAINING) -> Derivation:
    r"""$V_m = (1 - \eta)^m$ after m trials without reward, from V = 1 (S7).

    >>> extinction().formula
    (1 - eta)**m
    """
    chain = Chain(name="extinction", title="Extinction curve", premises=premises.sentences)
    learned = _trained(chain, premises, premises.omission, premises.reward, m)
    return chain.close(
        learned, checks=(_run(lambda p: _alone(premises, p, premises.reward, premises.omission)),)
    )


def blocking(premises: Training = TRAINING) -> Derivation:
    r"""$V_B = \frac{1}{2} (1 - \eta)^n (1 - (1 - 2\eta)^m)$: n trials of A leave little for B (S7)."""
    chain = Chain(name="blocking", title="Blocking of a second stimulus", premises=premises.sentences)
    before = _trained(chain, premises, premises.reward, sp.Integer(0), n)
    change = premises.rate * (premises.reward - _T(_trial))
    total = chain.define(
        "both stimuli of the compound change by the same", _T(_trial + 1), _T(_trial) + 2 * change
    )
    start = chain.define("the compound starts from what A predicts", _T(0), before.result.lhs)
    whole = chain.apply("run through the compound trials", linear_recurrence, total, start, count=m)
    share = chain.apply("B has half of what was gained", equal_shares, whole, start, before)

    def compound(point: Point) -> Fraction:
        rate, reward = _exact(premises.rate, point), _exact(premises.reward, point)
        a, b = Fraction(0), Fraction(0)
        for _ in range(int(point[n])):
            a += rate * (reward - a)
        for _ in range(int(point[m])):
            a, b = a + rate * (reward - a - b), b + rate * (reward - a - b)
        return b

    return chain.close(share, checks=(_run(compound),))


def _trained(chain: Chain, premises: Training, target: sp.Expr, start: sp.Expr, count: sp.Symbol) -> Step:
    update = _V(_trial) + premises.rate * (target - _V(_trial))
    step = chain.define("one trial moves the prediction towards the asymptote", _V(_trial + 1), update)
    first = chain.define("the prediction before training", _V(0), start)
    return chain.apply("run through the trials", linear_recurrence, step, first, count=count)


def _alone(premises: Training, point: Point, start: sp.Expr | int, target: sp.Expr) -> Fraction:
    rate, value = _exact(premises.rate, point), _exact(start, point)
    for _ in range(int(point[m])):
        value += rate * (_exact(target, point) - value)
    return value


def _exact(value: sp.Expr | int, point: Point) -> Fraction:
    return Fraction(str(sp.sympify(value).subs(point)))


def _run(road: Callable[[Point], Fraction]) -> Callable[[sp.Expr], str]:
    points = [
        {m: sp.Integer(2 * k), n: sp.Integer(k), eta: sp.Rational(k, 7), sp.Symbol("lambda"): sp.Integer(k)}
        for k in (1, 2, 3)
    ]
    return against(road, points, _RUN)
