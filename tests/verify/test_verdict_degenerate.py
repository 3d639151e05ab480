"""Points of degenerate samples: they refute nothing by themselves, for what no trial showed may be rare."""

from dataclasses import replace

import numpy as np
import pytest
import sympy as sp
from theorycheck.claim import Claim, Relation
from theorycheck.decide import points
from theorycheck.decide.context import DecisionContext
from theorycheck.decide.verdict import Derived, Verdict, decide
from theorycheck.document import Outcome
from theorycheck.statistics.evidence import Evidence
from theorycheck.wording import words

from . import planted

SIZES = (16, 32, 64, 128)
TRIALS = 2_000


def claim(relation: Relation, claimed: str, margin: float = 0.02) -> Claim:
    return planted.claim(relation, claimed, margin, label="the rare loss")


def rare(rng: np.random.Generator) -> np.ndarray:
    """A loss of a million once in a million trials: its mean is one, and nearly all trials are zero."""
    return np.where(rng.random((TRIALS, len(SIZES))) < 1e-6, 1e6, 0.0)


def evidence(values: np.ndarray, kind: str = "sampled") -> Evidence:
    at, means = {"d_k": SIZES}, values.mean(axis=0)
    if kind == "exact":
        return replace(planted.exact(at, means, 0.0), n_trials=np.full(len(SIZES), float(TRIALS)))
    found = planted.measured(at, means, values.std(axis=0, ddof=1) / np.sqrt(len(values)), len(values))
    return replace(found, failures=np.zeros(len(SIZES))) if kind == "counted" else found


CASES = [(Relation.AT_LEAST, "1/2"), (Relation.EQUALS, "1"), (Relation.ORDERING, "1/2")]


ENDS = [(Relation.LIMIT, "1", "1 of 4 settings"), (Relation.REPORTED, "1.0", "all 4 settings")]


def verdict(
    relation: Relation, claimed: str, kind: str = "sampled", derived: Derived | None = None
) -> Verdict:
    return decide(claim(relation, claimed), derived, evidence(rare(np.random.default_rng(3)), kind))


@pytest.mark.parametrize(("relation", "claimed"), CASES)
def test_a_loss_that_no_draw_showed_refutes_no_claim_about_its_mean(relation, claimed):
    assert not rare(np.random.default_rng(3)).any()
    found = verdict(relation, claimed)
    assert found.outcome is Outcome.INCONCLUSIVE
    assert "In all 4 settings the sample is degenerate" in words(found.summary)


@pytest.mark.parametrize(("relation", "claimed"), CASES)
def test_it_would_be_refuted_were_a_standard_error_of_zero_believed(relation, claimed, monkeypatch):
    believed = lambda _, p: np.minimum(p, 1.0)  # noqa: E731 - what stood there before
    for name in ("points", "bounds", "ordering"):
        monkeypatch.setattr(f"{points.__package__}.{name}.refuting", believed)
    assert verdict(relation, claimed).outcome is Outcome.REFUTED


@pytest.mark.parametrize(("relation", "claimed", "counted"), ENDS)
def test_neither_a_limit_nor_a_published_value_is_refuted_by_a_degenerate_sample(
    relation, claimed, counted, monkeypatch
):
    found = verdict(relation, claimed)
    assert found.outcome is Outcome.INCONCLUSIVE
    assert f"In {counted} the sample is degenerate" in words(found.summary)
    monkeypatch.setattr(DecisionContext, "degenerate", np.zeros(len(SIZES), dtype=bool))
    assert verdict(relation, claimed).outcome is Outcome.REFUTED


def test_a_derived_mean_is_no_error_of_ours_where_no_draw_showed_it():
    known = planted.derived(sp.Integer(1), sizes=SIZES)
    assert verdict(Relation.AT_LEAST, "1/2", derived=known).outcome is not Outcome.ERROR


def test_a_count_of_zero_keeps_its_likelihood_and_an_exact_zero_is_one():
    assert verdict(Relation.AT_LEAST, "1/2", "counted").outcome is Outcome.REFUTED
    assert verdict(Relation.AT_LEAST, "1/2", "exact").outcome is Outcome.REFUTED


def test_one_point_that_varies_still_refutes():
    values = rare(np.random.default_rng(3))
    values[:, 0] = np.random.default_rng(5).normal(0.1, 0.1, TRIALS)
    found = decide(claim(Relation.AT_LEAST, "1/2"), None, evidence(values))
    assert found.outcome is Outcome.REFUTED
    assert "1 of 4 settings" in words(found.summary)


def test_an_upper_bound_holds_where_all_trials_are_zero():
    assert verdict(Relation.AT_MOST, "1/2").holds == "yes"
