"""From the stored blocks of a figure to its record in the document."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import sympy as sp

from .. import law
from ..claim import Value
from ..document import Axis, FigurePoint, FigureRecord, Guide
from ..figure import Figure, FigureKind
from ..numerics import estimate
from ..numerics.quantity import SampledQuantity
from ..statistics.evidence import Point
from ..statistics.threshold import ThresholdError
from .figure_traces import OUTPUT, FigurePlan, Trace
from .plan import Target
from .reduction import exact_points, sampled_points
from .store import BlockKey, Store, StoredBlock
from .work import exact_value


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
    points, obstacles = [], []
    for trace, of_trace in zip(plan.traces, keys, strict=True):
        for target, of_target in of_trace:
            blocks = [store.existing(key) for key in of_target]
            try:
                points += [_point(figure, trace, point) for point in _numbers(trace, target, blocks)]
            except ThresholdError as error:
                obstacles.append(str(error))
    return FigureRecord(
        id=figure.id,
        topic=figure.topic,
        title=figure.title,
        caption=figure.caption,
        alternative=figure.alternative,
        place=figure.place,
        supports=list(figure.supports),
        kind=figure.kind,
        quantity=list(dict.fromkeys(trace.quantity.name for trace in plan.traces)),
        value=_value(plan),
        x=Axis(name=figure.x, log=figure.log_x),
        y=Axis(name=figure.y or "value", log=figure.log_y),
        series=figure.series or (OUTPUT if len(plan.traces) > 1 and not figure.lines else None),
        points=points,
        guides=_guides(figure, points),
        blocks=max(trace.blocks for trace in plan.traces),
        missing="; ".join(dict.fromkeys(obstacles)) or None,
    )


def _numbers(trace: Trace, target: Target, blocks: Sequence[StoredBlock]) -> list[Point]:
    if not isinstance(trace.quantity, SampledQuantity):
        return exact_points(trace, [(target.points[0], exact_value(blocks[0].statistic))])
    merged = estimate.merge(estimate.from_bytes(block.statistic) for block in blocks)
    return sampled_points(trace, trace.quantity, target, merged)


def _point(figure: Figure, trace: Trace, point: Point) -> FigurePoint:
    by_variable = figure.kind is FigureKind.CURVES and figure.series not in {None, OUTPUT}
    return FigurePoint(
        at=dict(point.at),
        series=point.at[figure.series or ""] if by_variable else trace.label,
        mean=point.mean,
        stderr=point.stderr if point.n_trials != 1 else None,
        error_bound=point.error_bound,
        trials=round(point.n_trials),
    )


def _value(plan: FigurePlan) -> str:
    """What the numbers are: the coordinate that is solved for, or what all traces are titled."""
    solved = {trace.threshold.variable if trace.threshold else None for trace in plan.traces}
    titles = {trace.quantity.title for trace in plan.traces}
    found = solved if solved != {None} else titles
    return str(found.pop()) if len(found) == 1 else plan.figure.title


def _guides(figure: Figure, points: Sequence[FigurePoint]) -> list[Guide]:
    found = []
    for name, text in figure.laws.items():
        formula = law.parse(text)
        for series, values in _lines(figure, formula, points).items():
            found.append(Guide(name=name, law=text, latex=sp.latex(formula), series=series, points=values))
    return found


def _lines(
    figure: Figure, formula: sp.Expr, points: Sequence[FigurePoint]
) -> dict[Value | None, list[tuple[float, float]]]:
    """The formula's value at each place of each line, in the order of x; one line where it is one for all."""
    values: dict[Value | None, dict[float, float]] = {}
    for point in points:
        x, value = float(point.at[figure.x]), law.evaluate(formula, point.at)
        if math.isfinite(value):
            values.setdefault(point.series, {})[x] = value
    places = {place for found in values.values() for place in found.items()}
    if len(places) == len({x for x, _ in places}):
        return {None: sorted(places)}
    return {series: sorted(found.items()) for series, found in values.items()}
