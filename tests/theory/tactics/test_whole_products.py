"""Products over all items beside sums: Weierstrass, the birthday bound; held to exact products."""

from fractions import Fraction
from math import exp, prod

import numpy as np
import pytest
import theorycheck as tc
from theorycheck.theory.kernel import Refused, believe, record

from .neighbours import is_proved_and_its_neighbour_is_not

X, UNIT = ["x: fixed(n)"], ["x_j >= 0 for all j", "x_j <= 1 for all j"]
TRUE = {
    "prod_j (1 - x_j) >= 1 - sum_j x_j": "prod_j (1 - x_j) >= 1 - sum_j x_j/2",
    "prod_j x_j >= sum_j x_j - n + 1": "prod_j x_j >= sum_j x_j - n + 2",
    "1 - prod_j (1 - x_j) <= sum_j x_j": "1 - prod_j (1 - x_j) <= max_j x_j",
    "prod_j (1 - x_j) <= exp(-sum_j x_j)": "prod_j (1 - x_j) <= exp(-2 sum_j x_j)",
    "prod_j (1 - x_j/2) >= 1 - 1/2 sum_j x_j": "prod_j (1 - x_j/2) >= 1 - 1/4 sum_j x_j",
}


@pytest.mark.parametrize("text", TRUE)
def test_a_product_is_beside_a_sum_where_its_factors_are_chances(text):
    is_proved_and_its_neighbour_is_not(text, TRUE[text], X, UNIT)


@pytest.mark.parametrize("where", [[], UNIT[:1], UNIT[1:], [UNIT[0], "x_j <= 3 for all j"]])
def test_the_factors_must_be_chances(where):
    # Of five factors 1 - 3 the product is -32, and 1 less the sum is -14.
    assert prod([1 - 3] * 5) < 1 - 15
    with pytest.raises(Refused):
        tc.prove("prod_j (1 - x_j) >= 1 - sum_j x_j", laws=X, where=where)


def test_the_birthday_bound_has_both_sides():
    sizes, where = ["N >= 2", "n >= 1"], ["n < N"]
    assert tc.prove("prod_{j=1}^n (1 - j/N) >= 1 - n (n + 1)/(2 N)", sizes=sizes, where=where)
    assert tc.prove("prod_{j=1}^n (1 - j/N) <= exp(-n (n + 1)/(2 N))", sizes=sizes, where=where)
    for n, big in ((1, 2), (5, 30), (22, 365)):
        chance = float(prod(1 - Fraction(j, big) for j in range(1, n + 1)))
        assert 1 - n * (n + 1) / (2 * big) <= chance <= exp(-n * (n + 1) / (2 * big))
    for false in ("1 - n (n - 1)/(2 N) - 0 N", "1 - n (n + 1)/(3 N)"):
        with pytest.raises(Refused, match="Counterexample"):
            tc.prove(f"prod_{{j=1}}^n (1 - j/N) >= {false}", sizes=sizes, where=where)
    with pytest.raises(Refused):
        tc.prove("prod_{j=1}^n (1 - j/N) <= exp(-n (n + 1)/(2 N))", sizes=sizes)


def test_the_chance_that_all_of_a_family_happen_may_differ_from_item_to_item():
    found = tc.prove(
        "P(u_j > x_j for all j) == prod_j (1 - x_j)", laws=["u: uniform(0, 1)", *X], where=UNIT, by="events"
    )
    assert believe(record(found)).status == "derived"
    x = np.array([0.2, 0.5, 0.7])
    share = np.mean(np.all(np.random.default_rng(0).random((200_000, 3)) > x, axis=1))
    spread = np.sqrt(share * (1 - share) / 200_000)
    assert abs(share - np.prod(1 - x)) < 5 * spread
    with pytest.raises(Refused):
        tc.prove("P(u_j > x_j for all j) == prod_j x_j", laws=["u: uniform(0, 1)", *X], where=UNIT)
    with pytest.raises(Refused):
        tc.prove("P(u_j > x_j for all j) == prod_j (1 - x_j)", laws=["u: uniform(0, 1)", *X])
