"""Fits of laws whose logarithm is not linear in their parameters.

A sum of products is fitted by variable projection. Where its terms share a variable the claimed exponents
are tried first: terms that bend alike trade exponents, so what all of them together allow says little. A law
of failing in any of many parts is fitted through its hazard; a formula whose constants stand anywhere as a
whole, with a power of each variable beside it that the claim sets to zero. Each comes as the record that the
family of a product gives.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Final, NamedTuple

import numpy as np

from ..law import Form, values
from ..statistics.complementary import any_failure, complementary_interval, fit_complementary
from ..statistics.corrections import Correction
from ..statistics.covariance import Covariance
from ..statistics.exponents import ExponentFit
from ..statistics.gls import FitResult, Matrix, Vector
from ..statistics.intervals import two_sided_quantile
from ..statistics.nonlinear_form import FormulaFit, fit_formula
from ..statistics.profile import Model
from ..statistics.sum_of_powers import Term, TermData, TermsFit, fit_terms, profile_intervals
from ..theory.notation import symbol
from .context import DecisionContext
from .parameters import Kind, Parameter, column, coordinates, fixed_logs, parameters, product_design, sources

REWEIGHTINGS: Final = 2
"""Fits of a formula to proportions whose errors are those of the fit before."""

FIT_ROUNDING: Final = 1e-6
"""What an iterated fit may miss of exact values, relative to them."""
COARSE: Final = 100.0
"""So many times these errors a formula is fitted by, lest its search see a cliff."""
SMALLEST: Final = 1e-300

FREE_SPREAD: Final = 2.0
CLAIMED_SPREAD: Final = 0.5
"""How far from the claimed exponent the starts of a sum's fit lie; those of a free one lie farther out."""
MOST_FOLDS: Final = 700.0
"""An amplitude known worse than by so many e-folds is not known at all."""
FOLDS: Final = 5.0
"""Free rates are looked for about so many e-folds over the range."""


class Estimate(NamedTuple):
    """A number with its limits."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, kw_only=True)
class LawFit:
    """The fit of a law; `parameters` are those of `fit.names`, in order. `curve` is None for a product.

    `told` says what its constants come to.
    """

    parameters: tuple[Parameter, ...]
    fit: ExponentFit
    curve: Vector | None = None
    told: Callable[[], Mapping[str, Estimate]] = dict

    @cached_property
    def constants(self) -> Mapping[str, Estimate]:
        """The free ones, each with its limits, all parameters being fitted together.

        Few fits are asked for them, and their limits take as long as those of an exponent.
        """
        return self.told()

    @property
    def claimed(self) -> Vector:
        """Claimed values, nan where nothing is claimed."""
        return np.array([np.nan if p.claimed is None else p.claimed for p in self.parameters])


def fit_sum(context: DecisionContext, law: Form) -> LawFit | None:
    """The sum of products with its parameters free; None where no start converges.

    Where terms share a variable and the sum fits as claimed, each parameter is freed alone.
    """
    wanted = [p for p in parameters(context, law) if np.unique(sources(context, p)).size > 1]
    ordered = [p for number in range(len(law.terms)) for p in wanted if p.term == number]
    if _share_a_variable(ordered) and not any(p.claimed is None for p in ordered):
        held = held_fit(context, law)
        if held is not None and _stands(context, held[1]):
            return _one_at_a_time(context, law, ordered, *held)
    fitted = _fit_terms(context, law, wanted, wanted)
    if fitted is None:
        return None
    (terms, found), data = fitted, _term_data(context)
    rise = _rise(context, len(ordered))
    ends = profile_intervals(terms, data, found, rise=rise)
    order = _nearest_terms(ordered, found.beta, [term.offset for term in terms])
    fit = _as_exponents(context, ordered, found.beta[order], ends[order].T, found.fit, "sum of terms")
    told = fit.estimate is not None and list(order) == sorted(order)
    constants = _amplitudes(law, found, context.level) if told else {}
    constants |= free_powers(ordered, fit)
    return LawFit(parameters=tuple(ordered), fit=fit, curve=_sum_curve(terms, found), told=lambda: constants)


def _amplitudes(law: Form, found: TermsFit, level: float) -> dict[str, Estimate]:
    """The free constants of a sum with their limits.

    That of a term whose power is fitted too has limits of its logarithm, since both move it by a factor.
    """
    quantile = two_sided_quantile(level)
    constants = {}
    for number, term in enumerate(law.terms):
        scale = abs(float(term.number))
        value, variance = found.amplitudes[number] / scale, found.fit.covariance[number, number] / scale**2
        if len(term.coefficients) != 1 or term.amplitude != symbol(term.coefficients[0]):
            continue
        reach = quantile * math.sqrt(max(float(variance), 0.0))
        limits = (value - reach, value + reach)
        if value != 0 and (term.factors or term.rates):
            times = math.exp(min(reach / abs(value), MOST_FOLDS))
            limits = (value / times, value * times) if value > 0 else (value * times, value / times)
        constants[term.coefficients[0]] = Estimate(value=float(value), low=limits[0], high=limits[1])
    return constants


def free_powers(wanted: Collection[Parameter], fit: ExponentFit) -> dict[str, Estimate]:
    """The free constants of exponents and rates with their limits, by name."""
    if fit.estimate is None or fit.lower is None or fit.upper is None:
        return {}
    found = {}
    for p, *told in zip(wanted, fit.estimate, fit.lower, fit.upper, strict=True):
        value, *ends = [p.constant(float(each)) for each in told] if p.name else [None]
        if p.name and value is not None and None not in ends and (told[1] < 0) == (told[2] < 0):
            low, high = sorted(end for end in ends if end is not None)
            found[p.name] = Estimate(value=value, low=low, high=high)
    return found


def _share_a_variable(wanted: list[Parameter]) -> bool:
    """Whether two terms of a sum have parameters in one variable."""
    terms = {(p.variable, p.term) for p in wanted}
    return len({variable for variable, _ in terms}) < len(terms)


def _one_at_a_time(
    context: DecisionContext, law: Form, wanted: list[Parameter], curve: Vector, whole: FitResult
) -> LawFit | None:
    """Each parameter with the others as claimed, for a sum that fits as claimed."""
    data, rise = _term_data(context), _rise(context, len(wanted))
    estimates, ends = [], []
    for p in wanted:
        fitted = _fit_terms(context, law, wanted, [p])
        if fitted is None:
            return None
        terms, found = fitted
        estimates.append(float(found.beta[0]))
        ends.append(profile_intervals(terms, data, found, rise=rise)[0])
    fit = _as_exponents(
        context, wanted, np.array(estimates), np.array(ends).T, whole, "sum of terms as claimed"
    )
    return LawFit(parameters=tuple(wanted), fit=fit, curve=curve)


def _nearest_terms(wanted: list[Parameter], beta: Vector, offsets: list[Vector]) -> list[int]:
    """Which fitted parameter belongs to which claimed one: terms of one shape are told at the least cost.

    A fit does not know which of two powers of one variable the claim names first.
    """
    numbers = range(len(offsets))
    mine = [[i for i, p in enumerate(wanted) if p.term == number] for number in numbers]
    shape = [[(wanted[i].base, wanted[i].kind) for i in indices] for indices in mine]
    claimed = np.array([np.nan if p.claimed is None else p.claimed for p in wanted])

    def cost(order: tuple[int, ...]) -> float:
        return float(np.nansum(np.abs(beta[_joined(mine, order)] - claimed)))

    degenerate = [
        order
        for order in itertools.permutations(numbers)
        if all(
            shape[a] == shape[b] and np.array_equal(offsets[a], offsets[b])
            for a, b in zip(numbers, order, strict=True)
        )
    ]
    return _joined(mine, min(degenerate, key=cost))


def _joined(groups: list[list[int]], order: tuple[int, ...]) -> list[int]:
    return [i for number in order for i in groups[number]]


def fit_hazard(context: DecisionContext, hazard: Form) -> LawFit | None:
    """The exponents of the hazard by its complementary log-log likelihood, exact also near one."""
    design, usable, kept = product_design(context, hazard)
    if design is None or context.counts is None:
        return None
    counts, trials = context.counts[usable], context.n_trials[usable]
    try:
        fit = fit_complementary(design.regressors, design.offset, counts, trials)
    except ValueError:
        return None
    alpha = 2 * context.level / len(kept)
    ends = np.array(
        [
            complementary_interval(design.regressors, design.offset, counts, trials, fit, 1 + c, alpha=alpha)
            for c in range(len(kept))
        ]
    )
    found = _as_exponents(context, list(kept), fit.parameters[1:], ends.T, fit, "the hazard")
    curve = any_failure(np.exp(design.offset + design.regressors @ fit.parameters), 1.0)
    return LawFit(parameters=kept, fit=found, curve=curve)


def fit_nonlinear(context: DecisionContext, law: Form) -> LawFit | None:
    """The powers that the points show beside the formula; None where the whole cannot be fitted."""
    wanted = [p for p in parameters(context, law) if np.unique(sources(context, p)).size > 1]
    logs = [column(context, p) for p in wanted]
    if not wanted or not np.isfinite(logs).all():
        return None
    found = _nonlinear(context, law, np.column_stack(logs))
    if found is None:
        return None
    size = len(law.constants)
    half = np.sqrt(_rise(context, len(wanted)) * np.diag(found.fit.covariance)[size:])
    ends = np.array([found.deltas - half, found.deltas + half])
    fit = _as_exponents(context, wanted, found.deltas, ends, found.fit, "the formula as a whole")
    return LawFit(
        parameters=tuple(wanted), fit=fit, curve=found.curve, told=partial(_whole_constants, context, law)
    )


def _whole_constants(context: DecisionContext, law: Form) -> dict[str, Estimate]:
    """The constants of a formula as it stands, with the limits of the parabola at its best fit."""
    found = _nonlinear(context, law, np.empty((len(context.means), 0)))
    if found is None or not law.constants:
        return {}
    half = np.sqrt(_rise(context, 1) * np.diag(found.fit.covariance))
    ends = zip(law.constants, found.constants, half, strict=True)
    return {
        name: Estimate(value=float(c), low=float(c - reach), high=float(c + reach)) for name, c, reach in ends
    }


def held_fit(context: DecisionContext, law: Form) -> tuple[Vector, FitResult] | None:
    """The curve and fit of a sum or a general nonlinear law with its parameters as claimed."""
    if law.is_nonlinear:
        whole = _nonlinear(context, law, np.empty((len(context.means), 0)))
        return None if whole is None else (whole.curve, whole.fit)
    wanted = list(parameters(context, law))
    fitted = _fit_terms(context, law, wanted, [p for p in wanted if p.claimed is None])
    return None if fitted is None else (_sum_curve(*fitted), fitted[1].fit)


def _fit_terms(
    context: DecisionContext, law: Form, wanted: list[Parameter], free: Collection[Parameter]
) -> tuple[tuple[Term, ...], TermsFit] | None:
    """The terms with their fit: of the signs as written, or of any where those do not fit."""
    terms = _terms(context, law, wanted, free)
    if terms is None:
        return None
    data = _term_data(context)
    try:
        found = fit_terms(terms, data)
    except ValueError:
        return None
    if law.is_single or _stands(context, found.fit):
        return terms, found
    named = zip(terms, law.terms, strict=True)
    signed = tuple(replace(term, free_sign=bool(each.coefficients)) for term, each in named)
    again = fit_terms(signed, data)
    return (signed, again) if _stands(context, again.fit) else (terms, found)


def _terms(
    context: DecisionContext, law: Form, wanted: list[Parameter], free: Collection[Parameter]
) -> tuple[Term, ...] | None:
    """Each term's columns of the parameters that are free; the others go into its offset as claimed."""
    terms = []
    for number in range(len(law.terms)):
        mine = [p for p in wanted if p.term == number]
        fitted = [p for p in mine if p in free]
        offset = fixed_logs(context, law, number)
        for p in mine:
            if p not in fitted:
                offset = offset + float(p.claimed or 0.0) * column(context, p)
        empty = np.empty((len(context.means), 0))
        design = np.column_stack([column(context, p) for p in fitted]) if fitted else empty
        if not (np.isfinite(offset).all() and np.isfinite(design).all()):
            return None
        starts = np.array([_start(p, c) for p, c in zip(fitted, design.T, strict=True)]).reshape(-1, 2)
        sign = math.copysign(1.0, law.terms[number].number)
        terms.append(Term(design=design, offset=offset, center=starts[:, 0], spread=starts[:, 1], sign=sign))
    return tuple(terms)


def _start(parameter: Parameter, column: Vector) -> tuple[float, float]:
    """About which value, and how far from it, a parameter is looked for.

    A free rate is looked for among those by which its term falls so many times over the range.
    """
    if parameter.claimed is not None:
        is_rate = parameter.kind is Kind.RATE
        return parameter.claimed, CLAIMED_SPREAD * (abs(parameter.claimed) if is_rate else 1.0)
    if parameter.kind is Kind.RATE:
        unit = 1 / float(np.max(np.abs(column)))
        return FOLDS * unit, 2 * FOLDS * unit
    return parameter.guess, FREE_SPREAD


def _term_data(context: DecisionContext) -> TermData:
    trials = None if context.counts is None else context.n_trials
    return TermData(means=context.means, covariance=_errors(context), trials=trials)


def _errors(context: DecisionContext) -> Covariance:
    """The covariance of the points; of exact values their error bounds, and the rounding of the fit."""
    if not context.exact:
        return context.evidence.covariance
    return Covariance(
        (context.error_bounds + FIT_ROUNDING * np.maximum(np.abs(context.means), SMALLEST)) ** 2
    )


def _rise(context: DecisionContext, count: int) -> float:
    """How far the profile of one of so many parameters may rise.

    Exact values lie within their bounds, so the sum of squares in units of them is at most their number.
    """
    return (
        float(len(context.means))
        if context.exact
        else context.measured().rise(2 * context.level / max(count, 1))
    )


def _stands(context: DecisionContext, fit: FitResult) -> bool:
    """Whether the points do not reject a fit."""
    if context.exact:
        return fit.chi2 <= len(context.means)
    return context.measured().p_value(fit.chi2, fit.dof, context.level) >= context.level


def _sum_curve(terms: tuple[Term, ...], found: TermsFit) -> Vector:
    betas = np.split(found.beta, np.cumsum([term.design.shape[1] for term in terms])[:-1])
    rows = zip(found.amplitudes, terms, betas, strict=True)
    with np.errstate(over="ignore"):
        # A term that rests at zero may have any power.
        parts = [
            a * t.sign * np.exp(t.offset + t.design @ beta) if a else 0 * t.offset for a, t, beta in rows
        ]
    return np.asarray(sum(parts), dtype=np.float64)


def _nonlinear(context: DecisionContext, law: Form, logs: Matrix) -> FormulaFit | None:
    columns = coordinates(context)

    def formula(constants: Vector) -> Vector:
        held = {name: np.full(1, c) for name, c in zip(law.constants, constants, strict=True)}
        return values(law.expr, {**columns, **held})

    if context.exact:
        return _nonlinear_exact(context, formula, len(law.constants), logs)
    found = fit_formula(formula, len(law.constants), logs, context.means, _spread(context, context.means))
    for _ in range(REWEIGHTINGS if context.counts is not None else 0):
        if found is None:
            return None
        found = fit_formula(formula, len(law.constants), logs, context.means, _spread(context, found.curve))
    return found


def _nonlinear_exact(
    context: DecisionContext, formula: Callable[[Vector], Vector], size: int, logs: Matrix
) -> FormulaFit | None:
    """The fit to exact values, its chi2 in units of their errors."""
    errors = np.sqrt(_errors(context).variances)
    found = fit_formula(formula, size, logs, context.means, Covariance((COARSE * errors) ** 2))
    if found is None:
        return None
    chi2 = float(np.sum(((context.means - found.curve) / errors) ** 2))
    return replace(found, fit=replace(found.fit, chi2=chi2, covariance=found.fit.covariance / COARSE**2))


def _spread(context: DecisionContext, p: Vector) -> Covariance:
    """The covariance, of independent proportions that of these ones.

    A count more than binomial keeps a point that expects less than one from deciding alone.
    """
    if context.counts is None or not context.evidence.covariance.independent:
        return context.evidence.covariance
    inside = np.clip(p, 0.0, 1.0)
    return Covariance((context.n_trials * inside * (1 - inside) + 1) / context.n_trials**2)


def _as_exponents(
    context: DecisionContext,
    wanted: list[Parameter],
    estimate: Vector,
    ends: Matrix,
    fit: FitResult,
    name: str,
) -> ExponentFit:
    """The fit of one model as the same record that a family gives."""
    model = Model(
        correction=Correction(name=name),
        theta=np.concatenate([[0.0], estimate]),
        amplitudes=(),
        deviance=fit.chi2,
        chi2=fit.chi2,
        dof=fit.dof,
        p_value=context.measured().p_value(fit.chi2, fit.dof, context.level),
    )
    stands, models = _stands(context, fit), () if context.exact else (model,)
    return ExponentFit(
        names=tuple(p.label for p in wanted),
        models=models,
        survivors=models if stands else (),
        estimate=estimate if stands else None,
        lower=ends[0] if stands else None,
        upper=ends[1] if stands else None,
        vanishing=ends if stands else None,
    )
