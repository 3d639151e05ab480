"""Transformers where no claim compares: bounds hold and are near."""

import pytest
from theorycheck import law
from theorycheck.numerics.quantity import quantities
from theorycheck.theory.catalogue import derivations

DERIVATIONS = derivations("transformer_basics")

QUANTITIES = quantities("transformer_basics")


BOUNDS = (
    ("shortfall_above", "shortfall", 1),
    pytest.param("shortfall_below", "shortfall", -1, marks=pytest.mark.slow),
    pytest.param("jacobian_above", "jacobian", 1, marks=pytest.mark.slow),
    pytest.param("query_gradient_above", "query", 1, marks=pytest.mark.slow),
)
"""Derivation, the statistic it bounds, and on which side."""


@pytest.mark.parametrize(("derivation", "statistic", "side"), BOUNDS)
def test_bounds_hold_and_are_near(derivation, statistic, side):
    formula, measured = DERIVATIONS[derivation]().formula, QUANTITIES["two_keys"]
    for d_k in (64, 1024):
        point = {"scale": "unscaled", "statistic": statistic, "d_k": d_k}
        bound = law.evaluate(formula, point)
        ratio = measured.evaluate(point).value / bound
        assert ratio**side < 1
        # Within what is left of the next term of the density, of order 1/d.
        assert abs(ratio - 1) < 2 / d_k
        # The scores' own scale, and no other, is what the bound is near.
        assert abs(measured.evaluate({**point, "scale": "root"}).value / bound - 1) > 2 / d_k
