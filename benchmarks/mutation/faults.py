"""Faults of what is measured, made in every claim that reads the quantity."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from theorycheck.claim import Value
from theorycheck.evidence.plan import Plan
from theorycheck.law import parse, variables
from theorycheck.statistics.evidence import Evidence
from theorycheck.statistics.gls import Vector

from .subject import Subject

SHIFT: Final = "shift"


@dataclass(frozen=True, kw_only=True)
class Fault:
    """What a wrong simulator does: `of` a claim that reads it, or None where that claim reads nothing of it.

    `counted` is the coordinate that is counted one too high, None where it is the one that is solved for.
    """

    operator: str
    change: str
    of: Callable[[Subject], Subject | None]
    counted: str | None = None


def faults(subject: Subject, evidence: Evidence) -> Iterator[Fault]:
    """The means times 2, by 2, and at one design point alone; each count one too high. Of zeros, plus 1."""
    if vanishes(evidence):
        yield Fault(operator="offset", change="measured values plus 1", of=_raised)
        return
    yield from _scaled(evidence)
    yield from _counted(subject, evidence)


def _scaled(true: Evidence) -> Iterator[Fault]:
    for factor in (2.0, 0.5):
        if true.failures is None or factor * true.means.max() <= 1:
            yield Fault(operator="factor", change=f"measured values times {factor:g}", of=_times(factor))
    for k in sorted({0, len(true) // 2, len(true) - 1}) if len(true) > 1 else ():
        if true.failures is None or 2.0 * true.means[k] <= 1:
            change = f"measured value at design point {k + 1} of {len(true)} times 2"
            yield Fault(operator="point", change=change, of=_times(2.0, true.place(k)))


def _counted(subject: Subject, true: Evidence) -> Iterator[Fault]:
    threshold = subject.claim.threshold
    if threshold is not None:
        change = f"{threshold.variable} counted one too high"
        yield Fault(operator=SHIFT, change=change, of=_raised)
    for name, column in true.at.items():
        if column.dtype.kind == "i" and name in _used(subject):
            yield Fault(
                operator=SHIFT, change=f"{name} counted one too high", of=_one_more(name), counted=name
            )


def vanishes(evidence: Evidence) -> bool:
    """Whether every number is zero up to its error bound: half of what rounding left is no fault."""
    bounds = 0.0 if evidence.error_bounds is None else evidence.error_bounds
    return bool(np.all(np.abs(evidence.means) <= bounds))


def scaled(evidence: Evidence, factor: float | Vector) -> Evidence:
    """The evidence of a quantity that is `factor` times as large, at each point or all, with its errors."""
    return replace(
        evidence,
        means=factor * evidence.means,
        covariance=evidence.covariance.scaled(np.broadcast_to(factor, len(evidence)).astype(np.float64)),
        failures=None if evidence.failures is None else factor * evidence.failures,
        error_bounds=None if evidence.error_bounds is None else factor * evidence.error_bounds,
    )


def _times(factor: float, place: Mapping[str, Value] | None = None) -> Callable[[Subject], Subject | None]:
    """Means times a factor, at one place or everywhere; a chance stays one."""

    def of(subject: Subject) -> Subject | None:
        true = subject.evidence
        if true is None:
            return None
        here = np.array([place is None or true.place(k) == place for k in range(len(true))], dtype=np.bool_)
        factors = np.where(here, factor, 1.0)
        if not here.any() or (true.failures is not None and (factors * true.means).max() > 1):
            return None
        return replace(subject, evidence=scaled(true, factors))

    return of


def _raised(subject: Subject) -> Subject | None:
    """Each number one more."""
    true = subject.evidence
    return None if true is None else replace(subject, evidence=replace(true, means=true.means + 1.0))


def _one_more(name: str) -> Callable[[Subject], Subject | None]:
    """Each point said to be at one more of that coordinate than it was measured at."""

    def of(subject: Subject) -> Subject | None:
        true = subject.evidence
        if true is None or name not in true.at or true.at[name].dtype.kind != "i" or vanishes(true):
            return None
        moved = replace(true, at={**true.at, name: true.at[name] + 1})
        return replace(subject, evidence=moved, plan=_relabelled(subject.plan, name))

    return of


def _relabelled(plan: Plan, name: str) -> Plan:
    targets = tuple(
        replace(target, points=tuple({**point, name: float(point[name]) + 1} for point in target.points))
        for target in plan.targets
    )
    return replace(plan, targets=targets)


def _used(subject: Subject) -> set[str]:
    """The variables of the claimed and the derived formula; another one's labels say nothing."""
    derived = set() if subject.derivation is None else subject.derivation.formula.free_symbols
    return {*variables(parse(subject.claim.claimed)), *(str(s) for s in derived)}
