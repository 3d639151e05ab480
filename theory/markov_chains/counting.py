r"""Counting in a context: the estimates of all symbols, an order too small, new symbols, certain bits (S9).

$\widehat{\Pr}_k(x) = \sum_i m_i I_{ix} / \sum_i m_i$ where $m_i$ says that position i has the context of the
next one, and $I_{ix}$ that the symbol x stands there.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from ..derivation import Derivation, proved
from ..kernel import apply
from ..laws import OneHot
from ..model import Index, Model, Size, fixed, iid
from ..node import Term, number
from ..prove import derive, prove, suppose
from ..tactics import asymptotics, events
from ..tactics.goals import same
from ..tactics.rewriting import converted, factored, left, right
from ..tactics.steps import calculation, equals, worked_out
from ..terms import P, Sum, all_, any_, define, expansion, inner, log, ones
from .chain import CHAIN, MarkovChain, evaluated

n, S, T = map(Size, ("n", "S", "T"))
_i, _x = Index("i", n), Index("x", S)
_matches, _symbols = fixed("m", n), fixed("I", n, S)


@dataclass(frozen=True, kw_only=True)
class Sequence:
    """Independent symbols, all of S alike; how many there are with the last."""

    alphabet: Term = S
    length: Term = T


@dataclass(frozen=True, kw_only=True)
class Code:
    """What is added to each of two counts."""

    added: Fraction = Fraction(1, 2)


SEQUENCE: Final = Sequence()
ADD_HALF: Final = Code()


def estimate_total(denominator: Term = _matches) -> Derivation:
    r"""$\sum_x \widehat{\Pr}_k(x) = 1$ where some position matches (S9).

    Raises `Refused` where the denominator counts other positions than the numerator.

    >>> estimate_total().formula
    1
    """
    counted = Sum(_i, _matches[_i] * _symbols[_i, _x]) / Sum(_i, denominator[_i])
    shares = inner(_matches, _symbols @ ones(S)) / inner(denominator, ones(n))
    one = suppose(_symbols @ ones(S) == ones(n), "one symbol stands at each position")
    some = suppose(inner(_matches, ones(n)) != 0, "some position matches")
    found = calculation(define("G", Sum(_x, counted)), equals(shares), equals(1, one, some))
    return proved("estimate_total", "Sum of the estimates", found)


def order_floor(premises: MarkovChain = CHAIN) -> Derivation:
    r"""$\sum_c \pi_c (P_c - \pi_1)^2 = \pi_0 \pi_1 (1 - p - q)^2$: what counting without context leaves (S9).

    The estimate of order 0 tends to the mean $\sum_c \pi_c P_c$, by the law of large numbers.

    >>> order_floor().formula
    p*q*(p + q - 1)**2/(p + q)**2
    """
    chances = [row[1] for row in premises.rows]
    mean = sum(share * chance for share, chance in zip(premises.shares, chances, strict=True))
    floor = sum(share * (chance - mean) ** 2 for share, chance in zip(premises.shares, chances, strict=True))
    facts = tuple(map(suppose, premises.where))
    found = evaluated(define("F", floor), premises)
    found = converted(found, lambda own: same(own, factored(own), facts))
    title = "Squared error left by an order that is too small"
    return proved("order_floor", title, found)


def undefined_probability_alike(premises: Sequence = SEQUENCE) -> Derivation:
    r"""$(1 - 1/S)^{T-1}$: none of the symbols before is the last one (S9).

    >>> undefined_probability_alike().formula
    ((S - 1)/S)**(T - 1)
    """
    last, j = Index("last", premises.length), Index("j", premises.length)
    symbol = Model(symbol=iid(OneHot(premises.alphabet), premises.length)).symbol
    found = apply("complement", event=all_(j != last, inner(symbol[last], symbol[j]) != 1))
    seen = P(any_(j != last, inner(symbol[last], symbol[j]) == 1))
    found = calculation(left(found), equals(right(found), found), worked_out(derive(seen, by=events)))
    return proved("undefined_probability_alike", "Probability that the last symbol is new", found)


def certain_excess(code: Code = ADD_HALF) -> Derivation:
    r"""$\lim T\, \mathrm{KL} = 1/2$ for a bit that never is a one (S9).

    After T zeros the next has the share $(T + a)/(T + 2a)$, and costs minus its logarithm.

    >>> certain_excess().formula.removeO()
    1/2
    """
    excess = define("D", -T * log((T + code.added) / (T + 2 * code.added)))
    found = prove(expansion(excess, number(code.added), 1 / T, T), by=asymptotics)
    return proved("certain_excess", "Excess log loss of a bit that is certain", found)
