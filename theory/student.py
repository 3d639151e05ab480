"""Student's quantile, whose balls are found by a change of sign of the tail."""

from __future__ import annotations

from typing import Final

from flint import arb, ctx, fmpq
from sympy.printing.latex import LatexPrinter

from .formula_balls import Enclosed

_LOST: Final = (16, 32, 48)
"""The enclosure is tried so many bits above the last one: tails of many degrees of freedom lose precision."""


class StudentQuantile(Enclosed):
    r"""The t with $\mathbb{P}(t_d > t) = p$, for $0 < p < 1/2$."""

    nargs = 2
    is_positive = True

    @staticmethod
    def enclosed(chance: fmpq | arb, degrees: fmpq | arb) -> arb:
        """A ball around the quantile; raises `TypeError` where the chance is not between 0 and 1/2."""
        if not (isinstance(chance, fmpq) and 0 < chance < fmpq(1, 2)):
            raise TypeError(f"A quantile is known for chances between 0 and 1/2, not at {chance}.")
        return _quantile(arb(chance), arb(degrees))

    def _latex(self, printer: LatexPrinter, exp: object = None) -> str:
        chance, degrees = (printer._print(part) for part in self.args)
        return rf"t_{{{degrees}}}({chance})" + ("" if exp is None else rf"^{{{exp}}}")


def _quantile(chance: arb, degrees: arb) -> arb:
    """Newton's steps from the middle of halved intervals, and a change of sign beside where they end."""
    low, high = arb(0), arb(1)
    while _tail(high, degrees) > chance:
        low, high = high, 2 * high
    for _ in range(30):
        middle = (low + high) / 2
        low, high = (middle, high) if _tail(middle, degrees) > chance else (low, middle)
    t = ((low + high) / 2).mid()
    for _ in range(ctx.prec.bit_length()):
        t = (t + (_tail(t, degrees) - chance) / _density(t, degrees)).mid()
    for lost in _LOST:
        step = t * arb(2) ** (lost - ctx.prec)
        ends = ((t - step).mid(), (t + step).mid())
        if _tail(ends[0], degrees) > chance > _tail(ends[1], degrees):
            return ends[0].union(ends[1])
    raise TypeError("No change of sign encloses the quantile.")


def _tail(t: arb, degrees: arb) -> arb:
    """P(t_d > t) = I_{d/(d + t^2)}(d/2, 1/2)/2."""
    return (degrees / (degrees + t * t)).beta_lower(degrees / 2, arb("0.5"), True) / 2


def _density(t: arb, degrees: arb) -> arb:
    """Gamma((d + 1)/2)/(Gamma(d/2) (d pi)^(1/2)) (1 + t^2/d)^(-(d + 1)/2)."""
    half = (degrees + 1) / 2
    scale = (half.lgamma() - (degrees / 2).lgamma()).exp() / (degrees * arb.pi()).sqrt()
    return scale * (1 + t * t / degrees) ** -half
