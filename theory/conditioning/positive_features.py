r"""Positive random features of the exponential kernel: unbiased, and what their variance is (S6).

One feature of a key x is $e^{\langle w, x \rangle - |x|^2/2}$, w normal with covariance I (Choromanski et
al., "Rethinking attention with Performers", arXiv 2009.14794). The product of two keys' features estimates
$e^{\langle x, y \rangle}$; for keys of length one all depends on $s = |x + y|^2$.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

import mpmath
import sympy as sp

from ..derivation import Chain, Derivation, Step
from ..notation import d_k
from ..rules.algebra import variance
from ..rules.laws import Gaussian, Sphere
from ..rules.normal_exponentials import normal_exponential_mean
from ..rules.points import Point, against, number
from ..rules.vectors import Inner, Vector

s: Final = sp.Symbol("s", positive=True)
"""|x + y|^2 of two keys of length one: 2 + 2 <x, y>."""

_x, _y = Vector("x"), Vector("y")
_P = sp.Symbol("P", positive=True)


@dataclass(frozen=True, kw_only=True)
class RandomFeature:
    """The law of the projection, up to its scale, and the keys' square length."""

    law: Gaussian | Sphere = field(default_factory=lambda: Gaussian(d_k))
    square_length: sp.Expr = sp.S.One

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        return (
            self.law.describe(r"the projections $w/\sqrt{d_k}$"),
            rf"two keys have square length ${sp.latex(self.square_length)}$ and $\| x + y \|^2 = s$",
            r"a feature of a key is $e^{\langle w, x \rangle - \| x \|^2 / 2}$",
        )


RANDOM_FEATURE: Final = RandomFeature()


def positive_feature_mean(premises: RandomFeature = RANDOM_FEATURE) -> Derivation:
    r"""$\mathbb{E}\, \phi(x) \phi(y) = e^{s/2 - 1}$, the exponential of the overlap: unbiased (S6).

    >>> positive_feature_mean().formula
    exp(s/2 - 1)
    """
    chain = _chain(premises, "positive_feature_mean", "Mean product of two positive random features")
    mean = _moment(chain, _product(chain, premises), _keys(chain, premises), 1)
    return chain.close(mean, checks=(against(_quadrature(premises, 1), _points(), _ROAD),))


def positive_feature_variance(premises: RandomFeature = RANDOM_FEATURE) -> Derivation:
    r"""$\mathrm{Var}\, \phi(x) \phi(y) = e^{2 s - 2} - e^{s - 2}$: of m features, an m-th of it (S6)."""
    chain = _chain(premises, "positive_feature_variance", "Variance of a product of positive random features")
    product, keys = _product(chain, premises), _keys(chain, premises)
    first, second = (_moment(chain, product, keys, power) for power in (1, 2))
    spread = chain.apply("subtract the squared mean", variance, second, first)

    def road(point: Point) -> mpmath.mpf:
        return _quadrature(premises, 2)(point) - _quadrature(premises, 1)(point) ** 2

    return chain.close(spread, checks=(against(road, _points(), _ROAD),))


_ROAD: Final = "quadrature over the normal component along x + y"


def _chain(premises: RandomFeature, name: str, title: str) -> Chain:
    return Chain(name=name, title=title, premises=premises.sentences)


def _product(chain: Chain, premises: RandomFeature) -> Step:
    w = Vector("w", None, premises.law)
    scores = sp.sqrt(premises.law.dimension) * (Inner(w, _x) + Inner(w, _y))
    return chain.define(
        "the product of two keys' features", _P, sp.exp(scores - (Inner(_x, _x) + Inner(_y, _y)) / 2)
    )


def _keys(chain: Chain, premises: RandomFeature) -> tuple[Step, ...]:
    """The inner products of the two keys."""
    square = premises.square_length
    overlaps = {Inner(_x, _x): square, Inner(_y, _y): square, Inner(_x, _y): s / 2 - square}
    return tuple(chain.define("the keys' lengths and overlap", *pair) for pair in overlaps.items())


def _moment(chain: Chain, product: Step, keys: tuple[Step, ...], power: int) -> Step:
    return chain.apply(
        "integrate out the projection", normal_exponential_mean, product, *keys, letter="w", power=power
    )


def _quadrature(premises: RandomFeature, power: int) -> Callable[[Point], mpmath.mpf]:
    """E e^(power (sqrt(s) z - length^2)) over a standard normal z."""

    def road(point: Point) -> mpmath.mpf:
        root, length = mpmath.sqrt(number(s, point)), number(premises.square_length, point)

        def density(z: mpmath.mpf) -> mpmath.mpf:
            return mpmath.exp(power * (root * z - length) - z * z / 2) / mpmath.sqrt(2 * mpmath.pi)

        return mpmath.quad(density, [-20, -8, -3, 0, 2, 4, 8, 20])

    return road


def _points() -> list[dict[sp.Symbol, sp.Rational]]:
    return [{s: sp.Rational(k, 3), d_k: sp.Integer(k + 2)} for k in (1, 2, 4)]
