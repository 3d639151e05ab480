"""The tail of a quotient of two scores: Cauchy's by another route, and signs counted."""

from fractions import Fraction
from itertools import product
from math import atan, pi

import pytest
import sympy as sp
from theorycheck.theory.model import Size
from theorycheck.theory.notation import n, t
from theorycheck.theory.transformer_basics.quotient import Signs, negative_share, pair_tail


@pytest.mark.parametrize("level", [2, 5.5, 100])
def test_the_tail_is_that_of_a_cauchy_variable(level):
    found = float(pair_tail().formula.subs(t, level))
    assert found == pytest.approx(1 - 2 / pi * atan(2 * level - 1), rel=1e-12)
    assert found != pytest.approx(1 - 2 / pi * atan(level), rel=1e-3)


@pytest.mark.parametrize("count", [1, 2, 5])
def test_signs_that_do_not_all_agree_are_counted(count):
    mixed = sum(len(set(signs)) > 1 for signs in product((-1, 1), repeat=count))
    assert negative_share().formula.subs(n, count) == sp.Rational(mixed, 2**count)
    assert negative_share(Signs(others=Size("n"))).formula.subs(n, count) != sp.Rational(mixed, 2**count)
    likelier = negative_share(Signs(other=Fraction(1, 3))).formula.subs(n, count)
    assert count == 1 or likelier != sp.Rational(mixed, 2**count)
