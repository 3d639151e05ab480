"""One competitor among several: other premises, and steps broken on purpose."""

from __future__ import annotations

import pytest
import sympy as sp
from theorycheck.theory.associative_memory.exact import R, S, q, size
from theorycheck.theory.associative_memory.many_classes import one_rival_uniform
from theorycheck.theory.associative_memory.one_competitor import Competitors, all_rivals_uniform
from theorycheck.theory.associative_memory.wide import Wide, outer_products_floor
from theorycheck.theory.derivation import CheckFailed, SideConditionError
from theorycheck.theory.notation import symbol
from theorycheck.theory.rules import all_competitors
from theorycheck.theory.rules.events import Named, Probability
from theorycheck.theory.rules.laws import Gaussian
from theorycheck.theory.rules.points import number

d = sp.Symbol("d", integer=True, positive=True)
B, P = (sp.Symbol(name, positive=True) for name in "BP")
WRONG = Probability(Named("wrong"))
HALF = sp.Rational(1, 2)
TAIL = sp.Eq(WRONG, sp.betainc_regularized(size / 2, HALF, 0, (R + S) / (R + S + q**2)) / 2, evaluate=False)


def test_both_bounds_of_all_tokens_stored_are_in_order() -> None:
    at = {size: sp.Integer(400), symbol("N"): sp.Integer(100)}
    below, above = (number(derive().formula, at) for derive in (one_rival_uniform, all_rivals_uniform))
    assert 0 < below < above < 0.01
    nearer = all_rivals_uniform(Competitors(stored=symbol("N"), level=sp.Rational(1, 10)))
    assert nearer.formula != all_rivals_uniform().formula


def test_less_noise_than_there_may_be_is_caught() -> None:
    stored, known = sp.Eq(P, symbol("N"), evaluate=False), {"classes": sp.Integer(5), "noise": B}
    right = all_competitors.most_noise.apply(stored, level=sp.Rational(1, 5), **known)
    with pytest.raises(CheckFailed, match="the noise exceeds"):
        all_competitors.most_noise.check(
            sp.Le(B, right.rhs - 4, evaluate=False), stored, level=sp.Rational(1, 5), **known
        )
    with pytest.raises(SideConditionError, match="no level between"):
        all_competitors.most_noise.conditions(stored, level=sp.Integer(2), **known)


def test_a_tail_under_less_noise_is_no_upper_bound() -> None:
    known = {"own": S, "competitor": R, "weight": q}
    noise = sp.Le(B, symbol("N") / 2, evaluate=False)
    right = all_competitors.quieter.apply(TAIL, noise, **known)
    with pytest.raises(CheckFailed, match="under less and less noise"):
        all_competitors.quieter.check(sp.Le(WRONG, right.rhs / 2, evaluate=False), TAIL, noise, **known)
    with pytest.raises(SideConditionError, match="no upper bound"):
        all_competitors.quieter.conditions(TAIL, sp.Ge(B, symbol("N"), evaluate=False), **known)
    with pytest.raises(SideConditionError, match="is not the probability"):
        all_competitors.read_as_ceiling.conditions(noise)


def test_as_many_classes_as_dimensions() -> None:
    assert outer_products_floor(Wide(level=sp.Rational(1, 100))).formula == size**2 / (4 * sp.log(50 * size))
    assert outer_products_floor(Wide(input_law=Gaussian(2 * d))).formula != outer_products_floor().formula


def test_a_size_beyond_the_union_is_caught() -> None:
    N, known = symbol("N"), {"competitors": size, "level": sp.Rational(1, 20), "name": B}
    fact = sp.Le(WRONG, sp.exp(-(size**2) / (4 * N)) / 2, evaluate=False)
    right = all_competitors.size_within_union.apply(fact, variable=N, **known)
    with pytest.raises(CheckFailed, match="union over competitors is"):
        all_competitors.size_within_union.check(
            sp.Ge(B, 2 * right.rhs, evaluate=False), fact, variable=N, **known
        )
    falling = sp.Le(WRONG, sp.exp(-size * N) / 2, evaluate=False)
    with pytest.raises(SideConditionError, match="not known to rise"):
        all_competitors.size_within_union.conditions(falling, variable=N, **known)
    with pytest.raises(SideConditionError, match="one exponential"):
        all_competitors.size_within_union.conditions(sp.Le(WRONG, 1 / N, evaluate=False), variable=N, **known)
