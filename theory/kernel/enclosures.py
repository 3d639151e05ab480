"""Constants told apart: enclosures by fractions, rounded outwards.

A series is cut off with a bound of what is left out; exp and log are brought near 1 before by squares and
halves.
"""

from __future__ import annotations

import math
from fractions import Fraction
from functools import reduce
from typing import Final

from ..node import Term, add, is_number, number, power, value_of
from ..terms import PI
from .theorem import Conclusion, require, rule

Enclosure = tuple[Fraction, Fraction]

_GRID: Final = 2**160
_TERMS: Final = 48
_LARGEST: Final = 1000
"""Exponents and arguments of exp beyond it are refused: the numbers grow too long."""
_FARTHEST: Final = 8
"""Erfc is enclosed up to it: its series cancels more and more."""
_SUMMED: Final = 32
"""So many terms of zeta(s) are added up one by one."""


@rule("Two constants whose enclosures by fractions lie apart are in the order of these.")
def told_apart(*, small: Term, large: Term) -> Conclusion:
    """|- a < b, for a and b made of fractions and pi by sums, products, powers, exp, log, erfc, |.| and
    zeta(s).
    """
    require(_enclosure(small)[1] < _enclosure(large)[0], "{} < {} is not seen to 40 digits.", small, large)
    return Conclusion(Term("lt", (small, large)))


def _enclosure(term: Term) -> Enclosure:
    """Fractions below and above a constant."""
    match term.head:
        case "number":
            return value_of(term), value_of(term)
        case "constant" if term.data == ("pi",):
            one, other = _odd_series(Fraction(1, 5), -1), _odd_series(Fraction(1, 239), -1)  # Machin
            return 16 * one[0] - 4 * other[1], 16 * one[1] - 4 * other[0]
        case "add":
            lows, highs = zip(*map(_enclosure, term.args), strict=True)
            return sum(lows, Fraction(0)), sum(highs, Fraction(0))
        case "mul":
            return reduce(_times, map(_enclosure, term.args))
        case "power":
            return _power(_enclosure(term.args[0]), _enclosure(term.args[1]))
        case "function" if term.data == ("zeta",) and is_number(term.args[0]):
            return _zeta(term.args[0])
        case "function" if not term.shape:
            x = _enclosure(term.args[0])
            match term.data[0]:
                case "exp":
                    return _exp(x[0])[0], _exp(x[1])[1]
                case "log":
                    return _log(x[0])[0], _log(x[1])[1]
                case "erfc":
                    return _erfc(x[1])[0], _erfc(x[0])[1]
                case "abs":
                    return max(x[0], -x[1], Fraction(0)), max(x[1], -x[0])
    require(False, "{} is no constant that is enclosed here.", term)
    return Fraction(0), Fraction(0)


def _rounded(low: Fraction, high: Fraction) -> Enclosure:
    return Fraction(math.floor(low * _GRID), _GRID), Fraction(math.ceil(high * _GRID), _GRID)


def _times(x: Enclosure, y: Enclosure) -> Enclosure:
    ends = [a * b for a in x for b in y]
    return _rounded(min(ends), max(ends))


def _power(base: Enclosure, e: Enclosure) -> Enclosure:
    """b^e = exp(e log b) for b > 0; of other b whole powers, one factor after the other."""
    if base[0] > 0:
        low, high = _times(e, (_log(base[0])[0], _log(base[1])[1]))
        return _exp(low)[0], _exp(high)[1]
    whole = e[0] == e[1] and e[0].denominator == 1 and 0 < e[0] <= _LARGEST
    require(whole, "A number that is not known to be positive has no power {}.", e[0])
    return reduce(_times, [base] * int(e[0]))


def _odd_series(z: Fraction, sign: int) -> Enclosure:
    """sum_i sign^i z^(2 i + 1)/(2 i + 1) for |z| < 1: artanh z, or arctan z for the sign -1."""
    near = sum((sign**i * z ** (2 * i + 1) / (2 * i + 1) for i in range(_TERMS)), Fraction(0))
    left = abs(z) ** (2 * _TERMS + 1) / (1 - z**2)
    return _rounded(near - left, near + left)


def _log(x: Fraction) -> Enclosure:
    """log x = k log 2 + 2 artanh((m - 1)/(m + 1)) for x = 2^k m, 2/3 <= m <= 4/3."""
    require(x > 0, "{} has no logarithm.", x)
    k = x.numerator.bit_length() - x.denominator.bit_length()
    while x / Fraction(2) ** k > Fraction(4, 3):
        k += 1
    while x / Fraction(2) ** k < Fraction(2, 3):
        k -= 1
    m = x / Fraction(2) ** k
    two, rest = _odd_series(Fraction(1, 3), 1), _odd_series((m - 1) / (m + 1), 1)
    ends = sorted((2 * k * two[0], 2 * k * two[1]))
    return _rounded(ends[0] + 2 * rest[0], ends[1] + 2 * rest[1])


def _exp(x: Fraction) -> Enclosure:
    """exp x as the power 2^k of exp y, |y| = |x|/2^k <= 1/2; what its series leaves is at most 2 |y|^n/n!."""
    require(abs(x) <= _LARGEST, "exp({}) is too long a number.", x)
    halved = max(0, math.ceil(abs(x)).bit_length() + 1)
    y = x / 2**halved
    near = sum((y**i / math.factorial(i) for i in range(_TERMS)), Fraction(0))
    left = 2 * abs(y) ** _TERMS / math.factorial(_TERMS)
    found = _rounded(near - left, near + left)
    for _ in range(halved):
        found = _times(found, found)
    return found


def _erfc(x: Fraction) -> Enclosure:
    """erfc x = 1 - 2 x/pi^(1/2) sum_i (-x^2)^i/(i! (2 i + 1)), whose terms fall from i = x^2 on, so that what
    is left is at most the first of them.
    """
    require(abs(x) <= _FARTHEST, "erfc({}) is too small a number.", x)
    square, total, term = x * x, (Fraction(0), Fraction(0)), (Fraction(1), Fraction(1))
    count = math.ceil(2 * square) + 2 * _TERMS
    for i in range(count):
        part = _times(term, (Fraction((-1) ** i, 2 * i + 1),) * 2)
        total = total[0] + part[0], total[1] + part[1]
        term = _times(term, (square / (i + 1),) * 2)
    near = total[0] - term[1], total[1] + term[1]
    low, high = _times(_times(near, (2 * x, 2 * x)), _enclosure(power(PI, Fraction(-1, 2))))
    return 1 - high, 1 - low


def _zeta(s: Term) -> Enclosure:
    """zeta(s) for s > 1: the terms j^(-s) for j < N, and the rest, which by convexity is between the integral
    from N on with half a term, and that from N - 1/2 on.
    """
    require(value_of(s) > 1, "zeta({}) is no sum of powers here.", s)
    half, n = Fraction(1, 2), number(_SUMMED)
    first = [power(number(j), -s) for j in range(1, _SUMMED)]
    ends = (half * power(n, -s) + power(n, 1 - s) / (s - 1), power(n - half, 1 - s) / (s - 1))
    low, high = (_enclosure(add(*first, end)) for end in ends)
    return low[0], high[1]
