"""What is said of a law: its headline, and the notes that a reader needs beside it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ..claim import BoundType, Value
from ..document import Exponent, Outcome
from ..law import Form
from ..reason import (
    Constant,
    Courses,
    Formula,
    Interval,
    Kind,
    PartOrPlain,
    PValue,
    Ranges,
    Reason,
    Setting,
    Slope,
    Stance,
    interval,
    ranges,
    reason,
)
from .context import DecisionContext, Diagnostic
from .courses import (
    NEARER,
    claimed_margin,
    claimed_order,
    derived_order,
    drifts,
    escapes,
    measured_courses,
    nears,
)
from .nonlinear import LawFit
from .parameters import parameters, product_design
from .terms import held, is_heuristic, label, named

STANCES: Final[Mapping[tuple[BoundType, bool], Stance]] = {
    (BoundType.THETA, True): Stance.LIKE,
    (BoundType.THETA, False): Stance.UNLIKE,
    (BoundType.O, True): Stance.AT_MOST,
    (BoundType.O, False): Stance.LARGER,
    (BoundType.OMEGA, True): Stance.AT_LEAST,
    (BoundType.OMEGA, False): Stance.SMALLER,
}
"""How the quantity stands to the claimed order, by the bound type of the claim and whether it holds."""

SAME: Final = 5e-4
"""Exponents that differ by less are the same in print."""


@dataclass(frozen=True, kw_only=True)
class Seen:
    """A law with what was measured of its parameters."""

    context: DecisionContext
    law: Form
    found: LawFit | None
    exponents: Mapping[str, Exponent]
    rates: Mapping[str, Exponent]

    @property
    def bound_type(self) -> BoundType:
        """The bound type of the claim."""
        return self.context.claim.bound_type or BoundType.THETA

    @cached_property
    def margins(self) -> Mapping[str, float]:
        """How far each exponent and, in parts of itself, each rate may lie from the claimed one."""
        size = self.context.claim.margin
        return {p.label: p.margin(size) for p in parameters(self.context, self.law)}


def headline(seen: Seen, decided: Diagnostic, by_derivation: bool) -> Reason:
    """The sentence of a verdict on a law."""
    if decided.outcome is Outcome.ERROR:
        return decided.sentence
    why = decided.sentence.parts.get("why") if isinstance(decided.sentence, Reason) else None
    if seen.law.describes and seen.found is not None:
        return _description(seen, seen.found, decided.outcome, why)
    if decided.outcome is Outcome.INCONCLUSIVE:
        return _open(seen, why)
    kind = _kind(seen, decided, by_derivation)
    parts = _parts(seen, decided.outcome, by_derivation=by_derivation)
    if by_derivation and seen.context.derived is not None:
        return reason(
            kind, **parts, derived=derived_order(seen.context.derived, seen.law, seen.context.varying)
        )
    if isinstance(why, Reason) and decided.outcome is not Outcome.REFUTED:
        parts["notes"] = (*_notes(seen, decided.outcome, by_derivation), why)
    if kind is Kind.LAW_NOT_YET:
        named = tuple(Formula(code=text) for text in seen.context.claim.corrections)
        told = reason(Kind.NAMED_CORRECTIONS, of=named) if named else None
        return reason(kind, **parts, why=why, named=told, far=Setting(at=dict(_not_yet(seen))))
    return reason(kind, **parts, why=why, size=seen.context.claim.margin)


def extrapolated(found: LawFit | None, level: PartOrPlain, why: PartOrPlain = None) -> Reason:
    """The exponents beyond the range by which a law is decided, named as what they are."""
    told = [
        Slope(name=name, value=value, interval=interval(low, high))
        for name, value, low, high in _limits(found)
    ]
    return reason(Kind.EXTRAPOLATED, measured=Courses(of=tuple(told)), confidence=level, why=why)


def _open(seen: Seen, why: PartOrPlain) -> Reason:
    """The sentence of an undecided law, which says what is measured where something could be fitted."""
    parts = _parts(seen, Outcome.INCONCLUSIVE)
    if seen.found is None:
        kind = Kind.LAW_NOTHING_TO_FIT if np.any(seen.context.means >= 0) else Kind.LAW_NEGATIVE
        return reason(kind, label=parts["label"], order=parts["order"])
    return reason(Kind.LAW_OPEN, **parts, why=why)


def _description(seen: Seen, found: LawFit, outcome: Outcome, why: PartOrPlain) -> Reason:
    """What fits, with its constants, of a law that claims no exponent; or that it does not."""
    told, law = _parts(seen, outcome), Formula(code=seen.law.text)
    parts = {name: told[name] for name in ("label", "range", "held", "notes")}
    if not isinstance(why, Reason) or why.kind is not Kind.WHY_DESCRIPTION:
        kind = Kind.DESCRIBES_NOT if outcome is Outcome.REFUTED else Kind.DESCRIBES_OPEN
        return reason(kind, **parts, law=law, measured=told["measured"], why=why)
    constants = tuple(
        Constant(name=name, value=one.value, interval=interval(one.low, one.high))
        for name, one in found.constants.items()
    )
    best = None if found.fit.best is None else PValue(value=found.fit.best.p_value)
    return reason(Kind.LAW_DESCRIBES, **parts, law=law, best=best, constants=constants, why=why)


def _parts(seen: Seen, outcome: Outcome, *, by_derivation: bool = False) -> dict[str, PartOrPlain]:
    """The parts that every headline names."""
    holds = outcome is not Outcome.REFUTED
    return {
        "label": label(seen.context),
        "order": claimed_order(seen.context, seen.law, STANCES[seen.bound_type, holds]),
        "margin": claimed_margin(seen.context, seen.law),
        "range": _range(seen),
        "held": held(seen.context),
        "measured": measured_courses(seen.context, seen.law, seen.exponents, seen.rates, against=not holds),
        "notes": _notes(seen, outcome, by_derivation),
    }


def _notes(seen: Seen, outcome: Outcome, by_derivation: bool) -> tuple[Reason, ...]:
    return (*_trend_notes(seen, outcome), *_derived_notes(seen, by_derivation))


def _kind(seen: Seen, decided: Diagnostic, by_derivation: bool) -> Kind:
    """The sentence of a decided law: refuted, a bound, or tight, by derivation or by measurement."""
    if decided.outcome is Outcome.REFUTED:
        measured = Kind.LAW_REFUTED_EXPONENTIAL if seen.rates else Kind.LAW_REFUTED
        return Kind.LAW_REFUTED_BY_DERIVATION if by_derivation else measured
    if decided.outcome is Outcome.BOUND_ONLY:
        loose = decided.tight == "no"
        if by_derivation:
            return Kind.LAW_DERIVED_LOOSE if loose else Kind.LAW_DERIVED_BOUND
        return Kind.LAW_LOOSE if loose else Kind.LAW_BOUND
    theta = seen.bound_type is BoundType.THETA
    if by_derivation:
        return Kind.LAW_DERIVED if theta else Kind.LAW_DERIVED_TIGHT
    if not theta:
        return Kind.LAW_TIGHT
    if is_within(seen):
        return Kind.LAW_AGREES
    return Kind.LAW_NOT_YET if seen.context.claim.asymptotic and _not_yet(seen) else Kind.LAW_AGREES_BEYOND


def _not_yet(seen: Seen) -> dict[str, Value]:
    """The largest size of each variable whose local exponent there is still beyond the margin."""
    found = {}
    for name, one in seen.exponents.items():
        if one.claimed is None or not one.local:
            continue
        if abs(one.local[-1].value - one.claimed) > seen.margins[name]:
            found[name] = seen.context.evidence.at[name].dtype.type(seen.context.far_end(name)).item()
    return found


def is_within(seen: Seen) -> bool:
    """Whether the slopes on the range lie within the margin as they are, corrections or not."""
    for name, one in seen.exponents.items():
        (low, high), margin = one.ci or (None, None), seen.margins[name]
        if one.claimed is None:
            continue
        if low is None or high is None or low < one.claimed - margin or high > one.claimed + margin:
            return False
    return True


def _range(seen: Seen) -> Ranges:
    context = seen.context
    names = dict.fromkeys(name.removeprefix("rate of ").partition(" (")[0] for name in seen.exponents)
    shown = [name for name in names if name in context.varying]
    shown = shown or [name for name in context.varying if name in map(str, seen.law.expr.free_symbols)]
    used = _used(context, seen.law)
    spans = {n: (float(context.sizes(n)[used].min()), float(context.sizes(n)[used].max())) for n in shown}
    return ranges(spans, computed=context.exact)


def _used(context: DecisionContext, law: Form) -> NDArray[np.bool_]:
    """The settings that the fit can use: where the law is no zero; all of them where there are none such."""
    usable = product_design(context, law)[1] if law.is_single else np.zeros(0, dtype=bool)
    return usable if usable.any() else np.ones(len(context.means), dtype=bool)


def _trend_notes(seen: Seen, outcome: Outcome) -> Iterator[Reason]:
    """What the trend of the local exponents adds to the measured ones."""
    for name, one in seen.exponents.items():
        if one.claimed is not None and one.exponential is None and one.local:
            yield from _trend_note(seen, outcome, name, one)


def _trend_note(seen: Seen, outcome: Outcome, name: str, one: Exponent) -> Iterator[Reason]:
    """A trend of local exponents against the verdict: towards a refuted law, or away from one that holds."""
    margin, values, goal = seen.context.claim.margin, [local.value for local in one.local], one.claimed or 0.0
    first, last = values[0], values[-1]
    ends: dict[str, PartOrPlain] = {"variable": named(name), "first": first, "last": last, "claimed": goal}
    if outcome is Outcome.REFUTED:
        if nears(one, goal) and abs(last - goal) < NEARER * abs(first - goal):
            ci = one.extrapolated_ci
            reach = (
                None if ci is None else reason(Kind.EXTRAPOLATES_TO, exponent=Interval(low=ci[0], high=ci[1]))
            )
            yield reason(Kind.NOTE_TOWARDS, **ends, reach=reach)
        return
    if escapes(one, seen.bound_type, margin / 2):
        yield reason(Kind.NOTE_AGAINST if seen.bound_type is BoundType.THETA else Kind.NOTE_CLIMBS, **ends)


def _derived_notes(seen: Seen, by_derivation: bool) -> Iterator[Reason]:
    """Why derived exponents are not those on the range, each reason with all of its variables."""
    found: dict[Kind, list[Reason]] = {}
    for name, one in seen.exponents.items():
        kind = _derived_note(seen, name, one, by_derivation=by_derivation)
        if kind is not None:
            bounded = kind in {Kind.NOTE_BOUND_NOT_YET, Kind.NOTE_BOUND_REACHED}
            told = _bounded(seen, name, one) if bounded else _exponent_for(name, one)
            found.setdefault(kind, []).append(told)
    for kind, exponents in found.items():
        yield reason(kind, exponents=tuple(exponents), margin=seen.context.claim.margin)


def _exponent_for(name: str, one: Exponent) -> Reason:
    return reason(Kind.EXPONENT_FOR, derived=one.derived, variable=named(name))


def _bounded(seen: Seen, name: str, one: Exponent) -> Reason:
    """The bound on the exponent in the limit that a derived bound implies, beside the local exponents."""
    side = Kind.AT_LEAST if _at_least(seen, name) else Kind.AT_MOST
    return reason(
        Kind.EXPONENT_BOUNDED,
        side=reason(side),
        derived=one.derived,
        variable=named(name),
        local=_ends(one, seen.context.claim.margin),
    )


def _ends(one: Exponent, margin: float) -> Reason | None:
    """The first and the last local exponent, unless they are one or are told as a drift."""
    values = [local.value for local in one.local]
    if drifts(one, margin) or not values or abs(values[-1] - values[0]) <= margin / 2:
        return None
    return reason(Kind.LOCAL_EXPONENTS, first=values[0], last=values[-1])


def _at_least(seen: Seen, name: str) -> bool:
    """Whether a derived bound keeps the exponent up: a lower bound, or an upper one where sizes go to 0."""
    context = seen.context
    vanishing = name in context.variables and context.towards_zero(name)
    return context.derived is not None and (context.derived.relation == ">=") != vanishing


def _reaches(seen: Seen, name: str, one: Exponent) -> bool:
    """Whether the last local exponent is as a derived bound forces it in the limit."""
    sign = 1 if _at_least(seen, name) else -1
    return bool(one.local) and sign * (one.local[-1].value - (one.derived or 0.0)) >= -SAME


def _derived_note(seen: Seen, name: str, one: Exponent, *, by_derivation: bool) -> Kind | None:
    """Why a derived exponent is not the one on the range, where its interval leaves it out.

    A bound allows an exponent beyond its own for a while. Otherwise a verdict by derivation tells the
    derived order, a bound or not, and rests on derived values that agree with the measured ones.
    """
    derived, (low, high) = one.derived, one.ci or (None, None)
    if derived is None or seen.context.derived is None:
        return None
    below = low is not None and derived < low - SAME
    above = high is not None and derived > high + SAME
    if one.exponential is None and not below and not above:
        return None
    near = one.estimate is not None and abs(one.estimate - derived) <= seen.context.claim.margin
    if seen.context.derived.relation != "=":
        if above if _at_least(seen, name) else below:
            return Kind.NOTE_BOUND_REACHED if _reaches(seen, name, one) else Kind.NOTE_BOUND_NOT_YET
        return None if by_derivation else Kind.NOTE_ONE_SIDED
    if nears(one, derived) and not (near and not drifts(one, seen.context.claim.margin)):
        return Kind.NOTE_NOT_YET
    if by_derivation:
        return None if near else Kind.NOTE_REACHED_LATER
    if near:
        return Kind.NOTE_WITHIN
    return Kind.NOTE_HEURISTIC if is_heuristic(seen.context) else Kind.NOTE_UNEXPLAINED


def _limits(found: LawFit | None) -> Iterator[tuple[str, float, float, float]]:
    """Each fitted exponent by name, with its estimate and its limits."""
    fit = None if found is None else found.fit
    if fit is None or fit.estimate is None or fit.lower is None or fit.upper is None:
        return
    for name, value, low, high in zip(fit.names, fit.estimate, fit.lower, fit.upper, strict=True):
        yield name, float(value), float(low), float(high)
