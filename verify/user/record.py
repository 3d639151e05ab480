"""The claim that an entry of a claim file makes, as a record of the kind that tables hold."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ..claim import Claim, Role, Threshold, Towards
from ..evidence.families import Family
from ..simulator import LEVEL
from .entry import Entry, Measure, read_event
from .formulas import ASYMPTOTIC, BOUND_TYPES, margin_of

if TYPE_CHECKING:
    from ..statistics.evidence import Evidence


def claim_of(entry: Entry, *, proportion: bool, given: Evidence | None = None) -> Claim:
    """The claim that an entry makes; `given` is the evidence that it brings."""
    relation, bound_type = BOUND_TYPES[entry.bound]
    measure = entry.measure
    threshold = None
    if measure.quantile is not None:
        threshold = Threshold(variable=LEVEL, level=measure.quantile)
    elif measure.solve is not None and measure.level is not None:
        threshold = Threshold(variable=measure.solve, level=measure.level, fitted=measure.python is not None)
    return Claim(
        id=entry.id,
        statement_id=entry.id,
        interpretation=entry.interpretation or entry.statement,
        label=_label(measure, proportion=proportion) if entry.label is None else entry.label,
        role=Role.LITERAL,
        relation=relation,
        bound_type=bound_type,
        claimed=entry.law,
        output=None if _is_of_one_output(measure) else measure.output,
        statistic=_statistic(measure),
        threshold=threshold,
        grid=entry.grid,
        domain=tuple(entry.domain.values()),
        up_to_logs=entry.up_to_logs,
        asymptotic=entry.bound in ASYMPTOTIC,
        corrections=entry.corrections,
        diverging=entry.diverging,
        published=entry.published,
        limits={name: Towards(end) for name, end in entry.limits.items()},
        alternatives=entry.alternatives,
        margin=margin_of(entry, () if given is None else given.at),
    )


def _is_of_one_output(measure: Measure) -> bool:
    """Whether what is recorded is taken of one output already."""
    return measure.variance or any(
        taken is not None for taken in (measure.event, measure.quantile, measure.computed)
    )


def _statistic(measure: Measure) -> str:
    """What is taken of the numbers of each point, and of those of a family."""
    if measure.peak is not None:
        family = Family(kind="peak", variable=measure.peak, at=measure.at)
    elif (variable := measure.largest or measure.smallest) is not None:
        family = Family(kind="largest" if measure.largest else "smallest", variable=variable)
    else:
        return measure.statistic
    return f"{measure.statistic}; {family}"


def _label(measure: Measure, *, proportion: bool) -> str:
    """What is measured, as sentences name it."""
    name = _of_trials(measure, proportion=proportion)
    if measure.statistic != "mean":
        name = _STATISTICS[measure.statistic].format(name)
    if measure.solve is not None:
        name = f"the {measure.solve} at which {name} crosses {measure.level:g}"
    if measure.peak is not None:
        return f"the excess of {name} at {measure.peak} = {measure.at}"
    if (variable := measure.largest or measure.smallest) is not None:
        return f"the {'largest' if measure.largest else 'smallest'} value over {variable} of {name}"
    return name


_STATISTICS: Final = {
    "complement": "one minus {}",
    "reciprocal": "one over {}",
    "hazard": "minus the logarithm of one minus {}",
}


def _of_trials(measure: Measure, *, proportion: bool) -> str:
    """The number of each point, before anything is taken of it."""
    if measure.data is not None:
        return f"the mean in {measure.data}"
    if (code := measure.python or measure.computed) is not None:
        name = code.partition(":")[2]
    else:
        name = (measure.quantity or "").partition(".")[2]
    name = (f"{measure.output} of {name}" if measure.output else name).replace("_", " ")
    if measure.computed is not None:
        return f"the value of {name}"
    if measure.event is not None:
        return f"the probability of {name} {' '.join(read_event(measure.event) or ())}"
    if measure.quantile is not None:
        kind = "median" if measure.quantile == 0.5 else f"{measure.quantile:g}-quantile"  # noqa: PLR2004
        return f"the {kind} of {name}"
    if measure.variance:
        return f"the variance of {name}"
    return f"the {'probability' if proportion else 'mean'} of {name}"
