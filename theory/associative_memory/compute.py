r"""The compute-optimal corollary: $T d^2 = Q$ split so that the two terms of Proposition 4 decay alike.

With $T = Q^\tau$ they are of the orders $Q^{-b \tau}$ and $Q^{-g (1 - \tau)/k}$. The joint law is the
source's: what is derived is what follows from it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ..derivation import Derivation, proved
from ..kernel import Theorem, apply
from ..model import Parameter
from ..node import Term, Value, as_term, number
from ..prove import suppose
from ..substitution import replaced
from ..tactics.combinations import combined
from ..tactics.rewriting import factored, positive, right, then
from ..terms import define

alpha, tau = Parameter("alpha"), Parameter("tau")
_two: Final = number(2)


@dataclass(frozen=True, kw_only=True)
class Spending:
    """The error is of the order T^-b + d^-g where T d^k = Q: b, g and k."""

    samples: Value = 1 - 1 / alpha
    dimension: Value = alpha - 1
    power: Value = _two


THRESHOLD: Final = Spending()
WEIGHTED: Final = Spending(dimension=(alpha - 1) / (2 * alpha))


def compute_optimal_error(premises: Spending = THRESHOLD) -> Derivation:
    r"""Thresholding: the exponent of $1/Q$ in the least error.

    >>> compute_optimal_error().formula
    (alpha - 1)/(alpha + 2)
    """
    return _error("compute_optimal_error", premises)


def compute_optimal_error_weighted(premises: Spending = WEIGHTED) -> Derivation:
    """The same for weights q = p.

    >>> compute_optimal_error_weighted().formula
    (alpha - 1)/(5*alpha)
    """
    return _error("compute_optimal_error_weighted", premises)


def compute_optimal_samples(premises: Spending = THRESHOLD) -> Derivation:
    """Thresholding: the exponent of Q in the best number of samples.

    >>> compute_optimal_samples().formula
    alpha/(alpha + 2)
    """
    return _samples("compute_optimal_samples", premises)


def compute_optimal_samples_weighted(premises: Spending = WEIGHTED) -> Derivation:
    """The same for q = p.

    >>> compute_optimal_samples_weighted().formula
    1/5
    """
    return _samples("compute_optimal_samples_weighted", premises)


def _samples(name: str, premises: Spending) -> Derivation:
    title = "Best number of samples for a given compute"
    return proved(name, title, _balanced(premises, define("s", tau)))


def _error(name: str, premises: Spending) -> Derivation:
    title = "Least error for a given compute"
    return proved(name, title, _balanced(premises, define("epsilon", premises.samples * tau)))


def _balanced(premises: Spending, exponent: Term) -> Theorem:
    """A multiple of tau where both terms decay alike. Raises `Refused` for a term that does not decay."""
    b, g, k = map(as_term, (premises.samples, premises.dimension, premises.power))
    law = suppose(alpha > 1, "the law of the tokens")
    facts = law, *(positive(part, law) for part in (b, g, k))
    alike = suppose(b * tau == g * (1 - tau) / k, "both terms decay alike")
    found, share = apply("written_out", term=exponent), factored(g / (k * b + g))
    each = replaced(right(found), tau, number(1))
    value = factored(share * each)
    return then(
        found, combined(right(found) == value, (alike, factored(each * k / (k * b + g))), known=facts)
    )
