"""Probabilities and means given an event, beside enumeration and quadrature; false neighbours are refused."""

from itertools import product

import numpy as np
import pytest
from scipy import integrate, stats
from theorycheck.theory.evaluation import Evaluator, Instance
from theorycheck.theory.kernel import Refused, Status, believe, record
from theorycheck.theory.parse import ParseError, parse
from theorycheck.theory.prove import derive, prove

AT = {"s": 0.7, "t": 1.2, "p": 0.3}
COINS = ["x: bernoulli(p)", "y: bernoulli(p)"]
DICE, CHANCE = ["x: discrete_uniform(6)", "y: discrete_uniform(6)"], ["p > 0", "p < 1"]
NORMAL, WAIT = ["x: normal(0, 1)", "y: normal(0, 1)"], ["x: exponential(1)"]


def of_dice(value, given) -> float:
    """The mean of a function of two dice given an event, by all 36 pairs."""
    pairs = [pair for pair in product(range(1, 7), repeat=2) if given(*pair)]
    return float(np.mean([value(*pair) for pair in pairs]))


GIVEN = {
    "P(x > s + t given x > s)": (WAIT, ["s > 0", "t > 0"], lambda: stats.expon.sf(1.9) / stats.expon.sf(0.7)),
    "P(x > 2 given x > 1)": (["x: normal(0, 1)"], [], lambda: stats.norm.sf(2) / stats.norm.sf(1)),
    "P(x == 1 given x + y >= 1)": (COINS, CHANCE, lambda: 0.3 / (1 - 0.7**2)),
    "P(x >= 5 given x >= y)": (DICE, [], lambda: of_dice(lambda x, _: x >= 5, lambda x, y: x >= y)),
    "E[x given x > y]": (DICE, [], lambda: of_dice(lambda x, _: x, lambda x, y: x > y)),
    "E[x + y given x == 3]": (DICE, [], lambda: of_dice(lambda x, y: x + y, lambda x, _: x == 3)),
    "E[x given x > 0]": (NORMAL, [], stats.halfnorm.mean),
    "E[x^2 given y > 0]": (NORMAL, [], lambda: 1.0),
    "E[x given x > t]": (
        WAIT, ["t > 0"],
        lambda: integrate.quad(lambda x: x * np.exp(-x), 1.2, np.inf)[0] / np.exp(-1.2),
    ),
}  # fmt: skip


@pytest.mark.parametrize("text", GIVEN)
def test_what_is_given_an_event_is_exact(text):
    laws, where, exact = GIVEN[text]
    theorem = derive(text, laws=laws, where=where)
    assert believe(record(theorem)).status is Status.DERIVED
    value = theorem.proposition.args[1]
    values = {own: AT[name] for name, own in value.declarations}
    assert float(Evaluator(Instance(values).values).value(value)) == pytest.approx(exact(), rel=1e-9)


def test_waiting_times_forget():
    where = ["s > 0", "t > 0"]
    assert prove("P(x > s + t given x > s) == P(x > t)", laws=WAIT, where=where)
    assert prove("E[x given x > t] == t + 1", laws=WAIT, where=where[1:])


@pytest.mark.parametrize(
    ("statement", "laws", "where"),
    [
        ("P(x > s + t given x > s) == P(x > s)", WAIT, ["s > 0", "t > 0"]),
        ("P(x > s + t given x > s) == exp(-t)", WAIT, ["s > 0", "t < 0", "s + t > 0"]),
        ("P(x > s + t given x > s) == P(x > t)", ["x: uniform(0, 9)"], ["s > 0", "t > 0", "s + t < 9"]),
        ("P(x > 2 given x > 1) == P(x > 1)", ["x: normal(0, 1)"], []),
        ("P(x > 2 given x > 1) == P(x > 2)", WAIT, []),
        ("E[x given x > t] == t", WAIT, ["t > 0"]),
        ("E[x given x > t] == t + 1", WAIT, ["t < 0"]),
        ("E[x given x > 0] == 0", NORMAL, []),
        ("E[x y given x > 0] == 1", NORMAL, []),
        ("P(x == 1 given x + y >= 1) == 1/2", COINS, CHANCE),
        ("P(x == 1 given x + y >= 1) == p", COINS, CHANCE),
        ("E[x given x > y] == E[x]", DICE, []),
    ],
)
def test_a_false_statement_about_what_is_given_is_refused(statement, laws, where):
    with pytest.raises(Refused):
        prove(statement, laws=laws, where=where)


def test_a_bar_and_a_condition_without_symbols_are_refused_in_a_sentence():
    with pytest.raises(ParseError, match="write P\\(A given B\\)"):
        parse("P(x > 1 | x > 0)", laws=WAIT)
    with pytest.raises(ParseError, match="The letter e is the number"):
        parse("x^2", where=["e > 0"])
    with pytest.raises(ParseError, match="about no size"):
        parse("x^2", where=["2 < 1"])
    with pytest.raises(ParseError, match=r"E\[x\*y\]"):
        parse("E x*exp(x)", laws=NORMAL)
