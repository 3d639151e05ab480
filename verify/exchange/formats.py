"""What `ci` found, for other tools: JUnit XML, SARIF, GitHub's annotations and summary, a badge.

Each is a pure function of the finding.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from html import escape
from typing import Any, Final
from urllib.parse import quote
from xml.etree import ElementTree as Xml

from ..baseline.ci import BaselineFinding, Discrepancy, Rank
from ..baseline.regression import Kind
from ..errors import visible
from ..upgrade import encode
from ..wording.formulas import escape_markdown
from ..wording.parts import numbered
from .location import location

LABEL: Final = "theorycheck"
COLOURS: Final = {"brightgreen": "#3a7d00", "red": "#b3261e"}
"""By the names of shields.io; white text on either has a contrast above 4.5."""

LETTER: Final = 6.6
"""Width of a letter, in pixels; `textLength` makes it so."""

HEIGHT, PAD, BASELINE = 20, 6, 14


def _badge_words(finding: BaselineFinding) -> tuple[str, str]:
    """What the badge says, and its colour."""
    if finding.errors:
        return f"{len(finding.errors)} in error", "red"
    if finding.regressions:
        return f"{len({one.claim for one in finding.regressions})} of {len(finding.compared)} differ", "red"
    return f"{numbered(len(finding.compared), 'claim')} as expected", "brightgreen"


def shields(finding: BaselineFinding) -> str:
    """The document of the endpoint badge of shields.io."""
    said, colour = _badge_words(finding)
    return encode({"schemaVersion": 1, "label": LABEL, "message": said, "color": colour})


def badge(finding: BaselineFinding) -> str:
    """The badge as an SVG file."""
    said, colour = _badge_words(finding)
    lengths = round(LETTER * len(LABEL)), round(LETTER * len(said))
    left, right = (length + 2 * PAD for length in lengths)
    told = escape(f"{LABEL}: {said}")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + right}" height="{HEIGHT}" role="img" '
        f'aria-label="{told}"><title>{told}</title><rect width="{left}" height="{HEIGHT}" fill="#444"/>'
        f'<rect x="{left}" width="{right}" height="{HEIGHT}" fill="{COLOURS[colour]}"/>'
        '<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">'
        f'<text x="{PAD}" y="{BASELINE}" textLength="{lengths[0]}">{LABEL}</text>'
        f'<text x="{left + PAD}" y="{BASELINE}" textLength="{lengths[1]}">{escape(said)}</text></g></svg>\n'
    )


def github(finding: BaselineFinding) -> str:
    """Errors for what fails, warnings for advisory regressions, notices for the rest; a line each.

    The commands are those of "Workflow commands for GitHub Actions".
    """
    lines = [_annotation(finding, one) for one in finding.discrepancies()]
    lines += [f"::notice title=theorycheck::{_escaped(text)}" for text in finding.notices]
    return visible("".join(line + "\n" for line in lines))


def _level(one: Discrepancy) -> str:
    """As annotations of GitHub and results of SARIF call it."""
    return "error" if one.fails else "warning"


def _annotation(finding: BaselineFinding, one: Discrepancy) -> str:
    found = location(one.claim, finding.places)
    place = "" if found is None else f"file={_property(found.path)},line={found.line},"
    return f"::{_level(one)} {place}title={_property(one.claim)}::{_escaped(one.sentence)}"


def _escaped(text: str) -> str:
    r"""Text with what ends a command escaped.

    >>> _escaped("100 %\nsure")
    '100 %25%0Asure'
    """
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _escaped(text).replace(":", "%3A").replace(",", "%2C")


def junit(finding: BaselineFinding) -> str:
    """A suite of all claims of the run: failures are regressions, errors are errors, skipped has no entry."""
    cases = [*finding.compared, *finding.errors, *finding.unlisted]
    suite = Xml.Element(
        "testsuite",
        name=f"theorycheck {finding.preset}",
        tests=str(len(cases)),
        failures=str(len({regression.claim for regression in finding.regressions})),
        errors=str(len(finding.errors)),
        skipped=str(len(finding.unlisted)),
    )
    told = list(finding.discrepancies())
    for name in cases:
        _case(suite, name, finding, [one for one in told if one.claim == name])
    advisory = (one.sentence for one in told if not one.fails)
    Xml.SubElement(suite, "system-out").text = "\n".join([*advisory, *finding.notices])
    Xml.indent(suite)
    text: str = Xml.tostring(suite, encoding="unicode")
    # XML has no control characters, escaped or not.
    return visible(f'<?xml version="1.0" encoding="utf-8"?>\n{text}\n')


def _case(suite: Xml.Element, name: str, finding: BaselineFinding, told: Iterable[Discrepancy]) -> None:
    found = location(name, finding.places)
    place = {} if found is None else {"file": found.path, "line": str(found.line)}
    case = Xml.SubElement(suite, "testcase", {"classname": name.partition(".")[0], "name": name, **place})
    for one in told:
        if one.rank is Rank.REGRESSION:
            Xml.SubElement(case, "failure", type=str(one.kind), message=one.sentence)
        elif one.rank is Rank.ERROR:
            Xml.SubElement(case, "error", message=one.sentence)
    if name in finding.unlisted:
        Xml.SubElement(case, "skipped", message=f"{finding.baseline} has no entry of this claim.")


SCHEMA: Final = "https://json.schemastore.org/sarif-2.1.0.json"
RULES: Final = {
    Kind.FORMULA: "A claimed or derived formula is another than the baseline's.",
    Kind.POINTS: "A claim was measured in other points than the baseline's.",
    Kind.VERDICT: "A verdict is another than the baseline's.",
    Kind.MEANS: "Measured means moved by more than chance explains.",
}
ERROR: Final = "error"


def sarif(finding: BaselineFinding) -> str:
    """The finding as one SARIF run: errors fail the check, warnings are advisory."""
    results = [_result(finding, one) for one in finding.discrepancies()]
    rules = [{"id": kind.value, "shortDescription": {"text": text}} for kind, text in RULES.items()]
    rules.append({"id": ERROR, "shortDescription": {"text": "A check failed to execute."}})
    driver = {"name": "theorycheck", "version": finding.theorycheck, "rules": rules}
    document = {
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{"tool": {"driver": driver}, "results": results}],
    }
    return json.dumps(document, indent=1) + "\n"


def _result(finding: BaselineFinding, one: Discrepancy) -> dict[str, Any]:
    found = location(one.claim, finding.places)
    rule = one.kind or ERROR
    result: dict[str, Any] = {
        "ruleId": rule,
        "level": _level(one),
        "message": {"text": one.sentence},
        "partialFingerprints": {"claim/v1": f"{one.claim}:{rule}"},
        "locations": [],
    }
    if one.cause is not None:
        result["properties"] = {"cause": one.cause}
    if found is not None:
        # The name of a file need not be a URI.
        region = {"artifactLocation": {"uri": quote(found.path)}, "region": {"startLine": found.line}}
        result["locations"] = [{"physicalLocation": region}]
    return result


def summary(finding: BaselineFinding) -> str:
    """What `ci` found, as the page of a workflow's run shows it."""
    told = list(finding.discrepancies())
    failing, advisory = ([one for one in told if one.fails is fails] for fails in (True, False))
    mark = "❌" if failing else "✅"
    parts = [
        f"## {mark} theorycheck: {_counts(finding, len({one.claim for one in failing}))}",
        f"Preset `{finding.preset}`, seed {finding.seed}, held against `{finding.baseline}`.",
        *_table(finding, "Differs from the baseline", failing),
        *_table(finding, "Differs, and does not fail the check", advisory),
    ]
    parts += [f"- {escape_markdown(notice)}" for notice in finding.notices]
    parts += [f"Not in the baseline: {', '.join(f'`{name}`' for name in finding.unlisted)}"] * bool(
        finding.unlisted
    )
    # Unlike the ids of claims, those of a baseline are any text.
    parts += [f"No claim any more: {', '.join(map(escape_markdown, finding.gone))}"] * bool(finding.gone)
    return visible("\n\n".join(parts) + "\n")


def _counts(finding: BaselineFinding, failing: int) -> str:
    compared = len(finding.compared) + len(finding.errors)
    if not failing:
        return f"{numbered(compared, 'claim')} as expected"
    return f"{failing} of {compared} claims differ" if failing > 1 else f"1 of {compared} claims differs"


def _table(finding: BaselineFinding, title: str, rows: Iterable[Discrepancy]) -> list[str]:
    """A table below its title; nothing without rows."""
    lines = [
        f"| `{one.claim}`{_place(finding, one.claim)} | {one.cause or ERROR} "
        f"| {escape_markdown(one.sentence)} |"
        for one in rows
    ]
    return (
        [f"### {title}", "\n".join(["| claim | cause | what was found |", "|---|---|---|", *lines])]
        if lines
        else []
    )


def _place(finding: BaselineFinding, claim: str) -> str:
    found = location(claim, finding.places)
    return "" if found is None else f"<br>{escape_markdown(found.path)}:{found.line}"
