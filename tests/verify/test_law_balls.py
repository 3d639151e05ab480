"""Formulas in ball arithmetic: right where everything cancels, silent where nothing is certain."""

import math

import mpmath
import pytest
import sympy as sp
from flint import arb, fmpq
from theorycheck.decide.symbolic import same_formula
from theorycheck.law import LawError, evaluate, evaluation, parse
from theorycheck.law.evaluation import by_algebra
from theorycheck.theory.formula_balls import possible_value
from theorycheck.theory.notation import symbol

d, n, q = symbol("d"), symbol("n"), symbol("q")

CANCELLING = [
    (sp.sqrt(d + 1) - sp.sqrt(d), {"d": 10**30}),
    ((1 - sp.cos(1 / d)) * d**2, {"d": 10**25}),
    (sp.exp(1 / d) - 1 - 1 / d, {"d": 10**20}),
    (sp.log(1 + 1 / d) - 1 / d + 1 / (2 * d**2), {"d": 10**15}),
    (1 - (1 - 1 / d) ** n, {"d": 10**40, "n": 3}),
    (sp.erfc(d) * sp.exp(d**2) * d * sp.sqrt(sp.pi) - 1, {"d": 10**4}),
    (sp.gamma(d + sp.Rational(1, 3)) / sp.gamma(d) / d ** sp.Rational(1, 3) - 1, {"d": 10**9}),
]
LARGE = [
    (sp.gamma(d / 2) / sp.gamma((d + 1) / 2), {"d": 10**9}),
    ((1 - 1 / d) ** (n * d), {"d": 10**7, "n": 10**2}),
    (sp.exp(d) / (sp.exp(d - 1) + 1), {"d": 10**5}),
    ((1 + 1 / d**9) ** (d**9), {"d": 97}),
]
CUTS_AND_EDGES = [
    ((-d) ** n, {"d": 2, "n": 3}),
    (sp.log(1 - d) * d, {"d": 0.999999999}),
    (d**d, {"d": 0.000001}),
    (sp.LambertW(-d), {"d": 0.2}),
    (sp.Abs(1 - d) ** sp.Rational(3, 7), {"d": 2.5}),
    (sp.Max(sp.log(d), n / 7, 1), {"d": 20, "n": 21}),
    (sp.Min(sp.log(d), n / 7, 1), {"d": 2, "n": 21}),
    (sp.Piecewise((d**2, d < n), (sp.sqrt(d), sp.true)), {"d": 3, "n": 2}),
    (sp.Piecewise((d**2, d <= n), (sp.sqrt(d), sp.true)), {"d": 3, "n": 3}),
]
SPECIAL = [
    (sp.hyper((), (d / 2,), d**2 / 4) * sp.exp(-d), {"d": 60}),
    (sp.hyper((sp.Rational(1, 2), d), (n,), sp.Rational(9, 10)), {"d": 3, "n": 5}),
    (sp.hyper((d,), (n,), -d), {"d": 40, "n": 3}),
    (sp.betainc_regularized(sp.Rational(1, 2), (d + 1) / 2, q, 1), {"d": 40, "q": 0.25}),
    (sp.betainc_regularized(d, n, 0, q), {"d": 7, "n": 9, "q": 0.001}),
    (sp.betainc_regularized(d, n, q, sp.Rational(3, 4)), {"d": 7, "n": 9, "q": 0.7}),
    (sp.polygamma(0, d) - sp.log(d), {"d": 10**6}),
    (sp.polygamma(3, d), {"d": 0.3}),
    (sp.harmonic(d) - sp.log(d), {"d": 12345}),
    (sp.zeta(q), {"q": 1.001}),
    (sp.zeta(q, n), {"q": 1.5, "n": 4}),
    (sp.uppergamma(d / 2, n) / sp.gamma(d / 2), {"d": 31, "n": 90}),
    (sp.binomial(d, n) / 2**d, {"d": 400, "n": 130}),
    (sp.ff(d, n, evaluate=False) / d**n, {"d": 50, "n": 20}),
    (sp.erfc(d) / sp.erf(1 / d), {"d": 12}),
]


def _share(a, b, low, high):
    return mpmath.betainc(a, b, low, high, regularized=True)


@pytest.mark.parametrize(("formula", "at"), [*CANCELLING, *LARGE, *CUTS_AND_EDGES, *SPECIAL], ids=str)
def test_a_ball_tells_what_sixty_digits_tell(formula, at):
    found = evaluation.number(formula, at)
    # SymPy writes the regularised function as the other one.
    shown = formula.replace(sp.betainc_regularized, sp.Function("share"))
    written = sp.lambdify([symbol(name) for name in at], shown, [{"share": _share}, "mpmath"])
    with mpmath.workdps(160):  # of which a hundred may cancel
        expected = float(written(*(mpmath.mpf(str(value)) for value in at.values())))
    assert found is not None
    assert found == pytest.approx(expected, rel=3e-16, abs=0)


@pytest.mark.parametrize(
    ("formula", "at"), [context for context in CANCELLING if "n" not in context[1]], ids=str
)
def test_what_cancels_is_wrong_where_the_radius_of_its_ball_is_not_asked_for(formula, at, monkeypatch):
    right = evaluation.number(formula, at)
    monkeypatch.setattr(evaluation, "PRECISIONS", (24,))
    assert evaluation.number(formula, at) is None
    monkeypatch.setattr(evaluation, "RIGHT_BITS", -(10**9))
    assert evaluation.number(formula, at) != right


@pytest.mark.parametrize(
    ("formula", "at"),
    [
        (1 / (n - 1), {"n": 1}),  # a pole
        (sp.gamma(1 - n), {"n": 2}),
        (sp.log(1 - d), {"d": 2}),  # beyond a branch cut
        ((1 - d) ** sp.Rational(1, 3), {"d": 9}),
        (sp.LambertW(-d), {"d": 1}),
        (sp.hyper((1, 1), (2,), d), {"d": 2}),
        (sp.betainc_regularized(d, n, 0, q), {"d": 1, "n": 2, "q": 1.5}),
        (sp.zeta(d), {"d": 1}),
        (sp.Max(0, sp.log(d) - sp.log(4)), {"d": 4}),  # a zero that no precision proves
        (sp.Piecewise((1, sp.log(d**2) <= 2 * sp.log(d)), (2, sp.true)), {"d": 3}),
        (sp.exp(sp.exp(sp.exp(d))), {"d": 64}),  # beyond a double
        (sp.exp(-sp.exp(d)), {"d": 64}),
        (sp.besselj(0, d), {"d": 1}),  # not known
        (sp.Symbol("d", real=True) + 1, {"d": 1}),  # another symbol of that name
        (d + n, {"d": 1}),
        (d + 1, {"d": math.inf}),
        (d + 1, {"d": "large"}),
    ],
    ids=str,
)
def test_nothing_is_read_off_a_ball_where_nothing_is_certain(formula, at):
    assert evaluation.number(formula, at) is None


def test_a_zero_is_told_where_it_is_exact():
    assert evaluation.number((n - 1) * sp.log(d), {"n": 1, "d": 7}) == 0.0
    assert evaluation.number(sp.log(d / 8), {"d": 8}) == 0.0


def test_the_other_route_answers_where_balls_do_not():
    assert evaluate(1 / (n - 1), {"n": 1}) == math.inf
    assert evaluate(sp.besselj(0, d), {"d": 1}) == pytest.approx(0.7651976865579666, rel=1e-15)
    with pytest.raises(LawError, match="too large"):
        evaluate(sp.exp(sp.exp(sp.exp(d))), {"d": 64})


def test_both_routes_to_a_number_at_a_point_meet():
    text = "(n - 1)*betainc(1/2, (d - 1)/2, 1/4, 1) + gamma(d/2)/gamma((d + 1)/2) - log(n)/d**(1/3)"
    for at in ({"d": 3, "n": 2}, {"d": 64, "n": 17}, {"d": 0.7 + 1, "n": 5}):
        found = evaluation.number(parse(text), at)
        assert found is not None
        assert found == pytest.approx(by_algebra(parse(text), at), rel=3e-16, abs=0)


def test_a_ball_holds_the_value_at_every_precision():
    formula = sp.sqrt(d + 1) - sp.sqrt(d)
    for bits in (16, 40, 96, 300):
        found = possible_value(formula, {d: fmpq(10**6)}, bits)
        exact = possible_value(1 / (sp.sqrt(d + 1) + sp.sqrt(d)), {d: fmpq(10**6)}, 600)
        assert isinstance(found, arb)
        assert found.contains(exact)


def test_a_difference_of_one_part_in_many_is_a_counterexample_and_a_smaller_one_none():
    claimed = sp.gamma(d + 1) / sp.gamma(d)
    assert same_formula(claimed, d) is True
    assert same_formula(claimed, d * (1 + sp.Rational(1, 10**14))) is False
    assert same_formula(claimed, d * (1 + sp.Rational(1, 10**16))) is None
    # Logarithms are taken together, and conjugate roots cancel in them.
    golden = sp.log((sp.sqrt(5) - 1) / 2) / 2
    assert same_formula(-golden, sp.log(1 + sp.sqrt(5)) / 2 - sp.log(2) / 2) is True
    assert same_formula(-golden, sp.log(1 + sp.sqrt(5)) / 2 - sp.log(3) / 2) is False
    # Pairs of roots that agree to thirteen digits are told apart.
    assert same_formula(sp.sqrt(d + 10**12), sp.sqrt(d + 10**12) + sp.Rational(1, 10**7)) is False
