"""What is said of a law: its headline, and the notes that a reader needs beside it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from ..claim import Sense
from ..document import Exponent, Outcome
from ..law import Form
from ..reason import (
    Courses,
    Formula,
    Kind,
    PartOrPlain,
    Ranges,
    Reason,
    Slope,
    Stance,
    interval,
    ranges,
    reason,
)
from .case import Case, Finding
from .courses import (
    NEARER,
    claimed_margin,
    claimed_order,
    derived_order,
    drifts,
    leaves,
    measured_courses,
    nears,
)
from .nonlinear import LawFit
from .terms import subject

STANCES: Final[Mapping[tuple[Sense, bool], Stance]] = {
    (Sense.THETA, True): Stance.LIKE,
    (Sense.THETA, False): Stance.UNLIKE,
    (Sense.O, True): Stance.AT_MOST,
    (Sense.O, False): Stance.LARGER,
    (Sense.OMEGA, True): Stance.AT_LEAST,
    (Sense.OMEGA, False): Stance.SMALLER,
}
"""How the quantity stands to the claimed order, by the sense of the claim and whether it holds."""

SAME: Final = 5e-4
"""Exponents that differ by less are the same in print."""


@dataclass(frozen=True, kw_only=True)
class Seen:
    """A law with what was measured of its parameters."""

    case: Case
    law: Form
    found: LawFit | None
    exponents: Mapping[str, Exponent]
    rates: Mapping[str, Exponent]

    @property
    def sense(self) -> Sense:
        """The sense of the claim."""
        return self.case.claim.sense or Sense.THETA


def headline(seen: Seen, decided: Finding, by_derivation: bool) -> Reason:
    """The sentence of a verdict on a law."""
    if decided.outcome is Outcome.ERROR:
        return decided.sentence
    why = decided.sentence.parts.get("why") if isinstance(decided.sentence, Reason) else None
    if decided.outcome is Outcome.INCONCLUSIVE:
        return _open(seen, why)
    kind = _kind(seen, decided, by_derivation)
    parts = _parts(seen, decided.outcome, by_derivation=by_derivation)
    if by_derivation and seen.case.derived is not None:
        return reason(kind, **parts, derived=derived_order(seen.case.derived, seen.law, seen.case.varying))
    return reason(kind, **parts, why=why, size=seen.case.claim.margin)


def extrapolated(seen: Seen, level: PartOrPlain, why: PartOrPlain = None) -> Reason:
    """The exponents beyond the range by which a law is decided, named as what they are."""
    told = [
        Slope(name=name, value=value, interval=interval(low, high))
        for name, value, low, high in _limits(seen.found)
    ]
    return reason(Kind.EXTRAPOLATED, measured=Courses(of=tuple(told)), confidence=level, why=why)


def _open(seen: Seen, why: PartOrPlain) -> Reason:
    parts = _parts(seen, Outcome.INCONCLUSIVE)
    if seen.found is None:
        return reason(Kind.LAW_NOTHING_TO_FIT, subject=parts["subject"], order=parts["order"])
    return reason(Kind.LAW_OPEN, **parts, why=why)


def _parts(seen: Seen, outcome: Outcome, *, by_derivation: bool = False) -> dict[str, PartOrPlain]:
    """The parts that every headline names."""
    holds = outcome is not Outcome.REFUTED
    return {
        "subject": subject(seen.case),
        "order": claimed_order(seen.case, seen.law, STANCES[seen.sense, holds]),
        "margin": claimed_margin(seen.case, seen.law),
        "range": _range(seen),
        "measured": measured_courses(seen.case, seen.law, seen.exponents, seen.rates, against=not holds),
        "notes": tuple(_notes(seen, outcome, by_derivation=by_derivation)),
    }


def _kind(seen: Seen, decided: Finding, by_derivation: bool) -> Kind:
    if decided.outcome is Outcome.REFUTED:
        return Kind.LAW_REFUTED_BY_DERIVATION if by_derivation else Kind.LAW_REFUTED
    if decided.outcome is Outcome.BOUND_ONLY:
        loose = decided.tight == "no"
        if by_derivation:
            return Kind.LAW_DERIVED_LOOSE if loose else Kind.LAW_DERIVED_BOUND
        return Kind.LAW_LOOSE if loose else Kind.LAW_BOUND
    theta = seen.sense is Sense.THETA
    if by_derivation:
        return Kind.LAW_DERIVED if theta else Kind.LAW_DERIVED_TIGHT
    if not theta:
        return Kind.LAW_TIGHT
    return Kind.LAW_AGREES if is_within(seen) else Kind.LAW_AGREES_BEYOND


def is_within(seen: Seen) -> bool:
    """Whether the slopes on the range lie within the margin as they are, corrections or not."""
    margin = seen.case.claim.margin
    for one in seen.exponents.values():
        low, high = one.ci or (None, None)
        if one.claimed is None:
            continue
        if low is None or high is None or low < one.claimed - margin or high > one.claimed + margin:
            return False
    return True


def _range(seen: Seen) -> Ranges:
    case = seen.case
    names = dict.fromkeys(name.removeprefix("rate of ").partition(" (")[0] for name in seen.exponents)
    shown = [name for name in names if name in case.varying]
    spans = {n: (float(case.sizes(n).min()), float(case.sizes(n).max())) for n in shown}
    return ranges(spans, computed=case.exact)


def _notes(seen: Seen, outcome: Outcome, *, by_derivation: bool) -> Iterator[Reason]:
    """What the trend and the derivation add to the measured exponents."""
    for name, one in seen.exponents.items():
        yield from _trend_note(seen, outcome, name, one)
        # A bound that decides has been told, and its exponent need not be reached.
        if not (by_derivation and seen.case.derived is not None and seen.case.derived.relation != "="):
            yield from _derived_note(seen, name, one)


def _trend_note(seen: Seen, outcome: Outcome, name: str, one: Exponent) -> Iterator[Reason]:
    if one.claimed is None or one.exponential is not None or not one.local:
        return
    margin, values = seen.case.claim.margin, [local.value for local in one.local]
    ends: dict[str, PartOrPlain] = {"variable": named(name), "first": values[0], "last": values[-1]}
    if outcome is Outcome.REFUTED:
        if nears(one, one.claimed) and abs(values[-1] - one.claimed) < NEARER * abs(values[0] - one.claimed):
            ci = one.extrapolated_ci
            reach = None if ci is None else reason(Kind.EXTRAPOLATES_TO, exponent=interval(*ci))
            yield reason(Kind.NOTE_TOWARDS, **ends, reach=reach)
        return
    if not leaves(one, one.claimed) or abs(values[-1] - one.claimed) <= margin / 2:
        return
    climbs = {Sense.O: values[-1] > one.claimed, Sense.OMEGA: values[-1] < one.claimed}.get(seen.sense)
    if climbs is None:
        yield reason(Kind.NOTE_AGAINST, **ends)
    elif climbs:
        yield reason(Kind.NOTE_CLIMBS, **ends, claimed=one.claimed)


def _derived_note(seen: Seen, name: str, one: Exponent) -> Iterator[Reason]:
    """Why a derived exponent is not the one on the range, where its interval leaves it out."""
    derived, (low, high) = one.derived, one.ci or (None, None)
    if derived is None or seen.case.derived is None:
        return
    below = low is not None and derived < low - SAME
    if one.exponential is None and not below and not (high is not None and derived > high + SAME):
        return
    told: dict[str, PartOrPlain] = {"variable": named(name), "derived": derived}
    near = one.estimate is not None and abs(one.estimate - derived) <= seen.case.claim.margin
    if seen.case.derived.relation != "=":
        yield reason(Kind.NOTE_ONE_SIDED, **told)
    elif nears(one, derived) and not (near and not drifts(one, seen.case.claim.margin)):
        yield reason(Kind.NOTE_NOT_YET, **told)
    elif near:
        yield reason(Kind.NOTE_WITHIN, **told, margin=seen.case.claim.margin)
    else:
        yield reason(Kind.NOTE_UNEXPLAINED, **told)


def named(label: str) -> Formula | str:
    """The variable of a parameter, as a formula where its label is one."""
    return Formula(code=label) if label.isidentifier() else label


def _limits(found: LawFit | None) -> Iterator[tuple[str, float, float, float]]:
    fit = None if found is None else found.fit
    if fit is None or fit.estimate is None or fit.lower is None or fit.upper is None:
        return
    for name, value, low, high in zip(fit.names, fit.estimate, fit.lower, fit.upper, strict=True):
        yield name, float(value), float(low), float(high)
