r"""Proposition 1 on finitely many tokens: no power of T, an exponential decay, and what a line reports (S1).

| letter | meaning |
|---|---|
| `N` | tokens |
| `r` | $\log \mathcal{E}$ a sample, in units of that of the rarest token alone |
| `b` | slope of a straight line through $\log \mathcal{E}$ against $\log T$ |
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from typing import Any, Final

from ..derivation import Derivation, proved
from ..kernel import Theorem, apply
from ..laws import probability
from ..model import Parameter
from ..node import TRUE, Term, add, number, power
from ..prove import suppose
from ..substitution import opened, replaced
from ..tactics.certificates import by_products
from ..tactics.rewriting import left, replaced_within, right, then
from ..terms import define, log
from .finite_data import FINITE, Data, T

_SIZES: Final = (10, 30, 100, 300, 1000, 3000, 10_000)
_TITLE: Final = "Mean error of a memory without limits on finitely many tokens"
_q: Final = Parameter("q")
_zero, _one = number(0), number(1)
Part = tuple[Any, ...]
"""A number, and the theorems whose sides are multiplied."""


@dataclass(frozen=True, kw_only=True)
class Line:
    """A Zipf law on finitely many tokens, and the numbers of samples through which a line is fitted."""

    data: Data
    sizes: tuple[int, ...] = _SIZES


HUNDRED: Final = Line(data=Data(tokens=number(100)))
MILLION: Final = Line(data=Data(tokens=number(10**6)))


def unseen_mass_above(data: Data = FINITE) -> Derivation:
    r"""$\mathbb{E} \mathcal{E} \le N/(T + 1)$ on N tokens: at most of order 1/T.

    >>> unseen_mass_above().formula, unseen_mass_above().exponents
    (N/(T + 1), {'T': Fraction(-1, 1)})
    """
    mean = data.error()
    total = then(mean, apply("listed", term=right(mean), x=data.asked))
    index, _, _ = opened(right(total))
    each = apply("sum_monotone", _at_most_largest(data, index), condition=TRUE, index=index)
    bound = then(then(total, each), apply("count", term=right(each)))
    return proved("unseen_mass_above", _TITLE, bound, T)


def unseen_mass_rate(data: Data = FINITE) -> Derivation:
    r"""$\log \mathbb{E} \mathcal{E}$ over $T \log(1 - p_N)$, on N tokens."""
    mean = data.error()
    rarest = probability(data.law, data.tokens)
    rate = define("r", log(left(mean)) / (T * log(1 - rarest)))
    return proved("unseen_mass_rate", _TITLE, replaced_within(apply("written_out", term=rate), [mean]))


def naive_slope_hundred(line: Line = HUNDRED) -> Derivation:
    """What a straight line through seven numbers of samples reports on 100 tokens."""
    return _fitted("naive_slope_hundred", line)


def naive_slope_million(line: Line = MILLION) -> Derivation:
    """The same on a million tokens."""
    return _fitted("naive_slope_million", line)


def _fitted(name: str, line: Line) -> Derivation:
    at = [replace(line.data, samples=number(size)).error() for size in line.sizes]
    slope = define("b", slope_of([log(number(size)) for size in line.sizes], [log(left(one)) for one in at]))
    return proved(name, _TITLE, replaced_within(apply("written_out", term=slope), at))


def slope_of(places: Sequence[Term], heights: Sequence[Term]) -> Term:
    """The slope of the least squares line through points. Raises `ValueError` for fewer than two places.

    >>> slope_of([number(0), number(2)], [number(1), number(5)])
    2
    """
    if len(set(places)) < 2:  # noqa: PLR2004 - a line takes two points
        raise ValueError(f"No line is fitted through points at {places}.")
    middle = add(*places) * Fraction(1, len(places))
    spread = add(*((x - middle) ** 2 for x in places))
    return add(*((x - middle) * y for x, y in zip(places, heights, strict=True))) / spread


def _at_most_largest(data: Data, index: Term) -> Theorem:
    """P (1 - p)^T <= 1/(T + 1), for the share p of any token."""
    shown = apply("atom", *data.facts, x=data.asked, value=index)
    share, other = right(shown), 1 - right(shown)
    low, high = (
        apply("rewrite", shown, apply("bounded", term=left(shown), end=end)) for end in ("low", "high")
    )
    found = apply("instance", _largest_product(), symbol=_q, value=other)
    found = apply("cut", by_products(_zero, other, (1, high)), found)
    found = apply("cut", by_products(other, _one, (1, low)), found)
    return apply("transitive", apply("ring", left=share * power(other, T), right=left(found)), found)


@cache
def _largest_product() -> Theorem:
    """(1 - q) q^T <= 1/(T + 1) for 0 <= q <= 1."""
    low, high = suppose(_zero <= _q), suppose(_q <= _one)
    sign, whole = _zero <= power(_q, T), power(_q, T) * (1 + T * (1 - _q)) <= _one
    several, square = apply("bounded", term=T, end="low"), (high, high)
    held = suppose(sign)
    nonnegative = _by_induction(sign, [(1, low)], [(1, held, low)])
    more = (1, nonnegative, *square, several), (2, nonnegative, *square)
    bounded = _by_induction(whole, [(1, *square)], [(1, suppose(whole)), *more])
    over = apply("positive", term=1 / (T + 1))
    parts = (1, over, bounded), (1, over, nonnegative, low)
    return by_products((1 - _q) * power(_q, T), 1 / (T + 1), *parts)


def _by_induction(statement: Term, first: list[Part], after: list[Part]) -> Theorem:
    """The statement a <= b about T and q^T, by products of facts for T = 1, and for T + 1 from T."""
    base = by_products(*replaced(statement, T, _one).args, *first)
    grown = apply("componentwise", left=power(_q, T) * _q, right=power(_q, T + 1))
    next_one = replaced(replaced(statement, T, T + 1), right(grown), left(grown))
    step = apply("rewrite", grown, by_products(*next_one.args, *after))
    return apply("induction", base, step, symbol=T, statement=statement)
