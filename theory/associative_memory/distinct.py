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
from ..node import Term, Value, as_term, number
from ..prove import suppose
from ..substitution import replaced
from ..tactics.combinations import combined
from ..tactics.goals import same
from ..tactics.orders import at, grown, linked, summed
from ..tactics.rewriting import itself, left, positive, rewritten, right, then
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
)  # fmt: skip

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
        slow = linked(slow, same(right(slow), value, ()))
        return itself(exact), combined(exact <= 16 * value + constant, slow)

    def rate(self) -> tuple[Theorem, Theorem]:
        """0 < s + 1 and, where the error is at the level, (a/8) r <= 4 log d + log(2/level)."""
        a, s = self.memory.cut_off, self.root
        wide = combined(s + 1 > 0, s, 1)
        r = 2 * dimension / (a * (s + 1))
        one = suppose(weight == 1, "each token has weight one")
        alone = at(suppose(all_(own, mass(own) <= 1), "each class has one token"), _c)
        unit, some = combined(weight**2 == 1, (one, weight + 1)), positive(r, wide)
        edge = combined(a * r * (1 + 8 * r * classes / dimension) == dimension, known=[wide])
        outside = combined(
            replaced(self.memory.edge(rate), rate, r) <= dimension * weight**2, (unit, dimension),
            (apply("largest_below", alone, index=_c), r), (summed(alone, _c), r, r, 1 / dimension), edge,
            known=[wide],
        )  # fmt: skip
        wrong = at_rate(self.memory.ceiling(), r, some)
        for fact in (combined(weight > 0, one, 1), outside):
            wrong = apply("cut", apply("symmetric", fact), wrong)
        wrong = linked(suppose(P(self.memory.wrong) >= self.level, "the error"), wrong)
        logs, few = grown(wrong, "log"), suppose(classes <= dimension**2, "no more tokens are looked for")
        return wide, combined(self.memory.share * r <= right(self.logarithms()[0]), logs, grown(few, "log"))

    def floor(self, bound: Theorem) -> Theorem:
        """(a/32) y (y - 2) <= M, y = d/(4 b), from 4 log d + log(2/level) <= b."""
        a, s = self.memory.cut_off, self.root
        wide, slow = self.rate()
        some = linked(combined(left(bound) > 0, log(2 / number(self.level)), LOGS[1]), bound)
        y, over = dimension / (4 * right(some)), 1 / right(some)
        most = combined(y <= s + 1, (slow, wide, over), (bound, wide, over), known=[some, wide])
        least = grown(combined(s.args[0] >= 1, classes), Fraction(1, 2))
        return combined(a / 32 * y * (y - 2) <= classes, (most, least), (most, y), known=[some])


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
    tokens, d, level = _tokens, dimension, as_term(premises.level)
    printed = suppose(2 * exp(-gamma * log(d)) == level, "the bound of Eq. (7) is at the level")
    edge = premises.edge(log(tokens) + gamma * log(d), tokens)
    edge = suppose(edge == d, "each token is at the edge of the set of Eq. (7)")
    many = suppose(tokens >= 1, "there is a token")
    known = combined(tokens > 0, many, 1), linked(positive(left(printed)), printed)
    logs, counted, b = grown(printed, "log"), grown(many, "log"), log(2 / level)
    gained = combined(gamma * log(d) == b, logs, known=known)
    edge, k, reached = rewritten(edge, gained), log(tokens) + b, premises.edge(_s, exp(_s - b))
    value = combined(replaced(reached, _s, k) == d, edge, known=known)
    low = combined(k >= 0, counted, (GAMMA, LOGS[1]), gained, known=known)
    factor = 1 + 8 * k * tokens / d
    rest = combined(factor > 0, 1, (low, tokens, 1 / d), known=known)
    share = d / (premises.cut_off * factor)
    equal = combined(k == share, (edge, 1 / factor), known=(*known, rest))
    sign = linked(positive(share, rest), equal)
    first, less = suppose(_s > 0), suppose(_s < k)
    higher = grown(combined(_s - b < k - b, less, known=known), "exp")
    height, over = right(higher), 1 / d
    below = combined(
        reached < d, value, less, (less, less, height, over), (first, less, height, over),
        (first, first, higher, over), known=known,
    )  # fmt: skip
    root = apply("first_number", value, below, sign, variable=_s)
    found = apply("within", root, term=exp(left(root) - b))
    found = apply("symmetric", then(found, same(right(found), tokens, known)))
    return proved("guaranteed_tokens", "Tokens with an answer each", found)
