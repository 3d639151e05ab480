"""A law on the points, whatever its form: its fit, and how it fares as claimed.

A product of powers and exponentials is linear in logs and takes the whole family of corrections; the
other forms are fitted by iteration.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ..law import Form
from ..statistics.corrections import Correction, Design
from ..statistics.exponents import ExponentFit, fit_constant, fit_exponents, form_p_value
from ..statistics.gls import Vector
from ..statistics.intervals import rise_of
from ..statistics.profile import fit_family
from ..theory.notation import symbol
from .context import DecisionContext
from .courses import local_exponents
from .nonlinear import Estimate, LawFit, fit_hazard, fit_nonlinear, fit_sum, free_powers, held_fit
from .parameters import Kind, Parameter, column, fixed_logs, hazard_of, labelled, parameters, product_design
from .question import Question, of_law

MOST_LEFT_OUT: Final = 24
"""Design points up to which each is left out once; of more, all of one size at a time."""

MOST_POINTS: Final = 5000
"""Points that a sum or a formula fitted as a whole is iterated on."""


def fit_law(context: DecisionContext, law: Form) -> LawFit | None:
    """The law fitted with its parameters free; None where the points do not allow it."""
    return _fitted(of_law(context, law))


@lru_cache(maxsize=16)
def _fitted(asked: Question) -> LawFit | None:
    context, law = asked.of
    hazard = hazard_of(context, law)
    if hazard is not None:
        return fit_hazard(context, hazard)
    if law.is_nonlinear:
        return fit_nonlinear(thinned(context), law)
    if not law.is_single:
        return fit_sum(thinned(context), law)
    design, usable, kept = product_design(context, law)
    if design is None:
        return None
    groups = labelled(context, law)[usable]
    if context.exact and groups.max(initial=0) > 0:
        return LawFit(parameters=kept, fit=_of_each_label(context, design, usable, groups))
    fit = _exponents(_of_exponents(context, design, usable))
    return LawFit(parameters=kept, fit=fit, told=lambda: _constant(law, fit) | free_powers(kept, fit))


def _of_exponents(context: DecisionContext, design: Design, usable: NDArray[np.bool_]) -> Question:
    """The question of a product's exponents: laws that differ in claimed ones alone ask the same."""
    claim, case = context.claim, (context.evidence, context.level, context.analyses)
    key = (*case, claim.up_to_logs, claim.asymptotic, usable.tobytes(), *design.content)
    return Question(key, (context, design, usable))


@lru_cache(maxsize=16)
def _exponents(asked: Question) -> ExponentFit:
    context, design, usable = asked.of
    claim, measured = context.claim, context.measured(usable)
    return fit_exponents(design, measured, context.level, up_to_logs=claim.up_to_logs, slow=claim.asymptotic)


def _constant(law: Form, fit: ExponentFit) -> dict[str, Estimate]:
    """The amplitude of a product by its name, with its limits at large sizes."""
    term = law.terms[0]
    if fit.best is None or fit.constant is None or len(term.coefficients) > 1:
        return {}
    number = float(term.number) if term.coefficients else 1.0
    if term.coefficients and term.amplitude != symbol(term.coefficients[0]):
        return {}
    with np.errstate(over="ignore"):  # a limit too large for a number is none
        value, low, high = np.exp([fit.best.theta[0], *fit.constant]) / number
    return {(*term.coefficients, "C")[0]: Estimate(value=float(value), low=float(low), high=float(high))}


def _of_each_label(
    context: DecisionContext, design: Design, usable: NDArray[np.bool_], groups: NDArray[np.intp]
) -> ExponentFit:
    """Exact values under several labels: each has a constant of its own, and all their exponents count."""
    fits = []
    for group in np.unique(groups):
        rows = groups == group
        mine = np.zeros_like(usable)
        mine[np.flatnonzero(usable)[rows]] = True
        named = {text: column[rows] for text, column in design.named.items()}
        part = replace(design, columns=design.columns[rows], offset=design.offset[rows], named=named)
        fits.append(fit_exponents(part, context.measured(mine), context.level))
    lowers = [fit.lower for fit in fits if fit.lower is not None]
    uppers = [fit.upper for fit in fits if fit.upper is not None]
    if min(len(lowers), len(uppers)) < len(fits):
        return next(fit for fit in fits if fit.lower is None or fit.upper is None)
    lower, upper = np.min(lowers, axis=0), np.max(uppers, axis=0)
    return replace(
        fits[0], lower=lower, upper=upper, estimate=(lower + upper) / 2, vanishing=np.array([lower, upper])
    )


def claimed_p_value(context: DecisionContext, law: Form) -> float:
    """How well the law describes the points with its parameters as claimed and its constants free.

    A product may be corrected by what vanishes at large sizes; 1 where there is nothing to test with.
    """
    return _p_value(of_law(context, law))


@lru_cache(maxsize=16)
def _p_value(asked: Question) -> float:
    context, law = asked.of
    if context.exact:
        return 1.0
    if not law.is_single:
        held = held_fit(thinned(context), law)
        return 1.0 if held is None else context.measured().p_value(held[1].chi2, held[1].dof, context.level)
    design, usable, kept = product_design(context, law)
    if design is None:
        return 1.0
    claims = np.array([np.nan if p.claimed is None else p.claimed for p in kept])
    return form_p_value(
        design, claims, context.measured(usable), context.level, slow=context.claim.asymptotic
    )


def claimed_curve(context: DecisionContext, law: Form, found: LawFit | None) -> Vector:
    """The law at each point with its parameters as claimed, free ones as fitted; nan where unknown."""
    if not law.is_single:
        held = None if len(context.means) > MOST_POINTS else held_fit(context, law)
        return np.full(len(context.means), np.nan) if held is None else held[0]
    curve = fixed_logs(context, law)
    fitted = {} if found is None else dict(zip(found.fit.names, _estimates(found), strict=True))
    for parameter in parameters(context, law):
        value = fitted.get(parameter.label, np.nan) if parameter.claimed is None else parameter.claimed
        if value != 0:
            curve = curve + value * column(context, parameter)
    with np.errstate(over="ignore"):
        # Where nothing fits the constant may be beyond a double, and the curve is then unknown.
        return np.exp(curve + _log_constant(context, curve))


def fails_by_no_single_point(context: DecisionContext, law: Form) -> bool:
    """Whether a product that does not fit fails without any one design point too, and by its exponents.

    Some local exponent must lie beyond the margin: a smaller misfit does not show another law.
    """
    if not law.is_single or context.exact:
        return True
    told = _told(context, law)
    if told and not any(_leaves_margin(context, law, p, (-1, 1)) for p in told):
        return False
    return _fails_without_each_point(of_law(context, law))


def shows_floor(context: DecisionContext, law: Form, floor: float) -> bool:
    """Whether some local exponent lies beyond the margin where a floor leads it.

    A floor leads the exponents of m = C x**e + floor to 0, one below zero away from 0. What they do on the
    other side of the claim says nothing of a floor, which is then that of another law's bend.
    """
    told = _told(context, law)
    side = -math.copysign(1, floor)
    return not told or any(_leaves_margin(context, law, p, (side * np.sign(p.claimed or 0.0),)) for p in told)


def _told(context: DecisionContext, law: Form) -> list[Parameter]:
    """The exponents of variables that vary, or of an exponential the rates, where a number is claimed."""
    return [
        p
        for p in parameters(context, law)
        if p.variable in context.varying
        and not p.beside
        and (p.kind is Kind.EXPONENT or p.claimed is not None)
    ]


@lru_cache(maxsize=16)
def _fails_without_each_point(asked: Question) -> bool:
    context, law = asked.of
    return all(claimed_p_value(fewer, law) < context.level for fewer in without_each_point(context))


def _leaves_margin(
    context: DecisionContext, law: Form, parameter: Parameter, sides: Collection[float]
) -> bool:
    """Whether some local exponent (or rate) lies beyond the margin about the claim: above (1), below (-1)."""
    if parameter.claimed is None:
        return False
    level = float(context.level_at(float(context.n_trials.mean()), context.level))
    low, high = local_exponents(context, law, parameter).limits(level)
    margin = parameter.margin(context.claim.margin)
    margin *= abs(parameter.claimed) if parameter.kind is Kind.RATE else 1.0
    least, most = parameter.claimed - margin, parameter.claimed + margin
    return bool((1 in sides and np.any(low > most)) or (-1 in sides and np.any(high < least)))


def without_each_point(context: DecisionContext) -> Iterator[DecisionContext]:
    """The case without one design point, or of many points without one size of a variable."""
    points = len(context.means)
    left_out = (
        [np.arange(points) == point for point in range(points)]
        if points <= MOST_LEFT_OUT
        else [
            context.sizes(name) == size for name in context.varying for size in np.unique(context.sizes(name))
        ]
    )
    for out in left_out:
        yield replace(context, evidence=context.evidence.take(np.flatnonzero(~out)))


def exponential_in(context: DecisionContext, law: Form) -> tuple[str, float] | None:
    """The variable in which the points grow or decay exponentially, beside any power of it, and by how many
    factors e they decay up to the largest size; None for none.

    Chi2 must let the exponential stand, and the rate be told from zero. A variable that goes to 0 has none.
    """
    design, usable, kept = product_design(context, law) if law.is_single else (None, None, ())
    if design is None or usable is None or context.exact:
        return None
    measured = context.measured(usable)
    for c in design.drifting:
        sizes = context.sizes(kept[c].variable)[usable]
        if kept[c].towards_zero:
            continue
        columns = np.column_stack([design.columns, -sizes / sizes.max()])
        bending = replace(design, columns=columns, names=(*design.names, "rate"), powers=())
        models, scans = fit_family(
            bending, measured.likelihood, measured.means, [Correction(name="pure")], rise_of(context.level)
        )
        if not models or measured.tested(models[0], context.level).p_value < context.level:
            continue
        stderr = float(np.sqrt(scans[0].fits.covariance[0, -1, -1]))
        if abs(models[0].theta[-1]) > np.sqrt(measured.rise(context.level)) * stderr:
            return kept[c].variable, float(models[0].theta[-1])
    return None


def thinned(context: DecisionContext) -> DecisionContext:
    """The case on evenly spaced points where there are too many for an iterated fit."""
    points = len(context.means)
    if points <= MOST_POINTS or not context.evidence.covariance.independent:
        return context
    return replace(
        context, evidence=context.evidence.take(np.linspace(0, points - 1, MOST_POINTS).astype(np.intp))
    )


def _log_constant(context: DecisionContext, curve: Vector) -> float:
    positive = np.isfinite(curve) & (context.means > 0)
    usable = np.isfinite(curve) & ((context.stderrs > 0) | context.exact | (context.counts is not None))
    if not np.any(usable & positive):
        return float("nan")
    if context.exact:
        return float(np.mean(np.log(context.means[positive]) - curve[positive]))
    return fit_constant(curve[usable], context.measured(usable))


def _estimates(found: LawFit) -> Vector:
    return np.full(len(found.parameters), np.nan) if found.fit.estimate is None else found.fit.estimate
