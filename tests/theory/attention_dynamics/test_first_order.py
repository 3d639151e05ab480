"""What steps change to first order: by rules alone, and otherwise under other premises."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest
import sympy as sp
from theorycheck.theory.attention_dynamics import first_order
from theorycheck.theory.attention_dynamics.first_order import (
    Agreement,
    Column,
    Curve,
    Descent,
    Scattered,
    advantage_balance,
    compatibility_balance,
    dominance_error,
    dominance_power,
    dominance_share,
    dominant_gain,
    own_advantage,
    prototype_step,
    query_change,
    ratio,
    routing_response,
    score_balance,
    second_order,
    total_change,
)
from theorycheck.theory.derivation import Derivation, Status
from theorycheck.theory.kernel import Refused
from theorycheck.theory.notation import symbol

BALANCES: tuple[Callable[..., Derivation], ...] = (
    score_balance,
    query_change,
    total_change,
    compatibility_balance,
    advantage_balance,
    prototype_step,
    second_order,
)
ASCENT, SQUARED = Descent(rate=-first_order.eta), Descent(power=2)
UNCENTRED = Descent(baseline=0)
UNBALANCED = [
    (score_balance, ASCENT),
    (score_balance, UNCENTRED),
    (query_change, ASCENT),
    (query_change, SQUARED),
    (total_change, ASCENT),
    (total_change, SQUARED),
    (compatibility_balance, ASCENT),
    (compatibility_balance, SQUARED),
    (advantage_balance, UNCENTRED),
    (prototype_step, ASCENT),
    (prototype_step, SQUARED),
    (second_order, Curve(factor=2)),
]
OTHERS = [
    (routing_response, ASCENT),
    (routing_response, UNCENTRED),
    (own_advantage, ASCENT),
    (own_advantage, UNCENTRED),
    (dominance_error, Column(share=2 / ratio)),
    (dominance_error, Column(error=-1)),
    (dominant_gain, Column(share=2 / ratio, error=-1)),
    (dominant_gain, Column()),
    (dominance_share, Agreement(apart=-2)),
    (dominance_power, Scattered(share=2 / ratio)),
]


@pytest.mark.parametrize("derive", BALANCES)
def test_a_balance_leaves_nothing(derive: Callable[..., Derivation]) -> None:
    assert derive().formula == 0


@pytest.mark.parametrize(("derive", "premises"), UNBALANCED)
def test_another_step_is_out_of_balance(derive: Callable[..., Derivation], premises: object) -> None:
    with pytest.raises(Refused, match="not the same"):
        derive(premises)


@pytest.mark.parametrize(("derive", "premises"), OTHERS, ids=lambda value: getattr(value, "__name__", None))
def test_another_premise_gives_another_formula(derive: Callable[..., Derivation], premises: object) -> None:
    other = derive(premises)
    assert other.status is Status.DERIVED
    assert sp.simplify(other.formula - derive().formula) != 0


def test_more_compatibility_means_less_routing_at_every_weight() -> None:
    formula = routing_response().formula
    for share in (Fraction(1, 9), Fraction(1, 2), Fraction(8, 9)):
        assert formula.subs(symbol("a"), sp.Rational(share.numerator, share.denominator)) < 0


def test_opposed_queries_outweigh_a_dominant_one_from_their_summed_weight_on() -> None:
    gain = dominant_gain().formula
    others = sp.Symbol("others")
    number = next(s for s in gain.free_symbols if s.name == "T")
    assert sp.solve(gain.subs({number: others + 1, symbol("ratio"): 100}), others) == [100]
