"""Where derivation and measurement meet on real claims, and what each of them would catch."""

import dataclasses
from functools import lru_cache

import pytest
from theorycheck.decide.verdict import decide
from theorycheck.document import Outcome
from theorycheck.evidence.collect import Collector
from theorycheck.evidence.derivation_cache import derivation_result
from theorycheck.evidence.derivations import derived
from theorycheck.evidence.preset import PRESETS
from theorycheck.evidence.progress import unobserved
from theorycheck.evidence.store import RunSettings, Store
from theorycheck.evidence.work import executor
from theorycheck.papers.plans import plan
from theorycheck.papers.selection import select
from theorycheck.papers.tables import CLAIMS
from theorycheck.theory.catalogue import derivations
from theorycheck.theory.conditioning.definitions import Memory
from theorycheck.theory.conditioning.definitions import d_k as size
from theorycheck.theory.laws import Normal, Sphere

DERIVATIONS = derivations("conditioning")
DEEP = ("capacity.guarantee", "capacity.mean", "capacity.coherent.", "capacity.distinct", "capacity.unshared")
DEEP += ("retrieval", "first_collision", "noise_power", "key_overlap", "linearity")
"""The beginnings of the claims that are looked at; whether any other contradicts itself `ci` tells."""
LOOKED_AT = [claim for claim in CLAIMS if claim.id.startswith(tuple(f"conditioning.{name}" for name in DEEP))]


@pytest.fixture(scope="module")
def analyses(tmp_path_factory):
    """The last of four quick analyses of each claim, by id."""
    return looked(LOOKED_AT, 4, tmp_path_factory.mktemp("analyses") / "store.sqlite")


def looked(claims, rounds, path):
    """The last quick analysis of each claim after so many rounds, by id."""
    found, preset = {}, dataclasses.replace(PRESETS["quick"], rounds=rounds)

    def keep(analyses):
        found.update({analysis.plan.claim.id: analysis for analysis in analyses})
        return [False] * len(analyses)

    plans = [plan(claim, preset) for claim in claims]
    settings = RunSettings(preset="quick", seed=11, device="cpu", claims=())
    with Store.open(path, settings) as store, executor(1) as pool:
        Collector(
            store=store,
            executor=pool,
            seed=11,
            device="cpu",
            device_class="cpu",
            deadline=None,
            observe=unobserved,
        ).collect(plans, keep)
    return found


@lru_cache
def derivation_of(topic, name):
    return derivation_result(topic, name)


def verdict(analysis, derivation=None):
    claim = analysis.plan.claim
    named = claim.derivation and derivation_of(claim.topic, claim.derivation)
    at_points = derived(analysis.plan, derivation or named, analysis.evidence)
    return decide(claim, at_points, analysis.evidence, level=analysis.level)


@pytest.mark.parametrize("claim", LOOKED_AT, ids=lambda claim: claim.id)
def test_no_claim_contradicts_itself(analyses, claim):
    assert verdict(analyses[claim.id]).outcome is not Outcome.ERROR


EXPECTED = {
    "guarantee": (Outcome.AGREES, Outcome.AGREES, Outcome.AGREES),
    "coherent": (Outcome.AGREES, Outcome.AGREES, Outcome.AGREES),
    "distinct": (Outcome.AGREES, Outcome.AGREES, Outcome.AGREES),
    "mean_noise": (Outcome.BOUND_ONLY, Outcome.REFUTED, Outcome.REFUTED),
    "unshared": (Outcome.BOUND_ONLY, Outcome.REFUTED, Outcome.REFUTED),
}


@pytest.mark.parametrize("interpretation", EXPECTED)
def test_the_capacity_law_holds_under_the_interpretations_with_exponent_one_half(analyses, interpretation):
    found = [
        verdict(analyses[f"conditioning.capacity.{interpretation}.{s}"]) for s in ("omega", "theta", "o")
    ]
    assert tuple(v.outcome for v in found) == EXPECTED[interpretation]
    assert {v.basis for v in found} == {"derived"}


NORMAL = Normal(0, 1 / size, dimension=size)
"""Keys of independent normal coordinates, of mean square length one."""


@pytest.mark.parametrize(
    ("claim_id", "memory"),
    [
        ("conditioning.noise_power.mean", Memory(key_law=Sphere(size + 1))),
        ("conditioning.noise_power.mean", Memory(own_term=True)),
        ("conditioning.noise_power.variance", Memory(own_term=True)),
        ("conditioning.capacity.mean_noise.omega", Memory(own_term=True)),
        ("conditioning.key_overlap.fourth_moment", Memory(key_law=NORMAL)),
    ],
)
def test_a_wrong_premise_is_an_error_of_ours(analyses, claim_id, memory):
    (claim,) = select(CLAIMS, [claim_id])
    wrong = DERIVATIONS[claim.derivation](memory)
    assert verdict(analyses[claim_id], derivation=wrong).outcome is Outcome.ERROR
