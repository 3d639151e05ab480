"""What tests of tactics need that ask only whether a statement is refused."""

from importlib import import_module

import pytest


@pytest.fixture
def unexplained(monkeypatch: pytest.MonkeyPatch) -> None:
    """Refusals name no missing hypothesis, for which the search is made again with each of up to eight."""
    monkeypatch.setattr(import_module("theorycheck.theory.tactics.auto"), "missing", lambda *_: "")
