"""Arithmetic above geometric means, Young's inequality, and squares with parameters in them: each is proved,
holds in random instances, and fails without one of its hypotheses, or for a neighbour.
"""

import pytest
from theorycheck.theory.check import check
from theorycheck.theory.kernel import Refused, believe, record
from theorycheck.theory.prove import prove

YOUNG = ("a > 0", "b > 0", "p > 1")
TRUE = [
    ("(x y z)^(1/3) <= (x + y + z)/3", ("x > 0", "y > 0", "z > 0"), "(x y z)^(1/3) <= (x + y + z)/4"),
    ("a b <= a^p/p + b^q/q", (*YOUNG, "q > 1", "1/p + 1/q == 1"), "a b <= a^p/q + b^q/p"),
    ("a b <= a^p/p + b^q/q", (*YOUNG, "q == p/(p - 1)"), "a b <= a^q/p + b^p/q"),
    ("a^t b^(1 - t) <= t a + (1 - t) b", (*YOUNG[:2], "t > 0", "t < 1"), "t a + (1 - t) b <= a^t b^(1 - t)"),
    (
        "a^t b^(1 - t) <= t a + (1 - t) b",
        (*YOUNG[:2], "t >= 0", "t <= 1"),
        "a^t b^(1 - t) <= t b + (1 - t) a",
    ),
    (
        "exp(t a + (1 - t) b) <= t exp(a) + (1 - t) exp(b)",
        ("t >= 0", "t <= 1"),
        "exp(t a + (1 - t) b) <= t exp(b) + (1 - t) exp(a)",
    ),
    ("a b c <= a^3/3 + b^3/3 + c^3/3", (*YOUNG[:2], "c > 0"), "a b c <= a^3/3 + b^3/3"),
    ("2 <= x + 1/x", ("x > 0",), "3 <= x + 1/x"),
    ("4 <= (x + y) (1/x + 1/y)", ("x > 0", "y > 0"), "5 <= (x + y) (1/x + 1/y)"),
    ("a b <= eps a^2/2 + b^2/(2 eps)", ("eps > 0",), "a b <= eps a^2/2 + b^2/(3 eps)"),
    ("(a + b)^2 <= (1 + eps) a^2 + (1 + 1/eps) b^2", ("eps > 0",), "(a + b)^2 <= (1 + eps) (a^2 + b^2)"),
    ("s t - s^2 v/2 <= t^2/(2 v)", ("v > 0",), "s t - s^2 v/2 <= t^2/(4 v)"),
    ("-b^2/(4 a) <= a x^2 + b x", ("a > 0",), "-b^2/(8 a) <= a x^2 + b x"),
]


@pytest.mark.usefixtures("unexplained")
@pytest.mark.parametrize(("text", "where", "false"), TRUE)
def test_an_order_of_means_is_proved_holds_and_needs_its_hypotheses(text, where, false):
    theorem = prove(text, where=where)
    assert check(theorem.proposition, [h.proposition for h in theorem.hypotheses])
    for other, known in ((false, where), (text, where[:-1])):
        with pytest.raises(Refused):
            prove(other, where=known)


LOGS = {
    "(a + b) log((a + b)/(c + s)) <= a log(a/c) + b log(b/s)": ["c > 0", "s > 0", "a > 0", "b > 0"],
    "-x log(x) - (1 - x) log(1 - x) + x log(n - 1) <= log(n)": ["x > 0", "x < 1"],
    "p log(p/q) + (1 - p) log((1 - p)/(1 - q)) >= 0": ["p > 0", "p < 1", "q > 0", "q < 1"],
    "-a log(a) - b log(b) - (1 - a - b) log(1 - a - b) <= log(3)": ["a > 0", "b > 0", "a + b < 1"],
    "w log(a) + (1 - w) log(b) <= log(w a + (1 - w) b)": ["a > 0", "b > 0", "w > 0", "w < 1"],
    "-a log(a) - b log(b) >= -(a + b) log(a + b)": ["a > 0", "b > 0"],
    "a log(a/b) >= a - b": ["b > 0", "a > 0"],
}
FALSE_LOGS = {
    "(a + b) log((a + b)/(c + s)) >= a log(a/c) + b log(b/s)": ["a > 0", "b > 0", "c > 0", "s > 0"],
    "(a + b) log((a + b)/(c + 2 s)) <= a log(a/c) + b log(b/s) - 1/10": ["a > 0", "b > 0", "c > 0", "s > 0"],
    "-x log(x) - (1 - x) log(1 - x) + x log(n - 1) <= log(n - 1)": ["x > 0", "x < 1"],
    "p log(p/q) + (1 - p) log((1 - q)/(1 - p)) >= 0": ["p > 0", "p < 1", "q > 0", "q < 1"],
    "-a log(a) - b log(b) - (1 - a - b) log(1 - a - b) <= log(2)": ["a > 0", "b > 0", "a + b < 1"],
    "w log(a) + (1 - w) log(b) >= log(w a + (1 - w) b)": ["a > 0", "b > 0", "w > 0", "w < 1"],
    "w log(a) + (2 - w) log(b) <= log(w a + (2 - w) b)": ["a > 0", "b > 0", "w > 0", "w < 1"],
    "-a log(a) - b log(b) <= -(a + b) log(a + b)": ["a > 0", "b > 0"],
    "a log(a/b) >= a - b/2": ["a > 0", "b > 0"],
    "a log(b) + b log(a) <= (a + b) log(a b)": ["a > 0", "b > 0"],
}


@pytest.mark.usefixtures("unexplained")
@pytest.mark.parametrize("text", LOGS)
def test_the_log_sum_inequality_of_a_few_numbers_is_proved_and_needs_its_hypotheses(text):
    sizes, where = (["n >= 2"] if "n" in text else []), LOGS[text]
    theorem = prove(text, where=where, sizes=sizes)
    assert believe(record(theorem)).status == "derived"
    assert check(theorem.proposition, [h.proposition for h in theorem.hypotheses], instances=20)
    with pytest.raises(Refused):
        prove(text, where=where[:-1], sizes=sizes)


@pytest.mark.usefixtures("quickly_refused")
@pytest.mark.parametrize("text", FALSE_LOGS)
def test_an_order_of_logarithms_that_fails_is_refused(text):
    with pytest.raises(Refused, match="does not hold at"):
        prove(text, where=FALSE_LOGS[text], sizes=["n >= 3"] if "n" in text else [])


@pytest.mark.parametrize(
    ("text", "neighbour", "law"),
    [
        ("(E|x|)^2 <= E x^2", "(E|x|)^2 >= E x^2", "x: normal(m, v)"),
        ("(E relu(x))^2 <= v/2", "(E relu(x))^2 <= v/9", "x: normal(0, v)"),
        ("(E tanh(x))^2 <= E tanh(x)^2", "(E exp(x))^2 >= E exp(2 x)", "x: normal(0, v)"),
    ],
)
def test_the_square_of_a_mean_is_at_most_the_mean_of_the_square(text, neighbour, law):
    assert prove(text, laws=[law], where=["v > 0"])
    with pytest.raises(Refused, match="Counterexample"):
        prove(neighbour, laws=[law], where=["v > 0"])
