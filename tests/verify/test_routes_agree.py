"""Where derivation and measurement meet on real claims, and what each of them would catch."""

import dataclasses
from functools import lru_cache, partial

import numpy as np
import pytest
from msgspec.structs import replace
from theorycheck import law
from theorycheck.decide.verdict import decide
from theorycheck.document import Outcome
from theorycheck.evidence import routes
from theorycheck.evidence.collect import Collector
from theorycheck.evidence.derivation_cache import derivation_result
from theorycheck.evidence.derivations import derived
from theorycheck.evidence.preset import PRESETS
from theorycheck.evidence.progress import unobserved
from theorycheck.evidence.store import RunSettings, Store
from theorycheck.evidence.work import executor
from theorycheck.numerics.conditioning.noise import noise_power
from theorycheck.numerics.monte_carlo import sample_block
from theorycheck.numerics.quantity import DesignGroup, quantities
from theorycheck.papers.plans import plan
from theorycheck.papers.selection import select
from theorycheck.papers.tables import CLAIMS
from theorycheck.theory.catalogue import derivations
from theorycheck.theory.conditioning.definitions import Memory
from theorycheck.theory.conditioning.definitions import d_k as size
from theorycheck.theory.laws import Normal, Sphere

DERIVATIONS = derivations("conditioning")

LARGEST_Z = 4.5
"""Beyond it one of about two hundred points would lie once in a thousand suites."""


DEEP = ("capacity.guarantee", "capacity.mean", "capacity.coherent.", "capacity.distinct", "capacity.unshared")
DEEP += ("retrieval", "first_collision", "noise_power", "key_overlap", "linearity")
"""The beginnings of claims that are looked at four times; the others once."""


def is_deep(claim_id):
    return claim_id.removeprefix("conditioning.").startswith(DEEP)


TABLES = [claim for claim in CLAIMS if claim.topic == "conditioning"]
"""Whether a claim of another topic contradicts itself is seen when `ci` runs all of them."""


def marked(claims):
    """The claims as parameters; those that are looked at once need the trials of all, which is slow."""
    return [pytest.param(c, id=c.id, marks=() if is_deep(c.id) else pytest.mark.slow) for c in claims]


@pytest.fixture(scope="module")
def deep_analyses(tmp_path_factory):
    """The last of four quick analyses of the claims in `DEEP`, by id."""
    path = tmp_path_factory.mktemp("analyses") / "deep.sqlite"
    return looked([c for c in TABLES if is_deep(c.id)], 4, path)


@pytest.fixture(scope="module")
def first_analyses(tmp_path_factory):
    """The first quick analysis of all other claims, by id."""
    path = tmp_path_factory.mktemp("analyses") / "first.sqlite"
    return looked([c for c in TABLES if not is_deep(c.id)], 1, path)


@pytest.fixture
def analyses(request):
    """An analysis of each claim by its id, gathered when it is first asked for."""

    class Lazy:
        def __getitem__(self, claim_id):
            return request.getfixturevalue("deep_analyses" if is_deep(claim_id) else "first_analyses")[
                claim_id
            ]

    return Lazy()


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


def verdict(analysis, claim=None, derivation=None):
    claim = claim or analysis.plan.claim
    named = claim.derivation and derivation_of(claim.topic, claim.derivation)
    at_points = derived(analysis.plan, derivation or named, analysis.evidence)
    return decide(claim, at_points, analysis.evidence, level=analysis.level)


RARE = 10
"""Of so few events the standard error is no guide."""


@pytest.mark.parametrize("claim", marked(TABLES))
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


PAIR = replace(select(CLAIMS, ["conditioning.one_hot.error"])[0], derivation=None, quick_grid={})

MUTANTS = {
    "conditioning.one_hot.error": ["1 - (1 - (1 - (1 - 1/d_k)**n)**H)**L", "1 - (1 - 1/d_k)**(n - 1)"],
    "conditioning.gaussian_failure.inversion": ["(n - 1)/(4*d_k*tau)"],
    "conditioning.scalar_failure.gaussian": ["betainc(d_k/2, 1/2, 0, 1/n)"],
    "conditioning.blocking.delta": ["(1 - eta)**n*(1 - (1 - eta)**m)/2"],
    "conditioning.depth.error": ["L*(n - 1)/d_k*2"],
    "conditioning.delta.converged": ["1 - min(d_k, n)/d_k"],
    "conditioning.oja.norm": ["n*eta**2"],
    "conditioning.near_collision.pair_rate": ["C/(sqrt(d_k)*(1 + (5/4)**(d_k/2)))"],
    "conditioning.one_hot.law_two_heads": ["C*L*(n - 1)/d_k"],
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


@pytest.mark.parametrize(
    ("claim_id", "formula"),
    [
        pytest.param(k, f, marks=() if is_deep(k) else pytest.mark.slow)
        for k, all_ in MUTANTS.items()
        for f in all_
    ],
)
def test_a_wrong_formula_is_refuted(analyses, claim_id, formula):
    (claim,) = select(CLAIMS, [claim_id])
    assert verdict(analyses[claim_id], replace(claim, claimed=formula)).outcome is Outcome.REFUTED


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


def test_one_block_of_each_group_decides_no_fine_equality(analyses):
    analysis = analyses["conditioning.noise_power.second_moment"]
    points = tuple(
        type(point)(
            at=point.at,
            mean=point.mean,
            stderr=10 * point.stderr,
            error_bound=None,
            n_trials=point.n_trials // 100,
        )
        for point in analysis.evidence.points
    )
    starved = type(analysis.evidence).of(points, 100 * analysis.evidence.covariance.matrix)
    at_points = derived(analysis.plan, routes.derivation(analysis.plan.claim), starved)
    found = decide(analysis.plan.claim, at_points, starved, level=analysis.level)
    assert found.outcome is Outcome.INCONCLUSIVE
    assert found.missing


@pytest.fixture
def gaussian_moments(one_torch_thread):
    """Moments of the noise power with Gaussian keys under the same simulator."""
    shared = {"n": 4, "d_k": 8, "d_v": 8}
    group = DesignGroup.sized(shared=shared, trials_per_block=40_000)
    gaussian = partial(noise_power.sample, key_law="gaussian")
    quantity = type(noise_power)(
        name="test.gaussian_noise_power",
        version=1,
        title=noise_power.title,
        outputs=noise_power.outputs,
        binary=False,
        groups=(group,),
        sample=gaussian,
    )
    return shared, sample_block(quantity, group, 0, 3, "cpu")


@pytest.mark.parametrize(
    ("output", "name"),
    [(0, "noise_power"), (1, "noise_power_second_moment"), (2, "noise_power_third_moment")],
)
def test_another_key_law_moves_the_numbers_as_theory_says(gaussian_moments, output, name):
    shared, moments = gaussian_moments
    stderr = np.sqrt(moments.covariance[output, output])
    of_gaussian, of_sphere = (
        law.evaluate(DERIVATIONS[name](Memory(key_law=key_law)).formula, shared)
        for key_law in (NORMAL, Sphere(size))
    )
    assert abs(moments.mean[output] - of_gaussian) < LARGEST_Z * stderr
    # The mean is that of the sphere too; higher moments are not.
    assert (abs(moments.mean[output] - of_sphere) > LARGEST_Z * stderr) == (output > 0)


@pytest.mark.slow
def test_an_exact_threshold_is_found_by_two_routes_to_twelve_digits(analyses):
    analysis = analyses["conditioning.softmax.fixed_annealed"]
    known = derivation_of("conditioning", analysis.plan.claim.derivation)
    values = derived(analysis.plan, known, analysis.evidence).values
    np.testing.assert_allclose(analysis.evidence.means, values, rtol=5e-12)


PAIRS = [
    ("one_hot_system_failure", "one_hot_system_failure_exact", {"d_k": (16, 64), "L": (1, 8)}),
    ("unshared_fraction", "unshared_fraction_exact", {"d_k": (16, 256)}),
    ("first_collision", "first_collision_exact", {"d_k": (64, 1024)}),
    ("scalar_failure", "scalar_failure_fourier", {}),
    ("gaussian_scalar_failure", "gaussian_scalar_failure_student", {}),
    ("gaussian_failure", "gaussian_failure_inversion", {"d_k": (8, 16)}),
    ("key_overlap_tail", "key_overlap_tail_quadrature", {"d_k": (4, 16)}),
]


@pytest.mark.parametrize(("sampled", "exact", "grid"), PAIRS, ids=[sampled for sampled, _, _ in PAIRS])
def test_the_sampled_route_is_held_to_the_exact_one(tmp_path, sampled, exact, grid):
    output = getattr(quantities("conditioning")[sampled], "outputs", (None,))[0]
    drawn, computed = (
        looked(
            [replace(PAIR, id=f"conditioning.{name}", quantity=name, output=part, grid=grid)],
            rounds,
            tmp_path / name,
        )[f"conditioning.{name}"].evidence
        for name, part, rounds in ((sampled, output, 3), (exact, None, 1))
    )
    exactly = {tuple(sorted(point.at.items())): point.mean for point in computed.points}
    gaps = [
        (point.mean - exactly[tuple(sorted(point.at.items()))]) / point.stderr
        for point in drawn.points
        if point.stderr and min(point.mean, 1 - point.mean) * point.n_trials >= RARE
    ]
    assert gaps
    assert max(map(abs, gaps)) <= 4
