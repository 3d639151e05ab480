"""Orders by tangents of log-sum-exp, held to random instances."""

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


@pytest.mark.parametrize("text", TRUE)
def test_softmax_is_the_slope_of_a_convex_function(text):
    is_proved_and_its_neighbour_is_not(text, TRUE[text], POINTS, [])


def test_one_softmax_has_no_other_tangent():
    with pytest.raises(Refused):
        tc.prove("<softmax(u), u - w> >= 0", laws=POINTS)
