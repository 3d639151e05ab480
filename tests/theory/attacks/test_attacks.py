"""No system may accept a false statement from true premises, or believe a record its rules did not make."""

from __future__ import annotations

import pytest

from .suite import ATTACKS, FORGERIES, LEGITIMATE, Attack
from .system import Refused, System, counterexample
from .theorems import FORGED, Theorems


def accepted(system: System, attack: Attack) -> str | None:
    """The statement that the system accepts, or none."""
    try:
        facts = [system.assume(premise) for premise in attack.premises]
        return system.statement(system.apply(attack.move, *facts, **attack.options))
    except Refused:
        return None


def succeeds(system: System, attack: Attack) -> bool:
    """Whether the system accepts the attack and what it accepts does not follow."""
    statement = accepted(system, attack)
    if statement is None:
        return False
    return attack.false or counterexample(attack.premises, statement) is not None


def believed(system: System, how: str) -> bool:
    """Whether the verifier believes a forged record without naming a hypothesis that covers it."""
    try:
        return not system.believes(system.forge(how)).hypotheses
    except Refused:
        return False


def test_attacks_and_forgeries_have_names_of_their_own():
    names = [attack.name for attack in ATTACKS]
    assert len(set(names)) == len(names)
    assert len(set(FORGERIES)) == len(FORGERIES)


@pytest.mark.parametrize(
    ("premises", "conclusion", "follows"),
    [
        (("x <= 3",), "x >= 3", False),
        (("x <= 3",), "x <= 4", True),
        (("x <= 6", "y <= 2"), "x/y == 3", False),
        (("E(X**2) == m",), "P(X**2 > 2) <= m/2", True),
        (("Var(X**2) == m",), "P(X**2 > 2) <= m/2", False),
        (("E(X) == a", "E(Y) == b"), "E(X*Y) == a*b", False),
        (("E(X) == a", "E(Y) == b"), "E(X + Y) == a + b", True),
        (("E(X**2) == s", "E(X) == m"), "Var(X) == s - m**2", True),
    ],
)
def test_the_search_finds_counterexamples_and_only_those(premises, conclusion, follows):
    assert (counterexample(premises, conclusion) is None) == follows


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.name)
def test_the_kernel_of_theorems_accepts_no_false_statement(attack):
    assert not succeeds(Theorems(), attack)


@pytest.mark.parametrize("how", sorted({*FORGERIES, *FORGED}))
def test_the_kernel_of_theorems_believes_no_forged_record(how):
    assert not believed(Theorems(), how)


@pytest.mark.parametrize("use", LEGITIMATE, ids=lambda use: use.name)
def test_a_use_that_is_right_is_accepted(use):
    statement = accepted(Theorems(), use)
    assert statement is not None
    assert use.move == "set" or counterexample((*use.premises, *_positive(use)), statement) is None


def _positive(use: Attack) -> tuple[str, ...]:
    return ("t > 0",) if "threshold" in use.options else ()
