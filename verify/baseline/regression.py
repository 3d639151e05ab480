"""Regression: where a claim no longer gives what its baseline entry expects, and why.

Some regressions are certain at once: a formula or the points are others, an exact value moved, or the same
evidence leads to another verdict. What rests on other trials may be chance: it is screened here and
confirmed at a fresh seed by `ci`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import Final

from ..claim import Value, point_words
from ..document import Outcome, Record
from .expected import Entry
from .two_sample import Means, Shift, shift

DECIDED: Final = (Outcome.AGREES, Outcome.BOUND_ONLY, Outcome.REFUTED)


class Kind(StrEnum):
    """What differs from the baseline."""

    FORMULA = "formula"
    POINTS = "points"
    VERDICT = "verdict"
    MEANS = "means"


class Cause(StrEnum):
    """What must have changed for the difference to arise."""

    FORMULA = "formula"
    MEASUREMENT = "measurement"
    INFERENCE = "inference"
    STATISTICS = "statistics"


class Regression(Record, frozen=True, kw_only=True):
    """One difference from the baseline: of which claim, what it was, what it is, where, and why.

    The cause is a formula, the code that measures (its numbers moved by more than chance), the code
    that infers (another verdict on the same numbers), or statistics (another verdict on other trials).
    """

    claim: str
    kind: Kind
    cause: Cause
    before: str
    after: str
    sentence: str
    at: dict[str, Value] | None = None
    z_score: float | None = None


def certain(claim: str, before: Entry, after: Entry) -> list[Regression]:
    """The differences that no draw can explain."""
    found = list(_formulas(claim, before, after))
    if [point.at for point in before.points] != [point.at for point in after.points]:
        return [*found, _points(claim, before, after)]
    if _exact(before) and _exact(after):
        moved = measured(before, after, [0] * len(before.points))
        found += [] if moved.p_value == 1 else [means_regression(claim, before, after, moved)]
    if same_evidence(before, after):
        found += verdict_regression(claim, before, after)
    return found


def verdict_regression(claim: str, before: Entry, after: Entry) -> list[Regression]:
    """Another verdict, or another answer to whether the sentence holds; a lapse is none."""
    same = (before.verdict, before.holds) == (after.verdict, after.holds)
    kept = same_evidence(before, after)
    if same or lapsed(before, after) or after.verdict is Outcome.ERROR:
        return []
    was, now = _verdict(before), _verdict(after)
    sentence = f"{claim}: the verdict was {was}, and is {now}{' on the same numbers' if kept else ''}."
    cause = Cause.INFERENCE if kept else Cause.STATISTICS
    return [Regression(claim=claim, kind=Kind.VERDICT, cause=cause, before=was, after=now, sentence=sentence)]


def lapsed(before: Entry, after: Entry) -> bool:
    """Whether a decided claim became inconclusive, which warns and does not fail."""
    return before.verdict in DECIDED and after.verdict is Outcome.INCONCLUSIVE


def contradicts(before: Entry, after: Entry) -> bool:
    """Whether the answers exclude each other: yes against no, on the sentence or on its tightness."""
    answers = ((before.holds, after.holds), (before.tight, after.tight))
    return any({was, now} == {"yes", "no"} for was, now in answers)


def same_evidence(before: Entry, after: Entry) -> bool:
    """Whether the points are equal to the last bit, as the same code gives on one processor family."""
    return before.device == after.device and before.points == after.points


def step_change(before: Sequence[str], after: Sequence[str]) -> str | None:
    """The first step at which two derivations part, in words; None where they do not, or one is unknown.

    >>> step_change(["1f sum: add up", "2e limit: let n grow"], ["1f sum: add up", "3d limit: let n grow"])
    'its derivation differs at step 2 of 2 (limit: let n grow)'
    """
    if not before or not after or list(before) == list(after):
        return None
    part = next(
        (i for i, (was, now) in enumerate(zip(before, after, strict=False)) if was != now),
        min(len(before), len(after)),
    )
    _, _, name = (after[part] if part < len(after) else before[part]).partition(" ")
    gone = "" if part < len(after) else ", which is gone"
    return f"its derivation differs at step {part + 1} of {max(len(before), len(after))} ({name}{gone})"


def measured(before: Entry, after: Entry, groups: Sequence[int]) -> Shift:
    """How far the points moved; points with one group number share trials."""
    return shift(Means.of(before.points), Means.of(after.points), groups)


def means_regression(claim: str, before: Entry, after: Entry, moved: Shift) -> Regression:
    """The regression of means, told by the point that moved most and by the common shift."""
    was, now = before.points[moved.worst], after.points[moved.worst]
    z = float(moved.z_scores[moved.worst])
    texts = [f"{point.mean:.6g} ± {_error(point.stderr, point.error_bound):.2g}" for point in (was, now)]
    where = point_words(was.at) or "its one setting"
    return Regression(
        claim=claim,
        kind=Kind.MEANS,
        cause=Cause.MEASUREMENT,
        before=texts[0],
        after=texts[1],
        sentence=f"{claim}: the means moved; at {where} from {texts[0]} to {texts[1]} (z = {z:.1f}, "
        f"in common {moved.common:.1f}).",
        at=was.at,
        z_score=z,
    )


def _formulas(claim: str, before: Entry, after: Entry) -> Iterator[Regression]:
    for name, was, now in (
        ("claimed", before.claimed, after.claimed),
        ("derived", before.derived, after.derived),
    ):
        if not _alike(was, now):
            where = step_change(before.steps, after.steps) if name == "derived" else None
            sentence = f"{claim}: the {name} formula was {was or 'none'}, and is {now or 'none'}"
            sentence += f"; {where}." if where else "."
            yield Regression(
                claim=claim,
                kind=Kind.FORMULA,
                cause=Cause.FORMULA,
                before=str(was),
                after=str(now),
                sentence=sentence,
            )


def _alike(was: str | None, now: str | None) -> bool:
    """Whether two texts are one formula by algebra: factors in another order are no change."""
    if was is None or now is None or was == now:
        return was == now
    import sympy as sp

    from ..law import LawError, parse

    try:
        return bool(sp.cancel(sp.expand(parse(was) - parse(now))) == 0)
    except (LawError, sp.PolynomialError):
        return False


def _points(claim: str, before: Entry, after: Entry) -> Regression:
    was, now = f"{len(before.points)} points", f"{len(after.points)} points"
    places = [point.at for point in before.points]
    other = next((point.at for point in after.points if point.at not in places), None)
    lost = next((at for at in places if at not in [point.at for point in after.points]), None)
    named = f"; {other} is new" if other else f"; {lost} is gone" if lost else " in another order"
    sentence = f"{claim}: it was measured in {was}, and now in {now}{named}."
    return Regression(
        claim=claim,
        kind=Kind.POINTS,
        cause=Cause.MEASUREMENT,
        before=was,
        after=now,
        sentence=sentence,
        at=other or lost,
    )


def _exact(entry: Entry) -> bool:
    return bool(entry.points) and all(point.error_bound is not None for point in entry.points)


def _verdict(entry: Entry) -> str:
    return f"{entry.verdict} (holds: {entry.holds})"


def _error(stderr: float | None, bound: float | None) -> float:
    return (bound or 0.0) if stderr is None else stderr
