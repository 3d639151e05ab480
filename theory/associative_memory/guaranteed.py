r"""What Theorem 1 guarantees: with equally many tokens of each class (Q2), with one (S6), of any memory (S2).

What a class adds to the noise is its own share of all: the largest squared weight of a class is n. By
Theorem 1 each token is stored where $16 r n (1 + 8 r M/d) \le d$, which leaves room for about
$d^2/\log^2 d$ tokens in d classes. Where each token has a class of its own, the same theorem gives the number
of tokens at a level of the error. The error of every memory at once is at most what is printed (S2): outside
the set of Eq. (7) a token is wrong with at most $2 d^{-2\gamma} \le 2 d^{-\gamma}$, inside at most always,
for every $\gamma \ge 0$ and hence for the infimum, with nonnegative weights and $M \ge 2$.

| letter | meaning |
|---|---|
| `n` | tokens that are stored of each class, of weight 1 |
| `P` | tokens that are stored: M n of all classes, or one of each |
| `p` | their masses |
| `h` | the mass of all others, which are taken to be wrong |
| `k` | $c_\gamma = \log M + \gamma \log d$ |
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from ..derivation import Derivation, proved
from ..kernel import Theorem, apply
from ..model import Index, Parameter, Size, fixed
from ..node import Term, Value, as_term, negation, number
from ..prove import suppose
from ..substitution import replaced
from ..tactics import at, combined, discharged, grown, linked, named, positive, rewritten, same, summed
from ..tactics.rewriting import itself, left, replaced_within, right, root_of_square, then
from ..terms import P, Sum, all_, exp, hurwitz_zeta, indicator, log, sqrt, zeta
from .ceilings import (
    GAMMA,
    LARGEST,
    LOGS,
    OUTSIDE,
    PAPER_RATE,
    TOTAL,
    Outside,
    at_rate,
    classes,
    dimension,
    gamma,
    heavy_token,
    mass,
    own,
    place,
    places,
    positive_rate,
    rate,
    weight,
)

_alpha: Final = Parameter("alpha")
_steep: Final = suppose(_alpha > 1, "the law has a sum")
_alike: Final = suppose(all_(own, all_(place, weight == 1)), "the tokens are stored alike")
_others, stored = Parameter("h"), Size("P")


def _outside(premises: Outside) -> Theorem:
    """The set of Eq. (7) has no token: its edge is at most d, where each of M classes has n tokens."""
    one = at(_alike, own, place)
    square = combined(weight**2 == 1, (one, weight + 1))
    share = summed(square, place)
    a, rate, total = premises.cut_off, positive_rate(), summed(share, own)
    r = PAPER_RATE
    room = suppose(a * r * places * (1 + 8 * r * classes / dimension) <= dimension, "there is room")
    most, heavy = apply("largest_below", share, index=own), dimension * weight**2
    parts = room, (rate, most), (total, rate, rate, 1 / dimension), (square, dimension)
    return combined(premises.edge(PAPER_RATE) <= heavy, *parts)


def _token(premises: Outside) -> Theorem:
    r"""$P(\text{wrong}) \le 2 d^{-2 \gamma}$ for each stored token."""
    some = combined(weight > 0, at(_alike, own, place), 1)
    return discharged(heavy_token(premises), _outside(premises), some)


def equal_classes_ceiling(premises: Outside = OUTSIDE) -> Derivation:
    r"""$E \le 2 d^{-2 (\alpha - 1)} + P^{1 - \alpha}/((\alpha - 1) \zeta(\alpha))$, if there is room.

    There is where $16 r n (1 + 8 r M/d) \le d$ with $r = \log M + (\alpha - 1) \log d$.

    >>> equal_classes_ceiling().relation
    '<='
    """
    p, over = fixed("p", classes, places)[own, place], 1 / zeta(_alpha)
    laws = suppose(all_(own, all_(place, p >= 0)), "the law of the tokens")
    whole = suppose(Sum(own, Sum(place, p)) <= 1, "the law of the tokens")
    beyond = suppose(_others <= over * hurwitz_zeta(_alpha, stored + 1), "the mass of the other tokens")
    share, slower = at(laws, own, place), combined(_alpha - 1 >= 0, _steep)
    token = apply("instance", _token(premises), symbol=gamma, value=_alpha - 1)
    token = discharged(token, slower)
    missed = summed(combined(p * left(token) <= p * right(token), (token, share)), place, own)
    total, start = same(right(missed), right(token) * left(whole), ()), positive(classes * places)
    tail = hurwitz_zeta(_alpha, classes * places + 1)
    tail = apply("hurwitz_between", _steep, start, term=tail, side="above")
    tail = rewritten(tail, suppose(classes * places == stored, "the tokens that are stored"))
    found = combined(
        left(missed) + _others <= right(token) + over * right(tail), missed, total, (whole, right(token)),
        beyond, (tail, over), known=[_steep],
    )  # fmt: skip
    title = "Error where many classes have equally many tokens"
    return proved("equal_classes_ceiling", title, linked(named("E", left(found)), found))


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
        wrong = discharged(at_rate(self.memory.ceiling(), r, some), combined(weight > 0, one, 1), outside)
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


@dataclass(frozen=True, kw_only=True)
class Above:
    """The memory, and the factor of gamma in the printed exponent of d."""

    memory: Outside = OUTSIDE
    decay: Fraction = Fraction(1)

    @property
    def printed(self) -> Term:
        r"""$2 d^{-\gamma}$."""
        return 2 * exp(-self.decay * gamma * log(dimension))

    @property
    def inside(self) -> Term:
        """The token is of the set of Eq. (7)."""
        return dimension * weight**2 <= replaced(self.memory.edge(rate), rate, PAPER_RATE)

    def token(self) -> Theorem:
        r"""$P(\text{wrong}) \le 2 d^{-\gamma} + 1[\text{the token is of the set}]$ for any token."""
        inside, chance = self.inside, P(self.memory.wrong)
        outside = suppose(negation(inside), "the token is outside the set")
        wrong = discharged(heavy_token(self.memory), self.weighs(outside), apply("weakened", outside))
        logarithm = gamma * log(dimension)
        slower = combined(-self.memory.share * logarithm <= -self.decay * logarithm, (GAMMA, LOGS[1]))
        wrong = combined(chance <= self.printed, wrong, grown(slower, "exp"))
        sign = apply("weakened", positive(self.printed))
        wrong = apply("where_it_holds", wrong, sign, event=outside.proposition)
        wrong = rewritten(wrong, apply("indicator_of", term=indicator(outside.proposition)))
        always, value = apply("bounded", term=chance, end="high"), indicator(inside)
        return combined(chance <= self.printed + value, wrong, (always, value))

    def weighs(self, outside: Theorem) -> Theorem:
        """A token outside the set has a positive weight."""
        signs = suppose(all_(own, all_(place, weight >= 0)), "no weight is negative")
        rate, over, largest = positive_rate(), 1 / dimension, apply("largest", term=LARGEST, index=own)
        square = combined(
            weight**2 > 0, (outside, over), (rate, largest, over), (rate, mass(own), over),
            (rate, rate, TOTAL, over, over),
        )  # fmt: skip
        return rewritten(positive(sqrt(weight**2), square), root_of_square(weight, at(signs, own, place)))


ABOVE: Final = Above()
"""Theorem 1, for nonnegative weights."""


def upper_share(premises: Above = ABOVE) -> Derivation:
    r"""$E / (7) \le 1$ for $q \ge 0$ and every number of classes from two on (S2.1).

    >>> upper_share().formula, upper_share().relation
    (1, '<=')
    """
    law, inside = fixed("p", classes, places)[own, place], indicator(premises.inside)
    laws = suppose(all_(own, all_(place, law >= 0)), "the law of the tokens")
    whole = suppose(Sum(own, Sum(place, law)) == 1, "the law of the tokens")
    share = at(laws, own, place)
    token = premises.token()
    every = summed(combined(law * left(token) <= law * right(token), (token, share)), place, own)
    weighed = summed(combined(law * inside >= 0, (share, inside)), place, own)
    value = premises.printed * left(whole) + right(weighed)
    total = replaced_within(same(right(every), value, ()), [whole])
    printed = premises.printed + right(weighed)
    some = combined(printed > 0, premises.printed, weighed)
    over = 1 / printed
    found = combined(left(every) / printed <= 1, (every, over), (total, over), known=[some])
    for name, body in (("E", left(every)), ("B", printed)):
        found = rewritten(found, apply("symmetric", named(name, body)))
    return proved("upper_share", "The error over the bound (7)", found)
