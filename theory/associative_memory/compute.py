r"""The compute-optimal corollary: $T d^2 = Q$ split so that the two terms of Proposition 4 decay alike.

With $T = Q^\tau$ they are of the orders $Q^{-b \tau}$ and $Q^{-g (1 - \tau)/k}$. The joint law is the
source's: what is derived is what follows from it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ..derivation import Derivation, proved, table
from ..kernel import Theorem, apply
from ..model import Parameter
from ..node import Term, Value, as_term, number
from ..prove import suppose
from ..substitution import replaced
from ..tactics import combined, positive
from ..tactics.rewriting import factored, right, then
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
"""The weights q = p."""


def _samples(name: str, premises: Spending) -> Derivation:
    """The exponent of Q in the best number of samples, with thresholding and with weights.

    >>> [DERIVATIONS[f"compute_optimal_samples{one}"]().formula for one in ("", "_weighted")]
    [alpha/(alpha + 2), 1/5]
    """
    title = "Best number of samples for a given compute"
    return proved(name, title, _balanced(premises, define("s", tau)))


def _error(name: str, premises: Spending) -> Derivation:
    """The exponent of 1/Q in the least error, with thresholding and with weights.

    >>> [DERIVATIONS[f"compute_optimal_error{one}"]().formula for one in ("", "_weighted")]
    [(alpha - 1)/(alpha + 2), (alpha - 1)/(5*alpha)]
    """
    title = "Least error for a given compute"
    return proved(name, title, _balanced(premises, define("epsilon", premises.samples * tau)))


DERIVATIONS: Final = table(
    _error, compute_optimal_error=THRESHOLD, compute_optimal_error_weighted=WEIGHTED
) | table(_samples, compute_optimal_samples=THRESHOLD, compute_optimal_samples_weighted=WEIGHTED)


def _balanced(premises: Spending, exponent: Term) -> Theorem:
    """A multiple of tau where both terms decay alike. Raises `Refused` for a term that does not decay."""
    b, g, k = map(as_term, (premises.samples, premises.dimension, premises.power))
    law = suppose(alpha > 1, "the law of the tokens")
    facts = law, *(positive(part, law) for part in (b, g, k))
    alike = suppose(b * tau == g * (1 - tau) / k, "both terms decay alike")
    found, share = apply("written_out", term=exponent), factored(g / (k * b + g))
    each = replaced(right(found), tau, number(1))
    balance = alike, factored(each * k / (k * b + g))
    return then(found, combined(right(found) == factored(share * each), balance, known=facts))
