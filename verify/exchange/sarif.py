"""SARIF 2.1.0: each regression as a result with the file and line of its claim, as code scanners show it."""

from __future__ import annotations

import json
from typing import Any, Final

from ..baseline.ci import Finding
from ..baseline.regression import Kind, Regression
from .location import location

SCHEMA: Final = "https://json.schemastore.org/sarif-2.1.0.json"
RULES: Final = {
    Kind.FORMULA: "A claimed or derived formula is another than the baseline's.",
    Kind.POINTS: "A claim was measured in other points than the baseline's.",
    Kind.VERDICT: "A verdict is another than the baseline's.",
    Kind.MEANS: "Measured means moved by more than chance explains.",
}
ERROR: Final = "error"


def sarif(finding: Finding) -> str:
    """The finding as one SARIF run: errors fail the check, warnings are advisory."""
    results = [_result(finding, regression, "error") for regression in finding.regressions]
    results += [_result(finding, regression, "warning") for regression in finding.advisory]
    results += [_located(name, ERROR, "error", finding.sentence(name)) for name in finding.errors]
    rules = [{"id": kind.value, "shortDescription": {"text": text}} for kind, text in RULES.items()]
    rules.append({"id": ERROR, "shortDescription": {"text": "A check failed to execute."}})
    driver = {"name": "theorycheck", "version": finding.theorycheck, "rules": rules}
    document = {
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{"tool": {"driver": driver}, "results": results}],
    }
    return json.dumps(document, indent=1) + "\n"


def _result(finding: Finding, regression: Regression, level: str) -> dict[str, Any]:
    said = finding.sentence(regression.claim, regression.sentence)
    found = _located(regression.claim, regression.kind.value, level, said)
    return found | {"properties": {"cause": regression.cause.value}}


def _located(claim: str, rule: str, level: str, sentence: str) -> dict[str, Any]:
    found = location(claim)
    result: dict[str, Any] = {
        "ruleId": rule,
        "level": level,
        "message": {"text": sentence},
        "partialFingerprints": {"claim/v1": f"{claim}:{rule}"},
        "locations": [],
    }
    if found is not None:
        region = {"artifactLocation": {"uri": found.path}, "region": {"startLine": found.line}}
        result["locations"] = [{"physicalLocation": region}]
    return result
