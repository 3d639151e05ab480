r"""Softmax weights as responsibilities of a Gaussian mixture (Eq. 44): of which one, with which priors.

Components are $N(k_j, \sigma^2 I)$. Two distributions over positions are one where all their log odds are, so
that no normaliser is needed. With $\sigma^2 = \sqrt{d_k}$ log priors must be $|k_j|^2 / (2 \sqrt{d_k})$ up to
a constant: equal only where all keys have one norm.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ..derivation import Derivation
from ..model import Parameter, Size, fixed
from ..node import Term, Value, as_term, power
from ..prove import suppose
from ..terms import inner, norm2, sqrt
from .gaps import nothing_left

d_k = Size("d_k")
query, one, other = (fixed(name, d_k) for name in ("q", "k_j", "k_r"))
_directions: Final = fixed("t_j", d_k), fixed("t_r", d_k)
_ROOT: Final = sqrt(d_k)


@dataclass(frozen=True, kw_only=True)
class Mixture:
    """Variance of the components, and the log prior over |k_j|^2 / (2 variance): 0 for equal priors."""

    variance: Term = _ROOT
    tilt: Value = 1

    def evidence(self, key: Term) -> Term:
        """Log prior and log density of the query, up to a constant."""
        return (self.tilt * norm2(key) - norm2(query - key)) / (2 * self.variance)


@dataclass(frozen=True, kw_only=True)
class OneNorm:
    """The power of its length by which a direction is divided: all keys have one norm where it is 1."""

    power: Value = 1

    def key(self, direction: Term) -> Term:
        """A key along the direction."""
        return Parameter("R") * direction / power(norm2(direction), as_term(self.power) / 2)


MIXTURE: Final = Mixture()
EQUAL: Final = Mixture(tilt=0)
ONE_NORM: Final = OneNorm()


def responsibility_gap(premises: Mixture = MIXTURE) -> Derivation:
    r"""Log odds of responsibilities of positions j and r minus $s_{ij} - s_{ir}$: zero.

    Raises `Refused` for another variance or other priors.

    >>> responsibility_gap().formula
    0
    """
    return nothing_left("responsibility_gap", "Weights as responsibilities", _gap(premises, one, other))


def one_norm_gap(premises: OneNorm = ONE_NORM) -> Derivation:
    r"""Log odds under equal priors minus $s_{ij} - s_{ir}$ where all keys have one norm: zero.

    Raises `Refused` for keys of other norms.

    >>> one_norm_gap().formula
    0
    """
    lengths = (suppose(norm2(direction) > 0) for direction in _directions)
    title = "Weights as responsibilities, keys of one norm"
    return nothing_left("one_norm_gap", title, _gap(EQUAL, *map(premises.key, _directions)), *lengths)


def _gap(mixture: Mixture, one: Term, other: Term) -> Term:
    odds = mixture.evidence(one) - mixture.evidence(other)
    return odds - (inner(query, one) - inner(query, other)) / _ROOT
