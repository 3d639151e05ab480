"""Row Law: the order of growth in each variable, in the senses Theta, O and Omega.

| sense | agrees | bound only | refuted |
|---|---|---|---|
| Theta | all intervals inside c +- m, form stands | never | one outside, or a rival or floor fits instead |
| O | all inside c +- m (tight) | all upper ends <= c + m otherwise | an interval above c + m |
| Omega | mirrored | mirrored | mirrored |

Where the derivation decides, derived exponents are compared exactly. Several variables: the worst.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

import numpy as np

from ..claim import Sense
from ..document import Exponent, Outcome, Triangle
from ..inference.exponents import ExponentFit, remains
from ..inference.gls import Vector
from ..law import Form, form
from .advice import advice_on_law
from .case import Case, Finding, Verdict
from .cells import (
    VALUE_TOLERANCE,
    cells_comparison,
    derived_against_measured,
    intervals,
)
from .curves import claimed_values, fit_record, fitted_law, parameter_records
from .fitting import exponential_decay, fit_law
from .nonlinear import LawFit
from .parameters import Kind, parameters
from .rivals import Judged, judge_rivals
from .symbolic import compare_exponents, order_drifts, symbolic_comparison
from .wording import between, capital, number, p_words, percent, span

FEWEST_LOCAL: Final = 3
"""Fewer local exponents than this show no trend to rely on."""

_SEVERITY: Final = (Outcome.AGREES, Outcome.BOUND_ONLY, Outcome.INCONCLUSIVE, Outcome.REFUTED)


@dataclass(frozen=True)
class _Evidence:
    """The claimed form beside its fit, and the rivals judged by the same cells."""

    case: Case
    law: Form
    found: LawFit | None
    rivals: tuple[Judged, ...]

    @property
    def fit(self) -> ExponentFit | None:
        return None if self.found is None else self.found.fit

    @property
    def sense(self) -> Sense:
        return self.case.claim.sense or Sense.THETA


def decide_growth(case: Case) -> Verdict:
    """The verdict of a Law claim; raises `LawError` where its formula is not of the grammar."""
    law = form(case.claim.claimed, case.variables)
    found = fit_law(case, law)
    seen = _Evidence(case, law, found, judge_rivals(case, law, found))
    symbolic, inference = symbolic_growth(case, law), _inference(seen)
    agreement = derived_against_measured(case, VALUE_TOLERANCE)
    by_derivation = (
        case.decisive and agreement.outcome is Outcome.AGREES and symbolic.outcome is not Outcome.INCONCLUSIVE
    )
    decided = symbolic if by_derivation else inference
    if agreement.outcome is Outcome.ERROR:
        decided = agreement
    measured, latex = fitted_law(law, found)
    return Verdict(
        outcome=decided.outcome,
        holds=decided.holds,
        tight=decided.tight,
        basis="derived" if by_derivation else "exact" if case.exact else "statistics",
        summary=_summary(seen, decided, by_derivation),
        triangle=Triangle(
            symbolic=symbolic_comparison(symbolic, case),
            inference=inference.comparison,
            cells=cells_comparison(agreement, case),
        ),
        exponents=parameter_records(case, law, found, Kind.EXPONENT),
        rates=parameter_records(case, law, found, Kind.RATE),
        rivals=tuple(judged.record(case, by_derivation) for judged in seen.rivals if judged.named),
        fit=fit_record(found),
        intervals=intervals(case),
        claimed=claimed_values(case, law, found),
        measured_formula=measured,
        measured_latex=latex,
        missing=_missing(decided, inference),
    )


def exponent_outcome(sense: Sense, low: float, high: float, margin: float) -> Outcome:
    """One variable: where the interval [low, high] of (exponent - claimed) stands to the margin."""
    if sense is Sense.OMEGA:
        return exponent_outcome(Sense.O, -high, -low, margin)
    if -margin <= low and high <= margin:
        return Outcome.AGREES
    if low > margin:
        return Outcome.REFUTED
    if sense is Sense.THETA:
        return Outcome.REFUTED if high < -margin else Outcome.INCONCLUSIVE
    return Outcome.BOUND_ONLY if high <= margin else Outcome.INCONCLUSIVE


def _stand(sense: Sense, low: Vector, high: Vector) -> Outcome:
    """The worst outcome over the parameters, whose deviations are in margins."""
    pairs = zip(low.tolist(), high.tolist(), strict=True)
    return _worst([exponent_outcome(sense, a, b, 1.0) for a, b in pairs])


def _worst(outcomes: list[Outcome]) -> Outcome:
    return max(outcomes, key=_SEVERITY.index)


def _tight(outcome: Outcome, shown_loose: bool) -> str:
    if outcome is Outcome.AGREES:
        return "yes"
    if outcome is Outcome.REFUTED or (outcome is Outcome.BOUND_ONLY and shown_loose):
        return "no"
    return "unknown"


def symbolic_growth(case: Case, law: Form) -> Finding:
    """Derived against claimed exponents, exactly; a derived bound speaks for one sense only."""
    gaps, derived, sense = compare_exponents(case, law), case.derived, case.claim.sense or Sense.THETA
    if isinstance(gaps, Finding):
        return gaps
    if sense is Sense.THETA and not any(gaps.values()) and order_drifts(law, derived, case.held):
        sentence = "The derived exponents are the claimed ones, but another factor grows without bound."
        return Finding(outcome=Outcome.INCONCLUSIVE, sentence=sentence)
    words = ", ".join(
        f"{name}^{law.exponents[name] + gap} against {name}^{law.exponents[name]} claimed"
        for name, gap in gaps.items()
    )
    sentence = f"Derived {words}."
    if derived is None or derived.relation == "=":
        outcome = _worst([exponent_outcome(sense, float(g), float(g), 0.0) for g in gaps.values()])
        return Finding(outcome=outcome, sentence=sentence, tight=_tight(outcome, shown_loose=True))
    return _bounded_growth(sense, derived.relation, gaps, sentence)


def _bounded_growth(sense: Sense, relation: str, gaps: Mapping[str, Fraction], sentence: str) -> Finding:
    """A derived upper bound shows O at or above it and refutes Omega above it; a lower one mirrored.

    The growth in one variable, the others fixed, is enough to refute; to show a bound takes them all.
    """
    if relation == ">=":
        gaps = {name: -gap for name, gap in gaps.items()}
    shown, refuted = (Sense.OMEGA, Sense.O) if relation == ">=" else (Sense.O, Sense.OMEGA)
    if sense is shown and max(gaps.values(), default=Fraction(0)) <= 0:
        # A bound of a smaller order than the claimed one leaves the claim nowhere attained.
        tight = "no" if min(gaps.values(), default=Fraction(0)) < 0 else "unknown"
        bound = f"{sentence} It is a bound ({relation})."
        return Finding(outcome=Outcome.BOUND_ONLY, sentence=bound, tight=tight)
    if sense in (refuted, Sense.THETA) and min(gaps.values(), default=Fraction(0)) < 0:
        excluded = f"{sentence} The derived bound ({relation}) excludes the claimed order."
        return Finding(outcome=Outcome.REFUTED, sentence=excluded, tight="no")
    sentence = f"{sentence} A derived bound ({relation}) does not settle the sense {sense}."
    return Finding(outcome=Outcome.INCONCLUSIVE, sentence=sentence)


def _inference(seen: _Evidence) -> Finding:
    """Fitted against claimed exponents."""
    found, fit, case = seen.found, seen.fit, seen.case
    if found is None or fit is None:
        missing = "Cells at several sizes of a variable of the law, with means that are not zero and vary."
        return Finding(outcome=Outcome.INCONCLUSIVE, sentence="There is nothing to fit.", missing=missing)
    labels = [p.label for p in parameters(case, seen.law) if p.claimed]
    unseen = [label for label in labels if label not in fit.names]
    if fit.rejected or fit.lower is None or fit.upper is None:
        return _without_form(seen, fit)
    low, high = deviations(found, fit.lower, fit.upper, case.claim.margin)
    outcome = _stand(seen.sense, low, high)
    if outcome is Outcome.INCONCLUSIVE and fit.vanishing is not None:
        # A floor that remains is no way for the law to hold, so it cannot save it.
        lower, upper = fit.vanishing
        without_floor = _stand(seen.sense, *deviations(found, lower, upper, case.claim.margin))
        outcome = without_floor if without_floor is Outcome.REFUTED else outcome
    sentence = f"Measured exponents ({percent(2 * case.level)} together): {parameter_words(found)}."
    if outcome is Outcome.REFUTED and _on_floor(fit):
        return _without_form(seen, fit)
    if outcome is not Outcome.REFUTED and unseen:
        missing = f"More than one size of {', '.join(unseen)}."
        return Finding(outcome=Outcome.INCONCLUSIVE, sentence=sentence, missing=missing)
    if outcome is Outcome.INCONCLUSIVE:
        return Finding(
            outcome=outcome, sentence=sentence, missing=advice_on_law(case, seen.law, found, low, high)
        )
    disputing = [rival.text for rival in seen.rivals if rival.disputes(seen.law)]
    if outcome is Outcome.AGREES and seen.sense is Sense.THETA and disputing:
        missing = f"More draws or larger sizes, until {', '.join(disputing)} no longer describes the cells."
        sentence = f"{sentence} {disputing[0]} describes the cells as well."
        return Finding(outcome=Outcome.INCONCLUSIVE, sentence=sentence, missing=missing)
    loose = bool(np.any(high < -1) if seen.sense is Sense.O else np.any(low > 1))
    return Finding(outcome=outcome, sentence=sentence, tight=_tight(outcome, loose))


def parameter_words(found: LawFit) -> str:
    """Estimate and interval of each exponent and rate."""
    fit = found.fit
    if fit.estimate is None or fit.lower is None or fit.upper is None:
        return "no exponent"
    joints = ["^" if p.kind is Kind.EXPONENT else " = " for p in found.parameters]
    return ", ".join(
        f"{name}{joint}{number(float(e))} ({between(float(a), float(b))})"
        for name, joint, e, a, b in zip(fit.names, joints, fit.estimate, fit.lower, fit.upper, strict=True)
    )


def deviations(found: LawFit, lower: Vector, upper: Vector, margin: float) -> tuple[Vector, Vector]:
    """Each parameter's limits as deviations from the claim in margins, in the sense of faster growth.

    An exponent's margin is absolute, a rate's relative to it, and a larger rate grows slower. Where
    nothing is claimed the value must only be known to the margin.
    """
    known = np.isfinite(lower) & np.isfinite(upper)
    middle = (np.where(known, lower, 0.0) + np.where(known, upper, 0.0)) / 2
    center = np.where(np.isnan(found.claimed), middle, found.claimed)
    rates = np.array([p.kind is Kind.RATE for p in found.parameters])
    size = margin * np.where(rates, np.where(center == 0, 1.0, np.abs(center)), 1.0)
    low, high = (lower - center) / size, (upper - center) / size
    # Of a free parameter with one finite end nothing is known to any margin.
    unknown = np.isnan(found.claimed) & ~known
    low, high = np.where(unknown, -np.inf, low), np.where(unknown, np.inf, high)
    return np.where(rates, -high, low), np.where(rates, -low, high)


def _without_form(seen: _Evidence, fit: ExponentFit) -> Finding:
    """No vanishing correction fits: a floor or a named rival that does refutes Theta."""
    best, case = fit.best, seen.case
    p = "" if best is None else f" (best: {best.correction.name}, {p_words(best.p_value)})"
    sentence = f"No form {seen.law.text} with a vanishing correction describes the cells{p}."
    upper_sense = seen.sense is not Sense.OMEGA
    # Exact values have no errors that could reject a rival, so none is confirmed by them.
    standing = [judged for judged in seen.rivals if judged.fits and not case.exact]
    if _on_floor(fit) and upper_sense:
        cause = (
            f"A floor, or the rival {standing[0].text}, does."
            if standing
            else "A floor remains at large sizes."
        )
        return Finding(outcome=Outcome.REFUTED, sentence=f"{sentence} {cause}", tight="no")
    decay = None if seen.sense is not Sense.THETA else exponential_decay(case, seen.law)
    if decay is not None:
        named = f"{sentence} An exponential decay in {decay} does."
        return Finding(outcome=Outcome.REFUTED, sentence=named, tight="no")
    if standing and seen.sense is Sense.THETA:
        named = f"{sentence} The rival {standing[0].text} does."
        return Finding(outcome=Outcome.REFUTED, sentence=named, tight="no")
    away = _local_exponents_away(seen)
    if away is not None:
        label, outcome = away
        named = f"{sentence} Every local exponent of {label} lies beyond the margin, and none comes nearer."
        return Finding(outcome=outcome, sentence=named, tight="no")
    missing = "A form that describes the cells; the local exponents and their trend say where this one fails."
    return Finding(outcome=Outcome.INCONCLUSIVE, sentence=sentence, missing=missing)


def _local_exponents_away(seen: _Evidence) -> tuple[str, Outcome] | None:
    """What local exponents beyond the margin say: of which variable, and refuted or a bound; None if nothing.

    Their limits hold together. A law that its corrections still reach has local exponents that come
    nearer, so a trend towards the claim, or one that is not known, says nothing. One variable refutes;
    a bound needs them all.
    """
    if seen.case.anytime:
        return None
    records = parameter_records(seen.case, seen.law, seen.found, Kind.EXPONENT)
    sides = {label: _side(exponent, seen.case.claim.margin) for label, exponent in records.items()}
    faster = {Sense.THETA: (1, -1), Sense.O: (1,), Sense.OMEGA: (-1,)}[seen.sense]
    for label, side in sides.items():
        if side in faster:
            return label, Outcome.REFUTED
    if sides and seen.sense is not Sense.THETA and all(sides.values()):
        return ", ".join(sides), Outcome.BOUND_ONLY
    return None


def _side(exponent: Exponent, margin: float) -> int:
    """1 where all local exponents lie above the margin and come no nearer, -1 below it, else 0."""
    if exponent.claimed is None or len(exponent.local) < FEWEST_LOCAL:
        return 0
    limits = [
        (-np.inf if a is None else a, np.inf if b is None else b) for a, b in (x.ci for x in exponent.local)
    ]
    if exponent.trend in {"rising", "steady"} and min(limits)[0] > exponent.claimed + margin:
        return 1
    highest = max(b for _, b in limits)
    return -1 if exponent.trend in {"falling", "steady"} and highest < exponent.claimed - margin else 0


def _on_floor(fit: ExponentFit) -> bool:
    """Whether a floor that remains at large sizes describes the cells best, and chi2 lets it stand."""
    return fit.best in fit.survivors and fit.best is not None and remains(fit.best, len(fit.names))


def _missing(decided: Finding, inference: Finding) -> str | None:
    return (inference.missing or decided.missing) if decided.outcome is Outcome.INCONCLUSIVE else None


def _summary(seen: _Evidence, decided: Finding, by_derivation: bool) -> str:
    case, name = seen.case, seen.case.claim.subject
    if decided.outcome is Outcome.ERROR:
        return decided.sentence
    if decided.outcome is Outcome.INCONCLUSIVE or seen.found is None or seen.fit is None:
        return capital(f"{name}: {_lower(decided.sentence)}")
    measured = parameter_words(seen.found)
    where = span(case, tuple(dict.fromkeys(p.variable for p in seen.found.parameters)))
    if by_derivation and case.derived is not None:
        exact = " ".join(f"{n}^{case.derived.exponents.get(n, 0)}" for n in seen.law.exponents)
        bound = {"=": "grows like", ">=": "grows at least like", "<=": "grows at most like"}[
            case.derived.relation
        ]
        head = f"{name} {bound} {exact} (derived; measured {measured} on {where})"
    elif seen.fit.rejected or (decided.outcome is Outcome.REFUTED and _on_floor(seen.fit)):
        return capital(f"{name} on {where}: {_lower(decided.sentence)}")
    else:
        head = f"{name} grows like {measured} on this range ({where}, {percent(2 * case.level)} intervals)"
    return capital(f"{head}: so {_conclusion(seen, decided)}.")


def _conclusion(seen: _Evidence, decided: Finding) -> str:
    law, sense = seen.law.text, seen.sense
    order = {Sense.THETA: "the order of growth", Sense.O: "an upper bound", Sense.OMEGA: "a guarantee"}[sense]
    if decided.outcome is Outcome.REFUTED:
        return f"{law} is not {order}"
    if decided.outcome is Outcome.BOUND_ONLY:
        rest = "not the order of growth" if decided.tight == "no" else "whether it is tight stays open"
        return f"{law} is {order} and {rest}"
    return f"{law} is {order}" + ("" if sense is Sense.THETA else ", and tight")


def _lower(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:]
