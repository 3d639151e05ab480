r"""Markov's inequality with checked side conditions.

Each takes a statement, checks what its hypotheses ask of it, and produces a statement; where a
hypothesis cannot be established it raises `SideConditionError`.
"""

from __future__ import annotations

from fractions import Fraction
from random import Random

import sympy as sp

from ..derivation import CheckFailed, Rule, SideConditionError
from .events import Probability
from .vectors import Inner


def is_nonnegative(variable: sp.Expr) -> bool:
    """Whether a random variable is nonnegative by form or declaration: squared norm, modulus, even power."""
    if variable.is_Symbol:
        return bool(variable.is_nonnegative)
    if isinstance(variable, Inner):
        return variable.squared_norm_of is not None
    if isinstance(variable, sp.Pow):
        return is_nonnegative(variable.base) or bool(variable.exp.is_even and variable.base.is_real)
    return isinstance(variable, sp.Abs)


def _markov(fact: sp.Rel, *, threshold: sp.Symbol) -> sp.Rel:
    return sp.Le(Probability(sp.Gt(fact.lhs.args[0], threshold)), fact.rhs / threshold, evaluate=False)


def _markov_conditions(fact: sp.Rel, *, threshold: sp.Symbol) -> tuple[str, ...]:
    variable = fact.lhs.args[0]
    if not isinstance(fact, sp.Eq | sp.Le):
        raise SideConditionError("Markov's inequality needs the mean, or an upper bound on it.")
    if not is_nonnegative(variable):
        raise SideConditionError(
            f"Markov's inequality needs a nonnegative variable, and {variable} has no such form."
        )
    if not sp.sympify(threshold, strict=True).is_positive:
        raise SideConditionError(
            f"Markov's inequality needs a positive threshold, and {threshold} may be none."
        )
    return (f"${sp.latex(variable)} \\ge 0$", f"${sp.latex(threshold)} > 0$")


def _check_markov(result: sp.Rel, fact: sp.Rel, *, threshold: sp.Symbol) -> str:
    """The law on {0, s} with mean m has P(x = s) = m/s: the bound is attained there as s -> tau."""
    random = Random(5)
    mean, tau = sp.Dummy("m", positive=True), sp.sympify(threshold, strict=True)
    bound = result.rhs.subs(fact.rhs, mean) if fact.rhs.is_Symbol else sp.cancel(result.rhs / fact.rhs) * mean
    for _ in range(3):
        m, s = Fraction(random.randint(1, 9), 10), Fraction(random.randint(10, 30), 7)
        attained = bound.subs(
            {mean: sp.Rational(m.numerator, m.denominator), tau: sp.Rational(s.numerator, s.denominator)}
        )
        if attained != sp.Rational(m.numerator, m.denominator) / sp.Rational(s.numerator, s.denominator):
            raise CheckFailed(
                f"The two-point law on 0 and {s} with mean {m} does not attain the bound {attained}."
            )
    return "attained by the law on two points, 0 and the threshold"


markov = Rule(
    name="Markov",
    statement=r"$\mathbb{P}(x > \tau) \le \mathbb{E} x / \tau$ for $x \ge 0$ and $\tau > 0$.",
    apply=_markov,
    conditions=_markov_conditions,
    check=_check_markov,
)
