"""What `ci` tells of a claim that it names: what changed, and its measured number beside the derived one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..document import ClaimRecord, PointRecord
from .expected import Entry
from .regression import certain, means_regression, measured, same_evidence, step_change
from .two_sample import Shift


def changes(claim: str, before: Entry, after: Entry, groups: Sequence[int], level: float) -> Iterator[str]:
    """What differs from the baseline of a claim without a verdict, in sentences; means at `level`."""
    surely = certain(claim, before, after)
    sentences = [one.sentence for one in surely]
    part = step_change(before.steps, after.steps)
    if part and not _is_told(sentences, part):
        sentences.append(f"{claim}: {part}.")
    moved = shift_of(before, after, groups)
    if moved is not None and moved.p_value <= level and not _is_told(sentences, "means moved"):
        sentences.append(means_regression(claim, before, after, moved).sentence)
    for sentence in sentences:
        told = sentence.removeprefix(f"{claim}: ")
        yield told[0].upper() + told[1:]


def shift_of(before: Entry, after: Entry, groups: Sequence[int]) -> Shift | None:
    """How far the points moved; None where they are equal to the last bit, or other points."""
    same_points = [point.at for point in before.points] == [point.at for point in after.points]
    if not before.points or not same_points or same_evidence(before, after):
        return None
    return measured(before, after, groups)


def _is_told(sentences: Sequence[str], what: str) -> bool:
    return any(what in sentence for sentence in sentences)


def measured_beside_derived(claim: ClaimRecord) -> str | None:
    """The point at which measured and derived, or else claimed, numbers lie furthest apart, with both."""
    derived = [(point, point.derived) for point in claim.points if point.derived is not None]
    pairs = derived or [(point, point.claimed) for point in claim.points if point.claimed is not None]
    if not pairs:
        return None
    point, other = max(pairs, key=lambda pair: abs(pair[0].mean - pair[1]) / _error(pair[0]))
    where = ", ".join(f"{name} = {value}" for name, value in point.at.items()) or "its one setting"
    source = "derived" if derived else "claimed"
    return f"Measured {point.mean:.6g} ± {_error(point):.2g}, {source} {other:.6g} at {where}."


def _error(point: PointRecord) -> float:
    """The standard error or error bound; rounding where it is zero."""
    return point.stderr or point.error_bound or abs(point.mean) * 2.0**-52 or 2.0**-1022
