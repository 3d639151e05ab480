"""Gradients of one head and what they keep: no gap is left, and other premises lead elsewhere."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import sympy as sp
from theorycheck.theory.attention_dynamics import gradients, invariances
from theorycheck.theory.attention_dynamics.invariances import Flow
from theorycheck.theory.attention_dynamics.model import Head
from theorycheck.theory.derivation import Derivation, Status
from theorycheck.theory.notation import d_k

SCALED, UNEVEN = Head(weight=sp.Integer(2)), Flow(rate=sp.Integer(10))
COLD, UNDIVIDED = Head(factor=sp.Integer(2)), Head(divisor=d_k)
SINK = Head(sink=sp.S.One)
OTHERS = [
    (gradients.logit_gap, SCALED),
    (gradients.upstream_gap, SCALED),
    (gradients.value_gap, SCALED),
    (gradients.weight_gap, SCALED),
    (gradients.jacobian_gap, COLD),
    (gradients.score_gap, COLD),
    (gradients.query_gap, UNDIVIDED),
    (gradients.query_covariance_gap, UNDIVIDED),
    (gradients.key_gap, COLD),
    (gradients.query_matrix_gap, UNDIVIDED),
    (gradients.key_matrix_gap, UNDIVIDED),
    (gradients.value_matrix_gap, SCALED),
    (gradients.output_matrix_gap, SCALED),
    (gradients.bias_gap, SCALED),
    (invariances.score_row_sum, SINK),
    (invariances.key_gradient_sum, SINK),
    (invariances.value_shift, SINK),
    pytest.param(invariances.routing_balance, UNEVEN, marks=pytest.mark.slow),
    (invariances.output_balance, UNEVEN),
]


DERIVED: list[Callable[..., Derivation]] = [getattr(case, "values", case)[0] for case in OTHERS]


def named(value: object) -> str | None:
    return getattr(value, "__name__", None)


@pytest.mark.parametrize("derive", DERIVED, ids=named)
def test_nothing_is_left_of_the_gap(
    derive: Callable[..., Derivation], once: Callable[..., Derivation]
) -> None:
    assert once(derive).formula == 0


@pytest.mark.parametrize(("derive", "premises"), OTHERS, ids=named)
def test_another_premise_gives_another_formula(derive: Callable[..., Derivation], premises: object) -> None:
    other = derive(premises)
    assert other.status is Status.DERIVED
    assert other.formula != 0


def test_every_derivation_is_tried_with_other_premises() -> None:
    tried = {derive.__name__ for derive in DERIVED}
    assert {name for name in vars(gradients) if name.endswith("_gap")} <= tried


def test_the_advantage_law_needs_no_weights_that_sum_to_one() -> None:
    assert gradients.score_gap(SINK).formula == 0
