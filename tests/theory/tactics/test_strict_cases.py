"""Orders that hold at an end of the range of a parameter too, where a way needs it strictly inside."""

import pytest
import theorycheck as tc
from theorycheck.theory.kernel import Refused, apply
from theorycheck.theory.model import Parameter
from theorycheck.theory.prove import suppose
from theorycheck.theory.tactics.strict_cases import either_way

from .neighbours import is_proved_and_its_neighbour_is_not

STATEMENTS = [
    ("s log(1 + f) >= f log(1 + s)", "s log(1 + f) <= f log(1 + s)", ["f >= 0", "f <= s"]),
    ("f/s (1 - exp(-s)) <= 1 - exp(-f)", "f/s (1 - exp(-s)) >= 1 - exp(-f)", ["f >= 0", "f <= s", "s > 0"]),
    ("p log(p) + (1 - p) log(1 - p) <= 0", "p log(p) + (1 - p) log(1 - p) <= -1/9", ["p >= 0", "p <= 1"]),
    (
        "p log(p) + (1 - p) log(1 - p) >= -log(2)",
        "p log(p) + (1 - p) log(1 - p) >= -2/3",
        ["p >= 0", "p <= 1"],
    ),
    ("x log(x) >= x - 1", "x log(x) >= x - 9/10", ["x >= 0"]),
]

WITH_VALUES = [
    (
        "max(|1 - eta mu|, |1 - eta L|) <= (L - mu)/(L + mu)",
        "max(|1 - eta mu|, |1 - eta L|) <= (L - mu)/(L + 2 mu)",
        ["eta == 2/(L + mu)", "mu > 0", "L >= mu"],
    ),
    ("eta^2 L^2 <= 4", "eta^2 L^2 <= 1", ["eta == 2/(L + mu)", "mu > 0", "L >= mu"]),
    ("a b <= a^p/p + b^q/q", "a b <= a^p/p + b^q/(q + 1)", ["a > 0", "b > 0", "p > 1", "q == p/(p - 1)"]),
]


@pytest.mark.parametrize(("text", "neighbour", "where"), WITH_VALUES)
def test_the_value_of_a_parameter_is_put_in(text, neighbour, where):
    is_proved_and_its_neighbour_is_not(text, neighbour, [], where)


@pytest.mark.parametrize(("text", "neighbour", "where"), STATEMENTS)
def test_an_order_up_to_the_end_of_a_range_and_its_false_neighbour(text, neighbour, where):
    is_proved_and_its_neighbour_is_not(text, neighbour, [], where)


def test_what_holds_beyond_the_end_alone_is_refused():
    # At x = 0 the left side is log 0, which is 0 here.
    with pytest.raises(Refused, match="x > 0; without it the statement does not hold at x = 0"):
        tc.prove("log(x) <= x - 1", where=["x >= 0"])


def test_a_case_that_is_not_told_apart_stays_a_hypothesis():
    x, y = Parameter("x"), Parameter("y")
    lemma = suppose(y <= 2)
    found = either_way(lemma, lemma, x > 0)
    assert [h.proposition for h in found.hypotheses] == [y <= 2]
    inside = apply("weakened", apply("symmetric", suppose(x > 0)))
    with pytest.raises(Refused):
        # Where x <= 0 this is another order.
        either_way(inside, apply("weakened", apply("symmetric", suppose(x > 1))), x > 0)
    kept = either_way(inside, inside, x > 0)
    assert [h.proposition for h in kept.hypotheses] == [x > 0]


FROM_ZERO = [
    ("binomial(n, k) <= 2^n", "binomial(n, k) <= 2^(n - 1)", ["k <= n"], ["n >= 0", "k >= 0"]),
    ("binomial(n, k) >= 1", "binomial(n, k) > 1", ["k <= n"], ["n >= 0", "k >= 0"]),
    ("n^2 >= n", "n^2 >= 2 n", [], ["n >= 0"]),
    ("2^n >= n + 1", "2^n >= 2 n + 1", [], ["n >= 0"]),
    ("k (n - k) >= n - k", "k (n - k) >= n - k + 1", ["k <= n", "k >= 1"], ["n >= 0", "k >= 0"]),
]


@pytest.mark.parametrize(("text", "neighbour", "where", "sizes"), FROM_ZERO)
def test_a_size_from_zero_on_is_zero_or_at_least_one(text, neighbour, where, sizes):
    is_proved_and_its_neighbour_is_not(text, neighbour, [], where, tuple(sizes))


def test_no_number_that_is_no_size_is_told_apart_so():
    # At x = 1/2 this fails.
    with pytest.raises(Refused, match="Counterexample"):
        tc.prove("x^2 >= x", where=["x >= 0"])


def test_what_is_shown_from_one_on_alone_says_so():
    with pytest.raises(Refused, match=r"^Missing hypothesis: k ≥ 1\.$"):
        tc.prove("prod_{j=k+1}^n (1 - 1/j) == k/n", sizes=["n >= 1", "k >= 0"], where=["k <= n"])
