"""Sums and products from a number on that a letter says, beside their values at many whole numbers."""

from math import exp, log, prod, sqrt

import pytest
import theorycheck as tc
from theorycheck.theory.check import check
from theorycheck.theory.kernel import Refused, believe, record

from .neighbours import is_proved_and_its_neighbour_is_not

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


@pytest.mark.usefixtures("quickly_refused")
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


PRODUCTS = [
    ("prod_{j=2}^n (1 - 1/j) == 1/n", "prod_{j=2}^n (1 - 1/j) == 1/(n + 1)", [], lambda j: 1 - 1 / j, 2),
    (
        "prod_{j=2}^n (1 - 1/j^2) <= (n + 1)/(2 n)",
        "prod_{j=2}^n (1 - 1/j^2) <= 1/2",
        [],
        lambda j: 1 - j**-2,
        2,
    ),
    (
        "prod_{j=3}^n (1 - 2/j) == 2/(n (n - 1))",
        "prod_{j=3}^n (1 - 2/j) == 2/n^2",
        [],
        lambda j: 1 - 2 / j,
        3,
    ),
    ("prod_{j=k+1}^n (1 - 1/j) == k/n", "prod_{j=k+1}^n (1 - 1/j) == (k + 1)/n", ["k <= n"], None, 1),
]


@pytest.mark.parametrize(("text", "neighbour", "where", "factor", "first"), PRODUCTS)
def test_a_product_from_a_number_on_has_its_value(text, neighbour, where, factor, first):
    sizes = [f"n >= {first}", "k >= 1"] if where else [f"n >= {first}"]
    found = tc.prove(text, sizes=sizes, where=where)
    assert believe(record(found)).status == "derived"
    assert check(found.proposition, [h.proposition for h in found.hypotheses], instances=10)
    with pytest.raises(Refused, match="Counterexample"):
        tc.prove(neighbour, sizes=sizes, where=where)
    if factor:
        value = {2: lambda n: (n + 1) / (2 * n) if "^2" in text else 1 / n, 3: lambda n: 2 / (n * (n - 1))}
        for n in range(first, 20):
            assert prod(map(factor, range(first, n + 1))) == pytest.approx(value[first](n))


def test_a_product_that_may_begin_beyond_its_last_factor_is_refused():
    with pytest.raises(Refused, match="Counterexample"):
        tc.prove("prod_{j=k+1}^n (1 - 1/j) == k/n", sizes=["n >= 1", "k >= 1"])


INTEGRALS = [
    # A bound, and a neighbour that is false.
    ("sum_{j=1}^n sqrt(j) <= 2/3 (n + 1)^(3/2)", "sum_{j=1}^n sqrt(j) <= 2/3 n^(3/2)"),
    ("sum_{j=1}^n sqrt(j) >= 2/3 n^(3/2)", "sum_{j=1}^n sqrt(j) >= 2/3 (n + 1)^(3/2)"),
    ("sum_{j=1}^n j^(-1/2) >= 2 sqrt(n + 1) - 2", "sum_{j=1}^n j^(-1/2) >= 2 sqrt(n + 1) - 1"),
    ("sum_{j=n+1}^(2 n) 1/j <= log(2)", "sum_{j=n+1}^(2 n) 1/j <= 2/3"),
    ("sum_{j=1}^n j^a <= (n + 1)^(a + 1)/(a + 1)", "sum_{j=1}^n j^a <= n^(a + 1)/(a + 1)"),
    ("sum_{j=1}^n j^a >= n^(a + 1)/(a + 1)", "sum_{j=1}^n j^a >= (n + 1)^(a + 1)/(a + 1)"),
    ("sum_{j=1}^n j^(-1 - a) <= (1 + a)/a", "sum_{j=1}^n j^(-1 - a) <= 1/a"),
    ("sum_{j=1}^n exp(-a j) <= 1/a", "sum_{j=1}^n exp(-a j) <= exp(-a)/a"),
]
VALUES = [
    (lambda n, _: sum(map(sqrt, range(1, n + 1))), lambda n, _: 2 / 3 * (n + 1) ** 1.5),
    (lambda n, _: 2 / 3 * n**1.5, lambda n, _: sum(map(sqrt, range(1, n + 1)))),
    (lambda n, _: 2 * sqrt(n + 1) - 2, lambda n, _: sum(j**-0.5 for j in range(1, n + 1))),
    (lambda n, _: sum(1 / j for j in range(n + 1, 2 * n + 1)), lambda n, _: log(2)),
    (lambda n, a: sum(j**a for j in range(1, n + 1)), lambda n, a: (n + 1) ** (a + 1) / (a + 1)),
    (lambda n, a: n ** (a + 1) / (a + 1), lambda n, a: sum(j**a for j in range(1, n + 1))),
    (lambda n, a: sum(j ** (-1 - a) for j in range(1, n + 1)), lambda n, a: (1 + a) / a),
    (lambda n, a: sum(exp(-a * j) for j in range(1, n + 1)), lambda n, a: 1 / a),
]


@pytest.mark.usefixtures("quickly_refused")
@pytest.mark.parametrize(("texts", "sides"), list(zip(INTEGRALS, VALUES, strict=True)))
def test_a_sum_lies_beside_the_integral_of_its_terms(texts, sides):
    where = ["a > 0"] if "a" in texts[0].replace("sqrt", "") else []
    found = tc.prove(texts[0], sizes=["n >= 1"], where=where)
    assert believe(record(found)).status == "derived"
    small, large = sides
    assert all(small(n, a) <= large(n, a) for n in range(1, 40) for a in (0.1, 0.5, 1.0, 2.3))
    with pytest.raises(Refused, match="does not hold"):
        tc.prove(texts[1], sizes=["n >= 1"], where=where)


OTHER_ENDS = [
    ("sum_{j=1}^n 1/sqrt(j) <= 2 sqrt(N)", "sum_{j=1}^n 1/sqrt(j) <= sqrt(N)"),
    ("sum_{j=1}^n 1/j <= 1 + log(N)", "sum_{j=1}^n 1/j <= 1/2 + log(N)"),
    ("sum_{j=1}^n sqrt(j) <= n sqrt(N)", "sum_{j=1}^n sqrt(j) <= n sqrt(N)/2"),
    ("sum_{j=1}^n j <= N (N + 1)/2", "sum_{j=1}^n j <= N^2/2"),
    ("sum_{j=1}^N 1/j >= log(n)", "sum_{j=1}^N 1/j >= log(n) + 1"),
]


@pytest.mark.parametrize(("text", "neighbour"), OTHER_ENDS)
def test_a_sum_is_below_what_it_is_below_at_a_later_end(text, neighbour):
    is_proved_and_its_neighbour_is_not(text, neighbour, [], ["n <= N"], ("n >= 1", "N >= 1"))


@pytest.mark.parametrize("where", [[], ["N <= n"]])
def test_a_size_that_need_not_be_later_is_no_later_end(where):
    with pytest.raises(Refused, match="Counterexample"):
        tc.prove(OTHER_ENDS[0][0], sizes=["n >= 1", "N >= 1"], where=where)
