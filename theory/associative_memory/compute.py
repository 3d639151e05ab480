r"""The compute-optimal corollary: $T d^2 = Q$ split so that the two terms of Proposition 4 decay alike.

The joint law is a premise, as the source states it: what is derived is what follows from it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import sympy as sp

from ..derivation import Chain, CheckFailed, Derivation, Step
from ..notation import alpha
from ..rules.balance import Budget, Decay, best_decay, best_share
from ..rules.points import random_points

_SHARE: Final = sp.Symbol("tau", positive=True)
_DECAY: Final = sp.Symbol("epsilon", positive=True)


@dataclass(frozen=True, kw_only=True)
class Spending:
    """The joint law's exponents in T and d, and the power of d in the budget."""

    samples: sp.Expr
    dimension: sp.Expr
    power: sp.Expr

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        b, g, k = (sp.latex(part) for part in (self.samples, self.dimension, self.power))
        return (rf"the error is of the order $T^{{-({b})}} + d^{{-({g})}}$", rf"$T d^{{{k}}} = Q$ is held")


THRESHOLD: Final = Spending(samples=1 - 1 / alpha, dimension=alpha - 1, power=sp.Integer(2))
WEIGHTED: Final = Spending(samples=1 - 1 / alpha, dimension=(alpha - 1) / (2 * alpha), power=sp.Integer(2))


def compute_optimal_error(spending: Spending = THRESHOLD) -> Derivation:
    r"""Thresholding: the exponent of $1/Q$ in the least error.

    >>> compute_optimal_error().formula
    (alpha - 1)/(alpha + 2)
    """
    return _error("compute_optimal_error", spending)


def compute_optimal_error_weighted(spending: Spending = WEIGHTED) -> Derivation:
    """The same for weights q = p.

    >>> compute_optimal_error_weighted().formula
    (alpha - 1)/(5*alpha)
    """
    return _error("compute_optimal_error_weighted", spending)


def compute_optimal_samples(spending: Spending = THRESHOLD) -> Derivation:
    """Thresholding: the exponent of Q in the best number of samples.

    >>> compute_optimal_samples().formula
    alpha/(alpha + 2)
    """
    return _samples("compute_optimal_samples", spending)


def compute_optimal_samples_weighted(spending: Spending = WEIGHTED) -> Derivation:
    """The same for q = p.

    >>> compute_optimal_samples_weighted().formula
    1/5
    """
    return _samples("compute_optimal_samples_weighted", spending)


def _samples(name: str, spending: Spending) -> Derivation:
    chain = Chain(name=name, title="Best number of samples for a given compute", premises=spending.sentences)
    share, _ = _balanced(chain, spending)
    return chain.close(share, checks=(_met(spending, is_decay=False),))


def _error(name: str, spending: Spending) -> Derivation:
    chain = Chain(name=name, title="Least error for a given compute", premises=spending.sentences)
    share, law = _balanced(chain, spending)
    decay = chain.apply("put the best share into a term", best_decay, share, law, name=_DECAY)
    return chain.close(decay, checks=(_met(spending, is_decay=True),))


def _balanced(chain: Chain, spending: Spending) -> tuple[Step, Step]:
    law = chain.define("the two terms of the joint law", Decay(spending.samples, spending.dimension))
    budget = chain.define("compute is one pass over the memory a sample", Budget(spending.power))
    return chain.apply("let the terms decay alike", best_share, law, budget, name=_SHARE), law


def _met(spending: Spending, *, is_decay: bool) -> Callable[[sp.Expr], str]:
    """Both terms at the balance, from the formula alone: they decay with one exponent."""

    def check(formula: sp.Expr) -> str:
        for point in random_points({alpha}):
            b, g, k = (x.subs(point) for x in (spending.samples, spending.dimension, spending.power))
            tau = formula.subs(point) / (b if is_decay else 1)
            if b * tau != g * (1 - tau) / k:
                raise CheckFailed(f"At {point} the terms decay with {b * tau} and {g * (1 - tau) / k}.")
        return "both terms decay alike at three random exponents of the law"

    return check
