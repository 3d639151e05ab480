"""All derivations of the topic: derived, replayable, moved by their premises, quick to tamper with."""

from dataclasses import replace
from inspect import signature

import pytest
import sympy as sp
from lawcheck.theory.conditioning import DERIVATIONS, UNIT_VECTORS, Network, Premises, Storage
from lawcheck.theory.derivation import Kind, Status
from lawcheck.theory.notation import L, d_k, d_v
from lawcheck.theory.rules.laws import Gaussian, OneHot, Sphere

IDENTITIES = ("linearity", "recursion")
ONE_HOT = (
    "distinct_keys",
    "distinct_keys_bound",
    "one_hot_failure",
    "unshared_fraction",
    "capacity_distinct",
    "capacity_unshared",
)
NOISE = (
    "noise_power",
    "noise_power_second_moment",
    "noise_power_third_moment",
    "noise_power_variance",
    "directional_variance",
    "signal_to_noise",
    "noise_tail_bound",
    "retrieval_guarantee",
    "capacity_mean_noise",
    "capacity_coherent",
    "capacity_guarantee",
)


def premises_of(name):
    return signature(DERIVATIONS[name]).parameters["premises"].default


OTHERS = tuple(
    name for name in DERIVATIONS if premises_of(name) == UNIT_VECTORS and name != "near_collision_rate"
)
NETWORKS = tuple(name for name in DERIVATIONS if isinstance(premises_of(name), Network))
STATUS = {}
"""The derivations that are not worth everything, with what they are worth."""


@pytest.fixture(scope="module")
def derived():
    return {name: function() for name, function in DERIVATIONS.items()}


@pytest.mark.parametrize("name", DERIVATIONS)
def test_every_derivation_is_derived_and_checked(derived, name):
    derivation = derived[name]
    assert derivation.status is STATUS.get(name, Status.DERIVED)
    assert derivation.checks
    assert derivation.premises
    assert derivation.name == name
    assert not derivation.formula.has(sp.Float, sp.Integral, sp.Sum, sp.Product)


@pytest.mark.parametrize("name", DERIVATIONS)
def test_every_step_is_what_its_rule_produces_from_earlier_results(derived, name):
    results = []
    for step in derived[name].steps:
        assert step.replay() == step.result
        if step.rule.kind is not Kind.DEFINITION:
            assert step.inputs
            assert all(given in results for given in step.inputs)
            assert not any(isinstance(value, sp.Expr) and value.args for value in step.options.values())
        results.append(step.result)


@pytest.mark.parametrize("name", OTHERS)
def test_one_more_dimension_of_keys_moves_the_formula(derived, name):
    moved = DERIVATIONS[name](Premises(key_law=Sphere(d_k + 1)))
    assert moved.status is derived[name].status
    assert moved.formula != derived[name].formula
    point = {
        s: sp.Integer(k) for k, s in enumerate(sorted(moved.formula.free_symbols - {d_k}, key=str), start=3)
    }
    point |= {s: sp.Rational(1, 3) for s in moved.formula.free_symbols if s.name == "t"}
    expected = derived[name].formula.subs(d_k, 8).subs(point)
    assert abs((moved.formula.subs(d_k, 7).subs(point) - expected).evalf(30)) < 10**-20


@pytest.mark.parametrize("name", ONE_HOT)
def test_one_more_coordinate_moves_the_formula(derived, name):
    moved = DERIVATIONS[name](Premises(key_law=OneHot(d_k + 1)))
    assert moved.status is Status.DERIVED
    assert moved.formula != derived[name].formula


@pytest.mark.parametrize("name", NETWORKS)
def test_heads_that_depend_on_each_other_move_the_formula(derived, name):
    moved = DERIVATIONS[name](replace(premises_of(name), independent_heads=False))
    assert moved.status is Status.DERIVED
    if name.endswith("_one_head"):
        assert moved.formula == derived[name].formula
    else:
        assert moved.formula != derived[name].formula


@pytest.mark.parametrize("name", [name for name in NETWORKS if name != "heads_fail_together"])
def test_a_number_of_layers_is_that_of_the_formula(derived, name):
    moved = DERIVATIONS[name](replace(premises_of(name), layers=sp.Integer(3)))
    assert moved.formula != derived[name].formula
    assert sp.cancel(moved.formula - derived[name].formula.subs(L, 3)) == 0


def test_the_rate_of_near_collisions_doubles_with_the_dimension(derived):
    moved = DERIVATIONS["near_collision_rate"](Premises(key_law=Sphere(2 * d_k)))
    assert moved.formula == 2 * derived["near_collision_rate"].formula


@pytest.mark.parametrize("name", NOISE)
def test_keeping_the_own_term_moves_the_formula(derived, name):
    kept = DERIVATIONS[name](Premises(own_term=True))
    assert kept.status is Status.DERIVED
    assert kept.formula != derived[name].formula


@pytest.mark.parametrize(
    "name",
    [
        "noise_power_second_moment",
        "noise_power_variance",
        "signal_to_noise",
        "key_overlap_fourth_moment",
        "key_overlap_mean_absolute",
        "capacity_coherent",
    ],
)
def test_gaussian_keys_move_what_depends_on_their_length(derived, name):
    moved = DERIVATIONS[name](Premises(key_law=Gaussian(d_k)))
    assert moved.status is Status.DERIVED
    assert moved.formula != derived[name].formula


def test_gaussian_values_move_the_second_moment(derived):
    moved = DERIVATIONS["noise_power_second_moment"](Premises(value_law=Gaussian(d_v)))
    assert moved.status is Status.DERIVED
    assert moved.formula != derived["noise_power_second_moment"].formula


@pytest.mark.parametrize("name", IDENTITIES)
def test_forgetting_breaks_the_identities(derived, name):
    forgetful = DERIVATIONS[name](Storage(decay=sp.Symbol("gamma", positive=True)))
    assert derived[name].formula == 0
    assert forgetful.formula != 0
    assert forgetful.status is Status.DERIVED


def test_another_feature_map_for_keys_breaks_linearity():
    assert DERIVATIONS["linearity"](Storage(key_map=r"\psi")).formula != 0


def test_a_fixed_dimension_gives_instances():
    assert DERIVATIONS["noise_power"](Premises(key_law=Sphere(3))).status is Status.INSTANCES
