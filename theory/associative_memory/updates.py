r"""What one step of SGD stores of a token, and where the steps lead (S9, Eqs. 18 to 20).

Without interference (orthonormal codes) $W = q\, u_y e_x^\top$ gives the logits $q\, \delta_{z y}$, and a
step of size $\eta$ (the paper's $\gamma$) adds $\eta (1 - p_y)$ to q (Eq. 19). Where the term that Eq. (19)
drops is kept, the competitors' scores fall by q in sum: each is $-q / (M-1)$.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from ..derivation import Derivation, proved, table
from ..kernel import Theorem, apply
from ..model import Index, Parameter, Size
from ..node import Term, Value, number
from ..prove import derive, suppose
from ..substitution import replaced
from ..tactics import algebra, combined, grown, linked, positive
from ..tactics.combinations import Part
from ..tactics.rewriting import factored, right
from ..terms import Sum, define, exp, iterate, sqrt

answers = Size("M", minimum=2)
q, size = Parameter("q"), Parameter("eta")
_right, _other = Index("y", answers), Index("z", answers)
_n, _steps = Size("n"), Size("t", minimum=0)
_x: Final = Parameter("x")
_POSITIVE: Final = suppose(size > 0)


@dataclass(frozen=True, kw_only=True)
class Update:
    """The step size, the own score after storing q, and that of each competitor; tokens do not interfere."""

    rate: Value = size
    own: Value = q
    competitor: Value = 0


@dataclass(frozen=True, kw_only=True)
class Map:
    """The map $x + r/(1 + e^x/D)$: the step size r, and the number D that divides the exponential."""

    rate: Term = size
    divisor: Term = answers


PRINTED: Final = Map()


def _step(name: str, premises: Update) -> Derivation:
    r"""$q + \eta / (1 + e^q/(M-1))$: one step from Eq. (19), where Eq. (20) prints $M$ for $M - 1$, or
    $q + \eta / (1 + e^{q M/(M-1)}/(M-1))$ with the term that Eq. (19) drops.
    """
    own, other = exp(premises.own), exp(premises.competitor)
    chance = own / (own + Sum(_other != _right, other))
    some = combined(own + (answers - 1) * other > 0, own, (answers - 1, other))
    found = derive(define("f", premises.own + premises.rate * (1 - chance)), by=[algebra, some])
    repelled = ", competitors pushed away" if premises.competitor != 0 else ""
    return proved(name, f"What a step stores{repelled}", found)


DERIVATIONS: Final = table(
    _step, update_step=Update(), update_step_repelled=Update(competitor=-q / (answers - 1))
)


def iterate_growth(premises: Map = PRINTED) -> Derivation:
    r"""$e^{f^n(0)} / (\eta M n) \to 1$: the iterates of the printed map grow as $\log(\eta M n)$ (Eq. 20).

    >>> iterate_growth().formula
    1
    """
    title = "Growth of the iterates of the printed map"
    return proved("iterate_growth", title, _ratio(premises))


def _between(x: Term, premises: Map) -> tuple[Theorem, Theorem]:
    r"""$1 + r D n \le e^x + D x$ and $e^x - e^r r D x \le 1 + r D n$ for the n-th iterate x.

    A step $s = r/(1 + e^x/D)$ has $(e^x + D) s = r D$ and $s \le e^s - 1 \le s + e^r s^2$.
    """
    r, D = premises.rate, premises.divisor
    c, most, y, s = r * D, exp(r), exp(x), r / (1 + exp(x) / D)
    known, step = [_POSITIVE], positive(s, _POSITIVE)
    short = combined(s <= r, (s, y / D), known=known)
    below = grown(short, "exp")
    once = combined(exp(s) - 1 <= s * exp(s), (exp(s), apply("tangent", x=-s)))
    twice = combined(exp(s) - 1 - s <= most * s**2, once, (step, once), (step, step, below))
    part = combined(y * s <= c, (D, step), known=known)
    gain = (y, twice), (most, step, part), (D, step)
    low = _kept(x, y + D * x - 1 - c * _steps, (y, apply("tangent", x=s)))
    return low, _kept(x, 1 + c * _steps + most * c * x - y, *gain)


def _kept(x: Term, value: Term, *gain: Part) -> Theorem:
    """0 <= value at every number of steps, where it is at the start, and grows by what a step gains."""

    def at(count: Term, *parts: Part) -> Theorem:
        last = apply("iterated", term=replaced(x, _steps, count))
        alike = apply("within", last, term=replaced(value, _steps, count))
        return linked(combined(right(alike) >= 0, *parts, known=[_POSITIVE]), alike)

    goal = Term("le", (number(0), value))
    start, after = at(number(0)), at(_steps + 1, suppose(goal), *gain)
    found = apply("induction", start, after, symbol=_steps, statement=goal)
    return apply("instance", found, symbol=_steps, value=_n)


def _ratio(premises: Map) -> Theorem:
    r"""$e^x/(\eta M n) = c/(\eta M) + O(n^{-1/2})$ for the n-th iterate x, where $c = r D$ and $A = e^r c$.

    By the upper bound $e^{x/2} \le 2 A + (1 + c) \sqrt n$, and $1 + x/2$ is no more than $e^{x/2}$: in both
    bounds x adds no more than a multiple of $\sqrt n$.
    """
    c, D = premises.rate * premises.divisor, premises.divisor
    x = iterate(_x + premises.rate / (1 + exp(_x) / D), _x, 0, _steps)
    low, high = _between(x, premises)
    x = replaced(x, _steps, _n)
    A, root, half, unit = exp(premises.rate) * c, sqrt(_n), exp(x / 2), 1 / (size * answers * _n)
    width = 2 * A + 1 + c
    linear, known = apply("tangent", x=x / 2), [_POSITIVE]
    least = grown(apply("bounded", term=_n, end="low"), Fraction(1, 2))
    over = 1 / ((1 + c) * root + half)
    twice = (A, (1 + c) * root), _n - 1, (c, _n), (c, c, _n), high, (A, linear), A
    small = combined(half <= 2 * A + (1 + c) * root, *_times(over, *twice), known=known)
    error, bound = exp(x) * unit - c * unit * _n, (1 + 2 * (A + D) * width) * root * unit
    above = high, (A, linear), A, (A, small), least, (A, A, least), (D, width, root)
    below = low, (D, linear), D, (D, small), 1, root, (A, width, root), (A, D, least)
    ends = (-bound <= error, below), (error <= bound, above)
    sides = (combined(goal, *_times(unit, *parts), known=known) for goal, parts in ends)
    near = apply("eventually", apply("modulus", *sides), limit=(_n,))
    signs = apply("eventually", _POSITIVE, limit=(_n,))
    order = apply("dominated", signs, small=bound, large=1 / root, limit=(_n,))
    value = factored(c / (size * answers))
    found = apply("combined", near, signs, left=exp(x) * unit, main=value, order=bound, count=1)
    return apply("coarser", found, order)


def _times(factor: Term, *parts: Part) -> list[Part]:
    return [(factor, *part) if isinstance(part, tuple) else (factor, part) for part in parts]
