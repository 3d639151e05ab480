r"""Classes of equal size (Q2): with M classes of n tokens each more tokens fit than with few classes.

What a class adds to the noise is its own share of all: the largest squared weight of a class is n. By
Theorem 1 each token is stored where $16 r n (1 + 8 r M/d) \le d$, which leaves room for about
$d^2/\log^2 d$ tokens in d classes.

| letter | meaning |
|---|---|
| `n` | tokens that are stored of each class, of weight 1 |
| `P` | tokens that are stored of all classes, M n |
| `p` | their masses |
| `h` | the mass of all others, which are taken to be wrong |
"""

from __future__ import annotations

from typing import Final

from ..derivation import Derivation, proved
from ..kernel import Theorem, apply
from ..model import Parameter, Size, fixed
from ..node import TRUE, number
from ..prove import suppose
from ..tactics.certificates import by_products
from ..tactics.rewriting import left, right, then
from ..terms import Sum, all_, define, hurwitz_zeta, zeta
from .ceilings import (
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
    weight,
    weights,
)
from .competitors import known_positive

_alpha: Final = Parameter("alpha")
_steep: Final = suppose(_alpha > 1, "the law has a sum")
_alike: Final = suppose(all_(own, all_(place, weights[own, place] == 1)), "the tokens are stored alike")
_others, stored = Parameter("h"), Size("P")


def _one() -> Theorem:
    """The weight of the token is 1."""
    return apply("each", apply("each", _alike, index=own), index=place)


def _outside(premises: Outside) -> Theorem:
    """The set of Eq. (7) has no token: its edge is at most d, where each of M classes has n tokens."""
    share = apply("under", _square(), binder=mass(own), index=place)
    share = then(share, apply("count", term=right(share)))
    most = apply("largest_below", share, index=own)
    total = apply("under", share, binder=TOTAL, index=own)
    total = then(total, apply("count", term=right(total)))
    a, rate, over = premises.cut_off, positive_rate(), known_positive(1 / dimension)
    room = suppose(
        a * PAPER_RATE * places * (1 + 8 * PAPER_RATE * classes / dimension) <= dimension, "there is room"
    )
    edge = premises.edge(PAPER_RATE)
    return by_products(
        edge, dimension * weight**2, (1, room), (a, rate, most), (8 * a, rate, rate, over, total),
        (-1, known_positive(dimension), _square()),
    )  # fmt: skip


def _square() -> Theorem:
    """The squared weight of the token is 1."""
    return apply("ring", _one(), left=weight**2, right=number(1), multipliers=(weight + 1,))


def _token(premises: Outside) -> Theorem:
    r"""$P(\text{wrong}) \le 2 d^{-2 \gamma}$ for each stored token."""
    some = by_products(number(0), weight, (-1, _one()), (1, apply("positive", term=number(1))), relation="lt")
    found = apply("cut", apply("symmetric", _outside(premises)), heavy_token(premises))
    return apply("cut", apply("symmetric", some), found)


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
    share = apply("each", apply("each", laws, index=own), index=place)
    slower = by_products(number(0), _alpha - 1, (1, _steep))
    token = apply("instance", _token(premises), symbol=gamma, value=_alpha - 1)
    token = apply("cut", apply("symmetric", slower), token)
    missed = by_products(p * left(token), p * right(token), (1, token, share))
    for index in (place, own):
        missed = apply("sum_monotone", missed, condition=TRUE, index=index)
    total = apply("componentwise", left=right(missed), right=right(token) * left(whole))
    law, some = apply("positive", _steep, term=over), known_positive(right(token))
    start = known_positive(classes * places)
    tail = apply(
        "hurwitz_between", _steep, start, term=hurwitz_zeta(_alpha, classes * places + 1), side="above"
    )
    tail = apply("rewrite", suppose(classes * places == stored, "the tokens that are stored"), tail)
    error = define("E", left(missed) + _others)
    found = by_products(
        left(missed) + _others, right(token) + over * right(tail), (1, missed), (1, total),
        (1, whole, some), (1, beyond), (1, tail, law), known=(_steep,),
    )  # fmt: skip
    title = "Error where many classes have equally many tokens"
    whole = apply("transitive", apply("written_out", term=error), found)
    return proved("equal_classes_ceiling", title, whole)
