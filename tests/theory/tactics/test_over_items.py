"""Orders of sums, largest and least numbers: each is proved, holds in random instances, and has a false
neighbour that is refused."""

from importlib import import_module

import pytest
from theorycheck.theory.check import check
from theorycheck.theory.kernel import Refused
from theorycheck.theory.prove import prove

from .neighbours import is_proved_and_its_neighbour_is_not

auto = import_module("theorycheck.theory.tactics.auto")
LAWS = ["x: fixed(n)", "y: fixed(n)", "p: fixed(n)", "i: index(n)"]
WEIGHTS = ["p_j > 0 for all j", "sum_j p_j == 1"]
PLAIN = {
    "x_i <= max_j x_j": "x_i < max_j x_j - 1",
    "x_1 <= max_j x_j": "x_1 >= max_j x_j",
    "x_1 <= |x|": "x_1 <= |x|/2",
    "x_1 y_1 <= |x| |y|": "x_1 y_1 <= |x|",
    "sum_j x_j <= sqrt(n) |x|": "sum_j x_j <= |x|",
    "min_j x_j <= max_j x_j": "min_j x_j >= max_j x_j",
    "min_j x_j <= sum_j x_j/n": "max_j x_j <= sum_j x_j/n",
    "sum_j x_j <= n max_j x_j": "sum_j x_j <= max_j x_j",
    "max_j (x_j + y_j) <= max_j x_j + max_j y_j": "max_j (x_j + y_j) >= max_j x_j + max_j y_j",
    "max_j x_j - min_j x_j >= 0": "max_j x_j - min_j x_j >= 1",
    "|sum_j x_j| <= sum_j |x_j|": "|sum_j x_j| >= sum_j |x_j|",
    "|sum_j x_j| <= n max_j |x_j|": "|sum_j x_j| <= max_j |x_j|",
    "max_j |x_j| <= |x|": "|x| <= max_j |x_j|",
    "|x| <= sum_j |x_j|": "sum_j |x_j| <= |x|",
    "|x| <= sqrt(n) max_j |x_j|": "sqrt(n) |x| <= max_j |x_j|",
    "sum_j |x_j| <= sqrt(n) |x|": "sum_j |x_j| >= sqrt(n) |x|",
    "|x|^2 <= n max_j x_j^2": "|x|^2 <= max_j x_j^2",
    "(sum_j x_j)^2 <= n |x|^2": "(sum_j x_j)^2 <= |x|^2",
    "|relu(x)|^2 <= |x|^2": "|relu(x)|^2 >= |x|^2",
    "exp(x_i) <= sum_j exp(x_j)": "exp(x_i) >= sum_j exp(x_j)",
    "log_sum_exp((x + y)/2) <= (log_sum_exp(x) + log_sum_exp(y))/2": (
        "log_sum_exp((x + y)/2) >= (log_sum_exp(x) + log_sum_exp(y))/2"
    ),
    "log_sum_exp(x) >= log_sum_exp(y) + <softmax(y), x - y>": (
        "log_sum_exp(x) >= log_sum_exp(y) + <softmax(x), x - y>"
    ),
    "<y, (diagonal(softmax(x)) - softmax(x) softmax(x)^T) y> <= |y|^2": (
        "<y, (diagonal(softmax(x)) - softmax(x) softmax(x)^T) y> <= |y|^2/3"
    ),
    "max_j x_j <= log(sum_j exp(x_j))": "max_j x_j + 1 <= log(sum_j exp(x_j))",
    "log(sum_j exp(x_j)) <= max_j x_j + log(n)": "log(sum_j exp(x_j)) <= max_j x_j",
    "log(sum_j exp(x_j)) >= sum_j x_j/n + log(n)": "log(sum_j exp(x_j)) <= sum_j x_j/n + log(n)",
    "sum_j exp(x_j) >= n exp(sum_j x_j/n)": "sum_j exp(x_j) <= n exp(sum_j x_j/n)",
    "softmax(x)_i <= 1": "softmax(x)_i <= 1/2",
    "softmax(x)[1] <= 1": "softmax(x)[1] <= 1/2",
    "softmax(x)_i <= exp(x_i - x_1)": "softmax(x)_i >= exp(x_i - x_1)",
    "softmax(x)_i >= exp(x_i - max_j x_j)/n": "softmax(x)_i >= exp(x_i - max_j x_j)",
    "|softmax(x)|^2 <= 1": "|softmax(x)|^2 <= 1/2",
    "|softmax(x)|^2 >= 1/n": "|softmax(x)|^2 <= 1/n",
    "<softmax(x), y> <= max_j y_j": "<softmax(x), y> <= min_j y_j",
    "<softmax(x), y> >= min_j y_j": "<softmax(x), y> >= max_j y_j",
    "<x, y> <= (max_j |x_j|) sum_j |y_j|": "<x, y> <= (max_j x_j) sum_j |y_j|",
    "|<x, y>| <= (max_j |x_j|) sum_j |y_j|": "|<x, y>| <= (max_j |x_j|) |sum_j y_j|",
}
"""What holds of any numbers, and a false neighbour of it."""
WEIGHED = {
    "sum_j p_j^2 >= 1/n": "sum_j p_j^2 <= 1/n",
    "sum_j p_j^2 <= 1": "sum_j p_j^2 >= 1",
    "sum_j p_j^2 <= max_j p_j": "sum_j p_j^2 >= max_j p_j",
    "max_j p_j >= 1/n": "max_j p_j <= 1/n",
    "min_j p_j <= 1/n": "min_j p_j >= 1/n",
    "sum_j p_j x_j <= max_j x_j": "sum_j p_j x_j <= min_j x_j",
    "(sum_j p_j x_j)^2 <= sum_j p_j x_j^2": "(sum_j p_j x_j)^2 >= sum_j p_j x_j^2",
    "exp(sum_j p_j x_j) <= sum_j p_j exp(x_j)": "exp(sum_j p_j x_j) >= sum_j p_j exp(x_j)",
    "-sum_j p_j log(p_j) <= log(n)": "-sum_j p_j log(p_j) >= log(n)",
    "exp(-sum_j p_j log(p_j)) <= n": "exp(-sum_j p_j log(p_j)) <= n - 1/2",
    "exp(1/n sum_j log(p_j)) <= 1/n sum_j p_j": "exp(1/n sum_j log(p_j)) >= 1/n sum_j p_j",
    "log(sum_j p_j^2) <= 0": "log(sum_j p_j^2) >= 0",
    "-2 log(sum_j p_j^2) >= 0": "-2 log(sum_j p_j^2) <= 0",
    "-sum_j p_j log(p_j) >= 0": "-sum_j p_j log(p_j) <= 0",
}
"""So of weights that are positive and add up to 1."""
PAIRS = {
    "sum_j |p_j - q_j| <= 2": "sum_j |p_j - q_j| <= 1",
    "sum_j sqrt(p_j q_j) <= 1": "sum_j sqrt(p_j q_j) >= 1",
    "sum_j min(p_j, q_j) <= 1": "sum_j min(p_j, q_j) >= 1",
    "sum_j max(p_j, q_j) <= 2": "sum_j max(p_j, q_j) <= 1",
    "sum_j p_j q_j <= 1": "sum_j p_j q_j <= 1/2",
    "sum_j min(p_j, q_j) == 1 - 1/2 sum_j |p_j - q_j|": "sum_j min(p_j, q_j) == 1 - sum_j |p_j - q_j|",
    "sum_j relu(p_j - q_j) == 1/2 sum_j |p_j - q_j|": "sum_j relu(p_j - q_j) == sum_j |p_j - q_j|",
    "sum_j max(p_j, q_j) == 2 - sum_j min(p_j, q_j)": "sum_j max(p_j, q_j) == 1 - sum_j min(p_j, q_j)",
}
"""So of two lists of weights that are not negative and add up to 1."""
OF_MEANS = {
    "E log(sum_j exp(z_j)) <= E[max_j z_j] + log(n)": "E log(sum_j exp(z_j)) <= E[max_j z_j]",
    "E max_j z_j <= E log(sum_j exp(z_j))": "E log(sum_j exp(z_j)) <= E[max_j z_j]",
    "E max_j z_j <= E max_j |z_j|": "E max_j |z_j| <= E max_j z_j",
}
"""So of means of normal numbers, with numbers beside them."""


def proved(text, where=()):
    return prove(text, laws=LAWS, where=list(where))


@pytest.mark.parametrize("text", PLAIN)
def test_an_order_over_items_is_proved_and_holds(text):
    theorem = proved(text)
    assert theorem.status.value == "derived"
    assert check(theorem.proposition, [h.proposition for h in theorem.hypotheses]).startswith("holds")


@pytest.mark.parametrize("text", PLAIN.values())
def test_a_false_order_over_items_is_refused(text):
    with pytest.raises(Refused, match=r"fails at|does not hold at"):
        proved(text)


@pytest.mark.parametrize(
    ("text", "neighbour"),
    [
        ("|x_1| |y_2| <= |x| |y|", "|x_1| |y_2| <= |x| |y|/2"),
        ("softmax(x)[1] softmax(x)[2] <= 1/4", "softmax(x)[1] softmax(x)[2] <= 1/5"),
    ],
)
def test_a_product_of_two_entries_is_bounded(text, neighbour):
    is_proved_and_its_neighbour_is_not(text, neighbour, LAWS[:2], [], ("n >= 2",))


@pytest.mark.usefixtures("unexplained")
@pytest.mark.parametrize("text", WEIGHED)
def test_an_order_of_weighed_items_needs_its_weights(text):
    theorem = proved(text, where=WEIGHTS)
    assert {str(h.proposition) for h in theorem.hypotheses} <= {"p_j > 0 for all j", "∑_j p_j = 1"}
    assert check(theorem.proposition, [h.proposition for h in theorem.hypotheses]).startswith("holds")
    for false, known in ((WEIGHED[text], WEIGHTS), (text, ())):
        with pytest.raises(Refused):
            proved(false, known)


@pytest.mark.usefixtures("unexplained")
def test_relative_entropy_is_not_negative_cross_entropy_is_larger_and_jensen_holds_for_logarithms():
    laws = ["p: fixed(n)", "q: fixed(n)"]
    both = [*WEIGHTS, "q_j > 0 for all j", "sum_j q_j == 1"]
    assert prove("sum_j p_j log(p_j/q_j) >= 0", laws=laws, where=both)
    assert prove("-log(sum_j sqrt(p_j q_j)) >= 0", laws=laws, where=both)
    assert prove("-sum_j p_j log(q_j) >= -sum_j p_j log(p_j)", laws=laws, where=both)
    assert prove("sum_j p_j log(q_j) <= log(sum_j p_j q_j)", laws=laws, where=both[:3])
    equal = "1/n sum_j log(q_j) {} log(1/n sum_j q_j)"
    assert prove(equal.format("<="), laws=laws, where=both[2:3])
    assert prove("sum_j log(q_j)/n <= log(sum_j q_j/n)", laws=laws, where=both[2:3])
    with pytest.raises(Refused, match="Counterexample"):
        prove(equal.format(">="), laws=laws, where=both[2:3])
    for wrong, where in (("sum_j p_j log(p_j/q_j) <= 0", both), ("sum_j p_j log(p_j/q_j) >= 0", both[:3])):
        with pytest.raises(Refused):
            prove(wrong, laws=laws, where=where)


def test_an_order_over_random_items_holds_in_the_mean():
    laws = ["x[n]: normal(0, 1)", "i: index(n)"]
    assert repr(prove("E max_j |x_j| <= E|x|", laws=laws)) == "⊢ E[max_j abs(x_j)] ≤ E[√|x|²]"
    assert prove("E max_j x_j >= E x_i", laws=laws)
    with pytest.raises(Refused):
        prove("E max_j x_j <= E x_i", laws=laws)


@pytest.mark.parametrize("text", PAIRS)
def test_an_order_of_two_lists_of_weights_is_proved_and_needs_them(text):
    laws, where = ["p: fixed(n)", "q: fixed(n)"], [f"{w}_j >= 0 for all j" for w in "pq"]
    where += [f"sum_j {w}_j == 1" for w in "pq"]
    theorem = prove(text, laws=laws, where=where)
    assert check(theorem.proposition, [h.proposition for h in theorem.hypotheses])
    for false, known in ((PAIRS[text], where), (text, where[:2])):
        with pytest.raises(Refused):
            prove(false, laws=laws, where=known)


@pytest.mark.parametrize("text", OF_MEANS)
def test_numbers_beside_means_go_into_them(text):
    laws = ["z[n]: normal(0, 1)"]
    assert check(prove(text, laws=laws).proposition)
    with pytest.raises(Refused):
        prove(OF_MEANS[text], laws=laws)


SUMS_TO_ONE = ["p_j >= 0 for all j", "sum_j p_j == 1"]


def test_what_is_seen_to_fail_is_not_tried(monkeypatch):
    tried = []
    monkeypatch.setattr(auto, "_found", lambda goal, given: tried.append(goal) or auto.first_of((), "none"))
    for text in ("sum_j p_j x_j^2 <= (sum_j p_j x_j)^2", "sum_j p_j x_j >= max_j x_j"):
        with pytest.raises(Refused, match="Counterexample"):
            proved(text, SUMS_TO_ONE)
    assert not tried
    with pytest.raises(Refused, match=r"^none$"):
        proved("sum_j p_j x_j <= max_j x_j", SUMS_TO_ONE)
    assert len(tried) == 1


def test_a_refusal_of_what_fails_still_names_the_hypothesis_that_mends_it():
    with pytest.raises(Refused, match=r"Missing hypothesis: a ≤ 1; without it .* does not hold"):
        prove("a x <= x", where=["x > 0"])
    with pytest.raises(Refused, match="Counterexample"):
        prove("a x <= x - 1", where=["x > 0"])


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("prod_j x_j <= (1/n sum_j x_j)^n", "prod_j x_j <= (9/10 (1/n sum_j x_j))^n"),
        ("prod_j (1 + x_j) <= exp(sum_j x_j)", "prod_j (1 + x_j) <= exp(9/10 sum_j x_j)"),
        ("prod_j x_j <= exp(sum_j (x_j - 1))", "prod_j x_j <= exp(sum_j (x_j - 11/10))"),
    ],
)
def test_a_product_is_below_a_power_of_the_mean_and_below_an_exponential(true, false):
    model = {"laws": ["x: fixed(n)"], "where": ["x_j > 0 for all j"]}
    theorem = prove(true, **model)
    assert check(theorem.proposition, [h.proposition for h in theorem.hypotheses], instances=8)
    with pytest.raises(Refused, match="does not hold at"):
        prove(false, **model)
    with pytest.raises(Refused):
        prove(true, laws=["x: fixed(n)"])


@pytest.mark.parametrize(
    ("true", "false", "where"),
    [
        ("t log(sum_j exp(x_j/t)) <= max_j x_j + t log(n)", "t log(sum_j exp(x_j/t)) <= max_j x_j", "t > 0"),
        ("max_j x_j <= t log(sum_j exp(x_j/t))", "max_j x_j + 1 <= t log(sum_j exp(x_j/t))", "t > 0"),
        (
            "1/t log(sum_j exp(t x_j)) <= max_j x_j + log(n)/t",
            "t log(sum_j exp(t x_j)) <= max_j x_j",
            "t > 0",
        ),
        ("sum_j x_j^2 <= 4 n", "sum_j x_j^2 <= n/100", "|x_j| <= 2 for all j"),
        ("(sum_j x_j^2)^2 <= n sum_j x_j^4", "(sum_j x_j^2)^2 <= sum_j x_j^4", "n >= 2"),
        ("log(prod_j x_j) == sum_j log(x_j)", "log(prod_j x_j) == n sum_j log(x_j)", "x_j > 0 for all j"),
    ],
)
def test_multiples_of_logarithms_powers_and_products_are_compared(true, false, where):
    theorem = proved(true, where=[where])
    assert check(theorem.proposition, [h.proposition for h in theorem.hypotheses]).startswith("holds")
    with pytest.raises(Refused, match=r"fails at|does not hold at"):
        proved(false, where=[where])


def test_logarithms_over_items_need_positive_items():
    for text in (
        "log(prod_j x_j) == sum_j log(x_j)",
        "t log(sum_j exp(x_j/t)) >= max_j x_j",
        "sum_j p_j log(n p_j) == log(n) + sum_j p_j log(p_j)",
    ):
        with pytest.raises(Refused):
            proved(text)
    for text in (
        "sum_j p_j log(n p_j) == log(n) + sum_j p_j log(p_j)",
        "sum_j p_j log(p_j/n) == sum_j p_j log(p_j) - log(n)",
        "1/(sum_j p_j^2) <= n",
    ):
        theorem = proved(text, where=WEIGHTS)
        assert check(theorem.proposition, [h.proposition for h in theorem.hypotheses]).startswith("holds")
        with pytest.raises(Refused):
            proved(text, where=WEIGHTS[:1])
    with pytest.raises(Refused, match="Counterexample"):
        proved("1/(sum_j p_j^2) <= n - 1", where=WEIGHTS)


ALONG = {
    "log_sum_exp(t x + (1 - t) y) <= t log_sum_exp(x) + (1 - t) log_sum_exp(y)": (
        "log_sum_exp(t x + (1 - t) y) <= (1 - t) log_sum_exp(x) + t log_sum_exp(y)"
    ),
    "sum_j exp(t x_j + (1 - t) y_j) <= t sum_j exp(x_j) + (1 - t) sum_j exp(y_j)": (
        "sum_j exp(t x_j + (1 - t) y_j) >= t sum_j exp(x_j) + (1 - t) sum_j exp(y_j)"
    ),
    "|t x + (1 - t) y|^2 <= t |x|^2 + (1 - t) |y|^2": "|t x + (1 - t) y|^2 <= t^2 |x|^2 + (1 - t) |y|^2",
}


@pytest.mark.parametrize("text", ALONG)
def test_what_is_convex_lies_below_its_chords_and_beyond_them_above(text):
    is_proved_and_its_neighbour_is_not(text, ALONG[text], LAWS[:2], ["t >= 0", "t <= 1"])
    with pytest.raises(Refused, match="Missing hypothesis: t ≤ 1"):
        proved(text, ["t >= 0"])


def test_weights_of_two_squares_are_one_over_the_other():
    assert proved("2 <x, y> <= c |x|^2 + |y|^2/c", ["c > 0"])
    assert proved("|x + y|^2 <= (1 + c) |x|^2 + (1 + 1/c) |y|^2", ["c > 0"])
    with pytest.raises(Refused, match="Counterexample"):
        proved("|x + y|^2 <= (1 + c) |x|^2 + (1 + 1/(2 c)) |y|^2", ["c > 0"])
    with pytest.raises(Refused, match="Missing hypothesis: c > 0"):
        proved("2 <x, y> <= c |x|^2 + |y|^2/c")


MARGIN = ["x_i >= x_j + delta for all j != i"]


@pytest.mark.parametrize(
    ("text", "neighbour", "where"),
    [
        (
            "softmax(x)_i >= 1/(1 + (n - 1) exp(-delta))",
            "softmax(x)_i >= 1/(1 + (n - 2) exp(-delta))",
            MARGIN,
        ),
        ("sum_j y_j <= y_i + (n - 1) c", "sum_j y_j <= n c", ["y_j <= c for all j != i"]),
    ],
)
def test_one_item_stands_apart_from_all_others_of_which_something_is_given(text, neighbour, where):
    is_proved_and_its_neighbour_is_not(text, neighbour, LAWS, where)
    with pytest.raises(Refused):
        # Of another item than the one that stands apart nothing follows.
        proved(text, [one.replace("j != i", "j != 1") for one in where])


ENTRIES = [
    ("x_1^2 + x_3^2 <= |x|^2", "x_1^2 + 2 x_3^2 <= |x|^2", []),
    ("softmax(x)[1] <= 1/(1 + exp(x_2 - x_1))", "softmax(x)[1] <= 1/(1 + exp(x_1 - x_2))", []),
    ("softmax(x)[1] + softmax(x)[2] <= 1", "softmax(x)[1] + softmax(x)[2] <= 9/10", []),
    ("p_1 + p_2 <= 1", "p_1 + 2 p_2 <= 1", ["p_j >= 0 for all j", "sum_j p_j == 1"]),
    ("x_1 + y_1 <= max_j x_j + max_j y_j", "x_1 + y_2 <= max_j (x_j + y_j)", []),
]


@pytest.mark.parametrize(("text", "neighbour", "where"), ENTRIES)
def test_entries_at_numbers_are_different_items_of_a_sum(text, neighbour, where):
    laws = ["x: fixed(n)", "y: fixed(n)", "p: fixed(n)"]
    is_proved_and_its_neighbour_is_not(text, neighbour, laws, where, ("n >= 3",))


@pytest.mark.parametrize(
    "total", ["sum_{j=1}^n sqrt(j) <= n sqrt(n)", "sum_j j abs(x_j) <= n sum_j abs(x_j)"]
)
def test_an_index_is_at_most_the_last(total):
    assert prove(total, laws=["x: fixed(n)"], sizes=["n >= 1"])
    with pytest.raises(Refused, match="Counterexample"):
        prove(total.replace("<= n", "<= 1/2 n"), laws=["x: fixed(n)"], sizes=["n >= 1"])
