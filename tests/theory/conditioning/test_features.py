"""Feature maps: the identity, and premises that break a bound."""

import pytest
import sympy as sp
from theorycheck.theory.conditioning.features import (
    RELU,
    FeatureMemory,
    capacity_centred,
    capacity_centred_limit,
    capacity_relu,
    capacity_relu_centred,
)
from theorycheck.theory.kernel import Refused
from theorycheck.theory.notation import d_k
from theorycheck.theory.terms import relu


def test_an_identity_map_has_the_capacity_of_keys():
    identity = capacity_relu(FeatureMemory(feature_map=lambda x: relu(x) - relu(-x)))
    assert sp.simplify(identity.formula - d_k - 1) == 0


def test_the_bound_of_centred_maps_from_below_asks_for_centring():
    for function in (capacity_relu_centred, capacity_centred):
        with pytest.raises(Refused, match="Only a centred map"):
            function(RELU)
    assert capacity_centred_limit(RELU).formula == capacity_centred_limit().formula
