"""The parts that reasons name: a claim's label and formula, a design point, the settings, the margin."""

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
from .context import HEURISTIC, DecisionContext

RATE: Final = "rate of "
"""What the label of a rate begins with."""

FEW_TRIALS: Final = 100
"""So few trials are told beside what they measured."""

MOST_FIXED: Final = 8
"""So many coordinates that are held fixed are told; the rest stands with the claim."""

_NAME: Final = re.compile(r"[A-Za-z_]\w*")


def label(context: DecisionContext) -> Text:
    """What the claim is about."""
    return Text(text=context.claim.label)


def claimed(context: DecisionContext) -> Formula:
    """The claimed formula."""
    return Formula(code=context.claim.claimed)


def derived(context: DecisionContext) -> Formula:
    """The derived formula."""
    return Formula(code="" if context.derived is None else str(context.derived.formula))


def how(context: DecisionContext) -> Reason:
    """Whether the numbers were measured or computed."""
    if context.exact:
        return reason(Kind.COMPUTED)
    least = float(context.n_trials.min())
    trials = Count(count=int(least), noun="trial") if 0 < least < FEW_TRIALS else None
    return reason(Kind.MEASURED, trials=trials)


def setting(context: DecisionContext, point: int) -> Setting:
    """One design point, by the coordinates that tell it from the others."""
    at, changing = context.evidence.place(point), _changing(context)
    if changing:
        return Setting(at=_told(context, {name: value for name, value in at.items() if name in changing}))
    only = _told(context, {name: at[name] for name in _fixed(context)})
    return Setting(at=only, under=_under(context))


def held(context: DecisionContext) -> Setting | None:
    """What is held fixed where a law is measured; None for nothing that the claim names."""
    at = context.evidence.place(0) if len(context.evidence) else {}
    fixed = {name: at[name] for name in _fixed(context) if name in _names(context)}
    told = _told(context, fixed)
    return Setting(at=told) if told else None


def settings(context: DecisionContext, count: int | None = None) -> Settings:
    """All settings with what is fixed and what varies in them, or so many of them."""
    total = len(context.evidence)
    if count is not None:
        return Settings(count=count, of=total)
    return among(context, np.ones(total, dtype=bool))


def some(context: DecisionContext, count: int | None = None, of: int | None = None) -> Settings:
    """So many of the settings (or all), told beside one of them; a single one is not told twice."""
    total = len(context.evidence)
    count = total if count is None else count
    if total == 1:
        return Settings(count=count, of=total)
    return replace(settings(context), count=count, of=total if of is None else of)


def spread(
    context: DecisionContext, kind: Kind, points: NDArray[np.bool_], of: NDArray[np.bool_] | None = None
) -> Reason | None:
    """In how many settings (of those that count) it is so; nothing where there is only one."""
    if len(context.evidence) == 1:
        return None
    return reason(kind, count=some(context, int(points.sum()), None if of is None else int(of.sum())))


def among(context: DecisionContext, keep: NDArray[np.bool_]) -> Settings:
    """The settings to keep, with what is fixed and what varies in them."""
    at = context.evidence.place(0)
    sizes = {name: context.sizes(name)[keep] for name in context.varying}
    spans = {name: (float(x.min()), float(x.max())) for name, x in sizes.items() if x.size}
    return Settings(
        count=int(keep.sum()),
        of=int(keep.sum()),
        at=_told(context, {name: at[name] for name in _fixed(context)}),
        over=spans,
        under=_under(context),
    )


def margin(context: DecisionContext, size: float | None = None) -> Share | float:
    """The margin of a value: in per cent, or a number where zero is claimed."""
    size = context.claim.margin if size is None else size
    return size if bool(np.all(context.expected == 0)) else Share(value=size)


def is_number(context: DecisionContext) -> bool:
    """Whether a number is claimed, the same in every setting."""
    return bool(parse(context.claim.claimed).is_number)


def two(value: float, expected: float) -> dict[str, PartOrPlain]:
    """A number and what is expected of it, so that readers can tell the two apart."""
    value, expected = float(value), float(expected)
    return {"value": Beside(value=value, other=expected), "expected": Beside(value=expected, other=value)}


def instead(context: DecisionContext, value: float, expected: float) -> Reason | None:
    """What is expected in one setting, unless the claim is a number that is told already."""
    return None if is_number(context) else reason(Kind.INSTEAD, **two(value, expected))


def named(label: str) -> Formula | str:
    """The variable of a parameter, as a formula where its label is one."""
    return Formula(code=label) if label.isidentifier() else label


def parameter(label: str) -> Reason:
    """An exponent or a rate by its label."""
    kind = Kind.RATE_OF if label.startswith(RATE) else Kind.EXPONENT_OF
    return reason(kind, variable=named(label.removeprefix(RATE)))


def is_heuristic(context: DecisionContext) -> bool:
    """Whether what is derived rests on a step that is not proved."""
    return context.derived is not None and context.derived.status == HEURISTIC


def by_p(p: float) -> Reason:
    """A clause that names the p-value."""
    return reason(Kind.P_VALUE, p=PValue(value=p))


def _under(context: DecisionContext) -> dict[str, str]:
    """The terms of the claim's setting that no coordinate tells."""
    return {name: term for name, term in context.claim.setting.items() if name not in _fixed(context)}


def _changing(context: DecisionContext) -> Sequence[str]:
    """The coordinates, names among them, that take more than one value."""
    return [name for name, column in context.evidence.at.items() if len(set(column.tolist())) > 1]


def _fixed(context: DecisionContext) -> Sequence[str]:
    """The coordinates that are held fixed and that the claim names, or else those that are numbers."""
    at = context.evidence.place(0)
    changing, selectors = _changing(context), context.coordinates.selectors
    fixed = [
        name
        for name in context.evidence.at
        if name not in changing and not (name in selectors and isinstance(at[name], str | int))
    ]
    without_domain = {*context.claim.grid, *_NAME.findall(context.claim.claimed)}
    told = context.held if without_domain.isdisjoint(fixed) else _names(context)
    return [name for name in fixed if name in told][:MOST_FIXED]


def _names(context: DecisionContext) -> set[str]:
    """The coordinates that the claim names: in its grid, its domain or its formula."""
    return {*context.claim.grid, *_NAME.findall(" ".join((context.claim.claimed, *context.claim.domain)))}


def _told(context: DecisionContext, at: Mapping[str, Value]) -> dict[str, Value]:
    """The coordinates, those of variants in readers' words; what the label says is left out."""
    told: dict[str, Value] = {}
    for name, value in at.items():
        pair: tuple[str, Value] | None = (name, value)
        if isinstance(value, str):
            pair = context.coordinates.variants.get(name, {}).get(value, pair)
        if pair is not None:
            told[pair[0]] = pair[1]
    return told
