"""Annotations of GitHub's workflows: a line on standard output for each finding."""

from __future__ import annotations

from ..baseline.ci import Finding
from .location import location


def github(finding: Finding) -> str:
    """Errors for what fails, warnings for advisory regressions, notices for the rest; a line each.

    The commands are those of "Workflow commands for GitHub Actions".
    """
    lines = [
        _claim("error", one.claim, finding.sentence(one.claim, one.sentence)) for one in finding.regressions
    ]
    lines += [_claim("error", name, finding.sentence(name)) for name in finding.errors]
    lines += [
        _claim("warning", one.claim, finding.sentence(one.claim, one.sentence)) for one in finding.advisory
    ]
    lines += [f"::notice title=theorycheck::{_message(text)}" for text in finding.notices]
    return "".join(line + "\n" for line in lines)


def _claim(level: str, claim: str, sentence: str) -> str:
    found = location(claim)
    place = "" if found is None else f"file={_property(found.path)},line={found.line},"
    return f"::{level} {place}title={_property(claim)}::{_message(sentence)}"


def _message(text: str) -> str:
    r"""Text with what ends a command escaped.

    >>> _message("100 %\nsure")
    '100 %25%0Asure'
    """
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _message(text).replace(":", "%3A").replace(",", "%2C")
