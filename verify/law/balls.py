"""The numbers of a formula as balls: intervals that are proved to hold the exact value.

Ball arithmetic (F. Johansson, Arb: efficient arbitrary-precision midpoint-radius interval arithmetic,
IEEE Trans. Comput. 66, 2017) tells what cancellation has cost by itself: the radius grows. A number is
read off a ball only once its radius leaves all digits that are asked for, at the least precision of a few
that does it, and nothing is read off a ball about a pole, beyond a branch cut, or of a function that is
not known here: there other roads decide.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache, reduce
from operator import add, mul
from typing import Any, Final

import sympy as sp
from flint import arb, ctx, fmpq

from ...theory.notation import symbol
from ..claim import Value

Point = Mapping[sp.Symbol, arb]
Ball = Callable[[Point], arb]
"""What a formula, or a part of one, is at a point."""

PRECISIONS: Final = (96, 256, 1024)
"""Bits: enough where nothing cancels, where forty digits do, and where nearly three hundred do."""
RIGHT_BITS: Final = 67
"""Of twenty digits, four more than a double holds."""
LARGEST: Final = 2.0**1000
SMALLEST: Final = 2.0**-1000
"""Between them a double holds a number to all its digits."""

MOST_FACTORS: Final = 10**6
"""Of a falling factorial, which is multiplied by binary splitting."""


class _UnknownError(Exception):
    """A part of a formula that no ball is known for."""


def number(expr: sp.Expr, at: Mapping[str, Value]) -> float | None:
    """The expression at a cell, right to twenty digits and then rounded; None where no ball tells it.

    >>> number(sp.sqrt(symbol("d") + 1) - sp.sqrt(symbol("d")), {"d": 10**30})
    5e-16
    """
    names = _names(expr)
    if names is None or any(type(at.get(name)) not in (int, float) for name in names):
        return None
    try:
        point = {s: _exactly(at[name]) for name, s in names.items()}
    except (ValueError, OverflowError):  # no number of this size or none at all
        return None
    for bits in PRECISIONS:
        found = ball(expr, point, bits)
        if found is None or not found.is_finite():
            return None
        if found.is_zero():
            return 0.0
        if found.rel_accuracy_bits() >= RIGHT_BITS:
            size = float(found.mid())
            return size if SMALLEST < abs(size) < LARGEST else None
    return None


def ball(expr: sp.Expr, point: Mapping[sp.Symbol, fmpq], bits: int) -> arb | None:
    """The expression at a point in so many bits; None where a part of it is not known here."""
    formula = _compiled(expr)
    if formula is None:
        return None
    with ctx.workprec(bits):
        try:
            return formula({s: arb(value) for s, value in point.items()})
        except (_UnknownError, KeyError):
            return None


@lru_cache(maxsize=1024)
def _names(expr: sp.Expr) -> dict[str, sp.Symbol] | None:
    """The symbols of the grammar by their names; None where others of these names are free."""
    found: dict[str, sp.Symbol] = {s.name: s for s in expr.free_symbols if isinstance(s, sp.Symbol)}
    grammatical = len(found) == len(expr.free_symbols) and all(s == symbol(n) for n, s in found.items())
    return found if grammatical else None


@lru_cache(maxsize=4096)
def _exactly(value: float) -> fmpq:
    """The number as it is written: a tenth is one tenth."""
    exact = Fraction(str(value))
    return fmpq(exact.numerator, exact.denominator)


@lru_cache(maxsize=1024)
def _compiled(expr: sp.Expr) -> Ball | None:
    try:
        return _ball(expr)
    except (_UnknownError, RecursionError):
        return None


def _ball(node: sp.Basic) -> Ball:
    if isinstance(node, sp.Symbol):
        return lambda at: at[node]
    if isinstance(node, sp.Rational):
        exact = fmpq(int(node.p), int(node.q))
        return lambda _: arb(exact)
    if node in _CONSTANTS:
        constant = _CONSTANTS[node]
        return lambda _: constant()
    if isinstance(node, sp.Piecewise):
        return _pieces(node)
    if isinstance(node, sp.Pow):
        return _power(node)
    if isinstance(node, sp.hyper):
        return _series(node)
    function = _FUNCTIONS.get(node.func)
    if function is None:
        raise _UnknownError
    parts = [_ball(arg) for arg in node.args]
    return lambda at: function(*[part(at) for part in parts])


def _power(node: sp.Pow) -> Ball:
    base = _ball(node.base)
    if node.exp.is_Integer:
        whole = int(node.exp)
        return lambda at: base(at) ** whole
    if node.exp == sp.Rational(1, 2):
        return lambda at: base(at).sqrt()
    if node.exp == sp.Rational(-1, 2):
        return lambda at: base(at).rsqrt()
    exponent = _ball(node.exp)
    return lambda at: base(at) ** exponent(at)


def _series(node: sp.hyper) -> Ball:
    """A hypergeometric series where it converges for every argument, or well inside its circle."""
    above, below = ([_ball(part) for part in parameters] for parameters in (node.ap, node.bq))
    argument = _ball(node.argument)

    def summed(at: Point) -> arb:
        z = argument(at)
        _require(len(above) <= len(below) or (len(above) == len(below) + 1 and bool(abs(z) < 1)))
        if not above and len(below) == 1:
            return z.hypgeom_0f1(below[0](at))
        return z.hypgeom([part(at) for part in above], [part(at) for part in below])

    return summed


def _pieces(node: sp.Piecewise) -> Ball:
    pieces = [(_ball(value), _condition(holds)) for value, holds in node.args]

    def chosen(at: Point) -> arb:
        for value, holds in pieces:
            if holds(at):
                return value(at)
        raise _UnknownError

    return chosen


def _condition(node: sp.Basic) -> Callable[[Point], bool]:
    """What decides the condition, or raises where the balls of its two sides overlap."""
    if node is sp.true:
        return lambda _: True
    if node.func not in _ORDERS:
        raise _UnknownError
    (yes, no), left, right = _ORDERS[node.func], _ball(node.args[0]), _ball(node.args[1])

    def holds(at: Point) -> bool:
        one, other = left(at), right(at)
        if yes(one, other):
            return True
        if no(one, other):
            return False
        raise _UnknownError

    return holds


def _require(true: bool) -> None:
    if not true:
        raise _UnknownError


def _whole(number: arb) -> int:
    found = number.unique_fmpz() if number.is_exact() else None
    if found is None or found < 0:
        raise _UnknownError
    return int(found)


def _beta_share(a: arb, b: arb, low: arb, high: arb) -> arb:
    """The regularised incomplete Beta function between two ends: an upper tail from its own end."""
    _require(bool(a > 0 and b > 0 and low >= 0 and low <= high <= 1))
    if low == 0:
        return high.beta_lower(a, b, True)
    if high == 1:
        return (1 - low).beta_lower(b, a, True)
    return high.beta_lower(a, b, True) - low.beta_lower(a, b, True)


def _falling(x: arb, k: arb) -> arb:
    """The product x (x - 1) ... (x - k + 1) for a whole number k."""
    count = _whole(k)
    _require(count <= MOST_FACTORS)
    return (x - k + 1).rising(count)


def _polygamma(order: arb, x: arb) -> arb:
    """The derivatives (-1)^(n + 1) n! zeta(n + 1, x) of log Gamma, on the right of the poles."""
    count = _whole(order)
    _require(bool(x > 0))
    if count == 0:
        return x.digamma()
    sign = 1 if count % 2 else -1
    return sign * (order + 1).gamma() * (order + 1).zeta(x)


def _zeta(s: arb, start: arb | None = None) -> arb:
    _require(bool(s > 1) and (start is None or bool(start > 0)))
    return s.zeta() if start is None else s.zeta(start)


def _upper_gamma(a: arb, x: arb) -> arb:
    _require(bool(a > 0 and x >= 0))
    return x.gamma_upper(a)


def _product_log(x: arb) -> arb:
    """The principal w with w e^w = x, right of its branch point by far."""
    _require(bool(x > arb(-1) / 4))
    return x.lambertw()


def _binomial(total: arb, part: arb) -> arb:
    _require(bool(total > -1))
    return (total + 1).gamma() * (part + 1).rgamma() * (total - part + 1).rgamma()


_CONSTANTS: Final[Mapping[sp.Basic, Callable[[], arb]]] = {
    sp.pi: arb.pi,
    sp.E: arb.const_e,
    sp.EulerGamma: arb.const_euler,
}
_ORDERS: Final[Mapping[type, tuple[Callable[[arb, arb], Any], Callable[[arb, arb], Any]]]] = {
    sp.StrictLessThan: (lambda x, y: x < y, lambda x, y: x >= y),
    sp.LessThan: (lambda x, y: x <= y, lambda x, y: x > y),
    sp.StrictGreaterThan: (lambda x, y: x > y, lambda x, y: x <= y),
    sp.GreaterThan: (lambda x, y: x >= y, lambda x, y: x < y),
    sp.Equality: (lambda x, y: x == y, lambda x, y: x != y),
    sp.Unequality: (lambda x, y: x != y, lambda x, y: x == y),
}
"""When a comparison certainly holds, and when it certainly does not; overlapping balls do neither."""
_FUNCTIONS: Final[Mapping[Any, Callable[..., arb]]] = {
    sp.Add: lambda *terms: reduce(add, terms),
    sp.Mul: lambda *factors: reduce(mul, factors),
    sp.Max: lambda *terms: reduce(lambda x, y: x.max(y), terms),
    sp.Min: lambda *terms: reduce(lambda x, y: x.min(y), terms),
    sp.Abs: abs,
    sp.exp: lambda x: x.exp(),
    sp.log: lambda x: x.log(),
    sp.sin: lambda x: x.sin(),
    sp.cos: lambda x: x.cos(),
    sp.sinh: lambda x: x.sinh(),
    sp.cosh: lambda x: x.cosh(),
    sp.tanh: lambda x: x.tanh(),
    sp.erf: lambda x: x.erf(),
    sp.erfc: lambda x: x.erfc(),
    sp.gamma: lambda x: x.gamma(),
    sp.factorial: lambda n: (n + 1).gamma(),
    sp.digamma: lambda x: x.digamma(),
    sp.harmonic: lambda n: (n + 1).digamma() + arb.const_euler(),
    sp.polygamma: _polygamma,
    sp.uppergamma: _upper_gamma,
    sp.binomial: _binomial,
    sp.LambertW: _product_log,
    sp.ff: _falling,
    sp.zeta: _zeta,
    sp.betainc_regularized: _beta_share,
}
