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
_ROUNDING: Final = mpmath.mpf(10) ** -12
_SHARES: Final = (sp.Rational(1, 10), sp.Rational(9, 10), sp.Integer(1))


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


def _fits(condition: sp.Ge, *, variable: sp.Symbol, name: sp.Symbol) -> sp.Ge:
    return sp.Ge(name, isolated(condition.rhs**2, variable, condition.lhs**2), evaluate=False)


def _fits_conditions(condition: sp.Ge, *, variable: sp.Symbol, name: sp.Symbol) -> tuple[str, ...]:
    if not isinstance(condition, sp.Ge) or condition.lhs.has(variable) or not condition.lhs.is_positive:
        raise SideConditionError(f"{condition} is no condition on a positive weight that is known.")
    if not sp.diff(sp.expand(condition.rhs**2), variable).is_positive:
        raise SideConditionError(f"{condition.rhs} is not known to rise with {variable}.")
    return (f"the condition is met by every ${sp.latex(variable)}$ up to the root",)


def _check_fits(result: sp.Ge, condition: sp.Ge, *, variable: sp.Symbol, name: sp.Symbol) -> str:
    """Below the root, and at it, the condition holds; a tenth above it does not."""
    for point in random_points(result.rhs.free_symbols):
        far = {s: 1000 * v if s.name == "d" else v for s, v in point.items()}
        for share in _SHARES:
            reached = number((condition.rhs**2).subs(variable, share * result.rhs), far)
            if reached > number(condition.lhs**2, far) * (1 + _ROUNDING):
                raise CheckFailed(f"At {far} the condition fails at {share} of the root.")
        beyond = number((condition.rhs**2).subs(variable, sp.Rational(11, 10) * result.rhs), far)
        if beyond <= number(condition.lhs**2, far):
            raise CheckFailed(f"At {far} the condition holds beyond the root.")
    return "tried below, at and above the root at three random points"


def _at_most(rate: sp.Eq, most: sp.Le) -> sp.Le:
    return sp.Le(rate.lhs, sp.expand_log(rate.rhs.subs(most.lhs, most.rhs)), evaluate=False)


def _at_most_conditions(rate: sp.Eq, most: sp.Le) -> tuple[str, ...]:
    if not isinstance(most, sp.Le) or not sp.diff(rate.rhs, most.lhs).is_positive:
        raise SideConditionError(f"{rate.rhs} is not known to rise with {most.lhs}.")
    return (f"${sp.latex(rate.lhs)}$ rises with ${sp.latex(most.lhs)}$",)


def _check_at_most(result: sp.Le, rate: sp.Eq, most: sp.Le) -> str:
    for point in random_points(result.rhs.free_symbols | most.rhs.free_symbols):
        for share in _SHARES:
            inside, top = (
                number(rate.rhs.subs(most.lhs, share * most.rhs), point),
                number(result.rhs, point),
            )
            if inside > top * (1 + _ROUNDING):
                raise CheckFailed(f"At {point} and {share} of the most the rate is {inside}.")
    return "compared at three places inside the range"


def _fewer(size: sp.Ge, rate: sp.Le, most: sp.Le) -> sp.Ge:
    return sp.Ge(size.lhs, size.rhs.subs(rate.lhs, rate.rhs), evaluate=False)


def _fewer_conditions(size: sp.Ge, rate: sp.Le, most: sp.Le) -> tuple[str, ...]:
    if not isinstance(size, sp.Ge) or not isinstance(rate, sp.Le):
        raise SideConditionError(f"{size} and {rate} are no lower bound on a size and upper bound on a rate.")
    k, inverse = rate.lhs, sp.Dummy("u", positive=True)
    parts = sp.Poly(sp.expand(size.rhs.subs(k, 1 / inverse)), inverse).terms()
    signs = {power: coefficient for (power,), coefficient in parts}
    if set(signs) != {1, 2} or not signs[2].is_positive or not signs[1].is_negative:
        raise SideConditionError(f"{size.rhs} is not a/k^2 - b/k.")
    if not (most.rhs / signs[2]).is_number or not most.rhs / signs[2] > 1:
        raise SideConditionError(
            f"{signs[2]} tokens at a rate of one are not known to be at most {most.rhs}."
        )
    return (
        "$(a/k - b)/k$ falls with k where it is positive; elsewhere nothing is said",
        "so many tokens are at most those for which the rate was bounded, $k \\ge 1$",
    )


def _check_fewer(result: sp.Ge, size: sp.Ge, rate: sp.Le, most: sp.Le) -> str:
    for d in _SIZES:
        at = dict.fromkeys(result.rhs.free_symbols, sp.Integer(d))
        bound, top = number(result.rhs, at), rate.rhs.subs(at)
        for share in (sp.Rational(1, 2), sp.Rational(9, 10), sp.Integer(1)):
            if number(size.rhs.subs({rate.lhs: share * top}), at) < bound * (1 - _ROUNDING):
                raise CheckFailed(f"At d = {d} and {share} of the rate fewer tokens fit than {bound}.")
    return "compared at smaller rates, d from 10^3 to 10^9"


def _root_of_logarithm(fact: sp.Ge, *, variable: sp.Symbol) -> sp.Ge:
    above = 4 * variable ** sp.Rational(1, 4) * sp.exp(-1)
    return sp.Ge(fact.lhs, fact.rhs.subs(sp.log(variable), above), evaluate=False)


def _root_conditions(fact: sp.Ge, *, variable: sp.Symbol) -> tuple[str, ...]:
    if not isinstance(fact, sp.Ge) or not fact.rhs.has(sp.log(variable)):
        raise SideConditionError(f"{fact} is no lower bound with a logarithm of {variable}.")
    return ("more tokens fit at a smaller rate", r"$\log d \le \frac4e d^{1/4}$, with equality at $e^4$")


def _check_root(result: sp.Ge, fact: sp.Ge, *, variable: sp.Symbol) -> str:
    for d in (*_SIZES, 10**15):
        at = {variable: sp.Integer(d)}
        if number(result.rhs, at) > number(fact.rhs, at):
            raise CheckFailed(f"At d = {d} the bound grew.")
    return "below the bound at d from 10^3 to 10^15"


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

tokens_that_fit: Final = Rule(
    name="tokens up to which a condition holds",
    statement="What rises with a size is within a level up to the root.",
    apply=_fits,
    conditions=_fits_conditions,
    check=_check_fits,
)

largest_rate: Final = Rule(
    name="largest rate of a range",
    statement="What rises is largest at the upper end.",
    apply=_at_most,
    conditions=_at_most_conditions,
    check=_check_at_most,
)

fewer_at_larger: Final = Rule(
    name="fewer tokens at a larger rate",
    statement=r"$a/k^2 - b/k$ falls with k where it is positive.",
    apply=_fewer,
    conditions=_fewer_conditions,
    check=_check_fewer,
    bounds=frozenset({1, 2}),
)

root_above_logarithm: Final = Rule(
    name="a root above a logarithm",
    statement=r"$\log x \le x^s/(e s)$, here with $s = 1/4$.",
    apply=_root_of_logarithm,
    conditions=_root_conditions,
    check=_check_root,
)

fitting_tokens: Final = Rule(
    name="tokens at which a condition is an equation",
    statement=r"$16 k (1 + 8 k P/d) = d$ has one root in P.",
    apply=_fitting,
    conditions=_fitting_conditions,
    check=_check_fitting,
    bounds=frozenset({0}),
)
