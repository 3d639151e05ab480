r"""Acquisition, extinction and blocking (S7): the delta rule on one or two conditional stimuli, exactly.

$V' = V + \eta (\lambda - V)$ for the stimulus that is present, with the asymptote $\lambda = 1$ under reward
and 0 without it (Rescorla and Wagner). In a compound of A and B both change by $\eta (1 - V_A - V_B)$.
Hebb's rule corrects no error: $V' = V + \eta \lambda$. `m` counts trials; `n` counts the paired trials of A
alone before them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ..derivation import Derivation, proved
from ..kernel import Theorem
from ..model import Parameter, Size, fixed
from ..node import Term, as_term, number, power
from ..prove import prove
from ..tactics import flow
from ..tactics.rewriting import right
from ..tactics.steps import calculation, equals
from ..terms import define, inner, iterate, ones, vector
from .definitions import n

eta, m = Parameter("eta"), Size("m")
_v = Parameter("v")
_pair = fixed("x", 2)


@dataclass(frozen=True, kw_only=True)
class Training:
    """The learning rate, the asymptotes with and without reward, and whether the error is what is learned."""

    rate: Term = eta
    reward: Term | int = 1
    omission: Term | int = 0
    corrects: bool = True

    def change(self, target: Term | int, predicted: Term) -> Term:
        """What one trial adds to the strength of a stimulus that is present."""
        return self.rate * (target - predicted if self.corrects else as_term(target))

    def trained(self, target: Term | int, start: Term | int, trials: Term) -> Term:
        """The strength after trials of one stimulus with one outcome."""
        return iterate(_v + self.change(target, _v), _v, start, trials)

    def compound(self, start: Term | int, trials: Term) -> Term:
        """The strengths of A and B after rewarded trials of both, which add up in the prediction."""
        change = self.change(self.reward, inner(_pair, ones(2)))
        return iterate(_pair + change * ones(2), _pair, vector(start, 0), trials)


TRAINING: Final = Training()
"""Reward 1, none in extinction."""

HEBB: Final = Training(corrects=False)
"""The same under Hebb's rule."""


def acquisition(premises: Training = TRAINING) -> Derivation:
    r"""$V_m = 1 - (1 - \eta)^m$ after m rewarded trials (S7).

    >>> acquisition().formula
    1 - (1 - eta)**m
    """
    return proved("acquisition", "Acquisition curve", _learned(premises, m))


def acquisition_hebb(premises: Training = HEBB) -> Derivation:
    r"""$V_m = \eta m$ under Hebb's rule: no asymptote (S7).

    >>> acquisition_hebb().formula
    eta*m
    """
    return proved("acquisition_hebb", "Acquisition under Hebb's rule", _learned(premises, m))


def extinction(premises: Training = TRAINING) -> Derivation:
    r"""$V_m = (1 - (1 - \eta)^n) (1 - \eta)^m$ after n rewarded trials and m without reward (S7).

    >>> extinction().formula
    (1 - eta)**m*(1 - (1 - eta)**n)
    """
    return proved("extinction", "Extinction curve", _forgotten(premises))


def extinction_hebb(premises: Training = HEBB) -> Derivation:
    r"""$V_m = \eta n$ under Hebb's rule: trials without outcome change nothing (S7).

    >>> extinction_hebb().formula
    eta*n
    """
    return proved("extinction_hebb", "Extinction under Hebb's rule", _forgotten(premises))


def blocking(premises: Training = TRAINING) -> Derivation:
    r"""$V_B = \frac{1}{2} (1 - \eta)^n (1 - (1 - 2\eta)^m)$: n trials of A leave little for B (S7)."""
    return proved("blocking", "Blocking of a second stimulus", _blocked(premises))


def blocking_hebb(premises: Training = HEBB) -> Derivation:
    r"""$V_B = \eta m$ under Hebb's rule: what A predicts does not enter (S7).

    >>> blocking_hebb().formula
    eta*m
    """
    return proved("blocking_hebb", "No blocking under Hebb's rule", _blocked(premises))


def _learned(training: Training, trials: Term) -> Theorem:
    """The strength V after rewarded trials."""
    strength = define(f"V_{trials}", training.trained(training.reward, 0, trials))
    curve = _curve(training, training.reward, 0, trials)
    return calculation(strength, equals(right(curve), curve))


def _curve(training: Training, target: Term | int, start: Term | int, trials: Term) -> Theorem:
    """x_t = target + (start - target) (1 - rate)^t, or start + rate target t without correction."""
    gap = as_term(start) - target
    solved = target + gap * power(1 - training.rate, trials)
    summed = start + training.rate * target * trials
    value = solved if training.corrects else summed
    return prove(training.trained(target, start, trials) == value, by=flow)


def _forgotten(training: Training) -> Theorem:
    """The strength U after rewarded trials and as many as m without reward."""
    before = _learned(training, n)
    learned, value = before.proposition.args
    strength = define("U_m", training.trained(training.omission, learned, m))
    curve = _curve(training, training.omission, value, m)
    return calculation(strength, equals(right(curve), before, curve))


def _blocked(training: Training) -> Theorem:
    """The strength of B: half of what the compound gains after trials of A alone."""
    before = _learned(training, n)
    learned, value = before.proposition.args
    strength = define("V_B", training.compound(learned, m)[number(2)])
    free = 1 - power(1 - 2 * training.rate, m)
    gain = (training.reward - value) * free / 2 if training.corrects else training.rate * training.reward * m
    both = prove(training.compound(value, m) == vector(value + gain, gain), by=flow)
    return calculation(strength, equals(training.compound(value, m)[number(2)], before), equals(gain, both))
