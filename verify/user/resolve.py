"""From what files ask to resolved claims: what a user claims becomes what the tables hold.

A claim that names data or a quantity of ours runs no code of a user.
"""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from typing import TYPE_CHECKING

from ..claim import Value
from ..errors import UsageError
from ..evidence import routes
from ..evidence.derivations import conclude_of_file
from ..evidence.plan import ResolvedClaim
from ..numerics.quantity import SampledQuantity
from ..simulator import Simulator
from .asked import Asked, require_sandbox
from .derivation_fit import require_fit, require_one_end
from .file_evidence import given_evidence, table_of
from .formulas import inside_domain, require_corrections, require_exponent, require_formulas
from .sandbox import Sandbox
from .sizing import Batch, Tried, of_code

if TYPE_CHECKING:
    from ..numerics.quantity import Quantity
    from ..statistics.evidence import Evidence


def unresolved(claim: Asked, fault: UsageError) -> ResolvedClaim:
    """A claim that cannot be measured: its verdict is this error, and others go on."""
    return ResolvedClaim(
        claim=claim.record(),
        source=claim.source,
        route=None,
        quantity=None,
        failure=str(fault),
        command=("check", str(claim.file)),
    )


def resolved(claim: Asked, sandbox: Sandbox | None, batch: Batch | None = None) -> ResolvedClaim:
    """What a claim of a file asks for, its function tried and its groups sized; raises UsageError."""
    batch = Batch([claim], sandbox) if batch is None else batch
    entry = claim.entry
    tried: Tried | None = None
    route: routes.Route | None = None
    quantity: Quantity | None = None
    given: Evidence | None = None
    if claim.simulator is not None and sandbox is not None:
        points = inside_domain(entry, list(entry.points), claim.where)
        tried = of_code(claim, claim.simulator, points, batch)
        route, quantity = tried.simulator, tried.quantity
    elif entry.measure.quantity is not None:
        route, quantity = _ours(claim)
    elif entry.measure.data is not None:
        given = given_evidence(entry, table_of(entry, claim.file.parent, claim.where), claim.where)
        require_exponent(entry, given.at, claim.where)
        require_corrections(entry, given.at, claim.where)
    derivation_result = None
    if claim.derivation is not None:
        file, text, function = claim.derivation
        derivation_result = require_sandbox(sandbox, f"{claim.where}: derivation").call(
            f"{file}:{function}()", conclude_of_file, file, text, function
        )
    found = ResolvedClaim(
        claim=claim.record(proportion=isinstance(route, Simulator) and route.binary, given=given),
        source=claim.source,
        route=route,
        quantity=quantity,
        given=given,
        derivation_result=derivation_result,
        seconds=0.0 if tried is None else tried.seconds,
        is_heavy=tried is not None and tried.is_heavy,
        command=("check", str(claim.file)),
    )
    require_fit(found)
    require_one_end(found)
    return found


def _ours(claim: Asked) -> tuple[routes.Route, Quantity]:
    """A quantity of `numerics`, with the output and the points that the claim names."""
    measure = claim.entry.measure
    topic, _, name = (measure.quantity or "").partition(".")
    known = {topic_: routes.quantities(topic_) for topic_ in routes.topics()}
    if name not in known.get(topic, ()):
        names = [f"{topic_}.{each}" for topic_, found in known.items() for each in found]
        near = get_close_matches(measure.quantity or "", names, n=1, cutoff=0.4) or names[:1]
        raise UsageError(f"{claim.where}: there is no measure.quantity {measure.quantity}; try {near[0]}.")
    quantity = known[topic][name]
    outputs = getattr(quantity, "outputs", ())
    if measure.output is not None and measure.output not in outputs:
        raise UsageError(
            f"{claim.where}: {measure.quantity} has no output {measure.output!r}; it has "
            f"{', '.join(outputs) or 'none'}."
        )
    require_formulas(claim.entry, _points(claim, quantity), claim.where)
    return routes.Named(topic=topic, name=name), quantity


def _points(claim: Asked, quantity: Quantity) -> list[Mapping[str, Value]]:
    """The points of the quantity on the claim's grid; every value of the grid is one that is measured."""
    parts = quantity.groups if isinstance(quantity, SampledQuantity) else (quantity,)
    points = [point for part in parts for point in part.points]
    solve = claim.entry.measure.solve
    for name, values in (claim.entry.grid | ({solve: ()} if solve else {})).items():
        there = {point[name]: None for point in points if name in point}
        missing = [value for value in values if value not in there]
        if missing or not there:
            has = f"it is measured at {', '.join(map(str, there))}" if there else "it has no such coordinate"
            at = f"grid.{name} = {missing[0]}" if missing else f"coordinate {name}"
            raise UsageError(f"{claim.where}: {claim.entry.measure.quantity} has no {at}; {has}.")
    grid = claim.entry.grid
    return [
        {name: value for name, value in point.items() if name != solve}
        for point in points
        if all(point[name] in values for name, values in grid.items())
    ]
