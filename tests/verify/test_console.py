"""What the command line prints of verdicts: Unicode on a terminal and in a pipe, counts that are fair."""

import re
from pathlib import Path

import pytest
from msgspec.structs import replace
from rich.console import Console
from theorycheck.document import Alternative, Outcome
from theorycheck.evidence.doctor import Diagnostic
from theorycheck.evidence.preset import PRESETS
from theorycheck.papers.tables import CLAIMS, STATEMENTS
from theorycheck.reason import Formula, Kind, Text, reason
from theorycheck.terminal import catalogue, console, findings, shown
from theorycheck.terminal.verbosity import Verbosity
from theorycheck.wording import templates

from .report.conftest import build

STYLE = re.compile(r"\x1b\[[\d;]*m")


@pytest.fixture
def document(monkeypatch):
    """A run with one claim whose verdict has a reason, and one whose verdict is a text."""
    monkeypatch.setitem(templates.TEMPLATES, Kind.NOT_MEASURED, "{label} is {formula}.")
    run = build()
    said = reason(
        Kind.NOT_MEASURED, label=Text(text=r"the error at $\alpha = 2$"), formula=Formula(code="C*d_k**-0.5")
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


def test_a_folder_with_a_space_is_one_word_of_the_commands_that_are_told(capsys, document):
    console.print_verdicts(document, Path("my run"))
    assert "open: theorycheck open 'my run'" in capsys.readouterr().err


def test_brackets_of_a_source_are_no_markup(capsys):
    assert console.print_diagnostics([Diagnostic(label="A [sic] law", ok=True, sentence="read")]) == 0
    assert capsys.readouterr().out.split() == ["ok", "A", "[sic]", "law", "read"]


def test_an_alternative_is_named_by_its_formula_set(capsys, document):
    law = Alternative(law="C*exp(-0.054*d)", excluded=False, reason="It fits as well.")
    claim = replace(document.claims[0], alternatives=[law])
    console.print_check(replace(document, claims=[claim]), None, {})
    assert "alternative C·e^(−0.054 d): not rejected. It fits as well." in capsys.readouterr().out


def test_the_lists_of_claims_and_statements_have_no_latex(capsys, monkeypatch):
    catalogue.print_claims(CLAIMS, as_json=False)
    catalogue.print_statements(STATEMENTS, CLAIMS, as_json=False)
    shown = capsys.readouterr().out
    assert "$" not in shown
    assert "\\" not in shown
    assert shown.partition("\n")[0].count("\t") == 3


def on_a_terminal(monkeypatch, module, *, width=80, height=24):
    given = {"force_terminal": True, "width": width, "height": height, "no_color": True}
    monkeypatch.setattr(module, "Console", lambda **more: Console(**(more | given)))


def test_a_list_has_one_screen_on_a_terminal_and_everything_on_request(capsys, monkeypatch):
    mine = [claim for claim in CLAIMS if claim.topic == "conditioning"]
    on_a_terminal(monkeypatch, catalogue)
    catalogue.print_claims(mine, as_json=False)
    lines = STYLE.sub("", capsys.readouterr().out).splitlines()
    assert len(lines) <= 24
    assert all(len(line) <= 80 for line in lines)
    assert lines[-1] == f"… {len(mine) - len(lines) + 1} more: --all"
    catalogue.print_claims(mine, as_json=False, whole=True)
    assert len(capsys.readouterr().out.splitlines()) == len(mine)
    catalogue.print_claims(CLAIMS, as_json=False)
    assert f"conditioning        {len(mine)} claims" in capsys.readouterr().out


@pytest.mark.parametrize("height", [24, 200])
def test_a_derivation_keeps_its_last_steps_where_a_screen_is_too_low(capsys, monkeypatch, height):
    claim = next(one for one in CLAIMS if one.id == "conditioning.noise_power.mean")
    statement = next(one for one in STATEMENTS if one.id == claim.statement_id)
    on_a_terminal(monkeypatch, shown, height=height)
    shown.print_claim(claim, statement, PRESETS["quick"])
    lines = [line.rstrip() for line in STYLE.sub("", capsys.readouterr().out).splitlines()]
    assert all(len(line) <= 80 for line in lines)
    assert "  hence    = (n − 1)/d_k" in lines
    assert any("  … premises and" in line for line in lines) is (height == 24)
    assert any("   1. " in line for line in lines) is (height == 200)
    assert len(lines) <= 24 or height == 200
