r"""What storing one more item does to a vector: $x' = x - \eta \langle x, k \rangle k$, the key k fresh.

Bilinearity and linearity of the mean with symbolic coefficients, then recurrences for
the means of <x, u>, |x|^2 and <x, u>^2 as more and more items are stored.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import mpmath
import sympy as sp

from ..derivation import CheckFailed, Rule, SideConditionError
from .events import Expectation
from .points import WORKING_DIGITS, number, require_close, whole_points
from .realisation import require_same
from .vectors import Inner, Vector, vectors

_STEPS = 5


def _pair(fact: sp.Eq, other: sp.Expr) -> sp.Expr:
    """<left-hand side, other> by bilinearity, for a finite sum of scalars times vectors."""
    total = sp.Integer(0)
    for term in sp.Add.make_args(sp.expand(fact.rhs)):
        (vector,) = (f for f in sp.Mul.make_args(term) if isinstance(f, Vector))
        total += term / vector * Inner(vector, other)
    return total


def _inner_with(fact: sp.Eq, direction: sp.Eq) -> sp.Eq:
    u = direction.lhs.args[0]
    return sp.Eq(Inner(fact.lhs, u), _pair(fact, u), evaluate=False)


def _own_square(fact: sp.Eq) -> sp.Eq:
    total = sp.Integer(0)
    for term in sp.Add.make_args(sp.expand(fact.rhs)):
        (vector,) = (f for f in sp.Mul.make_args(term) if isinstance(f, Vector))
        total += term / vector * _pair(fact, vector)
    return sp.Eq(Inner(fact.lhs, fact.lhs), sp.expand(total), evaluate=False)


def _expect(fact: sp.Eq) -> sp.Eq:
    total = sp.Integer(0)
    for term in sp.Add.make_args(sp.expand(fact.rhs)):
        random = [f for f in sp.Mul.make_args(term) if f.has(Inner)]
        scalar = term / sp.Mul(*random)
        total += scalar * Expectation(sp.Mul(*random)) if random else scalar
    return sp.Eq(Expectation(fact.lhs), total, evaluate=False)


def _expect_conditions(fact: sp.Eq) -> tuple[str, ...]:
    if fact.rhs.has(Expectation):
        raise SideConditionError(f"{fact.rhs} holds an expectation already.")
    return ("the mean of a finite sum is the sum of the means",)


def _check_expect(result: sp.Eq, fact: sp.Eq) -> str:
    return require_same(fact.rhs, result.rhs)


def _coefficients(fact: sp.Eq, after: sp.Symbol, before: sp.Symbol) -> dict[sp.Expr, sp.Expr]:
    """The means on the right and their coefficients, by the mean's expression."""
    means = sorted(fact.rhs.atoms(Expectation), key=sp.default_sort_key)
    return {mean: sp.factor(sp.expand(fact.rhs).coeff(mean)) for mean in means}


def _renamed(fact: sp.Eq) -> sp.Expr:
    """The mean on the left, written for the vector before the step."""
    (after,) = {v for v in vectors(fact.lhs) if v.name.endswith("'")}
    return fact.lhs.xreplace({after: Vector(after.name.removesuffix("'"))})


def _gains(facts: tuple[sp.Eq, ...]) -> tuple[sp.Expr, sp.Expr, sp.Expr]:
    """Own gain, coupling, and the gain of what it is coupled to; raises where there is more."""
    last, *others = reversed(facts)
    found = {m: sp.factor(sp.expand(last.rhs).coeff(m)) for m in last.rhs.atoms(Expectation)}
    own = found.pop(_renamed(last), sp.Integer(0))
    if not found:
        return own, sp.Integer(0), sp.Integer(0)
    if len(found) != 1 or not others or _renamed(others[0]) not in found:
        raise SideConditionError(f"{last} is coupled to more than the statement before it.")
    return own, found[_renamed(others[0])], _gains((others[0],))[0]


def _after(*facts: sp.Eq, count: sp.Symbol, name: str) -> sp.Eq:
    own, coupling, other = _gains(facts)
    value = own ** (count - 1)
    if coupling != 0:
        value += sp.factor(coupling / (own - other)) * (own ** (count - 1) - other ** (count - 1))
    return sp.Eq(sp.Function(name)(count), value, evaluate=False)


def _after_conditions(*facts: sp.Eq, count: sp.Symbol, name: str) -> tuple[str, ...]:
    own, coupling, other = _gains(facts)
    if coupling != 0 and sp.expand(own - other) == 0:
        raise SideConditionError("The two gains are equal, and the solution has another form.")
    return ("every new key is independent of the ones before", "the vector starts as the unit vector itself")


def _check_after(result: sp.Eq, *facts: sp.Eq, count: sp.Symbol, name: str) -> str:
    """Run both recurrences for up to five items, from one and one."""
    own, coupling, other = _gains(facts)
    for point in whole_points(own.free_symbols | coupling.free_symbols | other.free_symbols):
        a, c, b = (sp.sympify(part, strict=True).subs(point) for part in (own, coupling, other))
        value, companion = sp.Integer(1), sp.Integer(1)
        for items in range(1, _STEPS + 1):
            formula = number(result.rhs, {**point, count: sp.Integer(items)})
            require_close(number(value, {}), formula, f"The recurrence run for {items} items")
            value, companion = a * value + c * companion, b * companion
    return f"the recurrences were run for 1 to {_STEPS} items at random rational points"


def _spread(kept: sp.Eq, length: sp.Eq, *, count: sp.Symbol, name: str) -> sp.Eq:
    (gain,) = (b for b, e in (f.as_base_exp() for f in sp.Mul.make_args(length.rhs)) if e.has(count))
    means = kept.rhs.atoms(Expectation)
    share = sp.factor(kept.rhs.xreplace(dict.fromkeys(means, sp.Integer(1))))
    total = sp.factor(share / (1 - gain)) * (1 - gain ** (count - 1))
    return sp.Eq(sp.Function(name)(count), total, evaluate=False)


def _check_spread(result: sp.Eq, kept: sp.Eq, length: sp.Eq, *, count: sp.Symbol, name: str) -> str:
    """Add up the items one by one: the item stored s steps before the last has share * length after s."""
    share = kept.rhs.xreplace(dict.fromkeys(kept.rhs.atoms(Expectation), sp.Integer(1)))
    for point in whole_points(share.free_symbols | length.rhs.free_symbols - {count}):
        for items in range(1, _STEPS):
            parts = (share * length.rhs.subs(count, s) for s in range(1, items))
            total = sum(parts, start=sp.Integer(0)).subs(point)
            formula = number(result.rhs, {**point, count: sp.Integer(items)})
            require_close(number(sp.sympify(total), {}), formula, f"The items added up one by one, {items}")
    return f"added up item by item for 1 to {_STEPS - 1} items"


def _recall_error(square: sp.Eq, mean: sp.Eq, spread: sp.Eq, *, rate: sp.Expr) -> sp.Eq:
    value = rate**2 * square.rhs - 2 * rate * mean.rhs + 1 + spread.rhs
    return sp.Eq(sp.Symbol("e"), value, evaluate=False)


def _check_recall_error(result: sp.Eq, square: sp.Eq, mean: sp.Eq, spread: sp.Eq, *, rate: sp.Expr) -> str:
    """All signs of three values: |sum_j c_j v_j - v_1|^2 for coefficients 1/2, -2, 3."""
    weights = (Fraction(1, 2), Fraction(-2), Fraction(3))
    signs = list(product((-1, 1), repeat=3))
    exact = sum((sum(c * s for c, s in zip(weights, v, strict=True)) - v[0]) ** 2 for v in signs) / len(signs)
    by_rule = weights[0] ** 2 - 2 * weights[0] + 1 + weights[1] ** 2 + weights[2] ** 2
    if exact != by_rule:
        raise CheckFailed(f"Over all signs the squared error is {exact}, not {by_rule}.")
    for point in whole_points(result.rhs.free_symbols):
        given = (number(fact.rhs, point) for fact in (square, mean, spread))
        (a, b, c), eta = given, number(sp.sympify(rate), point)
        with mpmath.workdps(WORKING_DIGITS):
            together = eta**2 * a - 2 * eta * b + 1 + c
        require_close(together, number(result.rhs, point), "The parts put together")
    return "all signs of three values were enumerated"


inner_with = Rule(
    name="inner product of a combination",
    statement=r"$\langle \sum_a c_a x_a, u \rangle = \sum_a c_a \langle x_a, u \rangle$.",
    apply=_inner_with,
    check=lambda result, fact, direction: require_same(
        Inner(fact.lhs, direction.lhs.args[0]), result.rhs, fact
    ),
)

own_square = Rule(
    name="squared norm of a combination",
    statement=r"$|\sum_a c_a x_a|^2 = \sum_{a, b} c_a c_b \langle x_a, x_b \rangle$.",
    apply=_own_square,
    check=lambda result, fact: require_same(Inner(fact.lhs, fact.lhs), result.rhs, fact),
)

expect = Rule(
    name="linearity of the mean",
    statement=r"$\mathbb{E} \sum_a c_a f_a = \sum_a c_a \mathbb{E} f_a$.",
    apply=_expect,
    conditions=_expect_conditions,
    check=_check_expect,
)

after_items = Rule(
    name="one item after another",
    statement=r"$A' = a A + c B$, $B' = b B$ from $A = B = 1$: $A = a^m + \frac{c}{a-b} (a^m - b^m)$.",
    apply=_after,
    conditions=_after_conditions,
    check=_check_after,
)

spread_over_items = Rule(
    name="geometric sum over the items",
    statement=r"$\sum_{s=0}^{n-2} w b^s = w (1 - b^{n-1})/(1 - b)$.",
    apply=_spread,
    check=_check_spread,
)

recall_error = Rule(
    name="error of recall",
    statement=(
        r"$\mathbb{E} |\sum_j c_j v_j - v_1|^2 = \mathbb{E} (c_1 - 1)^2 + \sum_{j > 1} \mathbb{E} c_j^2$ for "
        r"independent centred values of mean square length one."
    ),
    apply=_recall_error,
    check=_check_recall_error,
)
