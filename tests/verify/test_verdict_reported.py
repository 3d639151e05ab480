"""The row Reported on planted truths: reproduced, missed, too uncertain, and inconsistent in itself."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest
import sympy as sp
from msgspec.structs import replace
from theorycheck.claim import VALUE_MARGIN, Claim, Published, Relation, SpreadOf
from theorycheck.decide.verdict import decide
from theorycheck.document import Outcome
from theorycheck.paper import published, quantity
from theorycheck.statistics.evidence import Evidence
from theorycheck.statistics.published import overlap, p_value_range, printed_range
from theorycheck.user.entry import entry
from theorycheck.user.formulas import error_aimed_at, margin_of
from theorycheck.wording import words

from . import planted

RUNS = 200
CLAIM = planted.claim(
    Relation.REPORTED, "0.70", 0.0, label="the accuracy", published=Published(spread="0.05", n=40)
)


def measured(mean: float, stderr: float = 0.002, n_trials: int = 4_000) -> Evidence:
    return planted.measured({"d_k": [64]}, [mean], stderr, n_trials)


def counted(successes: int, n_trials: int) -> Evidence:
    return planted.counted({"d_k": [64]}, [successes], n_trials)


def exact(value: float, bound: float = 1e-9) -> Evidence:
    return planted.exact({"d_k": [64]}, [value], bound)


def publishing(**fields: object) -> Claim:
    return replace(CLAIM, published=Published(**{"spread": "0.05", "n": 40, **fields}))


def test_a_value_inside_the_published_spread_agrees_and_one_outside_is_refuted() -> None:
    right = decide(CLAIM, None, measured(0.71))
    assert (right.outcome, right.holds, right.basis) == (Outcome.AGREES, "yes", "statistics")
    wrong = decide(CLAIM, None, measured(0.80))
    assert (wrong.outcome, wrong.holds) == (Outcome.REFUTED, "no")


@pytest.mark.parametrize("evidence", [exact(0.71), counted(7_100, 10_000)], ids=["exact", "counted"])
def test_exact_values_and_proportions_are_compared_alike(evidence: Evidence) -> None:
    assert decide(CLAIM, None, evidence).outcome is Outcome.AGREES
    assert decide(replace(CLAIM, claimed="0.80"), None, evidence).outcome is Outcome.REFUTED


def test_the_spread_is_the_margin_where_none_is_declared_in_either_form() -> None:
    number, spread = quantity("accuracy"), published(spread="0.05", n=40)
    assert number.is_reported("0.70", published=spread).fields["margin"] == 0
    assert number.is_reported("0.70").fields["margin"] == VALUE_MARGIN
    assert number.is_reported("0.70", margin=0.1, published=spread).fields["margin"] == 0.1
    table = {"id": "a", "statement": "a", "law": "0.70", "bound": "reported", "measure": {"data": "a.csv"}}
    for keys, margin in (
        ({"published": {"spread": "0.05"}}, 0.0),
        ({"published": {"n": 40}}, VALUE_MARGIN),
        ({"published": {"spread": "0.05"}, "margin": 0.1}, 0.1),
    ):
        assert margin_of(entry(table | keys, "a.toml")) == margin
    # As precise as tells the number from one that is a spread away, whatever its own size.
    aimed = {
        one: error_aimed_at(entry(table | {"published": {"spread": one}}, "a.toml"), {}, 0.7)
        for one in ("0.05", "0.1")
    }
    assert aimed["0.1"] == pytest.approx(2 * aimed["0.05"])


def test_a_declared_margin_takes_the_place_of_the_spread() -> None:
    narrow = replace(publishing(n=4_000), margin=0.01)
    assert decide(narrow, None, measured(0.715)).outcome is not Outcome.AGREES
    wide = replace(CLAIM, margin=0.5)
    assert decide(wide, None, measured(0.80)).outcome is Outcome.AGREES


def test_what_is_missing_is_said() -> None:
    starved = decide(CLAIM, None, measured(0.71, stderr=0.05))
    assert starved.outcome is Outcome.INCONCLUSIVE
    assert "More trials" in words(starved.missing or "")
    few = decide(publishing(n=3), None, measured(0.71))
    assert few.outcome is Outcome.INCONCLUSIVE
    assert "published runs" in words(few.missing or "")
    assert "The published mean itself, of 3 runs with a spread of 0.05, is known to ±" in words(few.summary)
    assert "The published mean itself" not in words(starved.summary)
    bare = decide(replace(CLAIM, published=None), None, measured(0.70))
    assert bare.outcome is Outcome.INCONCLUSIVE
    assert "margin" in words(bare.missing or "")


def test_the_published_error_widens_the_difference() -> None:
    by_values = decide(CLAIM, None, measured(0.765))
    assert by_values.outcome is Outcome.INCONCLUSIVE
    certain = publishing(n=40_000)
    assert decide(certain, None, measured(0.765)).outcome is Outcome.REFUTED
    of_mean = publishing(spread_of=SpreadOf.MEAN)
    assert decide(of_mean, None, measured(0.70)).outcome is Outcome.INCONCLUSIVE


def test_rounding_of_the_printed_value_is_not_a_difference() -> None:
    sharp = replace(CLAIM, published=Published(spread="0.003", n=100_000))
    assert decide(sharp, None, measured(0.7075, stderr=1e-5)).outcome is Outcome.INCONCLUSIVE
    digits = replace(sharp, claimed="0.7000")
    assert decide(digits, None, measured(0.7075, stderr=1e-5)).outcome is Outcome.REFUTED


def test_a_derived_value_decides_where_the_routes_agree() -> None:
    near, far = (planted.derived(sp.Rational(value), sizes=[64]) for value in ("0.71", "0.85"))
    right = decide(CLAIM, near, measured(0.71))
    assert (right.outcome, right.basis) == (Outcome.AGREES, "derived")
    wrong = decide(CLAIM, far, measured(0.85))
    assert (wrong.outcome, wrong.basis) == (Outcome.REFUTED, "derived")
    assert decide(CLAIM, near, measured(0.80)).outcome is Outcome.ERROR


def test_published_numbers_are_held_against_each_other() -> None:
    # t = 0.70 * sqrt(40) / 0.05 = 88: no p-value of 0.03 comes from it.
    odd = publishing(p_value="0.03")
    assert "do not fit" in words(decide(odd, None, measured(0.71)).summary)
    assert "fit each other" in words(decide(publishing(p_value="<0.001"), None, measured(0.71)).summary)
    # Against 0.68, t = 2.53 on 39 degrees of freedom gives p = 0.0156 before rounding.
    near = publishing(p_value="0.016", null=0.68)
    assert "fit each other" in words(decide(near, None, measured(0.71)).summary)
    assert "do not fit" in words(decide(publishing(p_value="0.30", null=0.68), None, measured(0.71)).summary)
    assert "fit" not in words(decide(CLAIM, None, measured(0.71)).summary)


def test_consistency_allows_for_rounding_and_no_more() -> None:
    mean, spread = printed_range("1.3"), printed_range("2.0")
    low, high = p_value_range(mean, spread, 10, null=0.0, of_mean=False)
    # scipy.stats.ttest_1samp gives 0.0695 for mean 1.3, standard deviation 2.0, n = 10.
    assert low < 0.0695 < high
    assert high - low < 0.04
    assert overlap((low, high), printed_range("0.07"))
    assert not overlap((low, high), printed_range("0.01"))
    with pytest.raises(ValueError, match="not a printed number"):
        printed_range("about 3")


def outcomes(truth: float, wanted: Outcome, seed: int) -> int:
    """Both sides drawn anew: the published mean of 40 runs, and the measurement."""
    rng = np.random.default_rng(seed)
    found = 0
    for _ in range(RUNS):
        runs = rng.normal(0.70, 0.05, 40)
        claim = replace(
            CLAIM,
            claimed=f"{runs.mean():.4f}",
            published=Published(spread=f"{runs.std(ddof=1):.4f}", n=40),
            margin=0.0714,
        )
        verdict = decide(claim, None, measured(truth + 0.004 * float(rng.standard_normal()), 0.004))
        found += verdict.outcome is wanted
    return found


at_most = partial(planted.at_most, RUNS)


def test_reported_values_are_rarely_decided_wrongly() -> None:
    # A margin of 0.0714 * 0.70 = 0.05: the truth stands on its edge, at either side's mercy.
    assert at_most(outcomes(0.75, Outcome.AGREES, 229), 0.01)
    assert at_most(outcomes(0.75, Outcome.REFUTED, 233), 0.01)
    assert outcomes(0.70, Outcome.AGREES, 239) >= 0.95 * RUNS
    assert outcomes(0.84, Outcome.REFUTED, 241) >= 0.95 * RUNS
