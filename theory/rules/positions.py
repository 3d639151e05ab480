r"""What attention adds up over lags, the mean over N positions, N a symbol.

Position n gives each of its n lags the weight c/n, so that a term geometric in the lag, of ratio $\lambda$,
leaves $\frac1n \sum_{k \le n} \lambda^{k-1}$; over positions that is a harmonic number less the series of a
logarithm that breaks off.
"""

from __future__ import annotations

import sympy as sp

from ..derivation import Rule, SideConditionError
from .events import Expectation
from .points import number, require_close
from .two_state import _geometric_conditions, _point, _weight

_LARGEST = 6


def broken_logarithm(ratio: sp.Expr, count: sp.Expr) -> sp.Expr:
    r"""$\sum_{n=1}^N \lambda^n/n$ as a logarithm less what it has beyond N.

    >>> float(broken_logarithm(sp.Rational(1, 2), sp.Integer(2)))
    0.625
    """
    rest = ratio ** (count + 1) / (count + 1) * sp.hyper((1, count + 1), (count + 2,), ratio)
    return -sp.log(1 - ratio) - rest


def _over_positions(fact: sp.Eq, weights: sp.Eq, *, lag: sp.Symbol, count: sp.Symbol) -> sp.Eq:
    weight, n = _weight(weights, lag)
    own = fact.rhs.subs({weights.lhs: 1, lag: 1})
    each = fact.rhs.subs(weights.lhs, 1)
    ratio = sp.simplify(each.subs(lag, lag + 1) / each)
    share = sp.factor(own * sp.simplify(weight * n) / (1 - ratio)) / count
    total = sp.factor(own) + share * (sp.harmonic(count) - broken_logarithm(ratio, count))
    return sp.Eq(Expectation(fact.lhs), total, evaluate=False)


def _conditions(fact: sp.Eq, weights: sp.Eq, *, lag: sp.Symbol, count: sp.Symbol) -> tuple[str, ...]:
    weight, n = _weight(weights, lag)
    if sp.simplify(weight * n).has(n):
        raise SideConditionError(f"{weight} is not in proportion to 1/{n}.")
    if not count.is_Symbol or fact.has(count) or weights.has(count):
        raise SideConditionError(f"{count} is no symbol of its own for the number of positions.")
    _geometric_conditions(fact, weights, lag=lag, count=1)
    each = fact.rhs.subs(weights.lhs, 1)
    ratio = sp.latex(sp.simplify(each.subs(lag, lag + 1) / each))
    return (f"every position from 1 to ${sp.latex(count)}$ counts alike", f"$|{ratio}| < 1$")


def _check(result: sp.Eq, fact: sp.Eq, weights: sp.Eq, *, lag: sp.Symbol, count: sp.Symbol) -> str:
    """Lag by lag and position by position, in fractions."""
    _, n = _weight(weights, lag)
    symbols = (fact.rhs.free_symbols | weights.rhs.free_symbols) - {lag, n, weights.lhs}
    for largest in range(1, _LARGEST + 1):
        at, total = _point(symbols, largest), sp.Integer(0)
        for position in range(1, largest + 1):
            for k in range(1, position + 1):
                at_lag = weights.rhs.subs({lag: k, n: position}).subs(at)
                total += fact.rhs.subs({weights.lhs: at_lag, lag: k}).subs(at)
        found = number(result.rhs, {**at, count: sp.Integer(largest)})
        require_close(number(total / largest, {}), found, f"Over {largest} positions at {at} the sum")
    return f"added up lag by lag for one to {_LARGEST} positions"


over_positions = Rule(
    name="sum over lags and any number of positions",
    statement=r"$\frac1N \sum_{n=1}^N \frac1n \sum_{k=1}^n \lambda^{k-1} = \frac{1}{N (1 - \lambda)} "
    r"\left(H_N - \sum_{n=1}^N \frac{\lambda^n}{n}\right)$, and "
    r"$\sum_{n=1}^N \frac{\lambda^n}{n} = -\log(1 - \lambda) "
    r"- \frac{\lambda^{N+1}}{N+1} {}_2F_1(1, N+1; N+2; \lambda)$.",
    apply=_over_positions,
    conditions=_conditions,
    check=_check,
)
