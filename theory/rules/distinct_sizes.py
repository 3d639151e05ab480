r"""How many tokens with an answer each the condition of Eq. (7) allows: solved for, and bounded from below.

One token a class makes $Q_\infty = 1$ and $\|q\|^2 = P$, so that the condition reads
$16 k (1 + 8 k P/d) \le d$ with $k = \log P + b$. At a fixed k it is solved for P; the P at which it is an
equation is enclosed by halving.
"""

from __future__ import annotations

from typing import Final

import mpmath
import sympy as sp
from flint import arb, ctx, fmpq
from sympy.printing.latex import LatexPrinter

from ..derivation import CheckFailed, Rule, SideConditionError
from .balls import Enclosed
from .isolating import isolated
from .points import number, random_points, require_close

_SIZES: Final = (10**3, 10**5, 10**9)


class FittingTokens(Enclosed):
    r"""The P with $16 k (1 + 8 k P/d) = d$, $k = \log P + b$."""

    nargs = 2
    is_positive = True

    @staticmethod
    def enclosed(size: fmpq | arb, offset: fmpq | arb) -> arb:
        """A ball around the root between 1 and the square of the size; raises `TypeError` without one."""
        d, b = arb(size), arb(offset)
        low, high = arb(0), 2 * d.log()
        if not (_surplus(low, d, b) < 0 < _surplus(high, d, b)):
            raise TypeError(f"No number of tokens fits at {(size, offset)}.")
        for _ in range(ctx.prec - 8):
            middle = ((low + high) / 2).mid()
            surplus = _surplus(middle, d, b)
            if surplus < 0:
                low = middle
            elif surplus > 0:
                high = middle
            else:
                break
        return low.union(high).exp()

    def _latex(self, printer: LatexPrinter, exp: object = None) -> str:
        size, offset = (printer._print(part) for part in self.args)
        root = rf"P[16 k (1 + 8 k P/{size}) = {size},\ k = \log P + {offset}]"
        return root if exp is None else rf"{root}^{{{exp}}}"


def _surplus(log_size: arb, d: arb, b: arb) -> arb:
    k = log_size + b
    return 16 * k * (1 + 8 * k * log_size.exp() / d) - d


def _rate(fact: sp.Rel, *, variable: sp.Symbol, level: sp.Expr) -> sp.Eq:
    (decay,) = fact.rhs.atoms(sp.exp)
    factor = sp.cancel(fact.rhs / decay)
    return sp.Eq(variable, isolated(-decay.exp, variable, sp.log(factor / level)), evaluate=False)


def _rate_conditions(fact: sp.Rel, *, variable: sp.Symbol, level: sp.Expr) -> tuple[str, ...]:
    decays = fact.rhs.atoms(sp.exp)
    if not isinstance(fact, sp.Le | sp.Eq) or len(decays) != 1 or not next(iter(decays)).has(variable):
        raise SideConditionError(f"{fact} is no upper bound with one exponential of {variable}.")
    return (f"the bound is at the level ${sp.latex(level)}$",)


def _check_rate(result: sp.Eq, fact: sp.Rel, *, variable: sp.Symbol, level: sp.Expr) -> str:
    for point in random_points(result.rhs.free_symbols):
        reached = number(fact.rhs.subs(variable, result.rhs), point)
        require_close(reached, number(sp.sympify(level), point), f"At {point} the bound and the level")
    return "put back: the bound is at the level, to 50 digits"


def _fitting(condition: sp.Ge, rate: sp.Eq, *, variable: sp.Symbol, name: sp.Symbol) -> sp.Eq:
    (size,) = condition.rhs.free_symbols - {variable, rate.lhs}
    return sp.Eq(name, FittingTokens(size, rate.rhs - sp.log(variable)), evaluate=False)


def _fitting_conditions(
    condition: sp.Ge, rate: sp.Eq, *, variable: sp.Symbol, name: sp.Symbol
) -> tuple[str, ...]:
    if (rate.rhs - sp.log(variable)).has(variable) or condition.lhs != 1:
        raise SideConditionError(f"{rate} is no logarithm of {variable} and a constant.")
    return ("the right-hand side rises with the number of tokens: one of them makes an equation",)


def _check_fitting(
    result: sp.Eq, condition: sp.Ge, rate: sp.Eq, *, variable: sp.Symbol, name: sp.Symbol
) -> str:
    """Put back: both sides of the condition are equal."""
    others = sorted(result.rhs.free_symbols, key=str)
    for d in _SIZES:
        at = {s: sp.Integer(d) if s.name == "d" else sp.Rational(1, 20) for s in others}
        with mpmath.workdps(30):
            root = number(result.rhs, at)
            k = sp.lambdify([variable, *others], rate.rhs, "mpmath")(
                root, *(number(at[s], {}) for s in others)
            )
            side = sp.lambdify([variable, rate.lhs, *others], condition.rhs, "mpmath")
            reached = side(root, k, *(number(at[s], {}) for s in others))
            if abs(reached - 1) > mpmath.mpf(10) ** -20:
                raise CheckFailed(f"With {root} tokens at {at} the condition's side is {reached}, not 1.")
    return "put back: both sides are equal, to 20 digits"


rate_at_level: Final = Rule(
    name="rate at which a bound is at a level",
    statement=r"$c\, e^{-a g} = \delta$ at $g = \log(c/\delta)/a$.",
    apply=_rate,
    conditions=_rate_conditions,
    check=_check_rate,
    bounds=frozenset({0}),
)


fitting_tokens: Final = Rule(
    name="tokens at which a condition is an equation",
    statement=r"$16 k (1 + 8 k P/d) = d$ has one root in P.",
    apply=_fitting,
    conditions=_fitting_conditions,
    check=_check_fitting,
    bounds=frozenset({0}),
)
