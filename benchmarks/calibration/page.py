"""A calibration as a page of Markdown: demands, confusion matrix, coverage, looks, every row."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import numpy as np
from theorycheck.document import Outcome

from .document import Calibration, DemandRecord, RateRecord, RowRecord
from .tally import Tally, added

OUTCOMES: Final = tuple(Outcome)[:4]
BAR: Final = 40

Kinds = dict[str, list[RowRecord]]


def markdown(found: Calibration) -> str:
    """The whole page."""
    parts = [
        _head(found),
        _demands(found),
        _confusion(found),
        _ranks(found),
        _coverage(found),
        _analyses(found),
        _rows(found),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def demand_points(demand: DemandRecord) -> tuple[str, ...]:
    """A demand as a line of a table: name, what is asked, judgement, worst row, all rows, naive rule."""
    costs = f"{demand.figure:.3g} (<= {demand.most:.3g})" if demand.figure is not None else ""
    worst = costs or _rate(demand.rate, demand)
    return (
        demand.name,
        _asked(demand),
        str(demand.judgement),
        f"{worst} ({demand.worst})",
        _rate(demand.together, demand),
        _rate(demand.naive_worst, demand),
        _rate(demand.naive_together, demand),
    )


DEMAND_HEADER: Final = (
    "figure",
    "demand",
    "",
    "worst row",
    "all rows",
    "naive rule, worst row",
    "naive rule, all rows",
)


def percent(value: float) -> str:
    """A rate with as many digits as its size asks for.

    >>> percent(0.0012), percent(0.5), percent(1.0)
    ('0.12 %', '50.0 %', '100.0 %')
    """
    return f"{100 * value:.2f} %" if 0 < value < 0.02 or 0.98 < value < 1 else f"{100 * value:.1f} %"  # noqa: PLR2004 - digits


def _head(found: Calibration) -> str:
    runs = max((row.tally.runs for row in found.rows), default=0)
    return (
        "# Calibration: how often is the verifier wrong?\n\n"
        f"theorycheck {found.theorycheck}, preset `{found.preset}`, seed {found.seed}: up to {runs} runs a "
        f"row, {len(found.rows)} rows, {sum(row.tally.decisions for row in found.rows)} decisions. In "
        "brackets stand one-sided 95 % limits. The naive rule judges the same data: a claim agrees where the "
        "95 % interval of a least-squares line through the logs holds the claimed exponent, and is refuted "
        "where not; an equality is judged by every cell's 95 % interval, bounds and orderings by the means "
        "alone.\n\nA demand is *met* where the limits of every row are within it, *not met* where some row's "
        "limit excludes it (5 % shared among its rows), *open* where only more runs can tell. The worst row "
        "is the one whose limit is farthest from the demand."
    )


def _demands(found: Calibration) -> str:
    table = _table(DEMAND_HEADER, (demand_points(demand) for demand in found.demands))
    failing = [f"- {demand.name}: {', '.join(demand.failing)}" for demand in found.demands if demand.failing]
    excluded = "\n\nRows whose limit excludes the demand:\n\n" + "\n".join(failing) if failing else ""
    return f"## Demands\n\n{table}{excluded}"


def _confusion(found: Calibration) -> str:
    header = ("planted", "runs", *OUTCOMES, "wrong", "naive: agrees", "naive: refuted", "naive: wrong")
    lines = []
    for kind, rows in _kinds(found).items():
        total = added(row.tally for row in rows)
        wrong = sum(_wrong(row, row.tally.outcomes) for row in rows)
        naive = sum(_wrong(row, row.tally.naive) for row in rows)
        judged = sum(total.naive.values())
        lines.append(
            (
                kind,
                str(total.runs),
                *(percent(total.count(outcome) / total.runs) for outcome in OUTCOMES),
                percent(wrong / total.runs),
                *(_share(total.naively(o), judged) for o in (Outcome.AGREES, Outcome.REFUTED)),
                _share(naive, judged),
            )
        )
    return "## Confusion matrix\n\n" + _table(header, lines) if lines else ""


def _kinds(found: Calibration) -> Kinds:
    """Rows by what is planted in them."""
    kinds: Kinds = {}
    for row in found.rows:
        kinds.setdefault(_kind(row), []).append(row)
    return kinds


def _kind(row: RowRecord) -> str:
    if row.name.startswith("gauntlet."):
        return "proved law, " + ("false claim" if row.right == Outcome.REFUTED else "true claim")
    if row.name.startswith("looks."):
        return "looked at in rounds, " + ("false claim" if row.right == Outcome.REFUTED else "true claim")
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
    rows = [row for row in found.rows if row.tally.intervals]
    if not rows:
        return ""
    header = ("row", "99 % intervals", *(f"{100 * c:g} %" for c in reversed(found.confidences[:-1])))
    lines = [(row.name, _covered(row.tally), *_inner(row.tally)) for row in rows]
    return (
        "## Coverage\n\nThe share of 99 % intervals of verdicts that hold the truth (where no form stands "
        "there is no interval, and it counts as a miss), and of profile intervals of lower confidence.\n\n"
        + _table(header, lines)
    )


def _covered(tally: Tally) -> str:
    from .demands import Rate

    rate = Rate(count=tally.covered, of=tally.intervals)
    lower, upper = rate.limits()
    absent = f"; no interval in {tally.absent}" if tally.absent else ""
    return f"{percent(rate.value)} ({100 * lower:.1f}..{100 * upper:.1f}{absent})"


def _inner(tally: Tally) -> tuple[str, ...]:
    ranks, total = np.array(tally.ranks), sum(tally.ranks)
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
    return "## What looking in rounds costs\n\n" + _table(header, lines)


def _rows(found: Calibration) -> str:
    header = (
        "row",
        "claimed",
        "planted",
        "error of a cell",
        "runs",
        *OUTCOMES,
        "wrong",
        "naive wrong",
        "ms a decision",
    )
    return "## Every row\n\n" + _table(header, map(_row, found.rows))


def _row(row: RowRecord) -> tuple[str, ...]:
    tally = row.tally
    wrong, naive = _wrong(row, tally.outcomes), _wrong(row, tally.naive)
    upper = _record(wrong, tally.runs).upper
    return (
        row.name,
        f"`{row.claimed}`",
        row.planted,
        "" if row.relative_error is None else f"{100 * row.relative_error:.2g} %",
        str(tally.runs),
        *(percent(tally.count(outcome) / tally.runs) for outcome in OUTCOMES),
        f"{percent(wrong / tally.runs)} (<= {percent(upper)})",
        _share(naive, sum(tally.naive.values())),
        f"{1000 * tally.seconds / tally.decisions:.1f}",
    )


def _wrong(row: RowRecord, outcomes: dict[str, int]) -> int:
    return sum(outcomes.get(outcome, 0) for outcome in row.wrong)


def _record(count: int, of: int) -> RateRecord:
    from .demands import Rate

    lower, upper = Rate(count=count, of=of).limits()
    return RateRecord(count=count, of=of, lower=lower, upper=upper)


def _rate(rate: RateRecord | None, demand: DemandRecord) -> str:
    """The rate with the limit that speaks against it, both where it is asked to be between two."""
    if rate is None:
        return ""
    if demand.low > 0 and demand.high < 1:
        return f"{percent(rate.value)} ({percent(rate.lower)} to {percent(rate.upper)})"
    return _of(rate, low=demand.low > 0)


def _of(rate: RateRecord, *, low: bool) -> str:
    return f"{percent(rate.value)} ({'>= ' + percent(rate.lower) if low else '<= ' + percent(rate.upper)})"


def _asked(demand: DemandRecord) -> str:
    if demand.figure is not None:
        return f"at most {demand.high:g}"
    if demand.low > 0 and demand.high < 1:
        return f"{100 * demand.low:g}..{100 * demand.high:g} %"
    return f"at least {100 * demand.low:g} %" if demand.low > 0 else f"at most {100 * demand.high:g} %"


def _share(count: int, of: int) -> str:
    return percent(count / of) if of else ""


def _table(header: Sequence[str], lines: Iterable[Sequence[str]]) -> str:
    rows = [header, ["---"] * len(header), *lines]
    return "\n".join(
        "| " + " | ".join(str(point).replace("|", "\\|") for point in row) + " |" for row in rows
    )
