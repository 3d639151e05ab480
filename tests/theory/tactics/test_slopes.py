"""Orders of functions of one number by their slopes or cases; each held to random instances."""

from fractions import Fraction

import pytest
import theorycheck as tc
from theorycheck.theory.check import check
from theorycheck.theory.kernel import Refused, believe, record
from theorycheck.theory.model import Parameter
from theorycheck.theory.node import number
from theorycheck.theory.prove import suppose
from theorycheck.theory.tactics.slopes import _is_between, by_log_above
from theorycheck.theory.terms import log, sqrt

from .neighbours import is_proved_and_its_neighbour_is_not

UNIT = ["p > 0", "p < 1"]
TRUE = {
    "exp(x) >= 1 + x + x^2/2": ["x >= 0"],
    "exp(x) <= 1 + 2 x": ["x >= 0", "x <= 1"],
    "exp(-x) <= 1 - x + x^2/2": ["x >= 0"],
    "sin(x) <= x": ["x >= 0"],
    "sin(x) >= x": ["x <= 0"],
    "x - x^3/6 <= sin(x)": ["x >= 0"],
    "cos(x) >= 1 - x^2/2": [],
    "log(1 + x) >= x - x^2/2": ["x >= 0"],
    "x/(1 + x) <= log(1 + x)": ["x >= 0"],
    "tanh(x) <= x": ["x >= 0"],
    "-p log(p) - (1 - p) log(1 - p) <= log(2)": UNIT,
    "2 (p - q)^2 <= p log(p/q) + (1 - p) log((1 - p)/(1 - q))": [*UNIT, "q > 0", "q < 1"],
    "p log(p/q) + (1 - p) log((1 - p)/(1 - q)) >= 0": [*UNIT, "q > 0", "q < 1"],
    "x^x >= exp(x - 1)": ["x > 0"],
    "softplus(x) <= log(2) + x/2 + x^2/8": [],
    "log(1 + exp(x)) >= x": [],
    "x - 2 <= log(3)": ["x <= 3"],
    "softplus(x) >= relu(x)": [],
    "softplus(x) <= relu(x) + log(2)": [],
    "tanh(x) <= relu(x)": [],
    "relu(x)^2 <= x^2": [],
    "relu(x) relu(y) <= |x y|": [],
    "x y <= |x| |y|": [],
    "x |x| <= x^2": [],
    "max(x, y)^2 <= x^2 + y^2": [],
    "relu(x)^2 + relu(-x)^2 == x^2": [],
    "2 p (1 - p) <= -p log(p) - (1 - p) log(1 - p)": UNIT,
    "-(1 - q) log(p) - q log(1 - p) >= -(1 - q) log(1 - q) - q log(q)": [*UNIT, "q > 0", "q < 1"],
    "log(t/s) + (s^2 + (a - b)^2)/(2 t^2) - 1/2 >= 0": ["s > 0", "t > 0"],
    "x log(x) + y log(y) >= x + y - 2": ["x > 0", "y > 0"],
    "cosh(x) <= exp(x^2/2)": [],
    "sinh(x) <= x cosh(x)": ["x >= 0"],
    "(exp(x) - exp(-x))/(exp(x) + exp(-x)) <= x": ["x >= 0"],
    "4 p (1 - p) log(2) <= -p log(p) - (1 - p) log(1 - p)": UNIT,
    "exp(x) - x - 1 <= x^2/(2 (1 - x/3))": ["x >= 0", "x < 3"],
    "log(1 + x) <= x/sqrt(1 + x)": ["x >= 0"],
    "x log(1/x) <= exp(-1)": ["x > 0"],
    "x^a exp(-x) <= a^a exp(-a)": ["x > 0", "a > 0"],
    "p (1 - p)^2 <= 4/27": ["p >= 0", "p <= 1"],
}
FALSE = {
    "exp(x) >= 1 + x + x^2": ["x >= 0"],
    "exp(x) >= 1 + x + x^2/2": [],
    "exp(x) <= 1 + 3 x/2": ["x >= 0", "x <= 1"],
    "sin(x) <= x": [],
    "sin(x) <= x/2": ["x >= 0"],
    "-p log(p) - (1 - p) log(1 - p) <= 2/3": UNIT,
    "-p log(p) - (1 - p) log(1 - p) >= log(2)": UNIT,
    "2 (p - q)^2 <= p log(p/q) + (1 - p) log((1 - p)/(1 - q))": ["p > 0", "q > 0"],
    "9/4 (p - q)^2 <= p log(p/q) + (1 - p) log((1 - p)/(1 - q))": [*UNIT, "q > 0", "q < 1"],
    "2 (p - q)^2 >= p log(p/q) + (1 - p) log((1 - p)/(1 - q))": [*UNIT, "q > 0", "q < 1"],
    "x^x >= exp(x - 1/2)": ["x > 0"],
    "cos(x) >= 1 - x^2/3": [],
    "softplus(x) >= 2 relu(x)": [],
    "relu(x)^2 >= x^2": [],
    "relu(x)^2 - relu(-x)^2 == x^2": [],
    "x y >= |x| |y|": [],
    "3 p (1 - p) <= -p log(p) - (1 - p) log(1 - p)": UNIT,
    "-(1 - q) log(p) - q log(1 - p) >= -q log(1 - q) - (1 - q) log(q)": [*UNIT, "q > 0", "q < 1"],
    "log(s/t) + (s^2 + (a - b)^2)/(2 t^2) - 1/2 >= 0": ["s > 0", "t > 0"],
    "x log(x) + y log(y) >= x + y - 1": ["x > 0", "y > 0"],
    "cosh(x) <= exp(x^2/3)": [],
    "sinh(x) <= x cosh(x)": [],
    "(exp(x) - exp(-x))/(exp(x) + exp(-x)) <= x/2": ["x >= 0"],
    "4 p (1 - p) <= -p log(p) - (1 - p) log(1 - p)": UNIT,
    "exp(x) - x - 1 <= x^2/(2 (1 - x/4))": ["x >= 0", "x < 3"],
    "log(1 + x) <= x/sqrt(1 + 2 x)": ["x >= 0"],
    "x log(1/x) <= exp(-2)": ["x > 0"],
    "x^a exp(-x) <= a^a exp(-2 a)": ["x > 0", "a > 0"],
    "p (1 - p)^2 <= 1/7": ["p >= 0", "p <= 1"],
}


@pytest.mark.parametrize("text", TRUE)
def test_an_order_that_a_slope_or_a_case_tells_is_proved(text):
    found = tc.prove(text, where=TRUE[text])
    assert believe(record(found)).status == "derived"
    assert check(found.proposition, [h.proposition for h in found.hypotheses], instances=20)


@pytest.mark.usefixtures("unexplained")
@pytest.mark.parametrize("text", FALSE)
def test_an_order_that_fails_is_refused(text):
    with pytest.raises(Refused):
        tc.prove(text, where=FALSE[text])


def test_sides_that_the_hypotheses_exclude_are_not_looked_at():
    p = Parameter("p")
    unit = (suppose(p > 0), suppose(p < 1))
    places = [number(0), number(Fraction(1, 2)), number(1), number(2)]
    assert [_is_between(place, p, unit) for place in places] == [False, True, False, False]
    assert all(_is_between(place, p, ()) for place in places)


@pytest.mark.usefixtures("unexplained")
@pytest.mark.parametrize(
    ("text", "wrong", "where"),
    [
        ("P(z > t) <= exp(-t^2/2)/2", "P(z > t) <= exp(-t^2/2)/3", ["t >= 0"]),
        ("P(|z| > t) <= exp(-t^2/2)", "P(|z| > t) <= exp(-t^2/2)/2", ["t > 0"]),
        ("erfc(t) <= exp(-t^2)", "erfc(t) <= exp(-t^2) - t/100", ["t >= 0"]),
    ],
)
def test_a_normal_tail_is_below_its_exponential(text, wrong, where):
    found = tc.prove(text, laws=["z: normal(0, 1)"], where=where)
    assert believe(record(found)).status == "derived"
    assert check(found.proposition, [h.proposition for h in found.hypotheses], instances=10)
    with pytest.raises(Refused, match="Counterexample"):
        tc.prove(wrong, laws=["z: normal(0, 1)"], where=where)


@pytest.mark.usefixtures("unexplained")
def test_lengths_differ_by_no_more_than_vectors():
    vectors = ["u: fixed(d)", "v: fixed(d)"]
    found = tc.prove("| |u| - |v| | <= |u - v|", laws=vectors)
    assert check(found.proposition, instances=20)
    with pytest.raises(Refused):
        tc.prove("| |u| - |v| | <= |u + v|/2", laws=vectors)
    with pytest.raises(Refused):
        tc.prove("|u| - |v| >= |u - v|", laws=vectors)


def test_a_logarithm_in_a_denominator_alone_is_no_multiple():
    p = Parameter("p")
    bits = -(p * log(p) + (1 - p) * log(1 - p)) / log(number(2))
    with pytest.raises(Refused):
        by_log_above(bits <= 2 * sqrt(p * (1 - p)), (suppose(p > 0), suppose(p < 1)))


def test_a_hypothesis_that_leaves_one_number_is_not_called_missing():
    with pytest.raises(Refused, match=r"^Counterexample"):
        tc.prove("1 - 1/sqrt(x) <= (1 - 1/x)^2", where=["x >= 1"])
    with pytest.raises(Refused, match=r"^Missing hypothesis: x ≤ 1"):
        tc.prove("x^2 <= x", where=["x >= 0"])


DISTANCES = [
    ("abs(max(x, c) - max(y, c)) <= abs(x - y)", "abs(max(x, c) - max(y, c)) <= abs(x - y)/2", []),
    (
        "abs(min(max(x, -c), c) - min(max(y, -c), c)) <= abs(x - y)",
        "abs(min(max(x, -c), c) - min(max(y, -c), c)) <= 9/10 abs(x - y)",
        ["c > 0"],
    ),
    ("(relu(x) - relu(y))^2 <= (x - y)^2", "(relu(x) - relu(y))^2 <= (x - y)^2/2", []),
    ("abs(relu(max(x, c)) - relu(max(y, c))) <= abs(x - y)", "abs(relu(x) - max(y, c)) <= abs(x - y)", []),
]


@pytest.mark.parametrize(("text", "neighbour", "where"), DISTANCES)
def test_what_bends_but_never_stretches_brings_two_numbers_no_further_apart(text, neighbour, where):
    is_proved_and_its_neighbour_is_not(text, neighbour, [], where)
