"""Zeta functions between powers: the sum of (j + a)^(-s) from j = 0 on beside the integral of x^(-s)."""

from __future__ import annotations

from ..kernel import Theorem, apply
from ..kernel.theorem import ordered
from ..node import Term
from .combinations import combined
from .orders import fallen
from .rewriting import positive


def hurwitz_beyond(tail: Term, order: Theorem, *known: Theorem) -> Theorem:
    """zeta(s, a) <= b^(1-s)/(s - 1) from b <= a - 1, and >= from a <= b, for 1 < s and 0 < b.

    >>> from theorycheck.theory.model import Parameter, Size
    >>> from theorycheck.theory.prove import suppose
    >>> from theorycheck.theory.terms import hurwitz_zeta
    >>> s, n, x = Parameter("s"), Size("n"), Parameter("x")
    >>> steep, some = suppose(s > 1), suppose(x > 0)
    >>> hurwitz_beyond(hurwitz_zeta(s, n + 1), suppose(x <= n), steep, some)
    s > 1, x > 0, x ≤ n ⊢ ζ(s, n + 1) ≤ 1/(x^(s - 1) (s - 1))
    >>> hurwitz_beyond(hurwitz_zeta(s, n + 1), suppose(n + 1 <= x), steep, some)
    n + 1 ≤ x, s > 1, x > 0 ⊢ 1/(x^(s - 1) (s - 1)) ≤ ζ(s, n + 1)
    """
    (s, a), (low, _, high) = tail.args, ordered(order.proposition)
    below = low is a
    end, value = (low, high) if below else (high, low)
    less = fallen(order, s - 1, *known)
    side = "below" if below else "above"
    found = apply("hurwitz_between", *known, positive(end, *known), term=tail, side=side)
    power = value ** -(s - 1) / (s - 1)
    return combined(power <= tail if below else tail <= power, (less, 1 / (s - 1)), found, known=known)
