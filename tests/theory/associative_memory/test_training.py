"""Derivations of gradients and updates: other premises lead elsewhere."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import sympy as sp
from theorycheck.theory.associative_memory.gradients import (
    Competitors,
    Logits,
    d,
    gradient_gap,
    layer_norm_gap,
    layer_norm_radial,
    neglected_power,
    neglected_power_variance,
)
from theorycheck.theory.associative_memory.updates import (
    Map,
    Update,
    answers,
    iterate_growth,
    q,
    size,
    update_step,
    update_step_repelled,
)
from theorycheck.theory.derivation import Derivation, Status
from theorycheck.theory.kernel import Refused
from theorycheck.theory.laws import Normal
from theorycheck.theory.notation import symbol
from theorycheck.theory.terms import number

OTHERS = [
    (neglected_power_variance, Competitors(law=Normal(0, 1 / d, dimension=d))),
    (update_step, Update(rate=2 * size)),
    (update_step, Update(competitor=number(1))),
    (update_step, Update(own=2 * q)),
    (update_step_repelled, Update(competitor=-q / answers)),
    (iterate_growth, Map(divisor=answers + 1)),
    (iterate_growth, Map(rate=2 * size)),
]


@pytest.mark.parametrize(("derive", "premises"), OTHERS, ids=lambda value: getattr(value, "__name__", None))
def test_another_premise_gives_another_formula(derive: Callable[..., Derivation], premises: object) -> None:
    other = derive(premises)
    assert other.status is Status.DERIVED
    assert other.formula - derive().formula != 0


@pytest.mark.parametrize(
    ("derive", "premises"),
    [
        (gradient_gap, Logits(scale=2)),
        (gradient_gap, Logits(power=1)),
        (gradient_gap, Logits(without_own=False)),
        (layer_norm_gap, Logits(power=2)),
        (layer_norm_gap, Logits()),
        (layer_norm_gap, Logits(power=1, without_own=False)),
        (layer_norm_radial, Logits(power=2)),
    ],
)
def test_a_gap_that_is_not_zero_is_refused(derive: Callable[..., Derivation], premises: Logits) -> None:
    with pytest.raises(Refused, match=r"not the same|does not hold"):
        derive(premises)


def test_two_answers_have_one_competitor() -> None:
    M = symbol("M")
    assert neglected_power().formula.subs(M, 2) == 1
    assert neglected_power_variance().formula.subs(M, 2) == 0


def test_the_printed_map_has_one_answer_too_many() -> None:
    q, eta, M = map(symbol, ("q", "eta", "M"))
    printed = q + eta / (1 + sp.exp(q) / M)
    assert sp.simplify(update_step().formula - printed) != 0
    assert sp.simplify(update_step().formula - printed.subs(M, M - 1)) == 0
