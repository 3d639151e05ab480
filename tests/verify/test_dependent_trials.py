"""A simulator whose trials share a number: no verdict is given, and the sentence says why."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from theorycheck.claim import Relation
from theorycheck.decide.verdict import decide
from theorycheck.document import Outcome
from theorycheck.table import evidence, read_table
from theorycheck.user.fit import Question, fit_tables
from theorycheck.wording import words

from .planted import claim
from .running import theorycheck

CLAIM = claim(Relation.EQUALS, "d/d", 0.02)


def table(
    tmp_path: Path, *, shared: float, seed: int = 0, order: bool = False, labelled: bool = True
) -> Path:
    """Trials of mean one at three sizes; those of a call of 64 share a number."""
    rng = np.random.default_rng(seed)
    lines = ["d,draw,value" if labelled else "d,value"]
    for d in (8, 16, 32):
        values = 1 + rng.normal(size=(40, 64)) + shared * rng.normal(size=(40, 1))
        flat = np.sort(values.ravel()) if order else values.ravel()
        trials = [f"{1000000 * d + i}," if labelled else "" for i in range(flat.size)]
        lines += [f"{d},{trial}{value!r}" for trial, value in zip(trials, flat.tolist(), strict=True)]
    path = tmp_path / "draws.csv"
    path.write_text("\n".join(lines) + "\n")
    return path


@pytest.mark.parametrize("labelled", [False, True])
def test_a_true_value_is_not_refuted_where_trials_share_a_number(tmp_path, labelled):
    found = evidence(read_table(table(tmp_path, shared=1.0, labelled=labelled)))
    verdict = decide(CLAIM, None, found)
    assert verdict.outcome is Outcome.ERROR
    assert "the trials of this simulator are not independent" in words(verdict.summary)
    assert set(verdict.intervals) == {(None, None)}
    believed = [
        decide(CLAIM, None, replace(evidence(read_table(table(tmp_path, shared=1.0, seed=seed))),
                                    excess_scatter=None)).outcome
        for seed in range(5)
    ]  # fmt: skip
    assert Outcome.REFUTED in believed


def test_no_interval_rests_on_their_standard_errors(tmp_path):
    law = claim(Relation.LAW, "C")
    found = evidence(read_table(table(tmp_path, shared=1.0)))
    with_limits = decide(law, None, replace(found, excess_scatter=None)).exponents["d"]
    assert with_limits.ci is not None
    without = decide(law, None, found).exponents["d"]
    assert (without.ci, without.extrapolated_ci, without.local) == (None, None, [])
    assert without.claimed == with_limits.claimed


@pytest.mark.parametrize("labelled", [False, True])
@pytest.mark.parametrize("order", [False, True])
def test_independent_trials_are_believed_in_whatever_order_they_stand(tmp_path, order, labelled):
    found = evidence(read_table(table(tmp_path, shared=0.0, order=order, labelled=labelled)))
    assert found.excess_scatter is None
    assert decide(CLAIM, None, found).outcome is not Outcome.ERROR


def test_fit_says_so_too(tmp_path):
    path = table(tmp_path, shared=1.0)
    asked = Question(laws=("d/d",), bound="equals", margin=0.02)
    document = fit_tables({"fit": read_table(path)}, asked, "fit").document
    assert document.claims[0].verdict is Outcome.ERROR


CHECKED = """
id = "mine.mean"
statement = "the mean is one"
law = "d/d"
bound = "equals"
margin = 0.1
[grid]
d = [16, 32, 64, 128, 256]
[measure]
python = "sim.py:mean"
generator = "numpy"
"""
SIMULATOR = "def mean(*, d, n_trials, generator):\n    return 1 + generator.normal(size=n_trials)"


@pytest.mark.parametrize("shared", [True, False])
def test_the_pilot_of_a_simulator_refuses_trials_that_share_a_number(tmp_path, shared):
    (tmp_path / "c.toml").write_text(CHECKED)
    (tmp_path / "sim.py").write_text(SIMULATOR + (" + generator.normal()" if shared else "") + "\n")
    done = theorycheck("check", "c.toml", "--out", "out", cwd=tmp_path)
    assert ("the trials of this simulator are not independent" in done.stderr) is shared
    assert (done.returncode == 0) is not shared
