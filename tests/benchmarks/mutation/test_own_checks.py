"""The check of a rule looks at the result: small faults of it are seen before any later step is taken."""

from functools import cache

import pytest
from theorycheck.theory.catalogue import derivations
from theorycheck.theory.derivation import CheckFailed

from benchmarks.mutation.operators import WEAKENED
from benchmarks.mutation.tampering import faults_of

pytestmark = pytest.mark.slow

CASES = (
    ("markov_chains.add_half_excess", "law of large numbers for visits"),
    ("markov_chains.regret_even", "probability of a sequence under an adding code"),
    ("attention_dynamics.random_square_cosine", "power of a sum"),
    ("attention_dynamics.random_square_cosine", "linearity and exchangeability"),
    ("attention_dynamics.step_along_value", "derivative by a component"),
)
"""Derivations, and the rule of the step whose result is faulty."""
ALIKE = {"attention_dynamics.random_square_cosine": ("swap",)}
"""Faults that say the same: vectors of one law that change places."""


@cache
def derived(name):
    topic, own = name.split(".")
    return derivations(topic)[own]()


def is_seen(step, fault):
    """Whether the check fails, or cannot take such a result at all."""
    try:
        step.rule.check(fault.result, *step.inputs, **step.options)
    except (CheckFailed, ArithmeticError, ValueError, TypeError, KeyError):
        return True
    return False


def faulty(name, rule):
    position, step = next(
        (position, step) for position, step in enumerate(derived(name).steps) if step.rule.name == rule
    )
    faults = [fault for fault in faults_of(position, step) if fault.is_one]
    return step, [fault for fault in faults if fault.operator not in ALIKE.get(name, ())]


@pytest.mark.parametrize(("name", "rule"), CASES)
def test_the_check_of_a_step_sees_its_faults(name, rule):
    step, faults = faulty(name, rule)
    faults = [fault for fault in faults if fault.operator not in {"direction", WEAKENED}]
    assert len(faults) >= 3
    assert [fault.result for fault in faults if not is_seen(step, fault)] == []
    assert step.rule.check(step.result, *step.inputs, **step.options) == step.check


@pytest.mark.parametrize("name", ["unseen_mass", "unseen_mass_three"])
def test_a_sum_is_not_said_to_be_at_least_its_integral(name):
    step, faults = faulty(f"associative_memory.{name}", "sum against integral")
    without_the_largest_term = next(fault for fault in faults if fault.operator == "drop")
    assert is_seen(step, without_the_largest_term)
    # A bound that is looser is none the less one.
    looser = step.result.func(step.result.lhs, step.result.rhs - 1, evaluate=False)
    assert step.rule.check(looser, *step.inputs, **step.options)
