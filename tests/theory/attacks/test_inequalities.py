"""False neighbours of named inequalities: Jensen, log sum, Pinsker, Weierstrass, Hoeffding's lemma, geometric
sums, binomial coefficients, clipped vectors, and products of what is given. None is shown.
"""

import pytest
from theorycheck.theory.kernel import Refused
from theorycheck.theory.prove import prove

from ...lanes import sampled

pytestmark = pytest.mark.usefixtures("refused")

XY, ITEMS = ["x: normal(0, 1)", "y: normal(0, 1)"], ["x[n]: normal(0, 1)"]
VECTORS, FAMILIES = ([f"{name}: fixed({size})" for name in "xy"] for size in "dn")
X, PQ = ["x: fixed(n)"], ["p: fixed(n)", "q: fixed(n)"]
POSITIVE = ["p_j > 0 for all j", "q_j > 0 for all j"]
SHARES = ["x_j >= 0 for all j", "x_j <= 1 for all j"]


def adding_up_to(p, q):
    """The totals of both families."""
    return [f"sum_j p_j == {p}", f"sum_j q_j == {q}"]


FALSE = [
    ("P(x y > 0) == P(x > 0) P(y > 0)", XY, [], []),
    ("P(x y > 1) == 1/2", XY, [], []),
    ("P(x y > 0) == 1/2", ["x: bernoulli(1/2)", "y: rademacher()"], [], []),
    ("P(x x > 0) == 1/2", ["x: normal(0, 1)"], [], []),
    ("P(x (x + y) > 0) == 1/2", XY, [], []),
    ("P(x (x - y) < 0) == 3/4", XY, [], []),
    ("P(x y >= 0) == P(x y > 0)", ["x: bernoulli(1/2)", "y: rademacher()"], [], []),
    ("E log(1 + z) <= log(1 + E z)", ["z: normal(0, 1)"], [], []),
    ("E log(z^2) <= log(E z^2)", ["z: normal(0, 1)"], [], []),
    ("E log(|z|) <= 0", ["z: normal(0, 1)"], [], []),
    ("E log(1 + m z^2) <= log(1 + m)", ["z: normal(0, 1)"], [], []),
    ("E log(1 + z^2) <= log(1 + m)", ["z: normal(m, 1)"], [], []),
    ("E log(1 + z^2) <= log(1 + v)", ["z: normal(m, v)"], ["v > 0"], []),
    ("E sqrt(z) <= sqrt(E z)", ["z: normal(1, 1)"], [], []),
    ("E[1/z] >= 1/E[z]", ["z: normal(1, 1)"], [], []),
    ("E[1/(1 + z)] >= 1/2", ["z: normal(1, 1)"], [], []),
    ("E tanh(z) <= tanh(m)", ["z: normal(m, 1)"], [], []),
    ("E sigmoid(z) >= sigmoid(m)", ["z: normal(m, 1)"], [], []),
    ("E[z^3] >= m^3", ["z: normal(m, 1)"], [], []),
    ("E exp(z) <= exp(m)", ["z: normal(m, 1)"], [], []),
    pytest.param("E log(softmax(x)[1]) >= -log(n)", ITEMS, [], [], marks=pytest.mark.slow),
    pytest.param("E log(2 n softmax(x)[1]) <= 0", ITEMS, [], [], marks=pytest.mark.slow),
    ("E log(softmax(x)[1]) <= -log(n + 1)", ITEMS, [], []),
    ("E log(sum_j exp(x_j)) <= log(n)", ITEMS, [], []),
    pytest.param(
        "E log(sum_j exp(x_j)) <= log(n) + 1/3", ["x[n]: normal(0, 2)"], [], [], marks=pytest.mark.slow
    ),
    ("E exp(t (x - p)) <= exp(t^2/8)", ["x: bernoulli(q)"], ["p >= 0", "p <= 1"], []),
    ("E exp(t x) <= exp(t^2/8)", ["x: bernoulli(p)"], ["p >= 0", "p <= 1"], []),
    ("E exp(t u) <= exp(t^2/8)", ["u: uniform(0, 1)"], [], []),
    ("E exp(t u) <= exp(t^2/25)", ["u: uniform(-1/2, 1/2)"], [], []),
    ("E exp(t (x + y)) <= exp(t^2)", ["x: rademacher()", "y: bernoulli(1/2)"], [], []),
    ("E exp(2 t s) <= exp(t^2)", ["s: rademacher()"], [], []),
    ("E exp(t sum_j s_j) <= exp(t^2/2)", ["s: rademacher()"], [], []),
    ("E exp(t s^2) <= exp(t^2/2)", ["s: rademacher()"], [], []),
    ("E exp(t (s + s)) <= exp(t^2)", ["s: rademacher()"], [], []),
    ("E exp(t z^2) <= exp(t + t^2)", ["z: normal(0, 1)"], [], []),
    ("binomial(n, k) >= 1", [], ["k <= n + 1"], ["n >= 0", "k >= 0"]),
    ("binomial(n, k) >= k", [], ["k <= n"], ["n >= 0", "k >= 0"]),
    ("binomial(n, k) >= n", [], ["k <= n"], ["n >= 1", "k >= 0"]),
    ("binomial(n, k) >= 2", [], ["k <= n"], ["n >= 2", "k >= 1"]),
    ("binomial(2 n, n) >= 4^n/n", [], [], ["n >= 1"]),
    ("sum_{t=0}^n g^t <= 1/(1 - g)", [], ["g < 1"], []),
    ("sum_{t=0}^n g^t <= 1/(1 - g)", [], ["g >= 0"], []),
    ("sum_{t=0}^n g^t <= 1/(1 - g)", [], ["g >= 0", "g <= 1"], []),
    ("sum_{t=0}^n g^t r <= r/(1 - g)", [], ["g >= 0", "g < 1"], []),
    ("sum_{t=0}^n g^t < 1", [], ["g > 0", "g < 1"], []),
    ("1/(1 - g) >= 1", [], ["g < 1"], []),
    ("1/(1 - g) <= 1 + g", [], ["g >= 0", "g < 1"], []),
    ("x/(1 - x) <= 2 x", [], ["x >= 0", "x < 1"], []),
    ("x^a >= 0", [], ["a > 0"], []),
    ("x^a >= 1", [], ["x >= 1"], []),
    ("x^n >= 1", [], ["x >= 0"], ["n >= 1"]),
    ("|min(1, c/|x|) x| <= c", ["x: fixed(d)"], ["|x|^2 > 0"], []),
    ("|min(1, c/|x|) x| >= c", ["x: fixed(d)"], ["|x|^2 > 0", "c > 0"], []),
    ("|min(1, c/|x|) x + y| <= c", VECTORS, ["|x|^2 > 0", "c > 0"], []),
    ("|x|/|y| <= 1", VECTORS, ["|y|^2 > 0"], []),
    ("|x + y|^2/|x|^2 <= 4", VECTORS, ["|x|^2 > 0"], []),
    ("|2 x| <= |x|", ["x: fixed(d)"], [], []),
    ("|c x| <= c |x|", ["x: fixed(d)"], [], []),
    ("(a - b) log((a - b)/(c - s)) <= a log(a/c) - b log(b/s)", [], ["a > b", "b > 0", "c > s", "s > 0"], []),
    ("a log(a) + b log(b) <= (a + b) log((a + b)/2)", [], ["a > 0", "b > 0"], []),
    ("a log(a/b) >= b - a", [], ["a > 0", "b > 0"], []),
    ("-x log(x) - (1 - x) log(1 - x) + x log(n) <= log(n)", [], ["x > 0", "x < 1"], ["n >= 2"]),
    ("-x log(x) - (1 - x) log(1 - x) + x log(n - 1) <= log(n)", [], ["x > 0"], ["n >= 2"]),
    ("w log(a) + (1 - w) log(b) <= log(w a + (1 - w) b)", [], ["a > 0", "b > 0", "w < 1"], []),
    ("(sum_j |p_j - q_j|)^2 <= 2 sum_j p_j log(p_j/q_j)", PQ, [*POSITIVE, *adding_up_to(2, 1)], []),
    ("(sum_j |p_j - q_j|)^2 <= 2 sum_j p_j log(p_j/q_j)", PQ, [*POSITIVE, *adding_up_to(2, 2)], []),
    ("sum_j |p_j - q_j|^2 >= 2 sum_j p_j log(p_j/q_j)", PQ, [*POSITIVE, *adding_up_to(1, 1)], []),
    ("sum_j p_j^2/q_j >= 1", PQ, [*POSITIVE[1:], *adding_up_to(1, 2)], []),
    ("sum_j p_j^2/q_j >= sum_j p_j/q_j", PQ, [*POSITIVE[1:], *adding_up_to(1, 1)], []),
    ("sum_j 1/q_j >= n^2", ["q: fixed(n)"], ["q_j > 0 for all j", "sum_j q_j == 2"], []),
    ("sum_j x_j^2/y_j >= (sum_j x_j)^2", FAMILIES, ["y_j > 0 for all j"], []),
    ("sum_j x_j^2/y_j >= (sum_j x_j)^2/sum_j y_j", FAMILIES, ["sum_j y_j > 0"], []),
    ("prod_j (1 - x_j) >= 1 - sum_j x_j", X, [*SHARES[:1], "x_j <= 5 for all j"], []),
    ("prod_j (1 - 2 x_j) >= 1 - 2 sum_j x_j", X, [*SHARES[:1], "x_j <= 3 for all j"], []),
    ("prod_j x_j >= sum_j x_j - 1", X, SHARES, []),
    ("prod_{j=1}^n (1 - j/N) >= 1 - n (n + 1)/(2 N)", [], [], ["N >= 2", "n >= 1"]),
    ("prod_{j=1}^n (1 - j/N) <= exp(-n (n + 1)/(2 N))", [], [], ["N >= 1", "n >= 1"]),
    ("P(u_j > x_j for all j) == prod_j (1 - x_j)", ["u: uniform(0, 1)", *X], SHARES[:1], []),
    ("P(u_j > x_j for all j) == prod_j (1 - x_j)", ["u: uniform(0, 2)", *X], SHARES, []),
    ("P(u > x_j for all j) == prod_j (1 - x_j)", ["u: uniform(0, 1)", *X], SHARES, []),
    ("P(u_j > x_j for some j) <= sum_j x_j", ["u: uniform(0, 1)", *X], SHARES, []),
    ("x (1 - y) + y (1 - x) <= 1", [], ["x >= 0", "y >= 0", "x <= 1"], []),
    ("(1 - eta h)^2 <= 1 - eta h", [], ["eta h <= 1"], []),
    ("x y >= x + y - 1", [], ["x >= 0", "y >= 0"], []),
]


@pytest.mark.parametrize(("text", "laws", "where", "sizes"), sampled(FALSE, 3))
def test_a_false_neighbour_of_an_inequality_is_not_shown(text, laws, where, sizes):
    with pytest.raises(Refused):
        prove(text, laws=laws, where=where, sizes=sizes)
