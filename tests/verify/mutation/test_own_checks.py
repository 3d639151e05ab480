"""The check of a rule looks at the result: small faults of it are seen before any later step is taken."""

from __future__ import annotations

from functools import cache
from importlib import import_module

import pytest
from lawcheck.theory.derivation import CheckFailed
from lawcheck.verify.mutation.tampering import faults_of

CASES = (
    ("markov_chains.slope_odds", "least cross-entropy, as odds"),
    ("markov_chains.line_curvature_right", "least cross-entropy"),
    ("markov_chains.add_half_excess", "law of large numbers for visits"),
    ("markov_chains.regret_even", "probability of a sequence under an adding code"),
    ("markov_chains.tied_floor", "variation of a layer over its data"),
    ("transformer_basics.shortfall_above", "logistic integrals"),
    ("attention_dynamics.random_square_cosine", "power of a sum"),
    ("attention_dynamics.random_square_cosine", "linearity and exchangeability"),
    ("attention_dynamics.step_along_value", "derivative by a component"),
    ("associative_memory.weighted_error_below", "weights that are a power of the rank"),
    ("associative_memory.weighted_error_below", "mean over the tokens"),
    ("associative_memory.weighted_error_below", "the sum turned inside out"),
    ("associative_memory.weighted_error_below", "integrals beside a tail"),
    ("associative_memory.weighted_error_below", "moments of the overlap"),
)
"""Derivations, and the rule of the step whose result is faulty."""
ALIKE = {"attention_dynamics.random_square_cosine": ("swap",)}
"""Faults that say the same: vectors of one law that change places."""


@cache
def derived(name):
    topic, own = name.split(".")
    return import_module(f"lawcheck.theory.{topic}").DERIVATIONS[own]()


def is_seen(step, fault):
    """Whether the check fails, or cannot take such a result at all."""
    try:
        step.rule.check(fault.result, *step.inputs, **step.options)
    except (CheckFailed, ArithmeticError, ValueError, TypeError, KeyError):
        return True
    return False


@pytest.mark.parametrize(("name", "rule"), CASES)
def test_the_check_of_a_step_sees_its_faults(name, rule):
    position, step = next(
        (position, step) for position, step in enumerate(derived(name).steps) if step.rule.name == rule
    )
    faults = [
        fault
        for fault in faults_of(position, step)
        if fault.is_one and fault.operator not in ALIKE.get(name, ()) and fault.operator != "direction"
    ]
    assert len(faults) >= 3
    assert [fault.result for fault in faults if not is_seen(step, fault)] == []
    assert step.rule.check(step.result, *step.inputs, **step.options) == step.check
