r"""Positive random features of the exponential kernel: unbiased, and what their variance is (S6).

One feature of a key x is $e^{\langle w, x \rangle - |x|^2/2}$, w normal with covariance I (Choromanski et
al., "Rethinking attention with Performers", arXiv 2009.14794). The product of two keys' features estimates
$e^{\langle x, y \rangle}$; for keys of length one all depends on $s = |x + y|^2$.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ..derivation import Derivation, proved
from ..kernel import Theorem, apply
from ..laws import Normal
from ..model import Model, Parameter, fixed
from ..node import Term
from ..prove import suppose
from ..tactics.rewriting import left
from ..tactics.steps import calculation, equals
from ..terms import E, Var, define, exp, inner, norm2
from .definitions import d_k

s = Parameter("s")
"""|x + y|^2 of two keys of length one: 2 + 2 <x, y>."""
_x, _y = fixed("x", d_k), fixed("y", d_k)
_LAW: Final = Normal(0, 1, dimension=d_k)


@dataclass(frozen=True, kw_only=True)
class RandomFeature:
    """The law of the projection, and the keys' square length."""

    law: Term = _LAW
    square_length: Term | int = 1

    @property
    def projection(self) -> Term:
        """The projection w."""
        return Model(w=self.law).w

    @property
    def product(self) -> Term:
        """The product of two keys' features."""
        features = (exp(inner(self.projection, key) - norm2(key) / 2) for key in (_x, _y))
        return define("P", next(features) * next(features))

    def lengths(self) -> list[Theorem]:
        """The keys' square lengths, and that of their sum."""
        values = {_x: self.square_length, _y: self.square_length, _x + _y: s}
        return [suppose(norm2(key) == value, "a length of the keys") for key, value in values.items()]


RANDOM_FEATURE: Final = RandomFeature()


def positive_feature_mean(premises: RandomFeature = RANDOM_FEATURE) -> Derivation:
    r"""$\mathbb{E}\, \phi(x) \phi(y) = e^{s/2 - 1}$, the exponential of the overlap: unbiased (S6).

    >>> positive_feature_mean().formula
    exp(s/2 - 1)
    """
    title = "Mean product of two positive random features"
    return proved("positive_feature_mean", title, _moment(premises, 1))


def positive_feature_variance(premises: RandomFeature = RANDOM_FEATURE) -> Derivation:
    r"""$\mathrm{Var}\, \phi(x) \phi(y) = e^{2 s - 2} - e^{s - 2}$: of m features, an m-th of it (S6)."""
    spread, (first, second) = (
        apply("written_out", term=Var(premises.product)),
        (_value(premises, order) for order in (1, 2)),
    )
    theorem = calculation(
        left(spread),
        equals(second - first**2, spread, *(_moment(premises, order) for order in (1, 2))),
        equals(second - _value(premises, 1, times=2)),
    )
    return proved("positive_feature_variance", "Variance of a product of positive random features", theorem)


def _moment(premises: RandomFeature, order: int) -> Theorem:
    """E P^order, by the generating function of the projection."""
    product, scores = premises.product, inner(premises.projection, order * (_x + _y))
    lengths = exp(-(norm2(_x) + norm2(_y)) * order / 2)
    moment = apply("exponential_moment", term=E(exp(scores)), x=premises.projection)
    return calculation(
        E(product**order),
        equals(lengths * E(exp(scores))),
        equals(lengths * exp(norm2(_x + _y) * order**2 / 2), moment),
        equals(_value(premises, order), *premises.lengths()),
    )


def _value(premises: RandomFeature, order: int, times: int = 1) -> Term:
    """exp(times (order^2 s/2 - order length))."""
    return exp(times * (order**2 * s / 2 - order * premises.square_length))
