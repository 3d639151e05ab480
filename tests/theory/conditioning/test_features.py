"""Feature maps: limits known in closed form, centring, the length of keys, premises that break a bound."""

from dataclasses import replace

import pytest
import sympy as sp
from theorycheck.theory.conditioning.features import (
    ELU1,
    EXP,
    RELU,
    FeatureMemory,
    capacity_centred,
    capacity_centred_limit,
    capacity_elu1,
    capacity_exp,
    capacity_exp_centred,
    capacity_exp_root,
    capacity_relu,
    capacity_relu_centred,
    relu_overlap_ratio,
)
from theorycheck.theory.derivation import SideConditionError
from theorycheck.theory.notation import d_k
from theorycheck.theory.rules.laws import Gaussian

FAR = sp.Float("1e9", 40)


def at(derivation, d):
    return sp.N(derivation.formula.subs(d_k, d), 25)


@pytest.mark.parametrize(
    ("function", "limit"),
    [
        (relu_overlap_ratio, 1 / sp.pi),
        (capacity_relu, 1 + sp.pi**2),
        (capacity_exp, sp.Integer(2)),
        (capacity_exp_root, 1 + sp.exp(2)),
        (capacity_elu1, sp.Integer(2)),
    ],
)
def test_a_raw_map_has_its_known_limit(function, limit):
    assert abs(at(function(), FAR) / limit - 1) < 10**-6


@pytest.mark.parametrize("function", [capacity_relu_centred, capacity_exp_centred])
def test_a_centred_map_lies_between_the_dimension_and_one_more(function):
    exact = function()
    for d in (5, 40, 300):
        low, high = at(capacity_centred(), d), at(capacity_centred_limit(), d)
        assert low < at(exact, d) < high


def test_an_identity_map_has_the_capacity_of_keys():
    identity = capacity_relu(FeatureMemory(feature_map=lambda x: x))
    assert identity.formula == d_k + 1


def test_relu_does_not_see_the_length_of_keys_and_the_exponential_does():
    assert capacity_relu(replace(RELU, radius=sp.sqrt(d_k))).formula == capacity_relu().formula
    assert capacity_exp(replace(EXP, radius=sp.Integer(2))).formula != capacity_exp().formula


def test_centring_moves_the_capacity_of_relu():
    assert capacity_relu_centred().formula != capacity_relu().formula


def test_bounds_of_centred_maps_ask_for_centring():
    for function in (capacity_relu_centred, capacity_centred, capacity_centred_limit):
        with pytest.raises(SideConditionError, match="Only a centred map"):
            function(RELU)


def test_other_laws_of_keys_are_refused():
    with pytest.raises(SideConditionError, match="sphere"):
        capacity_relu(replace(RELU, law=Gaussian(d_k)))
    with pytest.raises(SideConditionError, match="symmetric"):
        capacity_elu1(replace(ELU1, law=Gaussian(d_k)))
