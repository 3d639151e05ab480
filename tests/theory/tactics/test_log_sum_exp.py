"""Orders by logarithms of sums and weights, as tangents of log-sum-exp, held to random instances."""

import pytest
import theorycheck as tc
from theorycheck.theory.kernel import Refused

from .neighbours import is_proved_and_its_neighbour_is_not

POINTS = ["u: fixed(n)", "w: fixed(n)", "x: fixed(n)"]
TRUE = {
    "<softmax(u) - softmax(w), u - w> >= 0": "<softmax(u) - softmax(w), u - w> >= |u - w|^2/10",
    "log_sum_exp(w) - log_sum_exp(u) - <softmax(u), w - u> <= <softmax(w) - softmax(u), w - u>": (
        "log_sum_exp(w) - log_sum_exp(u) - <softmax(u), w - u> >= <softmax(w) - softmax(u), w - u>"
    ),
    "<softmax(u), w - u> + <softmax(w), x - w> + <softmax(x), u - x> <= 0": (
        "<softmax(u), w - u> + <softmax(w), x - w> + <softmax(x), u - x> >= 0"
    ),
}


LAWS_OF = ["q: fixed(n)", "p: fixed(n)", "f: fixed(n)", "x: fixed(n)"]
WEIGHTS = ["q_j > 0 for all j", "sum_j q_j == 1"]
POSITIVE = ["p_j > 0 for all j"]
GIBBS = [
    (
        "<q, f> <= sum_j q_j log(q_j/p_j) + log(sum_j p_j exp(f_j))",
        "<q, f> <= sum_j q_j log(q_j/p_j) + log(sum_j p_j exp(f_j)) - 1/10",
        [*POSITIVE, *WEIGHTS],
    ),
    (
        "<q, x> - log_sum_exp(x) <= sum_j q_j log(q_j)",
        "<q, x> - log_sum_exp(x) >= sum_j q_j log(q_j)",
        WEIGHTS,
    ),
    ("-sum_j q_j log(q_j) <= log(n)", "-sum_j q_j log(q_j) <= log(n)/2", WEIGHTS),
    ("max_j x_j - log(n) <= <softmax(x), x>", "max_j x_j - log(n)/4 <= <softmax(x), x>", []),
    ("log_sum_exp(x) - log(n) <= <softmax(x), x>", "log_sum_exp(x) <= <softmax(x), x>", []),
    (
        "log_sum_exp(f) + <softmax(f), x - f> <= log_sum_exp(x)",
        "log_sum_exp(f) + 2 <softmax(f), x - f> <= log_sum_exp(x)",
        [],
    ),
]


@pytest.mark.parametrize(("text", "neighbour", "where"), GIBBS)
def test_a_logarithm_of_a_sum_lies_above_weighted_logarithms(text, neighbour, where):
    is_proved_and_its_neighbour_is_not(text, neighbour, LAWS_OF, where)


@pytest.mark.parametrize("total", ["sum_j q_j == 2", "sum_j p_j == 1"])
def test_weights_add_up_to_one(total):
    with pytest.raises(Refused, match="does not hold at"):
        tc.prove("<q, x> <= sum_j q_j log(q_j) + log_sum_exp(x)", laws=LAWS_OF, where=[WEIGHTS[0], total])


@pytest.mark.parametrize("text", TRUE)
def test_softmax_is_the_slope_of_a_convex_function(text):
    is_proved_and_its_neighbour_is_not(text, TRUE[text], POINTS, [])


def test_one_softmax_has_no_other_tangent():
    with pytest.raises(Refused):
        tc.prove("<softmax(u), u - w> >= 0", laws=POINTS)
