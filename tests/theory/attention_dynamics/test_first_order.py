"""What steps change to first order: its sign, and where it balances."""

from __future__ import annotations

from fractions import Fraction

import sympy as sp
from theorycheck.theory.attention_dynamics.first_order import dominant_gain, routing_response
from theorycheck.theory.notation import symbol


def test_more_compatibility_means_less_routing_at_every_weight() -> None:
    formula = routing_response().formula
    for share in (Fraction(1, 9), Fraction(1, 2), Fraction(8, 9)):
        assert formula.subs(symbol("a"), sp.Rational(share.numerator, share.denominator)) < 0


def test_opposed_queries_outweigh_a_dominant_one_from_their_summed_weight_on() -> None:
    gain = dominant_gain().formula
    others = sp.Symbol("others")
    number = next(s for s in gain.free_symbols if s.name == "T")
    assert sp.solve(gain.subs({number: others + 1, symbol("ratio"): 100}), others) == [100]
