"""All or some of a family: probabilities by enumeration and in other models; what is shared counts once."""

from fractions import Fraction
from math import exp, log

import numpy as np
import pytest
from scipy.stats import beta, binom, gamma, norm
from theorycheck.theory.check import check
from theorycheck.theory.formula import as_formula
from theorycheck.theory.kernel import Refused, believe, record
from theorycheck.theory.laws import Bernoulli, DiscreteUniform, Normal, OneHot, Sphere
from theorycheck.theory.model import Index, Model, Parameter, iid, indices, sizes
from theorycheck.theory.prove import derive, prove
from theorycheck.theory.tactics import events, markov, moments
from theorycheck.theory.terms import (
    E,
    P,
    absolute,
    all_,
    any_,
    incomplete_beta,
    inner,
    max_over,
    min_over,
    norm2,
    relu,
)

L, H, n, d = sizes("L H n d")
l, h = Index("l", L), Index("h", H)
i, j = indices("i j", n)
p, tau = Parameter("p"), Parameter("tau")
z, w = Model(z=Normal(1, 3), w=iid(Normal(), n))
coins = Model(x=iid(Bernoulli(p), L, H)).x
hot = Model(k=iid(OneHot(d), L, H, n)).k
collision = any_(j != i, inner(hot[l, h, i], hot[l, h, j]) == 1)


@pytest.mark.parametrize(
    ("event", "value"),
    [
        (all_(h, coins[l, h] == 1), p**H),
        (any_(l, all_(h, coins[l, h] == 1)), 1 - (1 - p**H) ** L),
        (all_(l, any_(h, coins[l, h] == 1)), (1 - (1 - p) ** H) ** L),
        (collision, 1 - ((d - 1) / d) ** (n - 1)),
        (any_(l, all_(h, collision)), 1 - (1 - (1 - ((d - 1) / d) ** (n - 1)) ** H) ** L),
    ],
)
def test_probabilities_of_families_hold_in_every_outcome(event, value):
    theorem = prove(P(event) == value, by=events, where=[p >= 0, p <= 1])
    assert check(theorem.proposition, [h.proposition for h in theorem.hypotheses])


def test_a_bound_on_one_bounds_some_and_all():
    k = Model(k=iid(Sphere(d), L, H, n)).k
    overlap = inner(k[l, h, i], k[l, h, j]) ** 2
    mean = derive(E(overlap), by=moments, where=[i != j])
    one = prove(P(overlap > tau) <= 1 / (d * tau), by=[markov, mean], where=[tau > 0])
    every = P(any_(l, all_(h, overlap > tau))) <= L * (1 / (d * tau)) ** H
    assert repr(prove(every, by=[events, one])).startswith("i ≠ j, τ > 0 ⊢ ")


def test_events_that_share_an_object_are_not_multiplied():
    shared = Model(s=iid(OneHot(d), L, n)).s
    event = any_(j != i, inner(shared[l, i], shared[l, j]) == 1)
    with pytest.raises(Refused):
        derive(P(all_(h, event)), by=events)
    x = Model(x=iid(Sphere(d), n)).x
    with pytest.raises(Refused):
        derive(P(all_(j, norm2(x[j] + x[i]) > tau)), by=events)


@pytest.mark.parametrize("name", ["k", "s"])
def test_one_hot_items_differ_whatever_their_name(name):
    own = getattr(Model(**{name: iid(OneHot(d), n)}), name)
    theorem = derive(P(any_(j != i, inner(own[i], own[j]) == 1)), by=events)
    assert repr(theorem).endswith("= 1 - ((d - 1)/d)^(n - 1)")


def test_a_wrong_value_is_refused():
    with pytest.raises(Refused):
        prove(P(all_(h, coins[l, h] == 1)) == H * p, by=events, where=[p >= 0, p <= 1])
    with pytest.raises(Refused):
        prove(P(any_(l, coins[l, 1] == 1)) <= Fraction(1, 2), by=events, where=[p >= 0, p <= 1])


@pytest.mark.parametrize(
    ("event", "shown"),
    [
        (z > tau, "P(z > τ) = erfc((τ - 1)/√6)/2"),
        (z <= tau, "P(z ≤ τ) = erfc((1 - τ)/√6)/2"),
        (absolute(w[i]) >= tau, "P(abs(w_i) ≥ τ) = erfc(τ/√2)"),
        (absolute(w[i]) < tau, "P(abs(w_i) < τ) = 1 - erfc(τ/√2)"),
        (max_over(j, w[j]) <= tau, "P(max_j w_j ≤ τ) = (erfc(-τ/√2)/2)^n"),
        (min_over(j, w[j]) < tau, "P(min_j w_j < τ) = 1 - (erfc(τ/√2)/2)^n"),
    ],
)
def test_a_comparison_of_normal_numbers_is_known_exactly(event, shown):
    theorem = derive(P(event), where=[tau > 0])
    assert repr(theorem).partition("⊢ ")[2] == shown
    assert check(theorem.proposition, [h.proposition for h in theorem.hypotheses])


@pytest.mark.parametrize(
    ("text", "value"),
    [("P(x < y)", "a/(a + b)"), ("E min(x, y)", "1/(a + b)"), ("P(x < 2 y)", "2 a/(2 a + b)")],
)
def test_waiting_times_of_any_rates_compete(text, value):
    laws, rates = ["x: exponential(a)", "y: exponential(b)"], ["a > 0", "b > 0"]
    theorem = derive(text, laws=laws, where=rates)
    assert repr(theorem).endswith(f"= {value}")
    assert check(theorem.proposition, [hypothesis.proposition for hypothesis in theorem.hypotheses])
    carried = derive(text, laws=laws, where=["a > 0"])
    assert {repr(h.proposition) for h in carried.hypotheses} == set(rates)


@pytest.mark.parametrize(
    ("text", "n", "value"),
    [
        ("P(sum_j x_j > t)", 3, gamma.sf(1.5, 3, scale=1 / 2)),
        ("P(sum_j x_j <= t)", 4, gamma.cdf(1.5, 4, scale=1 / 2)),
        ("P(sum_j x_j/n < t)", 5, gamma.cdf(1.5, 5, scale=1 / 10)),
        ("P(3 sum_j x_j + 1 > t)", 2, gamma.sf(1 / 6, 2, scale=1 / 2)),
        ("P(x_1 + x_2 + x_3 >= t)", 6, gamma.sf(1.5, 3, scale=1 / 2)),
        ("P(y + z > t)", 2, gamma.sf(1.5, 2, scale=1 / 2)),
    ],
)
def test_waiting_times_add_up_to_a_gamma_number(text, n, value):
    laws = ["x: exponential(2)", "y: exponential(2)", "z: exponential(2)"]
    where = ["t > 1"] if "+ 1" in text else ["t > 0"]
    theorem = derive(text, laws=laws, where=where)
    assert check(theorem.proposition, [one.proposition for one in theorem.hypotheses])
    formula = as_formula(theorem.proposition.args[1])
    at = {s: {"n": n, "t": 1.5}[s.name] for s in formula.free_symbols}
    assert float(formula.subs(at)) == pytest.approx(value, rel=1e-12)


@pytest.mark.parametrize(
    ("text", "n", "value"),
    [
        ("P(sum_j x_j == k)", 7, binom.pmf(3, 7, 0.3)),
        ("P(sum_j x_j >= k)", 7, binom.sf(2, 7, 0.3)),
        ("P(sum_j x_j > k)", 7, binom.sf(3, 7, 0.3)),
        ("P(sum_j x_j < k)", 7, binom.cdf(2, 7, 0.3)),
        ("P(sum_j x_j <= k)", 7, binom.cdf(3, 7, 0.3)),
        ("P(2 sum_j x_j + 1 == 2 k + 1)", 5, binom.pmf(3, 5, 0.3)),
        ("P(sum_j x_j == 0)", 4, binom.pmf(0, 4, 0.3)),
        ("P(sum_j x_j >= 1)", 4, binom.sf(0, 4, 0.3)),
        ("P(sum_j x_j == n)", 4, binom.pmf(4, 4, 0.3)),
        ("P(x_1 + x_2 + x_3 == 2)", 4, binom.pmf(2, 3, 0.3)),
    ],
)
def test_the_number_of_successes_has_a_binomial_law(text, n, value):
    where = ["p > 0", "p < 1", *(["k < n"] if "k" in text else [])]
    theorem = derive(text, laws=["x: bernoulli(p)"], sizes=["k >= 1", "n >= 3"], where=where)
    assert check(theorem.proposition, [one.proposition for one in theorem.hypotheses])
    formula = as_formula(theorem.proposition.args[1])
    at = {s: {"n": n, "k": 3, "p": Fraction(3, 10)}[s.name] for s in formula.free_symbols}
    assert float(formula.subs(at)) == pytest.approx(value, rel=1e-12)


def test_a_number_of_successes_beyond_that_of_coins_is_not_taken():
    laws, where = ["x: bernoulli(p)"], ["p > 0", "p < 1"]
    with pytest.raises(Refused, match="n - k must be known"):
        derive("P(sum_j x_j == k)", laws=laws, sizes=["k >= 1"], where=where)
    with pytest.raises(Refused, match="Counterexample"):
        prove("P(sum_j x_j == 1) == n p (1 - p)^n", laws=laws, where=where)


def test_waiting_times_of_two_rates_do_not_add_up_to_one():
    laws = ["y: exponential(2)", "z: exponential(3)"]
    with pytest.raises(Refused, match="Counterexample"):
        prove("P(y + z > t) == (1 + 2 t) exp(-2 t)", laws=laws, where=["t > 0"])


def test_the_mean_of_a_family_of_normal_numbers_is_a_normal_number():
    theorem = derive("P(1/n sum_j x_j - m > t)", laws=["x: normal(m, s^2)"], where=["s > 0"])
    assert theorem.proposition.head == "eq"
    assert check(theorem.proposition, [hypothesis.proposition for hypothesis in theorem.hypotheses])


@pytest.mark.parametrize(
    ("event", "value"),
    [("x > x", 0), ("x >= x", 1), ("x > x + 1", 0), ("2 x < x + x + 1", 1), ("r >= 1", 1), ("r > 0", 1)],
)
def test_what_always_or_never_happens_has_probability_one_or_zero(event, value):
    laws = [
        f"{letter}: {law}" for letter, law in (("x", "normal(0, 1)"), ("r", "zipf(2)")) if letter in event
    ]
    assert repr(derive(f"P({event})", laws=laws)).endswith(f"= {value}")


def test_all_of_a_family_differ_either_way_round():
    x = Model(x=iid(DiscreteUniform(d), n)).x
    one, other = (derive(P(all_(i, all_(j != i, event)))) for event in (x[i] != x[j], x[j] != x[i]))
    assert one.proposition.args[1] is other.proposition.args[1]
    assert check(one.proposition)


def test_the_mean_of_a_positive_part_is_that_of_half_the_modulus():
    assert repr(derive(E(relu(w[i]) * w[j] ** 2), where=[i != j])).endswith("= √2/(2 √π)")
    assert repr(derive(E(relu(z))).proposition.args[1]) == ("(erfc(-√2 √3/6) + exp(-1/6) √2 √3/√π)/2")


@pytest.mark.parametrize(
    ("text", "law", "where", "chance"),
    [
        ("P(z^2 > t)", "z: normal(0, 1)", (), lambda t: 2 * norm.sf(t**0.5)),
        ("P(z^2 <= t)", "z: normal(1, 4)", (), lambda t: norm.cdf(t**0.5, 1, 2) - norm.cdf(-(t**0.5), 1, 2)),
        ("P(z^4 < t)", "z: normal(0, 9)", (), lambda t: 1 - 2 * norm.sf(t**0.25, scale=3)),
        ("P(exp(z) > t)", "z: normal(1, 4)", (), lambda t: norm.sf(log(t), 1, 2)),
        ("P(exp(-2 z) <= t)", "z: normal(0, 1)", (), lambda t: norm.sf(-log(t) / 2)),
        ("P(x^2 > t)", "x: uniform(0, 1)", ("t < 1",), lambda t: 1 - t**0.5),
        ("P(x^2 > t)", "x: uniform(-1, 1)", ("t < 1",), lambda t: 1 - t**0.5),
        ("P(x^3 >= t)", "x: exponential(2)", (), lambda t: exp(-2 * t ** (1 / 3))),
        ("P(log(x) > t)", "x: exponential(1/2)", (), lambda t: exp(-exp(t) / 2)),
        ("P(x^(-1/3) > 1/t)", "x: uniform(0, 1)", ("t <= 1",), lambda t: t**3),
        ("P(x^(-2) <= t)", "x: exponential(1)", (), lambda t: exp(-(t**-0.5))),
        ("P(sqrt(x) > t)", "x: exponential(1)", (), lambda t: exp(-(t**2))),
        ("P(-log(x) > t)", "x: uniform(0, 1)", (), lambda t: exp(-t)),
        ("P(-log(-log(x)) < t)", "x: uniform(0, 1)", (), lambda t: exp(-exp(-t))),
        ("P(1 - exp(-x) < t)", "x: exponential(1)", ("t < 1",), lambda t: t),
        ("P(sigmoid(z) > t)", "z: normal(1, 4)", ("t < 1",), lambda t: norm.sf(log(t / (1 - t)), 1, 2)),
        ("P(softplus(z) <= t)", "z: normal(0, 1)", (), lambda t: norm.cdf(log(exp(t) - 1))),
        ("P(tanh(z) > t)", "z: normal(0, 1)", ("t < 1",), lambda t: norm.sf(log((1 + t) / (1 - t)) / 2)),
        ("P(max_i z_i^2 > t)", "z[3]: normal(0, 1)", (), lambda t: 1 - (1 - 2 * norm.sf(t**0.5)) ** 3),
    ],
)
def test_the_event_of_a_function_is_that_of_its_variable(text, law, where, chance):
    value = as_formula(derive(text, laws=[law], where=["t > 0", *where]).proposition.args[1])
    for t in (0.3, 0.8):
        (letter,) = value.free_symbols
        assert abs(float(value.evalf(30, subs={letter: t})) - chance(t)) < 1e-12


PARETO = {"laws": ["u: uniform(0, 1)"], "where": ["a > 0", "t >= 1"]}


@pytest.mark.usefixtures("quickly_refused")
@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("P(u^(-1/a) > t)", "t^(-a)"),
        ("P(u^(-1/a) <= t)", "1 - t^(-a)"),
        ("P(max_j u_j^(-1/a) > t)", "1 - (1 - t^(-a))^n"),
    ],
)
def test_a_power_of_a_uniform_number_has_a_pareto_law(text, value):
    theorem = prove(f"{text} == {value}", **PARETO)
    assert check(theorem.proposition, [h.proposition for h in theorem.hypotheses])
    for wrong in ("t^a", "1", f"({value})/2"):
        with pytest.raises(Refused, match="does not hold at"):
            prove(f"{text} == {wrong}", **PARETO)


@pytest.mark.parametrize(
    ("law", "where"),
    [
        ("uniform(0, 1)", ("a > 0", "t > 0")),
        ("uniform(0, 2)", ("a > 0", "t >= 1")),
        ("uniform(-1, 1)", ("a > 0", "t >= 1")),
        ("exponential(1)", ("a > 0", "t >= 1")),
        ("uniform(0, 1)", ("t >= 1",)),
        ("uniform(0, 1)", ("a < 0", "t >= 1")),
    ],
)
def test_another_law_or_range_is_no_pareto_law(law, where):
    with pytest.raises(Refused, match="does not hold at"):
        prove("P(u^(-1/a) > t) == t^(-a)", laws=[f"u: {law}"], where=where)


def test_a_level_below_zero_or_a_number_of_either_sign_is_no_event_of_the_variable():
    for text, law in (("P(z^2 > -t)", "z: normal(0, 1)"), ("P(z^3 > t)", "z: normal(0, 1)")):
        with pytest.raises(Refused):
            derive(text, laws=[law], where=["t > 0"])
    with pytest.raises(Refused, match="t > 0"):
        derive("P(exp(z) > t)", laws=["z: normal(0, 1)"])


def test_a_sign_has_a_value_with_its_probability():
    for text, chance in (("r == 1", "1/2"), ("r == 2", "0"), ("r_i == r_j", "1/2")):
        found = derive(f"P({text})", laws=["r: rademacher()"], where=["i != j"] if "_" in text else [])
        assert str(found.proposition.args[1]) == chance


@pytest.mark.parametrize(
    ("x", "laws", "where", "value", "quantile"),
    [
        ("<w, u>", ["w: normal(dimension=d)", "u: fixed(d)"], ["|u|^2 > 0"], "0", norm(0, 2).ppf),
        ("exp(2 z + 1)", ["z: normal(0, 1)"], [], "exp(1)", lambda q: exp(2 * norm.ppf(q) + 1)),
        ("exp(z)", ["z: normal(m, v)"], ["v > 0"], "exp(m)", None),
        ("x + y", ["x: normal(1, 2)", "y: normal(3, 4)"], [], "4", norm(4, 6**0.5).ppf),
    ],
)
def test_the_median_of_what_grows_with_a_normal_number(x, laws, where, value, quantile):
    theorem = prove(f"median({x}) == {value}", laws=laws, where=where)
    if quantile is not None:
        found = float(as_formula(theorem.proposition.args[1]))
        assert abs(found - quantile(0.5)) < 1e-12 < abs(found - quantile(0.51))
    with pytest.raises(Refused):
        prove(f"median({x}) == {value} + 1", laws=laws, where=where)


OVERLAPS = {
    "P(|<x, y>| > t)": (1, 1, "both", "above"),
    "P(<x, y> >= t)": (1, 1, "one", "above"),
    "P(<y, x> < -t)": (1, 1, "one", "above"),
    "P(<x, y> <= t)": (1, 1, "one", "below"),
    "P(|<y, x>| < t)": (1, 1, "both", "below"),
    "P(<x, y> > -t)": (1, 1, "one", "below"),
    "P(<x, y>^2 > t^2)": (1, 1, "both", "above"),
    "P(<x, z> > t)": (1, 2, "one", "above"),
    "P(|<z, y>| > t)": (2, 1, "both", "above"),
    "P(|<x, u>| > t)": (1, 2, "both", "above"),
    "P(|<x, w>| > t)": (1, 1, "both", "above"),
}
"""Of overlaps: the lengths of both vectors, whether both sides count, and whether what is beyond or not."""


@pytest.mark.parametrize("text", OVERLAPS)
@pytest.mark.parametrize("d", [2, 3, 7])
def test_the_tail_of_an_overlap_is_that_of_a_beta_number(text, d):
    own, other, sides, part = OVERLAPS[text]
    laws = ["x: sphere(d)", "y: sphere(d)", "z: sphere(d, 2)", "u: fixed(d)", "w: fixed(d)"]
    theorem = derive(
        text, laws=laws, where=["t > 0", "t <= 1", "d >= 2", "<u, u> = 4", "|w|^2 = 1"], by="events"
    )
    found = as_formula(theorem.proposition.args[1])
    for t in (0.01, 0.3, 0.95):
        beyond = beta(1 / 2, (d - 1) / 2).sf((t / (own * other)) ** 2) / (1 if sides == "both" else 2)
        expected = beyond if part == "above" else 1 - beyond
        values = {symbol: {"d": d, "t": t}[symbol.name] for symbol in found.free_symbols}
        assert float(found.subs(values).evalf()) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize(("law", "where", "why"), [
    ("y: sphere(d)", ["t >= 0", "d >= 2"], "t ≤ 1 must be known"),
    ("y: sphere(d)", ["t <= 1", "d >= 2"], "t ≥ 0 must be known"),
    ("y: sphere(d)", ["t >= 0", "t <= 1"], "d ≥ 2 must be known"),
    ("y: sphere(d, r)", ["t >= 0", "t <= 1", "d >= 2"], "r.* > 0 must be known"),
    ("y: fixed(d)", ["t >= 0", "t <= 1", "d >= 2"], "y.* > 0 must be known"),
])  # fmt: skip
def test_the_tail_of_an_overlap_needs_its_level_its_length_and_two_dimensions(law, where, why):
    with pytest.raises(Refused, match=why):
        derive("P(|<x, y>| > t)", laws=["x: sphere(d)", law], where=where, by="events")


@pytest.mark.usefixtures("unexplained")
@pytest.mark.parametrize(
    ("text", "laws", "value"),
    [
        ("P(<x, y> > 0)", ["x: normal(dimension=d)", "y: normal(dimension=d)"], "1/2"),
        ("P(<x, y> > t)", ["x: normal(dimension=d)", "y: sphere(d)"], "erfc(t/sqrt(2))/2"),
        ("P(|x - y|^2 > t)", ["x: normal(dimension=3)", "y: normal(0, 2, dimension=3)"], "upper"),
        ("P(|x - y| > t)", ["x: normal(dimension=3)", "y: normal(dimension=3)"], "upper"),
    ],
)
def test_products_and_differences_of_normal_vectors(text, laws, value):
    found = derive(text, laws=laws, where=["t > 0"])
    assert believe(record(found)).status in {"derived", "derived for instances"}
    drawn, (x, y) = 20_000, np.random.default_rng(3).normal(size=(2, 20_000, 3))
    if "sphere" in laws[1]:
        y = y / np.linalg.norm(y, axis=1, keepdims=True)
    y = y * np.sqrt(2) ** ("(0, 2" in laws[1])
    product, length = (x * y).sum(1), np.linalg.norm(x - y, axis=1)
    seen = {"P(<x, y>": product, "P(|x - y|^2": length**2, "P(|x - y|": length}[text.split(" >")[0]]
    level = 0 if text.endswith("> 0)") else 0.7
    formula = as_formula(found.proposition.args[1])
    chance = float(formula.subs(dict.fromkeys(formula.free_symbols, level)).evalf())
    assert abs(np.mean(seen > level) - chance) < 4 * np.sqrt(chance * (1 - chance) / drawn)
    if value != "upper":
        assert prove(f"{text} == {value}", laws=laws, where=["t > 0"])
    with pytest.raises(Refused):
        prove(f"{text} <= 1/9", laws=laws, where=["t > 0"])


@pytest.mark.parametrize(
    ("text", "value", "wrong"),
    [
        ("P(x + y > 0 and x > 0)", "3/8", "1/4"),
        ("P(x + y > 0 given x > 0)", "3/4", "1/2"),
        ("P(x + 3^(1/2) y < 0 and x > 0)", "1/3 - 1/6", "1/3"),
        ("E[|x| |x + y|]", "1/2 + 2/pi", "1/2"),
        ("P(x + y > 0 given x > 1)", "(1 - erfc(-1/sqrt(2))^2/4)/erfc(1/sqrt(2))", "3/4"),
    ],
)
def test_two_half_spaces_of_normal_numbers(text, value, wrong):
    laws = ["x: normal(0, 1)", "y: normal(0, 1)"]
    assert prove(f"{text} == {value}", laws=laws)
    with pytest.raises(Refused, match="Counterexample"):
        prove(f"{text} == {wrong}", laws=laws)


@pytest.mark.parametrize(
    ("text", "law", "where"),
    [
        ("P(|x| > s sqrt(2 log(2/delta)))", "x: normal(0, s^2)", ["s > 0"]),
        ("P(|1/n sum_j x_j - p| > sqrt(log(2/delta)/(2 n)))", "x: bernoulli(p)", ["p > 0", "p < 1"]),
        ("P(1/n sum_j x_j - 1/2 > sqrt(log(1/delta)/(2 n)))", "x: uniform(0, 1)", []),
    ],
)
def test_a_level_for_a_given_confidence(text, law, where):
    where = ["delta > 0", "delta < 1", *where]
    assert believe(record(prove(f"{text} <= delta", laws=[law], where=where))).status == "derived"


def test_a_level_that_is_no_such_level_has_a_counterexample():
    with pytest.raises(Refused, match="Counterexample"):
        prove("P(|x| > sqrt(2)) <= delta", laws=["x: normal(0, 1)"], where=["delta > 0", "delta < 1"])


def test_a_wrong_tail_of_an_overlap_has_a_counterexample():
    x, y = Model(x=Sphere(d), y=Sphere(d))
    wrong = P(inner(x, y) > tau) == incomplete_beta(1 - tau**2, (d - 1) / 2, Fraction(1, 2))
    with pytest.raises(Refused, match="Counterexample"):
        prove(wrong, where=[tau > 0, tau < 1, d >= 2])


@pytest.mark.parametrize(
    ("law", "draw"),
    [
        ("normal(0, 1)", np.random.Generator.standard_normal),
        ("uniform(0, 1)", np.random.Generator.random),
        ("exponential(1)", np.random.Generator.standard_exponential),
    ],
)
@pytest.mark.parametrize(
    ("event", "happens"),
    [
        ("x < y and y < z", lambda x, y, z: (x < y) & (y < z)),
        ("x < y and x < z", lambda x, y, z: (x < y) & (x < z)),
    ],
)
def test_three_numbers_of_one_law_are_in_order_as_often_as_draws_say(law, draw, event, happens):
    laws = [f"{name}: {law}" for name in "xyz"]
    share = as_formula(derive(f"P({event})", laws=laws).proposition.args[1])
    trials = 20_000
    seen = float(np.mean(happens(*(draw(np.random.default_rng(seed), trials) for seed in (1, 2, 3)))))
    assert abs(seen - float(share)) < 4 * (float(share) * (1 - float(share)) / trials) ** 0.5
    with pytest.raises(Refused, match="Counterexample"):
        prove(f"P({event}) == 1/5", laws=laws)


def test_dice_in_order_are_not_three_numbers_without_ties():
    with pytest.raises(Refused):
        prove("P(x < y and y < z) == 1/6", laws=[f"{name}: discrete_uniform(6)" for name in "xyz"])


def test_normal_numbers_of_any_variances_are_compared_by_that_of_their_difference():
    laws = ["x: normal(m, v)", "z: normal(a, w)"]
    found = derive("P(x > z)", laws=laws, where=["v > 0", "w > 0"])
    assert believe(record(found)).status == "derived"
    value = as_formula(found.proposition.args[1])
    for numbers in ({"m": 1, "a": 2, "v": 3, "w": 1}, {"m": 2, "a": -1, "v": 1, "w": 5}):
        known = value.subs({symbol: numbers[str(symbol)] for symbol in value.free_symbols})
        spread = (numbers["v"] + numbers["w"]) ** 0.5
        assert float(known) == pytest.approx(norm.cdf((numbers["m"] - numbers["a"]) / spread), rel=1e-12)
    with pytest.raises(Refused, match="Counterexample"):
        prove("P(x > z) == erfc((a - m)/sqrt(2 v))/2", laws=laws, where=["v > 0", "w > 0"])


@pytest.mark.parametrize(
    ("text", "laws", "where", "drawn"),
    [
        ("P(x y > 0) == 1/2", ["x: normal(0, 1)", "y: normal(0, 1)"], [], lambda z: z[0] * z[1] > 0),
        (
            "P(x (x + y) > 0) == 3/4",
            ["x: normal(0, 1)", "y: normal(0, 1)"],
            [],
            lambda z: z[0] * (z[0] + z[1]) > 0,
        ),
        (
            "P(x (x + y) < 0) == 1/4",
            ["x: normal(0, 1)", "y: normal(0, 1)"],
            [],
            lambda z: z[0] * (z[0] + z[1]) < 0,
        ),
        (
            "P(<w, u> <w, v> > 0) == 2/3",
            ["w: normal(dimension=d)", "u: fixed(d)", "v: fixed(d)"],
            ["|u|^2 == 1", "|v|^2 == 1", "<u, v> == 1/2"],
            lambda z: z[0] * (z[0] / 2 + np.sqrt(3) / 2 * z[1]) > 0,
        ),
    ],
)
def test_the_sign_of_a_product_is_that_of_its_factors(text, laws, where, drawn):
    found = prove(text, laws=laws, where=where)
    assert believe(record(found)).status == "derived"
    share = np.mean(drawn(np.random.default_rng(0).normal(size=(2, 400_000))))
    claimed = float(Fraction(text.split("==")[1].strip()))
    assert abs(share - claimed) < 5 * np.sqrt(claimed * (1 - claimed) / 400_000)


def test_the_chance_of_one_sign_of_two_projections_is_that_of_random_hyperplanes():
    laws, unit = ["w: normal(dimension=d)", "u: fixed(d)", "v: fixed(d)"], ["|u|^2 == 1", "|v|^2 == 1"]
    assert prove("P(<w, u> <w, v> > 0) == 1 - arccos(<u, v>)/pi", laws=laws, where=unit)
    assert prove("P(<w, u> <w, v> >= 0) == arccos(-<u, v>)/pi", laws=laws, where=unit)
    for false in ("arccos(<u, v>)/pi", "1 - arccos(<u, v>)/(2 pi)", "1/2", "1 - arccos(-<u, v>)/pi"):
        with pytest.raises(Refused, match="Counterexample"):
            prove(f"P(<w, u> <w, v> > 0) == {false}", laws=laws, where=unit)
    with pytest.raises(Refused):
        prove("P(x y > 0) == 1/2", laws=["x: normal(m, 1)", "y: normal(1, 1)"])
    with pytest.raises(Refused):
        prove("P(x y >= 0) == P(x y > 0)", laws=["x: bernoulli(1/2)", "y: rademacher()"])
