r"""The error of the best W of all (S13), two classes: bounds of one order on what is measured of it.

From below no W is wrong about few of $6 d$ tokens; from above some W is right about nearly $\frac95 d$. Both
are of the order $d^{1-\alpha}$ under a Zipf law, like that of the best outer products. In units of the first
token's mass token x weighs $x^{-\alpha}$; a token is right where its score is above the other, not at a tie.

| letter | meaning |
|---|---|
| `alpha` | exponent of the Zipf law |
| `N` | how many tokens there are |
| `y` | numbers whose signs are the classes of the tokens |
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from ..derivation import Derivation, proved
from ..kernel import Refused, Theorem, apply
from ..model import Index, Parameter, Size
from ..node import Term, is_number, number, value_of
from ..prove import prove, suppose
from ..tactics import bound
from ..tactics.combinations import combined
from ..tactics.orders import grown, linked
from ..tactics.rewriting import factored, left, occurring, positive, rewritten, right
from ..tactics.telescopes import hurwitz_sum
from ..terms import Sum, hurwitz_zeta, incomplete_beta, zeta
from .separability import Separated, size

alpha: Final = Parameter("alpha")
_FALLS: Final = suppose(alpha > 1, "the law of the tokens")
_CLASSES: Final = Separated(tokens=Size("N", minimum=6))
_HALF: Final = number(Fraction(1, 2))


@dataclass(frozen=True, kw_only=True)
class Best:
    """Two classes, tokens that are counted, errors that are allowed, and tokens that are to be right."""

    classes: Separated = _CLASSES
    window: Term = 6 * size
    errors: Term = size / 4
    right: Term = Fraction(9, 5) * size

    @property
    def place(self) -> Term:
        """Any token."""
        return Index("x", self.classes.tokens)


BEST: Final = Best()
"""Six tokens a dimension, a quarter of them wrong for each; nine fifths of them right."""


def best_matrix_floor(premises: Best = BEST) -> Derivation:
    r"""$E/p(1) \ge \frac d4 (6 d)^{-\alpha} (1 - 2 c^d)$, $c = .66$: no W is wrong about few tokens.

    Raises `Refused` where errors or dimensions are no fixed share of the tokens, or more than half of them.

    >>> best_matrix_floor().relation
    '>='
    """
    n, k, d, x = premises.window, premises.errors, premises.classes.dimension, premises.place
    weight, least, t, u = x**-alpha, n**-alpha, _odds(k / n), _odds(d / n)
    among, room = suppose(x <= n), suppose(n <= premises.classes.tokens)
    heavy = combined(least <= weight, (weight, least, grown(among, alpha, _FALLS)), known=[_FALLS])
    signs, rows = premises.classes.rows()
    weights, more = _weak(weight), prove(n > d, by=bound)
    many = apply("missed_by_all", signs, weights, heavy, room, more, _FALLS, x=rows, index=x, k=k, t=t)
    coins = apply("beta_of_coins", more, term=occurring(left(many), "incomplete_beta")[0], t=u)
    sets = t**-k * (1 + t) ** n
    few = sets * u**-d * ((1 + u) / 2) ** n
    mass = k * least
    below = combined(mass * (1 - 2 * few) <= left(many), (mass, sets, coins), (mass, few), known=[_FALLS])
    found = linked(below, many)
    return proved("best_matrix_floor", "Error of the best matrix from below", found)


def best_matrix_ceiling(premises: Best = BEST) -> Derivation:
    r"""$E/p(1) \le \frac12 (\frac{(y-1)^{1-\alpha}}{\alpha-1} + \zeta(\alpha) I_{1/2}(d, y-d))$, $y = 9d/5$.

    >>> best_matrix_ceiling().relation
    '<='
    """
    y, d, x, tokens = premises.right, premises.classes.dimension, premises.place, premises.classes.tokens
    signs, rows = premises.classes.rows()
    more = prove(y > d, by=bound)
    mean = apply("missed_by_one", signs, _weak(x**-alpha), more, x=rows, index=x, y=y)
    whole, fails = Sum(x, x**-alpha), incomplete_beta(_HALF, d, y - d)
    mean = rewritten(mean, apply("symmetric", apply("beta_reflected", more, term=fails)))
    (beyond,) = (part for part in occurring(right(mean), "sum") if part is not whole)
    rest, series = (
        apply("powers_beyond", _FALLS, prove(y > 1, by=bound), term=beyond),
        hurwitz_sum(whole, _FALLS),
    )
    last = hurwitz_zeta(alpha, tokens + 1)
    total, chance = (
        combined(whole <= zeta(alpha), series, last, known=[_FALLS]),
        apply("bounded", more, term=fails, end="low"),
    )
    value = (right(rest) + zeta(alpha) * fails) / 2
    found = linked(mean, combined(right(mean) <= value, rest, (chance, total), known=[_FALLS]))
    return proved("best_matrix_ceiling", "Error of the best matrix from above", found)


def _weak(term: Term) -> Theorem:
    return apply("weakened", positive(term, _FALLS))


def _odds(share: Term) -> Term:
    """s/(1 - s), for a share s that is a number below one half."""
    own = factored(share)
    if not is_number(own) or not 0 < value_of(own) < Fraction(1, 2):
        raise Refused(f"{share} is no number between 0 and 1/2.")
    return number(value_of(own) / (1 - value_of(own)))
