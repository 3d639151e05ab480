"""What the command line prints of verdicts: Unicode on a terminal and in a pipe, counts that are fair."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace
from rich.console import Console
from theorycheck.document import Alternative, Outcome
from theorycheck.reason import Formula, Kind, Text, reason
from theorycheck.terminal import console, findings
from theorycheck.terminal.verbosity import Verbosity
from theorycheck.wording import templates

from .report.conftest import build


@pytest.fixture
def document(monkeypatch):
    """A run with one claim whose verdict has a reason, and one whose verdict is a text."""
    monkeypatch.setitem(templates.TEMPLATES, Kind.NOT_MEASURED, "{label} is {formula}.")
    run = build()
    said = reason(
        Kind.NOT_MEASURED,
        label=Text(text=r"the error at $\alpha = 2$"),
        formula=Formula(code="C*d_k**-0.5"),
    )
    claims = [
        replace(run.claims[0], reason=said, summary="unread"),
        replace(run.claims[1], summary=r"The tail stays below $e^{-d_k}$.", relation="at_least"),
        *run.claims[2:],
    ]
    return replace(run, claims=claims)


def printed(capsys, monkeypatch, document, *, terminal, **options):
    """Standard output and standard error of the verdicts."""
    if terminal:
        wide = {"force_terminal": True, "width": 200, "no_color": True}
        for module in (console, findings):
            monkeypatch.setattr(module, "Console", lambda **more: Console(**(more | wide)))
    console.print_verdicts(document, Path("out"), **options)
    return capsys.readouterr()


@pytest.mark.parametrize("terminal", [True, False])
def test_verdicts_are_worded_in_unicode_on_a_terminal_and_in_a_pipe(capsys, monkeypatch, document, terminal):
    out = printed(capsys, monkeypatch, document, terminal=terminal, whole=True).out
    assert "The error at α = 2 is C·d_k^−0.5." in out
    assert "The tail stays below e^(−d_k)." in out
    assert "unread" not in out
    assert "$" not in out
    assert "**" not in out


def test_a_pipe_keeps_the_names_of_outcomes_and_a_terminal_says_the_side_of_a_bound(
    capsys, monkeypatch, document
):
    piped = printed(capsys, monkeypatch, document, terminal=False, whole=True).out
    assert f"{Outcome.BOUND_ONLY}\t{document.claims[1].id}\t" in piped
    assert "lower bound only" in printed(capsys, monkeypatch, document, terminal=True, whole=True).out


def test_statements_are_counted_without_our_own_questions(capsys, monkeypatch, document):
    said = printed(capsys, monkeypatch, document, terminal=False).out
    assert said.startswith("conditioning   4 statements: 2 hold · ")
    ours = [replace(s, own_question=s.id == "conditioning.S1") for s in document.statements]
    said = printed(capsys, monkeypatch, replace(document, statements=ours), terminal=False).out
    assert said.startswith("conditioning   3 statements: ")
    assert "1 question of our own" in " ".join(said.split())


def test_ways_on_are_told_beside_the_findings_unless_quiet(capsys, monkeypatch, document):
    said = printed(capsys, monkeypatch, document, terminal=False)
    assert "theorycheck show out --all" in said.err
    assert "theorycheck open out" in said.err
    monkeypatch.setattr(console, "verbosity", lambda: Verbosity.QUIET)
    assert printed(capsys, monkeypatch, document, terminal=False).err == ""


def test_an_alternative_is_named_by_its_formula_set(capsys, document):
    law = Alternative(law="C*exp(-0.054*d)", excluded=False, reason="It fits as well.")
    claim = replace(document.claims[0], alternatives=[law])
    console.print_check(replace(document, claims=[claim]), None, {})
    assert "alternative C·e^(−0.054 d): not rejected. It fits as well." in capsys.readouterr().out


def test_the_lists_of_claims_and_statements_have_no_latex(capsys, monkeypatch):
    from theorycheck.papers.tables import CLAIMS, STATEMENTS

    console.print_claims(CLAIMS, as_json=False)
    console.print_statements(STATEMENTS, CLAIMS, as_json=False)
    shown = capsys.readouterr().out
    assert "$" not in shown
    assert "\\" not in shown
    assert shown.partition("\n")[0].count("\t") == 3
