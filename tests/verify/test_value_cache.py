"""Values of derived formulas are kept between runs, and known by their formula and their points alone."""

from dataclasses import replace

import numpy as np
import pytest
from msgspec.structs import replace as replace_struct
from theorycheck.claim import Threshold
from theorycheck.decide.context import Derived
from theorycheck.evidence import derivation_cache, derivations
from theorycheck.evidence.cache import Table
from theorycheck.papers.index import select
from theorycheck.papers.tables import CLAIMS
from theorycheck.theory.notation import symbol

from . import running

IDS = ("conditioning.key_overlap.mean_square", "conditioning.capacity.unshared.theta")
PRESET = replace(running.OPTIONS.preset, rounds=2)


@pytest.fixture
def evaluated(tmp_path, monkeypatch):
    """The points at which formulas are evaluated, with an empty cache."""
    points = []

    def counted(formula, at):
        points.append(at)
        return evaluate(formula, at)

    evaluate = derivations.evaluate
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(derivations, "evaluate", counted)
    return points


def decided(folder, monkeypatch, identity=derivation_cache.VALUES._identity):
    """The claims of a run as in a process of its own."""
    monkeypatch.setattr(derivation_cache, "VALUES", Table("values", identity))
    derivations._value.cache_clear()
    return running.run_in(folder, IDS, preset=PRESET).claims


def test_a_second_run_evaluates_no_formula_again(evaluated, tmp_path, monkeypatch):
    first = decided(tmp_path / "first", monkeypatch)
    assert evaluated
    evaluated.clear()
    second = decided(tmp_path / "second", monkeypatch)
    assert not evaluated
    assert [(c.verdict, c.summary, c.comparisons) for c in second] == [
        (c.verdict, c.summary, c.comparisons) for c in first
    ]
    decided(tmp_path / "third", monkeypatch, lambda: "other sources")
    assert evaluated


def test_values_are_known_by_the_formula_the_points_and_what_is_solved_for(evaluated, tmp_path, monkeypatch):
    decided(tmp_path / "run", monkeypatch)
    (claim, *_), d = select(CLAIMS, IDS[:1]), symbol("d")
    points = _Points(({"d": 16}, {"d": 64}))
    values = np.array([1 / 16, 1 / 64])
    found = Derived(status="derived", formula=1 / d, exponents={}, values=values)
    derivation_cache.keep_values(found, claim, (), points)
    known = derivation_cache.known_values
    assert known(1 / d, claim, (), points).tolist() == [1 / 16, 1 / 64]
    assert known(2 / d, claim, (), points) is None
    assert known(1 / d, claim, (), _Points(({"d": 16}, {"d": 65}))) is None
    assert known(1 / d, claim, (), _Points(({"d": 16},))) is None
    assert known(1 / d, claim, (({"d": 16},),), points) is None
    solved = Threshold(variable="d", level=0.5)
    assert known(1 / d, replace_struct(claim, threshold=solved), (), points) is None


def test_the_digest_covers_every_function_that_evaluates():
    before = """
from theorycheck.evidence.derivations import _value
from theorycheck.evidence.derivation_cache import derivation_result
known = derivation_result("associative_memory", "recall_ceiling").formula
at = tuple((s.name, 7) for s in known.free_symbols)
"""
    ours = running.walked(before, "_value(known, at)")
    assert {path.name for path in ours} >= {"derivations.py", "evaluation.py", "formula_balls.py"}
    assert ours - {path.resolve() for path in derivation_cache.evaluating()} == set()


class _Points:
    """The points of evidence."""

    def __init__(self, points):
        self._points = points

    def __len__(self):
        return len(self._points)

    def place(self, index):
        return self._points[index]
