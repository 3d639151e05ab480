"""Rules behind the bounds on recall: trends that are not proved are refused, wrong results are caught."""

import pytest
import sympy as sp
from theorycheck.theory.derivation import CheckFailed, SideConditionError
from theorycheck.theory.rules.class_gaps import ClassOf, NormalLaw, Weight, gap_law
from theorycheck.theory.rules.events import Named, Probability
from theorycheck.theory.rules.laws import Gaussian, Sphere
from theorycheck.theory.rules.normal_tails import (
    sign_of_normal,
)
from theorycheck.theory.rules.tokens import (
    union_over_competitors,
)
from theorycheck.theory.rules.vectors import IndexSum, Inner, Outer, Recall, Vector, with_right

x, y, k, d, M, Q, n2 = sp.symbols("x y k d M Q n_2", positive=True)
q, r, S, R, T, kappa = sp.symbols("q r S R T kappa", positive=True)
Z = sp.Symbol("Z", real=True)
P = Probability(Named("wrong"))
LENGTH = sp.Eq(r**2, Inner(Vector("e", None, Gaussian(d)), Vector("e", None, Gaussian(d))), evaluate=False)


def at_most(right):
    return sp.Le(P, right, evaluate=False)


def from_below(right):
    return sp.Ge(P, right, evaluate=False)


NAMES = {
    "gap": Z,
    "weight": q,
    "length": r,
    "own": S,
    "competitor": R,
    "others": T,
    "distance": kappa,
}
N = sp.Symbol("N", positive=True)
TOKEN, OTHER = (sp.Symbol(name, integer=True, positive=True) for name in "ij")


def asked(law, classes=None, *, stored=None, tokens=N, unembeddings=None):
    stored = Weight(OTHER) if stored is None else stored
    u = Vector("u", ClassOf(OTHER) if classes is None else classes, unembeddings or Sphere(d))
    e = Vector("e", OTHER, law)
    memory = IndexSum(stored * Outer(e, u), (OTHER,), tokens)
    return sp.Eq(Vector("o", TOKEN), Recall(e.at(TOKEN), memory), evaluate=False)


def test_the_gap_of_two_classes_is_added_up_over_tokens():
    fact = asked(Gaussian(d))
    assert gap_law.conditions(fact, **NAMES)
    result = gap_law.apply(fact, **NAMES)
    gap_law.check(result, fact, **NAMES)
    wrong = with_right(result, NormalLaw(q * r, (S + R + T / kappa) / d))
    with pytest.raises(CheckFailed, match="variance"):
        gap_law.check(wrong, fact, **NAMES)
    with pytest.raises(SideConditionError, match="not normal"):
        gap_law.conditions(asked(Sphere(d)), **NAMES)
    with pytest.raises(SideConditionError, match="own token"):
        gap_law.conditions(asked(Gaussian(d), TOKEN), **NAMES)


@pytest.mark.parametrize("scale", [7, 5 * N**2, sp.Symbol("c", positive=True)])
def test_a_memory_of_other_weights_has_another_gap(scale):
    fact = asked(Gaussian(d), stored=scale * Weight(OTHER))
    assert gap_law.conditions(fact, **NAMES)
    mean, variance = gap_law.apply(fact, **NAMES).rhs.args
    assert mean == scale * q * r
    assert sp.simplify(variance - scale**2 * (S + R + 2 * T / kappa) / d) == 0
    assert gap_law.check(gap_law.apply(fact, **NAMES), fact, **NAMES)
    with pytest.raises(CheckFailed):
        gap_law.check(gap_law.apply(asked(Gaussian(d)), **NAMES), fact, **NAMES)


@pytest.mark.parametrize(
    "other",
    [
        {"stored": 7 * Weight(OTHER) ** 3},
        {"stored": sp.Integer(1)},
        {"stored": OTHER * Weight(OTHER)},
        {"stored": -Weight(OTHER)},
        {"tokens": 5 * N**2},
        {"unembeddings": Gaussian(d)},
    ],
)
def test_a_memory_whose_gap_is_another_sum_is_refused(other):
    with pytest.raises(SideConditionError):
        gap_law.conditions(asked(Gaussian(d), **other), **NAMES)


def test_the_sign_of_a_normal_variable_needs_a_positive_mean():
    fact = sp.Eq(Z, NormalLaw(q * r, S / d), evaluate=False)
    result = sign_of_normal.apply(fact)
    sign_of_normal.check(result, fact)
    with pytest.raises(CheckFailed):
        sign_of_normal.check(with_right(result, 2 * result.rhs), fact)
    any_sign = sp.Eq(Z, NormalLaw(sp.Symbol("w", real=True), S / d), evaluate=False)
    with pytest.raises(SideConditionError, match="sign of q"):
        sign_of_normal.conditions(any_sign)


def test_competitors_are_added_up_one_by_one():
    parts = [at_most(part) for part in (x, y, k)]
    result = union_over_competitors.apply(*parts, classes=M)
    union_over_competitors.check(result, *parts, classes=M)
    with pytest.raises(CheckFailed, match="add up"):
        union_over_competitors.check(with_right(result, result.rhs + x), *parts, classes=M)
    with pytest.raises(SideConditionError, match="upper bounds"):
        union_over_competitors.conditions(from_below(x), *parts[1:], classes=M)
