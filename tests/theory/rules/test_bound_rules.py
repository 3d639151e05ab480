"""Rules behind the bounds on recall: trends that are not proved are refused, wrong results are caught."""

import pytest
import sympy as sp
from theorycheck.theory.derivation import CheckFailed, SideConditionError
from theorycheck.theory.rules.class_gaps import ClassOf, NormalLaw, Weight, either_largest, gap_law
from theorycheck.theory.rules.events import Named, Probability
from theorycheck.theory.rules.laws import Gaussian, Sphere
from theorycheck.theory.rules.monotone import at_least, trend, worst_end, worst_limit
from theorycheck.theory.rules.normal_tails import (
    jensen_length,
    sign_of_normal,
)
from theorycheck.theory.rules.tokens import (
    ClassMass,
    heavy_tokens,
    in_units,
    pigeonhole,
    tail_of_the_rest,
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


@pytest.mark.parametrize(
    ("expression", "way"),
    [
        (sp.exp(-x * y), -1),
        (sp.erfc(sp.sqrt(y / x)), 1),
        ((1 + y / x) ** (-x / 2), -1),
        (x / (3 * x + 2), 1),
        (sp.log(1 + x), 1),
        (y**2, 0),
    ],
)
def test_the_trend_is_that_of_numbers(expression, way):
    assert trend(expression, x) == way
    near, far = (float(expression.subs({x: value, y: 1})) for value in (2, 3))
    assert (far > near) - (far < near) == way


def test_a_trend_that_turns_is_refused():
    with pytest.raises(SideConditionError, match="rises or falls"):
        trend(x + 1 / x, x)


def test_the_worst_end_is_taken_on_the_weak_side_only():
    range_ = sp.Ge(x, y, evaluate=False)
    weak = at_most(sp.exp(-x))
    assert worst_end.conditions(weak, range_)
    result = worst_end.apply(weak, range_)
    assert result.rhs == sp.exp(-y)
    worst_end.check(result, weak, range_)
    with pytest.raises(CheckFailed, match="weaker"):
        worst_end.check(with_right(result, sp.exp(-2 * y)), weak, range_)
    with pytest.raises(SideConditionError, match="not weakest"):
        worst_end.conditions(at_most(1 - sp.exp(-x)), range_)
    with pytest.raises(SideConditionError, match="range of a symbol"):
        worst_end.conditions(sp.Eq(P, sp.exp(-x)), range_)


def test_a_limit_is_taken_where_the_bound_weakens():
    fact = from_below(sp.erfc(sp.sqrt(d / (3 * d + 2))) / 2)
    result = worst_limit.apply(fact, variable=d)
    assert result.rhs == sp.erfc(sp.sqrt(sp.Rational(1, 3))) / 2
    worst_limit.check(result, fact, variable=d)
    with pytest.raises(CheckFailed):
        worst_limit.check(with_right(result, sp.erfc(sp.sqrt(sp.Rational(1, 4))) / 2), fact, variable=d)
    with pytest.raises(SideConditionError, match="weaken"):
        worst_limit.conditions(at_most(fact.rhs), variable=d)


def test_an_equation_is_a_bound_of_its_own_sides():
    fact = sp.Eq(P, x, evaluate=False)
    assert at_least.check(at_least.apply(fact), fact)
    with pytest.raises(CheckFailed, match="lower bound"):
        at_least.check(from_below(2 * x), fact)


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


def test_the_largest_class_may_be_the_own_one():
    fact = from_below(sp.erfc(q * r / sp.sqrt(2 * (S + R))) / 2)
    largest = sp.Eq(Q, sp.Max(S + q**2, R), evaluate=False)
    result = either_largest.apply(fact, largest)
    assert sp.simplify(result.rhs - sp.erfc(q * r / sp.sqrt(2 * (Q - q**2))) / 2) == 0
    either_largest.check(result, fact, largest)
    too_much = with_right(result, sp.erfc(q * r / sp.sqrt(8 * Q)) / 2)
    with pytest.raises(CheckFailed, match="below its bound"):
        either_largest.check(too_much, fact, largest)
    with pytest.raises(SideConditionError, match="larger"):
        either_largest.conditions(fact, sp.Eq(Q, S + R, evaluate=False))


def test_the_sign_of_a_normal_variable_needs_a_positive_mean():
    fact = sp.Eq(Z, NormalLaw(q * r, S / d), evaluate=False)
    result = sign_of_normal.apply(fact)
    sign_of_normal.check(result, fact)
    with pytest.raises(CheckFailed):
        sign_of_normal.check(with_right(result, 2 * result.rhs), fact)
    any_sign = sp.Eq(Z, NormalLaw(sp.Symbol("w", real=True), S / d), evaluate=False)
    with pytest.raises(SideConditionError, match="sign of q"):
        sign_of_normal.conditions(any_sign)


def test_jensen_over_the_length_needs_a_lower_bound_and_a_normal_vector():
    fact = from_below(sp.erfc(q * r) / 2)
    result = jensen_length.apply(fact, LENGTH)
    assert result.rhs == sp.erfc(q) / 2
    jensen_length.check(result, fact, LENGTH)
    with pytest.raises(CheckFailed, match="mean square length"):
        jensen_length.check(with_right(result, sp.erfc(q / 2) / 2), fact, LENGTH)
    with pytest.raises(SideConditionError, match="lower bounds"):
        jensen_length.conditions(at_most(fact.rhs), LENGTH)
    unit = Vector("e", None, Sphere(d))
    with pytest.raises(SideConditionError, match="normal vector"):
        jensen_length.conditions(fact, sp.Eq(r**2, Inner(unit, unit), evaluate=False))


def test_competitors_are_added_up_one_by_one():
    parts = [at_most(part) for part in (x, y, k)]
    result = union_over_competitors.apply(*parts, classes=M)
    union_over_competitors.check(result, *parts, classes=M)
    with pytest.raises(CheckFailed, match="add up"):
        union_over_competitors.check(with_right(result, result.rhs + x), *parts, classes=M)
    with pytest.raises(SideConditionError, match="upper bounds"):
        union_over_competitors.conditions(from_below(x), *parts[1:], classes=M)


def test_the_largest_class_has_its_share():
    whole = sp.Eq(n2, sp.Sum(ClassMass(TOKEN), (TOKEN, 1, M)), evaluate=False)
    share = pigeonhole.apply(whole, largest=Q, classes=M)
    pigeonhole.check(share, whole, largest=Q, classes=M)
    with pytest.raises(CheckFailed, match="smaller largest"):
        pigeonhole.check(with_right(share, 2 * n2), whole, largest=Q, classes=M)
    with pytest.raises(SideConditionError, match="no sum"):
        pigeonhole.conditions(whole, largest=Q, classes=d)


def test_few_tokens_are_heavy_and_the_rest_weighs_its_tail():
    light = sp.Le(q, sp.sqrt(Q / (3 * (d + 1))), evaluate=False)
    share = sp.Ge(Q, n2 / M, evaluate=False)
    few = heavy_tokens.apply(light, share, count=k)
    assert sp.expand(few.rhs - 3 * M * (d + 1)) == 0
    heavy_tokens.check(few, light, share, count=k)
    with pytest.raises(CheckFailed, match="wrong side"):
        heavy_tokens.check(with_right(few, few.rhs / 2), light, share, count=k)
    law = sp.Eq(sp.Symbol("p"), y * TOKEN**-2, evaluate=False)
    tail = tail_of_the_rest.apply(from_below(x), few, law, token=TOKEN)
    tail_of_the_rest.check(tail, from_below(x), few, law, token=TOKEN)
    with pytest.raises(CheckFailed, match="below"):
        tail_of_the_rest.check(with_right(tail, 2 * tail.rhs), from_below(x), few, law, token=TOKEN)
    flat = sp.Eq(sp.Symbol("p"), y * TOKEN**-1, evaluate=False)
    with pytest.raises(SideConditionError, match="no mean"):
        tail_of_the_rest.conditions(from_below(x), few, flat, token=TOKEN)
    assert in_units.apply(tail, unit=y).rhs == sp.cancel(tail.rhs / y)
    with pytest.raises(SideConditionError, match="proportion"):
        in_units.conditions(from_below(1 + y), unit=y)
