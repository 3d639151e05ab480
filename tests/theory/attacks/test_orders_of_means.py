"""Attacks on orders of numbers, means and chances by slopes, cases and what is in them: each is false.

A mean is not known to be finite by the form of a logarithm of other sums than those of exponentials, or of a
positive number and what is not negative.
"""

import pytest
from theorycheck.theory.kernel import Refused, apply
from theorycheck.theory.parse import parse
from theorycheck.theory.prove import prove
from theorycheck.theory.tactics.rewriting import itself

from ...lanes import sampled

pytestmark = pytest.mark.usefixtures("refused")
PAIR, LENGTH, COINS = (
    ["x: normal(m, v)", "y: normal(m, v)"],
    ["z: normal(dimension=d)"],
    ["x[n]: bernoulli(p)"],
)
SPREAD, BETWEEN, RATE = ["v > 0"], ["eps > 0", "eps < 1"], ["p > 0", "p <= 1"]

FALSE = [
    ("log(1 + x) <= sqrt(x)/2", [], ["x >= 0"]),
    ("log(1 + x) >= sqrt(x)/2", [], ["x >= 0"]),
    ("x <= sqrt(x)", [], ["x >= 0"]),
    ("E[-log(softmax(x)[1])] <= log(n)", ["x[n]: normal(0, 1)"], []),
    ("E[-log(softmax(x)[1])] >= log(n + 1)", ["x[n]: normal(0, 1)"], []),
    ("<softmax(u) - softmax(w), u + w> >= 0", ["u: fixed(n)", "w: fixed(n)"], []),
    ("<softmax(u) - softmax(w), u - w> >= |softmax(u) - softmax(w)|", ["u: fixed(n)", "w: fixed(n)"], []),
    ("iterate(a x + b, x, y, t) <= y + b/(1 - a)", [], ["a > 0", "a < 1", "b >= 0"]),
    ("iterate(a x + b, x, y, t) <= y + b", [], ["a > 0", "a < 1", "b >= 0", "y >= 0"]),
    ("iterate(a x + b, x, y, t) <= b/(1 - a)", [], ["a > 0", "a < 1", "b >= 0", "y >= 0"]),
    ("|tanh(x)| <= x", [], []),
    ("|tanh(x)| < |x|", [], []),
    ("tanh(x)^2 >= x^2", [], []),
    ("|tanh(x) - tanh(y)| <= |x - y|/2", [], []),
    ("|tanh(x) - tanh(y)| >= |x - y|", [], []),
    ("tanh(x) - tanh(y) <= x - y", [], []),
    ("|sigmoid(x) - sigmoid(y)| <= |x + y|/4", [], []),
    ("grad_x sigmoid(x) >= 1/4", [], []),
    ("grad_x softplus(x) <= 1/2", [], []),
    ("grad_x tanh(x) >= 1", [], []),
    ("grad_x x^2 <= 2", [], []),
    ("grad_x relu(x) <= 1/2", [], []),
    ("1[x <= 0] <= relu(-x)", [], []),
    ("1[x < 1] <= relu(1 - x)", [], []),
    ("1[x <= 1/10] <= exp(-x)", [], []),
    ("1[x > t] <= x^2/t^2", [], ["t < 0"]),
    ("1[x > t] <= x/t", [], ["t > 0"]),
    ("1[x > t] <= x^2/t^3", [], ["t > 0"]),
    ("2 1[x <= 0] <= relu(1 - x)", [], []),
    ("1[x <= 0] 1[x >= 0] <= 0", [], []),
    ("-1[x <= 0] <= -1/2", [], []),
    ("1 <= 1[x <= 0] + 1[x > 1]", [], []),
    ("1[x <= 0] <= log(1 + exp(-x))", [], []),
    ("relu(1 - x) <= 1[x <= 0]", [], []),
    ("log(1 + exp(x)) <= log(2) + x/2 + x^2/9", [], []),
    ("log(1 + exp(x)) <= x + log(2)", [], []),
    ("log(1 + exp(x)) <= exp(x)/2", [], []),
    ("log(1 + exp(-x)) >= log(2) + x/2", [], []),
    ("log(2 + exp(x)) <= softplus(x)", [], []),
    ("(1 + x) log(1 + x) - x >= x^2/3", [], ["x >= 0", "x <= 2"]),
    ("(1 + x) log(1 + x) - x >= x^2/2", [], ["x >= 0"]),
    ("log(1 + x) >= 2 x/(2 + x)", [], ["x > -1"]),
    ("log(x) >= 2 (x - 1)/(x + 1)", [], ["x > 0"]),
    ("log(x) <= 2 (x - 1)/(x + 1)", [], ["x >= 1"]),
    ("log(1 + x) >= x - x^2/4", [], ["x >= 0"]),
    ("a log(1 + x) >= 2 a x/(2 + x)", [], ["x >= 0"]),
    ("log(1 + x) >= x", [], ["x >= 0"]),
    ("||x| - |y|| <= |x| - |y|", [], []),
    ("|x + y| <= |x| - |y|", [], []),
    ("x y <= M |y|", [], ["|x| >= M"]),
    ("x y <= M y", [], ["|x| <= M"]),
    ("x y <= M y", [], ["x <= M"]),
    ("E softplus(x) <= E[relu(x)]", PAIR, SPREAD),
    ("E softplus(x) <= relu(m)", PAIR, SPREAD),
    ("E tanh(x)^2 <= 1/2", PAIR, SPREAD),
    ("E tanh(x) <= E[x]", PAIR, SPREAD),
    ("E sigmoid(x) <= sigmoid(m)", PAIR, SPREAD),
    ("E sigmoid(x) >= 1/2", PAIR, SPREAD),
    ("P(x <= 0) <= E[relu(-x)]", PAIR, SPREAD),
    ("P(x <= 1) <= E[relu(1 - x)]", PAIR, SPREAD),
    ("P(x > y) <= E[relu(x - y)]", PAIR, SPREAD),
    ("P(x > 0) <= E[x]", PAIR, SPREAD),
    ("P(|x| > 1) <= E[|x|]/2", PAIR, SPREAD),
    ("P(x > 0) + P(y > 0) <= 1", PAIR, SPREAD),
    ("E max(x, y) <= m", PAIR, SPREAD),
    ("E|x - y| <= E[|x|]", PAIR, SPREAD),
    ("E x y <= E[x^2]/2", PAIR, SPREAD),
    ("E relu(x) relu(y) <= 0", PAIR, SPREAD),
    ("E x^2 <= E[x] E[x]", PAIR, SPREAD),
    ("E exp(x) <= exp(E[x])", PAIR, SPREAD),
    ("E[x y] <= m^2 - v", PAIR, SPREAD),
    ("P(x <= 0) <= P(x < -1)", PAIR, SPREAD),
    ("E 1[x > 0] <= 1/2", PAIR, SPREAD),
    ("E cos(x) >= 1", PAIR, SPREAD),
    ("E|x| <= |m|", PAIR, SPREAD),
    pytest.param("P(||z|^2 - d| > eps d) <= exp(-d eps^2/2)", LENGTH, BETWEEN, marks=pytest.mark.slow),
    pytest.param("P(||z|^2 - d| > eps) <= 2 exp(-d eps^2/8)", LENGTH, BETWEEN, marks=pytest.mark.slow),
    ("P(|z|^2 - d > eps d) <= exp(-d eps^2/3)", LENGTH, BETWEEN),
    ("P(d - |z|^2 > eps d) <= exp(-d eps^2)", LENGTH, BETWEEN),
    ("P(|z|^2 + d > eps d) <= exp(-d eps^2/8)", LENGTH, BETWEEN),
    ("P(|z|^2 - 2 d > eps d) >= 1/2", LENGTH, BETWEEN),
    ("P(|z|^2 - d < -eps d) <= exp(-d eps)", LENGTH, BETWEEN),
    ("P(|x - 1| > t) <= exp(-t^2)", ["x: normal(1, 1)"], ["t > 0"]),
    ("P(|x - 1| > t) <= exp(-t^2/2)/2", ["x: normal(1, 1)"], ["t > 0"]),
    ("P(2 x - 1 > t) <= exp(-t^2/2)", ["x: normal(1, 1)"], ["t > 0"]),
    ("P(x - 1 > t) <= exp(-t^2)", ["x: normal(1, 1)"], ["t > 0"]),
    ("P(sum_j x_j >= (1 + eps) n p) <= exp(-n p eps^2/3)", COINS, [*RATE, "eps > 0"]),
    ("P(sum_j x_j >= (1 + eps) n p) <= exp(-n p eps^2/3)", COINS, [*RATE, "eps > 0", "eps <= 3"]),
    ("P(sum_j x_j >= (1 + eps) n p) <= exp(-n p eps^2/3)", COINS, RATE),
    ("P(sum_j x_j >= (1 - eps) n p) <= exp(-n p eps^2/3)", COINS, [*RATE, *BETWEEN]),
    ("P(sum_j x_j <= (1 - eps) n p) <= exp(-n p eps)", COINS, [*RATE, *BETWEEN]),
    ("P(sum_j x_j <= (1 - eps) n p) <= exp(-n eps^2/2)", COINS, [*RATE, *BETWEEN]),
]


@pytest.mark.parametrize(("statement", "laws", "where"), sampled(FALSE, 3))
def test_a_false_order_of_numbers_or_means_is_refused(statement, laws, where):
    with pytest.raises(Refused):
        prove(statement, laws=laws, where=where)


@pytest.mark.parametrize(
    ("total", "is_finite"),
    [
        ("sum_j exp(x_j)", True),
        ("sum_j exp(2 x_j + 3)", True),
        ("sum_j exp(x_j^2)", True),
        ("sum_j exp(1/x_j)", False),
        ("sum_j exp(exp(x_j^2))", False),
        ("sum_j x_j", False),
        ("sum_j x_j^2", False),
        ("sum_j x_j exp(x_j)", False),
        ("sum_{j != 1} exp(x_j)", False),
        ("exp(x_1) - exp(x_2)", False),
        ("1/2 + sum_j x_j^2", True),
        ("1 + |x_1|", True),
        ("1 + exp(x_1)", True),
        ("sum_j x_j^2 - 1", False),
        ("1 + x_1", False),
        ("1 + x_1 x_2", False),
        ("1 + 1/x_1^2", False),
        ("0 + x_1^2", False),
        ("c + x_1^2", False),
    ],
)
def test_a_logarithm_of_a_sum_has_a_mean_where_its_form_tells(total, is_finite):
    term = parse(f"log({total}) <= 0", laws=["x[n]: normal(0, 1)"], sizes=["n >= 2"]).term.args[0]
    order = apply("weakened", itself(term))
    if is_finite:
        assert apply("mean_monotone", order).proposition.head == "le"
    else:
        with pytest.raises(Refused, match="finite"):
            apply("mean_monotone", order)
