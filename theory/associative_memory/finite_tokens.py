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
from typing import Final

from ..derivation import Derivation, proved
from ..kernel import Theorem, apply
from ..laws import probability
from ..model import Parameter
from ..node import Term, add, number, power
from ..prove import suppose
from ..substitution import opened, replaced
from ..tactics.combinations import Part, combined
from ..tactics.goals import same
from ..tactics.orders import linked, summed
from ..tactics.rewriting import left, named, rewritten, right, then
from ..terms import log
from .finite_data import FINITE, Data, T

_SIZES: Final = (10, 30, 100, 300, 1000, 3000, 10_000)
_TITLE: Final = "Mean error of a memory without limits on finitely many tokens"
_q: Final = Parameter("q")
_zero, _one = number(0), number(1)


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
    bound = linked(total, summed(_at_most_largest(data, index), index))
    return proved("unseen_mass_above", _TITLE, bound, T)


def unseen_mass_rate(data: Data = FINITE) -> Derivation:
    r"""$\log \mathbb{E} \mathcal{E}$ over $T \log(1 - p_N)$, on N tokens."""
    mean = data.error()
    rarest = probability(data.law, data.tokens)
    return proved("unseen_mass_rate", _TITLE, named("r", log(left(mean)) / (T * log(1 - rarest)), mean))


def naive_slope_hundred(line: Line = HUNDRED) -> Derivation:
    """What a straight line through seven numbers of samples reports on 100 tokens."""
    return _fitted("naive_slope_hundred", line)


def naive_slope_million(line: Line = MILLION) -> Derivation:
    """The same on a million tokens."""
    return _fitted("naive_slope_million", line)


def _fitted(name: str, line: Line) -> Derivation:
    at = [replace(line.data, samples=number(size)).error() for size in line.sizes]
    slope = slope_of([log(number(size)) for size in line.sizes], [log(left(one)) for one in at])
    return proved(name, _TITLE, named("b", slope, *at))


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
    low, high = (rewritten(apply("bounded", term=left(shown), end=end), shown) for end in ("low", "high"))
    found = apply("instance", _largest_product(), symbol=_q, value=other)
    for fact in (combined(other >= 0, high), combined(other <= _one, low)):
        found = apply("cut", fact, found)
    return linked(same(share * power(other, T), left(found), ()), found)


@cache
def _largest_product() -> Theorem:
    """(1 - q) q^T <= 1/(T + 1) for 0 <= q <= 1."""
    low, high = suppose(_zero <= _q), suppose(_q <= _one)
    sign, whole = _zero <= power(_q, T), power(_q, T) * (1 + T * (1 - _q)) <= _one
    held, square = suppose(sign), (high, high)
    nonnegative = _by_induction(sign, [low], [(held, low)])
    bounded = _by_induction(
        whole, [square], [suppose(whole), (nonnegative, *square, T), (nonnegative, *square)]
    )
    over = 1 / (T + 1)
    return combined((1 - _q) * power(_q, T) <= over, (over, bounded), (over, nonnegative, low))


def _by_induction(statement: Term, first: list[Part], after: list[Part]) -> Theorem:
    """The statement a <= b about T and q^T, by products of facts for T = 1, and for T + 1 from T."""
    base = combined(replaced(statement, T, _one), *first)
    next_one = same(power(_q, T) * _q, power(_q, T + 1), ())
    step = combined(replaced(replaced(statement, T, T + 1), right(next_one), left(next_one)), *after)
    return apply("induction", base, rewritten(step, next_one), symbol=T, statement=statement)
