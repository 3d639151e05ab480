"""Laws with an exponential: rates and the powers beside them, with what corrects them at small sizes."""

import itertools

import numpy as np
import pytest
from scipy.special import erfc
from theorycheck.claim import BoundType, Relation
from theorycheck.decide.verdict import decide
from theorycheck.document import Outcome
from theorycheck.wording import Medium, words

from .planted import along, claim, sampled

AGREES, BOUND, REFUTED, OPEN = Outcome.AGREES, Outcome.BOUND_ONLY, Outcome.REFUTED, Outcome.INCONCLUSIVE
BITS, STEPS, ENDS = np.arange(1.0, 9.0), np.arange(10.0, 101.0, 10.0), np.arange(1.0, 4.1, 0.5)
QUARTER = "C*4**(-b)"


def decided(law, sizes, truth, error, seed, *, name="b", bound_type=BoundType.THETA):
    return decide(
        claim(Relation.LAW, law, bound_type=bound_type), None, along(name, sizes, truth, error, seed)
    )


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    ("law", "name", "sizes", "truth", "error"),
    [
        (QUARTER, "b", BITS, lambda b: 0.3 * 4**-b, 0.01),
        (QUARTER, "b", BITS[1:6], lambda b: 0.3 * 4**-b, 0.001),
        ("C*exp(-c*n)", "n", STEPS, lambda n: np.exp(-n / 20), 0.003),
        ("C*exp(-c*n)/sqrt(n)", "n", STEPS, lambda n: np.exp(-n / 20) / np.sqrt(n), 0.003),
        ("C*2**b", "b", np.arange(1.0, 13.0), lambda b: 5 * 2**b, 0.003),
        # Within a tenth of what is claimed a correction at the smallest size takes nothing away.
        (QUARTER, "b", BITS, lambda b: 4**-b * (1 + 1 / (12 * b)), 0.003),
    ],
)
def test_a_true_exponential_law_agrees(law, name, sizes, truth, error, seed):
    assert decided(law, sizes, truth, error, seed, name=name).outcome is AGREES


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    "truth",
    [
        lambda b: 4**-b * np.sqrt(b),
        lambda b: 4**-b / np.sqrt(b),
        lambda b: 4**-b * b,
        lambda b: 4 ** (-0.9 * b),
        lambda b: 4**-b + 1 / 5000,
        lambda b: b**-4,
    ],
)
def test_another_power_another_rate_and_a_floor_refute_it(truth, seed):
    verdict = decided(QUARTER, BITS, truth, 0.005, seed)
    assert verdict.outcome is REFUTED
    assert "b^±0.25" in words(verdict.summary, Medium.CODE)


@pytest.mark.parametrize("error", [0.01, 0.003, 0.001])
@pytest.mark.parametrize(
    ("law", "name", "sizes", "truth"),
    [
        (QUARTER, "b", BITS, lambda b: 4**-b * (1 + 2**-b)),
        (QUARTER, "b", BITS, lambda b: 4**-b * (1 + 1 / b)),
        ("C*exp(-t**2/2)/t", "t", ENDS, lambda t: erfc(t / np.sqrt(2))),
        ("C*exp(-c*n)", "n", STEPS, lambda n: np.exp(-n / 20) * (1 + np.exp(-n / 20))),
    ],
)
def test_what_vanishes_beside_a_true_exponential_law_refutes_nothing(law, name, sizes, truth, error):
    outcomes = {decided(law, sizes, truth, error, seed, name=name).outcome for seed in range(5)}
    assert REFUTED not in outcomes


def test_a_floor_under_a_decaying_exponential_is_no_way_for_it_to_hold():
    """A floor was taken for what vanishes, as the rate of a decay was taken for growth."""
    for seed, law in itertools.product(range(10), [QUARTER, "C*exp(-c*b)"]):
        assert decided(law, BITS, lambda b: 4**-b + 1 / 5000, 0.003, seed).outcome is REFUTED


@pytest.mark.parametrize(
    ("law", "bound_type", "outcome"),
    [
        ("C*3**(-b)", BoundType.O, BOUND),
        ("C*5**(-b)", BoundType.O, REFUTED),
        ("C*5**(-b)", BoundType.OMEGA, BOUND),
        ("C*3**(-b)", BoundType.OMEGA, REFUTED),
        ("C*3**(-b)", BoundType.THETA, REFUTED),
    ],
)
def test_bounds_by_exponentials_are_told_by_their_rates(law, bound_type, outcome):
    assert decided(law, BITS, lambda b: 4**-b, 0.005, 1, bound_type=bound_type).outcome is outcome


def test_two_variables_of_a_quantiser():
    d, b = (axis.ravel() for axis in np.meshgrid([16.0, 32, 64, 128], np.arange(2.0, 8.0), indexing="ij"))
    evidence = sampled({"d": d, "b": b}, 0.1 * d * 4**-b, 0.003 * 0.1 * d * 4**-b, seed=4)
    assert decide(claim(Relation.LAW, "C*d*4**(-b)"), None, evidence).outcome is AGREES
    assert decide(claim(Relation.LAW, "C*d*2**(-b)"), None, evidence).outcome is REFUTED
    assert decide(claim(Relation.LAW, "C*sqrt(d)*4**(-b)"), None, evidence).outcome is REFUTED


def test_the_margin_of_a_power_beside_an_exponential_follows_that_of_the_claim():
    loose, strict = (
        decide(claim(Relation.LAW, QUARTER, margin=margin), None, along("b", BITS, lambda b: 4**-b, 0.01, 1))
        for margin in (0.05, 0.01)
    )
    assert (loose.outcome, strict.outcome) == (AGREES, OPEN)
    assert "b^±0.25" in words(loose.summary, Medium.CODE)
    assert "b^±0.05" in words(strict.summary, Medium.CODE)
    assert strict.missing is not None
