"""Derivations of all topics: each is worth what it should be, and every step is what its rule produces."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace

import pytest
import sympy as sp
from theorycheck.theory import (
    associative_memory,
    attention_dynamics,
    conditioning,
    markov_chains,
    transformer_basics,
)
from theorycheck.theory.bridge import Proved
from theorycheck.theory.derivation import Derivation, Kind, Status

TOPICS = (associative_memory, attention_dynamics, conditioning, markov_chains, transformer_basics)
DERIVATIONS = {name: derive for topic in TOPICS for name, derive in topic.DERIVATIONS.items()}
HEURISTIC = (
    "item_failure_heuristic",
    "all_items_heuristic",
    "argmax_failure",
    "capacity_argmax",
    "capacity_argmax_tied",
    "capacity_argmax_all",
    "capacity_argmax_all_tied",
)
CITED = ("delta_converged_error", "delta_exact_recall", "delta_no_exact_recall")
STATUS = dict.fromkeys(HEURISTIC, Status.HEURISTIC) | dict.fromkeys(CITED, Status.PARTLY_CITED)
"""The derivations that are not worth everything, with what they are worth."""
UNEVALUATED = {"printed_total": sp.Sum}
"""Its sums are over positions of a sequence that is any."""


def status_of(name: str) -> Status:
    """Gradients spelled out entry by entry are compared at sizes that are numbers."""
    return Status.INSTANCES if name.endswith("_explicit") else STATUS.get(name, Status.DERIVED)


def test_every_theorem_is_believed_where_nothing_of_its_paper_is_known(once):
    proved = [d for d in map(once, DERIVATIONS.values()) if isinstance(d, Proved)]
    assert proved
    for derivation in proved:
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


def test_no_two_topics_call_a_derivation_alike():
    assert len(DERIVATIONS) == sum(len(topic.DERIVATIONS) for topic in TOPICS)


@pytest.mark.parametrize("name", DERIVATIONS)
def test_every_derivation_is_worth_what_it_should_be(once, name):
    derivation = once(DERIVATIONS[name])
    if not isinstance(derivation, Proved):
        assert unfounded(derivation) == []
    assert derivation.status is status_of(name)
    assert derivation.name == name
    assert derivation.premises
    closed = {sp.Float, sp.Integral, sp.Sum, sp.Product} - {UNEVALUATED.get(name)}
    assert not derivation.formula.has(*closed)


def test_a_step_without_its_rule_or_its_premises_is_seen(once):
    derivation = once(DERIVATIONS["key_overlap_tail"])
    *earlier, last = derivation.steps
    for change in (
        {"result": earlier[0].result},
        {"inputs": (sp.Symbol("elsewhere"),), "rule": replace(last.rule, apply=lambda *_, **__: last.result)},
        {"options": {"power": sp.pi**2}, "rule": replace(last.rule, apply=lambda *_, **__: last.result)},
    ):
        changed = replace(derivation, steps=(*earlier, replace(last, **change)))
        assert unfounded(changed) == [last.label]
    assert unfounded(replace(derivation, steps=derivation.steps[1:])) != []
