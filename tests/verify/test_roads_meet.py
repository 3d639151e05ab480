"""Where derivation and measurement meet on real claims, and what each of them would catch."""

from __future__ import annotations

import dataclasses
from functools import partial

import numpy as np
import pytest
import torch
from lawcheck.numerics.conditioning import noise_power
from lawcheck.numerics.conditioning.noise import sample_noise_power
from lawcheck.numerics.monte_carlo import sample_block
from lawcheck.numerics.quantity import Sheet
from lawcheck.theory.conditioning import DERIVATIONS, Premises
from lawcheck.theory.notation import d_k
from lawcheck.theory.rules.laws import Gaussian, Sphere
from lawcheck.verify import law, roads
from lawcheck.verify.claim import Relation
from lawcheck.verify.claims import CLAIMS
from lawcheck.verify.collect import Collector, Unobserved
from lawcheck.verify.derivations import derived
from lawcheck.verify.document import Outcome
from lawcheck.verify.plan import plan
from lawcheck.verify.profile import PROFILES
from lawcheck.verify.selection import select
from lawcheck.verify.store import RunSettings, Store
from lawcheck.verify.verdict import decide
from lawcheck.verify.work import executor
from msgspec.structs import replace

LARGEST_Z = 4.5
"""Beyond it one of about two hundred cells would lie once in a thousand suites."""


@pytest.fixture(scope="module")
def looks(tmp_path_factory):
    """The last of four quick looks of every claim, by id."""
    found, profile = {}, dataclasses.replace(PROFILES["quick"], rounds=4)

    def keep(look):
        found[look.plan.claim.id] = look
        return False

    plans = [plan(claim, profile) for claim in CLAIMS]
    path = tmp_path_factory.mktemp("looks") / "evidence.sqlite"
    settings = RunSettings(profile="quick", seed=11, device="cpu", claims=())
    with Store.open(path, settings) as store, executor(1) as pool:
        Collector(
            store=store,
            executor=pool,
            seed=11,
            device="cpu",
            device_class="cpu",
            deadline=None,
            observer=Unobserved(),
        ).collect(plans, keep)
    return found


def verdict(look, claim=None, derivation=None):
    claim = claim or look.plan.claim
    at_cells = derived(look.plan, derivation or roads.derivation(claim), look.evidence)
    return decide(claim, at_cells, look.evidence, level=look.level)


EQUALITIES = [c for c in CLAIMS if c.derivation and c.relation in (Relation.EQUALS, Relation.LAW)]


@pytest.mark.parametrize("claim", EQUALITIES, ids=lambda claim: claim.id)
def test_every_cell_agrees_with_the_derivation(looks, claim):
    look = looks[claim.id]
    values = derived(look.plan, roads.derivation(claim), look.evidence).values
    for cell, value in zip(look.evidence.cells, values, strict=True):
        allowed = LARGEST_Z * cell.stderr if cell.stderr else (cell.error_bound or 0.0)
        # A crossing is read off a grid by a cubic, on both roads alike.
        assert abs(cell.mean - value) <= allowed + 1e-12 * abs(value), cell.at


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.id)
def test_no_claim_contradicts_itself(looks, claim):
    assert verdict(looks[claim.id]).outcome is not Outcome.ERROR


EXPECTED = {
    "guarantee": (Outcome.AGREES, Outcome.AGREES, Outcome.AGREES),
    "coherent": (Outcome.AGREES, Outcome.AGREES, Outcome.AGREES),
    "distinct": (Outcome.AGREES, Outcome.AGREES, Outcome.AGREES),
    "mean_noise": (Outcome.BOUND_ONLY, Outcome.REFUTED, Outcome.REFUTED),
    "unshared": (Outcome.BOUND_ONLY, Outcome.REFUTED, Outcome.REFUTED),
}


@pytest.mark.parametrize("reading", EXPECTED)
def test_the_capacity_law_holds_under_the_readings_with_exponent_one_half(looks, reading):
    found = [verdict(looks[f"conditioning.capacity.{reading}.{s}"]) for s in ("omega", "theta", "o")]
    assert tuple(v.outcome for v in found) == EXPECTED[reading]
    assert {v.basis for v in found} == {"derived"}


MUTANTS = {
    "conditioning.noise_power.mean": ["n/d_k", "(n + 1)/d_k", "(n - 1)/(d_k + 1)", "(n - 1)/sqrt(d_k)"],
    "conditioning.noise_power.variance": [
        "2*(n - 1)/d_k**2*((d_k - 1)/(d_k + 2) - (n - 2)/d_v)",
        "2*(n - 1)/d_k**2*((d_k - 1)/(d_k + 2))",
        "(n - 1)/d_k**2*((d_k - 1)/(d_k + 2) + (n - 2)/d_v)",
    ],
    "conditioning.noise_power.law": ["C*(n - 1)/d_k**(1/2)", "C*(n - 1)**2/d_k", "C*(n - 1)"],
    "conditioning.key_overlap.fourth_moment": ["3/d_k**2", "1/(d_k*(d_k + 2))"],
    "conditioning.capacity.coherent.theta": ["C*d_k", "C*d_k**(1/4)"],
    "conditioning.retrieval.guarantee": ["1 + n*(n - 1)/(d_k*tau)"],
    "conditioning.linearity.identity": ["1"],
}


@pytest.mark.parametrize(("claim_id", "formula"), [(k, f) for k, all_ in MUTANTS.items() for f in all_])
def test_a_wrong_formula_is_refuted(looks, claim_id, formula):
    (claim,) = select(CLAIMS, [claim_id])
    assert verdict(looks[claim_id], replace(claim, claimed=formula)).outcome is Outcome.REFUTED


@pytest.mark.parametrize(
    ("claim_id", "premises"),
    [
        ("conditioning.noise_power.mean", Premises(key_law=Sphere(d_k + 1))),
        ("conditioning.noise_power.mean", Premises(own_term=True)),
        ("conditioning.noise_power.variance", Premises(own_term=True)),
        ("conditioning.capacity.mean_noise.omega", Premises(own_term=True)),
        ("conditioning.key_overlap.fourth_moment", Premises(key_law=Gaussian(d_k))),
    ],
)
def test_a_wrong_premise_is_an_error_of_ours(looks, claim_id, premises):
    (claim,) = select(CLAIMS, [claim_id])
    wrong = DERIVATIONS[claim.derivation](premises)
    assert verdict(looks[claim_id], derivation=wrong).outcome is Outcome.ERROR


def test_one_block_of_each_sheet_decides_no_fine_equality(looks):
    look = looks["conditioning.noise_power.second_moment"]
    cells = tuple(
        type(cell)(
            at=cell.at, mean=cell.mean, stderr=10 * cell.stderr, error_bound=None, draws=cell.draws // 100
        )
        for cell in look.evidence.cells
    )
    starved = type(look.evidence).of(cells, 100 * look.evidence.covariance.matrix)
    at_cells = derived(look.plan, roads.derivation(look.plan.claim), starved)
    found = decide(look.plan.claim, at_cells, starved, level=look.level)
    assert found.outcome is Outcome.INCONCLUSIVE
    assert found.missing


@pytest.fixture
def gaussian_moments():
    """Moments of the noise power with Gaussian keys under the same simulator."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    shared = {"n": 4, "d_k": 8, "d_v": 8}
    sheet = Sheet.sized(shared=shared, trials_per_block=40_000, bytes_per_trial=1000)
    gaussian = partial(sample_noise_power, key_law="gaussian")
    quantity = type(noise_power)(
        name="test.gaussian_noise_power",
        version=1,
        title=noise_power.title,
        components=noise_power.components,
        binary=False,
        sheets=(sheet,),
        sample=gaussian,
    )
    yield shared, sample_block(quantity, sheet, 0, 3, "cpu")
    torch.set_num_threads(threads)


@pytest.mark.parametrize(
    ("component", "name"),
    [(0, "noise_power"), (1, "noise_power_second_moment"), (2, "noise_power_third_moment")],
)
def test_another_key_law_moves_the_numbers_as_theory_says(gaussian_moments, component, name):
    shared, moments = gaussian_moments
    stderr = np.sqrt(moments.covariance[component, component])
    of_gaussian, of_sphere = (
        law.evaluate(DERIVATIONS[name](Premises(key_law=key_law)).formula, shared)
        for key_law in (Gaussian(d_k), Sphere(d_k))
    )
    assert abs(moments.mean[component] - of_gaussian) < LARGEST_Z * stderr
    # The mean is that of the sphere too; higher moments are not.
    assert (abs(moments.mean[component] - of_sphere) > LARGEST_Z * stderr) == (component > 0)
