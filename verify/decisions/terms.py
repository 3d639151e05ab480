"""The parts that reasons name: a claim's subject and formula, a design point, the settings, the margin."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from ..claim import Value
from ..law import parse
from ..reason import (
    Beside,
    Count,
    Formula,
    Kind,
    PartOrPlain,
    PValue,
    Reason,
    Setting,
    Settings,
    Share,
    Text,
    reason,
)
from .case import HEURISTIC, Case
from .coordinates import worded

RATE: Final = "rate of "
"""What the label of a rate begins with."""

SELECTORS: Final = frozenset({
    "by", "of", "pairs", "toward", "queries", "error", "data", "still", "shown", "when", "moved", "formula",
    "demand", "arrow", "instance", "value", "number", "end", "unit", "distance", "diagonal", "weight",
    "moment", "scaled", "statistic", "schedule", "what", "sign", "invariant", "index", "parts", "side",
    "variant", "lengths", "zero", "prior", "least", "most",
})  # fmt: skip
"""Coordinates that tell a simulator which quantity is asked for; the claim's label says it in words."""

FEW_TRIALS: Final = 100
"""So few trials are told beside what they measured."""

MOST_FIXED: Final = 6
"""So many coordinates that are held fixed are told; the rest stands with the claim."""


def label(case: Case) -> Text:
    """What the claim is about."""
    return Text(text=case.claim.label)


def claimed(case: Case) -> Formula:
    """The claimed formula."""
    return Formula(code=case.claim.claimed)


def derived(case: Case) -> Formula:
    """The derived formula."""
    return Formula(code="" if case.derived is None else str(case.derived.formula))


def how(case: Case) -> Reason:
    """Whether the numbers were measured or computed."""
    if case.exact:
        return reason(Kind.COMPUTED)
    least = float(case.draws.min())
    trials = Count(count=int(least), noun="trial") if 0 < least < FEW_TRIALS else None
    return reason(Kind.MEASURED, trials=trials)


def setting(case: Case, point: int) -> Setting:
    """One design point, by the coordinates that tell it from the others."""
    at, changing = case.evidence.place(point), _changing(case)
    if changing:
        return _setting(case, {name: value for name, value in at.items() if name in changing})
    only = _setting(case, {name: at[name] for name in _fixed(case)})
    return replace(only, under=_under(case))


def held(case: Case) -> Setting | None:
    """What is held fixed where a law is measured; None for nothing that the claim names."""
    at = case.evidence.place(0) if len(case.evidence) else {}
    fixed = {name: at[name] for name in _fixed(case) if name in _names(case)}
    told = _setting(case, fixed)
    return told if told.at else None


def settings(case: Case, count: int | None = None, of: int | None = None) -> Settings:
    """All settings with what is fixed and what varies in them, or so many of them (or of so many)."""
    total = len(case.evidence)
    if count is not None:
        return Settings(count=count, of=total if of is None else of)
    return among(case, np.ones(total, dtype=bool))


def tested(case: Case) -> Settings:
    """All settings, beside one of them that is told; a single one is not told twice."""
    return some(case, len(case.evidence))


def some(case: Case, count: int, of: int | None = None) -> Settings:
    """So many of the settings, which are told, beside one of them; a single one is not told twice."""
    total = len(case.evidence)
    if total == 1:
        return Settings(count=count, of=total)
    return replace(settings(case), count=count, of=total if of is None else of)


def spread(
    case: Case, kind: Kind, points: NDArray[np.bool_], of: NDArray[np.bool_] | None = None
) -> Reason | None:
    """In how many settings (of those that count) it is so; nothing where there is only one."""
    if len(case.evidence) == 1:
        return None
    return reason(kind, count=some(case, int(points.sum()), None if of is None else int(of.sum())))


def among(case: Case, keep: NDArray[np.bool_]) -> Settings:
    """The settings to keep, with what is fixed and what varies in them."""
    at = case.evidence.place(0)
    sizes = {name: case.sizes(name)[keep] for name in case.varying}
    spans = {name: (float(x.min()), float(x.max())) for name, x in sizes.items() if x.size}
    return Settings(
        count=int(keep.sum()),
        of=int(keep.sum()),
        at=worded(case.claim.topic, {name: at[name] for name in _fixed(case)}),
        over=spans,
        under=_under(case),
    )


def margin(case: Case, size: float | None = None) -> Share | float:
    """The margin of a value: in per cent, or a number where zero is claimed."""
    size = case.claim.margin if size is None else size
    return size if bool(np.all(case.expected == 0)) else Share(value=size)


def is_number(case: Case) -> bool:
    """Whether a number is claimed, the same in every setting."""
    return bool(parse(case.claim.claimed).is_number)


def two(value: float, expected: float) -> dict[str, PartOrPlain]:
    """A number and what is expected of it, so that readers can tell the two apart."""
    value, expected = float(value), float(expected)
    return {
        "value": Beside(value=value, other=expected),
        "expected": Beside(value=expected, other=value),
    }


def instead(case: Case, value: float, expected: float) -> Reason | None:
    """What is expected in one setting, unless the claim is a number that is told already."""
    return None if is_number(case) else reason(Kind.INSTEAD, **two(value, expected))


def named(label: str) -> Formula | str:
    """The variable of a parameter, as a formula where its label is one."""
    return Formula(code=label) if label.isidentifier() else label


def parameter(label: str) -> Reason:
    """An exponent or a rate by its label."""
    kind = Kind.RATE_OF if label.startswith(RATE) else Kind.EXPONENT_OF
    return reason(kind, variable=named(label.removeprefix(RATE)))


def is_heuristic(case: Case) -> bool:
    """Whether what is derived rests on a step that is not proved."""
    return case.derived is not None and case.derived.status == HEURISTIC


def by_p(p: float) -> Reason:
    """A clause that names the p-value."""
    return reason(Kind.P_VALUE, p=PValue(value=p))


def _under(case: Case) -> dict[str, str]:
    """The terms of the claim's setting that no coordinate tells."""
    return {name: term for name, term in case.claim.setting.items() if name not in _fixed(case)}


def _changing(case: Case) -> Sequence[str]:
    """The coordinates, names among them, that take more than one value."""
    return [name for name, column in case.evidence.at.items() if len(set(column.tolist())) > 1]


def _fixed(case: Case) -> Sequence[str]:
    """The coordinates that are held fixed and that the claim names, or else those that are numbers."""
    at = case.evidence.place(0)
    changing = _changing(case)
    fixed = [
        name
        for name in case.evidence.at
        if name not in changing and not (name in SELECTORS and isinstance(at[name], str | int))
    ]
    told = [name for name in fixed if name in _names(case)]
    return (told or [name for name in fixed if name in case.held])[:MOST_FIXED]


def _names(case: Case) -> set[str]:
    """The coordinates that the claim names: in its grid, or in its formula."""
    return {*case.claim.grid, *re.findall(r"[A-Za-z_]\w*", case.claim.claimed)}


def _setting(case: Case, at: Mapping[str, Value]) -> Setting:
    return Setting(at=worded(case.claim.topic, at))
