"""Orders from orders: chains with equations, functions that grow, sums over items, and unions of events."""

from __future__ import annotations

from contextlib import suppress

from ..kernel import Refused, Theorem, apply
from ..kernel.theorem import ordered
from ..node import TRUE, Term, Value, as_term, number
from ..terms import Sum, any_
from .combinations import combined
from .goals import Given
from .rewriting import converted, itself, left, nonnegative, then, zero_by_signs

_FUNCTIONS = frozenset({"exp", "log", "erfc"})


def linked(first: Theorem, *others: Theorem) -> Theorem:
    """a <= c from a <= b and b <= c, and so on; so for < and =. Equations are turned where they must be.

    >>> from theorycheck.theory.model import Parameter
    >>> from theorycheck.theory.prove import suppose
    >>> x, y, z = map(Parameter, "xyz")
    >>> linked(suppose(y == x), suppose(z >= y))
    y = x, z ≥ y ⊢ x ≤ z
    """
    for other in others:
        (a, relation, b), (c, kind, d) = ordered(first.proposition), ordered(other.proposition)
        if b not in {c, d if kind == "eq" else c} and relation == "eq" and a in {c, d if kind == "eq" else c}:
            first, b = apply("symmetric", first), a
        following = apply("symmetric", other) if b is not c and kind == "eq" else other
        first = then(first, following) if relation == kind == "eq" else apply("transitive", first, following)
    return first


def grown(order: Theorem, function: str | Value, *known: Theorem) -> Theorem:
    """f(a) <= f(b) from a <= b for exp or log, f(b) <= f(a) for erfc, and a^e <= b^e for a number e.

    >>> from theorycheck.theory.model import Size
    >>> d = Size("d", minimum=2)
    >>> grown(apply("bounded", term=d, end="low"), "log")
    ⊢ log(2) ≤ log(d)
    """
    if isinstance(function, str):
        return apply("monotone", order, *known, function=function, exponent=number(1))
    return apply("monotone", order, *known, function="power", exponent=as_term(function))


def fallen(order: Theorem, e: Value, *known: Theorem) -> Theorem:
    """b^-e <= a^-e from a <= b, for positive a and b and 0 < e.

    >>> from theorycheck.theory.model import Size
    >>> n = Size("n", minimum=2)
    >>> fallen(apply("bounded", term=n, end="low"), 3)
    ⊢ 1/n³ ≤ 1/8
    """
    a, _, b = ordered(order.proposition)
    less = combined(1 / b <= 1 / a, (order, 1 / a, 1 / b), known=known)
    return combined(b ** (-e) <= a ** (-e), grown(less, e, *known), known=known)


def quotient(order: Theorem, divisors: Theorem, sign: Theorem, some: Theorem) -> Theorem:
    """a/c <= b/k from a <= b, k <= c, 0 <= b and 0 < k.

    >>> from theorycheck.theory.model import Parameter
    >>> from theorycheck.theory.prove import suppose
    >>> x, k, c = map(Parameter, "xkc")
    >>> quotient(suppose(x <= 1), suppose(k <= c), apply("positive", term=number(1)), suppose(k > 0))
    k > 0, k ≤ c, x ≤ 1 ⊢ x/c ≤ 1/k
    """
    (a, b), (k, c) = (ordered(fact.proposition)[::2] for fact in (order, divisors))
    parts = (order, 1 / c), (sign, divisors, 1 / k, 1 / c)
    return combined(a / c <= b / k, *parts, known=[some, linked(some, divisors)])


def discharged(theorem: Theorem, *facts: Theorem) -> Theorem:
    """The theorem without those of its hypotheses that the facts say, be it from the other side.

    >>> from theorycheck.theory.model import Parameter
    >>> from theorycheck.theory.prove import suppose
    >>> x = Parameter("x")
    >>> discharged(grown(suppose(x <= 2), "exp"), linked(suppose(x <= 1), combined(number(1) <= 2, 1)))
    x ≤ 1 ⊢ exp(x) ≤ exp(2)
    """
    for fact in facts:
        for own in (fact, apply("symmetric", fact)) if fact.proposition.head != "all" else (fact,):
            if any(hypothesis.proposition is own.proposition for hypothesis in theorem.hypotheses):
                theorem = apply("cut", own, theorem)
    return theorem


def both(fact: Theorem) -> tuple[Theorem, Theorem]:
    """p and q from p and q, or -b <= x and x <= b from |x| <= b."""
    pair = fact if fact.proposition.head == "and" else apply("within_modulus", fact)
    return apply("one_of_both", pair, position=0), apply("one_of_both", pair, position=1)


def at(fact: Theorem, *items: Term | tuple[Term, Theorem]) -> Theorem:
    """What holds for all items, of the given ones; beside one that meets a condition, that it does.

    >>> from theorycheck.theory.model import Index, Size, fixed
    >>> from theorycheck.theory.prove import suppose
    >>> from theorycheck.theory.terms import all_
    >>> n = Size("n")
    >>> i, j, x = Index("i", n), Index("j", n), fixed("x", n)
    >>> at(suppose(all_(i, all_(j != i, x[i] <= x[j]))), i, (j, suppose(j != i)))
    j ≠ i, x_j ≤ x_l for all l ≠ j for all j ⊢ x_i ≤ x_j
    """
    for item in items:
        index, *allowed = item if isinstance(item, tuple) else (item,)
        fact = apply("each", fact, *allowed, index=index)
    return fact


def summed(fact: Theorem, *over: Term, distinct: Given = ()) -> Theorem:
    """sum_j a_j <= sum_j b_j from a_j <= b_j, or with = from a_j = b_j, over indices, the inner first, or
    conditions that begin with one; what does not depend on the index is counted, of `distinct` indices.

    >>> from theorycheck.theory.model import Index, Size, fixed
    >>> from theorycheck.theory.prove import suppose
    >>> n = Size("n")
    >>> i, j, x = Index("i", n), Index("j", n), fixed("x", n)
    >>> summed(apply("bounded", term=x[j] ** 2, end="low"), j != i)
    ⊢ 0 ≤ ∑_{j ≠ i} x_j²
    """
    for binding in over:
        index = _index(binding)
        if fact.proposition.head == "eq":
            fact = apply("under", fact, binder=Sum(binding, left(fact)), index=index)
            fact = converted(fact, lambda total: _counted(total, distinct))
        else:
            condition = TRUE if binding is index else binding
            fact = apply("sum_monotone", fact, condition=condition, index=index)
            low, _, high = ordered(fact.proposition)
            fact = linked(_counted(low, distinct), fact, _counted(high, distinct))
    return fact


def _index(binding: Term) -> Term:
    while binding.head != "index":
        binding = binding.args[0]
    return binding


def _counted(total: Term, distinct: Given) -> Theorem:
    """A sum of n alike terms x as n x, and a sum of zeros as 0."""
    if total.args[2] is number(0):
        return apply("componentwise", left=total, right=number(0))
    with suppress(Refused):
        return apply("count", *distinct, term=total)
    return itself(total)


def some_of(one: Theorem, over: Term, *distinct: Theorem) -> Theorem:
    """P(some A_j) <= sum_j b_j from P(A_j) <= b_j, or n b where these are alike.

    >>> from theorycheck.theory.laws import Normal
    >>> from theorycheck.theory.model import Index, Model, Size, iid
    >>> from theorycheck.theory.terms import P
    >>> i, j = Index("i", n := Size("n")), Index("j", n)
    >>> z = Model(z=iid(Normal(), n)).z
    >>> some_of(apply("bounded", term=P(z[j] > 1), end="high"), j != i)
    ⊢ P(z_j > 1 for some j ≠ i) ≤ n - 1
    """
    chance = ordered(one.proposition)[0]
    each = one if one.proposition.head in {"le", "lt", "ge", "gt"} else apply("weakened", one)
    return linked(apply("union", event=any_(over, *chance.args)), summed(each, over, distinct=distinct))


def never_some(never: Theorem, over: Term) -> Theorem:
    """P(some A_j) = 0 from P(A_j) = 0, or P(A_j) <= 0."""
    none = some_of(never, over)
    none = linked(none, apply("ring", left=ordered(none.proposition)[2], right=number(0)))
    return zero_by_signs(none, nonnegative(left(none)))
