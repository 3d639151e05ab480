"""Derivations of all topics: each is worth what it should be, and every step is what its rule produces."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import is_dataclass, replace
from fractions import Fraction
from inspect import signature

import pytest
import sympy as sp
from theorycheck.evidence.routes import topics
from theorycheck.theory.bridge import Proved, formula_side, instantiable
from theorycheck.theory.catalogue import derivations
from theorycheck.theory.check import CheckFailed as CheckFailedInInstance
from theorycheck.theory.check import check
from theorycheck.theory.derivation import (
    Chain,
    CheckFailed,
    Derivation,
    Kind,
    Rule,
    SideConditionError,
    Status,
)
from theorycheck.theory.kernel import Refused
from theorycheck.theory.rules.vectors import with_right
from theorycheck.theory.terms import Term

from benchmarks.golden.__main__ import FILE
from benchmarks.golden.comparison import Difference, read_changes
from benchmarks.mutation.derivations import same
from benchmarks.mutation.premises import alternatives

DERIVATIONS = {(topic, name): derive for topic in topics() for name, derive in derivations(topic).items()}
GOLDEN = json.loads(FILE.read_text(encoding="utf-8"))["derivations"]
CHANGES = read_changes(FILE.with_name("golden_changes.toml"))
UNMOVED = {
    "attention_dynamics": (
        "away_from_served calibration_em calibration_sgd entropy_gap error_at_balance "
        "gap_to_residuals held_compatibility joint_relief least_relief "
        "log_odds_against_error loss_against_error loss_along_error "
        "loss_at_balance loss_gap pull_to_error pull_to_signal ratio_of_steps "
        "share_closed_em share_closed_sgd step_over_error "
    ),
    "conditioning": "heads_excess projected_heads_excess",
    "markov_chains": (
        "information_gap loss_curvature undefined_decay_pairs undefined_decay_switching "
        "undefined_decay_three undefined_decay_triples"
    ),
    "transformer_basics": "query_gradient_above",
}
"""Where none of these changes leads elsewhere: names, numbers that say the same, premises of another kind."""
COARSE = {
    "Markov's inequality for a convergent series",
    "Markov's inequality for the last token",
    "count times the largest term",
}
"""Bounds so far from what they bound that half of them is one still; their own tests move them farther."""
EACH = [pytest.param(key, id=".".join(key)) for key in DERIVATIONS]


BELIEVE = """
import json, sys
from theorycheck.theory.kernel import believe
beliefs = [believe(record) for record in json.load(sys.stdin)]
json.dump([[str(belief.proposition), str(belief.status)] for belief in beliefs], sys.stdout)
papers = tuple(f"theorycheck.theory.{paper}" for paper in sys.argv[1:])
assert not any(name.startswith(papers) for name in sys.modules)
"""
"""What a process does that knows the kernel and no paper."""


def test_every_theorem_is_believed_where_nothing_of_its_paper_is_known(once):
    proved = [d for d in map(once, DERIVATIONS.values()) if isinstance(d, Proved)]
    assert proved
    records = json.dumps([derivation.record for derivation in proved])
    command = [sys.executable, "-c", BELIEVE, *topics()]
    told = subprocess.run(command, input=records, capture_output=True, text=True, check=True)
    expected = [[str(derivation.theorem.proposition), str(derivation.status)] for derivation in proved]
    assert json.loads(told.stdout) == expected


def test_a_record_is_believed_from_the_command_line(once):
    derivation = once(DERIVATIONS["conditioning", "noise_power"])
    command = [sys.executable, "-m", "theorycheck.theory.kernel"]
    told = subprocess.run(command, input=derivation.record, capture_output=True, text=True, check=True)
    assert told.stdout.endswith(f"⊢ {derivation.theorem.proposition}\nstatus: {derivation.status}\n")


def unfounded(derivation: Derivation) -> list[str]:
    """The steps that are not what a rule produces from earlier results, symbols, numbers, names and laws."""
    found, results = [], []
    for step in derivation.steps:
        formulas = [v for v in step.options.values() if isinstance(v, sp.Expr) and not v.is_Atom]
        follows = step.inputs and not formulas and all(given in results for given in step.inputs)
        if step.replay() != step.result or not (follows or step.rule.kind is Kind.DEFINITION):
            found.append(step.label)
        results.append(step.result)
    return found


def status_of(name):
    """What the derivation was worth when the golden file was written; a new one is derived."""
    return GOLDEN.get(name, {"status": Status.DERIVED})["status"]


def is_listed(name):
    """Whether the golden file's list of changes says that its status is another."""
    return any(change.names(Difference(name, "status")) for change in CHANGES.change)


@pytest.mark.parametrize("key", EACH)
def test_every_derivation_is_worth_what_it_was(once, key):
    topic, name = key
    derivation = once(DERIVATIONS[key])
    if not isinstance(derivation, Proved):
        assert unfounded(derivation) == []
    assert derivation.status is not Status.FAILED
    assert derivation.status == status_of(f"{topic}.{name}") or is_listed(f"{topic}.{name}")
    assert derivation.name == name
    assert derivation.premises
    # What is derived entry by entry at sizes that are numbers is an enumeration: no other route is beside it.
    checked = derivation.checks or any(step.check for step in derivation.steps)
    assert checked or derivation.status is Status.INSTANCES
    assert not derivation.formula.has(sp.Float, sp.Integral, sp.Sum, sp.Product)


def passes(step, result) -> bool:
    """Whether the check of a step's rule has nothing against a result."""
    try:
        step.rule.check(result, *step.inputs, **step.options)
    except (CheckFailed, SideConditionError):
        return False
    return True


def is_blind(step) -> bool:
    """Whether a check passes half a bound from above; else its double, its opposite and one more."""
    right = step.result.rhs if step.rule.check is not None and isinstance(step.result, sp.Rel) else None
    if right is None:
        return False
    more = right + (sp.ones(*right.shape) if isinstance(right, sp.MatrixBase) else 1)
    wrong = (right / 2,) if isinstance(step.result, sp.Le) else (2 * right, -right, more)
    changed = [with_right(step.result, value) for value in wrong if value != right]
    return bool(changed) and all(passes(step, result) for result in changed)


@pytest.mark.parametrize("key", EACH)
def test_the_check_of_a_step_sees_a_wrong_result(once, key):
    derivation = once(DERIVATIONS[key])
    steps = () if isinstance(derivation, Proved) else derivation.steps
    assert {step.rule.name for step in steps if is_blind(step)} <= COARSE


def fate(sound, derive, premises):
    """What becomes of a derivation under other premises, in a word."""
    try:
        made = derive(premises)
    except (SideConditionError, Refused):
        return "refused"
    except Exception:  # noqa: BLE001 - a crash of any kind tells nothing
        return "nothing"
    if made.status is Status.FAILED:
        return "failed"
    return "the same" if same(sound, made) else "another formula"


def changed(derive):
    """Each premise of a derivation changed alone; none where it has no record of them."""
    records = (parameter.default for parameter in signature(derive).parameters.values())
    return [other for record in records if is_dataclass(record) for *_, other in alternatives(record)]


@pytest.mark.slow
@pytest.mark.parametrize("key", [key for key in DERIVATIONS if changed(DERIVATIONS[key])], ids=".".join)
def test_another_premise_leads_elsewhere(once, key):
    sound, derive = once(DERIVATIONS[key]), DERIVATIONS[key]
    told = (fate(sound, derive, premises) for premises in changed(derive))
    moved = any(each in {"refused", "failed", "another formula"} for each in told)
    topic, name = key
    assert moved is (name not in UNMOVED.get(topic, "").split())


APPROXIMATE = [
    pytest.param(key, id=".".join(key)) for key in DERIVATIONS if status_of(".".join(key)) == Status.HEURISTIC
]


@pytest.mark.parametrize("key", APPROXIMATE)
def test_what_follows_from_an_approximation_is_checked_with_it_put_in(once, key):
    stated, given = instantiable(once(DERIVATIONS[key]).theorem)
    side, _ = formula_side(stated)
    assert check(stated, given).startswith("holds")
    for factor in (2, Fraction(1, 2)):
        wrong = Term(stated.head, tuple(factor * part if part is side else part for part in stated.args))
        with pytest.raises(CheckFailedInInstance):
            check(wrong, given)


def test_a_step_without_its_rule_or_its_premises_is_seen():
    chain = Chain(name="doubled", title="Doubled", premises=("none",))
    start = chain.define("the value", sp.Symbol("x"), sp.Symbol("n"))
    twice = Rule(
        name="double",
        statement="Twice the value.",
        apply=lambda fact, **_: sp.Eq(fact.lhs, 2 * fact.rhs, evaluate=False),
    )
    derivation = chain.close(chain.apply("double it", twice, start))
    *earlier, last = derivation.steps
    for change in (
        {"result": earlier[0].result},
        {"inputs": (sp.Symbol("elsewhere"),), "rule": replace(last.rule, apply=lambda *_, **__: last.result)},
        {"options": {"power": sp.pi**2}, "rule": replace(last.rule, apply=lambda *_, **__: last.result)},
    ):
        changed = replace(derivation, steps=(*earlier, replace(last, **change)))
        assert unfounded(changed) == [last.label]
    assert unfounded(replace(derivation, steps=derivation.steps[1:])) != []
