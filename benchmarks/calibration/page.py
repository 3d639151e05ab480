"""A calibration as a page of Markdown: criteria, confusion matrix, coverage, interim analyses, every row."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

import numpy as np
from theorycheck.document import Outcome

from .counts import Counts, added
from .criteria import CriterionResult, Rate, rate
from .document import Calibration, RowRecord

OUTCOMES: Final = tuple(Outcome)[:4]
BAR: Final = 40

Kinds = dict[str, list[RowRecord]]


def markdown(found: Calibration) -> str:
    """The whole page."""
    parts = [
        _head(found),
        _hard(found),
        _criteria(found),
        _confusion(found),
        _ranks(found),
        _coverage(found),
        _analyses(found),
        _rows(found),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def criterion_line(criterion: CriterionResult) -> tuple[str, ...]:
    """A criterion as a line of a table: name, what is asked, status, worst row, all rows, naive rule."""
    costs = f"{criterion.figure:.3g} (<= {criterion.most:.3g})" if criterion.figure is not None else ""
    worst = costs or _rate(criterion.rate, criterion)
    return (
        criterion.name,
        _asked(criterion),
        str(criterion.status),
        f"{worst} ({criterion.worst})",
        _rate(criterion.together, criterion),
        _rate(criterion.naive_worst, criterion),
        _rate(criterion.naive_together, criterion),
        _rate(criterion.weighted_worst, criterion),
        _rate(criterion.weighted_together, criterion),
    )


CRITERIA_HEADER: Final = (
    "figure",
    "criterion",
    "",
    "worst row",
    "all rows",
    "naive rule, worst row",
    "naive rule, all rows",
    "weighted with BIC, worst row",
    "weighted with BIC, all rows",
)

WORST: Final = 8
"""Rows that stand at the head of the page."""


def percent(value: float) -> str:
    """A rate with as many digits as its size asks for.

    >>> percent(0.0012), percent(0.5), percent(1.0)
    ('0.12 %', '50.0 %', '100.0 %')
    """
    return f"{100 * value:.2f} %" if 0 < value < 0.02 or 0.98 < value < 1 else f"{100 * value:.1f} %"  # noqa: PLR2004 - digits


def _head(found: Calibration) -> str:
    runs = max((row.counts.runs for row in found.rows), default=0)
    return (
        "# Calibration: how often is the verifier wrong?\n\n"
        f"theorycheck {found.theorycheck}, preset `{found.preset}`, seed {found.seed}: up to {runs} runs a "
        f"row, {len(found.rows)} rows, {sum(row.counts.decisions for row in found.rows)} decisions. In "
        "brackets stand one-sided 95 % limits. The naive rule decides the same data: a claim agrees where "
        "the 95 % interval of a least-squares line through the logs holds the claimed exponent, and is "
        "refuted where not; an equality is decided by the 95 % interval of every design point, bounds and "
        "orderings by the means alone. *Weighted with BIC* is weighted least squares with the stated errors "
        "over a pure power, corrected ones, a floor and a logarithm, the one with the least BIC, and its "
        "95 % interval.\n\nA criterion is *met* where the limits of every row are within it, "
        "*not met* where some row's limit excludes it (5 % shared among rows), *open* where only more runs "
        "can tell. The worst row is the one whose limit is farthest from the criterion."
    )


def _criteria(found: Calibration) -> str:
    table = _table(CRITERIA_HEADER, (criterion_line(criterion) for criterion in found.criteria))
    failing = [
        f"- {criterion.name}: {', '.join(criterion.failing)}"
        for criterion in found.criteria
        if criterion.failing
    ]
    excluded = "\n\nRows whose limit excludes the criterion:\n\n" + "\n".join(failing) if failing else ""
    return f"## Acceptance criteria\n\n{table}{excluded}"


def _hard(found: Calibration) -> str:
    """The worst of the hard rows, and what each of their groups came to."""
    rows = [row for row in found.rows if row.name.startswith("hard.") and row.counts.runs]
    if not rows:
        return ""
    wrong = [row for row in rows if _wrong(row, row.counts.outcomes)]
    wrong.sort(key=lambda row: -_wrong(row, row.counts.outcomes) / row.counts.runs)
    worst = _table(HARD_HEADER, (_hard_line(row.name, [row]) for row in wrong[:WORST]))
    groups: Kinds = {}
    for row in rows:
        groups.setdefault(row.name.split(".")[1], []).append(row)
    lines = [_hard_line(name, of) for name, of in groups.items()]
    everything = _table(HARD_HEADER, [*lines, _hard_line("all hard rows", rows)])
    first = f"The rows with most mistakes:\n\n{worst}" if wrong else "No row has a mistake."
    return f"## Rows that hurt\n\n{first}\n\nThe groups:\n\n{everything}" + _undecidable(rows)


def _undecidable(rows: Sequence[RowRecord]) -> str:
    """The rows that no rule can decide, each with the reason."""
    lines = [
        (
            row.name,
            row.planted,
            row.nearest,
            percent(row.most_decided),
            percent(row.undecided / row.counts.runs),
        )
        for row in rows
        if row.nearest is not None
    ]
    header = ("row", "planted", "nearest truth with the other answer", "decided at most", "undecided here")
    told = (
        "The rows that no rule can decide: one that is wrong about the nearest truth with the other answer "
        "in 1 % of runs decides at most so many of the row's own rightly (Neyman and Pearson)."
    )
    return f"\n\n{told}\n\n{_table(header, lines)}" if lines else ""


HARD_HEADER: Final = (
    "hard rows",
    "runs",
    "true claims refuted",
    "false ones supported",
    "of those visible beyond the margin",
    "undecided",
    "where a rule could decide",
    "naive: wrong",
    "weighted with BIC: wrong",
)


def _hard_line(name: str, rows: Sequence[RowRecord]) -> tuple[str, ...]:
    false = [row for row in rows if row.right != Outcome.AGREES]
    visible = [row for row in false if row.visible]
    runs = sum(row.counts.runs for row in rows)
    could = [row for row in rows if row.nearest is None]
    refuted = [row for row in rows if str(Outcome.REFUTED) in row.wrong]
    return (
        name,
        str(runs),
        _share_of(refuted, lambda row: row.counts.count(Outcome.REFUTED)),
        *(_share_of(of, _supported) for of in (false, visible)),
        *(_share_of(of, lambda row: row.undecided) for of in (rows, could)),
        _competitor(rows, lambda counts: counts.naive),
        _competitor(rows, lambda counts: counts.weighted),
    )


def _supported(row: RowRecord) -> int:
    return sum(row.counts.outcomes.get(one, 0) for one in row.wrong if one != Outcome.REFUTED)


def _share_of(rows: Sequence[RowRecord], counted: Callable[[RowRecord], int]) -> str:
    return _share(sum(map(counted, rows)), sum(row.counts.runs for row in rows))


def _competitor(rows: Sequence[RowRecord], outcomes: Callable[[Counts], dict[str, int]]) -> str:
    return _share(
        sum(_wrong(row, outcomes(row.counts)) for row in rows),
        sum(sum(outcomes(row.counts).values()) for row in rows),
    )


def _confusion(found: Calibration) -> str:
    header = ("planted", "runs", *OUTCOMES, "wrong", "naive: agrees", "naive: refuted", "naive: wrong")
    lines = []
    for kind, rows in _kinds(found).items():
        total = added(row.counts for row in rows)
        wrong = sum(_wrong(row, row.counts.outcomes) for row in rows)
        naive = sum(_wrong(row, row.counts.naive) for row in rows)
        decided = sum(total.naive.values())
        lines.append(
            (
                kind,
                str(total.runs),
                *(percent(total.count(outcome) / total.runs) for outcome in OUTCOMES),
                percent(wrong / total.runs),
                *(_share(total.naively(o), decided) for o in (Outcome.AGREES, Outcome.REFUTED)),
                _share(naive, decided),
            )
        )
    return "## Confusion matrix\n\n" + _table(header, lines) if lines else ""


def _kinds(found: Calibration) -> Kinds:
    """Rows by what is planted in them."""
    kinds: Kinds = {}
    for row in found.rows:
        if not row.name.startswith("hard."):
            kinds.setdefault(_kind(row), []).append(row)
    return kinds


def _kind(row: RowRecord) -> str:
    if row.name.startswith("gauntlet."):
        return "proved law, " + ("false claim" if row.right == Outcome.REFUTED else "true claim")
    if row.name.startswith("looks."):
        return "decided in rounds, " + ("false claim" if row.right == Outcome.REFUTED else "true claim")
    if row.outside:
        return "truth outside the family"
    if row.right == Outcome.REFUTED:
        return (
            "claim wrong by its margin"
            if "margin" in row.name or "equal" in row.name
            else "claim wrong by more"
        )
    return "claim true" if row.right == Outcome.AGREES else "claim true and loose"


def _ranks(found: Calibration) -> str:
    total = sum(found.ranks)
    if not total:
        return ""
    ends = [f"{100 * c:g} %" for c in found.confidences]
    names = [f"below the {ends[-1]} interval", *(f"below the {end} interval" for end in reversed(ends[:-1]))]
    mirrored = [name.replace("below", "above") for name in reversed(names)]
    labels = [*names, f"inside the {ends[0]} interval", *mirrored]
    lines = [
        (label, percent(count / total), percent(share), f"`{'#' * round(BAR * count / total)}`")
        for label, count, share in zip(labels, found.ranks, found.nominal, strict=True)
    ]
    return (
        f"## Rank of the truth among the intervals\n\nAll rows with one exponent, {total} runs. More in the "
        "middle than nominal: intervals wider than they say; more at the ends: too narrow.\n\n"
        + _table(("the true exponent lies", "found", "nominal", ""), lines)
    )


def _coverage(found: Calibration) -> str:
    rows = [row for row in found.rows if row.counts.intervals]
    if not rows:
        return ""
    header = ("row", "99 % intervals", *(f"{100 * c:g} %" for c in reversed(found.confidences[:-1])))
    lines = [(row.name, _covered(row.counts), *_inner(row.counts)) for row in rows]
    return (
        "## Coverage\n\nThe share of 99 % intervals of verdicts that hold the truth (where no form stands "
        "there is no interval, and it counts as a miss), and of profile intervals of lower confidence.\n\n"
        + _table(header, lines)
    )


def _covered(counts: Counts) -> str:
    found = rate(counts.covered, counts.intervals)
    absent = f"; no interval in {counts.absent}" if counts.absent else ""
    return f"{percent(found.value)} ({100 * found.lower:.1f}..{100 * found.upper:.1f}{absent})"


def _inner(counts: Counts) -> tuple[str, ...]:
    ranks, total = np.array(counts.ranks), sum(counts.ranks)
    if not total:
        return ("",) * (len(ranks) // 2 - 1)
    return tuple(percent(ranks[k:-k].sum() / total) for k in range(2, len(ranks) // 2 + 1))


def _analyses(found: Calibration) -> str:
    samples = "mean samples / fixed sample of the same power"
    header = ("row", "decided rightly", samples, "at least", "at most")
    lines = [
        (cost.row, _of(cost.right, low=True), f"{cost.relative:.3f}", f"{cost.least:.3f}", f"{cost.most:.3f}")
        for cost in found.costs
    ]
    if not lines:
        return ""
    return "## What deciding in rounds costs\n\n" + _table(header, lines)


def _rows(found: Calibration) -> str:
    header = (
        "row",
        "claimed",
        "planted",
        "error of a point",
        "runs",
        *OUTCOMES,
        "wrong",
        "naive wrong",
        "weighted wrong",
        "ms a decision",
    )
    return "## Every row\n\n" + _table(header, map(_row, found.rows))


def _row(row: RowRecord) -> tuple[str, ...]:
    counts = row.counts
    wrong, naive = _wrong(row, counts.outcomes), _wrong(row, counts.naive)
    upper = rate(wrong, counts.runs).upper
    return (
        row.name,
        f"`{row.claimed}`",
        row.planted,
        "" if row.relative_error is None else f"{100 * row.relative_error:.2g} %",
        str(counts.runs),
        *(percent(counts.count(outcome) / counts.runs) for outcome in OUTCOMES),
        f"{percent(wrong / counts.runs)} (<= {percent(upper)})",
        _share(naive, sum(counts.naive.values())),
        _share(_wrong(row, counts.weighted), sum(counts.weighted.values())),
        f"{1000 * counts.seconds / counts.decisions:.1f}",
    )


def _wrong(row: RowRecord, outcomes: dict[str, int]) -> int:
    return sum(outcomes.get(outcome, 0) for outcome in row.wrong)


def _rate(rate: Rate | None, criterion: CriterionResult) -> str:
    """The rate with the limit that speaks against it, both where it is asked to be between two."""
    if rate is None:
        return ""
    if criterion.low > 0 and criterion.high < 1:
        return f"{percent(rate.value)} ({percent(rate.lower)} to {percent(rate.upper)})"
    return _of(rate, low=criterion.low > 0)


def _of(rate: Rate, *, low: bool) -> str:
    return f"{percent(rate.value)} ({'>= ' + percent(rate.lower) if low else '<= ' + percent(rate.upper)})"


def _asked(criterion: CriterionResult) -> str:
    if criterion.figure is not None:
        return f"at most {criterion.high:g}"
    if criterion.low > 0 and criterion.high < 1:
        return f"{100 * criterion.low:g}..{100 * criterion.high:g} %"
    return (
        f"at least {100 * criterion.low:g} %" if criterion.low > 0 else f"at most {100 * criterion.high:g} %"
    )


def _share(count: int, of: int) -> str:
    return percent(count / of) if of else ""


def _table(header: Sequence[str], lines: Iterable[Sequence[str]]) -> str:
    rows = [header, ["---"] * len(header), *lines]
    return "\n".join(
        "| " + " | ".join(str(point).replace("|", "\\|") for point in row) + " |" for row in rows
    )
