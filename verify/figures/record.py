"""From the stored blocks of a figure to its record in the document."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import sympy as sp

from .. import law
from ..claim import Value
from ..document import Axis, FigureCell, FigureRecord, Guide
from ..evidence import Cell
from ..figure import Drawing, Figure
from ..inference.crossing import CrossingError
from ..numerics import estimate
from ..numerics.quantity import SampledQuantity
from ..plan import Target
from ..reduction import exact_cells, sampled_cells
from ..store import BlockKey, Store, StoredBlock
from ..work import exact_value
from .trace import COMPONENT, FigurePlan, Trace


def figure_records(
    plans: Iterable[FigurePlan], store: Store, *, seed: int, device: str
) -> list[FigureRecord]:
    """The figures whose blocks are all in the store, each with its numbers and guides."""
    found = []
    for plan in plans:
        keys = [trace.keys(seed=seed, device=device) for trace in plan.traces]
        every = [key for of_trace in keys for _, of_target in of_trace for key in of_target]
        if next(store.missing(every), None) is None:
            found.append(_record(plan, keys, store))
    return found


def _record(
    plan: FigurePlan, keys: Sequence[Sequence[tuple[Target, Sequence[BlockKey]]]], store: Store
) -> FigureRecord:
    figure = plan.figure
    cells, obstacles = [], []
    for trace, of_trace in zip(plan.traces, keys, strict=True):
        for target, of_target in of_trace:
            blocks = [store.existing(key) for key in of_target]
            try:
                cells += [_cell(figure, trace, cell) for cell in _numbers(trace, target, blocks)]
            except CrossingError as error:
                obstacles.append(str(error))
    return FigureRecord(
        id=figure.id,
        topic=figure.topic,
        title=figure.title,
        caption=figure.caption,
        alternative=figure.alternative,
        place=figure.place,
        supports=list(figure.supports),
        drawing=figure.drawing,
        quantity=list(dict.fromkeys(trace.quantity.name for trace in plan.traces)),
        value=_value(plan),
        x=Axis(name=figure.x, log=figure.log_x),
        y=Axis(name=figure.y or "value", log=figure.log_y),
        series=figure.series or (COMPONENT if len(plan.traces) > 1 and not figure.lines else None),
        cells=cells,
        guides=_guides(figure, cells),
        blocks=max(trace.blocks for trace in plan.traces),
        missing="; ".join(dict.fromkeys(obstacles)) or None,
    )


def _numbers(trace: Trace, target: Target, blocks: Sequence[StoredBlock]) -> list[Cell]:
    if not isinstance(trace.quantity, SampledQuantity):
        return exact_cells(trace, [(target.cells[0], exact_value(blocks[0].statistic))])
    merged = estimate.merge(estimate.from_bytes(block.statistic) for block in blocks)
    return sampled_cells(trace, trace.quantity, target, merged)


def _cell(figure: Figure, trace: Trace, cell: Cell) -> FigureCell:
    by_variable = figure.drawing is Drawing.CURVES and figure.series not in {None, COMPONENT}
    return FigureCell(
        at=dict(cell.at),
        series=cell.at[figure.series or ""] if by_variable else trace.label,
        mean=cell.mean,
        stderr=cell.stderr if cell.draws != 1 else None,
        error_bound=cell.error_bound,
        trials=round(cell.draws),
    )


def _value(plan: FigurePlan) -> str:
    """What the numbers are: the coordinate that is solved for, or what all traces are titled."""
    solved = {trace.crossing.variable if trace.crossing else None for trace in plan.traces}
    titles = {trace.quantity.title for trace in plan.traces}
    found = solved if solved != {None} else titles
    return str(found.pop()) if len(found) == 1 else plan.figure.title


def _guides(figure: Figure, cells: Sequence[FigureCell]) -> list[Guide]:
    found = []
    for name, text in figure.laws.items():
        formula = law.parse(text)
        for series, points in _lines(figure, formula, cells).items():
            found.append(Guide(name=name, law=text, latex=sp.latex(formula), series=series, points=points))
    return found


def _lines(
    figure: Figure, formula: sp.Expr, cells: Sequence[FigureCell]
) -> dict[Value | None, list[tuple[float, float]]]:
    """The formula's value at each place of each line, in the order of x; one line where it is one for all."""
    points: dict[Value | None, dict[float, float]] = {}
    for cell in cells:
        x, value = float(cell.at[figure.x]), law.evaluate(formula, cell.at)
        if math.isfinite(value):
            points.setdefault(cell.series, {})[x] = value
    places = {place for found in points.values() for place in found.items()}
    if len(places) == len({x for x, _ in places}):
        return {None: sorted(places)}
    return {series: sorted(found.items()) for series, found in points.items()}
