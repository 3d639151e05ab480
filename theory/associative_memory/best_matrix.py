r"""The error of the best W of all (S13), two classes: bounds of one order on what is measured of it.

From below no W is wrong about few of $6 d$ tokens; from above some W is right about nearly $\frac95 d$. Both
are of the order $d^{1-\alpha}$ under a Zipf law, like that of the best outer products.

| letter | meaning |
|---|---|
| `alpha` | exponent of the Zipf law |
| `N`, `k` | tokens that are counted, and errors among them |
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import Final

import mpmath
import sympy as sp

from ..derivation import Chain, CheckFailed, Derivation, Step
from ..notation import alpha, symbol
from ..rules.best_matrix import few_errors, otherwise_many, regions_by_entropy, right_or_coin
from ..rules.dichotomies import GeneralPosition, all_regions, coin_tail, fair_labels, one_more_point
from ..rules.laws import Gaussian, Sphere
from ..rules.points import Point, against, number
from ..rules.tokens import at_sizes
from ..rules.vectors import Vector

_d: Final = sp.Symbol("d", integer=True, positive=True)
_N: Final = sp.Symbol("N", integer=True, positive=True)
_k: Final = sp.Symbol("k", positive=True)
_x, _j = (sp.Symbol(name, integer=True, positive=True) for name in "xj")
_p: Final = sp.Function("p", positive=True)
_WINDOW: Final = 6 * _d
_ERRORS: Final = _d / 4
_RIGHT: Final = sp.Rational(9, 5) * _d
_SIZES: Final = (4, 16, 48)
_EMBEDDINGS: Final = Gaussian(_d)
_PLACES: Final = ((10, sp.Rational(3, 2)), (35, sp.Integer(3)))


@dataclass(frozen=True, kw_only=True)
class Separated:
    """Random embeddings, two classes."""

    law: Gaussian | Sphere = _EMBEDDINGS

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        return (
            self.law.describe("the embeddings $e_j$"),
            "there are two classes, and $W$ enters by $W^\\top (u_1 - u_0)$, which may be any vector",
            "a token is right where its score is above the other, not at a tie",
        )


SEPARATED: Final = Separated()
"""Normal embeddings."""


@dataclass(frozen=True, kw_only=True)
class Best:
    """Two classes, tokens that are counted, errors that are allowed, and tokens that are to be right."""

    classes: Separated = SEPARATED
    window: sp.Expr = _WINDOW
    errors: sp.Expr = _ERRORS
    right: sp.Expr = _RIGHT

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        return (
            *self.classes.sentences,
            r"in units of the first token's mass tokens weigh $x^{-\alpha}$, $x = 1, 2, ...$, $\alpha > 1$",
        )


BEST: Final = Best()
"""Six tokens a dimension, a quarter of them wrong for each; nine fifths of them right."""


def best_matrix_floor(premises: Best = BEST) -> Derivation:
    r"""$E/p(1) \ge \frac d4 (6 d)^{-\alpha} (1 - 2 c^d)$, $c = .66$: no W is wrong about few tokens.

    >>> best_matrix_floor().relation
    '>='
    """
    chain = _chain("best_matrix_floor", "Error of the best matrix from below", premises)
    position = chain.define("the embeddings", GeneralPosition(Vector("e", _j, premises.classes.law)))
    recurrence = chain.apply("add a token", one_more_point, position, count=_N)
    regions = chain.apply("count from one token", all_regions, recurrence, position, count=_N)
    window = chain.define("tokens that are counted", _N, premises.window)
    errors = chain.define("errors among them", _k, premises.errors)
    law = chain.define("tokens have a Zipf law, in units of the first", _p(_x), _x**-alpha)
    bound = chain.apply("bound the dichotomies", regions_by_entropy, regions, window)
    few = chain.apply("few errors are unlikely", few_errors, bound, window, errors)
    floor = chain.apply("many weigh something", otherwise_many, few, window, errors, law)
    floor = chain.apply("for the sizes of a grid", at_sizes, floor)
    entropies = against(_by_entropies(premises), _points(), "entropies in bits")
    return chain.close(floor, checks=(entropies, _below_the_count(premises)))


def best_matrix_ceiling(premises: Best = BEST) -> Derivation:
    r"""$E/p(1) \le \frac12 (\frac{(y-1)^{1-\alpha}}{\alpha-1} + \zeta(\alpha) I_{1/2}(d, y-d))$, $y = 9d/5$.

    >>> best_matrix_ceiling().relation
    '<='
    """
    chain = _chain("best_matrix_ceiling", "Error of the best matrix from above", premises)
    right = all_right(chain, premises.classes)
    stored = chain.define("tokens that are to be right", _N, premises.right)
    law = chain.define("tokens have a Zipf law, in units of the first", _p(_x), _x**-alpha)
    bound = chain.apply("a coin about the others", right_or_coin, right, stored, law)
    bound = chain.apply("for the sizes of a grid", at_sizes, bound)
    return chain.close(bound, checks=(against(_by_coins(premises), _points(), "the opposite tail"),))


def _points() -> list[dict[sp.Symbol, sp.Rational]]:
    return [{symbol("d"): sp.Integer(size), alpha: power} for size, power in _PLACES]


def _sizes(premises: Best, point: Point) -> tuple[mpmath.mpf, ...]:
    """Dimensions, tokens that are counted, errors, and tokens that are to be right."""
    at = {_d: point[symbol("d")]}
    parts = (premises.classes.law.dimension, premises.window, premises.errors, premises.right)
    return tuple(number(part, at) for part in parts)


def _by_entropies(premises: Best) -> Callable[[Point], mpmath.mpf]:
    """Numbers of labels in bits, from the entropies of the shares of dimensions and of errors."""

    def bits(share: mpmath.mpf) -> mpmath.mpf:
        return -share * mpmath.log(share, 2) - (1 - share) * mpmath.log(1 - share, 2)

    def route(point: Point) -> mpmath.mpf:
        size, tokens, wrong, _ = _sizes(premises, point)
        labels = 1 + tokens * (bits(size / tokens) + bits(wrong / tokens) - 1)
        return wrong * tokens ** -number(alpha, point) * (1 - mpmath.mpf(2) ** labels)

    return route


def _by_coins(premises: Best) -> Callable[[Point], mpmath.mpf]:
    """The mass of the rest and one less the chance that some W has the first right."""

    def route(point: Point) -> mpmath.mpf:
        size, _, _, right = _sizes(premises, point)
        power = number(alpha, point)
        fails = 1 - mpmath.betainc(right - size, size, 0, 0.5, regularized=True)
        return ((right - 1) ** (1 - power) / (power - 1) + mpmath.zeta(power) * fails) / 2

    return route


def _below_the_count(premises: Best) -> Callable[[sp.Expr], str]:
    """Dichotomies and errors counted exactly, the weight of the last tokens added up."""

    def check(formula: sp.Expr) -> str:
        for size in _SIZES:
            at = {_d: sp.Integer(size)}
            tokens, wrong = (int(sp.floor(part.subs(at))) for part in (premises.window, premises.errors))
            labels = 2 * sum(comb(tokens - 1, j) for j in range(size))
            chance = 1 - Fraction(labels * sum(comb(tokens, j) for j in range(wrong + 1)), 2**tokens)
            with mpmath.workdps(30):
                weight = mpmath.fsum(mpmath.mpf(tokens - k) ** -2 for k in range(wrong + 1))
                counted = weight * mpmath.mpf(chance.numerator) / chance.denominator
                if number(formula, {symbol("d"): sp.Integer(size), alpha: sp.Integer(2)}) > counted:
                    raise CheckFailed(f"At d = {size} the count gives {counted}, below the bound.")
        return "below the count of dichotomies and errors at three sizes"

    return check


def _chain(name: str, title: str, premises: Best) -> Chain:
    return Chain(name=name, title=title, premises=premises.sentences)


def all_right(chain: Chain, premises: Separated) -> Step:
    """Steps to the probability that some W has all tokens right."""
    position = chain.define("the embeddings", GeneralPosition(Vector("e", _j, premises.law)))
    recurrence = chain.apply("add a token", one_more_point, position, count=_N)
    regions = chain.apply("count from one token", all_regions, recurrence, position, count=_N)
    share = chain.apply("labels are fair", fair_labels, regions, position, count=_N)
    return chain.apply("as a Beta function", coin_tail, share)
