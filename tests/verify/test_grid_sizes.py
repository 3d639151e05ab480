"""No claim of ours about growth is measured on fewer sizes than a decision by measurement needs."""

import json

import pytest
from msgspec import structs
from theorycheck.claim import Relation
from theorycheck.evidence import power
from theorycheck.evidence.plan import Plan
from theorycheck.evidence.preset import QUICK, STANDARD
from theorycheck.papers.plans import plan
from theorycheck.papers.tables import CLAIMS

from benchmarks.golden.__main__ import FILE


@pytest.fixture(scope="module")
def measured():
    """Laws that no derivation decides, by the golden file, whose statuses tests of all papers hold."""
    known = json.loads(FILE.read_text(encoding="utf-8"))["derivations"]
    laws = [c for c in CLAIMS if c.relation is Relation.LAW and c.quantity is not None]
    return [c for c in laws if known.get(f"{c.topic}.{c.derivation}", {}).get("status") != "derived"]


@pytest.mark.parametrize("preset", [QUICK, STANDARD], ids=lambda preset: preset.name)
def test_every_law_that_is_measured_has_enough_sizes_of_its_variables(preset, measured):
    assert [claim.id for claim in measured if power.few_sizes(plan(claim, preset))] == []


def test_two_sizes_are_told(measured):
    claim = next(c for c in measured if c.id == "conditioning.capacity.query.theta")
    two = structs.replace(claim, quick_grid={**claim.quick_grid, "d_k": (32, 512)})
    assert power.few_sizes(plan(two, QUICK))


def test_a_slow_quantity_has_fewer_rounds_in_a_quick_run_alone():
    claim = next(c for c in CLAIMS if c.id == "attention_dynamics.table_one.loss")
    quick, standard = (plan(claim, preset) for preset in (QUICK, STANDARD))
    assert isinstance(quick, Plan)
    assert (quick.blocks, len(quick.levels)) == ((1, 2, 4), 3)
    assert standard.blocks == STANDARD.blocks
