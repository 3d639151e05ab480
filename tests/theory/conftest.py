"""What tests need that ask only whether a statement is refused."""

from importlib import import_module

import pytest


@pytest.fixture
def unexplained(monkeypatch: pytest.MonkeyPatch) -> None:
    """Refusals name no missing hypothesis, for which the search is made again with each of up to eight."""
    monkeypatch.setattr(import_module("theorycheck.theory.tactics.auto"), "missing", lambda *_: "")


@pytest.fixture(params=["quickly", pytest.param("in full", marks=pytest.mark.slow)])
def quickly_refused(request: pytest.FixtureRequest) -> None:
    """Refusals name no missing hypothesis; in the slow lane it is searched for, as it is for a user."""
    if request.param == "quickly":
        request.getfixturevalue("unexplained")


@pytest.fixture(params=["told", pytest.param("untold", marks=pytest.mark.slow)])
def refused(unexplained: None, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    """Statements are refused with an instance in which they fail; in the slow lane also where no tactic is
    told of one, so that their proof is tried in all ways.
    """
    if request.param == "untold":
        for name in ("auto", "statistic_values"):
            module = import_module(f"theorycheck.theory.tactics.{name}")
            monkeypatch.setattr(module, "counterexample", lambda *_, **__: "")
