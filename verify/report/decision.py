"""The row of the decision table that decided a claim, with the claim's own numbers put in.

The table is that of docs/verdicts.md, to which the file in `templates` is a link, so that a package carries
it and it is written once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Final

from ..claim import BoundType, Relation
from ..document import ClaimRecord, Exponent, Outcome, PointRecord
from ..reason import Kind, PValue, Setting, reason, reasons
from ..wording import Medium, words
from ..wording.fits import alternative_words, fitted_form
from ..wording.formulas import set_name
from ..wording.orders import RATE
from ..wording.parts import interval_words, number, numbered, percent, unresolved, written

PAGE: Final = "verdicts.md"
VERDICTS: Final = (Outcome.AGREES, Outcome.BOUND_ONLY, Outcome.REFUTED)
"""The columns of the table."""

NAMES: Final[dict[Relation, str]] = {
    Relation.AT_MOST: "at most, at least",
    Relation.AT_LEAST: "at most, at least",
    Relation.EQUALS: "equals",
    Relation.IDENTITY: "identity",
    Relation.LIMIT: "limit",
    Relation.ORDERING: "ordering",
    Relation.REPORTED: "reported",
}
LAWS: Final = {
    BoundType.THETA.value: "Law, Theta",
    BoundType.O.value: "Law, O",
    BoundType.OMEGA.value: "Law, Omega",
}
OF_THE_LIMIT: Final = {Relation.LAW: "Law, limit", Relation.EQUALS: "equals in the limit"}
"""The rows of what is claimed of the limit alone."""

OWN_THRESHOLD: Final = "at most, at least: a threshold of our own, a bound of 0, or an example"

_ROW: Final = re.compile(r"^\| (.+?) \| (.+?) \| (.+?) \| (.+?) \|$", re.MULTILINE)

BASES: Final = {
    "derived": "by derivation: its steps are rules, and no setting contradicts them",
    "exact": "by computed values with rigorous error bounds",
    "statistics": "by sampled values, with every interval at the claim's level",
}
"""What decides, by the basis of a verdict."""

FACTORS: Final = (Kind.TIMES_THE_TRIALS, Kind.AT_LEAST_TIMES_THE_TRIALS)


@dataclass(frozen=True, kw_only=True)
class Row:
    """A row of the decision table: its name, and what each verdict asks for."""

    name: str
    asks: dict[Outcome, str]


@lru_cache(maxsize=1)
def table() -> dict[str, Row]:
    """The rows of the decision table by their names."""
    page = (files(__package__ or "") / "templates" / PAGE).read_text(encoding="utf-8")
    found: dict[str, Row] = {}
    for name, *asks in _ROW.findall(page.partition("## ")[0]):
        if name != "relation" and not name.startswith("-"):
            found[name] = Row(name=name, asks=dict(zip(VERDICTS, asks, strict=True)))
    return found


def row(claim: ClaimRecord) -> Row:
    """The row that decides a claim of this kind."""
    relation = Relation(claim.relation)
    if claim.asymptotic and relation in OF_THE_LIMIT:
        return table()[OF_THE_LIMIT[relation]]
    if relation is Relation.LAW:
        return table()[LAWS[claim.bound_type or BoundType.THETA.value]]
    if relation in {Relation.AT_MOST, Relation.AT_LEAST} and _asks_nothing_of_the_ratio(claim):
        return table()[OWN_THRESHOLD]
    return table()[NAMES[relation]]


def numbers(claim: ClaimRecord, medium: Medium) -> Iterator[str]:
    """What the row's words are for this claim: what decides, its margin and level, and the numbers."""
    scope = claim.scope
    decided = "undecided" if claim.verdict is Outcome.INCONCLUSIVE else "decided"
    yield f"{decided} {BASES.get(claim.basis, claim.basis)}"
    yield (
        f"margin {number(scope.margin, medium)}, level {number(scope.level, medium)} (intervals of "
        f"{percent(scope.level)}), {numbered(len(claim.points), 'setting')}"
        + (f", {numbered(scope.n_trials, 'trial')}" if scope.n_trials else "")
        + (f", round {scope.rounds} of {scope.max_rounds}" if scope.max_rounds > 1 else "")
    )
    for name, found in (claim.exponents | claim.rates).items():
        yield _exponent(claim, name, found, medium)
    if claim.fit is not None and claim.fit.dof > 0:
        fate = "rejected" if claim.fit.p_value < scope.level else "not rejected"
        p_value = words(reason(Kind.P_VALUE, p=PValue(value=claim.fit.p_value)), medium)
        yield (
            f"{fitted_form(claim.fit, medium)}: χ²({claim.fit.dof}) = {number(claim.fit.chi2, medium)}"
            f"{p_value}: {fate} at {number(scope.level, medium)}"
        )
    for one in claim.alternatives:
        yield alternative_words(one, medium)
    if claim.counterexample is not None:
        yield f"counterexample: {_counterexample(claim.counterexample, medium)}"


def cost(claim: ClaimRecord) -> str | None:
    """What it would cost to decide an open claim, if that is known; None for a decided one or one of data."""
    of_data = bool(claim.points) and not claim.scope.n_trials and claim.seconds == 0
    if claim.verdict is not Outcome.INCONCLUSIVE or of_data:
        return None
    factor = next(_factors(claim.scope.missing_reason), None)
    spent = (
        f"{numbered(claim.scope.n_trials, 'trial')} and {number(claim.seconds, Medium.TERMINAL)} CPU seconds"
    )
    if factor is None:
        return f"more trials alone would not do; so far there were {spent}"
    trials, seconds = round(factor * claim.scope.n_trials), factor * claim.seconds
    return (
        f"about {numbered(trials, 'trial')} and {number(seconds, Medium.TERMINAL)} CPU seconds, "
        f"{number(factor, Medium.TERMINAL)} times what was spent ({spent})"
    )


def _factors(said: object) -> Iterator[float]:
    """How many times the trials a reason asks for, wherever in it that is said."""
    for one in reasons(said):
        if one.kind in FACTORS and isinstance(factor := one.parts.get("factor"), int | float):
            yield float(factor)


def _asks_nothing_of_the_ratio(claim: ClaimRecord) -> bool:
    is_zero = claim.formulas.claimed.strip() == "0"
    return claim.own_threshold or is_zero or claim.quantifier == "exists"


def _exponent(claim: ClaimRecord, name: str, found: Exponent, medium: Medium) -> str:
    """An exponent beside its claim, and where its interval lies."""
    kind = "rate in" if name in claim.rates else "exponent of"
    head = f"{kind} {set_name(name.removeprefix(RATE), medium)}:"
    told = []
    if found.claimed is not None:
        told.append(f"claimed {number(found.claimed, medium)}")
    if found.derived is not None:
        told.append(f"derived {number(found.derived, medium)}")
    ends = found.extrapolated_ci or found.ci
    if ends is not None and None not in ends:
        on_range = found.extrapolated_ci is None
        seen = "at large sizes" if not on_range else "on this range" if claim.asymptotic else "measured"
        # What is claimed of the limit alone is not held against the slope on a range.
        where = "" if on_range and claim.asymptotic else _where(claim, name, found, ends, medium)
        wide = unresolved(*ends, medium)
        found_at = f"not resolved: {wide}" if wide else interval_words(*ends, medium)
        told.append(f"{seen} {found_at}{where}")
    elif found.local:
        first, last = (number(one.value, medium) for one in (found.local[0], found.local[-1]))
        told.append(f"local exponents {first} to {last}")
    return f"{head} {', '.join(told) or 'nothing is known'}"


def _where(
    claim: ClaimRecord, name: str, found: Exponent, ends: tuple[float | None, float | None], medium: Medium
) -> str:
    """Where the interval lies beside the claimed value and its margin; a rate's margin is relative."""
    low, high = ends
    if found.claimed is None or low is None or high is None:
        return ""
    margin = claim.scope.margin * (abs(found.claimed) if name in claim.rates else 1.0)
    least, most = found.claimed - margin, found.claimed + margin
    within = f"{number(least, medium)} to {number(most, medium)}"
    if least <= low and high <= most:
        return f": inside {within}"
    if high < least or low > most:
        return f": {'below' if high < least else 'above'} {within}"
    return f": neither inside {within} nor outside"


def _counterexample(point: PointRecord, medium: Medium) -> str:
    at = written(Setting(at=point.at), medium)
    claimed = "" if point.claimed is None else f", claimed {number(point.claimed, medium)}"
    return f"{number(point.mean, medium)} ({interval_words(*point.ci, medium)}){claimed}, at {at}"
