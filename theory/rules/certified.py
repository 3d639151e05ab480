r"""Certificates by ball arithmetic: a formula's sign over a box, and its value against a rigorous integral.

Every number is an interval that is proved to hold the exact one (python-flint's `arb`), so that what
is found positive on each part of a box is positive everywhere in it. Boxes are cut in half along
their longest side until the sign is decided; a part that is too small to cut decides nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import sympy as sp
from flint import acb, arb, ctx

from ..derivation import CheckFailed
from .balls import enclosure, interval
from .points import Point

_BITS = 128
_MOST_PARTS = 20_000

Box = Mapping[sp.Symbol, tuple[sp.Rational, sp.Rational]]
"""The ends of each symbol's range."""


def certify_positive(formula: sp.Expr, box: Box) -> int:
    """How many parts of the box were needed to prove the formula positive on all of it.

    Raises `CheckFailed` where a point is proved not to be positive, or where no proof was found.
    """
    with ctx.workprec(_BITS):
        parts, done = [{s: tuple(ends) for s, ends in box.items()}], 0
        while parts:
            part = parts.pop()
            value = enclosure(formula, {s: interval(*ends) for s, ends in part.items()})
            done += 1
            if value > 0:
                continue
            centre = {s: (low + high) / 2 for s, (low, high) in part.items()}
            middle = enclosure(formula, {s: interval(x, x) for s, x in centre.items()})
            if middle <= 0:
                raise CheckFailed(f"At {centre} the formula is {middle.str(8)}, which is not positive.")
            if done + len(parts) >= _MOST_PARTS:
                raise CheckFailed(f"{done} parts of the box do not decide the sign; one left is {part}.")
            parts.extend(_halves(part))
        return done


def certified_above(bounded: Callable[[sp.Expr], sp.Expr], boxes: list[Box]) -> Callable[[sp.Expr], str]:
    """A check of a final formula: `bounded` turns it into what must be positive on the boxes."""

    def check(formula: sp.Expr) -> str:
        total = sum(certify_positive(bounded(formula), box) for box in boxes)
        return f"certified on {len(boxes)} boxes by ball arithmetic, in {total} parts"

    return check


def certified_value(
    route: Callable[[Point], arb], points: list[Point], *, digits: int, by: str
) -> Callable[[sp.Expr], str]:
    """A check of a final formula: its ball and that of a rigorous route share every digit asked for."""

    def check(formula: sp.Expr) -> str:
        with ctx.workprec(_BITS):
            for point in points:
                one = enclosure(formula, {s: interval(x, x) for s, x in point.items()})
                other = route(point)
                width = (one - other).abs_upper()
                if not one.overlaps(other) or not width <= abs(one) * arb(10) ** -digits:
                    raise CheckFailed(f"At {point} the balls {one.str(15)} and {other.str(15)} lie apart.")
        return f"certified at {len(points)} points to {digits} digits by ball arithmetic, against {by}"

    return check


def integral(integrand: Callable[[acb], acb], low: arb, high: arb) -> arb:
    """A rigorous interval for the integral; the integrand is analytic in a neighbourhood of the range."""
    return acb.integral(lambda z, _: integrand(z), acb(low), acb(high)).real


def _halves(part: Box) -> list[Box]:
    """The two halves along the side that is longest beside its own size."""
    side = max(part, key=lambda s: (part[s][1] - part[s][0]) / part[s][1])
    low, high = part[side]
    middle = (low + high) / 2
    return [{**part, side: (low, middle)}, {**part, side: (middle, high)}]
