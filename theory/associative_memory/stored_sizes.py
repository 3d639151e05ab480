r"""How many tokens two classes store alike: at an error per token, or all right together (S6).

One of P tokens is wrong with Student's probability $P(t_d > \sqrt{d/(P-1)})$, whatever their classes. It is
at a level p at $P = 1 + d/t^2$, t Student's quantile: in proportion to d, without a logarithm. That none is
wrong follows for $d/(2 \log d)$ tokens by a union over them.

| letter | meaning |
|---|---|
| `N`, `P` | tokens stored, of weight 1; P is any real number |
| `level` | p, tolerated error of one token |
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from ..derivation import Derivation, proved, table
from ..formula import student
from ..kernel import Theorem, apply
from ..laws import Normal
from ..model import Model, Parameter
from ..node import Term, Value, number
from ..prove import suppose
from ..substitution import subterms
from ..tactics import combined, discharged, grown, linked, positive, same, some_of
from ..tactics.rewriting import left, occurring, replaced_within, right, then
from ..tactics.slopes import by_slope
from ..tactics.tails import one_side
from ..terms import PI, exp, function, log, norm2, sqrt
from .exact import Competitor, dimension
from .two_classes import EVERY, Every

_P, _level, _s = map(Parameter, ("P", "level", "s"))
_ONE: Final = Competitor(weight=1, noise=_P - 1)
_MORE: Final = suppose(_P - 1 > 0)


@dataclass(frozen=True, kw_only=True)
class Sizes:
    """The tolerated error of one token, and what two classes rest on."""

    level: Value = _level
    competitor: Competitor = _ONE


@dataclass(frozen=True, kw_only=True)
class Together:
    """The probability that some token is wrong, and what all of them rest on."""

    level: Fraction = Fraction(1, 2)
    tokens: Every = EVERY


HALF: Final = Together()
"""All right with probability 1/2."""


def stored_all_floor(premises: Together = HALF) -> Derivation:
    r"""Some token is wrong with probability 1/2 at no less than $d/(2 \log d)$ tokens (S6.2).

    Raises `Refused` for a level above 1/2.

    >>> stored_all_floor().formula
    d/(2*log(d))
    """
    stored, c = premises.tokens, 1 / (2 * Fraction(premises.level))
    i, N, (d,), one = stored.index, stored.count, stored.law.shape, stored.wins()
    (tail,) = occurring(right(one), "incomplete_beta")
    falls = decay(tail, N)
    some = some_of(combined(left(one) <= right(falls) / 2, one, falls), i)
    often = suppose(left(some) >= premises.level, "some token is wrong so often")
    growth = exp(d / (2 * N))
    reached = grown(combined(growth <= c * N, (often, growth), (some, growth)), "log")
    least, far = _above_half(c, d), apply("tangent", x=log(N / d))
    level = right(least)
    known = combined(level > 0, least, 1)
    signs = d, N, 1 / (d + 2 * N), 1 / level
    parts = (reached, *signs), (far, *signs), (least, N, *signs[1:])
    found = combined(d / (2 * level) <= N, *parts, known=[known])
    return proved("stored_all_floor", "Tokens all right together", apply("symmetric", found))


def _sized(name: str, premises: Sizes) -> Derivation:
    r"""$P = 1 + d/t_d(p)^2$ tokens have the error p each, by Student's quantile: of the order d (S6.1).

    >>> DERIVATIONS["stored_size"]().exponents
    {'d': Fraction(1, 1)}
    """
    wrong, d = premises.competitor.wins(), premises.competitor.law.shape[0]
    reached = suppose(left(wrong) == premises.level, "the tolerated error")
    chance, root = linked(wrong, reached), sqrt(d / (_P - 1))
    at, before = _tail(d, root, _MORE), _tail(d, _s, suppose(_s > 0))
    (share,) = occurring(left(chance), "incomplete_beta")
    (own_share,) = occurring(right(at), "incomplete_beta")
    alike = same(own_share.args[0], share.args[0], (_MORE,))
    value = then(replaced_within(at, [alike]), chance)
    less = combined(right(value) < left(before), _less(d, root), before, at, value)
    quantile = apply("quantile_at", value, less, positive(root, _MORE))
    found = apply("within", quantile, term=1 + d / left(quantile) ** 2)
    found = apply("symmetric", then(found, same(right(found), _P, (_MORE,))))
    sides = _least(chance, share, d), _most(premises.competitor, reached, chance, share)
    return proved(name, "Tokens stored at an error per token", found, dimension, between=sides)


DERIVATIONS: Final = table(_sized, stored_size=Sizes(), stored_size_twentieth=Sizes(level=Fraction(1, 20)))


def _tail(d: Term, t: Term, sign: Theorem) -> Theorem:
    """P(T > t) = I_{d/(d + t^2)}(d/2, 1/2)/2 for Student's T of d degrees, from what says that 0 < t."""
    drawn = Model(z=Normal(), g=Normal(dimension=d))
    z, g = drawn.z, drawn.g
    known, scale = (sign, apply("nonzero_length", x=g)), sqrt(norm2(g) / d)
    found = apply("same_event", *known, event=student(z, g) > t, other=z > t * scale, factor=1 / scale)
    half = one_side(positive(t * scale, *known), positive(z.args[0].args[1]), z, "gt")
    shares = apply("length_shares", sign, x=z, y=g, a=d, b=t**2)
    (event,) = occurring(right(half), "P")
    alike = apply("same_event", *known, event=event.args[0], other=left(shares).args[0], factor=1 / d)
    return then(found, replaced_within(half, [then(alike, shares)]))


def _less(d: Term, t: Term) -> Theorem:
    """I_{d/(d + t^2)}(d/2, 1/2) < I_{d/(d + s^2)}(d/2, 1/2), from 0 < s < t."""
    low, high = suppose(_s > 0), suppose(_s < t)
    known, over = (low, _MORE), [1 / (d + x**2) for x in (_s, t)]
    share = combined(
        d / (d + t**2) < d / (d + _s**2), (d, high, high, *over), (d, low, high, *over), known=known
    )
    below = combined(right(share) < 1, (low, low, over[0]), known=known)
    ends = positive(left(share), *known), below
    return apply("beta_monotone", share, *ends, a=d / 2, b=number(Fraction(1, 2)))


def _least(chance: Theorem, share: Term, d: Term) -> Theorem:
    """P >= d p, from the error p of a token."""
    falls, beyond = decay(share, _P, _MORE), _P * exp(-d / (2 * _P))
    parts = (falls, d), (chance, d), (apply("tangent", x=d / (2 * _P)), beyond), beyond
    return apply("symmetric", combined(d * right(chance) <= _P, *parts, known=[_MORE]))


def _most(competitor: Competitor, reached: Theorem, chance: Theorem, share: Term) -> Theorem:
    """P <= 1 + 2 d/(pi (1 - 2 p)^2), by the tangent of a normal tail."""
    falling, d, gap = competitor.falling(), competitor.law.shape[0], 1 - 2 * right(chance)
    (tail,) = (part for part in subterms(left(falling)) if part.data == ("erfc",))
    (x,), u = tail.args, Parameter("u")
    tangent = by_slope(1 - 2 * u / sqrt(PI) <= function("erfc")(u), (suppose(Term("le", (number(0), u))),))
    sign = apply("weakened", positive(x, _MORE))
    tangent = discharged(apply("instance", tangent, symbol=u, value=x), sign)
    turned = apply("beta_reflected", _MORE, term=share)
    (rest,) = occurring(right(turned), "incomplete_beta")
    some = combined(gap > 0, rest, turned, chance, known=[_MORE])
    within = combined(gap <= 2 * x / sqrt(PI), tangent, falling, reached)
    squares = grown(within, 2, some)
    return combined(1 + 2 * d / PI * gap**-2 >= _P, (squares, _MORE, gap**-2), known=[_MORE, some])


def _above_half(c: Fraction, d: Term) -> Theorem:
    """1/2 <= log(c d) from 2 <= d, for c >= 1."""
    wide, over = suppose(d >= 2), 1 / (c * d)  # noqa: PLR2004
    tangent = apply("tangent", x=-log(c * d))
    return combined(log(c * d) >= Fraction(1, 2), tangent, (wide, over), over)


def decay(tail: Term, n: Term, *facts: Theorem) -> Theorem:
    """I_{(n - 1)/n}(a, 1/2) <= exp(-a/n)."""
    found, a = apply("beta_between", *facts, term=tail, side="above"), tail.args[1]
    small = grown(apply("tangent", x=-1 / n), a, *facts)
    one, other = same(right(found), left(small), facts), same(right(small), exp(-a / n), facts)
    return linked(found, one, small, other)
