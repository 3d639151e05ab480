"""Signs of scores that do not all agree, counted."""

from fractions import Fraction
from itertools import product

import pytest
import sympy as sp
from theorycheck.theory.model import Size
from theorycheck.theory.notation import n
from theorycheck.theory.transformer_basics.quotient import Signs, negative_share


@pytest.mark.parametrize("count", [1, 2, 5])
def test_signs_that_do_not_all_agree_are_counted(count):
    mixed = sum(len(set(signs)) > 1 for signs in product((-1, 1), repeat=count))
    assert negative_share().formula.subs(n, count) == sp.Rational(mixed, 2**count)
    assert negative_share(Signs(others=Size("n"))).formula.subs(n, count) != sp.Rational(mixed, 2**count)
    likelier = negative_share(Signs(other=Fraction(1, 3))).formula.subs(n, count)
    assert count == 1 or likelier != sp.Rational(mixed, 2**count)
