"""A derivation belongs to the claim that names it: in its variables, on its grid, at its level."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import defaultdict

import msgspec
import pytest
from theorycheck.claim import Relation
from theorycheck.evidence.derivation_cache import derivation_result
from theorycheck.papers.plans import of_table
from theorycheck.papers.tables import CLAIMS
from theorycheck.theory.notation import d_k, n, tau
from theorycheck.user.derivation_fit import misfit, points_of

CLAIM = next(claim for claim in CLAIMS if claim.id == "conditioning.noise_power.mean")
POINTS = ({"n": 4, "d_k": 8}, {"n": 1, "d_k": 8})

INHERITED = """
import json, sys
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

if "planted" in sys.argv:
    derived = next(claim for claim in CLAIMS if claim.derivation)
    replace(derived, id="planted", output="another")
print(json.dumps(inherited))
"""


def inherited(*arguments: str) -> list[list[str]]:
    """Claims with a derivation that came, without a word, from a claim about another number."""
    done = subprocess.run(
        [sys.executable, "-c", INHERITED, *arguments], capture_output=True, text=True, check=True
    )
    found: list[list[str]] = json.loads(done.stdout)
    return found


def test_no_derivation_is_inherited_from_a_claim_about_another_number():
    assert inherited() == []
    assert inherited("planted") == [["planted", "output"]]


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
    alone = msgspec.structs.replace(CLAIM, relation=Relation.IDENTITY, claimed="(n - 1)/d_k", grid={})
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
