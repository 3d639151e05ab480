"""Sums over tokens of indicators: their mean puts a probability in each indicator's place.

Which events depend on each other does not matter, as a mean is linear; each term then takes the probability
of its own token.
"""

from __future__ import annotations

from itertools import product

import mpmath
import sympy as sp

from ..derivation import CheckFailed, Rule, SideConditionError
from .events import Expectation, Probability
from .points import WORKING_DIGITS, number, random_points, require_close
from .token_sums import SHARE, Indicator, TokenSum
from .vectors import with_right


def _mean_of_indicators(fact: sp.Eq) -> sp.Eq:
    mean = fact.rhs.replace(lambda e: isinstance(e, Indicator), lambda e: Probability(e.args[0]))
    return sp.Eq(Expectation(fact.lhs), mean, evaluate=False)


def _indicator_conditions(fact: sp.Eq) -> tuple[str, ...]:
    sums = fact.rhs.atoms(TokenSum)
    if len(sums) != 1 or not all(_is_linear(total.summand) for total in sums):
        raise SideConditionError(f"{fact.rhs} is not a sum over tokens of shares times one indicator.")
    return ("the sum has terms of one sign, so mean and sum may be exchanged",)


def _is_linear(summand: sp.Expr) -> bool:
    return sum(isinstance(factor, Indicator) for factor in sp.Mul.make_args(summand)) == 1


def _check_mean(result: sp.Eq, fact: sp.Eq) -> str:
    """Three tokens whose events depend on each other: all eight outcomes, weighed by a law of their own."""
    weights = [sp.Rational(k, 36) for k in range(1, 9)]
    shares = [sp.Rational(1, 2), sp.Rational(1, 3), sp.Rational(1, 6)]
    outcomes = list(product((0, 1), repeat=3))
    (total,), (mean,) = fact.rhs.atoms(TokenSum), result.rhs.atoms(TokenSum)
    before = sum(w * sum(_valued(total, u, bit) for u, bit in zip(shares, o, strict=True))
                 for w, o in zip(weights, outcomes, strict=True))  # fmt: skip
    chances = [sum(w * o[k] for w, o in zip(weights, outcomes, strict=True)) for k in range(3)]
    after = sum(_valued(mean, u, chance) for u, chance in zip(shares, chances, strict=True))
    if sp.expand(fact.rhs.xreplace({total: before}) - result.rhs.xreplace({mean: after})) != 0:
        raise CheckFailed(f"Over eight outcomes the mean is {before}, and the rule gives {after}.")
    return "all outcomes of three events that depend on each other were enumerated"


def _valued(total: TokenSum, share: sp.Expr, value: sp.Expr) -> sp.Expr:
    events = total.summand.atoms(Indicator, Probability)
    return total.summand.xreplace({SHARE: share, **dict.fromkeys(events, sp.sympify(value))})


def _put_probability_in(fact: sp.Eq, known: sp.Eq, *, share: sp.Symbol) -> sp.Eq:
    return with_right(fact, fact.rhs.xreplace({known.lhs: known.rhs.xreplace({share: SHARE})}))


def _put_conditions(fact: sp.Eq, known: sp.Eq, *, share: sp.Symbol) -> tuple[str, ...]:
    if not fact.rhs.has(known.lhs):
        raise SideConditionError(f"{fact.rhs} does not hold {known.lhs}.")
    return (f"the probability is that of a token of share ${sp.latex(share)}$, whichever it is",)


def _check_put(result: sp.Eq, fact: sp.Eq, known: sp.Eq, *, share: sp.Symbol) -> str:
    """Token by token at random shares: the probability's value put in for its name."""
    (before,), (after,) = fact.rhs.atoms(TokenSum), result.rhs.atoms(TokenSum)
    for point in random_points(known.rhs.free_symbols | after.free_symbols | {share}):
        inside = {**point, share: 1 / point[share]}
        value = number(known.rhs, inside)
        named = before.summand.xreplace({SHARE: inside[share], known.lhs: sp.Integer(1)})
        one = number(fact.rhs.xreplace({before: named}), inside)
        other = number(result.rhs.xreplace({after: after.summand.xreplace({SHARE: inside[share]})}), inside)
        with mpmath.workdps(WORKING_DIGITS):
            require_close(one * value, other, f"At the share {inside[share]} the two terms")
    return "term by term at three random shares to 50 digits"


def _opposite(fact: sp.Eq) -> sp.Eq:
    return sp.Eq(Probability(fact.lhs.args[0].negated), 1 - fact.rhs, evaluate=False)


def _check_opposite(result: sp.Eq, fact: sp.Eq) -> str:
    if result.lhs.args[0].negated != fact.lhs.args[0] or sp.expand(result.rhs + fact.rhs - 1) != 0:
        raise CheckFailed(f"{result} is not the opposite of {fact}.")
    return "the event and its opposite share a mass of one"


mean_of_indicators = Rule(
    name="mean of indicators",
    statement=r"$\mathbb{E} \sum_x p(x) 1[A_x] = \sum_x p(x) \mathbb{P}(A_x)$, whatever the dependence.",
    apply=_mean_of_indicators,
    conditions=_indicator_conditions,
    check=_check_mean,
)

put_probability_in = Rule(
    name="probability of each token's event",
    statement="Each term of a sum over tokens takes its own probability.",
    apply=_put_probability_in,
    conditions=_put_conditions,
    check=_check_put,
)

opposite = Rule(
    name="opposite event",
    statement=r"$\mathbb{P}(A^c) = 1 - \mathbb{P}(A)$.",
    apply=_opposite,
    check=_check_opposite,
)
