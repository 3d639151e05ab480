"""Combinations of facts: the multiples are found, and nothing is shown that does not follow."""

import random
from fractions import Fraction

import pytest
from theorycheck.theory.check import check
from theorycheck.theory.kernel import Refused
from theorycheck.theory.kernel.theorem import ordered
from theorycheck.theory.model import Index, Parameter, Size, fixed
from theorycheck.theory.node import add, multiply
from theorycheck.theory.prove import suppose
from theorycheck.theory.tactics import combined
from theorycheck.theory.terms import Sum, exp, log, sqrt

x, y, z = map(Parameter, "xyz")
n, d = Size("n"), Size("d", minimum=2)
i = Index("i", n)
w = fixed("w", n)
LEAST, MOST = suppose(x >= 1), suppose(y <= 3)
POSITIVE = suppose(x > 0), suppose(y > 0)


@pytest.mark.parametrize(
    ("goal", "parts"),
    [
        (3 * x - 2 * y >= -3, (LEAST, MOST)),
        (x**2 >= 1, ((LEAST, LEAST), LEAST)),
        (x**3 - 3 * x + 2 >= 0, ((LEAST, LEAST, LEAST), (LEAST, LEAST))),
        (x**2 * exp(y) >= exp(y), ((LEAST, LEAST, exp(y)), (LEAST, exp(y)))),
        (x * y**2 >= y**2, ((LEAST, y**2),)),
        (x + Fraction(7, 13) > 1, (LEAST, 1)),
        (d * x / 2 >= 1, ((d, LEAST), d - 2)),
        (x * Sum(i, w[i] ** 2) >= Sum(i, w[i] ** 2), ((LEAST, Sum(i, w[i] ** 2)),)),
    ],
)
def test_what_adds_up_follows(goal, parts):
    found = combined(goal, *parts)
    assert check(found.proposition, [h.proposition for h in found.hypotheses])


@pytest.mark.parametrize(
    ("goal", "parts"),
    [
        (x >= 2, (LEAST,)),
        (x <= 1, (LEAST,)),
        (x**2 >= 2, ((LEAST, LEAST), LEAST)),
        (-x >= -1, (LEAST,)),
        (x > 1, (LEAST,)),
        (x >= y, (LEAST, MOST)),
        (x + y >= 1, (LEAST, y)),
        (x * y >= y, ((LEAST, y),)),
        (exp(x) >= exp(1), (LEAST,)),
    ],
)
def test_what_does_not_add_up_is_refused(goal, parts):
    with pytest.raises(Refused):
        combined(goal, *parts)


@pytest.mark.parametrize("seed", range(12))
def test_any_multiples_are_found_again_and_smaller_ones_refused(seed):
    """A difference made of multiples of products: these are found, and not once a constant is taken off."""
    draw = random.Random(seed)
    facts = LEAST, MOST, suppose(z > x), suppose(x * y >= z)
    products = [tuple(draw.sample(facts, draw.randint(1, 3))) for _ in range(draw.randint(2, 6))]
    products = list(dict.fromkeys(tuple(sorted(own, key=facts.index)) for own in products))
    rises = [
        multiply(*(high - low for low, _, high in (ordered(f.proposition) for f in own))) for own in products
    ]
    total = add(*(Fraction(draw.randint(1, 40), draw.randint(1, 97)) * rise for rise in rises))
    assert combined(total >= 0, *products)
    with pytest.raises(Refused):
        combined(total - Fraction(1, 100) >= 0, *products)


def test_denominators_are_cleared_where_they_are_known_not_to_be_zero():
    share = x / (x + y) <= 1
    assert combined(share, (y, 1 / (x + y)), known=POSITIVE)
    with pytest.raises(Refused):
        combined(share, (y, 1 / (x + y)), known=POSITIVE[:1])


def test_roots_and_logarithms_are_taken_for_what_they_are():
    assert combined(sqrt(x) * sqrt(x) >= x / 2, x, known=POSITIVE)
    assert combined(log(x * y) == log(x) + log(y), known=POSITIVE)
    with pytest.raises(Refused):
        combined(log(x * y) == log(x) + log(y))


def test_equations_have_multiples_of_either_sign_and_terms_of_any():
    square, root = suppose(x**2 == y), suppose(z == x - y)
    assert combined(x**4 == y**2, (square, x**2 + y))
    assert combined(x**2 + 3 * z == 3 * x - 2 * y, square, root)
    assert combined(x**2 - y <= 0, square)
    for wrong in (x**4 == y**3, x**2 == z, x**2 - y < 0):
        with pytest.raises(Refused):
            combined(wrong, square, root)


def test_facts_that_are_not_needed_are_left_out():
    found = combined(x + 1 >= 1, x - 1, 1, LEAST, MOST)
    assert found.hypotheses == LEAST.hypotheses


def test_what_is_too_large_for_a_float_is_refused():
    with pytest.raises(Refused, match="too large"):
        combined(exp(x**40) + x >= 1, exp(x**40), LEAST)
