"""Any routing, and weights as responsibilities: every step by a rule, other premises lead elsewhere."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import sympy as sp
from theorycheck.theory.attention_dynamics.mixture import (
    Mixture,
    OneNorm,
    d_k,
    one_norm_gap,
    responsibility_gap,
)
from theorycheck.theory.attention_dynamics.routing import (
    Counted,
    Routing,
    Values,
    baseline,
    baseline_gap,
    plain_gap,
    value_parameter_gap,
)
from theorycheck.theory.derivation import Derivation, Status
from theorycheck.theory.kernel import Refused

OTHERS = [
    (baseline_gap, Routing(drift=sp.S.One)),
    (plain_gap, Counted(share=sp.Integer(2))),
    (value_parameter_gap, Values(share=sp.Integer(2))),
]


@pytest.mark.parametrize(("derive", "premises"), OTHERS, ids=lambda value: getattr(value, "__name__", None))
def test_another_premise_gives_another_formula(derive: Callable[..., Derivation], premises: object) -> None:
    found, other = derive(), derive(premises)
    assert found.formula == 0
    assert found.status is other.status is Status.DERIVED
    assert other.formula != 0


def test_where_sums_of_weights_move_the_baseline_is_what_remains() -> None:
    formula = baseline_gap(Routing(drift=sp.S.One)).formula
    assert {x.base for x in formula.atoms(sp.Indexed)} == {baseline}


@pytest.mark.parametrize(
    ("derive", "premises"),
    [
        (one_norm_gap, OneNorm(power=0)),
        (one_norm_gap, OneNorm(power=2)),
        (responsibility_gap, Mixture(tilt=0)),
        (responsibility_gap, Mixture(variance=d_k)),
    ],
)
def test_another_mixture_is_not_softmax(derive: Callable[..., Derivation], premises: object) -> None:
    assert derive().formula == 0
    assert derive().status is Status.DERIVED
    with pytest.raises(Refused, match="not the same"):
        derive(premises)
