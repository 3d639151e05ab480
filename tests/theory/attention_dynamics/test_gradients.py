"""Gradients of one head and what they keep: no gap is left, and other premises are refused."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from theorycheck.theory.attention_dynamics import gradients, invariances
from theorycheck.theory.attention_dynamics.invariances import Flow
from theorycheck.theory.attention_dynamics.model import Head, d_k
from theorycheck.theory.derivation import Derivation
from theorycheck.theory.kernel import Refused

SCALED, UNEVEN = Head(weight=2), Flow(rate=10)
COLD, UNDIVIDED, SINK = Head(factor=2), Head(divisor=d_k), Head(sink=1)
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
    *(
        (derive, UNDIVIDED if "query" in name or "key" in name else COLD if "score" in name else SCALED)
        for name, derive in gradients.DERIVATIONS.items()
    ),
    (invariances.score_row_sum, SINK),
    (invariances.key_gradient_sum, SINK),
    (invariances.value_shift, SINK),
    (invariances.routing_balance, UNEVEN),
    (invariances.output_balance, UNEVEN),
]
DERIVED: list[Callable[..., Derivation]] = [derive for derive, _ in OTHERS]


def named(value: object) -> str | None:
    return getattr(value, "__name__", None)


@pytest.mark.parametrize("derive", DERIVED, ids=named)
def test_nothing_is_left_of_the_gap(
    derive: Callable[..., Derivation], once: Callable[..., Derivation]
) -> None:
    assert once(derive).formula == 0


@pytest.mark.parametrize(("derive", "premises"), OTHERS, ids=named)
def test_another_premise_leaves_a_gap(derive: Callable[..., Derivation], premises: object) -> None:
    with pytest.raises(Refused, match="not the same"):
        derive(premises)


def test_every_derivation_is_tried_with_other_premises() -> None:
    tried = {derive.__name__ for derive in DERIVED}
    assert {name for name in vars(gradients) if name.endswith("_gap")} <= tried


def test_the_advantage_law_needs_no_weights_that_sum_to_one() -> None:
    assert gradients.score_gap(SINK).formula == 0
