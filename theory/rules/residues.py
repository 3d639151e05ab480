r"""Sums of powers over the tokens of a class, where classes are residues, and their limits.

Of the classes $x \bmod M$ that of $x = 1$ holds the most where terms fall: on N tokens, M dividing N, its sum
of $x^{-s}$ is $M^{-s} (\zeta(s, 1/M) - \zeta(s, (N+1)/M))$, and the sum over all is the same with one class.
"""

from __future__ import annotations

from typing import Final

import mpmath
import sympy as sp

from ..derivation import CheckFailed, Rule, SideConditionError
from .asymptotics import Growth
from .points import number

_ROWS: Final = (1, 2, 7)
_FAR: Final = (10**4, 10**8)


def _largest(fact: sp.Eq, classes: sp.Eq, *, name: sp.Symbol, tokens: sp.Symbol) -> sp.Eq:
    return sp.Eq(name, _summed(_power(fact), classes.rhs.args[1], tokens), evaluate=False)


def _total(fact: sp.Eq, *, name: sp.Symbol, tokens: sp.Symbol) -> sp.Eq:
    return sp.Eq(name, _summed(_power(fact), sp.Integer(1), tokens), evaluate=False)


def _power(fact: sp.Eq) -> sp.Expr:
    """The s of x^-s."""
    x = fact.lhs.args[0]
    base, exponent = fact.rhs.as_base_exp() if fact.rhs != 1 else (x, sp.Integer(0))
    if base != x or not exponent.is_Rational or exponent > 0 or exponent == -1:
        raise SideConditionError(f"{fact.rhs} is no falling power of {x} that has a zeta function.")
    return -exponent


def _summed(power: sp.Expr, classes: sp.Integer, tokens: sp.Symbol) -> sp.Expr:
    if power == 0:
        return tokens / classes
    first, beyond = (sp.zeta(power, start / classes) for start in (1, tokens + 1))
    return classes**-power * (first - beyond)


def _largest_conditions(
    fact: sp.Eq, classes: sp.Eq, *, name: sp.Symbol, tokens: sp.Symbol
) -> tuple[str, ...]:
    _power(fact)
    x = fact.lhs.args[0]
    if not isinstance(classes.rhs, sp.Mod) or classes.rhs.args[0] != x or not classes.rhs.args[1].is_Integer:
        raise SideConditionError(f"{classes} does not sort tokens by a residue.")
    modulus = classes.rhs.args[1]
    return (
        f"${sp.latex(modulus)}$ divides ${sp.latex(tokens)}$",
        "the terms fall: the class of the first token holds most",
    )


def _total_conditions(fact: sp.Eq, *, name: sp.Symbol, tokens: sp.Symbol) -> tuple[str, ...]:
    _power(fact)
    return ("every token is in one class",)


def _check_largest(result: sp.Eq, fact: sp.Eq, classes: sp.Eq, *, name: sp.Symbol, tokens: sp.Symbol) -> str:
    """All classes added up term by term, the largest taken."""
    return _added(result, fact, int(classes.rhs.args[1]), tokens)


def _check_total(result: sp.Eq, fact: sp.Eq, *, name: sp.Symbol, tokens: sp.Symbol) -> str:
    return _added(result, fact, 1, tokens)


def _added(result: sp.Eq, fact: sp.Eq, modulus: int, tokens: sp.Symbol) -> str:
    x = fact.lhs.args[0]
    for rows in _ROWS:
        count = rows * modulus
        with mpmath.workdps(30):
            terms = [number(fact.rhs.subs(x, k), {}) for k in range(1, count + 1)]
            largest = max(mpmath.fsum(terms[first::modulus]) for first in range(modulus))
            found = number(result.rhs, {tokens: sp.Integer(count)})
            if abs(largest - found) > mpmath.mpf(10) ** -25:
                raise CheckFailed(f"On {count} tokens the largest class holds {largest}, not {found}.")
    return "every class added up term by term at three numbers of tokens, to 25 digits"


def _far(fact: sp.Eq, *, variable: sp.Symbol) -> sp.Eq:
    gone = {tail: sp.Integer(0) for tail in _tails(fact, variable)}
    return sp.Eq(sp.Limit(fact.lhs, variable, sp.oo), sp.cancel(fact.rhs.xreplace(gone)), evaluate=False)


def _tails(fact: sp.Eq, variable: sp.Symbol) -> list[sp.Expr]:
    return [z for z in fact.rhs.atoms(sp.zeta) if z.has(variable)]


def _far_conditions(fact: sp.Eq, *, variable: sp.Symbol) -> tuple[str, ...]:
    for tail in _tails(fact, variable):
        power, start = tail.args
        slope = sp.diff(start, variable)
        if not (power > 1 and slope.is_positive and not slope.has(variable)):
            raise SideConditionError(f"{tail} does not vanish as {variable} grows.")
    limit = _far(fact, variable=variable).rhs
    if limit.has(variable) or not number(limit, {}) > 0:
        raise SideConditionError(f"Without its tails {fact.rhs} has no positive limit in {variable}.")
    return (r"$\zeta(s, y) \to 0$ as y grows, $s > 1$", "the limit is positive")


def _check_far(result: sp.Eq, fact: sp.Eq, *, variable: sp.Symbol) -> str:
    gaps = [abs(number(fact.rhs, {variable: sp.Integer(n)}) / number(result.rhs, {}) - 1) for n in _FAR]
    if not gaps[1] * 100 <= gaps[0] or gaps[1] > mpmath.mpf(10) ** -6:
        raise CheckFailed(f"At {_FAR} the distances from the limit are {gaps}.")
    return "the distance from the limit shrinks from 10^4 to 10^8"


def _constant_order(fact: sp.Eq, *, variable: sp.Symbol) -> Growth:
    return Growth(fact.lhs.args[0], sp.Tuple((variable, sp.Integer(0))))


def _constant_order_conditions(fact: sp.Eq, *, variable: sp.Symbol) -> tuple[str, ...]:
    if not isinstance(fact.lhs, sp.Limit) or fact.lhs.args[1:3] != (variable, sp.oo):
        raise SideConditionError(f"{fact} is no limit as {variable} grows.")
    if not number(fact.rhs, {}) > 0:
        raise SideConditionError(f"The limit {fact.rhs} is not positive.")
    return ("the limit is positive, by balls",)


largest_residue: Final = Rule(
    name="largest class of residues",
    statement=(
        r"$\max_c \sum_{x \le N,\, x \equiv c} x^{-s} = M^{-s} (\zeta(s, \frac1M) - \zeta(s, \frac{N+1}M))$."
    ),
    apply=_largest,
    conditions=_largest_conditions,
    check=_check_largest,
)

sum_of_powers: Final = Rule(
    name="sum of a power over the tokens",
    statement=r"$\sum_{x \le N} x^{-s} = \zeta(s) - \zeta(s, N+1)$.",
    apply=_total,
    conditions=_total_conditions,
    check=_check_total,
)

tails_vanish: Final = Rule(
    name="tails of zeta functions vanish",
    statement=r"$\zeta(s, y) \to 0$ as $y \to \infty$, $s > 1$.",
    apply=_far,
    conditions=_far_conditions,
    check=_check_far,
)

constant_order: Final = Rule(
    name="order of a positive limit, by balls",
    statement=r"What tends to a number $c > 0$ is of the order $N^0$.",
    apply=_constant_order,
    conditions=_constant_order_conditions,
)
