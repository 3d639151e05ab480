r"""An answer for each token (M = P): how many are stored, and how many Eq. (7) itself guarantees (S6).

Theorem 1 holds with each token in a class of its own: $Q_\infty = 1$ and $\|q\|^2 = P$. Its condition is met
by P up to about $d^2/(128 k^2)$, $k \le 2 \log d + \ldots$: more than of order $d^{3/2}$, far beyond d.

| letter | meaning |
|---|---|
| `P` | tokens, each with an answer of its own |
| `k` | $c_\gamma = \log M + \gamma \log d$ |
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from ..derivation import Derivation, proved
from ..kernel import Theorem, apply
from ..model import Index, Parameter
from ..node import TRUE, Term, Value, as_term, number
from ..prove import suppose
from ..substitution import replaced
from ..tactics.certificates import by_products
from ..tactics.rewriting import itself, left, nonnegative, right, root_of, then
from ..terms import P, all_, exp, log, sqrt
from .ceilings import (
    GAMMA,
    LOGS,
    OUTSIDE,
    Outside,
    at_rate,
    classes,
    dimension,
    gamma,
    mass,
    own,
    rate,
    weight,
)
from .competitors import known_positive

_tokens, _level, _s = map(Parameter, ("P", "level", "s"))
_TWENTIETH: Final = Fraction(1, 20)
_c: Final = Index("c", classes)


@dataclass(frozen=True, kw_only=True)
class Distinct:
    """The tolerated error, and the 16 of the set in Eq. (7)."""

    level: Value = _level
    cut_off: Fraction = OUTSIDE.cut_off

    def edge(self, k: Term, tokens: Term) -> Term:
        """What a token of weight one needs dimensions for, where each of P tokens has a class of its own."""
        return self.cut_off * k * (1 + 8 * k * tokens / dimension)


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


def distinct_size_floor(premises: OwnAnswers = STORED) -> Derivation:
    r"""At least $\frac{d}{8 k} (\frac{d}{16 k} - 1)$ tokens, $k = 2 \log d + \frac12 \log 40$: $d^{3/2}$.

    >>> distinct_size_floor().relation, distinct_size_floor().exponents
    ('>=', {'d': Fraction(3, 2)})
    """
    slow, root = premises.logarithms()
    floors = [apply("symmetric", premises.floor(bound)) for bound in (slow, root)]
    return proved("distinct_size_floor", "Tokens with an answer each", apply("both", *floors), dimension)


def guaranteed_tokens(premises: Distinct = GUARANTEED) -> Derivation:
    r"""The P at which Eq. (7) is at the level: $16 k (1 + 8 k P/d) = d$, $k = \log P + \log(2/\delta)$.

    >>> guaranteed_tokens().formula
    FittingTokens(d, log(2/level))
    """
    tokens, d, a, one, zero = _tokens, dimension, premises.cut_off, number(1), number(0)
    whole, over, level = known_positive(one), known_positive(1 / dimension), as_term(premises.level)
    printed = suppose(2 * exp(-gamma * log(d)) == level, "the bound of Eq. (7) is at the level")
    edge = premises.edge(log(tokens) + gamma * log(d), tokens)
    edge = suppose(edge == d, "each token is at the edge of the set of Eq. (7)")
    many, positive = suppose(tokens >= 1, "there is a token"), known_positive(left(printed))
    some = by_products(zero, tokens, (1, many), (1, whole), relation="lt")
    known = some, apply("transitive", positive, printed)
    logs, counted = (
        apply("monotone", fact, sign, function="log", exponent=one)
        for fact, sign in ((printed, positive), (many, whole))
    )
    b = log(2 / level)
    gained = apply("ring", logs, *known, left=gamma * log(d), right=b, multipliers=(number(-1),))
    edge, k, reached = apply("rewrite", gained, edge), log(tokens) + b, premises.edge(_s, exp(_s - b))
    value = apply("ring", edge, *known, left=replaced(reached, _s, k), right=d, multipliers=(one,))
    low = by_products(zero, k, (1, counted), (1, GAMMA, LOGS[1]), (1, gained), known=known)
    factor = 1 + 8 * k * tokens / d
    rest = by_products(zero, factor, (1, whole), (8, low, some, over), relation="lt", known=known)
    share = d / (a * factor)
    equal = apply("ring", edge, *known, rest, left=k, right=share, multipliers=(share / d,))
    sign = apply("transitive", apply("positive", rest, term=share), apply("symmetric", equal))
    first, less = suppose(_s > 0), suppose(_s < k)
    grown = by_products(_s - b, k - b, (1, less), relation="lt", known=known)
    grown = apply("monotone", grown, function="exp", exponent=one)
    height = known_positive(right(grown))
    below = by_products(
        reached, d, (1, value), (a, less), (8 * a, less, less, height, over),
        (16 * a, first, less, height, over), (8 * a, first, first, grown, over), relation="lt", known=known,
    )  # fmt: skip
    root = apply("first_number", value, below, sign, variable=_s)
    found = apply("within", root, term=exp(left(root) - b))
    found = apply("symmetric", then(found, apply("ring", *known, left=right(found), right=tokens)))
    return proved("guaranteed_tokens", "Tokens with an answer each", found)
