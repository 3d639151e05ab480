r"""The mass of tokens that are missed, $\sum_x x^{-\alpha}\, \mathbb{P}(X^2 > x^{-r}/\zeta(r))$, in balls.

X is a coordinate of a uniform point of the unit sphere of $R^{d+1}$. The sum is enclosed in every dimension
to $10^{12}$.
"""

from __future__ import annotations

from functools import lru_cache
from math import ceil
from typing import Final

import sympy as sp
from flint import arb, ctx, fmpq
from sympy.printing.latex import LatexPrinter

_SPARE_DIGITS: Final = 20
_NEAR: Final = 4.0
"""The series is used where its variable is below a quarter."""
_LARGEST: Final = 10**12


class MissedMass(sp.Function):
    r"""$\sum_x x^{-\alpha}\, \mathbb{P}(X^2 > x^{-r}/\zeta(r))$, X a coordinate of a unit vector."""

    nargs = 3
    is_real = True

    def _eval_evalf(self, prec: int) -> sp.Expr:
        if not all(part.is_Rational for part in self.args):
            return self if self.free_symbols else sp.nan
        alpha, r, d = self.args
        if not (alpha > 1 and r > 1 and 1 <= d <= _LARGEST):
            return sp.nan
        value = missed_mass(alpha, r, d, prec + _SPARE_DIGITS)
        return sp.Float(value.mid().str(int(prec / 3.32) + 3, radius=False), precision=prec)

    @staticmethod
    def enclosed(*parts: fmpq | arb) -> arb:
        """A ball around the sum; raises `TypeError` unless it converges and all is rational."""
        if not all(isinstance(x, fmpq) for x in parts):
            raise TypeError(f"An enclosure of the sum is known where all parts are rational, not at {parts}.")
        alpha, r, d = (sp.Rational(int(x.p), int(x.q)) for x in parts)
        if not (alpha > 1 and r > 1 and 1 <= d <= _LARGEST):
            raise TypeError(f"No enclosure of the sum is known at {(alpha, r, d)}.")
        return missed_mass(alpha, r, d, ctx.prec)

    def _latex(self, printer: LatexPrinter, exp: object = None) -> str:
        alpha, r, d = (printer._print(part) for part in self.args)
        total = rf"\sum_x x^{{-{alpha}}} \mathbb{{P}}(X_{{{d}+1}}^2 > x^{{-{r}}}/\zeta({r}))"
        return total if exp is None else rf"\left({total}\right)^{{{exp}}}"


@lru_cache(maxsize=256)
def missed_mass(alpha: sp.Rational, r: sp.Rational, d: sp.Rational, bits: int) -> arb:
    r"""The sum by ball arithmetic: a head term by term, and the rest as a series of Hurwitz zeta functions.

    Beyond the head $z = x^{-r}/\zeta(r)$ is small, and $\mathbb{P}(X^2 \le z)$ is a power series in z, whose
    every power adds up to a zeta function. Terms of the head below $2^{-bits}$ are left out.
    """
    # The series grows to e^(d z/2) before it falls, which takes as many bits again.
    with ctx.workprec(3 * bits):
        power, fall, size = (arb(fmpq(int(part.p), int(part.q))) for part in (alpha, r, d))
        level = fall.zeta()
        first = ceil(max(1.0, (float(d) / (1.4 * bits) / float(level)) ** (1 / float(fall))))
        start = max(first, ceil((_NEAR / float(level)) ** (1 / float(fall))))
        total = arb(0)
        for x in range(first, start):
            inside = 1 - 1 / (level * arb(x) ** fall)
            total += inside.beta_lower(size / 2, arb("0.5"), True) / arb(x) ** power
        return total + power.zeta(arb(start)) - _recalled(power, fall, size, level, arb(start))


def _recalled(power: arb, fall: arb, size: arb, level: arb, start: arb) -> arb:
    r"""$\sum_{x \ge start} x^{-\alpha} \mathbb{P}(X^2 \le z)$ as a series in z."""
    total, binomial, k = arb(0), arb(1), 0
    reach = float(size.mid()) / float((level * start**fall).mid())
    while True:
        order = arb(k) + arb("0.5")
        term = binomial / order * level**-order * (power + fall * order).zeta(start)
        total += term
        if k > reach and abs(term) < abs(total) * arb(2) ** -(2 * ctx.prec // 3):
            break
        binomial, k = -binomial * (size / 2 - 1 - k) / (k + 1), k + 1
    # Beyond k = d z a term is at most half the one before, alternate or not.
    total += term.union(-term)
    return total * (size / 2 + arb("0.5")).gamma() / ((size / 2).gamma() * arb.pi().sqrt())
