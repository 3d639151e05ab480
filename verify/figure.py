"""A figure: evidence that no verdict needs, drawn beside the claims it supports.

Figures are data, as claims are. Their points are collected, stored and resumed like those of claims.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

import msgspec

from .claim import Claim, Value


class FigureKind(StrEnum):
    """How the points of a figure are laid out."""

    CURVES = "curves"
    HEAT_MAP = "heat map"
    SCATTER = "scatter"


class Figure(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Points of one quantity, drawn over one variable or two.

    `x` is the variable along the bottom. Curves have one line for each value of `series` (a variable,
    or "output" for one line an output); a heat map has `y` up the side and its value as shade; a
    scatter takes `x` and `y` as names of outputs, coloured by the output `series`. `outputs`
    are those drawn, all of them where it is empty. Where curves are of several quantities, or solved
    for a threshold, `lines` names a claim for each label in place of a quantity: its number on its own
    grid is the line. `grid` and `domain` select points as those of a claim do, and `quick_grid` replaces
    `grid` in a quick run. `laws` are formulas of the law grammar drawn as dashed guides by name: of the
    value, or over a heat map of the `y` at each `x`. `place` is the figure of the source that it
    reproduces, `supports` the ids of the claims beside which it stands, `caption` says what one sees
    and `alternative` is the text for who does not see it. A sampled quantity is drawn from `blocks`
    blocks of every group.
    """

    id: str
    title: str
    caption: str
    alternative: str
    quantity: str | None = None
    kind: FigureKind = msgspec.field(name="drawing")
    x: str
    y: str | None = None
    series: str | None = None
    outputs: tuple[str, ...] = ()
    statistic: str = "mean"
    lines: dict[str, str] = {}
    laws: dict[str, str] = {}
    grid: dict[str, tuple[Value, ...]] = {}
    quick_grid: dict[str, tuple[Value, ...]] = {}
    domain: tuple[str, ...] = ()
    blocks: int = 1
    log_x: bool = True
    log_y: bool = True
    place: str | None = None
    supports: tuple[str, ...] = ()

    @property
    def topic(self) -> str:
        """The first part of the id."""
        return self.id.partition(".")[0]


def supporting(figures: Sequence[Figure], chosen: Sequence[Claim], claims: Sequence[Claim]) -> list[Figure]:
    """The figures beside one of the chosen claims, and those of a topic of which every claim is chosen."""
    ids = {claim.id for claim in chosen}
    partly = {claim.topic for claim in claims if claim.id not in ids}
    whole = {claim.topic for claim in chosen} - partly
    return [figure for figure in figures if figure.topic in whole or ids & set(figure.supports)]
