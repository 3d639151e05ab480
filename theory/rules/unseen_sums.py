r"""The mass of unseen tokens on finitely many: a sum that balls enclose, bounds on it, and lines through it.

$\sum_{x \le N} p (1 - p)^T$ is added up term by term where p is not small beside 1/T, and beyond as a series
of Hurwitz zeta functions. No term exceeds 1/(T + 1), so that on a fixed number of tokens no power of T above
-1 is its order.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil
from typing import Final

import mpmath
import sympy as sp
from flint import arb, ctx, fmpq
from sympy.printing.latex import LatexPrinter

from ..derivation import CheckFailed, Rule, SideConditionError
from .balls import Enclosed, possible_value
from .points import number
from .stored_sums import PowerSum
from .token_integrals import powers_of
from .token_sums import TokenSum
from .vectors import with_right

_ROUGH: Final = 110
_SHORT: Final = 200
"""Tokens that are always added up one by one."""
_SMALL: Final = 4.0
"""The series is used where p is below so many times 1/T."""
_PLACES: Final = ((3, sp.Integer(2), 4), (12, sp.Rational(3, 2), 30))


class UnseenMass(Enclosed):
    r"""$\sum_{x \le N} p(x) (1 - p(x))^T$ under $p(x) \propto x^{-\alpha}$."""

    nargs = 3
    is_positive = True

    @staticmethod
    def enclosed(tokens: fmpq | arb, alpha: fmpq | arb, samples: fmpq | arb) -> arb:
        """A ball around the sum; raises `TypeError` unless all is rational."""
        parts = (tokens, alpha, samples)
        if not all(isinstance(x, fmpq) for x in parts) or not tokens >= 1:
            raise TypeError(f"No enclosure of the sum is known at {parts}.")
        return _enclosed(int(tokens.floor()), arb(alpha), arb(samples))

    def _latex(self, printer: LatexPrinter, exp: object = None) -> str:
        tokens, alpha, samples = (printer._print(part) for part in self.args)
        p = rf"\frac{{x^{{-{alpha}}}}}{{\sum_{{j \le {tokens}}} j^{{-{alpha}}}}}"
        total = rf"\sum_{{x \le {tokens}}} {p} \left(1 - {p}\right)^{{{samples}}}"
        return total if exp is None else rf"\left({total}\right)^{{{exp}}}"


def _enclosed(tokens: int, alpha: arb, samples: arb) -> arb:
    bits = ctx.prec
    with ctx.workprec(bits + 40):
        first = arb(1) / PowerSum.enclosed(fmpq(tokens), fmpq(1) if alpha == 1 else alpha)
        scale = float((first * (samples + 1)).mid()) / _SMALL
        start = tokens + 1 if tokens <= _SHORT else ceil(max(2.0, scale ** (1 / float(alpha.mid()))))
        total = arb(0)
        for x in range(1, min(start, tokens + 1)):
            p = first / arb(x) ** alpha
            total += p * (1 - p) ** samples
        return total + _rest(first, alpha, samples, start, tokens) if start <= tokens else total


def _rest(first: arb, alpha: arb, samples: arb, start: int, last: int) -> arb:
    """The tokens from `start` on by the binomial series, whose terms fall by half from some term on."""
    total, factor, k = arb(0), first, 0
    least = arb(2) ** -(ctx.prec - 8)
    while True:
        power = alpha * (k + 1)
        term = factor * (power.zeta(arb(start)) - power.zeta(arb(last + 1)))
        total += term
        if k > 2 * _SMALL and abs(term) < least * abs(total):
            return total + arb(0, float(abs(term).upper()))
        factor, k = -factor * first * (samples - k) / (k + 1), k + 1


def _on_tokens(fact: sp.Eq) -> sp.Eq:
    def as_sum(total: TokenSum) -> sp.Expr:
        return UnseenMass(total.law.tokens, total.law.exponent, powers_of(total.summand)[1])

    return with_right(fact, fact.rhs.replace(TokenSum, lambda *parts: as_sum(TokenSum(*parts))))


def _on_tokens_conditions(fact: sp.Eq) -> tuple[str, ...]:
    (total,) = fact.rhs.atoms(TokenSum)
    if powers_of(total.summand)[0] != 1 or total.law.tokens == sp.oo:
        raise SideConditionError(f"{total} is no sum of p (1 - p)^T over finitely many tokens.")
    return ("the number of tokens is finite",)


def _check_on_tokens(result: sp.Eq, fact: sp.Eq) -> str:
    """A few tokens added up as rational numbers, and a thousand, of which most are left to a series."""
    (total,), (mass,) = fact.rhs.atoms(TokenSum), result.rhs.atoms(UnseenMass)
    if mass.args[:2] != (total.law.tokens, total.law.exponent) or sp.cancel(result.rhs / mass) != 1:
        raise CheckFailed(f"{mass} is not about the law {total.law}.")
    for tokens, alpha, samples in (*_PLACES, (400, sp.Integer(2), 50)):
        with mpmath.workdps(30):
            terms = [mpmath.mpf(x) ** -number(alpha, {}) for x in range(1, tokens + 1)]
            whole = mpmath.fsum(terms)
            count = mass.args[2].subs(dict.fromkeys(mass.args[2].free_symbols, samples))
            added = mpmath.fsum(u / whole * (1 - u / whole) ** int(count) for u in terms)
            found = number(UnseenMass(tokens, alpha, count), {})
            if abs(added / found - 1) > mpmath.mpf(10) ** -20:
                raise CheckFailed(f"At {(tokens, alpha, count)} the tokens add up to {added}, not {found}.")
    return "added up token by token at three sizes, to 20 digits"


def _count(fact: sp.Eq) -> sp.Le:
    def bounded(total: TokenSum) -> sp.Expr:
        a, b = powers_of(total.summand)
        return total.law.tokens * (a / (a + b)) ** a

    right = fact.rhs.replace(TokenSum, lambda *parts: bounded(TokenSum(*parts)))
    return sp.Le(fact.lhs, right, evaluate=False)


def _check_count(result: sp.Le, fact: sp.Eq) -> str:
    """The sum itself, at three sizes and two laws."""
    (total,) = fact.rhs.atoms(TokenSum)
    for tokens, alpha, samples in (*_PLACES, (50, sp.Rational(1, 2), 200)):
        parts = (total.law.tokens, total.law.exponent, powers_of(total.summand)[1])
        values = (sp.Integer(tokens), alpha, sp.Integer(samples))
        at = {s: v for s, v in zip(parts, values, strict=True) if s.is_Symbol}
        if number(UnseenMass(*parts), at) > number(result.rhs, at):
            raise CheckFailed(f"At {at} the sum exceeds {number(result.rhs, at)}.")
    return "above the sum itself at three sizes"


def rough(expression: sp.Expr, at: Mapping[sp.Symbol, sp.Expr]) -> mpmath.mpf:
    """The middle of a ball at half the bits that `number` takes; raises `CheckFailed` where there is none."""
    found = possible_value(expression, at, _ROUGH)
    if found is None or not arb(found).is_finite():
        raise CheckFailed(f"No ball holds {expression} at {at}.")
    return mpmath.mpf(arb(found).mid().str(40, radius=False))


def _slope(fact: sp.Eq, *, variable: sp.Symbol, sizes: tuple[int, ...], name: sp.Symbol) -> sp.Eq:
    logs = [sp.log(size) for size in sizes]
    middle = sp.Add(*logs) / len(logs)
    spread = sp.Add(*((x - middle) ** 2 for x in logs))
    heights = (sp.log(fact.rhs.subs(variable, size)) for size in sizes)
    rise = sp.Add(*((x - middle) * y for x, y in zip(logs, heights, strict=True)))
    return sp.Eq(name, rise / spread, evaluate=False)


def _slope_conditions(
    fact: sp.Eq, *, variable: sp.Symbol, sizes: tuple[int, ...], name: sp.Symbol
) -> tuple[str, ...]:
    if len(set(sizes)) < 2 or not fact.rhs.is_positive:  # noqa: PLR2004 - a line takes two points
        raise SideConditionError(f"No line is fitted through {fact.rhs} at {sizes}.")
    return ("at least two sizes differ, and the logarithm is taken of what is positive",)


def _check_slope(
    result: sp.Eq, fact: sp.Eq, *, variable: sp.Symbol, sizes: tuple[int, ...], name: sp.Symbol
) -> str:
    """The normal equations of the line, solved."""
    at = dict.fromkeys(result.rhs.free_symbols, sp.Rational(5, 3))
    with mpmath.workdps(30):
        heights = [mpmath.log(rough(fact.rhs.subs(variable, size), at)) for size in sizes]
        rows = mpmath.matrix([[1, mpmath.log(size)] for size in sizes])
        line = mpmath.lu_solve(rows.T * rows, rows.T * mpmath.matrix(heights))
        if abs(line[1] - rough(result.rhs, at)) > mpmath.mpf(10) ** -20:
            raise CheckFailed(f"The line through the points has slope {line[1]}, not {result.rhs}.")
    return "the normal equations of the line solved at one exponent, to 20 digits"


on_finite_tokens: Final = Rule(
    name="sum over finitely many tokens",
    statement=r"$p(x) = x^{-\alpha} / \sum_{j \le N} j^{-\alpha}$ on N tokens.",
    apply=_on_tokens,
    conditions=_on_tokens_conditions,
    check=_check_on_tokens,
)

count_times_largest: Final = Rule(
    name="count times the largest term",
    statement=r"$\sum_{x \le N} p^a (1-p)^b \le N (\frac{a}{a+b})^a$.",
    apply=_count,
    conditions=_on_tokens_conditions,
    check=_check_count,
)

line_slope: Final = Rule(
    name="slope of a straight line",
    statement=(
        r"Least squares through $(t_k, y_k)$ give the slope "
        r"$\sum (t_k - \bar t) y_k / \sum (t_k - \bar t)^2$."
    ),
    apply=_slope,
    conditions=_slope_conditions,
    check=_check_slope,
)
