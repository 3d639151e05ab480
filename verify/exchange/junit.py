"""JUnit XML: one test case a claim, as test reporters of continuous integration read it."""

from __future__ import annotations

from xml.etree import ElementTree as Xml

from ..baseline.ci import Finding
from .location import location


def junit(finding: Finding) -> str:
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
    for name in cases:
        _context(suite, name, finding)
    Xml.SubElement(suite, "system-out").text = "\n".join(_said(finding))
    Xml.indent(suite)
    text: str = Xml.tostring(suite, encoding="unicode")
    return f'<?xml version="1.0" encoding="utf-8"?>\n{text}\n'


def _context(suite: Xml.Element, name: str, finding: Finding) -> None:
    found = location(name)
    place = {} if found is None else {"file": found.path, "line": str(found.line)}
    context = Xml.SubElement(suite, "testcase", {"classname": name.partition(".")[0], "name": name, **place})
    for regression in finding.regressions:
        if regression.claim == name:
            Xml.SubElement(
                context, "failure", type=regression.kind, message=finding.sentence(name, regression.sentence)
            )
    if name in finding.errors:
        Xml.SubElement(context, "error", message=finding.sentence(name))
    if name in finding.unlisted:
        Xml.SubElement(context, "skipped", message=f"{finding.baseline} has no entry of this claim.")


def _said(finding: Finding) -> list[str]:
    return [*(regression.sentence for regression in finding.advisory), *finding.notices]
