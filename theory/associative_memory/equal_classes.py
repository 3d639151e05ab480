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
from ..node import TRUE
from ..prove import suppose
from ..tactics.combinations import combined
from ..tactics.goals import same
from ..tactics.orders import at, linked, summed
from ..tactics.rewriting import left, named, positive, rewritten, right
from ..terms import Sum, all_, hurwitz_zeta, zeta
from .ceilings import (
    OUTSIDE,
    PAPER_RATE,
    Outside,
    classes,
    dimension,
    gamma,
    heavy_token,
    own,
    place,
    places,
    positive_rate,
    weight,
    weights,
)  # fmt: skip

_alpha: Final = Parameter("alpha")
_steep: Final = suppose(_alpha > 1, "the law has a sum")
_alike: Final = suppose(all_(own, all_(place, weights[own, place] == 1)), "the tokens are stored alike")
_others, stored = Parameter("h"), Size("P")


def _outside(premises: Outside) -> Theorem:
    """The set of Eq. (7) has no token: its edge is at most d, where each of M classes has n tokens."""
    one = at(_alike, own, place)
    square = combined(weight**2 == 1, (one, weight + 1))
    share = summed(square, place)
    a, rate, total = premises.cut_off, positive_rate(), summed(share, own)
    room = suppose(
        a * PAPER_RATE * places * (1 + 8 * PAPER_RATE * classes / dimension) <= dimension, "there is room"
    )
    most, heavy = apply("largest_below", share, index=own), dimension * weight**2
    parts = room, (rate, most), (total, rate, rate, 1 / dimension), (square, dimension)
    return combined(premises.edge(PAPER_RATE) <= heavy, *parts)


def _token(premises: Outside) -> Theorem:
    r"""$P(\text{wrong}) \le 2 d^{-2 \gamma}$ for each stored token."""
    some, found = combined(weight > 0, at(_alike, own, place), 1), heavy_token(premises)
    for fact in (_outside(premises), some):
        found = apply("cut", apply("symmetric", fact), found)
    return found


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
    token = apply("cut", apply("symmetric", slower), token)
    missed = combined(p * left(token) <= p * right(token), (token, share))
    for index in (place, own):
        missed = apply("sum_monotone", missed, condition=TRUE, index=index)
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
