"""What `ci` found, as JUnit XML, SARIF and annotations read it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from urllib.parse import unquote
from xml.etree import ElementTree as Xml

import msgspec
import pytest
from msgspec.structs import replace
from rich.console import Console
from theorycheck.baseline.ci import BaselineFinding, FailingClaims, exit_code, with_advisory
from theorycheck.baseline.regression import Cause, Kind, Regression
from theorycheck.commands import baseline_check
from theorycheck.commands.baseline_check import write_formats
from theorycheck.document import ClaimRecord
from theorycheck.errors import STEERING, visible
from theorycheck.exchange.formats import badge, github, junit, sarif, shields, summary
from theorycheck.exchange.location import location, places
from theorycheck.papers import tables
from theorycheck.terminal import regressions
from theorycheck.wording.formulas import escape_markdown

RED = "conditioning.noise_power.mean"
ADVISORY = "conditioning.key_overlap.mean_square"
UNLISTED = "conditioning.linearity"
SENTENCE = "the verdict was 100 % <agrees>, and is\nrefuted: now."


def regression(claim: str) -> Regression:
    return Regression(
        claim=claim,
        kind=Kind.VERDICT,
        cause=Cause.INFERENCE,
        before="agrees",
        after="refuted",
        sentence=SENTENCE,
    )


@pytest.fixture
def finding() -> BaselineFinding:
    return BaselineFinding(
        theorycheck="1.0",
        preset="quick",
        seed=0,
        fresh_seed=1,
        baseline="baseline.json",
        compared=[RED, ADVISORY],
        identical=[],
        rerun=[],
        regressions=[regression(RED)],
        notices=["something else."],
        unlisted=[UNLISTED],
        gone=[],
        errors=["conditioning.broken"],
        advisory=[regression(ADVISORY)],
    )


def test_a_claim_is_found_at_the_line_of_its_id(monkeypatch):
    monkeypatch.chdir(Path(tables.__file__).resolve().parents[1])
    found = location(RED)
    assert found.path.startswith("papers/conditioning/")
    stated = "\n".join(Path(found.path).read_text().splitlines()[found.line - 1 : found.line + 1])
    assert f'claim(\n    "{RED.partition(".")[2]}",' in stated


def test_every_claim_of_the_tables_is_found():
    assert [claim.id for claim in tables.CLAIMS if location(claim.id) is None] == []


def test_a_path_outside_the_working_folder_is_that_of_the_package(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    assert location(RED).path.startswith("theorycheck/papers/")
    assert location("conditioning.no_such_claim") is None


def test_junit_counts_what_it_lists(finding):
    suite = Xml.fromstring(junit(finding))
    assert len(suite.findall("testcase")) == int(suite.get("tests")) == 4
    for kind in ("failure", "error", "skipped"):
        plural = {"failure": "failures", "error": "errors", "skipped": "skipped"}[kind]
        assert len(suite.findall(f"testcase/{kind}")) == int(suite.get(plural)) == 1
    assert suite.find("testcase/failure").get("message") == SENTENCE


def test_sarif_has_a_rule_and_a_place_for_every_result(finding):
    run = json.loads(sarif(finding))["runs"][0]
    rules = {rule["id"] for rule in run["tool"]["driver"]["rules"]}
    assert {result["ruleId"] for result in run["results"]} <= rules
    assert [result["level"] for result in run["results"]] == ["error", "error", "warning"]
    place = run["results"][1]["locations"][0]["physicalLocation"]
    assert place["region"]["startLine"] == location(RED).line


@pytest.mark.parametrize("form", [junit, sarif, github, summary])
@pytest.mark.parametrize("claim", [RED, ADVISORY])
def test_each_form_tells_what_moved_and_the_verdict_now(finding, form, claim):
    told = replace(finding, details={claim: "Step 3 is another."}, now={claim: "refuted"})
    assert "Step 3 is another" in form(told)
    assert "Now: refuted" in form(told)
    assert "Now: refuted" not in form(finding)


def test_an_annotation_is_one_line(finding):
    lines = github(finding).splitlines()
    assert [line.split()[0] for line in lines] == ["::error", "::error", "::warning", "::notice"]
    assert "100 %25 <agrees>, and is%0Arefuted: now." in lines[1]


def test_what_does_not_fail_the_check_is_advisory(finding, pytestconfig):
    text = (pytestconfig.rootpath / "reports" / "conditioning.json").read_bytes()
    record = json.loads(text)["claims"][0]

    minor = msgspec.convert(record | {"id": RED, "severity": "minor", "tags": ["noise"]}, ClaimRecord)
    red = replace(finding, errors=[])
    assert (
        exit_code(with_advisory(red, [minor], FailingClaims(severity="minor", tags=frozenset({"noise"}))))
        == 1
    )
    for failing in (FailingClaims(severity="major"), FailingClaims(tags=frozenset({"other"}))):
        put_aside = with_advisory(red, [minor], failing)
        assert exit_code(put_aside) == 0
        assert put_aside.advisory == [regression(RED)]


@pytest.mark.parametrize("form", [github, junit, sarif])
def test_each_format_says_what_the_verdict_says_now_in_unicode(finding, form):
    now = {RED: "The error is C·√d_k.", "conditioning.broken": "A derivation broke."}
    told = form(replace(finding, now=now))
    told = json.loads(told) if form is sarif else told
    shown = str(told)
    assert "Now: The error is C·√d_k." in shown
    assert "conditioning.broken ended in an error. Now: A derivation broke." in shown
    assert "Now:" not in str(form(finding))


def green(finding: BaselineFinding) -> BaselineFinding:
    return replace(finding, regressions=[], errors=[], advisory=[], notices=[], unlisted=[])


def test_the_summary_counts_and_has_a_row_for_each_claim_that_differs(finding):
    text = summary(finding)
    assert text.startswith("## ❌ theorycheck: 2 of 3 claims differ\n")
    rows = [line for line in text.splitlines() if line.startswith("| `")]
    assert [row.partition("`")[2].partition("`")[0] for row in rows] == ["conditioning.broken", RED, ADVISORY]
    assert "&lt;agrees&gt;, and is refuted: now." in rows[1]
    assert f"<br>{escape_markdown(location(RED).path)}:{location(RED).line}" in rows[1]
    assert "- something else." in text
    assert f"Not in the baseline: `{UNLISTED}`" in text


def test_the_summary_of_a_finding_without_differences_has_no_table(finding):
    text = summary(green(finding))
    assert text.startswith("## ✅ theorycheck: 2 claims as expected\n")
    assert "|" not in text


def test_the_badge_says_what_was_found_as_svg_and_for_shields(finding):
    for found, said, colour in (
        (finding, "1 in error", "red"),
        (replace(finding, errors=[]), "1 of 2 differ", "red"),
        (green(finding), "2 claims as expected", "brightgreen"),
    ):
        told = json.loads(shields(found))
        assert told == {"schemaVersion": 1, "label": "theorycheck", "message": said, "color": colour}
        picture = Xml.fromstring(badge(found))
        assert picture.get("aria-label") == f"theorycheck: {said}"
        texts = [one.text for one in picture.iter() if one.tag.endswith("}text")]
        assert texts == ["theorycheck", said]
        widths = [float(one.get("width")) for one in picture.iter() if one.tag.endswith("}rect")]
        assert sum(widths) == float(picture.get("width"))


def test_formats_are_written_and_a_summary_is_added_to_what_its_file_holds(
    finding, tmp_path, monkeypatch, capsys
):
    (tmp_path / "step.md").write_text("before\n")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(tmp_path / "step.md"))
    badges = [tmp_path / "badge.svg", tmp_path / "badge.json"]
    options = {"junit": None, "sarif": None, "summary": tmp_path / "mine.md", "badges": badges}
    write_formats(finding, github=False, **options)
    assert (tmp_path / "step.md").read_text() == "before\n"
    write_formats(finding, github=True, **options)
    assert (tmp_path / "step.md").read_text() == "before\n" + summary(finding)
    assert (tmp_path / "mine.md").read_text() == 2 * summary(finding)
    assert badges[0].read_text() == badge(finding)
    assert badges[1].read_text() == shields(finding)


def test_a_terminal_shows_one_screen_of_what_fails_first(finding, capsys, monkeypatch):
    given = {"force_terminal": True, "width": 80, "height": 12, "no_color": True}
    monkeypatch.setattr(regressions, "Console", lambda **more: Console(**(more | given)))
    several = [regression(RED) for _ in range(20)]
    for whole in (False, True):
        found = replace(finding, regressions=several)
        regressions.print_regressions(found, lambda name: f" ({name})", whole=whole)
        lines = re.sub(r"\x1b\[[\d;]*m", "", capsys.readouterr().out).splitlines()
        assert lines[0].startswith("3 claims compared: 1 in error · 1 differ · 1 differ and do not fail")
        assert all(len(line) <= 80 for line in lines)
        signs = [line[2] for line in lines if line[:2] == "  " and line[2] in "!✗~·"]
        assert signs == sorted(signs, key="!✗~·".index)
        assert (len(signs) == 23) is whole
        assert (lines[-1].endswith(" more: --all")) is not whole
        assert len(lines) <= 12 or whole


HOSTILE = "so\n::stop-commands::x\n ::error file=a::b\r\n##[error]c"


def test_nothing_that_is_printed_begins_a_command(finding, capsys):
    told = [replace(regression(RED), sentence=HOSTILE)]
    hostile = replace(
        finding, regressions=told, notices=[HOSTILE], gone=[HOSTILE], now={"conditioning.broken": HOSTILE}
    )
    with baseline_check.without_commands(github=True):
        baseline_check.print_finding(hostile, as_json=False, whole=False)
    out, err = capsys.readouterr()
    first, *lines, last = out.splitlines()
    assert (first, last) == (f"::stop-commands::{last.strip(':')}", f"::{last.strip(':')}::")
    assert re.fullmatch("[0-9a-f]{32}", last.strip(":"))
    assert len(lines) == 1 + 1 + 1 + 1
    assert not [line for line in [*lines, *err.splitlines()] if line.lstrip().startswith("::")]


def test_commands_act_again_after_an_error_and_stay_as_they_are_elsewhere(capsys):
    with pytest.raises(KeyError), baseline_check.without_commands(github=True):
        raise KeyError
    stopped, again = capsys.readouterr().out.splitlines()
    assert stopped.removeprefix("::stop-commands::") == again.strip(":")
    with baseline_check.without_commands(github=False):
        pass
    assert capsys.readouterr().out == ""


def test_an_annotation_says_hostile_text_in_its_line(finding):
    lines = github(replace(finding, notices=[HOSTILE])).splitlines()
    assert lines[-1].startswith("::notice title=theorycheck::so%0A::stop-commands::x%0A")
    assert len(lines) == 4


def test_a_summary_escapes_what_a_baseline_names(finding):
    gone = "`<img src=x>`|\n# a"
    (line,) = [
        line
        for line in summary(replace(finding, gone=[gone])).splitlines()
        if "<img" in line or "img" in line
    ]
    assert line == r"No claim any more: \`&lt;img src=x&gt;\`\| \# a"


@pytest.mark.parametrize(
    "text",
    ["\x00", "\x1b[2J", "]]>", "<![CDATA[", "&x;", "\ud800", "\uffff", "\u2028", 10**6 * "x"],
    ids=lambda text: ascii(text[:9]),
)
def test_no_text_breaks_a_format(finding, text):
    broken = f"conditioning.broken{text}"
    told = [replace(regression(RED), sentence=text)]
    hostile = replace(
        finding, regressions=told, errors=[broken], now={broken: text}, notices=[text], unlisted=[text]
    )
    suite = Xml.fromstring(junit(hostile).encode())
    (failed,) = [case.get("name") for case in suite.findall("testcase") if case.find("error") is not None]
    assert failed == visible(broken)
    assert json.loads(sarif(hostile).encode())["runs"][0]["results"][0]["message"]["text"].startswith(broken)
    for form in (github, summary):
        assert STEERING.search(form(hostile).encode().decode()) is None


OWN = {
    "own.memory": ("my claims#1.toml", 2, '# the id is below\nid = "own.memory"\nstatement = "a memory"\n'),
    "own.memory.size.theta": (
        "paper.py",
        3,
        'S = paper.statement(primary="memory.size.theta")\nx = {"size": 1}\nS.claim("memory.size", "read")\n',
    ),
    "own.unwritten": ("my claims#1.toml", 1, ""),
}


def test_a_claim_of_ones_own_is_told_with_its_file_and_line_in_every_format(finding, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, _, text in OWN.values():
        with (tmp_path / name).open("a") as file:
            file.write(text)
    found = places([tmp_path / "my claims#1.toml", tmp_path / "paper.py"], OWN)
    assert found == {claim: (name, line) for claim, (name, line, _) in OWN.items()}
    for claim, (name, line) in found.items():
        own = replace(finding, regressions=[regression(claim)], places=found)
        (_, result, _) = json.loads(sarif(own))["runs"][0]["results"]
        place = result["locations"][0]["physicalLocation"]
        assert unquote(place["artifactLocation"]["uri"]) == name
        assert not {" ", "#"} & {*place["artifactLocation"]["uri"]}
        assert place["region"]["startLine"] == line
        assert f"file={name},line={line}," in github(own)
        assert f'file="{name}" line="{line}"' in junit(replace(own, compared=[claim]))
        assert f"<br>{escape_markdown(name)}:{line}" in summary(own)
