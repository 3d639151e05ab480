"""Attacks on Chernoff's bound at its best exponent, and on orders of logarithms: each statement is false."""

import pytest
from theorycheck.theory.kernel import Refused
from theorycheck.theory.prove import derive, prove, read, suppose
from theorycheck.theory.tactics.slopes import by_logs

pytestmark = pytest.mark.usefixtures("refused")
NORMAL, COINS, WAITS = ["z: normal(dimension=d)"], ["x: bernoulli(p)"], ["x: exponential(1)"]
CHANCE, BETWEEN, POSITIVE = ["p > 0", "p < 1"], ["eps > 0", "eps < 1"], ["eps > 0"]

FALSE_TAILS = [
    # An exponent that is too large, or of the other sign.
    ("P(|z|^2 > (1 + eps) d) <= exp(-d (eps - log(1 + eps)))", NORMAL, POSITIVE),
    ("P(|z|^2 > (1 + eps) d) <= exp(-d eps/2)", NORMAL, POSITIVE),
    ("P(|z|^2 > (1 + eps) d) <= exp(-d eps^2/2)", NORMAL, BETWEEN),
    ("P(|z|^2 > (1 + eps) d) <= exp(-d eps^2/4)", NORMAL, BETWEEN),
    ("P(|z|^2 > (1 + eps) d) <= exp(-d eps^2/8)", NORMAL, POSITIVE),
    ("P(|z|^2 > (1 + eps) d) <= exp(-d (eps^2 - eps^3)/2)", NORMAL, BETWEEN),
    ("P(|z|^2 > (1 + eps) d) <= exp(-d (eps + log(1 + eps))/2)", NORMAL, POSITIVE),
    ("P(|z|^2 < (1 - eps) d) <= exp(-d eps^2)", NORMAL, BETWEEN),
    ("P(|z|^2 < (1 - eps) d) <= exp(-d eps/2)", NORMAL, BETWEEN),
    ("P(|z|^2 < (1 - eps) d) <= exp(d (eps + log(1 - eps)))", NORMAL, BETWEEN),
    ("P(|z|^2 < (1 + eps) d) <= exp(-d eps^2/4)", NORMAL, BETWEEN),
    ("P(|z|^2 > (1 - eps) d) <= exp(-d eps^2/8)", NORMAL, BETWEEN),
    # A level on the wrong side of the mean, or of no known side.
    ("P(|z|^2 > t) <= exp(-(t - d)/2) (t/d)^(d/2)", NORMAL, ["t < d", "t > 0"]),
    ("P(|z|^2 > (1 + eps) d) <= exp(-d (eps - log(1 + eps))/2)", NORMAL, ["eps < 0", "eps > -1"]),
    ("P(|z|^2 < (1 - eps) d) <= exp(d (eps + log(1 - eps))/2)", NORMAL, ["eps < 0"]),
    ("P(|z|^2 > d) <= exp(-d/8)", NORMAL, []),
    # A variance that is not the one.
    ("P(|z|^2 > (1 + eps) d) <= exp(-d eps^2/8)", ["z: normal(0, 2, dimension=d)"], BETWEEN),
    ("P(|z|^2 > 2 s^2 d) <= exp(-d/2)", ["z: normal(0, s^2, dimension=d)"], ["s > 0"]),
    ("P(|z|^2 > 2 d) <= 2^(d/2) exp(-d/2)", ["z: normal(0, s^2, dimension=d)"], ["s > 1"]),
    ("P(|W x|^2 > (1 + eps) m) <= exp(-m eps^2/8)", ["W[m, d]: normal()", "x: fixed(d)"], BETWEEN),
    ("P(|W x|^2 > (1 + eps) m) <= exp(-m eps^2/8)", ["W[m, d]: normal()", "x: fixed(d)"],
     [*BETWEEN, "|x|^2 == 2"]),
    ("P(|W x|^2 > (1 + eps) d) <= exp(-d eps^2/8)", ["W[m, d]: normal()", "x: fixed(d)"],
     [*BETWEEN, "|x|^2 == 1"]),
    # What is not independent: n copies of one number, or neighbours that share one.
    ("P(n z^2 > (1 + eps) n) <= exp(-n eps^2/8)", ["z: normal(0, 1)"], BETWEEN),
    ("P(sum_i (z + 0 x_i)^2 > (1 + eps) n) <= exp(-n eps^2/8)", ["z: normal(0, 1)", "x: normal(0, 1)"],
     BETWEEN),
    ("P(sum_i x_i y >= n t) <= (t exp(1 - t))^n", [*WAITS, "y: rademacher()"], ["t > 1"]),
    ("P(sum_{i=1}^n y >= n t) <= (t exp(1 - t))^n", ["y: exponential(1)"], ["t > 1"]),
    ("P(sum_i c_i >= (1 + eps) n/2) <= exp(-n eps^2/8)",
     ["c: markov_chain([[1 - a, a], [a, 1 - a]], [1/2, 1/2])"],
     [*BETWEEN, "a > 0", "a < 1"]),
    # Waiting times.
    ("P(sum_i x_i >= n t) <= (t exp(1 - t))^n", WAITS, ["t > 0", "t < 1"]),
    ("P(sum_i x_i >= n t) <= exp(-n t)", WAITS, ["t > 1"]),
    ("P(sum_i x_i >= n t) <= (t exp(-t))^n", WAITS, ["t > 1"]),
    ("P(sum_i x_i >= n t) <= (t exp(1 - t))^n", ["x: exponential(r)"], ["t > 1", "r > 0", "r < 1"]),
    ("P(sum_i x_i <= n t) <= (t exp(1 - t))^n", WAITS, ["t > 1"]),
    ("P(sum_i x_i >= n t) <= exp(-n (t - 1)^2/2)", WAITS, ["t > 1"]),
    ("P(x > t) <= exp(-t - 1)", WAITS, ["t > 1"]),
    # Coins.
    ("P(sum_i x_i >= (1 + eps) n p) <= exp(-n p eps^2/2)", COINS, [*CHANCE, *POSITIVE]),
    ("P(sum_i x_i >= (1 + eps) n p) <= exp(-n p eps^2)", COINS, [*CHANCE, *BETWEEN]),
    ("P(sum_i x_i >= (1 + eps) n p) <= (exp(eps)/(1 + eps)^(2 + eps))^(n p)", COINS, [*CHANCE, *POSITIVE]),
    ("P(sum_i x_i >= (1 + eps) n p) <= (exp(eps)/(1 + eps)^(1 + eps))^n", COINS, [*CHANCE, *POSITIVE]),
    ("P(sum_i x_i >= (1 + eps) n p) <= exp(-n p eps^2/3)", COINS, [*CHANCE, *POSITIVE]),
    ("P(sum_i x_i <= (1 - eps) n p) <= exp(-n p eps^2)", COINS, [*CHANCE, *BETWEEN]),
    ("P(sum_i x_i <= (1 - eps) n p) <= exp(-n eps^2/2)", COINS, [*CHANCE, *BETWEEN]),
    ("P(sum_i x_i <= (1 + eps) n p) <= exp(-n p eps^2/2)", COINS, [*CHANCE, *BETWEEN]),
    ("P(sum_i x_i >= n/2) <= (4 p (1 - p))^n", COINS, ["p > 0", "p < 1/2"]),
    # A normal number.
    ("P(x > t) <= exp(-(t - m)^2/v)", ["x: normal(m, v)"], ["v > 0", "t > m"]),
    ("P(x > t) <= exp(-(t - m)^2/(2 v))/4", ["x: normal(m, v)"], ["v > 0", "t > m"]),
]  # fmt: skip


SLOW = "P(sum_i x_i >= n/2) <= (4 p (1 - p))^n"


@pytest.mark.parametrize(
    ("statement", "laws", "where"),
    [pytest.param(*row, id=row[0], marks=[pytest.mark.slow] * (row[0] == SLOW)) for row in FALSE_TAILS],
)
def test_a_tail_that_is_too_small_is_refused(statement, laws, where):
    with pytest.raises(Refused):
        prove(statement, laws=laws, where=where, by="chernoff")


FALSE_ORDERS = [
    ("M exp(-2 n eps^2) <= delta", ["n <= log(M/delta)/(2 eps^2)", "M > 0", "eps > 0", "delta > 0"]),
    ("M exp(-2 n eps^2) <= delta", ["n >= log(M/delta)/(2 eps^2)", "M > 0", "eps > 0", "delta < 0"]),
    ("M exp(-2 n eps^2) <= delta", ["n >= log(M/delta)/(4 eps^2)", "M > 0", "eps > 0", "delta > 0"]),
    ("M exp(-2 n eps) <= delta", ["n >= log(M/delta)/(2 eps)", "M > 0", "eps < 0", "delta > 0"]),
    ("M exp(-2 n eps^2) <= delta", ["n >= log(delta/M)/(2 eps^2)", "M > 0", "eps > 0", "delta > 0"]),
    ("M exp(-2 n eps^2) < delta", ["n >= log(M/delta)/(2 eps^2)", "M > 0", "eps > 0", "delta > 0"]),
    ("exp(2 n eps^2) <= M", ["n >= log(M)/(2 eps^2)", "M > 0", "eps > 0"]),
    ("(1 + x)^a <= exp(a x)", ["x > -1", "a < 0"]),
    ("(1 + x)^a >= exp(a x)", ["x > 0", "a > 0"]),
    ("(1 - x)^a <= exp(-2 a x)", ["x > 0", "x < 1", "a > 0"]),
    ("exp(-a/2) (1 + x)^a <= exp(-a x^2)", ["x > 0", "a > 0"]),
    ("x^a <= exp(a (x - 2))", ["x > 0", "a > 0"]),
    ("x^a < exp(a (x - 1))", ["x > 0", "a > 0"]),
    ("a^x <= b^x", ["a > 0", "b > a", "x < 0"]),
    ("exp(x) exp(y) <= 0 - exp(x + y)", []),
    ("exp(x) <= y", ["x <= log(y)", "y < 0"]),
]


@pytest.mark.parametrize(("statement", "where"), FALSE_ORDERS, ids=[f"{s} {w}" for s, w in FALSE_ORDERS])
def test_an_order_of_products_that_fails_is_refused(statement, where):
    asked = read(statement, where, [], [])
    with pytest.raises(Refused):
        by_logs(asked.term, tuple(map(suppose, asked.where)))


@pytest.mark.parametrize(
    ("chance", "laws", "where"),
    [
        ("P(|z|^2 > t)", NORMAL, ["t < d", "t > 0"]),
        ("P(sum_i x_i >= n t)", WAITS, ["t < 1", "t > 0"]),
        ("P(sum_i x_i >= n a)", COINS, ["p > 0", "a > p", "p > 1"]),
        ("P(sum_i x_i >= n t)", ["x: exponential(r)"], ["r < 0", "t > 0"]),
        ("P(x > t)", ["x: normal(m, v)"], ["v < 0", "t > m"]),
        ("P(sum_i x_i > n t)", ["x: zipf(alpha)"], ["alpha > 2", "t > 3"]),
        ("P(sum_i x_i^3 > n t)", ["x: normal(0, 1)"], ["t > 1"]),
    ],
)
def test_no_bound_is_found_where_none_holds_by_an_exponential_moment(chance, laws, where):
    with pytest.raises(Refused):
        derive(chance, laws=laws, where=where, by="chernoff")
