r"""Acquisition, extinction and blocking (S7): the delta rule on one or two conditional stimuli, exactly.

$V' = V + \eta (\lambda - V)$ for the stimulus that is present, with the asymptote $\lambda = 1$ under reward
and 0 without it (Rescorla and Wagner). In a compound of A and B both change by $\eta (1 - V_A - V_B)$.
Hebb's rule corrects no error: $V' = V + \eta \lambda$. `m` counts trials; `n` counts the paired trials of A
alone before them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

import sympy as sp
from sympy.core.function import UndefinedFunction

from ..derivation import Chain, Derivation, Step
from ..notation import eta, m, n
from ..rules.contraction import substitute
from ..rules.points import Point, against
from ..rules.recurrences import equal_shares, linear_recurrence

_trial = sp.Symbol("s", integer=True, nonnegative=True)
_V, _T, _U = sp.Function("V"), sp.Function("T"), sp.Function("U")
_RUN: Final = "the trials run one by one in exact numbers"


@dataclass(frozen=True, kw_only=True)
class Training:
    """The learning rate, the asymptotes with and without reward, and whether the error is what is learned."""

    rate: sp.Expr = eta
    reward: sp.Expr = sp.S.One
    omission: sp.Expr = sp.S.Zero
    corrects: bool = True

    def change(self, target: sp.Expr, predicted: sp.Expr) -> sp.Expr:
        """What one trial adds to the strength of a stimulus that is present."""
        return self.rate * (target - predicted if self.corrects else target)

    @property
    def sentences(self) -> tuple[str, ...]:
        """The assumptions as sentences."""
        learned = "error" if self.corrects else "outcome"
        return (
            rf"each trial changes a stimulus that is present by ${sp.latex(self.rate)}$ times the {learned}",
            f"the asymptote is ${sp.latex(self.reward)}$ with reward, ${sp.latex(self.omission)}$ without",
            "the stimuli present add up in the prediction",
        )


TRAINING: Final = Training()
"""Reward 1, none in extinction."""

HEBB: Final = Training(corrects=False)
"""The same under Hebb's rule."""


def acquisition(premises: Training = TRAINING) -> Derivation:
    r"""$V_m = 1 - (1 - \eta)^m$ after m rewarded trials (S7).

    >>> acquisition().formula
    1 - (1 - eta)**m
    """
    chain = Chain(name="acquisition", title="Acquisition curve", premises=premises.sentences)
    learned = _trained(chain, premises, premises.reward, sp.Integer(0), m)
    return chain.close(learned, checks=(_run(lambda p: _alone(premises, p, 0, premises.reward)),))


def acquisition_hebb(premises: Training = HEBB) -> Derivation:
    r"""$V_m = \eta m$ under Hebb's rule: no asymptote (S7).

    >>> acquisition_hebb().formula
    eta*m
    """
    chain = Chain(name="acquisition_hebb", title="Acquisition under Hebb's rule", premises=premises.sentences)
    learned = _trained(chain, premises, premises.reward, sp.Integer(0), m)
    return chain.close(learned, checks=(_run(lambda p: _alone(premises, p, 0, premises.reward)),))


def extinction(premises: Training = TRAINING) -> Derivation:
    r"""$V_m = (1 - (1 - \eta)^n) (1 - \eta)^m$ after n rewarded trials and m without reward (S7).

    >>> extinction().formula
    (1 - eta)**m*(1 - (1 - eta)**n)
    """
    return _extinguished(premises, "extinction", "Extinction curve")


def extinction_hebb(premises: Training = HEBB) -> Derivation:
    r"""$V_m = \eta n$ under Hebb's rule: trials without outcome change nothing (S7).

    >>> extinction_hebb().formula
    eta*n
    """
    return _extinguished(premises, "extinction_hebb", "Extinction under Hebb's rule")


def blocking(premises: Training = TRAINING) -> Derivation:
    r"""$V_B = \frac{1}{2} (1 - \eta)^n (1 - (1 - 2\eta)^m)$: n trials of A leave little for B (S7)."""
    chain = Chain(name="blocking", title="Blocking of a second stimulus", premises=premises.sentences)
    before = _trained(chain, premises, premises.reward, sp.Integer(0), n)
    change = premises.change(premises.reward, _T(_trial))
    total = chain.define(
        "both stimuli of the compound change by the same", _T(_trial + 1), _T(_trial) + 2 * change
    )
    start = chain.define("the compound starts from what A predicts", _T(0), before.result.lhs)
    whole = chain.apply("run through the compound trials", linear_recurrence, total, start, count=m)
    share = chain.apply("B has half of what was gained", equal_shares, whole, start, before)

    return chain.close(share, checks=(_run(lambda p: _compound(premises, p)),))


def blocking_hebb(premises: Training = HEBB) -> Derivation:
    r"""$V_B = \eta m$ under Hebb's rule: what A predicts does not enter (S7).

    >>> blocking_hebb().formula
    eta*m
    """
    chain = Chain(name="blocking_hebb", title="No blocking under Hebb's rule", premises=premises.sentences)
    learned = _trained(chain, premises, premises.reward, sp.Integer(0), m)
    return chain.close(learned, checks=(_run(lambda p: _compound(premises, p)),))


def _extinguished(premises: Training, name: str, title: str) -> Derivation:
    chain = Chain(name=name, title=title, premises=premises.sentences)
    before = _trained(chain, premises, premises.reward, sp.Integer(0), n)
    learned = _trained(chain, premises, premises.omission, before.result.lhs, m, strength=_U)
    learned = chain.apply("put in what was learned", substitute, learned, before)

    def phases(point: Point) -> Fraction:
        value = Fraction(0)
        for target, trials in ((premises.reward, point[n]), (premises.omission, point[m])):
            for _ in range(int(trials)):
                value += _changed(premises, point, target, value)
        return value

    return chain.close(learned, checks=(_run(phases),))


def _trained(
    chain: Chain,
    premises: Training,
    target: sp.Expr,
    start: sp.Expr,
    count: sp.Symbol,
    strength: UndefinedFunction = _V,
) -> Step:
    """Steps to the strength after `count` trials with one outcome."""
    update = strength(_trial) + premises.change(target, strength(_trial))
    step = chain.define("one trial changes the prediction", strength(_trial + 1), update)
    first = chain.define("the prediction before these trials", strength(0), start)
    return chain.apply("run through the trials", linear_recurrence, step, first, count=count)


def _alone(premises: Training, point: Point, start: sp.Expr | int, target: sp.Expr) -> Fraction:
    value = _exact(start, point)
    for _ in range(int(point[m])):
        value += _changed(premises, point, target, value)
    return value


def _compound(premises: Training, point: Point) -> Fraction:
    """The strength of B after n trials of A and m of both."""
    a, b = Fraction(0), Fraction(0)
    for _ in range(int(point[n])):
        a += _changed(premises, point, premises.reward, a)
    for _ in range(int(point[m])):
        gain = _changed(premises, point, premises.reward, a + b)
        a, b = a + gain, b + gain
    return b


def _changed(premises: Training, point: Point, target: sp.Expr | int, predicted: Fraction) -> Fraction:
    """What one trial adds, in numbers."""
    error = _exact(target, point) - (predicted if premises.corrects else 0)
    return _exact(premises.rate, point) * error


def _exact(value: sp.Expr | int, point: Point) -> Fraction:
    return Fraction(str(sp.sympify(value).subs(point)))


def _run(road: Callable[[Point], Fraction]) -> Callable[[sp.Expr], str]:
    points = [
        {m: sp.Integer(2 * k), n: sp.Integer(k), eta: sp.Rational(k, 7), sp.Symbol("lambda"): sp.Integer(k)}
        for k in (1, 2, 3)
    ]
    return against(road, points, _RUN)
