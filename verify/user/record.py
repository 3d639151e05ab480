"""The claim that an entry of a claim file makes, as a record of the kind that tables hold."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..claim import Claim, Role, Threshold, Towards
from .entry import Entry, Measure
from .formulas import ASYMPTOTIC, BOUND_TYPES, margin_of

if TYPE_CHECKING:
    from ..statistics.evidence import Evidence


def claim_of(entry: Entry, *, proportion: bool, given: Evidence | None = None) -> Claim:
    """The claim that an entry makes; `given` is the evidence that it brings."""
    relation, bound_type = BOUND_TYPES[entry.bound]
    measure = entry.measure
    threshold = None
    if measure.solve is not None and measure.level is not None:
        threshold = Threshold(variable=measure.solve, level=measure.level, fitted=measure.python is not None)
    return Claim(
        id=entry.id,
        statement_id=entry.id,
        interpretation=entry.interpretation or entry.statement,
        label=_label(measure, proportion=proportion),
        role=Role.LITERAL,
        relation=relation,
        bound_type=bound_type,
        claimed=entry.law,
        output=measure.output,
        threshold=threshold,
        grid=entry.grid,
        domain=tuple(entry.domain.values()),
        up_to_logs=entry.up_to_logs,
        asymptotic=entry.bound in ASYMPTOTIC,
        limits={name: Towards(end) for name, end in entry.limits.items()},
        alternatives=entry.alternatives,
        margin=margin_of(entry, () if given is None else given.at),
    )


def _label(measure: Measure, *, proportion: bool) -> str:
    """What is measured, as sentences name it."""
    if measure.data is not None:
        return f"the mean in {measure.data}"
    if measure.python is not None:
        name = measure.python.partition(":")[2]
    else:
        name = (measure.quantity or "").partition(".")[2]
        name = f"{measure.output} of {name}" if measure.output else name
    name = f"the {'probability' if proportion else 'mean'} of {name.replace('_', ' ')}"
    return name if measure.solve is None else f"the {measure.solve} at which {name} crosses {measure.level:g}"
