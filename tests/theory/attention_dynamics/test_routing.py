"""Any routing, and weights as responsibilities: no gap is left, and other premises are refused."""

from __future__ import annotations

from collections.abc import Callable

import pytest
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
    baseline_gap,
    plain_gap,
    value_parameter_gap,
)
from theorycheck.theory.derivation import Derivation, Status
from theorycheck.theory.kernel import Refused

OTHERS = [
    (baseline_gap, Routing(drift=1)),
    (plain_gap, Counted(share=2)),
    (value_parameter_gap, Counted(share=2)),
]


@pytest.mark.parametrize(("derive", "premises"), OTHERS, ids=lambda value: getattr(value, "__name__", None))
def test_another_premise_leaves_a_gap(derive: Callable[..., Derivation], premises: object) -> None:
    found = derive()
    assert found.formula == 0
    assert found.status is Status.DERIVED
    with pytest.raises(Refused, match="not the same"):
        derive(premises)


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
