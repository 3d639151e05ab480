r"""Formulas in ball arithmetic: an interval that is proved to hold the value (python-flint's `arb`).

Rational values stay exact, so that a difference that is zero is zero. Everything else is a ball (F.
Johansson, Arb: efficient arbitrary-precision midpoint-radius interval arithmetic, IEEE Trans. Comput. 66,
2017), whose radius tells how many of its digits are proved: no number of digits is assumed, as it would be
in floating point, and none is lost unseen where large terms cancel. Nothing is read off a ball about a
pole, beyond a branch cut, or of a function that is not known here: there other routes decide.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, reduce
from operator import add, mul
from typing import Any, Final

import mpmath
import sympy as sp
from flint import arb, ctx, fmpq
from sympy.printing.latex import LatexPrinter

Exact = fmpq | arb
"""A rational number, or a ball."""

Point = Mapping[sp.Symbol, Exact]
Ball = Callable[[Point], Exact]
"""What a formula, or a part of one, is at a point."""

WORKING_DIGITS: Final = 65
"""Digits of a number."""
_WORKING_BITS: Final = 216
_SPARE_BITS: Final = 20
"""Bits with which a function is evaluated beyond those asked for."""
LARGEST_HEIGHT: Final = 2048
"""Bits of a rational number above which its digits cost more than a ball."""

MOST_FACTORS: Final = 10**6
"""The most factors of a falling factorial, which binary splitting multiplies."""


class UnknownError(TypeError):
    """No ball is known for a part of a formula, or not where it is asked for."""


def enclosure(formula: sp.Expr, at: Point) -> arb:
    """An interval that holds the formula's value wherever each symbol lies in its interval.

    Raises `UnknownError`.

    >>> x = sp.Symbol("x")
    >>> enclosure(x * (1 - x), {x: interval(sp.Rational(1, 4), sp.Rational(3, 4))}).contains(arb(0.25))
    True
    """
    return arb(value(formula, at))


def value(formula: sp.Expr, at: Point) -> Exact:
    """The same, as a rational number where it is one by rational operations alone.

    A function of a rule has its balls from its own method `enclosed`, where there is one.

    >>> x = sp.Symbol("x")
    >>> value(x**2 - x + sp.Rational(1, 4), {x: fmpq(1, 2)})
    0
    """
    return _compiled(formula)(at)


def proved_value(
    formula: sp.Expr,
    at: Mapping[sp.Symbol, fmpq | sp.Expr],
    bits: int,
    precisions: Sequence[int] | None = None,
) -> Exact | None:
    """The value with so many bits proved, None where they are not within reach.

    The first of the `precisions` (in bits) that does it is taken. None too for what is not known here,
    and for a pole or a branch of complex values.
    """
    for working in precisions or (bits + 40, 2 * bits + 40, 4 * bits + 40):
        found = possible_value(formula, at, working)
        if found is None or isinstance(found, fmpq) or found.rel_accuracy_bits() >= bits:
            return found
        if not found.is_finite():
            return None
    return None


def possible_value(formula: sp.Expr, at: Mapping[sp.Symbol, fmpq | sp.Expr], working: int) -> Exact | None:
    """The value, or the ball that holds it at so many working bits; None where none is known."""
    with ctx.workprec(working):
        try:
            point = {s: x if isinstance(x, fmpq) else value(x, {}) for s, x in at.items()}
            return value(formula, point)
        except (TypeError, KeyError, ZeroDivisionError):
            return None


class Enclosed(sp.Function):
    """A function whose balls are its own method `enclosed`: at numbers its value is the middle of one."""

    def _eval_evalf(self, prec: int) -> sp.Expr:
        if self.free_symbols:
            return self
        exact = self.func(*(sp.Rational(x) if x.is_Float else x for x in self.args))
        found = possible_value(exact, {}, prec + _SPARE_BITS)
        if found is None:
            return sp.nan
        return sp.Float(arb(found).mid().str(int(prec / 3.32) + 3, radius=False), precision=prec)


class EnclosedSum(Enclosed):
    """A sum with balls that enclose it, which stands in parentheses below a power."""

    @staticmethod
    @abstractmethod
    def _set(*parts: str) -> str:
        """The sum in LaTeX, of its parts in LaTeX."""

    def _latex(self, printer: LatexPrinter, exp: object = None) -> str:
        total = self._set(*map(printer._print, self.args))
        return total if exp is None else rf"\left({total}\right)^{{{exp}}}"


def number(expression: sp.Expr, point: Mapping[sp.Symbol, sp.Expr]) -> mpmath.mpf:
    """The expression's value at the point to 65 digits, which ball arithmetic proves where it can."""
    formula = sp.sympify(expression, strict=True)
    coordinates = {s: sp.sympify(x) for s, x in point.items()}
    if all(s.is_Symbol for s in coordinates):
        proved = proved_value(formula, coordinates, _WORKING_BITS)
        if proved is not None:
            return _as_mpf(proved)
    exact = formula.subs(point)
    with mpmath.workdps(WORKING_DIGITS):
        if exact.is_Rational:
            return mpmath.mpf(int(exact.p)) / int(exact.q)
        return mpmath.mpf(str(sp.N(exact, WORKING_DIGITS)))


def _as_mpf(proved: Exact) -> mpmath.mpf:
    """The middle of a ball, or the rational number, rounded to 65 digits."""
    with mpmath.workdps(WORKING_DIGITS):
        if isinstance(proved, fmpq):
            return mpmath.mpf(int(proved.numerator)) / int(proved.denominator)
        digits, exponent = proved.mid().man_exp()
        return mpmath.ldexp(mpmath.mpf(int(digits)), int(exponent))


def interval(low: sp.Rational, high: sp.Rational) -> arb:
    """The ball around all numbers between two."""
    ends = [arb(fmpq(int(end.p), int(end.q))) for end in (sp.Rational(low), sp.Rational(high))]
    return ends[0].union(ends[1])


@lru_cache(maxsize=4096)
def _compiled(formula: sp.Expr) -> Ball:
    try:
        return _ball(formula)
    except RecursionError:
        raise UnknownError("A formula nests deeper than balls are made.") from None


def _ball(node: sp.Basic) -> Ball:
    if isinstance(node, sp.Symbol):
        return lambda at: at[node]
    if isinstance(node, sp.Rational):
        exact = fmpq(int(node.p), int(node.q))
        return lambda _: exact
    if isinstance(node, sp.Float):
        sign, digits, exponent, _ = node._mpf_
        binary = (-int(digits) if sign else int(digits)), exponent
        return lambda _: arb(binary)
    if node in _CONSTANTS:
        constant = _CONSTANTS[node]
        return lambda _: constant()
    made = _BY_KIND.get(node.func)
    return _applied(node) if made is None else made(node)


def _applied(node: sp.Basic) -> Ball:
    """A sum, a product, or a function; a rule's own function brings its balls."""
    enclosed = getattr(node, "enclosed", None)
    parts = [_ball(arg) for arg in node.args]
    operation = _OPERATIONS.get(node.func) if enclosed is None else enclosed
    if operation is not None:
        return lambda at: operation(*[part(at) for part in parts])
    function = _FUNCTIONS.get(node.func)
    if function is None:
        raise UnknownError(f"No enclosure of {node.func} is known; {node} holds it.")
    return lambda at: function(*[arb(part(at)) for part in parts])


def _power(node: sp.Pow) -> Ball:
    base, exponent = _ball(node.base), _ball(node.exp)
    if node.exp == sp.Rational(-1, 2):
        return lambda at: arb(base(at)).rsqrt()

    def raised(at: Point) -> Exact:
        below, above = base(at), exponent(at)
        if isinstance(above, fmpq) and above.denominator == 1:
            whole = int(above.numerator)
            tall = isinstance(below, fmpq) and abs(whole) * below.height_bits() > LARGEST_HEIGHT
            return (arb(below) if tall else below) ** whole
        if above == fmpq(1, 2):
            return arb(below).sqrt()
        return arb(below) ** arb(above)

    return raised


def _series(node: sp.hyper) -> Ball:
    """A hypergeometric series where it converges for every argument, or well inside its circle."""
    above, below = ([_ball(part) for part in parameters] for parameters in (node.ap, node.bq))
    argument = _ball(node.argument)

    def summed(at: Point) -> arb:
        z = arb(argument(at))
        _require(len(above) <= len(below) or (len(above) == len(below) + 1 and bool(abs(z) < 1)))
        upper, lower = ([arb(part(at)) for part in parts] for parts in (above, below))
        return z.hypgeom_0f1(lower[0]) if not upper and len(lower) == 1 else z.hypgeom(upper, lower)

    return summed


def _pieces(node: sp.Piecewise) -> Ball:
    pieces = [(_ball(piece), _condition(holds)) for piece, holds in node.args]

    def chosen(at: Point) -> Exact:
        for piece, holds in pieces:
            if holds(at):
                return piece(at)
        raise UnknownError("No piece of a formula holds.")

    return chosen


def _condition(node: sp.Basic) -> Callable[[Point], bool]:
    """What decides the condition, or raises where the balls of its two sides overlap."""
    if node is sp.true:
        return lambda _: True
    if node.func not in _ORDERS:
        raise UnknownError(f"No ball decides {node}.")
    (yes, no), left, right = _ORDERS[node.func], _ball(node.args[0]), _ball(node.args[1])

    def holds(at: Point) -> bool:
        one, other = left(at), right(at)
        if not (isinstance(one, fmpq) and isinstance(other, fmpq)):
            one, other = arb(one), arb(other)
        if yes(one, other):
            return True
        if no(one, other):
            return False
        raise UnknownError(f"Balls do not decide {node}.")

    return holds


def _require(true: bool) -> None:
    if not true:
        raise UnknownError("A function is not enclosed there.")


def _whole(number: arb) -> int:
    found = number.unique_fmpz() if number.is_exact() else None
    if found is None or found < 0:
        raise UnknownError
    return int(found)


def _beta_share(a: arb, b: arb, low: arb, high: arb) -> arb:
    """The regularised incomplete Beta function between two ends: an upper tail from its own end."""
    if high == 1:
        return (1 - low).beta_lower(b, a, True)
    _require(bool(a > 0 and b > 0 and low >= 0 and low <= high < 1))
    if low == 0:
        return high.beta_lower(a, b, True)
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
_OPERATIONS: Final[Mapping[Any, Callable[..., Exact]]] = {
    sp.Add: lambda *terms: reduce(add, terms),
    sp.Mul: lambda *factors: reduce(mul, factors),
    sp.Abs: abs,
}
"""Of rational numbers they give rational numbers."""
_BY_KIND: Final[Mapping[Any, Callable[[Any], Ball]]] = {
    sp.Pow: _power,
    sp.hyper: _series,
    sp.Piecewise: _pieces,
}
_FUNCTIONS: Final[Mapping[Any, Callable[..., arb]]] = {
    sp.Max: lambda *terms: reduce(lambda x, y: x.max(y), terms),
    sp.Min: lambda *terms: reduce(lambda x, y: x.min(y), terms),
    sp.re: lambda x: x,
    sp.exp: lambda x: x.exp(),
    sp.log: lambda x: x.log(),
    sp.sin: lambda x: x.sin(),
    sp.cos: lambda x: x.cos(),
    sp.sinh: lambda x: x.sinh(),
    sp.cosh: lambda x: x.cosh(),
    sp.tanh: lambda x: x.tanh(),
    sp.acos: lambda x: x.acos(),
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
