"""What a figure needs measured: its traces, each one number of a quantity on the points of its groups.

Traces are collected block by block under the keys that claims use, so that evidence is shared both
ways; nothing of a figure reaches a decision.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from .. import law
from ..claim import Claim, Threshold, Value
from ..errors import UsageError
from ..figure import Figure, FigureKind
from ..numerics.quantity import DesignGroup, Quantity, SampledQuantity
from . import routes
from .families import OF_TWO
from .plan import Target, block_keys, selected
from .preset import Preset
from .routes import Named
from .store import BlockKey

OUTPUT: Final = "output"
"""The `series` that is one line an output."""

FEWEST_TRIALS: Final = 2
"""A standard error needs so many."""


@dataclass(frozen=True, kw_only=True)
class Trace:
    """One number of a quantity on some of its points, from the first `blocks` blocks of each group.

    `label` is the output or the line it belongs to, None where the figure has one trace.
    """

    label: str | None
    route: Named
    quantity: Quantity
    output: str | None
    statistic: str
    threshold: Threshold | None
    targets: tuple[Target, ...]
    blocks: int

    @property
    def groups(self) -> tuple[DesignGroup, ...]:
        """The groups to draw; none where values are computed."""
        return tuple(target.drawn for target in self.targets if target.drawn is not None)

    def keys(self, *, seed: int, device: str) -> tuple[tuple[Target, tuple[BlockKey, ...]], ...]:
        """Each target with the blocks it rests on, in canonical order."""
        return block_keys(self.quantity, self.targets, self.blocks, seed=seed, device=device)

    @property
    def places(self) -> Iterator[Mapping[str, Value]]:
        """The coordinates at which there is a number."""
        for target in self.targets:
            if self.threshold is None:
                yield from target.points
            else:
                solved = self.threshold.variable
                yield {name: value for name, value in target.points[0].items() if name != solved}


@dataclass(frozen=True, kw_only=True)
class FigurePlan:
    """A figure with its traces."""

    figure: Figure
    traces: tuple[Trace, ...]

    @property
    def groups(self) -> tuple[DesignGroup, ...]:
        """The groups of all traces."""
        return tuple(group for trace in self.traces for group in trace.groups)


def plan_figure(figure: Figure, claims: Sequence[Claim], preset: Preset) -> FigurePlan:
    """The plan of a figure; `claims` are those that its lines may name.

    Raises UsageError for a figure that names what does not exist, or that cannot be drawn as it says.
    """
    if (figure.quantity is None) == (not figure.lines):
        raise UsageError(f"Figure {figure.id} needs either a quantity or lines, and has both or neither.")
    traces = _of_lines(figure, claims, preset) if figure.lines else _of_quantity(figure, preset)
    for trace in traces:
        _require_trials(figure, trace)
        if not trace.targets:
            raise UsageError(f"The grid of figure {figure.id} selects no point of {trace.quantity.name}.")
    _require_axes(figure, traces)
    _require_guides(figure, traces)
    return FigurePlan(figure=figure, traces=traces)


def _of_quantity(figure: Figure, preset: Preset) -> tuple[Trace, ...]:
    route = Named(topic=figure.topic, name=figure.quantity or "")
    quantity = _quantity(figure, route)
    return tuple(
        Trace(
            label=output,
            route=route,
            quantity=quantity,
            output=output,
            statistic=figure.statistic,
            threshold=None,
            targets=selected(quantity, figure, preset),
            blocks=figure.blocks if isinstance(quantity, SampledQuantity) else 1,
        )
        for output in _outputs(figure, quantity)
    )


def _of_lines(figure: Figure, claims: Sequence[Claim], preset: Preset) -> tuple[Trace, ...]:
    known = {claim.id: claim for claim in claims}
    traces = []
    for label, name in figure.lines.items():
        claim = known.get(name)
        route = None if claim is None else routes.route(claim)
        if claim is None or route is None:
            raise UsageError(f"Figure {figure.id} names the claim {name!r}, which measures nothing here.")
        quantity = routes.quantity(route)
        traces.append(
            Trace(
                label=label,
                route=route,
                quantity=quantity,
                output=claim.output,
                statistic=claim.statistic,
                threshold=claim.threshold,
                targets=selected(quantity, claim, preset),
                blocks=figure.blocks if isinstance(quantity, SampledQuantity) else 1,
            )
        )
    return tuple(traces)


def _quantity(figure: Figure, route: Named) -> Quantity:
    try:
        return routes.quantity(route)
    except KeyError:
        raise UsageError(
            f"Figure {figure.id} names the quantity {route.name!r}, which {route.topic} has not."
        ) from None


def _outputs(figure: Figure, quantity: Quantity) -> tuple[str | None, ...]:
    """The outputs drawn; None is the only one there is."""
    known = quantity.outputs if isinstance(quantity, SampledQuantity) else ()
    wanted = figure.outputs
    if figure.kind is FigureKind.SCATTER:
        wanted = tuple(name for name in (figure.x, figure.y, figure.series) if name is not None)
    for name in wanted:
        if name not in known:
            has = f"it has {', '.join(known)}" if known else "it has none"
            raise UsageError(f"Figure {figure.id}: {quantity.name} has no output {name!r}; {has}.")
    if wanted:
        return wanted
    return known if len(known) > 1 and figure.statistic not in OF_TWO else (None,)


def _require_trials(figure: Figure, trace: Trace) -> None:
    if figure.kind is FigureKind.SCATTER:
        return  # the places of one draw are a picture of it, and claim no error
    for group in trace.groups:
        if group.trials_per_block * trace.blocks < FEWEST_TRIALS:
            raise UsageError(
                f"Figure {figure.id} rests on one trial of {trace.quantity.name}, which has no standard "
                f"error; ask for at least {FEWEST_TRIALS} blocks."
            )


def _require_axes(figure: Figure, traces: Sequence[Trace]) -> None:
    """Each place of the drawing must hold one number."""
    if figure.kind is FigureKind.SCATTER:
        if figure.y is None:
            raise UsageError(f"Figure {figure.id} is a scatter and names no output for y.")
        return
    if (figure.kind is FigureKind.HEAT_MAP) != (figure.y is not None):
        raise UsageError(f"Figure {figure.id}: y is the second variable of a heat map, and of nothing else.")
    names = [name for name in (figure.x, figure.y, figure.series) if name and name != OUTPUT]
    by_label = figure.series in {None, OUTPUT}
    if figure.kind is FigureKind.HEAT_MAP and len(traces) > 1:
        raise UsageError(f"Figure {figure.id} is a heat map of {len(traces)} outputs; name one.")
    if len(traces) > 1 and not by_label:
        raise UsageError(f"Figure {figure.id} has {len(traces)} outputs and a series; name one output.")
    for trace in traces:
        places = list(trace.places)
        for name in names:
            if any(name not in place for place in places):
                raise UsageError(f"Figure {figure.id}: points of {trace.quantity.name} have no {name!r}.")
            if name != figure.series and any(isinstance(place[name], str) for place in places):
                raise UsageError(f"Figure {figure.id}: {name!r} is a name, and an axis needs numbers.")
        twice = Counter(tuple(place[name] for name in names) for place in places)
        if max(twice.values()) > 1:
            others = sorted({name for place in places for name in place} - set(names))
            raise UsageError(
                f"Figure {figure.id} has several points at one place; fix {', '.join(others)} in its grid."
            )


def _require_guides(figure: Figure, traces: Sequence[Trace]) -> None:
    known = set.intersection(*(set(place) for trace in traces for place in trace.places))
    for name, text in figure.laws.items():
        try:
            needed = set(law.variables(law.parse(text))) - known
        except law.LawError as error:
            raise UsageError(f"Figure {figure.id}, guide {name!r}: {error}") from error
        if needed:
            raise UsageError(
                f"Figure {figure.id}, guide {name!r}: its formula needs {', '.join(sorted(needed))}, which no"
                " point has."
            )
