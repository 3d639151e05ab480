r"""Theorem 1 as printed: the error over the bounds (7) and (8), for every memory at once (S2).

A token of the set of Eq. (8) is wrong with at least $\frac12 \mathrm{erfc}(1/\sqrt 6)$, so that the error is
5.6 times what is printed. Outside the set of Eq. (7) a token is wrong with at most
$2 d^{-2\gamma} \le 2 d^{-\gamma}$, inside at most always: the error is at most what is printed, for every
$\gamma \ge 0$ and hence for the infimum. Both are for nonnegative weights and $M \ge 2$.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from ..derivation import Derivation, proved
from ..kernel import Theorem, apply
from ..laws import Normal
from ..model import Index, Model, Size, fixed
from ..node import TRUE, Term, negation, number
from ..prove import suppose
from ..substitution import replaced
from ..tactics import at, combined, discharged, grown, linked, named, positive, rewritten, same, some_of
from ..tactics.rewriting import left, occurring, replaced_within, right, root_of_square, then, zero_by_signs
from ..terms import P, Sum, all_, exp, indicator, inner, log, sqrt, unit
from .ceilings import (
    GAMMA,
    LARGEST,
    LOGS,
    OUTSIDE,
    PAPER_RATE,
    TOTAL,
    Outside,
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
    weights,
)
from .floors import LIGHT, Light

_classes, _tokens, _size = Size("M"), Size("N"), Size("d")
_own, _other, _token = Index("y", _classes), Index("z", _classes), Index("x", _tokens)
_LAW: Final = Normal(0, 1 / _size, dimension=_size)


@dataclass(frozen=True, kw_only=True)
class Printed:
    """The light tokens, and the constant that Theorem 1 prints for them."""

    light: Light = LIGHT
    floor: Fraction = Fraction(1, 20)


PRINTED: Final = Printed()
"""Theorem 1, for nonnegative weights."""


@dataclass(frozen=True, kw_only=True)
class Classes:
    """How many classes there are, and the law of the embeddings."""

    count: int = 1
    law: Term = _LAW


ONE_CLASS: Final = Classes()
"""One class."""


def lower_multiple(premises: Printed = PRINTED) -> Derivation:
    r"""$E / (8) \ge 10\, \mathrm{erfc}(1/\sqrt 6) = 5.6$ for $q \ge 0$ and two classes or more (S2.2).

    >>> lower_multiple().formula
    10*erfc(sqrt(6)/6)
    """
    j, p = Index("j", _tokens), fixed("p", _tokens)
    share = at(suppose(all_(j, number(0) <= p[j]), "the law of the tokens"), j)
    found = premises.light.least_error(j, share)
    (mass,) = occurring(left(found), "sum")
    some, over = suppose(mass > 0, "some token is light"), 1 / premises.floor
    error, printed = named("E", right(found)), named("B", premises.floor * mass)
    value = right(found) / right(printed)
    least = combined(over * premises.light.least <= value, (found, 1 / mass), known=[some])
    ratio = replaced_within(apply("within", error, term=left(error) / left(printed)), [printed])
    found = apply("symmetric", linked(least, ratio))
    return proved("lower_multiple", "The error over the bound (8)", found)


def lower_multiple_one_class(premises: Classes = ONE_CLASS) -> Derivation:
    r"""$E / (8) = 0$ where there is one class only, whatever W is (S2.2). Raises `Refused` for more.

    >>> lower_multiple_one_class().formula
    0
    """
    e = Model(e=premises.law).e
    u, p, W = fixed("u", _classes, _size), fixed("p", _tokens), fixed("W", _size, _size)
    beaten = inner(u.T @ unit(_own) - u.T @ unit(_other), W @ e) <= 0
    most = some_of(apply("bounded", term=P(beaten), end="high"), _other != _own)
    none = combined(right(most) == 0, suppose(_classes == premises.count, "the classes"))
    none = linked(most, none)
    none = zero_by_signs(none, combined(left(none) >= 0, left(none)))
    found = named("E", Sum(_token, p[_token] * left(none)), none)
    found = then(found, same(right(found), number(0), ()))
    return proved("lower_multiple_one_class", "The error of one class over the bound (8)", found)


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
        signs = suppose(all_(own, all_(place, weights[own, place] >= 0)), "no weight is negative")
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

    def over_all(one: Theorem) -> Theorem:
        for index in (place, own):
            one = apply("sum_monotone", one, condition=TRUE, index=index)
        return one

    token = premises.token()
    every = over_all(combined(law * left(token) <= law * right(token), (token, share)))
    weighed = over_all(combined(law * inside >= 0, (share, inside)))
    none, value = same(number(0), left(weighed), ()), premises.printed * left(whole) + right(weighed)
    total = replaced_within(same(right(every), value, ()), [whole])
    printed = premises.printed + right(weighed)
    some = combined(printed > 0, premises.printed, weighed, none)
    over = 1 / printed
    found = combined(left(every) / printed <= 1, (every, over), (total, over), known=[some])
    for name, body in (("E", left(every)), ("B", printed)):
        found = rewritten(found, apply("symmetric", named(name, body)))
    return proved("upper_share", "The error over the bound (7)", found)
