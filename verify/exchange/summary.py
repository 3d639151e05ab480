"""The summary of a workflow's run in Markdown: counts, then a row for each claim that differs."""

from __future__ import annotations

from collections.abc import Iterable

from ..baseline.ci import Finding
from ..wording.markdown import escape
from .location import location


def summary(finding: Finding) -> str:
    """What `ci` found, as the page of a workflow's run shows it."""
    failing = [
        (one.claim, one.cause.value, finding.sentence(one.claim, one.sentence)) for one in finding.regressions
    ]
    failing += [(name, "error", finding.sentence(name)) for name in finding.errors]
    advisory = [(one.claim, one.cause.value, one.sentence) for one in finding.advisory]
    mark = "❌" if failing else "✅"
    parts = [
        f"## {mark} theorycheck: {_counts(finding, len({claim for claim, *_ in failing}))}",
        f"Preset `{finding.preset}`, seed {finding.seed}, held against `{finding.baseline}`.",
        *_table("Differs from the baseline", failing),
        *_table("Differs, and does not fail the check", advisory),
    ]
    parts += [f"- {escape(notice)}" for notice in finding.notices]
    for title, names in (("Not in the baseline", finding.unlisted), ("No claim any more", finding.gone)):
        parts += [f"{title}: {', '.join(f'`{name}`' for name in names)}"] if names else []
    return "\n\n".join(parts) + "\n"


def _counts(finding: Finding, failing: int) -> str:
    compared = len(finding.compared) + len(finding.errors)
    if not failing:
        return f"{compared} claim{'s' if compared != 1 else ''} as expected"
    return f"{failing} of {compared} claims differ" if failing > 1 else f"1 of {compared} claims differs"


def _table(title: str, rows: Iterable[tuple[str, str, str]]) -> list[str]:
    """A table below its title; nothing without rows."""
    lines = [f"| `{claim}`{_place(claim)} | {cause} | {escape(said)} |" for claim, cause, said in rows]
    return (
        [f"### {title}", "\n".join(["| claim | cause | what was found |", "|---|---|---|", *lines])]
        if lines
        else []
    )


def _place(claim: str) -> str:
    found = location(claim)
    return "" if found is None else f"<br>{found.path}:{found.line}"
