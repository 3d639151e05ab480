"""Calculations: what each kind of step proves, and that a step that does not hold is named."""

import pytest
from theorycheck.theory.kernel import Refused, believe, record
from theorycheck.theory.laws import Normal
from theorycheck.theory.model import Index, Model, Parameter, Size, fixed, iid
from theorycheck.theory.prove import suppose
from theorycheck.theory.tactics import bound, moments
from theorycheck.theory.tactics.items import one_of_sum
from theorycheck.theory.tactics.steps import (
    at_least,
    at_most,
    calculation,
    equals,
    less_than,
    more_than,
    worked_out,
)
from theorycheck.theory.terms import E, Sum, define, exp, log, max_over, norm2

x, y, z = map(Parameter, "xyz")
n, d = Size("n"), Size("d")
i, j = Index("i", n), Index("j", n)
g = Model(g=iid(Normal(dimension=d), n)).g
w = fixed("w", n)
ABOVE, SIGN = suppose(x <= y), suppose(x >= 0)


@pytest.mark.parametrize(
    ("calculated", "shown"),
    [
        (calculation(x * (x + 1), equals(x**2 + x)), "⊢ x (x + 1) = x² + x"),
        (calculation(x, at_most(y, ABOVE), less_than(y + 1)), "x ≤ y ⊢ x < y + 1"),
        (calculation(y, at_least(x, ABOVE), equals(x + 0), more_than(x - 1)), "x ≤ y ⊢ y > x - 1"),
        # Equals are put in, in facts too.
        (calculation(x + z, equals(x + 2, suppose(z == 2))), "z = 2 ⊢ x + z = x + 2"),
        (calculation(x * z, at_most(y, suppose(x * z <= z), suppose(z == y))), "x z ≤ z, z = y ⊢ x z ≤ y"),
        # One function of both sides.
        (calculation(exp(-2 * y), at_most(exp(-2 * x), ABOVE)), "x ≤ y ⊢ exp(-2 y) ≤ exp(-2 x)"),
        (calculation(log(n), less_than(log(n + 1))), "⊢ log(n) < log(n + 1)"),
        # Products of facts, and tactics.
        (calculation(x**2, at_most(y**2, ABOVE, SIGN)), "x ≤ y, x ≥ 0 ⊢ x² ≤ y²"),
        (calculation(1 / (n + 1), less_than(1 / n, bound)), "⊢ 1/(n + 1) < 1/n"),
        # Means: linearity, values, and what is below for any item.
        (
            calculation(E(norm2(g[i]) + 2 * x), equals(E(norm2(g[i])) + 2 * x), equals(d + 2 * x, moments)),
            "⊢ E[|g_i|² + 2 x] = d + 2 x",
        ),
        (
            calculation(
                E(max_over(i, norm2(g[i]))),
                at_most(E(Sum(j, norm2(g[j]))), one_of_sum(Sum(j, norm2(g[j])), i, ())),
                equals(n * d, moments),
            ),
            "⊢ E[max_j |g_j|²] ≤ n d",
        ),
        # What tactics find, and the same in factored form.
        (calculation(E(norm2(g[i])) + 1, worked_out(moments), worked_out()), "⊢ E[|g_i|²] + 1 = d + 1"),
        (calculation(define("D", x**2 - z), worked_out(suppose(z == x))), "z = x ⊢ D = x (x - 1)"),
        (calculation(Sum(j, w[j] - 1), at_most(Sum(j, w[j]))), "⊢ ∑_j (w_j - 1) ≤ ∑_j w_j"),
    ],
)
def test_a_calculation_relates_the_first_term_to_the_last(calculated, shown):
    assert repr(calculated) == shown
    assert believe(record(calculated)).proposition is calculated.proposition


@pytest.mark.parametrize(
    ("first", "steps", "named"),
    [
        (x, [equals(x + 0), at_most(x - 1)], r"Step 2, x ≤ x - 1, is not shown: Counterexample"),
        (x, [at_most(y, SIGN), at_most(y + 1)], r"Step 1, x ≤ y, is not shown"),
        (x**2, [at_most(y**2, ABOVE)], r"Step 1, x² ≤ y², is not shown"),
        (exp(y), [at_most(exp(x), ABOVE)], r"Step 1, exp\(y\) ≤ exp\(x\), is not shown"),
        (E(norm2(g[i])), [equals(d), equals(d + 1, moments)], r"Step 2, d = d \+ 1, is not shown"),
        (x, [at_most(y, ABOVE), at_least(x)], r"is not shown: x ≤ y ends in y"),
    ],
)
def test_a_step_that_does_not_hold_is_refused_and_named(first, steps, named):
    with pytest.raises(Refused, match=named):
        calculation(first, *steps)
