"""Bounds that tell no order, and lines through too few points."""

import pytest
from theorycheck.theory.associative_memory import finite_data
from theorycheck.theory.associative_memory.finite_data import TWO, slope_of
from theorycheck.theory.derivation import proved
from theorycheck.theory.kernel import apply
from theorycheck.theory.model import Parameter
from theorycheck.theory.node import number as of_number
from theorycheck.theory.tactics.certificates import by_products
from theorycheck.theory.terms import log


def test_a_lower_bound_that_is_negative_tells_no_order():
    error, (_, above) = TWO.error(), TWO.sides()
    chance, most = above.proposition.args
    below = apply("symmetric", by_products(-most, chance, (1, apply("bounded", term=chance, end="low")),
                                           (1, apply("positive", term=most))))  # fmt: skip
    assert proved("bounded", "", error, finite_data.T, between=TWO.sides()).exponents
    assert not proved("bounded", "", error, finite_data.T, between=(below, above)).exponents


def test_one_point_gives_no_line():
    with pytest.raises(ValueError, match="No line"):
        slope_of([log(of_number(10))], [Parameter("y")])
