"""Derivations of all topics: each is worth what it should be, and every step is what its rule produces."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import is_dataclass
from fractions import Fraction
from inspect import signature

import pytest
import sympy as sp
from theorycheck.evidence.routes import topics
from theorycheck.theory.catalogue import derivations
from theorycheck.theory.check import CheckFailed, check
from theorycheck.theory.derivation import FAILED, formula_side, instantiable
from theorycheck.theory.kernel import Refused
from theorycheck.theory.kernel.theorem import Status
from theorycheck.theory.leading import NoLeadingTerm
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
    "conditioning": "heads_excess projected_heads_excess projected_heads_ratio",
    "markov_chains": (
        "information_gap loss_curvature undefined_decay_pairs undefined_decay_switching "
        "undefined_decay_three undefined_decay_triples"
    ),
    "transformer_basics": "query_gradient_above",
}
"""Where none of these changes leads elsewhere: names, numbers that say the same, premises of another kind."""
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
    proved = list(map(once, DERIVATIONS.values()))
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
    assert derivation.status != FAILED
    assert derivation.status == status_of(f"{topic}.{name}") or is_listed(f"{topic}.{name}")
    assert derivation.name == name
    assert derivation.premises
    assert derivation.checks
    assert not derivation.formula.has(sp.Float, sp.Integral, sp.Sum, sp.Product)


def fate(sound, derive, premises):
    """What becomes of a derivation under other premises, in a word."""
    try:
        made = derive(premises)
    except (NoLeadingTerm, Refused):
        return "refused"
    except Exception:  # noqa: BLE001 - a crash of any kind tells nothing
        return "nothing"
    if made.status == FAILED:
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
        with pytest.raises(CheckFailed):
            check(wrong, given)
