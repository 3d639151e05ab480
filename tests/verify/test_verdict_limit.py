"""The row Limit on planted truths: approached, missed, slowly approached, derived."""

from collections.abc import Callable
from functools import partial

import numpy as np
import pytest
import sympy as sp
from msgspec.structs import replace
from theorycheck.claim import Claim, Relation, Towards
from theorycheck.decide.asymptote import strays_from
from theorycheck.decide.verdict import Derived, decide
from theorycheck.document import ComparisonOutcome, Outcome
from theorycheck.law import LawError
from theorycheck.statistics.evidence import Evidence
from theorycheck.theory.notation import d_k, n, symbol
from theorycheck.wording import words

from . import planted

SIZES = 2 ** np.arange(4, 12)
RUNS = 200
Curve = Callable[[np.ndarray], np.ndarray]


def limit_claim(claimed: str, margin: float = 0.05, diverging: str | None = None) -> Claim:
    return planted.claim(
        Relation.LIMIT, claimed, margin, quantity="conditioning.planted", diverging=diverging
    )


ONE = limit_claim("1")


def sampled(curve: Curve, stderr: float = 0.002, seed: int = 223) -> Evidence:
    return planted.sampled({"d_k": SIZES}, curve(SIZES.astype(float)), stderr, seed)


def on_lines(curve: Callable[[np.ndarray, np.ndarray], np.ndarray], stderr: float = 0.002) -> Evidence:
    items, sizes = np.repeat((2, 3, 5), SIZES.size), np.tile(SIZES, 3)
    return planted.sampled({"n": items, "d_k": sizes}, curve(items, sizes), stderr, seed=227)


derived = partial(planted.derived, sizes=SIZES)


def approaching(d: np.ndarray) -> np.ndarray:
    return 1 + 1 / np.sqrt(d)


def test_an_approached_value_agrees_and_a_missed_one_is_refuted():
    right = decide(ONE, None, sampled(approaching))
    assert (right.outcome, right.holds, right.basis) == (Outcome.AGREES, "yes", "statistics")
    assert "as d_k grows: measured in all 8 settings" in words(right.summary)
    wrong = decide(limit_claim("3/2"), None, sampled(approaching))
    assert (wrong.outcome, wrong.holds) == (Outcome.REFUTED, "no")


@pytest.mark.parametrize("power", [-0.3, 0.0])
def test_a_trend_away_or_steady_refutes(power):
    assert decide(ONE, None, sampled(lambda d: 1 + 0.2 * (16 / d) ** power)).outcome is Outcome.REFUTED


def test_a_slow_approach_is_inconclusive_and_asks_for_larger_sizes():
    for slow in (lambda d: 1 + 1 / np.log(d), lambda d: 1 + 2 * d**-0.3):
        verdict = decide(ONE, None, sampled(slow, stderr=1e-5))
        assert verdict.outcome is Outcome.INCONCLUSIVE
        assert "Larger sizes of d_k" in words(verdict.missing or "")


def test_starved_far_ends_ask_for_trials():
    verdict = decide(ONE, None, sampled(approaching, stderr=0.1))
    assert verdict.outcome is Outcome.INCONCLUSIVE
    assert "trials" in words(verdict.missing or "")


def test_a_constant_inside_the_margin_that_is_not_the_limit_is_not_supported():
    assert decide(ONE, None, sampled(lambda d: 1.03 + 0 * d, stderr=1e-4)).outcome is Outcome.INCONCLUSIVE
    assert decide(ONE, None, sampled(lambda d: 1 + 0 * d, stderr=1e-4)).outcome is Outcome.AGREES


def test_one_size_shows_no_trend():
    verdict = decide(ONE, None, planted.measured({"d_k": [64]}, [1.0], 1e-4))
    assert verdict.outcome is Outcome.INCONCLUSIVE
    assert "no trend" in words(verdict.summary)


def test_a_near_end_without_trials_shows_no_trend():
    errors = np.where(np.arange(SIZES.size) < SIZES.size - 1, 0.5, 1e-3)
    verdict = decide(ONE, None, planted.measured({"d_k": SIZES}, approaching(SIZES), errors))
    assert verdict.outcome is Outcome.INCONCLUSIVE
    assert "smallest ones" in words(verdict.missing or "")


def test_the_trials_that_show_a_trend_are_told_and_show_it():
    """Inside the margin everywhere, with errors that hide it at some sizes: so many trials decide."""
    decided, factors = 0, []
    for seed in range(20):
        told = words(decide(ONE, None, sampled(lambda d: 1 + 0.2 / d, 0.011, seed)).missing or "")
        if "or more sizes" in told:
            factors.append(float(told.removeprefix("About ").partition(" times")[0]))
            more = sampled(lambda d: 1 + 0.2 / d, 0.011 / np.sqrt(factors[-1]), seed + 100)
            decided += decide(ONE, None, more).outcome is Outcome.AGREES
    assert len(factors) >= 10
    assert decided >= 0.8 * len(factors)
    assert np.median(factors) <= 8


def test_every_line_must_approach_its_own_value():
    claim = limit_claim("1/n")
    right = decide(claim, None, on_lines(lambda a, b: 1 / a + 1 / b))
    assert right.outcome is Outcome.AGREES
    assert "all 24 settings" in right.comparisons.inference.sentence
    one_wrong = decide(claim, None, on_lines(lambda a, b: np.where(a == 5, 0.5, 1 / a) + 1 / b))
    assert one_wrong.outcome is Outcome.REFUTED
    assert "n = 5" in words(one_wrong.summary)


def test_the_variable_must_be_told_where_two_could_grow():
    evidence = on_lines(lambda a, b: 1 + a / b)
    with pytest.raises(LawError, match="diverging"):
        decide(ONE, None, evidence)
    assert decide(limit_claim("1", diverging="d_k"), None, evidence).outcome is Outcome.AGREES


def test_a_limit_of_zero_takes_an_absolute_margin():
    assert decide(limit_claim("0"), None, sampled(lambda d: 1 / d)).outcome is Outcome.AGREES
    assert decide(limit_claim("0"), None, sampled(lambda d: 0.1 + 1 / d)).outcome is Outcome.REFUTED


def test_a_derived_limit_decides_even_where_the_far_end_is_still_far():
    formula = 1 + 2 / sp.sqrt(sp.sqrt(d_k))
    evidence = sampled(lambda d: 1 + 2 * d**-0.25, stderr=1e-4)
    right = decide(ONE, derived(formula), evidence)
    assert (right.outcome, right.basis) == (Outcome.AGREES, "derived")
    assert right.comparisons.inference.outcome is ComparisonOutcome.OPEN
    wrong = decide(limit_claim("2"), derived(formula), evidence)
    assert (wrong.outcome, wrong.basis) == (Outcome.REFUTED, "derived")
    clash = decide(ONE, derived(formula + 1), evidence)
    assert clash.outcome is Outcome.ERROR


def test_a_ratio_of_gamma_functions_has_its_limit_by_rule():
    ratio = sp.gamma(d_k / 2 + sp.Rational(1, 2)) / sp.gamma(d_k / 2) / sp.sqrt(d_k)
    values = np.array([float(sp.N(ratio.subs(d_k, int(d)))) for d in SIZES])
    evidence = sampled(lambda _: values, stderr=1e-4)
    assert decide(limit_claim("1/sqrt(2)"), derived(ratio), evidence).basis == "derived"
    assert decide(limit_claim("1"), derived(ratio), evidence).outcome is Outcome.REFUTED


def test_a_formula_that_vanishes_has_the_limit_zero():
    # 0.2 % of the smallest value: the routes can only agree where each point is known to the margin.
    evidence = sampled(lambda d: 1 / d, stderr=1e-6)
    verdict = decide(limit_claim("0"), derived(1 / d_k), evidence)
    assert (verdict.outcome, verdict.basis) == (Outcome.AGREES, "derived")
    assert decide(limit_claim("1"), derived(1 / d_k), evidence).outcome is Outcome.REFUTED


def test_numbers_are_a_second_route_to_a_limit():
    formula = 1 + 1 / sp.sqrt(d_k)
    assert not strays_from(formula, sp.Integer(1), "d_k")
    assert strays_from(formula, sp.Integer(2), "d_k")
    assert strays_from(formula * sp.log(d_k), sp.Integer(1), "d_k")


def test_a_limit_in_other_symbols_is_followed_where_they_cancel_in_the_gap():
    M, n = symbol("M"), symbol("n")
    assert not strays_from(M + 1 / n, M, "n")
    assert strays_from(M + n / (n + 1), M, "n")


def test_a_formula_that_diverges_has_no_finite_limit():
    evidence = sampled(lambda d: d / 16, stderr=1e-4)
    verdict = decide(ONE, derived(d_k / 16), evidence)
    assert (verdict.outcome, verdict.basis) == (Outcome.REFUTED, "derived")


def test_a_limit_without_evidence_is_decided_by_derivation_alone():
    claim = replace(limit_claim("1/n"), quantity=None)
    formula = Derived(status="derived", formula=(1 + d_k) / (n * d_k), exponents={}, values=None)
    assert decide(claim, formula, None).outcome is Outcome.AGREES
    assert decide(replace(claim, claimed="2/n"), formula, None).outcome is Outcome.REFUTED


def count(claim: Claim, curve: Curve, stderr: float, *wanted: Outcome) -> int:
    return sum(decide(claim, None, sampled(curve, stderr, seed)).outcome in wanted for seed in range(RUNS))


at_most = partial(planted.at_most, RUNS)


@pytest.mark.parametrize("stderr", [0.003, 0.03])
def test_limits_are_rarely_decided_wrongly(stderr):
    assert at_most(count(ONE, approaching, stderr, Outcome.REFUTED), 0.01)
    assert at_most(count(ONE, lambda d: 1 + 1 / np.log(d), stderr, Outcome.REFUTED), 0.01)
    # The far end stands exactly on the margin.
    assert at_most(count(ONE, lambda d: 1.05 + 1 / d - 1 / d[-1], stderr, Outcome.AGREES), 0.01)


def test_limits_are_decided_with_enough_evidence():
    # With errors of 0.003 three in ten are as well 0.9 + 1/log(d), and stay open.
    assert count(ONE, approaching, 0.0015, Outcome.AGREES) >= 0.95 * RUNS
    assert count(ONE, lambda d: 1.2 + 1 / d, 0.003, Outcome.REFUTED) >= 0.95 * RUNS


def test_a_far_end_that_has_passed_the_limit_is_open():
    """log d - 0.7 beside 0.9 log d: inside the margin at 1024, on its way to 1.11 times it."""

    def through(d: np.ndarray) -> np.ndarray:
        return (1 - 0.7 / np.log(d)) / 0.9

    claim, sizes = limit_claim("1"), 2.0 ** np.arange(4, 11)
    measured = planted.sampled({"d_k": sizes}, through(sizes), 0.002, seed=1)
    assert "on its way elsewhere" in words(decide(claim, None, measured).summary)
    computed = decide(claim, None, planted.exact({"d_k": sizes}, 1.05 - 0.6 / np.sqrt(sizes)))
    assert computed.outcome is Outcome.INCONCLUSIVE
    assert "does not approach it" in words(computed.summary)


@pytest.mark.parametrize("curve", [lambda d: d**0.25, np.log, lambda d: d**-0.25, lambda d: d])
@pytest.mark.parametrize("sizes", [2, 3, 8])
def test_what_goes_through_a_number_at_the_largest_size_does_not_tend_to_it(curve, sizes):
    at = SIZES[-sizes:]
    through = curve(at.astype(float)) / curve(float(at[-1]))
    for error in (0.0005, 0.002):
        found = [decide(ONE, None, planted.sampled({"d_k": at}, through, error, seed)) for seed in range(20)]
        assert Outcome.AGREES not in {one.outcome for one in found}
    assert "one more step like the last leads beyond" in words(found[0].summary)


@pytest.mark.parametrize(
    "curve", [lambda d: 1 - np.exp(-d / 300), lambda d: d**2 / (d**2 + 200**2), lambda d: 1 - 8 / d]
)
def test_what_comes_to_rest_at_a_number_tends_to_it(curve):
    found = [decide(ONE, None, sampled(curve, 0.002, seed)).outcome for seed in range(20)]
    assert found.count(Outcome.AGREES) >= 18


@pytest.mark.parametrize("off", [0.08, -0.1])
def test_limits_off_by_a_slow_correction_are_hardly_ever_supported(off):
    """Truths that end inside the margin on their way to 1 + off by 1/log d."""

    def slow(d: np.ndarray) -> np.ndarray:
        return 1 + off * (1 - np.log(SIZES[-1]) / np.log(d))

    assert at_most(count(ONE, slow, 0.002, Outcome.AGREES), 0.01)
    # The control: where the limit is claimed that they go to.
    assert count(limit_claim(f"{1 + off}", 0.2), slow, 0.002, Outcome.AGREES) >= 0.95 * RUNS


SMALL = 0.4 / 2.0 ** np.arange(7)


def test_a_variable_below_one_goes_to_zero_in_a_limit_too():
    """The far end is the smallest step size; taken as the largest, the first would be refuted."""
    claim = planted.claim(Relation.LIMIT, "1", quantity="conditioning.planted")
    right = decide(claim, None, planted.sampled({"eta": SMALL}, 1 + SMALL, 0.002, seed=3))
    assert right.outcome is Outcome.AGREES
    assert "tends to 1 as 1/eta grows" in words(right.summary)
    away = planted.sampled({"eta": SMALL}, 1 + 0.02 / SMALL, 0.002, seed=3)
    assert decide(claim, None, away).outcome is Outcome.REFUTED
    said = replace(claim, limits={"eta": Towards.INFINITY})
    assert decide(said, None, planted.sampled({"eta": SMALL}, 1 + SMALL, 0.002, 3)).outcome is Outcome.REFUTED


def test_a_derived_limit_follows_its_variable_to_zero():
    eta = symbol("eta")
    claim = planted.claim(Relation.LIMIT, "1", quantity="conditioning.planted")
    values = 1 / (1 + SMALL)
    known = Derived(status="derived", formula=1 / (1 + eta), exponents={}, values=values)
    found = decide(claim, known, planted.sampled({"eta": SMALL}, values, 1e-4, seed=3))
    assert (found.outcome, found.basis) == (Outcome.AGREES, "derived")
    zero = replace(claim, claimed="0")
    assert decide(zero, known, planted.sampled({"eta": SMALL}, values, 1e-4, 3)).outcome is Outcome.REFUTED


HALVES = {"n": 2 * SIZES, "d": SIZES}
"""Sizes of the joint limit n = 2 d."""


@pytest.mark.parametrize("diverging", ["n", "d", None])
def test_what_goes_along_with_a_variable_makes_one_line_with_it(diverging):
    """The mean square of a covariance, 1 + (d + 1)/n, at n = 2 d: 3/2 in the limit, not the 1 of n alone."""
    truth = 1 + (SIZES + 1) / (2 * SIZES)
    claim = limit_claim("3/2", 0.02, diverging)
    right = decide(claim, None, planted.sampled(HALVES, truth, 0.001, seed=7))
    assert right.outcome is Outcome.AGREES
    assert f"as {diverging or 'n'} grows: measured in all 8 settings" in words(right.summary)
    ratio = replace(claim, relation=Relation.EQUALS, asymptotic=True, claimed="1 + d/n")
    assert decide(ratio, None, planted.sampled(HALVES, truth, 0.001, seed=7)).outcome is Outcome.AGREES
    wrong = replace(claim, claimed="1")
    assert decide(wrong, None, planted.sampled(HALVES, truth, 0.001, seed=7)).outcome is Outcome.REFUTED


@pytest.mark.parametrize(
    ("claimed", "domain", "outcome"),
    [
        ("3/2", ("n == 2*d",), Outcome.AGREES),
        ("1", ("n == 2*d",), Outcome.REFUTED),
        # Where no condition says how they go together, the derivation has no limit and the numbers decide.
        ("1", (), Outcome.REFUTED),
    ],
)
def test_a_derived_limit_is_one_along_the_line(claimed, domain, outcome):
    formula = 1 + (symbol("d") + 1) / n
    truth = 1 + (SIZES + 1) / (2 * SIZES)
    known = Derived(status="derived", formula=formula, exponents={}, values=truth)
    claim = replace(limit_claim(claimed, 0.02, "n"), domain=domain)
    found = decide(claim, known, planted.sampled(HALVES, truth, 0.001, seed=7))
    assert found.outcome is outcome
    assert (found.basis == "derived") is bool(domain)


@pytest.mark.parametrize("first", [-3.0, 0.0])
def test_a_size_that_no_law_has_is_no_warning(first):
    """Warnings are errors here; sizes of both signs are of a variable that the claim need not be about."""
    sizes = np.array([first, 1, 4, 16, 64])
    evidence = planted.sampled({"d_k": sizes}, 1 + 1 / np.maximum(sizes, 1), 0.002, 5)
    law = planted.claim(Relation.LAW, "C*sqrt(d_k)")
    growing = planted.sampled({"d_k": sizes}, 1 + np.sqrt(np.maximum(sizes, 0)), 0.002, 5)
    assert decide(ONE, None, evidence).outcome is Outcome.AGREES
    assert "Not used: 1 of 5 settings" in words(decide(law, None, growing).summary)
