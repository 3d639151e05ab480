"""As many tokens stored as dimensions among several classes: by its limit, from its premises, refused."""

from dataclasses import replace

import mpmath
import pytest
import sympy as sp
from theorycheck.theory.associative_memory.exact import size
from theorycheck.theory.associative_memory.many_classes import DIMENSION, one_rival_dimension
from theorycheck.theory.derivation import SideConditionError, Status
from theorycheck.theory.notation import symbol
from theorycheck.theory.rules.points import number


def test_far_out_a_normal_beyond_the_root_of_five_halves_is_left():
    """Two of five classes hold 2 d/5 tokens: the limit is P(g > sqrt(5/2))."""
    found = one_rival_dimension()
    assert found.status is Status.DERIVED
    far = number(found.formula, {symbol("d"): sp.Integer(10**7)})
    assert abs(far - mpmath.ncdf(-mpmath.sqrt(mpmath.mpf(5) / 2))) < 1e-5


def test_more_classes_share_less_noise():
    ten = one_rival_dimension(replace(DIMENSION, classes=10))
    assert ten.status is Status.DERIVED
    at = {symbol("d"): sp.Integer(1000)}
    assert number(ten.formula, at) < number(one_rival_dimension().formula, at)


def test_fewer_tokens_than_in_proportion_are_refused():
    with pytest.raises(SideConditionError, match="no positive limit"):
        one_rival_dimension(replace(DIMENSION, stored=sp.sqrt(size)))
