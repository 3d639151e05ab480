"""Decisions are the same wherever they are made, and what raises is the error of its claims alone."""

import time
from dataclasses import replace
from multiprocessing import active_children

import msgspec
import numpy as np
import pytest
from msgspec.structs import replace as replace_struct
from theorycheck.claim import BoundType, Relation
from theorycheck.commands import session
from theorycheck.decide.verdict import decide
from theorycheck.document import Comparison, ComparisonOutcome, Outcome
from theorycheck.evidence import deciding, work
from theorycheck.evidence.collect import Collector
from theorycheck.evidence.deciding import Decider, decide_each, derivation_results, settled
from theorycheck.evidence.preset import PRESETS
from theorycheck.evidence.progress import unobserved
from theorycheck.evidence.store import RunSettings, Store
from theorycheck.evidence.work import executor
from theorycheck.papers.index import select
from theorycheck.papers.plans import plan
from theorycheck.papers.tables import CLAIMS
from theorycheck.wording import words

from . import planted, running

FITTED = ("conditioning.error_bound.one_head", "conditioning.capacity.unshared", "conditioning.design")
MEAN, CAPACITY = "conditioning.key_overlap.mean_square", "conditioning.capacity.unshared.theta"
PRESET = replace(PRESETS["quick"], rounds=2)


class Recording:
    """A pool that also keeps what it was handed."""

    def __init__(self, pool):
        self.pool = pool
        self.handed = []

    def submit(self, function, decision_inputs):
        self.handed.append(decision_inputs)
        return self.pool.submit(function, decision_inputs)


def decision_inputs_of(patterns, path):
    """What the pool is handed at the interim analyses of a short run."""
    plans = [plan(claim, PRESET) for claim in select(CLAIMS, patterns)]
    settings = RunSettings(preset="quick", seed=5, device="cpu", claims=())
    with Store.open(path, settings) as store, executor(1) as pool:
        derivations, recording = derivation_results(plans, pool), Recording(pool)
        collector = Collector(
            store=store,
            executor=pool,
            seed=5,
            device="cpu",
            device_class="cpu",
            deadline=None,
            observe=unobserved,
        )
        collector.collect(plans, Decider(recording, derivations), after=derivations)
    return recording.handed


def in_bytes(decisions):
    """All that was decided, each number to its last bit."""
    fields = ("intervals", "claimed", "exponents", "rates", "alternatives", "fit", "comparisons", "summary")
    found = [[getattr(one.verdict, name) for name in fields] for one in decisions]
    return msgspec.json.encode(found), [repr(one) for one in decisions]


def verdicts(folder, patterns=(MEAN, CAPACITY)):
    document = running.run_in(folder, patterns, preset=PRESET)
    return document, {claim.id: claim for claim in document.claims}


def test_decisions_in_the_pool_are_those_made_in_process_byte_for_byte(tmp_path):
    handed = decision_inputs_of(FITTED, tmp_path / "e.sqlite")
    assert any(len(decision_inputs) > 1 for decision_inputs in handed)
    with executor(2) as pool:
        elsewhere = [in_bytes(found) for found in pool.map(decide_each, handed)]
    assert elsewhere == [in_bytes(decide_each(decision_inputs)) for decision_inputs in handed]
    measured = next(i for i, decision_inputs in enumerate(handed) if decision_inputs[0].evidence is not None)
    stricter = [
        replace(decision_input, level=decision_input.level / 2) for decision_input in handed[measured]
    ]
    assert in_bytes(decide_each(stricter)) != elsewhere[measured]


def test_the_bound_types_of_one_law_are_decided_together_as_each_alone(tmp_path):
    handed = decision_inputs_of(["conditioning.capacity.unshared"], tmp_path / "e.sqlite")
    together = next(decision_inputs for decision_inputs in handed if len(decision_inputs) > 1)
    alone = [decide_each([decision_input])[0] for decision_input in reversed(together)]
    assert in_bytes(alone[::-1]) == in_bytes(decide_each(together))


def test_a_route_that_raises_is_the_error_of_its_claims_alone(tmp_path, monkeypatch):
    true_quantity = work.quantity

    def broken(route):
        if route.name == "key_overlap":
            raise ZeroDivisionError("a pole")
        return true_quantity(route)

    monkeypatch.setattr(work, "quantity", broken)
    document, found = verdicts(tmp_path)
    assert found[MEAN].verdict is Outcome.ERROR
    assert found[MEAN].holds == "undecided"
    assert "A block of conditioning.key_overlap failed: a pole" in found[MEAN].summary
    assert found[CAPACITY].verdict is not Outcome.ERROR
    assert session.exit_code(document, strict=False) == 4
    monkeypatch.undo()
    document, found = verdicts(tmp_path)
    assert found[MEAN].verdict is not Outcome.ERROR
    assert session.exit_code(document, strict=False) == 0


def test_a_derivation_that_raises_is_the_error_of_its_claims_alone(tmp_path, monkeypatch):
    derived = deciding.conclude

    def broken(topic, name):
        if name == "key_overlap_mean_square":
            raise ZeroDivisionError("a pole")
        return derived(topic, name)

    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(deciding, "conclude", broken)
    document, found = verdicts(tmp_path)
    assert found[MEAN].summary == "The derivation key_overlap_mean_square failed: a pole"
    assert {claim.verdict is Outcome.ERROR for claim in found.values()} == {True, False}
    assert session.exit_code(document, strict=False) == 4


def test_ctrl_c_ends_workers_whatever_they_are_at():
    def interrupted():
        with executor(2) as pool:
            pool.submit(time.sleep, 600)
            pool.submit(time.sleep, 0).result()
            raise KeyboardInterrupt

    before = set(active_children())
    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert not set(active_children()) - before


def test_bound_types_that_await_one_derivation_are_analysed_once_a_round_on_resume_too(tmp_path):
    bound_types = ["conditioning.capacity.unshared.omega", "conditioning.capacity.unshared.theta"]
    first = decision_inputs_of(bound_types, tmp_path / "e.sqlite")
    again = decision_inputs_of(bound_types, tmp_path / "e.sqlite")
    assert len(first) == len(again) <= PRESET.rounds


def test_no_evidence_is_asked_for_what_algebra_leaves_open(tmp_path):
    decision_inputs = next(
        b for b in decision_inputs_of([MEAN], tmp_path / "e.sqlite") if b[0].evidence is not None
    )
    verdict = decide_each(decision_inputs)[0].verdict
    is_open = Comparison(outcome=ComparisonOutcome.OPEN, sentence="planted")
    edges = {
        name: replace_struct(verdict.comparisons, **{name: is_open})
        for name in ("symbolic", "inference", "points")
    }
    planted = {
        name: settled(replace(verdict, comparisons=comparisons)) for name, comparisons in edges.items()
    }
    assert verdict.outcome is Outcome.AGREES
    assert planted == {"symbolic": True, "inference": False, "points": False}


@pytest.mark.parametrize(
    ("law", "grid", "stops"),
    [
        ("C*d", {"d": (16, 64)}, True),
        ("C*d", {"d": (16, 64, 256)}, False),
        ("C*d*m", {"d": (16, 64, 16, 64), "m": (4, 4, 8, 8)}, False),
        ("C", {"d": (16, 64)}, False),
    ],
)
def test_no_draws_are_asked_for_what_too_few_sizes_leave_open(law, grid, stops):
    at = {name: np.array(sizes, dtype=float) for name, sizes in grid.items()}
    means = at["d"] ** 0.5
    claimed = planted.claim(Relation.LAW, law, bound_type=BoundType.THETA)
    rough, precise = (decide(claimed, None, planted.sampled(at, means, e * means, 1)) for e in (0.3, 1e-4))
    assert settled(rough) is stops
    # However many draws there are, what stops stays open.
    assert not stops or precise.outcome is Outcome.INCONCLUSIVE
    with_derivation = replace_struct(
        rough.comparisons, points=Comparison(outcome=ComparisonOutcome.OPEN, sentence="planted")
    )
    assert not settled(replace(rough, comparisons=with_derivation))


def test_what_stands_in_the_way_of_evidence_is_said_in_the_sentence():
    found = decide(select(CLAIMS, (MEAN,))[0], None, None, obstacle="The curve never crosses 1.")
    assert words(found.summary).endswith("is undecided: the curve never crosses 1.")
    assert words(found.missing) == "The curve never crosses 1."
