"""Lemma 1, gaps of answers and Cover's count: special cases, other premises, and steps broken on purpose."""

from __future__ import annotations

from dataclasses import replace
from math import comb

import mpmath
import pytest
from theorycheck.theory import laws
from theorycheck.theory.associative_memory.learned import Pair, learned_gap
from theorycheck.theory.associative_memory.overlaps import Vectors, incoherence_bound, incoherence_lemma
from theorycheck.theory.associative_memory.overlaps import d as size_of_vectors
from theorycheck.theory.associative_memory.separability import (
    SEPARATED,
    TWICE,
    Separated,
    separable_half,
    separable_probability,
    separable_size,
    size,
)
from theorycheck.theory.kernel import Refused
from theorycheck.theory.model import fixed
from theorycheck.theory.notation import symbol
from theorycheck.theory.terms import Term


def test_half_the_overlap_that_lemma_one_allows_is_not_enough() -> None:
    """With a factor of one the bound of the union is above one: it shows nothing, and the kernel says so."""
    narrower = incoherence_lemma(Vectors(factor=1))
    P = next(iter(narrower.formula.free_symbols))
    assert incoherence_lemma().formula.subs(P, 50) < 1 < narrower.formula.subs(P, 50)


def test_more_dimensions_give_another_bound() -> None:
    assert (
        incoherence_bound(Vectors(law=laws.Sphere(2 * size_of_vectors))).formula
        != incoherence_bound().formula
    )


def test_gaps_need_unit_vectors() -> None:
    with pytest.raises(Refused, match="not the same"):
        learned_gap(Pair(own=2))


@pytest.mark.parametrize(("many", "size"), [(5, 3), (12, 5), (40, 20)])
def test_all_right_is_the_chance_of_few_heads(many: int, size: int) -> None:
    formula = separable_probability().formula
    at = {s: {"N": many, "d": size}[s.name] for s in formula.free_symbols}
    heads = mpmath.mpf(sum(comb(many - 1, k) for k in range(size))) / 2 ** (many - 1)
    assert abs(mpmath.mpf(formula.subs(at).evalf(30)) - heads) < 1e-20


def test_embeddings_of_another_dimension_move_the_half() -> None:
    wider = replace(SEPARATED, law=laws.Normal(0, 1 / size, dimension=size + 1))
    assert separable_probability(wider).formula != separable_probability().formula
    assert separable_size(wider).formula == 2 * (symbol("d") + 1)
    with pytest.raises(Refused):
        separable_half(replace(TWICE, law=wider.law))


def test_the_size_that_is_all_right_every_other_time_is_twice_the_dimension() -> None:
    assert separable_size().formula.subs(symbol("d"), 7) == 14
    assert separable_size().exponents == {"d": 1}


@pytest.mark.parametrize("law", [laws.OneHot(size), laws.Normal(fixed("u", size), 1 / size)])
def test_embeddings_that_may_coincide_or_lean_to_one_side_are_refused(law: Term) -> None:
    with pytest.raises(Refused):
        separable_probability(Separated(law=law))
