"""`products`: an order as a sum of nonnegative multiples of products of what is given."""

from fractions import Fraction

import pytest
from theorycheck.theory.check import check
from theorycheck.theory.kernel import Refused, believe, record
from theorycheck.theory.model import Parameter, Size, fixed
from theorycheck.theory.prove import prove, suppose
from theorycheck.theory.tactics import products
from theorycheck.theory.terms import cos, exp, inner, norm2, sin, sqrt, tanh

x, y, z = map(Parameter, "xyz")
n, d = Size("n"), Size("d")
u, v = fixed("u", d), fixed("v", d)


@pytest.mark.parametrize(
    ("statement", "where"),
    [
        (x**2 <= y**2, [x >= 0, x <= y]),
        (x * y < z**2 + 1, [x <= z, y <= z, y >= 0]),
        (1 / y <= x**2 / y, [x >= 1, y > 0]),
        (x**3 <= x, [x >= 0, x <= 1]),
        (n / d <= (2 * d + 1) / d, [n <= 2 * d + 1]),
        # An equation may be taken with either sign.
        (n <= 1 + d / (1 + (d - 1) * x), [x <= y, (n - 1) * (1 + (d - 1) * y) / d == 1, x >= 0]),
        # The product of a fact and of what is positive by its form.
        (exp(z) * x <= exp(z) * y, [x <= y]),
        (x * sqrt(d) / n <= y * sqrt(d) / n, [x <= y]),
        # So is what has an end by its form, and the square of a difference.
        (cos(x) * sin(y) * tanh(z) <= 1, []),
        (x * y <= y / 2 - y**2 / 2, [2 * x + y <= 1, y >= 0]),
        (4 * x * y <= 1, [x + y <= 1, x >= 0, y >= 0]),
        # What is not 0 is told beside.
        (4 * x * y <= 1, [x != y, x + y <= 1, x >= 0, y >= 0]),
        # Facts may be about products of vectors.
        (inner(u, v) ** 2 <= 4, [inner(u, v) ** 2 <= norm2(u) * norm2(v), norm2(u) <= 2, norm2(v) <= 2]),
        # Of equations alone an equation follows.
        (x == y + 1, [x - z == 1, z == y]),
        (x == 2 * y, [x / y == 2, y > 0]),
        (n == 1 + d / (1 + (d - 1) * x**2), [(n - 1) * (1 + (d - 1) * x**2) / d == 1, x**2 >= 0]),
        (x**2 == y**2, [x == y]),
        (x == y, [z * x == z * y, z != 0]),
    ],
)
def test_what_adds_up_from_the_facts_is_proved(statement, where):
    theorem = prove(statement, by=products, where=where)
    assert theorem.proposition is statement
    assert {h.proposition for h in believe(record(theorem)).hypotheses} <= set(where)
    assert check(statement, where, instances=2)


@pytest.mark.parametrize(
    ("statement", "where"),
    [
        (x**2 <= y**2, [x <= y]),
        (x**2 < y**2, [x >= 0, x <= y]),
        (y**2 <= x**2, [x >= 0, x <= y]),
        (1 / y <= x**2 / y, [x >= 1]),
        (n / d <= 2 * d / d, [n <= 2 * d + 1]),
        (cos(x) * sin(y) <= Fraction(9, 10), []),
        (5 * x * y <= 1, [x + y <= 1, x >= 0, y >= 0]),
        (4 * x * y <= 1, [x + y <= 1]),
        (x == y, [x**2 == y**2]),
        (x == y, [x <= y]),
        (x == y, [z * x == z * y]),
        (x == 2 * y, [x / y == 2]),
    ],
)
def test_what_does_not_add_up_is_refused(statement, where):
    with pytest.raises(Refused, match="no sum of products of what is given"):
        prove(statement, by=products, where=where)


def test_only_the_facts_that_are_taken_are_hypotheses():
    theorem = prove(x <= y, by=[products, suppose(x <= y), suppose(z <= 1)])
    assert [h.proposition for h in believe(record(theorem)).hypotheses] == [x <= y]
