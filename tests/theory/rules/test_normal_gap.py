"""Two answers and normal embeddings: which sums of overlaps the rule takes."""

import pytest
import sympy as sp
from theorycheck.theory.derivation import SideConditionError
from theorycheck.theory.rules.laws import Gaussian, Sphere
from theorycheck.theory.rules.normal_gap import normal_gap
from theorycheck.theory.rules.vectors import IndexSum, Inner, Vector

d = sp.Symbol("d", integer=True, positive=True)
x, j = (sp.Symbol(name, integer=True, positive=True) for name in "xj")
q, sigma, gap = (sp.Function(name, real=True) for name in ("q", "sigma", "Delta"))
OWN, OTHER = (Vector("e", index, Gaussian(d)) for index in (x, j))
OVERLAP = Inner(*(Vector("k", index, Sphere(d + 1)) for index in (x, j)))


WEIGHT, SIGN = q(j), sigma(j)


def score(weight=WEIGHT, factor=SIGN, upper=sp.oo):
    noise = IndexSum(factor * weight * Inner(OWN, OTHER), (j,), upper, (x,))
    return sp.Eq(gap(x), q(x) * Inner(OWN, OWN) + noise, evaluate=False)


def overlap(value=OVERLAP):
    return sp.Eq(sp.Symbol("X", real=True), value, evaluate=False)


def test_other_terms_under_the_same_weights_are_taken():
    assert normal_gap.conditions(score(), overlap())
    assert normal_gap.conditions(score(factor=-1), overlap())


@pytest.mark.parametrize(
    "other",
    [{"weight": 7 * q(j)}, {"weight": q(j) ** 3}, {"weight": 1}, {"factor": q(j)}, {"upper": 5 * x**2}],
)
def test_other_terms_under_other_weights_are_refused(other):
    with pytest.raises(SideConditionError, match="a sign and the weight"):
        normal_gap.conditions(score(**other), overlap())


def test_what_is_no_overlap_of_two_points_is_refused():
    one = OVERLAP.args[0]
    for value in (OVERLAP**2, Inner(one, one), 2 * OVERLAP):
        with pytest.raises(SideConditionError, match="two points"):
            normal_gap.conditions(score(), overlap(value))
