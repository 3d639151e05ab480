"""Chernoff's bound at its best exponent, beside exact tails and a searched minimum over the exponent."""

import numpy as np
import pytest
from scipy import optimize, stats
from theorycheck.theory.check import check
from theorycheck.theory.evaluation import Evaluator, Instance
from theorycheck.theory.kernel import Refused, Status, believe, record
from theorycheck.theory.prove import derive, prove, read, suppose
from theorycheck.theory.tactics.slopes import by_logs

AT = {"d": 7, "m": 5, "n": 9, "eps": 0.4, "t": 1.6, "a": 0.6, "p": 0.35, "v": 1.5, "r": 1.3, "s": 0.8}
NORMAL, COINS = ["z: normal(dimension=d)"], ["x: bernoulli(p)"]
CHANCE, BETWEEN = ["p > 0", "p < 1"], ["eps > 0", "eps < 1"]


def at_point(theorem) -> float:
    """The right-hand side at `AT`."""
    belief = believe(record(theorem))
    assert belief.status is Status.DERIVED
    bound = theorem.proposition.args[1]
    values = {own: AT[name] for name, own in bound.declarations}
    return float(Evaluator(Instance(values).values).value(bound))


def least(log_moment, level, high) -> float:
    """The least exp(log m(s) - s t) over 0 < s < high, by a search."""
    found = optimize.minimize_scalar(lambda s: log_moment(s) - s * level, (0, high), bounds=(0, high))
    return float(np.exp(found.fun))


def of_coins(sign):
    return lambda s: 9 * np.log(1 - 0.35 + 0.35 * np.exp(sign * s))


TAILS = {
    "squared length": (
        "P(|z|^2 > (1 + eps) d)", NORMAL, ["eps > 0"],
        lambda: stats.chi2.sf(1.4 * 7, 7), lambda: least(lambda s: -3.5 * np.log(1 - 2 * s), 9.8, 0.4999),
    ),
    "squared length below": (
        "P(|z|^2 < (1 - eps) d)", NORMAL, BETWEEN,
        lambda: stats.chi2.cdf(0.6 * 7, 7), lambda: least(lambda s: -3.5 * np.log(1 + 2 * s), -4.2, 9),
    ),
    "squared length of a variance": (
        "P(|z|^2 >= 2 s^2 d)", ["z: normal(0, s^2, dimension=d)"], ["s > 0"],
        lambda: stats.chi2.sf(14, 7), lambda: least(lambda s: -3.5 * np.log(1 - 2 * s), 14, 0.4999),
    ),
    "squares added up": (
        "P(sum_i x_i^2 > (1 + eps) n)", ["x: normal(0, 1)"], ["eps > 0"],
        lambda: stats.chi2.sf(12.6, 9), lambda: least(lambda s: -4.5 * np.log(1 - 2 * s), 12.6, 0.4999),
    ),
    "waiting times": (
        "P(sum_i x_i >= n t)", ["x: exponential(1)"], ["t > 1"],
        lambda: stats.gamma.sf(9 * 1.6, 9), lambda: least(lambda s: -9 * np.log(1 - s), 14.4, 0.9999),
    ),
    "waiting times of a rate": (
        "P(sum_i x_i >= n t)", ["x: exponential(r)"], ["r > 0", "t > 0", "t > 1/r"],
        lambda: stats.gamma.sf(14.4 * 1.3, 9),
        lambda: least(lambda s: -9 * np.log(1 - s / 1.3), 14.4, 1.2999),
    ),
    "one waiting time": (
        "P(x > t)", ["x: exponential(1)"], ["t > 1"],
        lambda: np.exp(-1.6), lambda: least(lambda s: -np.log(1 - s), 1.6, 0.9999),
    ),
    "coins": (
        "P(sum_i x_i >= n a)", COINS, [*CHANCE, "a > p", "a < 1"],
        lambda: stats.binom.sf(5, 9, 0.35), lambda: least(of_coins(1), 5.4, 20),
    ),
    "few coins": (
        "P(sum_i x_i <= n (p - p eps)/1)", COINS, [*CHANCE, *BETWEEN],
        lambda: stats.binom.cdf(1, 9, 0.35), lambda: least(lambda s: 9 * 0.35 * (np.exp(-s) - 1), -1.89, 20),
    ),
    "a normal number": (
        "P(x > t)", ["x: normal(eps, v)"], ["v > 0", "t > eps"],
        lambda: stats.norm.sf(1.2 / np.sqrt(1.5)), lambda: least(lambda s: 0.4 * s + 0.75 * s**2, 1.6, 9),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", TAILS)
def test_the_best_exponent_gives_the_least_bound_above_the_tail(name):
    chance, laws, where, exact, smallest = TAILS[name]
    theorem = derive(chance, laws=laws, where=where, by="chernoff")
    assert exact() <= at_point(theorem)
    assert at_point(theorem) == pytest.approx(smallest(), rel=1e-6)


STATED = [
    ("P(|z|^2 > (1 + eps) d)", "exp(-d (eps - log(1 + eps))/2)", NORMAL, ["eps > 0"]),
    ("P(|z|^2 > (1 + eps) d)", "exp(-d (eps^2 - eps^3)/4)", NORMAL, BETWEEN),
    ("P(|z|^2 > (1 + eps) d)", "exp(-d eps^2/8)", NORMAL, BETWEEN),
    ("P(|z|^2 < (1 - eps) d)", "exp(d (eps + log(1 - eps))/2)", NORMAL, BETWEEN),
    ("P(|z|^2 < (1 - eps) d)", "exp(-d eps^2/4)", NORMAL, BETWEEN),
    ("P(sum_i x_i >= n t)", "(t exp(1 - t))^n", ["x: exponential(1)"], ["t > 1"]),
    ("P(sum_i x_i >= (1 + eps) n p)", "(exp(eps)/(1 + eps)^(1 + eps))^(n p)", COINS, [*CHANCE, "eps > 0"]),
    ("P(sum_i x_i <= (1 - eps) n p)", "exp(-n p eps^2/2)", COINS, [*CHANCE, *BETWEEN]),
    ("P(|W x|^2 > (1 + eps) m)", "exp(-m (eps^2 - eps^3)/4)",
     ["W[m, d]: normal()", "x: fixed(d)"], [*BETWEEN, "|x|^2 == 1"]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("chance", "bound", "laws", "where"), STATED, ids=[row[0] + row[1] for row in STATED]
)
def test_the_forms_of_the_textbooks_follow(chance, bound, laws, where):
    theorem = prove(f"{chance} <= {bound}", laws=laws, where=where, by="chernoff")
    assert believe(record(theorem)).status is Status.DERIVED
    assert check(theorem.proposition, [h.proposition for h in theorem.hypotheses])


@pytest.mark.parametrize(
    ("chance", "laws", "where", "why"),
    [
        ("P(|z|^2 > t)", NORMAL, ["t > 0"], "Missing hypothesis: t > d"),
        ("P(|z|^2 < t)", NORMAL, ["t > 0"], "Missing hypothesis: d > t"),
        ("P(sum_i x_i >= n t)", ["x: exponential(r)"], ["r > 0", "r t > 1"], "Missing hypothesis: t > 0"),
        ("P(|<z, u>| > t)", [*NORMAL, "u: fixed(d)"], ["t > 0"], "for one side"),
        ("P(z_j > t for some j)", ["z: normal(0, 1)"], ["t > 0"], "A tail is"),
    ],
)
def test_what_the_best_exponent_lacks_is_said(chance, laws, where, why):
    with pytest.raises(Refused, match=why):
        derive(chance, laws=laws, where=where, by="chernoff")


SAMPLES = [
    ("2 exp(-2 n eps^2) <= delta", ["n >= log(2/delta)/(2 eps^2)"], "n >= log(2/delta)/(3 eps^2)"),
    ("M exp(-2 n eps^2) <= delta", ["n >= log(M/delta)/(2 eps^2)", "M > 0"], "n >= log(M/delta)/(2 eps)"),
    ("M exp(-n eps) <= delta", ["n >= (log(M) + log(1/delta))/eps", "M > 0"], "n >= log(M)/eps"),
]


@pytest.mark.parametrize(("statement", "where", "fewer"), SAMPLES)
def test_so_many_samples_are_enough(statement, where, fewer):
    signs = ["eps > 0", "delta > 0"]
    theorem = prove(statement, where=[*where, *signs])
    assert believe(record(theorem)).status is Status.DERIVED
    asked = read(statement, [fewer, *where[1:], *signs], [], [])
    with pytest.raises(Refused):
        by_logs(asked.term, tuple(map(suppose, asked.where)))


@pytest.mark.usefixtures("unexplained")
@pytest.mark.parametrize(
    ("statement", "where", "false"),
    [
        ("n^2 <= 2^n", ["n >= 4"], ["n >= 3"]),
        ("(1 + x)^a <= exp(a x)", ["x > 0", "a > 0"], ["x > 0", "a < 0"]),
        ("exp(-a x/2) (1 + x)^(a/2) <= exp(-a x^2/8)", ["x > 0", "x < 1", "a > 0"], ["x > 4", "a > 0"]),
    ],
)
def test_products_are_compared_by_their_logarithms(statement, where, false):
    assert prove(statement, where=where).status is Status.DERIVED
    with pytest.raises(Refused):
        prove(statement, where=false)
