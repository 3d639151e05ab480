"""A derivation belongs to the claim that names it: in its variables, on its grid, at its level."""

import json
import re
from collections import defaultdict

import pytest
from msgspec.structs import replace
from theorycheck.claim import Relation
from theorycheck.evidence.derivation_cache import derivation_result
from theorycheck.papers.plans import of_table
from theorycheck.papers.tables import CLAIMS
from theorycheck.theory.notation import d_k, n, tau
from theorycheck.user.derivation_fit import misfit, points_of

from .running import python, theorycheck

CLAIM = next(claim for claim in CLAIMS if claim.id == "conditioning.noise_power.mean")
POINTS = ({"n": 4, "d_k": 8}, {"n": 1, "d_k": 8})

INHERITED = """
import json
import msgspec

inherited = []
replaced = msgspec.structs.replace


def replace(record, /, **changes):
    made = replaced(record, **changes)
    if "statement_id" in record.__struct_fields__ and made.derivation and "derivation" not in changes:
        number = ("quantity", "output", "statistic", "threshold")
        changed = [name for name in number if getattr(record, name) != getattr(made, name)]
        inherited.extend([made.id, name] for name in changed)
    return made


msgspec.structs.replace = replace
from theorycheck.papers.tables import CLAIMS

print(json.dumps(inherited))
derived = next(claim for claim in CLAIMS if claim.derivation)
replace(derived, id="planted", output="another")
print(json.dumps(inherited))
"""
"""Prints claims whose derivation came unsaid from one about another number; then again, with one planted."""


def test_no_derivation_is_inherited_from_a_claim_about_another_number():
    done = python("-c", INHERITED, check=True)
    assert [json.loads(line) for line in done.stdout.splitlines()] == [[], [["planted", "output"]]]


def test_a_derivation_in_other_variables_does_not_fit():
    assert misfit(CLAIM, (n - 1) / d_k, POINTS) is None
    reason = misfit(CLAIM, (n - 1) / d_k * tau, POINTS)
    assert reason is not None
    assert "formula in d_k, n, tau, and the design points have d_k, n" in reason


def test_a_derivation_that_is_no_number_on_the_grid_does_not_fit():
    reason = misfit(CLAIM, (n - 2) ** (d_k / 16), POINTS)
    assert reason is not None
    assert "is not a real number at" in reason
    assert misfit(CLAIM, (n - 2) ** (d_k / 16), POINTS[:1]) is None


def test_without_design_points_the_claimed_formula_names_the_variables():
    alone = replace(CLAIM, relation=Relation.IDENTITY, claimed="(n - 1)/d_k", grid={})
    assert misfit(alone, (n - 1) / d_k, ()) is None
    assert "name a derivation without tau" in str(misfit(alone, tau / d_k, ()))


@pytest.mark.slow
def test_every_derivation_fits_its_claims():
    levels = defaultdict(set)
    for claim in CLAIMS:
        if claim.derivation is None:
            continue
        formula = derivation_result(claim.topic, claim.derivation).formula
        assert misfit(claim, formula, points_of(of_table(claim))) is None
        solve = claim.threshold
        if solve is not None and solve.variable not in {s.name for s in formula.free_symbols}:
            # The threshold itself was derived, and that is one of one level.
            levels[claim.topic, claim.derivation].add((solve.variable, solve.level))
    assert [name for name, found in levels.items() if len(found) > 1] == []


THEOREMS = """
import torch
import theorycheck as tc
from theorycheck import claim
from theorycheck.theory.laws import Normal
from theorycheck.theory.model import Model, Size
from theorycheck.theory.prove import assume
from theorycheck.theory.terms import E, norm2

d = Size("d")
g = Model(g=Normal(dimension=d)).g

def square():
    return tc.derive("E|g|^2", laws=["g: normal(dimension=d)"])

def assumed():
    return assume(E(norm2(g)) == d, because="Muirhead 3.2")

def rough():
    return assume(E(norm2(g) ** 2) == d**2, because="Muirhead 3.2", approximate=True)

def of(name, law, derivation):
    fields = {"statement": "S", "bound": "equals", "margin": 0.2, "grid": {"d": [4, 16, 64]}}
    return claim(id=f"of.{name}", law=law, derivation=derivation, **fields)

def sizes(d, n_trials, generator):
    return torch.randn(n_trials, d, generator=generator).square().sum(1)

@of("right", "d", square)
def right(d, *, n_trials, generator):
    return sizes(d, n_trials, generator)

@of("half", "d", square)
def half(d, *, n_trials, generator):
    return sizes(d, n_trials, generator) / 2

@of("assumed", "d", assumed)
def on_assumption(d, *, n_trials, generator):
    return sizes(d, n_trials, generator)

@of("rough", "d**2", rough)
def roughly(d, *, n_trials, generator):
    return sizes(d, n_trials, generator).square()

@of("nothing", "d", sizes)
def nothing(d, *, n_trials, generator):
    return sizes(d, n_trials, generator)
"""


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    """What `check` prints of claims that theorems derive, and what `explain` says of one."""
    folder = tmp_path_factory.mktemp("theorems")
    (folder / "claims.py").write_text(THEOREMS)

    words = ("check", "claims.py", "--preset", "quick", "--workers", "1", "--out", "out", "--all")
    done = theorycheck(*words, cwd=folder)
    return done.stdout + done.stderr, theorycheck("explain", "of.half", "--run", "out", cwd=folder).stdout


def test_a_claim_is_derived_by_a_theorem_and_what_it_assumes_is_said(found):
    printed, _ = found
    assert "agrees\tof.right\tThe mean of right equals d: derived, and measured" in printed
    assert "derivation rests on E[‖g‖²] = d (assumed: Muirhead 3.2)." in printed
    assert printed.count("Muirhead 3.2)") == 1
    assert "claims.py:sizes() raised" in printed


def test_a_premise_that_holds_nearly_is_no_fault_and_says_how_far_it_is_off(found):
    printed, _ = found
    assert "refuted\tof.rough\tThe mean of roughly is not d²: measured" in printed


def test_a_wrong_definition_is_told_with_the_first_setting_and_the_factor(found):
    printed, explained = found
    for text in (printed, explained):
        assert "of.half" in text
        assert re.search(r"derived (\d+) at d = \1;", text)
        assert "their ratio is like 1/2 in every setting, perhaps a factor that one definition lacks." in text
        assert "what would change this: One definition for both" in text
    assert "→ error: derivation and simulation disagree" in explained
