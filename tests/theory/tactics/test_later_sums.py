"""Sums from a number on that a letter says, beside their values at many whole numbers."""

from math import log

import pytest
import theorycheck as tc
from theorycheck.theory.kernel import Refused, believe, record

FROM_ONE, FROM_TWO = ["n >= 1", "N >= 1"], ["n >= 2", "N >= 2"]
ORDERS = [
    ("1/j^2 <= 1/(n - 1)", "1/j^2 <= 1/n", FROM_TWO, [], lambda j: j**-2, lambda n, _: 1 / (n - 1)),
    ("1/j^2 <= 2/n", "1/j^2 <= 4/3/n", FROM_ONE, [], lambda j: j**-2, lambda n, _: 2 / n),
    (
        "1/j^3 <= 1/(2 (n - 1)^2)",
        "1/j^3 <= 1/(2 n^2)",
        FROM_TWO,
        [],
        lambda j: j**-3,
        lambda n, _: 0.5 * (n - 1) ** -2,
    ),
    (
        "1/j <= log(N/(n - 1))",
        "1/j <= log(N/n)",
        FROM_TWO,
        [],
        lambda j: 1 / j,
        lambda n, N: log(N / (n - 1)),
    ),
    (
        "g^j <= g^n/(1 - g)",
        "g^j <= g^n",
        FROM_ONE,
        ["g > 0", "g < 1"],
        lambda j: 0.7**j,
        lambda n, _: 0.7**n / 0.3,
    ),
    ("2^(-j) <= 2^(1 - n)", "2^(-j) <= 2^(-n)", FROM_ONE, [], lambda j: 2.0**-j, lambda n, _: 2.0 ** (1 - n)),
]
EQUATIONS = [
    ("1 == N - n + 1", "1 == N - n", FROM_ONE),
    ("j == (N (N + 1) - n (n - 1))/2", "j == (N (N + 1) - n (n + 1))/2", FROM_ONE),
    ("1/(j (j + 1)) == 1/n - 1/(N + 1)", "1/(j (j + 1)) == 1/n - 1/N", FROM_ONE),
]
FROM_NUMBERS = [
    ("sum_{j=2}^n 1/(j (j - 1)) == 1 - 1/n", "sum_{j=2}^n 1/(j (j - 1)) == 1 - 1/(n + 1)", 2),
    ("sum_{j=3}^n 1/((j - 1) (j - 2)) == 1 - 1/(n - 1)", "sum_{j=3}^n 1/((j - 1) (j - 2)) == 1 - 1/n", 3),
]


@pytest.mark.parametrize(("text", "neighbour", "sizes", "where", "term", "bound"), ORDERS)
def test_a_sum_from_a_letter_on_is_below_its_bound(text, neighbour, sizes, where, term, bound):
    where = ["n <= N", *where]
    found = tc.prove(f"sum_{{j=n}}^N {text}", sizes=sizes, where=where)
    assert believe(record(found)).status == "derived"
    first = 2 if sizes is FROM_TWO else 1
    for n in range(first, 12):
        assert all(sum(map(term, range(n, N + 1))) <= bound(n, N) + 1e-12 for N in range(n, 40))
    with pytest.raises(Refused, match="does not hold"):
        tc.prove(f"sum_{{j=n}}^N {neighbour}", sizes=sizes, where=where)


@pytest.mark.parametrize(("text", "neighbour", "sizes"), EQUATIONS)
def test_a_sum_from_a_letter_on_has_its_value(text, neighbour, sizes):
    found = tc.prove(f"sum_{{j=n}}^N {text}", sizes=sizes, where=["n <= N"])
    assert believe(record(found)).status == "derived"
    with pytest.raises(Refused, match="Counterexample"):
        tc.prove(f"sum_{{j=n}}^N {neighbour}", sizes=sizes, where=["n <= N"])
    with pytest.raises(Refused):
        # An empty sum is none of these.
        tc.prove(f"sum_{{j=n}}^N {text}", sizes=sizes)


@pytest.mark.parametrize(("text", "neighbour", "least"), FROM_NUMBERS)
def test_a_sum_from_a_number_on_whose_first_terms_are_no_numbers(text, neighbour, least):
    assert believe(record(tc.prove(text, sizes=[f"n >= {least}"]))).status == "derived"
    with pytest.raises(Refused, match="Counterexample"):
        tc.prove(neighbour, sizes=[f"n >= {least}"])
