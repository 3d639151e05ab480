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

from ..derivation import Derivation, proved
from ..formula import student
from ..kernel import Theorem, apply
from ..laws import Normal
from ..model import Model, Parameter
from ..node import TRUE, Term, Value, number
from ..prove import suppose
from ..substitution import subterms
from ..tactics.certificates import by_products
from ..tactics.rewriting import left, occurring, replaced_within, right, then
from ..tactics.slopes import by_slope
from ..tactics.tails import one_side
from ..terms import PI, P, any_, exp, function, log, norm2, sqrt
from .exact import Competitor, dimension, known_positive
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


ANY: Final = Sizes()
"""Any level."""

TWENTIETH: Final = Sizes(level=Fraction(1, 20))
"""Five errors in a hundred."""

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
    event = any_(i, left(one).args[0])
    (tail,) = occurring(right(one), "incomplete_beta")
    falls = decay(tail, N)
    each = by_products(left(one), right(falls) / 2, (1, one), (Fraction(1, 2), falls))
    each = apply("sum_monotone", each, condition=TRUE, index=i)
    each = apply("transitive", each, apply("count", term=right(each)))
    often = suppose(P(event) >= premises.level, "some token is wrong so often")
    growth, union = exp(d / (2 * N)), apply("union", event=event)
    rate = known_positive(growth)
    reached = by_products(growth, c * N, *((2 * c, fact, rate) for fact in (often, union, each)))
    reached = apply("monotone", reached, function="log", exponent=number(1))
    least = _above_half(c, d)
    level = right(least)
    some = by_products(number(0), level, (1, least), (Fraction(1, 2),), relation="lt")
    far = apply("tangent", x=log(N / d))
    signs = [known_positive(part) for part in (d, N)]
    signs += [apply("positive", some, term=1 / part) for part in (d + 2 * N, level)]
    found = by_products(
        d / (2 * level), N, (1, reached, *signs), (1, far, *signs), (2, least, signs[1], *signs[1:]),
        known=(some,),
    )  # fmt: skip
    return proved("stored_all_floor", "Tokens all right together", apply("symmetric", found))


def stored_size(premises: Sizes = ANY) -> Derivation:
    r"""$P = 1 + d/t_d(p)^2$ tokens have the error p each: of the order d (S6.1).

    >>> stored_size().exponents
    {'d': Fraction(1, 1)}
    """
    return _sized("stored_size", premises)


def stored_size_twentieth(premises: Sizes = TWENTIETH) -> Derivation:
    r"""The same at $p = 1/20$ (S6.1)."""
    return _sized("stored_size_twentieth", premises)


def _sized(name: str, premises: Sizes) -> Derivation:
    """The size at the level by Student's quantile, between multiples of d."""
    wrong, d = premises.competitor.wins(), premises.competitor.law.shape[0]
    reached = suppose(left(wrong) == premises.level, "the tolerated error")
    chance, root = then(apply("symmetric", wrong), reached), sqrt(d / (_P - 1))
    at, before = _tail(d, root, _MORE), _tail(d, _s, suppose(_s > 0))
    (share,) = occurring(left(chance), "incomplete_beta")
    (own_share,) = occurring(right(at), "incomplete_beta")
    alike = apply("ring", _MORE, left=own_share.args[0], right=share.args[0])
    value = then(replaced_within(at, [alike]), chance)
    less = by_products(
        right(value), left(before), (Fraction(1, 2), _less(d, root)), (-1, before), (1, at), (-1, value),
        relation="lt",
    )  # fmt: skip
    quantile = apply("quantile_at", value, less, apply("positive", _MORE, term=root))
    found = apply("within", quantile, term=1 + d / left(quantile) ** 2)
    found = apply("symmetric", then(found, apply("ring", _MORE, left=right(found), right=_P)))
    sides = _least(chance, share, d), _most(premises.competitor, reached, chance, share)
    return proved(name, "Tokens stored at an error per token", found, dimension, between=sides)


def _tail(d: Term, t: Term, sign: Theorem) -> Theorem:
    """P(T > t) = I_{d/(d + t^2)}(d/2, 1/2)/2 for Student's T of d degrees, from what says that 0 < t."""
    drawn = Model(z=Normal(), g=Normal(dimension=d))
    z, g = drawn.z, drawn.g
    known, scale = (sign, apply("nonzero_length", x=g)), sqrt(norm2(g) / d)
    found = apply("same_event", *known, event=student(z, g) > t, other=z > t * scale, factor=1 / scale)
    half = one_side(apply("positive", *known, term=t * scale), known_positive(z.args[0].args[1]), z, "gt")
    shares = apply("length_shares", sign, x=z, y=g, a=d, b=t**2)
    (event,) = occurring(right(half), "P")
    alike = apply("same_event", *known, event=event.args[0], other=left(shares).args[0], factor=1 / d)
    return then(found, replaced_within(half, [then(alike, shares)]))


def _less(d: Term, t: Term) -> Theorem:
    """I_{d/(d + t^2)}(d/2, 1/2) < I_{d/(d + s^2)}(d/2, 1/2), from 0 < s < t."""
    low, high = suppose(_s > 0), suppose(_s < t)
    known, some = (low, _MORE), known_positive(d)
    over = [apply("positive", *known, term=1 / (d + x**2)) for x in (_s, t)]
    share = by_products(
        d / (d + t**2), d / (d + _s**2), (1, some, high, high, *over), (2, some, low, high, *over),
        relation="lt", known=known,
    )  # fmt: skip
    below = by_products(right(share), number(1), (1, low, low, over[0]), relation="lt", known=known)
    ends = apply("positive", *known, term=left(share)), below
    return apply("beta_monotone", share, *ends, a=d / 2, b=number(Fraction(1, 2)))


def _least(chance: Theorem, share: Term, d: Term) -> Theorem:
    """P >= d p, from the error p of a token."""
    falls, some = decay(share, _P, _MORE), known_positive(d)
    beyond = apply("positive", _MORE, term=_P * exp(-d / (2 * _P)))
    found = by_products(
        d * right(chance), _P, (Fraction(1, 2), falls, some), (-1, chance, some),
        (1, apply("tangent", x=d / (2 * _P)), beyond), (1, beyond), known=(_MORE,),
    )  # fmt: skip
    return apply("symmetric", found)


def _most(competitor: Competitor, reached: Theorem, chance: Theorem, share: Term) -> Theorem:
    """P <= 1 + 2 d/(pi (1 - 2 p)^2), by the tangent of a normal tail."""
    falling, d, gap = competitor.falling(), competitor.law.shape[0], 1 - 2 * right(chance)
    (tail,) = (part for part in subterms(left(falling)) if part.data == ("erfc",))
    sign, u = apply("weakened", apply("positive", _MORE, term=tail.args[0])), Parameter("u")
    tangent = by_slope(1 - 2 * u / sqrt(PI) <= function("erfc")(u), (suppose(Term("le", (number(0), u))),))
    tangent = apply("cut", sign, apply("instance", tangent, symbol=u, value=tail.args[0]))
    turned = apply("beta_reflected", _MORE, term=share)
    (rest,) = occurring(right(turned), "incomplete_beta")
    some = apply("positive", _MORE, term=rest)
    some = by_products(number(0), gap, (1, some), (1, turned), (-2, chance), relation="lt")
    within = by_products(gap, 2 * tail.args[0] / sqrt(PI), (1, tangent), (2, falling), (2, reached))
    squares = apply("monotone", within, some, function="power", exponent=number(2))
    over = apply("positive", some, term=gap**-2)
    return by_products(_P, 1 + 2 * d / PI * gap**-2, (1, squares, _MORE, over), known=(_MORE, some))


def _above_half(c: Fraction, d: Term) -> Theorem:
    """1/2 <= log(c d) from 2 <= d, for c >= 1."""
    wide, over = suppose(d >= 2), known_positive(1 / (c * d))  # noqa: PLR2004
    more = [(c - 1, over)] if c != 1 else []
    tangent = apply("tangent", x=-log(c * d))
    return by_products(number(Fraction(1, 2)), log(c * d), (1, tangent), (c / 2, wide, over), *more)


def decay(tail: Term, n: Term, *facts: Theorem) -> Theorem:
    """I_{(n - 1)/n}(a, 1/2) <= exp(-a/n)."""
    found, a = apply("beta_between", *facts, term=tail, side="above"), tail.args[1]
    small = apply("monotone", apply("tangent", x=-1 / n), *facts, function="power", exponent=a)
    one, other = small.proposition.args
    alike = (apply("ring", *facts, left=x, right=y) for x, y in ((right(found), one), (other, exp(-a / n))))
    for step in (next(alike), small, next(alike)):
        found = apply("transitive", found, step)
    return found
