"""Means that few trials make up: no verdict is given, and the sentence says why."""

import json
from dataclasses import replace

import numpy as np
import pytest
from theorycheck.claim import Relation
from theorycheck.decide.verdict import decide, measured
from theorycheck.document import Outcome
from theorycheck.table import Kind, Table, evidence
from theorycheck.wording import words

from . import planted
from .running import theorycheck

SIZES = (8.0, 16.0, 32.0, 64.0)

FACTORS = """
import torch

def product(T, *, n_trials, generator):
    return (torch.randn(n_trials, T, generator=generator, dtype=torch.float64) - 0.5).sum(1).exp()

def uniform(T, *, n_trials, generator):
    return torch.rand(n_trials, generator=generator, dtype=torch.float64) * 2
"""
"""Functions of mean one: T factors exp(g - 1/2), g normal, and a number of light tails."""

CLAIM = """
[[claim]]
id = "{name}"
statement = "a product of factors"
law = "{law}"
bound = "{bound}"
margin = 0.05
grid = {{ T = [16, 64] }}
measure = {{ python = "factors.py:{function}" }}
"""


@pytest.mark.parametrize("relation", [Relation.EQUALS, Relation.AT_MOST, Relation.AT_LEAST, Relation.LAW])
@pytest.mark.parametrize("power", [0.0, 1.0])
def test_neither_for_nor_against(relation, power):
    means = [d**power for d in SIZES]
    found = planted.sampled({"d": SIZES}, means, [0.002 * mean for mean in means], 3)
    claimed = planted.claim(relation, "C*d" if relation is Relation.LAW else "d", 0.05)
    assert decide(claimed, None, found).outcome is not Outcome.INCONCLUSIVE
    verdict = decide(claimed, None, replace(found, heavy_share=0.9))
    assert verdict.outcome is Outcome.INCONCLUSIVE
    assert "few trials make up its mean" in words(verdict.summary)
    assert "90 %" in words(verdict.summary)
    assert measured(claimed, replace(found, heavy_share=0.9), level=0.005).outcome is Outcome.INCONCLUSIVE


def test_a_product_of_many_factors_stays_open(tmp_path):
    claims = {
        "light": ("uniform", "1", "equals", "agrees"),
        "true": ("product", "1", "equals", "inconclusive"),
        "false": ("product", "0", "tends to", "inconclusive"),
        "low": ("product", "1/2", "at most", "inconclusive"),
    }
    (tmp_path / "factors.py").write_text(FACTORS)
    (tmp_path / "factors.toml").write_text(
        "".join(
            CLAIM.format(name=name, function=function, law=law, bound=bound)
            for name, (function, law, bound, _) in claims.items()
        )
    )
    theorycheck("check", "factors.toml", "--preset", "quick", "--out", "out", cwd=tmp_path)
    found = json.loads((tmp_path / "out" / "verdicts.json").read_bytes())["claims"]
    assert {one["id"]: one["verdict"] for one in found} == {name: claim[-1] for name, claim in claims.items()}
    told = {one["id"] for one in found if "few trials make up its mean" in one["summary"]}
    assert told == claims.keys() - {"light"}


def _outcomes(relation: Relation, law: str, spread: float, trials: int) -> list[Outcome]:
    """Of tables of lognormal values whose mean is d; unlabelled ones, and ones with a label of their own."""
    found = []
    for seed in range(40):
        rng = np.random.default_rng(seed)
        logs = spread * rng.standard_normal((len(SIZES), trials)) - spread**2 / 2
        columns = {"d": np.repeat(SIZES, trials)}
        value = columns["d"] * np.exp(logs).ravel()
        draw = np.arange(value.size, dtype=float) if seed % 2 else None
        table = Table(path="t.csv", kind=Kind.VALUES, columns=columns, value=value, draw=draw)
        found.append(decide(planted.claim(relation, law, 0.02), None, evidence(table), level=0.005).outcome)
    return found


@pytest.mark.parametrize("trials", [40, 400, 4000])
@pytest.mark.parametrize("relation", [Relation.EQUALS, Relation.AT_LEAST])
def test_a_true_mean_of_a_table_of_heavy_tails_is_not_refuted(relation, trials):
    assert Outcome.REFUTED not in _outcomes(relation, "d", 2.5, trials)


def test_a_table_of_light_tails_is_decided():
    assert _outcomes(Relation.EQUALS, "d", 0.1, 4000).count(Outcome.AGREES) >= 39
    assert _outcomes(Relation.EQUALS, "d/2", 0.5, 400).count(Outcome.REFUTED) >= 39


def test_of_asymmetric_trials_growth_is_decided_and_no_value():
    light = planted.sampled({"d": SIZES}, SIZES, [0.002 * size for size in SIZES], 3)
    asymmetric = replace(light, heavy_share=0.2, asymmetry=np.full(4, 0.3))
    law, value = (planted.claim(each, "d", 0.05) for each in (Relation.LAW, Relation.EQUALS))
    for claim in (law, value):
        assert measured(claim, light, level=0.005).outcome is Outcome.AGREES
    assert measured(law, asymmetric, level=0.005).outcome is Outcome.AGREES
    assert measured(value, asymmetric, level=0.005).outcome is Outcome.INCONCLUSIVE


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize(
    ("relations", "factor", "holds"),
    [
        ([Relation.EQUALS] * 2, 0.8, ["no", "no"]),
        ([Relation.EQUALS] * 2, 1.25, ["undecided", "undecided"]),
        ([Relation.EQUALS] * 2, 1.0, ["undecided", "undecided"]),
        ([Relation.AT_MOST, Relation.AT_LEAST], 0.8, ["no", "no"]),
        ([Relation.AT_MOST, Relation.AT_LEAST], 1.25, ["undecided", "undecided"]),
        ([Relation.AT_LEAST, Relation.AT_MOST], 0.8, ["yes", "yes"]),
        ([Relation.AT_LEAST, Relation.AT_MOST], 1.25, ["undecided", "undecided"]),
        ([Relation.ORDERING] * 2, 0.8, ["yes", "no"]),
        ([Relation.ORDERING] * 2, 1.25, ["undecided", "undecided"]),
    ],
)
def test_a_mean_has_the_limit_that_lies_away_from_its_rare_trials(sign, relations, factor, holds):
    """With rare trials below instead of above all sides change: the other relation, the inverse factor."""
    mirrored = int(sign < 0)
    light = planted.sampled({"d": SIZES}, [2.0] * 4, [0.002] * 4, 3)
    one_sided = replace(light, heavy_share=0.3, asymmetry=np.array([0.0, 0.0, 0.3 * sign, 0.0]))
    claimed = planted.claim(relations[mirrored], f"{2 * factor**sign:.6g}", 0.02)
    assert decide(claimed, None, light).outcome is not Outcome.INCONCLUSIVE
    verdict = decide(claimed, None, one_sided)
    assert verdict.holds == holds[mirrored]
    assert {(low is None, high is None) for low, high in verdict.intervals} == {(sign < 0, sign > 0)}
    assert ("few trials make up" in words(verdict.summary)) is (verdict.holds == "undecided")
    both = replace(one_sided, asymmetry=np.array([0.3, 0.0, -0.3, 0.0]))
    assert decide(claimed, None, both).outcome is Outcome.INCONCLUSIVE


@pytest.mark.parametrize(
    ("heavy", "outcome"), [(1, Outcome.AGREES), (2, Outcome.AGREES), (3, Outcome.INCONCLUSIVE)]
)
def test_growth_is_told_without_few_heavy_settings(heavy, outcome):
    sizes = [2.0**k for k in range(3, 11)]
    means = [5 * size if point < heavy else size for point, size in enumerate(sizes)]
    found = planted.sampled({"d": sizes}, means, [0.002 * mean for mean in means], 3)
    claimed = planted.claim(Relation.LAW, "C*d", 0.05)
    assert decide(claimed, None, found).outcome is not Outcome.AGREES
    asymmetric = replace(found, heavy_share=0.9, asymmetry=np.where(np.arange(8) < heavy, 0.9, 0.0))
    verdict = decide(claimed, None, asymmetric)
    assert verdict.outcome is outcome
    assert len(verdict.intervals) == len(verdict.claimed) == 8
    if outcome is Outcome.AGREES:
        assert f"Not used: {heavy} of 8 settings" in words(verdict.summary)
        assert [one is None for one in verdict.claimed] == [point < heavy for point in range(8)]


def test_a_table_of_heavy_tails_decides_what_its_lower_limits_tell():
    assert _outcomes(Relation.EQUALS, "d", 2.0, 400).count(Outcome.INCONCLUSIVE) == 40
    assert _outcomes(Relation.EQUALS, "d/4", 1.5, 400).count(Outcome.REFUTED) >= 39
    assert _outcomes(Relation.AT_MOST, "d/4", 1.5, 400).count(Outcome.REFUTED) >= 39
    assert _outcomes(Relation.EQUALS, "4*d", 1.5, 400).count(Outcome.REFUTED) == 0


def _refuted(tables: int) -> list[int]:
    """How often a bound that a lognormal mean reaches is refuted: with the trials' skewness, and without."""
    found = []
    for seed in range(tables):
        rng = np.random.default_rng((89, seed))
        value = np.exp(0.8 * rng.standard_normal(400) - 0.32)
        table = Table(path="t.csv", kind=Kind.VALUES, columns={"d": np.full(400, 8.0)}, value=value)
        seen = evidence(table)
        claimed = planted.claim(Relation.AT_LEAST, "1", 0.0)
        found.append(
            [decide(claimed, None, each, level=0.01).outcome for each in (seen, replace(seen, skewness=None))]
        )
    return [sum(outcome is Outcome.REFUTED for outcome in each) for each in zip(*found, strict=True)]


def test_a_bound_that_skewed_means_reach_is_refuted_less_often_for_their_skewness():
    known, unknown = _refuted(1500)
    assert known < 1500 * 0.01 + 3 * np.sqrt(1500 * 0.01) < unknown
