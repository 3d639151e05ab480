"""Values of a function at sums beside sums of its values, products beside sums, and pairs of terms of sums:
each is proved, holds in random instances, and has a false neighbour with a counterexample."""

import pytest
import theorycheck as tc
from theorycheck.theory.kernel import Refused

from .neighbours import is_proved_and_its_neighbour_is_not

FROM_ZERO, ABOVE_ZERO = ["x_j >= 0 for all j"], ["x_j > 0 for all j"]
WEIGHTS = ["w_j >= 0 for all j"]
STATEMENTS = [
    ("sqrt(sum_j x_j) <= sum_j sqrt(x_j)", "sqrt(n) sqrt(sum_j x_j) <= sum_j sqrt(x_j)", FROM_ZERO),
    ("log(1 + sum_j x_j) <= sum_j log(1 + x_j)", "log(1/2 + sum_j x_j) <= sum_j log(1/2 + x_j)", FROM_ZERO),
    ("log(2 + sum_j x_j) <= sum_j log(2 + x_j)", "log(2 + sum_j x_j) >= sum_j log(2 + x_j)", FROM_ZERO),
    ("1 - exp(-sum_j x_j) <= sum_j (1 - exp(-x_j))", "exp(-sum_j x_j) <= sum_j exp(-x_j) - 1", FROM_ZERO),
    ("sum_j (exp(x_j) - 1) <= exp(sum_j x_j) - 1", "sum_j exp(x_j) <= exp(sum_j x_j) + 1", FROM_ZERO),
    ("sum_j x_j^3 <= (sum_j x_j)^3", "(sum_j x_j)^3 <= sum_j x_j^3", FROM_ZERO),
    (
        "(sum_j x_j)^p <= sum_j x_j^p",
        "(sum_j x_j)^(p + 1) <= sum_j x_j^(p + 1)",
        [*ABOVE_ZERO, "p > 0", "p <= 1"],
    ),
    ("prod_j (1 + x_j) >= 1 + sum_j x_j", "prod_j (1 + x_j) >= 2 + sum_j x_j", FROM_ZERO),
    ("prod_j (1 + x_j^2) >= 1 + sum_j x_j^2", "prod_j (1 + x_j^2) <= 1 + sum_j x_j^2", []),
    (
        "(sum_j w_j x_j y_j)^2 <= (sum_j w_j x_j^2) (sum_j w_j y_j^2)",
        "(sum_j w_j x_j y_j)^2 <= (sum_j w_j x_j^2) (sum_j y_j^2)",
        WEIGHTS,
    ),
    (
        "|sum_j w_j x_j y_j| <= sqrt(sum_j w_j x_j^2) sqrt(sum_j w_j y_j^2)",
        "sum_j |w_j x_j y_j| <= |sum_j w_j x_j y_j|",
        WEIGHTS,
    ),
    ("(sum_j w_j x_j)^2 <= (sum_j w_j) sum_j w_j x_j^2", "(sum_j w_j x_j)^2 <= sum_j w_j x_j^2", WEIGHTS),
    ("(sum_j y_j)^2 <= (sum_j x_j) sum_j y_j^2/x_j", "(sum_j y_j)^2 <= n sum_j y_j^2/x_j", ABOVE_ZERO),
    ("(sum_j x_j) (sum_j 1/x_j) >= n^2", "(sum_j x_j) (sum_j 1/x_j) <= n^2", ABOVE_ZERO),
    ("(sum_j sqrt(x_j))^2 <= n sum_j x_j", "(sum_j sqrt(x_j))^2 <= sum_j x_j", FROM_ZERO),
    (
        "(sum_j x_j^2)^2 <= (sum_j x_j) (sum_j x_j^3)",
        "(sum_j x_j^2)^2 >= (sum_j x_j) (sum_j x_j^3)",
        FROM_ZERO,
    ),
    ("(sum_j x_j) (sum_j x_j^3) <= n sum_j x_j^4", "(sum_j x_j) (sum_j x_j^3) <= sum_j x_j^4", []),
    (
        "sqrt(1/n sum_j x_j^2 - (1/n sum_j x_j)^2) >= 0",
        "sqrt(1/n sum_j x_j^2 - (1/n sum_j x_j)^2) >= 1/9",
        [],
    ),
]

OF_SOFTMAX = [
    (
        "-sum_j softmax(x)_j log(softmax(x)_j) <= log(n)",
        "-sum_j softmax(x)_j log(softmax(x)_j) <= log(n) - 1/9",
    ),
    (
        "<y, (diagonal(softmax(x)) - softmax(x) softmax(x)^T) y> >= 0",
        "<y, (diagonal(softmax(x)) - softmax(x) softmax(x)^T) y> >= |y|^2/n",
    ),
    ("<softmax(x), y>^2 <= sum_j softmax(x)_j y_j^2", "<softmax(x), y>^2 <= sum_j softmax(x)_j^2 y_j^2"),
]


@pytest.mark.parametrize(("text", "neighbour"), OF_SOFTMAX)
def test_an_order_of_weights_of_softmax_and_its_false_neighbour(text, neighbour):
    is_proved_and_its_neighbour_is_not(text, neighbour, ["x: fixed(n)", "y: fixed(n)"], [])


def test_what_holds_of_uniform_weights_alone_is_not_proved_of_softmax():
    with pytest.raises(Refused, match="Counterexample"):
        tc.prove("sum_j softmax(x)_j^2 <= 1/n", laws=["x: fixed(n)"])


@pytest.mark.parametrize(("text", "neighbour", "where"), STATEMENTS)
def test_an_order_of_sums_by_shares_or_pairs_and_its_false_neighbour(text, neighbour, where):
    laws = [f"{name}: fixed(n)" for name in "wxy" if f"{name}_j" in text]
    is_proved_and_its_neighbour_is_not(text, neighbour, laws, where)
