r"""Several classes stored alike (S12): one competitor, and all of them.

One competitor answers with Student's probability or more, further classes only adding noise to its gap.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import mpmath
import sympy as sp

from ..derivation import Chain, CheckFailed, Derivation, Step
from ..notation import symbol, t
from ..rules.algebra import specialise
from ..rules.all_competitors import most_noise, quieter, read_as_ceiling
from ..rules.class_gaps import ClassOf, Weight, gap_law
from ..rules.integrals import evaluate_integrals, tail
from ..rules.isolating import put_in
from ..rules.laws import Gaussian, Sphere
from ..rules.normal_tails import sign_of_normal
from ..rules.pairs import cap
from ..rules.points import Point, against, number
from ..rules.student import student_tail
from ..rules.tokens import at_sizes, union_over_competitors
from ..rules.vectors import IndexSum, Inner, Outer, Recall, Vector
from .exact import R, S, q, size

_d: Final = sp.Symbol("d", integer=True, positive=True)
T: Final = sp.Symbol("T", nonnegative=True)
"""What further classes add to the noise."""
_r, _kappa, _B, _P = (sp.Symbol(name, positive=True) for name in ("r", "kappa", "B", "P"))
_Z: Final = sp.Symbol("Z", real=True)
_i, _j, _N, _x = (sp.Symbol(name, integer=True, positive=True) for name in "ijNx")
_INPUTS: Final = Gaussian(_d)
_OUTPUTS: Final = Sphere(_d)
_COUNT: Final = symbol("N")
_FIFTH: Final = sp.Rational(1, 5)
"""An overlap of unembeddings that is rare from some hundred dimensions on."""
_PLACES: Final = [{size: sp.Integer(k), _COUNT: sp.Integer(many)} for k, many in ((400, 250), (601, 301))]
_M: Final = sp.Symbol("M", integer=True, positive=True)
_X: Final = sp.Symbol("X", real=True)


@dataclass(frozen=True, kw_only=True)
class Competitors:
    """The number whose whole part is stored, classes, exponent of the law, embeddings, a rare overlap."""

    stored: sp.Expr = _COUNT
    classes: int = 5
    exponent: int = 2
    input_law: Gaussian | Sphere = _INPUTS
    output_law: Sphere = _OUTPUTS
    level: sp.Rational = _FIFTH

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        a, count = self.exponent, sp.latex(self.stored)
        return (
            self.input_law.describe("the input embeddings $e_j$"),
            f"there are {self.classes} classes, $f(x) = x \\bmod {self.classes}$",
            self.output_law.describe("the unembeddings $u_y$") + ", or orthonormal",
            rf"the first $\lfloor {count} \rfloor$ tokens have weight 1, others none",
            rf"if there are others, $p(x) = x^{{-{a}}}/\zeta({a})$ on infinitely many tokens",
        )


ALL: Final = Competitors()
"""Five classes, all of N tokens."""


def all_rivals_uniform(premises: Competitors = ALL) -> Derivation:
    r"""$E \le 4 (P(t_d > \sqrt{d/b}) + 4 p)$: all of N tokens alike, $b \approx .47 N$, p a tail of overlaps.

    >>> all_rivals_uniform().relation
    '<='
    """
    chain = _chain("all_rivals_uniform", premises)
    stored = chain.define("all tokens are stored", _P, premises.stored)
    count = sp.Integer(premises.classes)
    noise = chain.apply("the most noise", most_noise, stored, classes=count, level=premises.level, noise=_B)
    gap = chain.apply(
        "as much noise as that",
        quieter,
        _one_competitor(chain, premises),
        noise,
        own=S,
        competitor=R,
        weight=q,
    )
    one, other = (Vector("u", index, premises.output_law) for index in (_i, _j))
    overlap = chain.define("the overlap of two unembeddings", _X, Inner(one, other))
    far = chain.apply("cut the sphere in slices", tail, overlap, threshold=t)
    far = chain.apply("evaluate the Beta integrals", evaluate_integrals, far)
    far = chain.apply("beyond the level", specialise, far, symbol=t, value=premises.level)
    far = chain.apply(
        "for the sizes of a grid", at_sizes, chain.apply("on either side", read_as_ceiling, far)
    )
    wrong = chain.apply("add up all competitors", union_over_competitors, gap, far, far, classes=_M)
    number_of_classes = chain.define("so many classes", _M, count)
    wrong = chain.apply("put it in", put_in, wrong, number_of_classes)

    def areas(point: Point) -> mpmath.mpf:
        most, competitors = (number(premises.stored, point) + count - 1) / int(count), int(count) - 1
        level = number(premises.level, {})
        noise = 2 * most - 1 + 2 * (competitors - 1) * most * level**2 / (1 - level)
        return competitors * (_area(premises, point, noise) + competitors * cap(int(point[size]), level))

    checks = (against(areas, _PLACES, "the areas of caps"), _above_the_counted(premises))
    return chain.close(wrong, checks=checks)


def _area(premises: Competitors, point: Point, noise: mpmath.mpf) -> mpmath.mpf:
    """P(t_d > sqrt(d/noise)): half of the two caps of a sphere with a dimension more."""
    degrees = premises.input_law.dimension.subs(_d, size).subs(point)
    return cap(int(degrees) + 1, 1 / mpmath.sqrt(noise + 1)) / 2


def _above_the_counted(premises: Competitors) -> Callable[[sp.Expr], str]:
    """One competitor of the smallest class, its tokens counted: less noise and no further class."""

    def check(formula: sp.Expr) -> str:
        for tokens, dimensions in ((100, 400), (57, 300)):
            many = tokens // premises.classes
            point = {size: sp.Integer(dimensions), _COUNT: sp.Integer(tokens)}
            with mpmath.workdps(30):
                d, noise = (
                    number(premises.input_law.dimension.subs(_d, size), point),
                    mpmath.mpf(2 * many - 1),
                )
                one = mpmath.betainc(d / 2, 0.5, 0, noise / (noise + 1), regularized=True) / 2
                if number(formula, point) < one:
                    raise CheckFailed(f"At {point} one competitor alone wins with {one}, above the bound.")
        return "above the chance of one competitor of the smallest class, at two sizes"

    return check


def _chain(name: str, premises: Competitors) -> Chain:
    return Chain(name=name, title="Error where one competitor may win", premises=premises.sentences)


def _one_competitor(chain: Chain, premises: Competitors) -> Step:
    """Steps to the probability that one competitor scores as much as the own class."""
    wrong = competitor_given_length(chain, premises.input_law, premises.output_law)
    length = token_length(chain, premises.input_law)
    error = chain.apply("average over the length", student_tail, wrong, length)
    return chain.apply("for the sizes of a grid", at_sizes, error)


def token_length(chain: Chain, law: Gaussian | Sphere) -> Step:
    """The length of the embedding of the token asked for."""
    e = Vector("e", _i, law)
    return chain.define("the length of the token's embedding", _r**2, Inner(e, e))


def competitor_given_length(chain: Chain, input_law: Gaussian | Sphere, output_law: Sphere) -> Step:
    """Steps to the same probability given the length and the unembeddings."""
    e, u = Vector("e", _j, input_law), Vector("u", ClassOf(_j), output_law)
    memory = IndexSum(Weight(_j) * Outer(e, u), (_j,), _N)
    asked = chain.define(
        "the memory of outer products, asked with a token", Vector("o", _i), Recall(e.at(_i), memory)
    )
    gap = chain.apply(
        "the gap to a competitor", gap_law, asked,
        gap=_Z, weight=q, length=_r, own=S, competitor=R, others=T, distance=_kappa,
    )  # fmt: skip
    return chain.apply("where it is not positive", sign_of_normal, gap)
