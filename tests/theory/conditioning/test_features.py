"""Feature maps: limits known in closed form, centring, premises that break a bound."""

import pytest
import sympy as sp
from theorycheck.theory.conditioning.features import (
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
from theorycheck.theory.kernel import Refused
from theorycheck.theory.notation import d_k
from theorycheck.theory.terms import relu

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
    below, exact, above = capacity_centred(), function(), capacity_centred_limit()
    for d in (5, 40, 300):
        assert at(below, d) < at(exact, d) < at(above, d)


def test_an_identity_map_has_the_capacity_of_keys():
    identity = capacity_relu(FeatureMemory(feature_map=lambda x: relu(x) - relu(-x)))
    assert sp.simplify(identity.formula - d_k - 1) == 0


def test_the_bound_of_centred_maps_from_below_asks_for_centring():
    for function in (capacity_relu_centred, capacity_centred):
        with pytest.raises(Refused, match="Only a centred map"):
            function(RELU)
    assert capacity_centred_limit(RELU).formula == capacity_centred_limit().formula
