r"""Inequalities with checked side conditions: Markov, union, Weierstrass, exponential bound.

Each takes a statement, checks what its hypotheses ask of it, and produces a statement; where a
hypothesis cannot be established it raises `SideConditionError`.
"""

from __future__ import annotations

from fractions import Fraction
from random import Random

import mpmath
import sympy as sp

from ..derivation import CheckFailed, Rule, SideConditionError
from .events import ForAll, ForSome, Probability
from .points import WORKING_DIGITS, number, random_points, require_close
from .vectors import Inner, vectors


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


def _union(fact: sp.Rel, *, index: sp.Symbol, count: sp.Symbol) -> sp.Rel:
    return sp.Le(Probability(ForSome(fact.lhs.args[0], index, count)), count * fact.rhs, evaluate=False)


def _union_conditions(fact: sp.Rel, *, index: sp.Symbol, count: sp.Symbol) -> tuple[str, ...]:
    event = fact.lhs.args[0]
    if not isinstance(fact, sp.Le) or not isinstance(fact.lhs, Probability):
        raise SideConditionError("The union bound needs an upper bound on the probability of one event.")
    if index not in {v.index for v in vectors(event)} or fact.rhs.has(index):
        raise SideConditionError(
            f"The event {event} must be that of item {index}, its bound the same for every item."
        )
    return (f"the ${count}$ events have one probability, because the items are exchangeable",)


def _check_union(result: sp.Rel, fact: sp.Rel, *, index: sp.Symbol, count: sp.Symbol) -> str:
    """Attained by events that exclude each other: their masses add up, one for each item."""
    for items in range(1, 5):
        for point in random_points(fact.rhs.free_symbols - {count}):
            at = {**point, count: sp.Integer(items)}
            masses = [number(fact.rhs, at)] * items
            with mpmath.workdps(WORKING_DIGITS):
                require_close(mpmath.fsum(masses), number(result.rhs, at), f"{items} masses and the bound")
    return "attained by 1 to 4 events that exclude each other"


def _check_complement(result: sp.Rel, fact: sp.Rel) -> str:
    """The two events' masses add up to one, and negating twice gives the event back."""
    event, none = fact.lhs.args[0].args[0], result.lhs.args[0].args[0]
    if none.negated != event or sp.expand(result.rhs + fact.rhs - 1) != 0:
        raise CheckFailed(f"{result} is not the complement of {fact}.")
    return "the event and its negation share a mass of one"


def _complement(fact: sp.Rel) -> sp.Rel:
    event, index, count = fact.lhs.args[0].args
    return sp.Ge(Probability(ForAll(event.negated, index, count)), 1 - fact.rhs, evaluate=False)


def _factor_parts(fact: sp.Rel) -> tuple[sp.Expr, tuple[sp.Symbol, sp.Expr, sp.Expr]]:
    """The a_j of a product of 1 - a_j, and its limits."""
    product = fact.rhs
    return sp.expand(1 - product.function), product.limits[0]


def _arithmetic_sum(term: sp.Expr, limits: tuple[sp.Symbol, sp.Expr, sp.Expr]) -> sp.Expr:
    """The sum of a term linear in its index: the mean of the ends times the number of terms."""
    j, start, end = limits
    return sp.factor((term.subs(j, start) + term.subs(j, end)) * (end - start + 1) / 2)


def _product_conditions(fact: sp.Rel) -> tuple[str, ...]:
    if not isinstance(fact.rhs, sp.Product):
        raise SideConditionError(f"{fact.rhs} is not a product.")
    part, (j, start, _) = _factor_parts(fact)
    slope = sp.diff(part, j)
    if not (slope.is_nonnegative and part.subs(j, start).is_nonnegative and not slope.has(j)):
        raise SideConditionError(f"The parts {part} of the factors must be nonnegative and linear in {j}.")
    return (
        f"${sp.latex(part)} \\ge 0$",
        "the parts grow with the index: once one exceeds 1 the probability is 0 and the bounds hold",
    )


def _weierstrass(fact: sp.Rel) -> sp.Rel:
    return sp.Ge(fact.lhs, 1 - _arithmetic_sum(*_factor_parts(fact)), evaluate=False)


def _exponential(fact: sp.Rel) -> sp.Rel:
    return sp.Le(fact.lhs, sp.exp(-_arithmetic_sum(*_factor_parts(fact))), evaluate=False)


def _check_product_bound(result: sp.Rel, fact: sp.Rel) -> str:
    """Both sides multiplied out at small sizes, where all factors are nonnegative."""
    part, (j, start, end) = _factor_parts(fact)
    symbols = sorted(part.free_symbols - {j}, key=str)
    for size in range(1, 6):
        point = dict.fromkeys(symbols, sp.Integer(7)) | dict.fromkeys(end.free_symbols, sp.Integer(size))
        last = int(end.subs(point))
        exact = sp.Mul(*((1 - part).subs(point).subs(j, k) for k in range(int(start), last + 1)))
        bound = result.rhs.subs(point)
        if bool(exact < bound) if isinstance(result, sp.Ge) else bool(exact > bound):
            raise CheckFailed(f"With {size} factors the product is {exact}, on the wrong side of {bound}.")
    return "multiplied out for 1 to 5 factors"


def _bernoulli(fact: sp.Eq, *, count: sp.Symbol) -> sp.Rel:
    base = _compound_base(fact, count)
    return sp.Ge(fact.lhs, count * sp.factor(base - 1), evaluate=False)


def _compound_base(fact: sp.Eq, count: sp.Symbol) -> sp.Expr:
    base, exponent = (fact.rhs + 1).as_base_exp()
    if exponent != count:
        raise SideConditionError(f"{fact.rhs} is not (1 + x)^{count} - 1.")
    return base


def _bernoulli_conditions(fact: sp.Eq, *, count: sp.Symbol) -> tuple[str, ...]:
    base = _compound_base(fact, count)
    small = sp.together((base - 1).xreplace({s: 1 + sp.Dummy(nonnegative=True) for s in base.free_symbols}))
    if not sp.expand(sp.numer(small)).is_nonnegative:
        raise SideConditionError(f"{base - 1} is not known to be nonnegative.")
    return (f"${sp.latex(sp.factor(base - 1))} \\ge 0$", f"${sp.latex(count)}$ is a positive whole number")


def _check_bernoulli(result: sp.Rel, fact: sp.Eq, *, count: sp.Symbol) -> str:
    """Attained at one factor, and below the expanded power for two to four."""
    for size in range(1, 5):
        for point in random_points(fact.rhs.free_symbols - {count}):
            exact, bound = (number(side.rhs, {**point, count: sp.Integer(size)}) for side in (fact, result))
            if size == 1:
                require_close(exact, bound, "The power of one factor and the bound")
            elif bound >= exact:
                raise CheckFailed(f"With {size} factors the power is {exact}, not above {bound}.")
    return "attained with one factor and below the power for two to four"


markov = Rule(
    name="Markov",
    statement=r"$\mathbb{P}(x > \tau) \le \mathbb{E} x / \tau$ for $x \ge 0$ and $\tau > 0$.",
    apply=_markov,
    conditions=_markov_conditions,
    check=_check_markov,
)

union = Rule(
    name="union bound",
    statement=r"$\mathbb{P}(\bigcup_i A_i) \le \sum_i \mathbb{P}(A_i)$: $n$ times one where all are equal.",
    apply=_union,
    conditions=_union_conditions,
    check=_check_union,
)

complement = Rule(
    name="complement",
    statement=r"$\mathbb{P}(\text{no } A_i) = 1 - \mathbb{P}(\text{some } A_i)$.",
    apply=_complement,
    check=_check_complement,
)


bernoulli = Rule(
    name="Bernoulli",
    statement=r"$(1 + x)^L - 1 \ge L x$ for $x \ge 0$ and whole $L \ge 1$.",
    apply=_bernoulli,
    conditions=_bernoulli_conditions,
    check=_check_bernoulli,
)

weierstrass = Rule(
    name="Weierstrass product",
    statement=r"$\prod_j (1 - a_j) \ge 1 - \sum_j a_j$ for $0 \le a_j \le 1$.",
    apply=_weierstrass,
    conditions=_product_conditions,
    check=_check_product_bound,
)

exponential_bound = Rule(
    name="exponential bound",
    statement=r"$\prod_j (1 - a_j) \le e^{-\sum_j a_j}$ for $0 \le a_j \le 1$, since $1 - a \le e^{-a}$.",
    apply=_exponential,
    conditions=_product_conditions,
    check=_check_product_bound,
)
