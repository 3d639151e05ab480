"""Means that few trials make up: no verdict is given, and the sentence says why."""

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

FACTORS = '''
import torch
from theorycheck import claim


@claim(id="factors.{name}", statement="a product of factors", law="{law}", bound="{bound}", margin=0.05,
       grid={{"T": [4, 8, 16, 32, 64]}})
def product(T, *, n_trials, generator):
    """Of T factors exp(g - 1/2), g normal, whose mean is one; or of uniform ones on (0, 2)."""
    if "{name}" == "light":
        return torch.rand(n_trials, generator=generator, dtype=torch.float64) * 2
    g = torch.randn(n_trials, T, generator=generator, dtype=torch.float64)
    return (g - 0.5).sum(1).exp()
'''


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
    assert measured(claimed, replace(found, heavy_share=0.9), level=0.005)[0] is Outcome.INCONCLUSIVE


@pytest.mark.parametrize(
    ("name", "law", "bound", "verdict"),
    [
        ("light", "1", "equals", "agrees"),
        ("true", "1", "equals", "inconclusive"),
        ("false", "0", "tends to", "inconclusive"),
        ("low", "1/2", "at most", "inconclusive"),
    ],
)
def test_a_product_of_many_factors_stays_open(tmp_path, name, law, bound, verdict):
    (tmp_path / "factors.py").write_text(FACTORS.format(name=name, law=law, bound=bound))
    result = theorycheck("check", "factors.py", "--preset", "quick", "--out", "out", cwd=tmp_path)
    assert f"factors.{name}" in result.stdout
    assert verdict in result.stdout
    assert ("few trials make up its mean" in " ".join(result.stdout.split())) is (name != "light")


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
    asymmetric = replace(light, asymmetric_share=0.2)
    law, value = (planted.claim(each, "d", 0.05) for each in (Relation.LAW, Relation.EQUALS))
    for claim in (law, value):
        assert measured(claim, light, level=0.005)[0] is Outcome.AGREES
    assert measured(law, asymmetric, level=0.005)[0] is Outcome.AGREES
    assert measured(value, asymmetric, level=0.005)[0] is Outcome.INCONCLUSIVE
