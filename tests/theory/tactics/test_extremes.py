"""Tails and maxima against exact values: enumeration of signs, binomial sums, normal tails, quadrature."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from scipy import integrate, stats
from theorycheck.theory.check import CheckFailed, check
from theorycheck.theory.evaluation import Evaluator, Instance
from theorycheck.theory.kernel import RULES, Ground, Refused, Status, believe, record
from theorycheck.theory.laws import Bernoulli, Exponential, Normal, Rademacher, Sphere, Uniform
from theorycheck.theory.model import Model, Parameter, Size, fixed, iid, indices
from theorycheck.theory.node import Term
from theorycheck.theory.prove import derive, prove, suppose
from theorycheck.theory.tactics import asymptotics, chernoff, concentration, extremes, moments, union
from theorycheck.theory.terms import (
    E,
    P,
    Sum,
    Var,
    absolute,
    all_,
    any_,
    exp,
    inner,
    log,
    max_over,
    min_over,
    norm2,
    similar,
    softmax,
    sqrt,
    sub_gaussian,
    tanh,
)

n, d = Size("n", minimum=2), Size("d")
t, s, p, v, c = map(Parameter, ["t", "s", "p", "v", "c"])
i, j = indices("i j", n)
u, w = fixed("u", n), fixed("w", d)
g, h, b, r, U, k, x, z = Model(
    g=iid(Normal(), n),
    h=iid(Normal(0, c**2), n),
    b=iid(Bernoulli(p), n),
    r=iid(Rademacher(), n),
    U=iid(Uniform(-1, 1), n),
    k=iid(Sphere(d), n),
    x=iid(Normal(dimension=d), n),
    z=Normal(),
)
probability = [p >= 0, p <= 1]
POINT = {i: 3, n: 9, d: 4, t: 1.7, s: 0.6, p: 0.3, c: 1.4}
POINT |= {u: np.array([1, -2, 0.5, 0.3, 1, 1, -1, 2, 0.1]), w: np.array([1.0, -0.5, 2, 0.3])}


def value(term: Term) -> float:
    return float(Evaluator(Instance(POINT).values).value(term))


def bound_of(theorem) -> float:
    """The right-hand side of the bound, with exactly the conditions given and nothing cited."""
    belief = believe(record(theorem))
    assert belief.status is Status.DERIVED
    assert {h.ground for h in belief.hypotheses} <= {Ground.CONDITION}
    return value(theorem.proposition.args[1])


def signs(weights: np.ndarray) -> np.ndarray:
    """All values of a sum of signs."""
    return np.array([np.dot(weights, row) for row in product((-1, 1), repeat=len(weights))])


TAILS = {
    "one normal": (P(z >= t), [], lambda: stats.norm.sf(1.7), "exp(-t²/2)"),
    "a sum of normals": (P(Sum(j, g[j]) > t), [], lambda: stats.norm.sf(1.7 / 3), "exp(-t²/(2 n))"),
    "a sum of signs with weights": (
        P(Sum(j, u[j] * r[j]) >= t),
        [],
        lambda: np.mean(signs(POINT[u]) >= 1.7),
        "exp(-t²/(2 (∑_j u_j²)))",
    ),
    "signs, both sides": (
        P(absolute(Sum(j, r[j])) >= t),
        [],
        lambda: np.mean(np.abs(signs(np.ones(9))) >= 1.7),
        "2 exp(-t²/(2 n))",
    ),
    "Hoeffding for successes": (
        P(Sum(j, b[j]) - E(Sum(j, b[j])) >= t),
        probability,
        lambda: stats.binom.sf(np.ceil(1.7 + 2.7) - 1, 9, 0.3),
        "exp(-2 t²/n)",
    ),
    "a coordinate on a sphere": (
        P(inner(k[i], w) >= t),
        [],
        lambda: 0.5 * stats.beta.sf(1.7**2 / 5.34, 0.5, 1.5),
        "exp(-t² d/(2 |w|²))",
    ),
}
OWN = {
    "a mean of uniforms": (
        P(Sum(j, U[j]) / n >= t / 5),
        [],
        lambda: stats.irwinhall(9).sf((0.34 * 9 + 9) / 2),
    ),
    "two families together": (
        P(Sum(j, g[j]) + Sum(j, r[j]) > t),
        [],
        lambda: np.mean(stats.norm.sf((1.7 - signs(np.ones(9))) / 3)),
    ),
    "a sum without one item": (P(Sum(j != i, g[j]) > t), [], lambda: stats.norm.sf(1.7 / 8**0.5)),
    "normals of another scale, below": (P(-2 * h[i] >= t), [], lambda: stats.norm.sf(1.7 / 2.8)),
    "a bounded function": (
        P(tanh(g[i]) - E(tanh(g[i])) >= t / 3),
        [],
        lambda: stats.norm.sf(np.arctanh(1.7 / 3)),
    ),
    "a shifted sum": (
        P(Sum(j, r[j]) + c - E(Sum(j, r[j]) + c) >= t),
        [],
        lambda: np.mean(signs(np.ones(9)) >= 1.7),
    ),
}


@pytest.mark.parametrize("name", [*TAILS, *OWN])
def test_a_tail_bound_is_above_the_tail(name):
    tail, where, exact, *printed = (TAILS | OWN)[name]
    theorem = derive(tail, by=concentration, where=[t > 0, *where])
    assert exact() <= bound_of(theorem) <= 2.0
    if printed:
        assert repr(theorem.proposition.args[1]) == printed[0]
    given = [h.proposition for h in theorem.hypotheses]
    assert check(theorem.proposition, given, instances=2)


def test_the_bound_is_proved_in_the_author_s_form_or_a_weaker_one():
    stated = P(Sum(j, g[j]) >= t) <= exp(-(t**2) / (2 * n))
    assert prove(stated, by=concentration, where=[t > 0]).proposition is stated
    weaker = P(Sum(j, g[j]) >= t) <= exp(-(t**2) / (2 * n)) + 1 / n
    assert prove(weaker, by=concentration, where=[t > 0]).proposition is weaker
    with pytest.raises(Refused, match="What follows is"):
        prove(P(Sum(j, g[j]) >= t) <= exp(-(t**2) / n), by=concentration, where=[t > 0])


def test_a_bound_that_every_probability_meets_is_none():
    for event, law in (("1/n sum_j x_j > 1/4", "bernoulli(1/2)"), ("2 x + y > 2", "exponential(1)")):
        with pytest.raises(Refused, match="as of every probability"):
            derive(f"P({event})", laws=[f"x: {law}", f"y: {law}"])


@pytest.mark.parametrize(
    ("event", "law", "where", "value"),
    [
        ("sum_j x_j >= n/2 + t", "bernoulli(1/2)", ("t > 0",), "exp(-2 t²/n)"),
        ("1/n sum_j x_j >= p + t", "bernoulli(p)", ("t > 0", "0 <= p", "p <= 1"), "exp(-2 t² n)"),
        ("sum_j x_j^2 > t", "exponential(r)", ("t > 0", "r > 0"), "2 n/(r² t)"),
        ("sum_j x_j > t", "discrete_uniform(3)", ("t > 0",), "2 n/t"),
    ],
)
def test_a_sum_is_bounded_about_its_mean_or_where_that_is_larger_by_markov(event, law, where, value):
    theorem = derive(f"P({event})", laws=[f"x: {law}"], where=where)
    assert repr(theorem).endswith(f"≤ {value}")
    assert check(theorem.proposition, [hypothesis.proposition for hypothesis in theorem.hypotheses])


@pytest.mark.parametrize(("law", "where"), [("normal(1, 1)", ()), ("uniform(a, 1)", ("a < 1",))])
def test_a_sum_of_what_may_be_negative_has_no_bound_by_markov(law, where):
    with pytest.raises(Refused):
        prove("P(sum_j x_j > t) <= E[sum_j x_j]/t", laws=[f"x: {law}"], where=["t > 0", *where], by="markov")


def test_the_union_bound_with_sub_gaussian_tails_in_one_call():
    some = prove(P(any_(j, g[j] > t)) <= n * exp(-(t**2) / 2), by=concentration, where=[t > 0])
    every = prove(P(all_(j, g[j] <= t)) >= 1 - n * exp(-(t**2) / 2), by=concentration, where=[t > 0])
    both = prove(P(any_(j, absolute(g[j]) > t)) <= 2 * n * exp(-(t**2) / 2), by=concentration, where=[t > 0])
    exact = 1 - stats.norm.cdf(1.7) ** 9
    assert exact <= bound_of(some)
    assert 1 - exact >= bound_of(every)
    assert 1 - (1 - 2 * stats.norm.sf(1.7)) ** 9 <= bound_of(both)
    assert believe(record(every)).schemas == ("sub_gaussian_tail", "union")
    one = prove(P(g[j] > t) <= exp(-(t**2) / 2), by=concentration, where=[t > 0])
    again = prove(P(any_(j, g[j] > t)) <= n * exp(-(t**2) / 2), by=[union, one])
    assert again.proposition is some.proposition


def test_a_declared_proxy_is_used_and_stays_a_hypothesis():
    declared = sub_gaussian(norm2(x[i]), v)
    tail = P(norm2(x[i]) - E(norm2(x[i])) >= t)
    theorem = derive(tail, by=concentration, where=[t > 0, declared])
    assert declared in [h.proposition for h in theorem.hypotheses]
    with pytest.raises(Refused, match="variance proxy of"):
        derive(tail, by=concentration, where=[t > 0])


MOMENTS = {
    "successes": (E(exp(s * Sum(j, b[j]))), lambda: (0.7 + 0.3 * np.exp(0.6)) ** 9),
    "signs": (E(exp(s * Sum(j, r[j]))), lambda: np.mean(np.exp(0.6 * signs(np.ones(9))))),
    "a normal": (E(exp(s * h[i])), lambda: np.exp(0.36 * 1.96 / 2)),
    "normals": (E(exp(s * Sum(j, g[j]))), lambda: np.exp(0.36 * 9 / 2)),
}


@pytest.mark.parametrize("name", MOMENTS)
def test_a_moment_generating_function_is_exact(name):
    term, exact = MOMENTS[name]
    theorem = derive(term, by=chernoff, where=probability)
    assert value(theorem.proposition.args[1]) == pytest.approx(exact(), rel=1e-12)


def test_chernoff_bounds_are_above_the_tail():
    stated = P(Sum(j, b[j]) >= t) <= exp(-s * t) * (1 - p + p * exp(s)) ** n
    theorem = prove(stated, by=chernoff, where=[s > 0, *probability])
    assert stats.binom.sf(1, 9, 0.3) <= bound_of(theorem)
    assert check(stated, [s > 0, *probability])
    with pytest.raises(Refused, match="s > 0"):
        prove(stated, by=chernoff, where=probability)
    with pytest.raises(Refused, match="What follows"):
        prove(P(z >= t) <= exp(-s * t), by=chernoff, where=[s > 0])
    with pytest.raises(Refused, match=r"p must be known|p <= 1 must be known|E\["):
        chernoff.prove(stated, (suppose(s > 0),))
    assert prove(stated, by=chernoff, where=[s > 0]).hypotheses != theorem.hypotheses


def largest(count: int) -> float:
    """E max of normal numbers, by quadrature."""
    density = lambda y: y * count * stats.norm.pdf(y) * stats.norm.cdf(y) ** (count - 1)  # noqa: E731
    return integrate.quad(density, -12, 12, limit=400)[0]


def test_the_largest_of_n_normal_numbers_from_both_sides():
    term = E(max_over(j, g[j]))
    upper = derive(term, by=extremes)
    assert repr(upper) == "⊢ E[max_j g_j] ≤ √(2 log(n))"
    lower = prove(term >= Fraction(2, 3) * sqrt(log(n)), by=extremes)
    assert believe(record(lower)).status is Status.PARTLY_CITED
    assert believe(record(lower)).schemas == ("largest_normal",)
    assert "Kamath" in RULES["largest_normal"].source
    for count in (2, 3, 10, 100, 1000):
        exact, size = largest(count), {n: count}
        low, high = (
            float(Evaluator(Instance(size).values).value(side))
            for side in (lower.proposition.args[1], upper.proposition.args[1])
        )
        assert low <= exact <= high


def _largest_modulus(count: int) -> float:
    """E max |x_j|, by quadrature of the tail."""
    return integrate.quad(lambda y: 1 - (2 * stats.norm.cdf(y) - 1) ** count, 0, 12)[0]


LARGEST = {
    "of moduli": (E(max_over(j, absolute(g[j]))), [], lambda: _largest_modulus(9)),
    "another scale": (E(max_over(j, h[j])), [], lambda: 1.4 * largest(9)),
    "signs": (E(max_over(j, r[j])), [], lambda: 1 - 2 * 0.5**9),
    "successes": (E(max_over(j, b[j])), probability, lambda: 1 - 0.7**9),
}


@pytest.mark.parametrize("name", LARGEST)
def test_other_maxima(name):
    term, where, exact = LARGEST[name]
    theorem = derive(term, by=extremes, where=where)
    assert exact() <= bound_of(theorem)
    assert check(theorem.proposition, where, instances=2)


def test_the_smallest_of_n_waiting_times_has_an_exact_mean():
    theorem = derive("E min_j x_j", laws=["x: exponential(r)"], where=["r > 0"])
    assert repr(theorem).endswith("= 1/(n r)")
    assert check(theorem.proposition, [hypothesis.proposition for hypothesis in theorem.hypotheses])
    with pytest.raises(Refused):
        extremes.derive(theorem.proposition.args[0], ())


def test_a_scale_leaves_the_root():
    stated = E(max_over(j, h[j])) <= c * sqrt(2 * log(n))
    assert prove(stated, by=extremes, where=[c > 0]).proposition is stated
    with pytest.raises(Refused):
        prove(stated, by=extremes)
    with pytest.raises(Refused):
        prove(E(max_over(j, g[j])) <= sqrt(log(n)), by=extremes)


FAILURES = [
    (P(g[i] >= t), concentration, [], "t > 0"),
    (P(Sum(j, b[j]) >= t), concentration, [t > 0, *probability], "mean of"),
    (P(g[i] * g[j] >= t), concentration, [t > 0, i != j], "variance proxy"),
    (P(g[i] < t), concentration, [t > 0], "no such event"),
    (E(max_over(j, norm2(x[j]))), extremes, [], "variance proxy"),
    (E(Sum(j, g[j])), extremes, [], "max_j"),
    (E(exp(norm2(x[i]))), chernoff, [], "Missing theorem"),
]


@pytest.mark.parametrize(("term", "tactic", "where", "missing"), FAILURES)
def test_a_failure_says_what_is_missing(term, tactic, where, missing):
    with pytest.raises(Refused, match=missing):
        derive(term, by=tactic, where=where)


def test_the_second_check_sees_too_small_a_proxy_and_too_small_a_bound():
    assert check(sub_gaussian(Sum(j, r[j]), n))
    with pytest.raises(CheckFailed):
        check(sub_gaussian(Sum(j, r[j]), n / 2), instances=6)
    with pytest.raises(CheckFailed):
        check(P(absolute(z) >= t) <= exp(-(t**2)), [t > 0], instances=30)
    with pytest.raises(CheckFailed):
        check(E(max_over(j, g[j])) <= sqrt(log(n)) / 2)
    with pytest.raises(CheckFailed):
        check(E(exp(s * z)) == exp(s**2 / 4), [s > 1], instances=6)


def test_bounded_laws_have_their_moments():
    assert prove(E(Sum(j, b[j])) == n * p, by=moments, where=probability)
    assert prove(Var(U[i]) == Fraction(1, 3), by=moments)
    with pytest.raises(Refused):
        moments.prove(E(b[i]) == p, ())
    soft = softmax(x[i])
    assert derive(P(soft[1] - E(soft[1]) >= t), by=concentration, where=[t > 0])


def test_the_longest_of_n_waits_grows_as_a_logarithm():
    where, at = [v > 0], Model(q=iid(Exponential(v), n)).q
    longest = E(max_over(j, at[j]))
    found = derive(longest, by=asymptotics(n, order=1), where=where)
    assert repr(found) == "v > 0 ⊢ E[max_j q_j] = log(n)/v + γ/v + O(1/n) (n → ∞)"
    exact = derive(longest, by=extremes, where=where).proposition.args[1]
    values = {v: 1.5, n: 40}
    tail = integrate.quad(lambda y: 1 - (1 - np.exp(-1.5 * y)) ** 40, 0, 60, limit=400)[0]
    assert abs(float(Evaluator(Instance(values).values).value(exact)) - tail) < 1e-7
    assert abs(tail - (np.log(40) + np.euler_gamma) / 1.5) < 1 / 40
    for wrong in (similar(longest, log(n), n), similar(longest, 2 * log(n) / v, n)):
        with pytest.raises(Refused):
            prove(wrong, by=asymptotics, where=where)


@pytest.mark.parametrize(
    ("term", "survival", "low", "high"),
    [
        (E(max_over(j, 2 * U[j])), lambda y: 1 - ((y + 2) / 4) ** 9, -2, 2),
        (E(min_over(j, 3 - 2 * U[j])), lambda y: ((5 - y) / 4) ** 9, 1, 5),
        (E(max_over(j, 3 - 2 * U[j])), lambda y: 1 - ((y - 1) / 4) ** 9, 1, 5),
    ],
)
def test_extremes_of_multiples_are_exact(term, survival, low, high):
    found = derive(term, by=extremes)
    assert found.proposition.head == "eq"
    assert believe(record(found)).status == "derived"
    exact = low + integrate.quad(survival, low, high)[0]
    assert bound_of(found) == pytest.approx(exact, rel=1e-9)


@pytest.mark.parametrize(("c", "r"), [(3, 1), (Fraction(1, 2), 5)])
def test_the_longest_of_multiples_of_waits_is_a_multiple_of_the_longest(c, r):
    waits = ["x[7]: exponential(r)"]
    found = derive("E max_j c x_j", laws=waits, where=["c > 0", "r > 0"])
    assert believe(record(found)).status == "derived"
    values = {
        own: {"c": float(c), "r": r}[name] for name, own in found.proposition.declarations if name in "cr"
    }
    tail = integrate.quad(lambda y: 1 - (1 - np.exp(-y * r / float(c))) ** 7, 0, np.inf)[0]
    exact = Evaluator(Instance(values).values).value(found.proposition.args[1])
    assert float(exact) == pytest.approx(tail, rel=1e-9)
    with pytest.raises(Refused, match="c > 0"):
        derive("E max_j c x_j", laws=waits, where=["r > 0"])


@pytest.mark.parametrize("count", [2, 3, 7])
def test_the_range_of_a_sample_has_the_mean_of_its_extremes(count):
    theorem = derive("E[max_j u_j - 2 min_j u_j]", laws=["u[n]: uniform(0, 1)"])
    found, size = theorem.proposition.args[1], dict(theorem.proposition.declarations)["n"]
    value = float(Evaluator({size: count}).value(found))
    # Beta(n, 1) and Beta(1, n) are the laws of the largest and the least of n uniform numbers.
    assert value == pytest.approx(stats.beta(count, 1).mean() - 2 * stats.beta(1, count).mean(), rel=1e-12)
    with pytest.raises(Refused, match="Counterexample"):
        prove("E[max_j u_j - min_j u_j] == 1 - 1/n", laws=["u[n]: uniform(0, 1)"])
