"""The numbers of a formula: at one point to twenty digits, on columns in double precision.

At a point a ball that is proved to hold the number tells it (`number`), at the least precision of a few that
leaves all digits that are asked for; what balls leave open, as a pole or a function that they do not know,
SymPy evaluates. Columns are walked with NumPy and SciPy, node by node; no code is generated.
Where a product or a power leaves the range of a double although its factors' logarithms do not, as
gamma(d/2)/gamma((d + 1)/2) does from d = 343, it is computed from the logarithms. Beyond that the
value is inf, 0 or nan, in silence.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from contextlib import suppress
from fractions import Fraction
from functools import lru_cache, reduce
from typing import Any, Final

import numpy as np
import scipy
import sympy as sp
from flint import arb, ctx, fmpq
from mpmath.libmp import dps_to_prec
from numpy.typing import ArrayLike, NDArray

from ..claim import Value
from ..theory.formula_balls import proved_value
from ..theory.notation import symbol
from .error import LawError

Vector = NDArray[np.float64]
Columns = Mapping[str, Vector]

PRECISIONS: Final = (96, 256, 1024)
"""Bits: enough where nothing cancels, where forty digits do, and where nearly three hundred do."""
RIGHT_BITS: Final = 67
"""Of twenty digits, four more than a double holds."""
LARGEST: Final = 2.0**1000
SMALLEST: Final = 2.0**-1000
"""Between them a double holds a number to all its digits."""

CANCELLED: Final = 1e-6
"""A number below it may be what is left of larger ones."""

CHUNK: Final = 1 << 15
"""Rows at a time: a few temporaries of this length stay in the cache."""
DIGITS: Final = 20
"""To which a formula is evaluated at one point; a double holds sixteen."""
_DEAR: Final = (sp.log,)
"""Functions whose value at an exact argument SymPy builds exactly, at length."""
MAX_HEIGHT: Final = 2e6
"""Natural logarithm of the largest exact number that an evaluation at one point may build."""
MAX_EXPONENT_HEIGHT: Final = 500.0
"""The same of an exponent, whose own exponential a double still holds."""


def values(expr: sp.Expr, columns: Mapping[str, ArrayLike]) -> Vector:
    """The expression at each row of the columns; raises `LawError` for a name that is no column.

    >>> values(sp.Symbol("d", positive=True) ** sp.Rational(-1, 2), {"d": [4, 16]}).tolist()
    [0.5, 0.25]
    """
    names = [s.name for s in expr.free_symbols]
    _require_columns(expr, names, columns)
    shape = np.broadcast_shapes(*(np.shape(column) for column in columns.values()))
    try:
        used = {n: np.broadcast_to(np.asarray(columns[n], dtype=np.float64), shape).ravel() for n in names}
    except (TypeError, ValueError) as error:
        raise LawError(f"The formula {expr} needs columns of numbers for {', '.join(names)}.") from error
    result = np.empty(math.prod(shape))
    with np.errstate(all="ignore"):
        for start in range(0, max(result.size, 1), CHUNK):
            rows = slice(start, start + CHUNK)
            result[rows] = _value(expr, {name: column[rows] for name, column in used.items()})
    return result.reshape(shape)


def evaluate(expr: sp.Expr, at: Mapping[str, Value]) -> float:
    """The value of an expression at a point: inf at a pole, nan where it is no real number.

    Raises `LawError` when a symbol is left free, or for a tower of powers that no exact number holds.
    """
    found = number(expr, at)
    return by_algebra(expr, at) if found is None else found


def number(expr: sp.Expr, at: Mapping[str, Value]) -> float | None:
    """The expression at a point, right to twenty digits and then rounded; None where no ball tells it.

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
    found = proved_value(expr, point, RIGHT_BITS, PRECISIONS)
    if found is None:
        return None
    with ctx.workprec(PRECISIONS[0]):
        size = float(arb(found).mid())
    return size if found == 0 or SMALLEST < abs(size) < LARGEST else None


def by_algebra(expr: sp.Expr, at: Mapping[str, Value]) -> float:
    """The same by SymPy: exact numbers put in, then as many digits as are asked for."""
    point = {
        symbol(k): sp.Rational(str(v)) if isinstance(v, float) and math.isfinite(v) else sp.sympify(v)
        for k, v in at.items()
        if not isinstance(v, str)
    }
    _require_columns(expr, [s.name for s in expr.free_symbols if s not in point], {})
    try:
        _height(expr, point)
    except OverflowError as error:
        place = ", ".join(f"{name} = {value}" for name, value in at.items())
        raise LawError(f"The formula {expr} is too large to be evaluated at {place}.") from error
    if not _inside(expr, {str(s): float(v) for s, v in point.items()}):
        return math.nan
    value = _number(_from_zero(expr), point)
    if value.has(sp.zoo, sp.oo, -sp.oo):
        return -math.inf if value == -sp.oo else math.inf
    return float(value) if value.is_real else math.nan


def _number(expr: sp.Expr, point: Mapping[sp.Symbol, sp.Expr]) -> sp.Expr:
    """Twenty digits of the expression at a point; a double where it holds an incomplete gamma function.

    SymPy takes logarithms of exact powers with thousands of digits; there the point is put in as
    numbers of the working precision, unless digits were lost by it. An incomplete gamma function it
    multiplies out into as many terms as there are degrees of freedom.
    """
    if expr.has(sp.uppergamma):
        return _double(expr, point)
    try:
        return _digits(expr, point)
    except ValueError:  # a maximum of numbers that no precision tells apart
        return _double(expr, point)


def _digits(expr: sp.Expr, point: Mapping[sp.Symbol, sp.Expr]) -> sp.Expr:
    if expr.has(*_DEAR) and not _cancels(expr, point):
        with suppress(ZeroDivisionError):  # a pole, which exact arithmetic calls by its name
            value = sp.N(expr, DIGITS, subs={s: point[s] for s in expr.free_symbols})
            if value.is_Float and value._prec >= dps_to_prec(DIGITS):
                return value
    return sp.N(expr.subs(point), DIGITS)


def _double(expr: sp.Expr, point: Mapping[sp.Symbol, sp.Expr]) -> sp.Expr:
    return sp.Float(float(values(expr, {str(s): float(v) for s, v in point.items()})))


def _cancels(expr: sp.Expr, point: Mapping[sp.Symbol, sp.Expr]) -> bool:
    """Whether a logarithm is taken of what may be zero: there working precision finds a tiny number."""
    at = {str(s): float(v) for s, v in point.items()}
    arguments = [node.args[0] for node in expr.atoms(sp.log) if node.args[0].free_symbols]
    return any(
        abs(float(values(a, {s.name: at[s.name] for s in a.free_symbols}))) < CANCELLED for a in arguments
    )


def _from_zero(expr: sp.Expr) -> sp.Expr:
    """Upper tails of beta distributions as lower ones of 1 - x: 1e-30 is lost as 1 less the rest."""
    one = sp.Integer(1)
    return expr.replace(
        lambda node: isinstance(node, sp.betainc_regularized) and node.args[3] == one,
        lambda node: sp.betainc_regularized(node.args[1], node.args[0], 0, one - node.args[2]),
    )


def _inside(expr: sp.Expr, at: Mapping[str, float]) -> bool:
    """Whether all beta probabilities are between ends in [0, 1]; mpmath never comes back from others."""
    ends = [end for node in expr.atoms(sp.betainc_regularized) for end in node.args[2:]]
    return all(0 <= float(values(end, {s.name: at[s.name] for s in end.free_symbols})) <= 1 for end in ends)


def _require_columns(expr: sp.Expr, names: list[str], columns: Mapping[str, Any]) -> None:
    missing = ", ".join(sorted(name for name in names if name not in columns))
    if missing:
        raise LawError(
            f"The formula {expr} needs {missing}, no variable here; free constants are for orders of growth."
        )


def _value(node: sp.Expr, at: Columns) -> Vector:
    if node.is_Symbol:
        return at[node.name]
    if node.is_number and not node.args:
        return np.asarray(_constant(node), dtype=np.float64)
    if isinstance(node, sp.Pow | sp.Mul):
        direct = _direct_power(node, at) if isinstance(node, sp.Pow) else _product(node, at)
        return _repaired(node, direct, at)
    if isinstance(node, sp.log):
        sign, logs = _logarithm(node.args[0], at)
        return np.where(sign >= 0, logs, np.nan)
    if isinstance(node, sp.hyper) and (len(node.ap), len(node.bq)) == (0, 1):
        found: Vector = scipy.special.hyp0f1(_value(node.bq[0], at), _value(node.argument, at))
        return found
    function = _FUNCTIONS.get(node.func)
    if function is None:
        raise LawError(f"The formula holds {node.func}, which columns cannot be put into.")
    return function(*(_value(arg, at) for arg in node.args))


def _constant(node: sp.Expr) -> float:
    if node.is_Rational:
        try:
            return int(node.p) / int(node.q)
        except OverflowError:
            return math.inf if node.p > 0 else -math.inf
    return float(node) if node.is_extended_real else math.nan


def _product(node: sp.Mul, at: Columns) -> Vector:
    return reduce(np.multiply, (_value(arg, at) for arg in node.args))


def _direct_power(node: sp.Pow, at: Columns) -> Vector:
    base = _value(node.base, at)
    if node.exp == -1:
        return 1.0 / base
    if node.exp.is_Rational and abs(node.exp) == sp.Rational(1, 2):
        root = np.sqrt(base)
        return root if node.exp.is_positive else 1.0 / root
    return np.asarray(np.power(base, _value(node.exp, at)), dtype=np.float64)


def _repaired(node: sp.Expr, direct: Vector, at: Columns) -> Vector:
    """The value with overflow, underflow and inf/inf replaced by what the logarithms say."""
    lost = ~np.isfinite(direct) | (direct == 0)
    if not lost.any():
        return direct
    rows = {s.name: at[s.name][lost] for s in node.free_symbols}
    sign, logs = _logarithm(node, rows)
    direct = np.array(direct)
    direct[lost] = sign * np.exp(logs)
    return direct


def _logarithm(node: sp.Expr, at: Columns) -> tuple[Vector, Vector]:
    """Sign and log of the absolute value; the log is -inf at zero."""
    if isinstance(node, sp.Mul):
        parts = [_logarithm(arg, at) for arg in node.args]
        return reduce(np.multiply, (p[0] for p in parts)), reduce(np.add, (p[1] for p in parts))
    if isinstance(node, sp.exp):
        argument = _value(node.args[0], at)
        return np.ones_like(argument), argument
    if isinstance(node, sp.gamma | sp.factorial):
        argument = _value(node.args[0], at) + (1.0 if isinstance(node, sp.factorial) else 0.0)
        return scipy.special.gammasgn(argument), scipy.special.gammaln(argument)
    if isinstance(node, sp.uppergamma):
        a, x = (_value(arg, at) for arg in node.args)
        tail = scipy.special.gammaincc(a, x)
        return np.ones_like(tail), np.log(tail) + scipy.special.gammaln(a)
    if isinstance(node, sp.Pow):
        sign, logs = _logarithm(node.base, at)
        power = _value(node.exp, at)
        odd = np.where(power % 2 == 1, sign, np.where(power % 1 == 0, 1.0, np.nan))
        # 0 * log(0) is log(0**0) = log(1).
        return np.where(sign > 0, 1.0, np.where(sign == 0, 1.0, odd)), np.where(power == 0, 0.0, power * logs)
    if isinstance(node, sp.hyper) and (len(node.ap), len(node.bq)) == (0, 1):
        b, z = _value(node.bq[0], at), _value(node.argument, at)
        direct, root = scipy.special.hyp0f1(b, z), 2 * np.sqrt(z)
        scaled = scipy.special.ive(b - 1, root)
        # Gamma(b) z^((1 - b)/2) I_(b-1)(2 sqrt(z)), where its scaled Bessel function has not underflown.
        large = (
            scipy.special.gammaln(b) + (1 - b) * np.log(z) / 2 + np.log(np.where(scaled > 0, scaled, np.nan))
        )
        return np.sign(direct), np.where(np.isfinite(direct), np.log(np.abs(direct)), large + root)
    value = _value(node, at)
    return np.sign(value), np.log(np.abs(value))


# SciPy's functions are looked up when they are called, since they take long to load.


def _gamma(x: Vector) -> Vector:
    return np.asarray(scipy.special.gamma(x), dtype=np.float64)


def _normal_tail(x: Vector) -> Vector:
    return np.asarray(scipy.special.erfc(x), dtype=np.float64)


def _falling(x: Vector, k: Vector) -> Vector:
    """The product x (x - 1) ... (x - k + 1) = Gamma(x + 1)/Gamma(x - k + 1), zero for integers x < k."""
    ended = (x % 1 == 0) & (x >= 0) & (k > x)
    return np.where(ended, 0.0, scipy.special.poch(x - k + 1.0, k))


def _beta_probability(a: Vector, b: Vector, low: Vector, high: Vector) -> Vector:
    """The regularised incomplete beta function between two ends, by the smaller of its two tails."""
    if np.ndim(low) == 0 and low == 0:
        return np.asarray(scipy.special.betainc(a, b, high), dtype=np.float64)
    if np.ndim(high) == 0 and high == 1:
        return np.asarray(scipy.special.betaincc(a, b, low), dtype=np.float64)
    start = scipy.special.betainc(a, b, low)
    above = scipy.special.betaincc(a, b, low) - scipy.special.betaincc(a, b, high)
    middle = np.where(start < 0.5, scipy.special.betainc(a, b, high) - start, above)  # noqa: PLR2004 - one half
    return np.asarray(middle, dtype=np.float64)


_FUNCTIONS: Final[dict[Any, Callable[..., Vector]]] = {
    sp.Add: lambda *terms: reduce(np.add, terms),
    sp.exp: np.exp,
    sp.Abs: np.abs,
    sp.tanh: np.tanh,
    sp.erfc: _normal_tail,
    sp.gamma: _gamma,
    sp.uppergamma: lambda a, x: scipy.special.gammaincc(a, x) * scipy.special.gamma(a),
    sp.factorial: lambda n: scipy.special.gamma(n + 1.0),
    sp.ff: _falling,
    sp.betainc_regularized: _beta_probability,
    sp.Max: lambda *terms: reduce(np.maximum, terms),
    sp.Min: lambda *terms: reduce(np.minimum, terms),
}


def _height(node: sp.Expr, point: Mapping[sp.Symbol, sp.Expr]) -> float:
    """A bound on |log| of numerator and denominator; OverflowError where exact numbers would fill the memory.

    Only numbers that SymPy keeps exact are limited by their length. A floating-point number costs
    nothing whatever its size, as long as it is no exponent of a million digits.
    """
    if node.is_Symbol:
        return _height(point[node], {})
    if node.is_Rational:
        return math.log(max(abs(int(node.p)), int(node.q)))
    heights = [_height(arg, point) for arg in node.args]
    if isinstance(node, sp.exp):
        return _antilog(heights[0])
    if isinstance(node, sp.Pow):
        height = heights[0] * _antilog(heights[1])
    elif isinstance(node, sp.gamma | sp.factorial):
        height = _antilog(heights[0]) * (heights[0] + 1)
    elif isinstance(node, sp.ff):
        height = heights[0] * _antilog(heights[1])
    else:
        return sum(heights)
    if height > MAX_HEIGHT and not node.has(sp.exp, sp.log, sp.uppergamma):
        raise OverflowError
    return height


def _antilog(height: float) -> float:
    if height > MAX_EXPONENT_HEIGHT:
        raise OverflowError
    return math.exp(height)


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
