r"""Whole parts, sums of powers, and the mass of the tokens that are missed, with balls that enclose them.

A stored token of weight $x^{-r/2}$ is missed with half the probability that one coordinate X of a unit vector
of $R^{d+1}$ has $X^2 > x^{-r}/H$, $H = \sum_{x \le P} x^{-r}$, where P may be infinite. The sum of these over
tokens of the mass $x^{-\alpha}$ has no closed form, but a rigorous value: a head term by term and a series of
Hurwitz zeta functions.
"""

from __future__ import annotations

from functools import lru_cache
from math import ceil
from typing import Final

from flint import arb, ctx, fmpq, fmpz
from sympy.printing.latex import LatexPrinter

from .formula_balls import Enclosed, EnclosedSum

_NEAR: Final = 4.0
"""The series is used where its variable is below a quarter."""
_SHORT: Final = 1000
"""Tokens that are always added up one by one."""
_LONGEST: Final = 10**6
_LARGEST: Final = 10**12
"""The largest dimension in which all tokens are added up."""


class Whole(Enclosed):
    """The whole part of a power, exactly: floor(base**exponent)."""

    nargs = 2
    is_integer = True
    is_nonnegative = True

    @staticmethod
    def enclosed(base: fmpq | arb, exponent: fmpq | arb) -> fmpq:
        """The whole number; raises `TypeError` where a ball holds more than one."""
        if isinstance(base, fmpq) and isinstance(exponent, fmpq) and base.denominator == 1:
            return fmpq(fmpz(base.numerator ** int(exponent.numerator)).root(int(exponent.denominator)))
        power = base if exponent == 1 else arb(base) ** arb(exponent)
        found = power.floor() if isinstance(power, fmpq) else arb(power).floor().unique_fmpz()
        if found is None:
            raise TypeError(f"A ball about {power} does not tell its whole part.")
        return fmpq(found)

    def _latex(self, printer: LatexPrinter, exp: object = None) -> str:
        whole = rf"\lfloor {printer._print(self.args[0] ** self.args[1])} \rfloor"
        return whole if exp is None else rf"{whole}^{{{exp}}}"


class PowerSum(EnclosedSum):
    r"""$\sum_{x \le n} x^{-s}$, continued to real n as a difference of zeta functions."""

    nargs = 2
    is_positive = True

    @staticmethod
    def enclosed(last: fmpq | arb, power: fmpq | arb) -> arb:
        """A ball around the sum."""
        s, end = arb(power), arb(last) + 1
        if power == 1:
            return end.digamma() + arb.const_euler()
        return s.zeta() - s.zeta(end)

    @staticmethod
    def _set(last: str, power: str) -> str:
        return rf"\sum_{{x \le {last}}} x^{{-{power}}}"


class StoredMass(EnclosedSum):
    r"""$\sum_{x \le P} x^{-\alpha}\, \mathbb{P}(X^2 > x^{-r}/H)$, X a coordinate of a unit vector."""

    nargs = 4
    is_nonnegative = True

    @staticmethod
    def enclosed(alpha: fmpq | arb, fall: fmpq | arb, size: fmpq | arb, last: fmpq | arb) -> arb:
        """A ball around the sum; raises `TypeError` unless all is rational and not too long."""
        if not all(isinstance(x, fmpq) for x in (alpha, fall, size, last)) or not (alpha > 0 and fall >= 0):
            raise TypeError(f"No enclosure of the sum is known at {(alpha, fall, size, last)}.")
        stored = int(last.floor())
        # A single token has no noise.
        return _missed(alpha, fall, size, stored, ctx.prec) if stored > 1 else arb(0)

    @staticmethod
    def _set(alpha: str, r: str, d: str, last: str) -> str:
        chance = rf"\mathbb{{P}}(X_{{{d}+1}}^2 > x^{{-{r}}}/\sum_{{j \le {last}}} j^{{-{r}}})"
        return rf"\sum_{{x \le {last}}} x^{{-{alpha}}} {chance}"


class MissedMass(EnclosedSum):
    r"""$\sum_x x^{-\alpha}\, \mathbb{P}(X^2 > x^{-r}/\zeta(r))$ over all tokens."""

    nargs = 3
    is_real = True

    @staticmethod
    def enclosed(alpha: fmpq | arb, fall: fmpq | arb, size: fmpq | arb) -> arb:
        """A ball around the sum; raises `TypeError` unless it converges and all is rational."""
        converges = alpha > 1 and fall > 1 and 1 <= size <= _LARGEST
        if not converges or not all(isinstance(x, fmpq) for x in (alpha, fall, size)):
            raise TypeError(f"No enclosure of the sum is known at {(alpha, fall, size)}.")
        return _missed(alpha, fall, size, None, ctx.prec)

    @staticmethod
    def _set(alpha: str, r: str, d: str) -> str:
        return rf"\sum_x x^{{-{alpha}}} \mathbb{{P}}(X_{{{d}+1}}^2 > x^{{-{r}}}/\zeta({r}))"


@lru_cache(maxsize=256)
def _missed(mass: fmpq, weight: fmpq, dimension: fmpq, last: int | None, bits: int) -> arb:
    r"""The sum over $x \le P$, or over all x: all terms alike, or a head and a series.

    Beyond the head $z = x^{-r}/H$ is small, and $\mathbb{P}(X^2 \le z)$ is a power series in z, whose powers
    add up to differences of zeta functions. Terms of the head below $2^{-bits}$ widen the ball.
    """
    # The series grows to e^(d z/2) before it falls, which takes as many bits again.
    with ctx.workprec(3 * bits):
        alpha, fall, size = arb(mass), arb(weight), arb(dimension)
        if last is not None and weight == 0:
            return PowerSum.enclosed(fmpq(last), mass) * _beyond(arb(1) / last, size)
        level = fall.zeta() if last is None else PowerSum.enclosed(fmpq(last), weight)
        first, start = (
            ceil(max(1.0, (least / float(level.mid())) ** (1 / float(fall.mid()))))
            for least in (float(size.mid()) / (1.4 * bits), _NEAR)
        )
        start = max(first, start)
        if last is not None and (start > last or last - first < _SHORT):
            start = last + 1
        if start - first > _LONGEST:
            raise TypeError(f"The head of {start - first} terms is too long.")
        left_out = PowerSum.enclosed(fmpq(min(first, start) - 1), mass).upper()
        total = arb(0, float(left_out) * 2.0**-bits)
        for x in range(first, start):
            total += _beyond(1 / (level * arb(x) ** fall), size) / arb(x) ** alpha
        if last is None or start <= last:
            total += _power(alpha, start, last) - _recalled(alpha, fall, size, level, start, last)
    return total


def _beyond(level: arb, size: arb) -> arb:
    """P(X^2 > level)."""
    return (1 - level).beta_lower(size / 2, arb("0.5"), True)


def _power(power: arb, start: int, last: int | None) -> arb:
    return power.zeta(arb(start)) - (0 if last is None else power.zeta(arb(last + 1)))


def _recalled(alpha: arb, fall: arb, size: arb, level: arb, start: int, last: int | None) -> arb:
    r"""$\sum x^{-\alpha} \mathbb{P}(X^2 \le z)$ over the tokens from `start` on, as a series in z."""
    total, binomial, k = arb(0), arb(1), 0
    reach = float(size.mid()) / float((level * arb(start) ** fall).mid())
    while True:
        order = arb(k) + arb("0.5")
        term = binomial / order * level**-order * _power(alpha + fall * order, start, last)
        total += term
        if k > reach and abs(term) < abs(total) * arb(2) ** -(2 * ctx.prec // 3):
            break
        binomial, k = -binomial * (size / 2 - 1 - k) / (k + 1), k + 1
    # Beyond k = d z a term is at most half the one before, alternate or not.
    total += term.union(-term)
    return total * (size / 2 + arb("0.5")).gamma() / ((size / 2).gamma() * arb.pi().sqrt())
