"""All derivations of the topic, moved by their premises."""

from dataclasses import replace
from fractions import Fraction
from inspect import signature

import pytest
import sympy as sp
from theorycheck.theory import laws
from theorycheck.theory.catalogue import derivations
from theorycheck.theory.conditioning.common_mean import Shifted
from theorycheck.theory.conditioning.constant_load import GAUSSIAN_HALF_LOAD, ConstantLoad
from theorycheck.theory.conditioning.definitions import NORMAL_VECTORS, Memory, tau
from theorycheck.theory.conditioning.definitions import d_k as keys
from theorycheck.theory.conditioning.definitions import d_v as values
from theorycheck.theory.conditioning.dependence import ProjectedHeads, width
from theorycheck.theory.conditioning.depth import HEADS, Stack
from theorycheck.theory.conditioning.features import FeatureMemory
from theorycheck.theory.conditioning.gaussian_lengths import FULL_LOAD, NormalItems
from theorycheck.theory.conditioning.learning import DELTA_FULL, OJA, Learner
from theorycheck.theory.conditioning.linearity import Storage
from theorycheck.theory.conditioning.network import Network
from theorycheck.theory.conditioning.noise_products import TwoHeads
from theorycheck.theory.conditioning.normalised import Normalised
from theorycheck.theory.conditioning.positive_features import RandomFeature
from theorycheck.theory.conditioning.projections import Projections, Slices
from theorycheck.theory.conditioning.recall import Converged
from theorycheck.theory.conditioning.reinforcement import Training
from theorycheck.theory.conditioning.scalar import ScalarMemory
from theorycheck.theory.conditioning.softmax import SoftmaxMemory
from theorycheck.theory.conditioning.softmax_rates import SoftmaxScores
from theorycheck.theory.derivation import Status
from theorycheck.theory.kernel import Refused
from theorycheck.theory.model import Parameter, Size
from theorycheck.theory.notation import H, L, d_k

DERIVATIONS = derivations("conditioning")

IDENTITIES = ("linearity", "recursion")
RECALLED = ("delta_exact_recall", "delta_no_exact_recall")
SHARED_KEYS = (
    "one_hot_failure",
    "unshared_fraction",
    "capacity_unshared",
    "distinct_keys",
    "distinct_keys_bound",
    "capacity_distinct",
)


def premises_of(name):
    return signature(DERIVATIONS[name]).parameters["premises"].default


PROVED = tuple(
    name
    for name in DERIVATIONS
    if isinstance(premises_of(name), Memory)
    and name not in ("hebb_norm", "near_collision_rate", *SHARED_KEYS)
    and not name.endswith("_tied")
)
FEATURES = tuple(name for name in DERIVATIONS if isinstance(premises_of(name), FeatureMemory))
SOFTMAX = tuple(name for name in DERIVATIONS if isinstance(premises_of(name), SoftmaxMemory))
RATES = tuple(name for name in DERIVATIONS if isinstance(premises_of(name), SoftmaxScores))
NETWORKS = tuple(name for name in DERIVATIONS if isinstance(premises_of(name), Network))
SHARED = ("projected_heads_ratio", "projected_heads_excess")
STRUCTURE = ("heads_fail_together", "heads_excess", "error_structure", "error_hazard")


@pytest.fixture(scope="module")
def derived(once):
    return {name: once(function) for name, function in DERIVATIONS.items()}


@pytest.mark.parametrize("name", [name for name in PROVED if name != "noise_power_third_moment"])
def test_one_more_dimension_of_keys_moves_the_formula_of_a_theorem(derived, name):
    moved = DERIVATIONS[name](replace(premises_of(name), key_law=laws.Sphere(keys + 1)))
    assert moved.status is derived[name].status
    difference = moved.formula - derived[name].formula.subs(d_k, d_k + 1)
    letters = sorted(difference.free_symbols, key=str)
    point = {letter: sp.Integer(place) for place, letter in enumerate(letters, start=5)}
    assert abs(difference.subs(point).evalf(30)) < 10**-20
    assert moved.formula != derived[name].formula


@pytest.mark.parametrize("name", SHARED_KEYS)
def test_one_more_coordinate_moves_what_two_keys_share(derived, name):
    moved = DERIVATIONS[name](Memory(key_law=laws.OneHot(keys + 1)))
    assert moved.status is Status.DERIVED
    assert sp.simplify(moved.formula - derived[name].formula.subs(d_k, d_k + 1)) == 0
    with pytest.raises(Refused):
        DERIVATIONS[name](Memory())


@pytest.mark.parametrize("name", NETWORKS)
def test_keys_of_another_dimension_move_a_network(derived, name):
    law = laws.OneHot if name.startswith("one_hot") else laws.Sphere
    moved = DERIVATIONS[name](Network(memory=Memory(key_law=law(2 * keys))))
    assert moved.status is Status.DERIVED
    about_keys = name.startswith("error_bound") or name not in STRUCTURE
    assert (moved.formula != derived[name].formula) == about_keys


@pytest.mark.parametrize("name", [name for name in NETWORKS if name not in ("heads_excess", "optimal_heads")])
def test_a_number_of_layers_or_heads_is_that_of_the_formula(derived, name):
    counted = {L: 3} if name not in ("heads_fail_together", "heads_needed") else {H: 3}
    if name == "heads_needed":
        counted = {L: 3}
    chosen = {"layers" if s is L else "heads": value for s, value in counted.items()}
    moved = DERIVATIONS[name](replace(premises_of(name), **chosen))
    assert moved.formula != derived[name].formula
    assert sp.simplify(moved.formula - derived[name].formula.subs(counted)) == 0


WIDER = Learner(key_law=laws.Sphere(keys + 1))
WIDER_OJA = replace(OJA, value_law=laws.Sphere(values + 1))
MOVED = {
    "shifted_noise_power": Shifted(shift=2 * Parameter("c")),
    "noise_product_of_keys": TwoHeads(share_keys=True, share_values=True),
    "noise_product_of_values": TwoHeads(share_keys=True, share_values=True),
    "depth_error": Stack(law=laws.Sphere(keys + 1)),
    "depth_error_heads": replace(HEADS, law=laws.Sphere(keys + 1)),
    "depth_error_linear": Stack(law=laws.Sphere(keys + 1)),
    "normalised_ceiling": Normalised(length=2),
    "delta_norm": Learner(rate=Parameter("eta")),
    "delta_retention": WIDER,
    "delta_error": WIDER,
    "delta_error_limit": Learner(key_law=laws.Sphere(2 * keys)),
    "delta_error_limit_full": Learner(key_law=laws.Sphere(2 * keys)),
    "delta_converged_error": Converged(key_law=laws.Sphere(keys + 1)),
    "oja_norm": replace(OJA, rate=1),
    "oja_norm_limit": WIDER_OJA,
    "oja_retention": WIDER_OJA,
    "oja_signal": WIDER_OJA,
    "oja_power": WIDER_OJA,
    "oja_half_life": WIDER_OJA,
    "averaged_projections_noise": Projections(row_law=laws.Normal(0, 1, dimension=Size("width"))),
    "hebb_norm": Memory(key_law=laws.Sphere(keys, 2)),
    "capacity_argmax_tied": Memory(key_law=laws.Sphere(keys + 1)),
    "capacity_argmax_all_tied": Memory(key_law=laws.Sphere(keys + 1)),
    "averaged_slices_noise": Slices(token_law=laws.Sphere(width, 2)),
    "positive_feature_mean": RandomFeature(square_length=2),
    "positive_feature_variance": RandomFeature(square_length=2),
    "acquisition": Training(rate=Parameter("eta") / 2),
    "acquisition_hebb": Training(corrects=True),
    "extinction_hebb": Training(corrects=True),
    "blocking_hebb": Training(corrects=False, reward=2),
    "extinction": Training(rate=Parameter("eta") / 2),
    "blocking": Training(reward=2),
    "gaussian_noise_moment": NormalItems(unit_query=False),
    "gaussian_failure": NormalItems(unit_query=False),
    "gaussian_failure_rate": replace(FULL_LOAD, key_law=laws.Normal(0, 4 / keys, dimension=keys)),
    "failure_half_load": ConstantLoad(load=Fraction(1, 3)),
    "gaussian_failure_half_load": replace(GAUSSIAN_HALF_LOAD, load=Fraction(1, 3)),
    "gaussian_failure_chernoff": replace(FULL_LOAD, others=2 * keys),
    "scalar_failure": ScalarMemory(key_law=laws.Normal(0, 1, dimension=keys + 1)),
    "delta_error_full": replace(DELTA_FULL, others=DELTA_FULL.others + 1),
}
"""One changed premise for each derivation whose premises are its own."""


@pytest.mark.parametrize("name", [*FEATURES, *SOFTMAX])
def test_one_more_dimension_moves_what_depends_on_a_map_or_on_scores(derived, name):
    premises = premises_of(name)
    dimension, *length = premises.law.args
    moved = DERIVATIONS[name](replace(premises, law=laws.Sphere(dimension + 1, *length)))
    assert moved.status is derived[name].status, (moved.failures, [s.check for s in moved.steps if s.failed])
    assert moved.formula != derived[name].formula
    assert moved.exponents == derived[name].exponents


@pytest.mark.parametrize("name", RATES)
def test_another_score_scale_moves_a_rate(derived, name):
    moved = DERIVATIONS[name](SoftmaxScores(score_scale=2 * keys))
    assert moved.status is Status.DERIVED
    assert sp.N(moved.formula) > sp.N(derived[name].formula)


@pytest.mark.parametrize("name", SHARED)
def test_projected_heads_fail_together_whatever_the_tokens(derived, name):
    moved = DERIVATIONS[name](ProjectedHeads(token_law=laws.Rademacher(width), threshold=tau / 2))
    assert moved.theorem.proposition is not derived[name].theorem.proposition
    assert moved.formula == derived[name].formula


def test_every_derivation_has_a_premise_that_is_changed_here():
    told = {
        *PROVED,
        *SHARED_KEYS,
        *NETWORKS,
        *SHARED,
        *FEATURES,
        *SOFTMAX,
        *RATES,
        *IDENTITIES,
        *RECALLED,
        *MOVED,
        "near_collision_rate",
    }
    assert told == set(DERIVATIONS)


@pytest.mark.parametrize("name", MOVED)
def test_a_changed_premise_moves_the_formula(derived, name):
    moved = DERIVATIONS[name](MOVED[name])
    assert moved.status is derived[name].status, (moved.failures, [s.check for s in moved.steps if s.failed])
    assert moved.formula != derived[name].formula


def test_the_rate_of_near_collisions_doubles_with_the_dimension(derived):
    moved = DERIVATIONS["near_collision_rate"](Memory(key_law=laws.Sphere(2 * keys)))
    assert moved.formula == 2 * derived["near_collision_rate"].formula


def test_keeping_the_own_term_moves_the_formula(derived):
    for name, premises in {
        "capacity_mean_noise": Memory(own_term=True),
        "capacity_guarantee": Memory(own_term=True),
        "query_capacity_floor": Memory(own_term=True),
    }.items():
        kept = DERIVATIONS[name](premises)
        assert kept.status is Status.DERIVED
        assert kept.formula != derived[name].formula


@pytest.mark.parametrize("name", ["key_overlap_mean_absolute", "capacity_coherent"])
def test_gaussian_keys_move_what_depends_on_their_length(derived, name):
    moved = DERIVATIONS[name](NORMAL_VECTORS)
    assert moved.status is Status.DERIVED
    assert moved.formula != derived[name].formula


@pytest.mark.parametrize("name", IDENTITIES)
def test_forgetting_breaks_the_identities(derived, name):
    assert derived[name].formula == 0
    assert derived[name].status is Status.DERIVED
    with pytest.raises(Refused, match="does not hold at"):
        DERIVATIONS[name](Storage(decay=Parameter("gamma")))


@pytest.mark.parametrize("name", RECALLED)
def test_keys_that_may_coincide_are_not_known_to_be_recalled(derived, name):
    """The formulas are 1 and 0 whatever the dimension; the load and the laws are what they rest on."""
    wider = DERIVATIONS[name](Converged(key_law=laws.Sphere(keys + 1), value_law=laws.Sphere(values + 1)))
    assert wider.formula == derived[name].formula
    assert wider.theorem.hypotheses != derived[name].theorem.hypotheses
    with pytest.raises(Refused, match="may have atoms"):
        DERIVATIONS[name](Converged(key_law=laws.OneHot(keys)))


def test_signs_as_values_may_be_matched_by_chance():
    with pytest.raises(Refused, match="may be below 2"):
        DERIVATIONS["delta_no_exact_recall"](Converged())


def test_another_feature_map_for_keys_breaks_linearity():
    with pytest.raises(Refused, match="does not hold at"):
        DERIVATIONS["linearity"](Storage(key_map="psi"))


def test_a_fixed_dimension_gives_instances():
    assert DERIVATIONS["near_collision_pair"](Memory(key_law=laws.Sphere(3))).status is Status.INSTANCES
    assert DERIVATIONS["noise_power"](Memory(key_law=laws.Sphere(3))).status is Status.INSTANCES
