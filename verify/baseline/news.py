"""What `ci` tells of a claim that it names: what changed, and its measured number beside the derived one.

A change of code is told by the definitions that changed, whether or not numbers moved.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ..claim import point_words
from ..document import ClaimRecord, PointRecord
from ..wording.parts import numbered
from .expected import Entry
from .regression import certain, means_regression, measured, same_evidence, step_change
from .two_sample import Shift


@dataclass(frozen=True, kw_only=True)
class Measured:
    """What measures a claim: its function, and the digest of each definition of ours that it rests on."""

    function: str
    definitions: Mapping[str, str]


def changed_code(
    before: Entry | None, after: Entry, measured: Measured, known: Mapping[str, str]
) -> tuple[str, ...] | None:
    """The definitions that are not those of the baseline, which knows some; None where no code changed."""
    if before is None or before.code in {None, after.code}:
        return None
    return tuple(name for name, digest in measured.definitions.items() if known.get(name) != digest)


def measured_by(measured: Measured, changed: tuple[str, ...] | None, *, moved: bool) -> str:
    """The function that measures a claim, and what of its code is not that of the baseline."""
    told = ", which gives other numbers than before" if moved else ""
    said = f"Measured by {measured.function}{told}."
    if changed is None:
        return said
    return f"{said} {_changed(changed)}."


def code_notices(changed: Mapping[str, tuple[str, ...]], failing: Collection[str]) -> Iterator[str]:
    """What is said of each changed definition: how many claims rest on it, and how many of them fail."""
    for name in dict.fromkeys(name for names in changed.values() for name in names or ("",)):
        claims = {claim for claim, names in changed.items() if name in (names or ("",))}
        told = _changed((name,) if name else ())
        count = len(claims.intersection(failing))
        yield f"{told}; it measures {numbered(len(claims), 'claim')}, {count} regressed or in error."


def _changed(names: tuple[str, ...]) -> str:
    if not names:
        return "Code, or the version of a package that it uses, is not that of the baseline"
    return f"Changed since the baseline: {', '.join(names)}"


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
    point, other = max(pairs, key=lambda pair: abs(pair[0].mean - pair[1]) / _uncertainty(pair[0]))
    where = point_words(point.at) or "its one setting"
    source = "derived" if derived else "claimed"
    return f"Measured {point.mean:.6g} ± {_uncertainty(point):.2g}, {source} {other:.6g} at {where}."


def _uncertainty(point: PointRecord) -> float:
    """The standard error or error bound; rounding, and never zero, where there is none."""
    return point.stderr or point.error_bound or abs(point.mean) * 2.0**-52 or 2.0**-1022
