r"""As many orthonormal unembeddings as dimensions (S13): outer products have $d^2/\log d$ tokens right.

Each class has $N/d$ tokens, so that two classes are as noisy as $2 N/d$ tokens. A token is wrong where one of
fewer than d competitors wins, each with at most $\frac12 e^{-d^2/(4N)}$.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import mpmath
import sympy as sp

from ..derivation import Chain, CheckFailed, Derivation
from ..notation import symbol
from ..rules.all_competitors import size_within_union
from ..rules.isolating import put_in
from ..rules.laws import Gaussian, Sphere
from ..rules.points import Point, against, number
from ..rules.stored_sizes import compound_exponential, power_above
from ..rules.student import student_tail
from ..rules.tokens import at_sizes
from .exact import R, S, q, size
from .one_competitor import T, competitor_given_length, token_length

_d: Final = sp.Symbol("d", integer=True, positive=True)
_N: Final = symbol("N")
_load: Final = sp.Symbol("c", positive=True)
_most: Final = sp.Symbol("N_*", positive=True)
_INPUTS: Final = Gaussian(_d)
_OUTPUTS: Final = Sphere(_d)
_LEVEL: Final = sp.Rational(1, 20)


@dataclass(frozen=True, kw_only=True)
class Wide:
    """The law of the embeddings, the tolerated error, and how many classes there are."""

    input_law: Gaussian | Sphere = _INPUTS
    level: sp.Rational = _LEVEL
    classes: sp.Symbol = size

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        return (
            self.input_law.describe("the input embeddings $e_j$"),
            f"there are ${self.classes}$ classes of orthonormal unembeddings",
            f"each class has $N/{self.classes}$ tokens of weight 1",
            f"an error of ${sp.latex(self.level)}$ is tolerated; $N$ is taken as a real number",
        )


TWENTIETH: Final = Wide()
"""Five errors in a hundred."""


def outer_products_floor(premises: Wide = TWENTIETH) -> Derivation:
    r"""Outer products have $d^2/(4 \log(10 d))$ tokens right but for 5 %, d classes, or more.

    >>> outer_products_floor().formula
    d**2/(4*log(10*d))
    """
    chain = Chain(
        name="outer_products_floor", title="Tokens right of as many classes", premises=premises.sentences
    )
    tail = competitor_given_length(chain, premises.input_law, _OUTPUTS)
    nothing = chain.define("further classes are orthogonal to both", T, sp.Integer(0))
    tail = chain.apply("put it in", put_in, tail, nothing)
    length = token_length(chain, premises.input_law)
    tail = chain.apply("average over the length", student_tail, tail, length)
    tail = chain.apply("for the sizes of a grid", at_sizes, tail)
    noise = chain.define("two classes but for the token itself", S, 2 * _load - 1 - R)
    alone = chain.define("the token's own weight", q, sp.Integer(1))
    tail = chain.apply("put it in", put_in, chain.apply("put it in", put_in, tail, noise), alone)
    tail = chain.apply("a power above it", power_above, tail)
    tail = chain.apply("as an exponential", compound_exponential, tail)
    load = chain.define("tokens of a class", _load, _N / premises.classes)
    tail = chain.apply("put them in", put_in, tail, load)
    found = chain.apply(
        "add up all competitors", size_within_union, tail,
        variable=_N, competitors=premises.classes, level=premises.level, name=_most,
    )  # fmt: skip

    def root(point: Point) -> mpmath.mpf:
        """The size at which all competitors together reach the level, by the secant method."""
        count, level = number(premises.classes, point), number(premises.level, {})
        degrees = number(premises.input_law.dimension.subs(_d, size), point)
        gap = lambda x: degrees * count / (4 * x) - mpmath.log(count / (2 * level))  # noqa: E731
        return mpmath.findroot(gap, count**2 / 30)

    points = [{size: sp.Integer(k)} for k in (16, 300)]
    return chain.close(found, checks=(against(root, points, "the secant method"), _within(premises)))


def _within(premises: Wide) -> Callable[[sp.Expr], str]:
    """Student's tail itself, times the competitors, at the size found."""

    def check(formula: sp.Expr) -> str:
        for dimensions in (16, 64, 1000):
            with mpmath.workdps(30):
                d = number(premises.input_law.dimension.subs(_d, size), {size: sp.Integer(dimensions)})
                noise = 2 * number(formula, {size: sp.Integer(dimensions)}) / dimensions - 1
                one = mpmath.betainc(d / 2, 0.5, 0, noise / (noise + 1), regularized=True) / 2
                if (dimensions - 1) * one > number(premises.level, {}):
                    raise CheckFailed(
                        f"At d = {dimensions} the competitors win with {(dimensions - 1) * one}."
                    )
        return "below the level by Student's tail at three sizes"

    return check
