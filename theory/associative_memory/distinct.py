r"""An answer for each token (M = P): how many are stored, and how many Eq. (7) itself guarantees (S6).

Theorem 1 holds with each token in a class of its own: $Q_\infty = 1$ and $\|q\|^2 = P$. Its condition is met
by P up to about $d^2/(128 k^2)$, $k \le 2 \log d + \ldots$: more than of order $d^{3/2}$, far beyond d.

| letter | meaning |
|---|---|
| `P` | tokens, each with an answer of its own |
| `k` | $c_\gamma = \log M + \gamma \log d$ |
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

import mpmath
import sympy as sp

from ..bridge import Proved, proved
from ..derivation import Chain, CheckFailed, Derivation
from ..kernel import Theorem, apply
from ..model import Index
from ..notation import symbol
from ..prove import suppose
from ..rules.distinct_sizes import fitting_tokens, rate_at_level
from ..rules.isolating import put_in
from ..rules.points import number as number_at
from ..rules.tokens import at_sizes
from ..tactics.bounds import by_products
from ..tactics.rewriting import itself, left, nonnegative, right, root_of, then
from ..terms import TRUE, P, Term, all_, exp, log, number, replaced, sqrt
from .ceilings import LOGS, OUTSIDE, Outside, at_rate, classes, dimension, mass, own, rate, weight
from .competitors import known_positive

_d: Final = sp.Symbol("d", integer=True, positive=True)
_P, _k, _gamma = (sp.Symbol(name, positive=True) for name in ("P", "k", "g"))
_stored: Final = sp.Symbol("P_*", positive=True)
_level: Final = symbol("level")
_bound: Final = sp.Symbol("B", positive=True)
_TWENTIETH: Final = Fraction(1, 20)
_c: Final = Index("c", classes)


@dataclass(frozen=True, kw_only=True)
class Distinct:
    """The tolerated error, and the weight of each token."""

    level: sp.Expr = _level
    weight: sp.Integer = sp.S.One

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        return (
            f"each of $P$ tokens has an answer of its own and the weight {self.weight}",
            f"Eq. (7) bounds the error by ${sp.latex(self.level)}$; $P$ is taken as a real number",
        )


@dataclass(frozen=True, kw_only=True)
class OwnAnswers:
    """The memory, one token of weight one in each class, and the tolerated error."""

    memory: Outside = OUTSIDE
    level: Fraction = _TWENTIETH

    @property
    def root(self) -> Term:
        """S, for which r = 2 d/(a (s + 1)) is the rate at which each token is at the edge of the set."""
        return sqrt(1 + 32 * classes / self.memory.cut_off)

    def logarithms(self) -> tuple[Theorem, Theorem]:
        """4 log d + log(2/level) is itself, and at most that with (4/e) d^(1/4) for log d."""
        constant = log(2 / number(self.level))
        exact, value = 4 * log(dimension) + constant, exp(-1) * dimension ** Fraction(1, 4)
        slow = apply("tangent", x=log(dimension) / 4 - 1)
        slow = then(slow, apply("ring", left=right(slow), right=value))
        return itself(exact), by_products(exact, 16 * value + constant, (16, slow))

    def rate(self) -> tuple[Theorem, Theorem]:
        """0 < s + 1 and, where the error is at the level, (a/8) r <= 4 log d + log(2/level)."""
        a, s = self.memory.cut_off, self.root
        sign, square = root_of(nonnegative(s.args[0]))
        wide = by_products(number(0), s + 1, (1, sign), (1, known_positive(number(1))), relation="lt")
        r = 2 * dimension / (a * (s + 1))
        some = apply("positive", wide, term=r)
        one = suppose(weight == 1, "each token has weight one")
        alone = suppose(all_(own, mass(own) <= 1), "each class has one token")
        each = apply("each", alone, index=_c)
        every = apply("sum_monotone", each, condition=TRUE, index=_c)
        every = then(every, apply("count", term=right(every)))
        unit = apply("ring", one, left=weight**2, right=number(1), multipliers=(weight + 1,))
        edge = apply(
            "ring", square, wide, left=a * r * (1 + 8 * r * classes / dimension), right=dimension,
            multipliers=(number(0),),
        )  # fmt: skip
        outside = by_products(
            replaced(self.memory.edge(rate), rate, r), dimension * weight**2,
            (-1, unit, known_positive(dimension)), (a, some, apply("largest_below", each, index=_c)),
            (8 * a, some, some, every, known_positive(1 / dimension)), (1, edge), known=(wide,),
        )  # fmt: skip
        heavy = by_products(number(0), weight, (-1, one), (1, known_positive(number(1))), relation="lt")
        wrong = at_rate(self.memory.ceiling(), r, some)
        for fact in (heavy, outside):
            wrong = apply("cut", apply("symmetric", fact), wrong)
        wrong = apply("transitive", suppose(P(self.memory.wrong) >= self.level, "the error"), wrong)
        plain = number(1)
        logs = apply("monotone", wrong, known_positive(left(wrong)), function="log", exponent=plain)
        few = suppose(classes <= dimension**2, "no more tokens are looked for")
        most = apply("monotone", few, known_positive(classes), function="log", exponent=plain)
        bound = right(self.logarithms()[0])
        return wide, by_products(self.memory.share * r, bound, (1, logs), (2, most))

    def floor(self, bound: Theorem) -> Theorem:
        """(a/32) y (y - 2) <= M, y = d/(4 b), from 4 log d + log(2/level) <= b."""
        a, s = self.memory.cut_off, self.root
        wide, slow = self.rate()
        parts = (1, known_positive(log(2 / number(self.level)))), (4, LOGS[1])
        some = apply("transitive", by_products(number(0), left(bound), *parts, relation="lt"), bound)
        y, over = dimension / (4 * right(some)), apply("positive", some, term=1 / right(some))
        most = by_products(y, s + 1, (1, slow, wide, over), (1, bound, wide, over), known=(some, wide))
        least = by_products(number(1), s.args[0], (32 / a, known_positive(classes)))
        half = number(Fraction(1, 2))
        least = apply("monotone", least, known_positive(number(1)), function="power", exponent=half)
        _, square = root_of(nonnegative(s.args[0]))
        part = a / 32
        return by_products(
            part * y * (y - 2), classes, (part, most, least),
            (part, most, apply("positive", some, term=y)), (-part, square), known=(some,),
        )  # fmt: skip


STORED: Final = OwnAnswers()
"""Five errors in a hundred."""

GUARANTEED: Final = Distinct()
"""Any level."""


def distinct_size_floor(premises: OwnAnswers = STORED) -> Proved:
    r"""At least $\frac{d}{8 k} (\frac{d}{16 k} - 1)$ tokens, $k = 2 \log d + \frac12 \log 40$: $d^{3/2}$.

    >>> distinct_size_floor().relation, distinct_size_floor().exponents
    ('>=', {'d': Fraction(3, 2)})
    """
    slow, root = premises.logarithms()
    floors = [apply("symmetric", premises.floor(bound)) for bound in (slow, root)]
    return proved("distinct_size_floor", "Tokens with an answer each", apply("both", *floors), dimension)


def guaranteed_tokens(premises: Distinct = GUARANTEED) -> Derivation:
    r"""The P at which Eq. (7) is at the level: $16 k (1 + 8 k P/d) = d$, $k = \log P + \log(2/\delta)$."""
    chain = Chain(name="guaranteed_tokens", title="Tokens with an answer each", premises=premises.sentences)
    printed = chain.define("the bound (7), no token in its set", _bound, 2 * sp.exp(-_gamma * sp.log(_d)))
    gained = chain.apply("at the level", rate_at_level, printed, variable=_gamma, level=premises.level)
    rate = chain.define("the paper's constant, a class each", _k, sp.log(_P) + _gamma * sp.log(_d))
    rate = chain.apply("put it in", put_in, rate, gained)
    edge = 16 * _k * premises.weight**2 * (1 + 8 * _k * _P / _d) / _d
    outside = chain.define(
        "each token lies outside the set of Eq. (7)", sp.Ge(premises.weight, sp.sqrt(edge), evaluate=False)
    )
    size = chain.apply("so many tokens", fitting_tokens, outside, rate, variable=_P, name=_stored)
    size = chain.apply("for the sizes of a grid", at_sizes, size)
    return chain.close(size, checks=(_bound_is_met(premises),))


def _bound_is_met(premises: Distinct) -> Callable[[sp.Expr], str]:
    """At the size found a token is at the edge of the set of the gamma whose term is the level."""

    def check(formula: sp.Expr) -> str:
        for size, level in ((10**4, sp.Rational(1, 20)), (10**8, sp.Rational(1, 3))):
            with mpmath.workdps(25):
                P = number_at(formula, {symbol("d"): sp.Integer(size), _level: level})
                rate = mpmath.log(2 / number_at(level, {})) / mpmath.log(size)
                k = mpmath.log(P) + rate * mpmath.log(size)
                edge = 16 * k * (1 + 8 * k * P / size)
                if abs(edge / size - 1) > mpmath.mpf(10) ** -15:
                    raise CheckFailed(f"At d = {size} a token needs {edge} dimensions.")
        return "the edge of the set at the size found, at two levels"

    return check
