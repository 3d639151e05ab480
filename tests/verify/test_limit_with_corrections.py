"""A limit that names its slow corrections may be true asymptotically, and not yet at the largest size."""

import numpy as np
import pytest
from theorycheck.claim import Relation
from theorycheck.decide.verdict import Verdict, decide
from theorycheck.document import Outcome
from theorycheck.errors import UsageError
from theorycheck.statistics.evidence import Evidence
from theorycheck.user.entry import entry
from theorycheck.wording import Medium, words

from . import planted

SIZES = 2 ** np.arange(4, 11)
LOG = np.log(SIZES)
TRUTH = 1 - 0.7 / LOG


def decided(
    law: str, means: np.ndarray, *corrections: str, error: float | np.ndarray = 1e-3, asymptotic: bool = True
) -> Verdict:
    relation = Relation.EQUALS if asymptotic else Relation.LIMIT
    claim = planted.claim(
        relation, law, 0.03, bound_type=None, quantity="q.x", asymptotic=asymptotic, corrections=corrections
    )
    noise = np.random.default_rng(1).standard_normal(SIZES.size)
    return decide(claim, None, evidence(means * (1 + error * noise), error * means), level=0.005)


def evidence(means: np.ndarray, errors: np.ndarray) -> Evidence:
    return planted.measured({"d": SIZES}, means, errors)


def test_a_slow_approach_is_decided_by_the_correction_that_is_named():
    means = LOG * TRUTH
    assert decided("log(d)", means).outcome is Outcome.INCONCLUSIVE
    told = decided("log(d)", means, "1/log(d)")
    assert told.outcome is Outcome.AGREES
    said = words(told.summary, Medium.CODE)
    assert "true asymptotically, not yet at d = 1024" in said
    assert "With the corrections 1/log(d) it goes there: what is left is" in said
    assert decided("1", TRUTH, "1/log(d)", asymptotic=False).outcome is Outcome.AGREES


def test_a_far_end_that_errors_leave_open_is_not_said_to_be_outside():
    errors = np.where(SIZES[-1] == SIZES, 0.1, 1e-3)
    told = decided("log(d)", LOG * TRUTH, "1/log(d)", error=errors)
    assert told.outcome is Outcome.AGREES
    assert "not yet" not in words(told.summary, Medium.CODE)


@pytest.mark.parametrize("factor", [0.9, 1.1, 1.05])
def test_no_correction_saves_another_limit(factor):
    assert decided(f"{factor}*log(d)", LOG * TRUTH, "1/log(d)").outcome is not Outcome.AGREES


def test_what_passes_through_another_limit_is_open_where_its_correction_is_named():
    found = decided("0.9*log(d)", LOG * TRUTH, "1/log(d)")
    assert "on its way elsewhere" in words(found.summary, Medium.CODE)


def test_corrections_that_fit_no_better_or_that_errors_hide_decide_nothing():
    wavy = TRUTH * (1 + 0.02 * (-1.0) ** np.arange(SIZES.size))
    assert decided("log(d)", LOG * wavy, "1/log(d)").outcome is Outcome.INCONCLUSIVE
    assert decided("log(d)", LOG * TRUTH, "1/log(d)", error=0.03).outcome is Outcome.INCONCLUSIVE
    # A quantity that vanishes is not brought to its limit by a correction as large as it.
    assert decided("1", 3 / LOG, "1/log(d)", asymptotic=False).outcome is not Outcome.AGREES


def test_corrections_are_of_a_growth_or_a_limit():
    keys = {
        "id": "a",
        "statement": "a",
        "law": "log(d)",
        "grid": {"d": [8, 16]},
        "corrections": ["1/log(d)"],
        "measure": {"python": "a.py:f"},
    }
    assert entry(keys | {"bound": "equals in the limit"}, "a").corrections == ("1/log(d)",)
    with pytest.raises(UsageError, match="corrections belong to a growth or a limit"):
        entry(keys | {"bound": "equals"}, "a")


@pytest.mark.parametrize(("means", "size"), [(1 + 36 / SIZES, 2400), (1 + 1.5 / np.sqrt(SIZES), 10000)])
def test_a_far_end_outside_is_told_the_size_that_is_inside(means, size):
    found = decided("1", means, asymptotic=False, error=1e-4)
    assert found.outcome is Outcome.INCONCLUSIVE
    wanted = f"Sizes of d up to about {size}, or its correction by name (`corrections`)."
    assert words(found.missing, Medium.CODE) == wanted
    slow = decided("1", 1 + 1 / LOG, asymptotic=False, error=1e-4)
    assert words(slow.missing, Medium.CODE) == "Larger sizes of d, or its correction by name (`corrections`)."
