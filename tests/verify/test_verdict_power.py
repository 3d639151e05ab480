"""More data never decide less: both answers are given, and a logarithm that fits is named."""

from collections.abc import Callable

import numpy as np
import pytest
from msgspec.structs import replace
from theorycheck.claim import Relation
from theorycheck.decide.verdict import Verdict, decide
from theorycheck.document import Outcome
from theorycheck.wording import words

from . import planted

SEVEN, TEN = 2.0 ** np.arange(4, 11), 2.0 ** np.arange(4, 14)
Law = Callable[[np.ndarray], np.ndarray]


CLAIM = planted.claim(Relation.LAW, "C*d")


def verdict(claimed: str, law: Law, sizes: np.ndarray, relative: float, seed: int) -> Verdict:
    means = law(sizes)
    evidence = planted.sampled({"d": sizes}, means, relative * means, seed)
    return decide(replace(CLAIM, claimed=claimed), None, evidence)


def test_an_open_law_says_what_it_is_without_corrections():
    starved = verdict("C/d", lambda d: 1 / d, SEVEN, 1 / 30, 1)
    assert starved.outcome is Outcome.INCONCLUSIVE
    assert "As a pure law it agrees" in words(starved.comparisons.inference.sentence)
    wrong = verdict("C/d", lambda d: d**-0.9, SEVEN, 0.025, 1)
    assert wrong.outcome is Outcome.INCONCLUSIVE
    assert "As a pure law it is refuted" in words(wrong.comparisons.inference.sentence)


@pytest.mark.parametrize(("sizes", "relative"), [(SEVEN, 0.002), (TEN, 0.01), (TEN, 0.002)])
def test_a_logarithm_is_refuted_on_more_sizes_and_at_smaller_errors(sizes, relative):
    found = {verdict("C*d", lambda d: d * np.log(d), sizes, relative, seed).outcome for seed in range(10, 14)}
    assert found == {Outcome.REFUTED}


@pytest.mark.parametrize("relative", [0.01, 0.002])
@pytest.mark.parametrize("law", [lambda d: d + 4, lambda d: d + 8 * np.sqrt(d)])
def test_a_corrected_law_is_not_taken_for_a_logarithm(law, relative):
    found = {verdict("C*d", law, TEN, relative, seed).outcome for seed in range(4)}
    assert Outcome.REFUTED not in found


def test_an_exponential_that_grows_is_named():
    found = verdict("C*d", lambda d: np.exp(d / 300), SEVEN, 0.01, 1)
    assert found.outcome is Outcome.REFUTED
    assert "exponential in d" in words(found.comparisons.inference.sentence)


@pytest.mark.parametrize("seed", range(4))
def test_a_crossover_on_five_sizes_is_not_refuted(seed):
    found = verdict("C*d", lambda d: d + 200 * np.sqrt(d), SEVEN[:5], 0.01, seed)
    assert found.outcome is not Outcome.REFUTED


@pytest.mark.parametrize("sizes", [SEVEN, SEVEN[:5]])
def test_another_whole_power_is_no_crossover(sizes):
    found = {verdict("C*d", lambda d: d**2, sizes, 0.03, seed).outcome for seed in range(6)}
    assert found == {Outcome.REFUTED}


def growing(law: Law, relative: float, seed: int) -> list[Outcome]:
    """The outcomes of 1, 4 and 16 times the data, each a part of the next, claimed as C d."""
    means = law(SEVEN)
    noise = np.random.default_rng(seed).standard_normal((16, len(means)))
    found = []
    for times in (1, 4, 16):
        errors = relative * means / np.sqrt(times)
        noisy = means * (1 + relative * noise[:times].mean(axis=0))
        found.append(decide(CLAIM, None, planted.measured({"d": SEVEN}, noisy, errors, 4000 * times)).outcome)
    return found


GROWING: tuple[tuple[Law, Outcome], ...] = (
    (lambda d: d, Outcome.AGREES),
    (lambda d: d**0.85, Outcome.REFUTED),
    (lambda d: d * np.exp(np.log(d / 16) ** 2 / 30), Outcome.REFUTED),
)
"""A true law, another power, and an exponent that drifts away from the claim."""


@pytest.mark.parametrize(("law", "right"), GROWING, ids=["pure", "power", "drift"])
def test_more_data_never_decide_less(law, right):
    runs = [growing(law, 0.03, seed) for seed in range(4)]
    shares = [sum(run[look] is right for run in runs) for look in range(3)]
    assert shares == sorted(shares)
    assert shares[-1] == len(runs)
    assert {outcome for run in runs for outcome in run} <= {right, Outcome.INCONCLUSIVE}
