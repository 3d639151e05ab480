"""Layers, order and positions by rules: other premises lead to other formulas."""

import pytest
import sympy as sp
from theorycheck.theory.derivation import Status
from theorycheck.theory.kernel import Refused
from theorycheck.theory.notation import L, symbol
from theorycheck.theory.terms import PI
from theorycheck.theory.transformer_basics import depth, lags, rotary, sequence, tables

TOLD_APART = (
    (depth.receptive_field, depth.Stack(window=depth.w + 1)),
    (depth.degree, depth.Stack(factors=2)),
    (depth.other_tokens, depth.Stack(factors=2)),
    (depth.frozen_order, depth.Stack(weights=2)),
    (depth.causal_places, depth.BESIDE),
    (depth.earlier_places, depth.CAUSAL),
    (depth.all_places, depth.CAUSAL),
    (sequence.joint_effect, sequence.Average(sharpness=2)),
    (tables.wrapped_repeats, tables.Table(rows=tables.N + 1)),
    (lags.lag_share, lags.Blocks(dimension=lags.b + 1)),
)
"""Each derivation with premises under which its formula is another one."""
UNTRUE = (
    (sequence.equivariance_gap, sequence.CAUSAL),
    (sequence.invariance_gap, sequence.FULL),
    (sequence.pooled_gap, sequence.Layer(pooled=True, causal=True)),
    (sequence.last_place_gap, sequence.Layer(causal=True)),
    (sequence.appending_gap, sequence.FULL),
    (sequence.position_gap, sequence.Place(mixes=True)),
    (sequence.message_gap, sequence.Message(weighed=True, normalised=True)),
    (sequence.linear_message_gap, sequence.Message(weighed=True, normalised=True)),
    (rotary.sinusoid_gap, rotary.Wave(sine=2)),
    (rotary.alias_gap, rotary.Period(turn=PI)),
    (rotary.norm_gap, rotary.Turn(stretch=2)),
    (rotary.rotary_shift_gap, rotary.Turn(power=2)),
    (rotary.cosine_gap, rotary.Turn(power=2)),
    (rotary.aligned_cosine_gap, rotary.Turn(power=2)),
    (rotary.mean_cosine_gap, rotary.Turn(power=2)),
)
"""Each theorem with premises under which it does not hold."""


@pytest.mark.parametrize(("derivation", "other"), TOLD_APART)
def test_other_premises_lead_to_another_formula(derivation, other):
    derived, changed = derivation(), derivation(other)
    assert derived.status is changed.status is Status.DERIVED
    assert derived.name == derivation.__name__
    assert changed.formula != derived.formula
    assert changed.premises != derived.premises


@pytest.mark.parametrize(("theorem", "other"), UNTRUE)
def test_other_premises_are_refused(theorem, other):
    assert theorem().status is Status.DERIVED
    with pytest.raises(Refused, match="not the same"):
        theorem(other)


def test_four_tokens_meet_in_a_term_of_two_layers():
    assert depth.other_tokens().formula.subs(L, 2) == 4
    assert depth.other_tokens().formula.subs(L, 1) == 1


def test_what_the_cosine_leaves_out_vanishes_for_parallel_pairs_alone():
    rest = rotary.cosine_gap().formula
    q_1, q_2, k_1, k_2 = map(symbol, ("q_1", "q_2", "k_1", "k_2"))
    assert sp.expand(rest.subs({k_1: 3 * q_1, k_2: 3 * q_2})) == 0
    assert rest.subs({k_1: q_2, k_2: -q_1}) != 0
