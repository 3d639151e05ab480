"""From a claim, its derivation and its evidence to a verdict.

`decide` is pure: the same values give the same verdict. Three comparisons are always made,
claimed - derived (symbolic), claimed - measured (inference), derived - measured (points), and one
row of the verdict table says which of them decides:

- a derivation by rules alone that every point agrees with decides, and the fit stands beside it;
- otherwise the evidence decides, and the sentence says that it was measured, and in which settings;
- a derivation and a simulation that differ significantly are an error of ours, not of the source;
- too little evidence is `inconclusive`, with what is missing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from math import log
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from ..claim import Claim, Relation
from ..document import Exponent, Outcome
from ..law import form, parse
from ..paper import Coordinates
from ..reason import Count, Formula, Kind, Reason, Text, reason
from ..statistics.anytime import Monitoring
from ..statistics.blocks import VERY_ASYMMETRIC
from ..statistics.evidence import Evidence
from ..statistics.surface import Outlier, outlier
from .advice import in_errors
from .context import FAILED, DecisionContext, Derived, Verdict
from .courses import typed
from .parameters import column, fixed_logs, parameters, sources
from .points import intervals, simultaneous_limits
from .terms import label, setting, settings
from .unmeasured import decide_unmeasured

__all__ = ["DEFAULT_LEVEL", "Derived", "Monitoring", "Verdict", "decide", "failed", "measured"]

DEFAULT_LEVEL: Final = 0.005

ONE_SIDED: Final = (
    Relation.EQUALS,
    Relation.IDENTITY,
    Relation.AT_MOST,
    Relation.AT_LEAST,
    Relation.ORDERING,
)
"""What a limit on one side of each mean may decide."""

MOST_LEFT_OUT: Final = 0.25
"""Share of settings that growth is told without: of more, chance alone made the others less asymmetric."""


MOST_LEVERAGE: Final = 0.5
"""Of a value that stands out: at an end of the sizes the others say too little, and many numbers bend."""

STANDS_OUT: Final = log(1.5)
"""So far is a value off the others, in its logarithm, that stands out."""

FAR: Final = 4.5
"""And in its standard errors."""


class Measured(Protocol):
    """An outcome with what it rests on."""

    @property
    def outcome(self) -> Outcome:
        """The outcome."""

    @property
    def missing(self) -> Reason | None:
        """What would decide the claim, if it is open."""

    @property
    def exponents(self) -> Mapping[str, Exponent]:
        """The exponents with the intervals that are printed."""


def _row(claim: Claim) -> Callable[[DecisionContext], Verdict]:
    """What decides a claim by its relation; nothing is imported for the others."""
    match claim.relation:
        case _ if claim.is_of_limit:
            from .limit import decide_limit as found
        case Relation.IDENTITY | Relation.EQUALS:
            from .equality import decide_equality as found
        case Relation.LAW:
            from .growth import decide_growth as found
        case Relation.AT_MOST | Relation.AT_LEAST:
            from .bounds import decide_bound as found
        case Relation.ORDERING:
            from .ordering import decide_ordering as found
        case Relation.REPORTED:
            from .reported import decide_reported as found
    return found


def decide(
    claim: Claim,
    derived: Derived | None,
    evidence: Evidence | None,
    *,
    level: float = DEFAULT_LEVEL,
    analyses: Monitoring = Monitoring.PLANNED,
    obstacle: str | None = None,
    coordinates: Coordinates | None = None,
) -> Verdict:
    """The verdict of a claim at the level of one interim analysis, for support and for refutation each.

    An `obstacle` says why there is no evidence; `coordinates` is how they are told. With
    `Monitoring.ANYTIME` the level is that of all interim analyses together, however evidence grows. Raises
    ValueError for such evidence without numbers of trials, for evidence that is not of one kind, or a derived
    value that is missing at a point, and `LawError` for formulas that name no coordinate.
    """
    _require_values(claim, derived, evidence)
    if evidence is None or not len(evidence):
        return decide_unmeasured(claim, derived, obstacle)
    context = DecisionContext(
        claim=claim,
        derived=derived,
        evidence=evidence,
        level=level,
        analyses=analyses,
        coordinates=coordinates or Coordinates(),
    )
    verdict = _decided(context)
    if verdict.missing is None or evidence.exact or np.any(np.isfinite(evidence.n_trials)):
        return verdict
    return replace(verdict, missing=in_errors(verdict.missing))


def _decided(context: DecisionContext) -> Verdict:
    """The verdict on evidence that there is; raises ValueError where it should count its trials."""
    claim, derived, evidence = context.claim, context.derived, context.evidence
    if context.anytime and not np.all(np.isfinite(evidence.n_trials)):
        raise ValueError(f"{claim.id} is to be decided anytime, but its evidence does not count its trials.")
    verdict = _without_useless(context)
    if evidence.excess_scatter is not None:
        dependent = reason(Kind.DEPENDENT_TRIALS, times=evidence.excess_scatter, label=label(context))
        return _without_limits(_error(verdict, dependent))
    if derived is not None and derived.status == FAILED:
        return _error(verdict, reason(Kind.FAILED_CHECK))
    if _few_trials_tell(context, verdict) and (
        verdict.basis != "derived" or verdict.outcome is Outcome.ERROR
    ):
        return _left_open(verdict, context)
    if claim.relation is Relation.LAW:
        verdict = _law_asides(context, verdict)
    derives_growth = claim.relation is Relation.LAW and verdict.basis == "derived"
    if derives_growth or claim.relation in {Relation.AT_MOST, Relation.AT_LEAST}:
        verdict = replace(verdict, summary=_with_outlier(verdict.summary, context))
    if verdict.basis == "derived" and derived is not None and derived.assumptions:
        return replace(
            verdict, summary=reason(Kind.ASSUMED, found=verdict.summary, premises=_premises(derived))
        )
    if evidence.by_residuals:
        return replace(verdict, summary=_by_residuals(verdict.summary, context))
    if evidence.error_dof is not None:
        count = Count(count=int(evidence.n_trials.min()), noun="value")
        return replace(verdict, summary=reason(Kind.ERRORS_LEAN, found=verdict.summary, count=count))
    if evidence.misfit <= 1:
        return verdict
    return replace(verdict, summary=reason(Kind.CURVE_MISFITS, found=verdict.summary, times=evidence.misfit))


def measured(claim: Claim, evidence: Evidence, *, level: float) -> Measured:
    """What `decide` finds by evidence alone; a law's sentence, curve and records are not made."""
    context = DecisionContext(claim=claim, derived=None, evidence=evidence, level=level)
    doubtful = evidence.excess_scatter is not None or evidence.heavy_share is not None
    if claim.relation is not Relation.LAW or doubtful or _negative_before(context).any():
        return decide(claim, None, evidence, level=level)
    from .growth import measured_growth

    return measured_growth(context)


def _by_residuals(found: Reason, context: DecisionContext) -> Reason:
    """The sentence, and the share of errors that scatter alone tells; a mean of 0 has none.

    An outlier among the values is named with the errors that the others alone would have.
    """
    evidence = context.evidence
    told = evidence.means != 0
    error = float(np.median(evidence.stderrs[told] / np.abs(evidence.means[told]))) if told.any() else 0.0
    said = reason(Kind.ERRORS_BY_RESIDUALS, found=found, error=_per_cent(error))
    off = _outlier(context)
    if off is None:
        return said
    return reason(Kind.OUTLIER, found=said, at=setting(context, off.row), error=_per_cent(off.scatter))


def _with_outlier(found: Reason, context: DecisionContext) -> Reason:
    """The sentence, and the value that is far off the others, where no fit of a law decides."""
    off, evidence = _outlier(context), context.evidence
    if (
        off is None
        or evidence.by_residuals
        or off.leverage > MOST_LEVERAGE
        or abs(off.log_ratio) < STANDS_OUT
    ):
        return found
    times = float(np.exp(off.log_ratio))
    value, error = evidence.means[off.row], evidence.stderrs[off.row]
    if abs(value - value / times) < FAR * error:
        return found
    return reason(Kind.STANDS_OUT, found=found, at=setting(context, off.row), times=times)


def _outlier(context: DecisionContext) -> Outlier | None:
    columns = {name: context.sizes(name) for name in context.varying}
    return outlier(columns, context.evidence.means) if columns else None


def _per_cent(share: float) -> Text:
    return Text(text=f"{100 * share:.2g} %")


def _premises(derived: Derived) -> tuple[Text, ...]:
    return tuple(Text(text=one) for one in derived.assumptions)


def _law_asides(context: DecisionContext, verdict: Verdict) -> Verdict:
    """The verdict on a law, whose sentence also names its untested constant and the settings left out."""
    said = verdict.summary
    if (constant := _ignored_constant(context)) is not None:
        said = reason(Kind.CONSTANT_IGNORED, found=said, constant=Formula(code=constant))
    left_out = np.flatnonzero(_left_out(context))
    if left_out.size:
        count, at = settings(context, int(left_out.size)), setting(context, int(left_out[0]))
        said = reason(Kind.LEFT_OUT, found=said, count=count, at=at)
    return replace(verdict, summary=said)


def _left_out(context: DecisionContext) -> NDArray[np.bool_]:
    """The settings at which a law of one term is zero, undefined or too large, and so cannot be fitted."""
    law = form(context.claim.claimed, context.variables)
    if not law.is_single:
        return np.zeros(len(context.evidence), dtype=bool)
    wanted = [p for p in parameters(context, law) if np.unique(sources(context, p)).size > 1]
    logs = [fixed_logs(context, law), *(column(context, p) for p in wanted)]
    return np.asarray(~np.all([np.isfinite(each) for each in logs], axis=0), dtype=np.bool_)


def _ignored_constant(context: DecisionContext) -> str | None:
    """The number in front of a law that an order of growth says nothing of."""
    formula = parse(context.claim.claimed)
    if {symbol.name for symbol in formula.free_symbols} - set(context.evidence.at):
        return None  # a free constant takes it up
    constant, _ = formula.as_coeff_Mul()
    return None if abs(constant) == 1 else typed(constant)


def _without_useless(context: DecisionContext) -> Verdict:
    """The verdict; on growth without settings that are negative, or too asymmetric where these are few."""
    if context.claim.relation is not Relation.LAW:
        return _row(context.claim)(context)
    heavy, negative = _too_asymmetric(context.evidence), _negative_before(context)
    if 0 < heavy.mean() <= MOST_LEFT_OUT:
        return _without(context, heavy, Kind.HEAVY_LEFT_OUT)
    return (
        _without(context, negative, Kind.NEGATIVE_LEFT_OUT)
        if negative.any()
        else _row(context.claim)(context)
    )


def _negative_before(context: DecisionContext) -> NDArray[np.bool_]:
    """The settings before all that are surely positive, along some variable, where one is surely negative.

    No law that is positive at large sizes has them among its corrections, which are small against it there:
    d - 6 is of order d, and negative up to 6.
    """
    low, high = simultaneous_limits(context, context.level)
    positive = low > 0
    if not (np.any(high < 0) and positive.any()):
        return np.zeros(len(positive), dtype=bool)
    sizes = [context.growing(name) for name in context.varying]
    before = any(size[~positive].max() < size[positive].min() for size in sizes)
    return np.asarray(~positive & before, dtype=np.bool_)


def _without(context: DecisionContext, left_out: NDArray[np.bool_], why: Kind) -> Verdict:
    """The verdict without these settings, which its sentence names."""
    evidence = context.evidence
    kept, derived = np.flatnonzero(~left_out), context.derived
    if derived is not None and derived.values is not None:
        derived = replace(derived, values=derived.values[kept])
    found = _row(context.claim)(replace(context, evidence=evidence.take(kept), derived=derived))
    claimed = dict(zip(kept.tolist(), found.claimed, strict=True))
    count, at = settings(context, int(left_out.sum())), setting(context, int(left_out.argmax()))
    return replace(
        found,
        claimed=tuple(claimed.get(point) for point in range(len(evidence))),
        intervals=intervals(context),
        counterexample=None if found.counterexample is None else int(kept[found.counterexample]),
        summary=reason(why, found=found.summary, count=count, at=at),
    )


def _few_trials_tell(context: DecisionContext, verdict: Verdict) -> bool:
    """Whether the verdict rests on means that few trials make up, or is open for want of their limits."""
    evidence, claim = context.evidence, context.claim
    if evidence.asymmetry is None:
        return evidence.heavy_share is not None
    if claim.relation is Relation.LAW:
        return bool(_too_asymmetric(evidence).mean() > MOST_LEFT_OUT)
    one_sided = claim.relation in ONE_SIDED and not claim.is_of_limit
    return not all(context.has_limits) and not (one_sided and verdict.outcome is not Outcome.INCONCLUSIVE)


def _too_asymmetric(evidence: Evidence) -> NDArray[np.bool_]:
    """The settings whose means are too uncertain for growth to be told by them."""
    found = np.zeros(len(evidence)) if evidence.asymmetry is None else evidence.asymmetry
    return np.asarray(np.abs(found) >= VERY_ASYMMETRIC, dtype=np.bool_)


def _left_open(verdict: Verdict, context: DecisionContext) -> Verdict:
    """No verdict on means that few trials make up: neither for the claim nor against it."""
    share = Text(text=f"{100 * (context.evidence.heavy_share or 0.0):.0f} %")
    said = reason(Kind.HEAVY_TAIL, label=label(context), share=share)
    return replace(
        verdict,
        outcome=Outcome.INCONCLUSIVE,
        holds="undecided",
        tight="unknown",
        summary=said,
        missing=reason(Kind.HEAVY_TAIL_NEEDED),
    )


def _error(verdict: Verdict, said: Reason) -> Verdict:
    return replace(
        verdict, outcome=Outcome.ERROR, holds="undecided", tight="unknown", summary=said, missing=None
    )


def _without_limits(verdict: Verdict) -> Verdict:
    """The verdict without what rests on standard errors that are known to be too small."""
    exponents, rates = (
        {
            name: Exponent(claimed=one.claimed, derived=one.derived, estimate=None, ci=None, local=[])
            for name, one in records.items()
        }
        for records in (verdict.exponents, verdict.rates)
    )
    unknown = ((None, None),) * len(verdict.intervals)
    return replace(verdict, exponents=exponents, rates=rates, intervals=unknown)


def failed(claim: Claim, error: str, *, points: int = 0) -> Verdict:
    """The verdict of a claim whose derivation or simulation raised; nothing is said of it or its points."""
    return replace(
        decide_unmeasured(claim, None),
        outcome=Outcome.ERROR,
        holds="undecided",
        tight="unknown",
        basis="statistics",
        summary=reason(Kind.FAILED, error=Text(text=error)),
        intervals=((None, None),) * points,
        claimed=(None,) * points,
        missing=None,
    )


def _require_values(claim: Claim, derived: Derived | None, evidence: Evidence | None) -> None:
    if derived is None or derived.values is None or evidence is None:
        return
    if derived.values.shape != (len(evidence),) or not np.all(np.isfinite(derived.values)):
        raise ValueError(
            f"{claim.id} needs one finite derived value for each of its {len(evidence)} points; "
            f"got {derived.values!r}."
        )
