"""More data never decide less: both answers are given, and a logarithm that fits is named."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from theorycheck.claim import BoundType, Claim, Relation, Role
from theorycheck.document import Outcome
from theorycheck.evidence import Evidence, Point
from theorycheck.verdict import Verdict, decide
from theorycheck.wording import words

SEVEN, TEN = 2.0 ** np.arange(4, 11), 2.0 ** np.arange(4, 14)
Law = Callable[[np.ndarray], np.ndarray]


def verdict(claimed: str, law: Law, sizes: np.ndarray, relative: float, seed: int) -> Verdict:
    claim = Claim(
        id="conditioning.S1.planted",
        statement_id="conditioning.S1",
        label="the planted quantity",
        interpretation="planted",
        role=Role.LITERAL,
        relation=Relation.LAW,
        claimed=claimed,
        bound_type=BoundType.THETA,
        margin=0.05,
    )
    means = law(sizes)
    errors = relative * means
    noisy = means + errors * np.random.default_rng(seed).standard_normal(len(means))
    points = [
        Point(at={"d": d}, mean=m, stderr=e, error_bound=None, draws=4000)
        for d, m, e in zip(sizes.tolist(), noisy.tolist(), errors.tolist(), strict=True)
    ]
    return decide(claim, None, Evidence.of(tuple(points), np.diag(errors**2)))


def test_an_open_law_says_what_it_is_without_corrections() -> None:
    starved = verdict("C/d", lambda d: 1 / d, SEVEN, 1 / 30, 1)
    assert starved.outcome is Outcome.INCONCLUSIVE
    assert "As a pure law it agrees" in words(starved.comparisons.inference.sentence)
    wrong = verdict("C/d", lambda d: d**-0.9, SEVEN, 0.025, 1)
    assert wrong.outcome is Outcome.INCONCLUSIVE
    assert "As a pure law it is refuted" in words(wrong.comparisons.inference.sentence)


@pytest.mark.parametrize(("sizes", "relative"), [(SEVEN, 0.002), (TEN, 0.01), (TEN, 0.002)])
def test_a_logarithm_is_refuted_on_more_sizes_and_at_smaller_errors(
    sizes: np.ndarray, relative: float
) -> None:
    found = {verdict("C*d", lambda d: d * np.log(d), sizes, relative, seed).outcome for seed in range(10, 14)}
    assert found == {Outcome.REFUTED}


@pytest.mark.parametrize("relative", [0.01, 0.002])
@pytest.mark.parametrize("law", [lambda d: d + 4, lambda d: d + 8 * np.sqrt(d)])
def test_a_corrected_law_is_not_taken_for_a_logarithm(law: Law, relative: float) -> None:
    found = {verdict("C*d", law, TEN, relative, seed).outcome for seed in range(4)}
    assert Outcome.REFUTED not in found


def test_an_exponential_that_grows_is_named() -> None:
    found = verdict("C*d", lambda d: np.exp(d / 300), SEVEN, 0.01, 1)
    assert found.outcome is Outcome.REFUTED
    assert "exponential in d" in words(found.comparisons.inference.sentence)
