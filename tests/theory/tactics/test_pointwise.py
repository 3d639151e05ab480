"""Orders of means and chances by those of what is in them, of indicators, slopes and plainer events.

Each is proved, holds in random instances, and has a false neighbour.
"""

from math import exp

import pytest
from scipy.stats import binom, chi2
from theorycheck.theory.check import check
from theorycheck.theory.kernel import Refused, believe, record
from theorycheck.theory.parse import parse
from theorycheck.theory.prove import prove

ANY, POSITIVE = ("x: normal(m, v)",), ("v > 0",)
NUMBERS = {
    "|tanh(x)| <= |x|": "|tanh(x)| <= |x|/2",
    "tanh(x)^2 <= x^2": "tanh(x)^2 <= x^2/2",
    "|grad_x tanh(x)| <= 1": "|grad_x tanh(x)| <= 1/2",
    "0 <= grad_x sigmoid(x)": "grad_x sigmoid(x) <= 0",
    "grad_x sigmoid(x) <= 1/4": "grad_x sigmoid(x) <= 1/5",
    "|sigmoid(x) - sigmoid(y)| <= |x - y|/4": "|sigmoid(x) - sigmoid(y)| <= |x - y|/5",
    "|softplus(x) - softplus(y)| <= |x - y|": "|softplus(x) - softplus(y)| <= |x - y|/2",
    "1[x <= 0] <= relu(1 - x)": "1[x <= 1] <= relu(1 - x)",
    "1[x <= 0] <= log(1 + exp(-x))/log(2)": "1[x <= 0] <= log(1 + exp(-x))",
    "1[x < 0] <= exp(-x)": "1[x <= 1] <= exp(-x)",
}
"""What holds of any numbers, and a false neighbour of it."""
MEANS = {
    "E softplus(x) <= E[relu(x)] + log(2)": "E softplus(x) <= E[relu(x)]",
    "E softplus(x) >= E[relu(x)]": "E softplus(x) >= E[relu(x)] + log(2)",
    "E tanh(x)^2 <= E[x^2]": "E tanh(x)^2 >= E[x^2]",
    "0 <= E sigmoid(x)": "E sigmoid(x) <= 1/2",
    "P(x <= 0) <= E[relu(1 - x)]": "P(x <= 0) <= E[relu(-x)]",
    "P(x <= 0) <= E[exp(-x)]": "P(x <= 0) <= E[exp(-x)]/9",
    "P(|x| >= 2) <= E[x^2]/4": "P(|x| >= 2) <= E[x^2]/9",
    "P(|x| > 2) <= E[x^4]/16": "P(|x| > 2) <= E[x^4]/81",
}
"""What holds of a normal number, and a false neighbour of it."""


@pytest.mark.parametrize("text", NUMBERS)
def test_an_order_of_any_numbers_is_proved(text):
    theorem = prove(text)
    assert check(theorem.proposition)
    with pytest.raises(Refused):
        prove(NUMBERS[text])


@pytest.mark.parametrize("text", MEANS)
def test_an_order_of_means_follows_from_that_of_numbers(text):
    theorem = prove(text, laws=ANY, where=POSITIVE)
    assert check(theorem.proposition, parse(text, laws=ANY, where=POSITIVE).where)
    assert believe(record(theorem)).proposition is theorem.proposition
    with pytest.raises(Refused):
        prove(MEANS[text], laws=ANY, where=POSITIVE)


@pytest.mark.parametrize("relation", [">", ">="])
def test_a_length_is_near_its_mean_on_both_sides(relation):
    laws, between = ["z: normal(dimension=d)"], ["eps > 0", "eps < 1"]
    assert prove(f"P(||z|^2 - d| {relation} eps d) <= 2 exp(-d eps^2/8)", laws=laws, where=between)
    for d, eps in ((1, 0.5), (10, 0.3), (40, 0.9)):
        chance = chi2.sf((1 + eps) * d, d) + chi2.cdf((1 - eps) * d, d)
        assert chance <= 2 * exp(-d * eps**2 / 8)


@pytest.mark.slow
def test_a_random_projection_keeps_a_length_with_high_probability():
    laws, where = ["S[m, d]: normal(0, 1/m)", "x: fixed(d)"], ["eps > 0", "eps < 1", "|x|^2 == 1"]
    chance = "P(||S @ x|^2 - |x|^2| > eps)"
    assert prove(f"{chance} <= 2 exp(-m eps^2/8)", laws=laws, where=where)
    for bound, known in (("exp(-m eps^2)", where), ("2 exp(-m eps^2/8)", where[:2])):
        with pytest.raises(Refused):
            prove(f"{chance} <= {bound}", laws=laws, where=known)


COINS, RATE = ["x[n]: bernoulli(p)"], ["p > 0", "p <= 1"]


@pytest.mark.parametrize(
    ("event", "bound", "least", "false"),
    [
        (">= (1 + eps)", "exp(-n p eps^2/3)", "eps <= 1", "exp(-n p eps^2/2)"),
        (">= (1 + eps)", "(exp(eps)/(1 + eps)^(1 + eps))^(n p)", "", "(exp(eps)/(1 + eps)^(2 + eps))^(n p)"),
        ("<= (1 - eps)", "exp(-n p eps^2/2)", "eps < 1", "exp(-n p eps^2)"),
    ],
)
def test_the_multiplicative_bounds_of_chernoff(event, bound, least, false):
    where = [*RATE, "eps > 0", *([least] if least else [])]
    statement = f"P(sum_j x_j {event} n p) <= "
    assert prove(statement + bound, laws=COINS, where=where)
    with pytest.raises(Refused):
        prove(statement + false, laws=COINS, where=where, by="chernoff")


@pytest.mark.parametrize(("n", "p", "eps"), [(10, 0.3, 1.0), (30, 0.5, 0.4), (7, 1.0, 0.1)])
def test_the_multiplicative_bounds_are_above_the_tails(n, p, eps):
    assert binom.sf((1 + eps) * n * p - 1e-9, n, p) <= exp(-n * p * eps**2 / 3)
    assert binom.cdf((1 - eps) * n * p + 1e-9, n, p) <= exp(-n * p * eps**2 / 2)
