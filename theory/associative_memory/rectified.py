r"""The error of model (23) under a Zipf law (S11), unembeddings orthonormal: one overlap is not enough.

| letter | meaning |
|---|---|
| `eta` | the overlap from which on a token is heard |
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import mpmath
import sympy as sp

from ..derivation import Chain, CheckFailed, Derivation, Step
from ..notation import alpha, eta, symbol
from ..rules.class_gaps import ClassOf
from ..rules.integrals import evaluate_integrals, tail
from ..rules.laws import Gaussian, Sphere
from ..rules.mistakes import two_needed
from ..rules.pairs import cap, two_partners
from ..rules.points import WORKING_DIGITS, Point, against, number
from ..rules.stored_mass import stored_and_rest
from ..rules.tokens import at_sizes
from ..rules.vectors import IndexSum, Inner, Vector

_d: Final = sp.Symbol("d", integer=True, positive=True)
P: Final = symbol("P")
_X: Final = sp.Symbol("X", real=True)
_i, _j = (sp.Symbol(name, integer=True, positive=True) for name in "ij")
_x: Final = sp.Symbol("x", integer=True, positive=True)
_p: Final = sp.Function("p", positive=True)
_SPHERE: Final = Sphere(_d)
_SAID: Final = sp.exp(eta**2 * _d / 4)
_PLACES: Final = [
    {symbol("d"): sp.Integer(size), eta: level, alpha: power}
    for size, level, power in (
        (9, sp.Rational(2, 3), sp.Integer(2)),
        (40, sp.Rational(1, 2), sp.Rational(5, 2)),
    )
]
_NEAR: Final = mpmath.mpf(10) ** -5


@dataclass(frozen=True, kw_only=True)
class Kept:
    """The law of the embeddings, and the number whose whole part is stored."""

    law: Sphere | Gaussian = _SPHERE
    size: sp.Expr = _SAID

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        return (
            self.law.describe("the embeddings $e_j$"),
            r"$0 < \eta < 1$",
            "unembeddings are orthonormal",
            rf"the first $\lfloor {sp.latex(self.size)} \rfloor$ tokens are stored",
            r"tokens have the law $x^{-\alpha}/\zeta(\alpha)$ on all whole numbers, $\alpha > 1$",
        )


SAID: Final = Kept()
r"""$P = \lfloor e^{\eta^2 d/4} \rfloor$."""

MORE: Final = Kept(size=(1 - eta**2) ** (-_d / 4))
r"""$P = \lfloor (1 - \eta^2)^{-d/4} \rfloor$."""


def rectified_error(premises: Kept = SAID) -> Derivation:
    r"""$E/p(1) \le (y-1)^{1-\alpha}/(\alpha-1) + \zeta(\alpha) y^2 p^2/2$ at $y = e^{\eta^2 d/4}$.

    >>> rectified_error().relation
    '<='
    """
    return _error("rectified_error", premises)


def rectified_error_more(premises: Kept = MORE) -> Derivation:
    r"""The same at $y = (1 - \eta^2)^{-d/4}$."""
    return _error("rectified_error_more", premises)


def _error(name: str, premises: Kept) -> Derivation:
    chain = Chain(name=name, title="Error of model (23) under a Zipf law", premises=premises.sentences)
    pair = _overlap_tail(chain, premises.law)
    two = chain.apply("two overlaps at once", two_partners, pair, count=P)
    wrong = chain.apply("one is not enough", two_needed, _answer(chain, premises), _below(chain), two)
    law = chain.define("tokens have a Zipf law", _p(_x), _x**-alpha / sp.zeta(alpha))
    stored = chain.define("the number stored is the whole part of this", P, premises.size)
    error = chain.apply("weigh the stored and the others", stored_and_rest, wrong, law, stored)
    error = chain.apply("for the sizes of a grid", at_sizes, error)

    def areas(point: Point) -> mpmath.mpf:
        """The integral beside the rest, and two caps at once for each pair of others."""
        size, power = number(premises.size.subs(_d, symbol("d")), point), number(alpha, point)
        pairs = (size * _cap_share(premises.law, point)) ** 2 / 2
        return (size - 1) ** (1 - power) / (power - 1) + mpmath.zeta(power) * pairs

    checks = (against(areas, _PLACES, "the areas of the caps"), _near_the_rest(premises))
    return chain.close(error, checks=checks)


def _near_the_rest(premises: Kept) -> Callable[[sp.Expr], str]:
    """What is not stored and overlaps nothing is wrong: a bound from below, near the one from above."""

    def check(formula: sp.Expr) -> str:
        for power, size in ((sp.Rational(3, 2), 256), (sp.Integer(2), 384)):
            point = {symbol("d"): sp.Integer(size), eta: sp.Rational(1, 2), alpha: power}
            many = mpmath.floor(number(premises.size.subs(_d, symbol("d")), point))
            with mpmath.workdps(WORKING_DIGITS):
                heard = many * _cap_share(premises.law, point)
                low = mpmath.zeta(number(power, {}), many + 1) * (1 - heard)
                if not low < number(formula, point) < low * (1 + _NEAR):
                    raise CheckFailed(f"At {point} the bound {formula} is not just above {low}.")
        return "just above the mass of what is neither stored nor heard, at two laws"

    return check


def _overlap_tail(chain: Chain, law: Sphere | Gaussian) -> Step:
    """Steps to the probability that two of the vectors overlap by more than eta."""
    one, other = (Vector("e", index, law) for index in (_i, _j))
    overlap = chain.define("the overlap of two", _X, Inner(one, other))
    share = chain.apply("cut the sphere in slices", tail, overlap, threshold=eta)
    return chain.apply("evaluate the Beta integrals", evaluate_integrals, share)


def _cap_share(law: Sphere | Gaussian, point: Point) -> mpmath.mpf:
    """The area of both caps beyond eta."""
    size = law.dimension.subs(_d, symbol("d")).subs(point)
    return cap(int(size), number(eta, point))


def _answer(chain: Chain, premises: Kept) -> Step:
    e, u = Vector("e", _j, premises.law), Vector("u", ClassOf(_j), _SPHERE)
    total = IndexSum(sp.Max(0, Inner(e, e.at(_i)) - eta) * u, (_j,), P)
    return chain.define("the sum of rectified overlaps", Vector("o", _i), total)


def _below(chain: Chain) -> Step:
    return chain.define("the level is not vacuous", sp.Lt(eta, 1, evaluate=False))
