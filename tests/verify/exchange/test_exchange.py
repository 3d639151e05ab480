"""What `ci` found, as JUnit XML, SARIF and annotations read it."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree as Xml

import msgspec
import pytest
from theorycheck.baseline.ci import FailingClaims, Finding, exit_code, with_advisory
from theorycheck.baseline.regression import Cause, Kind, Regression
from theorycheck.exchange import github, junit, sarif
from theorycheck.exchange.location import location
from theorycheck.papers import tables

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
def finding() -> Finding:
    return Finding(
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
    assert [result["level"] for result in run["results"]] == ["error", "warning", "error"]
    place = run["results"][0]["locations"][0]["physicalLocation"]
    assert place["region"]["startLine"] == location(RED).line


def test_an_annotation_is_one_line(finding):
    lines = github(finding).splitlines()
    assert [line.split()[0] for line in lines] == ["::error", "::error", "::warning", "::notice"]
    assert "100 %25 <agrees>, and is%0Arefuted: now." in lines[0]


def test_what_does_not_fail_the_check_is_advisory(finding, pytestconfig):
    text = (pytestconfig.rootpath / "reports" / "conditioning.json").read_bytes()
    record = json.loads(text)["claims"][0]

    from theorycheck.document import ClaimRecord

    minor = msgspec.convert(record | {"id": RED, "severity": "minor", "tags": ["noise"]}, ClaimRecord)
    red = msgspec.structs.replace(finding, errors=[])
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
    told = form(msgspec.structs.replace(finding, now=now))
    told = json.loads(told) if form is sarif else told
    shown = str(told)
    assert "Now: The error is C·√d_k." in shown
    assert "conditioning.broken ended in an error. Now: A derivation broke." in shown
    assert "Now:" not in str(form(finding))
