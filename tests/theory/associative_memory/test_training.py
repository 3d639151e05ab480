"""Derivations of gradients and updates: other premises lead elsewhere."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import sympy as sp
from theorycheck.theory.associative_memory.gradients import (
    Competitors,
    Logits,
    M,
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
    eta,
    iterate_growth,
    q,
    update_step,
    update_step_repelled,
)
from theorycheck.theory.derivation import Derivation, Status
from theorycheck.theory.rules.laws import Gaussian

OTHERS = [
    (gradient_gap, Logits(scale=sp.Integer(2))),
    (gradient_gap, Logits(power=sp.S.One)),
    (gradient_gap, Logits(without_own=False)),
    (layer_norm_gap, Logits(power=sp.Integer(2))),
    (layer_norm_gap, Logits()),
    (layer_norm_gap, Logits(power=sp.S.One, without_own=False)),
    (layer_norm_radial, Logits(power=sp.Integer(2))),
    (neglected_power_variance, Competitors(law=Gaussian(d))),
    (update_step, Update(rate=2 * eta)),
    (update_step, Update(competitor=sp.S.One)),
    (update_step, Update(own=2 * q)),
    (update_step_repelled, Update(competitor=-q / M)),
    (iterate_growth, Map(divisor=M + 1)),
    (iterate_growth, Map(rate=2 * eta)),
]


@pytest.mark.parametrize(("derive", "premises"), OTHERS, ids=lambda value: getattr(value, "__name__", None))
def test_another_premise_gives_another_formula(derive: Callable[..., Derivation], premises: object) -> None:
    other = derive(premises)
    assert other.status is Status.DERIVED
    assert other.formula - derive().formula != 0


def test_two_answers_have_one_competitor() -> None:
    assert neglected_power().formula.subs(M, 2) == 1
    assert neglected_power_variance().formula.subs(M, 2) == 0


def test_the_printed_map_has_one_answer_too_many() -> None:
    printed = q + eta / (1 + sp.exp(q) / M)
    assert sp.simplify(update_step().formula - printed) != 0
    assert sp.simplify(update_step().formula - printed.subs(M, M - 1)) == 0
