"""A law on the cells, whatever its form: its parameters, its fit, and its fit as claimed.

A product of powers and exponentials is linear in logs and takes the whole family of corrections; a
sum of them is fitted by variable projection; a formula whose constants stand anywhere as a whole,
with a power of each variable beside it that the claim sets to zero.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import lru_cache
from typing import Final, Self

import numpy as np
import sympy as sp
from numpy.typing import NDArray

from ..evidence import Evidence
from ..inference.anytime import Looks
from ..inference.complementary import any_failure, complementary_interval, fit_complementary
from ..inference.corrections import Correction, Design
from ..inference.covariance import Covariance
from ..inference.exponents import ExponentFit, fit_constant, fit_exponents, form_p_value
from ..inference.gls import FitResult, Matrix, Vector
from ..inference.opaque import FormulaFit, fit_formula
from ..inference.profile import Model, fit_family, rise_of
from ..inference.two_term import Term, TermData, TermsFit, fit_terms, profile_interval
from ..law import Factor, Form, LawError, Rate, form, values
from .case import Case

MOST_CELLS: Final = 5000
"""Cells that a sum or a formula fitted as a whole is iterated on."""

REWEIGHTINGS: Final = 2
"""Fits of a formula to proportions whose errors are those of the fit before."""

FREE_SPREAD: Final = 2.0
CLAIMED_SPREAD: Final = 0.5
"""How far from the claimed exponent the starts of a sum's fit look; a free one is looked for farther."""


class Kind(StrEnum):
    """What a parameter of a law is."""

    EXPONENT = "exponent"
    RATE = "rate"


@dataclass(frozen=True, kw_only=True)
class Parameter:
    """An exponent or a rate of a law: `label` names it in reports, `claimed` is None where it is free.

    `term` is the number of its term, `base` the expression that it is the power (or rate) of.
    """

    label: str
    kind: Kind
    variable: str
    claimed: float | None
    base: sp.Expr
    term: int = 0
    guess: float = 0.0


@dataclass(frozen=True, kw_only=True)
class LawFit:
    """The fit of a law; `parameters` are those of `fit.names`, in order. `curve` is None for a product."""

    parameters: tuple[Parameter, ...]
    fit: ExponentFit
    curve: Vector | None = None

    @property
    def claimed(self) -> Vector:
        """Claimed values, nan where nothing is claimed."""
        return np.array([np.nan if p.claimed is None else p.claimed for p in self.parameters])


def parameters(case: Case, law: Form) -> tuple[Parameter, ...]:
    """All parameters of a law, or of its hazard: an exponent of each grid variable, and the rates."""
    law = _hazard(case, law) or law
    if law.is_opaque:
        return tuple(_absent(name) for name in law.variables)
    found = [p for number, term in enumerate(law.terms) for p in _of_term(law, number)]
    if law.is_single:
        named = {p.variable for p in found if p.kind is Kind.EXPONENT}
        found += [_absent(name) for name in law.variables if name not in named]
    return tuple(sorted(found, key=lambda p: (p.kind is Kind.RATE, p.term)))


@dataclass(frozen=True, kw_only=True)
class _Question:
    """All that the fit of a law depends on: equal for the senses in which one law is read.

    `case` is one of those that ask; evidence is the same where it is the same object.
    """

    evidence: Evidence
    level: float
    looks: Looks
    up_to_logs: bool
    law: Form
    case: Case = field(compare=False, repr=False)

    @classmethod
    def of(cls, case: Case, law: Form) -> Self:
        """The question that a case asks of a law."""
        return cls(
            evidence=case.evidence,
            level=case.level,
            looks=case.looks,
            up_to_logs=case.claim.up_to_logs,
            law=law,
            case=case,
        )


def fit_law(case: Case, law: Form) -> LawFit | None:
    """The law fitted with its parameters free; None where the cells do not allow it."""
    return _fitted(_Question.of(case, law))


@lru_cache(maxsize=4)
def _fitted(question: _Question) -> LawFit | None:
    case, law = question.case, question.law
    hazard = _hazard(case, law)
    if hazard is not None:
        return _fit_hazard(case, hazard)
    if law.is_opaque:
        return _fit_opaque(_thinned(case), law)
    if not law.is_single:
        return _fit_sum(_thinned(case), law)
    design, usable, kept = product_design(case, law)
    if design is None:
        return None
    fit = fit_exponents(design, case.measured(usable), case.level, up_to_logs=case.claim.up_to_logs)
    return LawFit(parameters=kept, fit=fit)


def claimed_p_value(case: Case, law: Form) -> float:
    """How well the law describes the cells with its parameters as claimed and its constants free.

    A product may be corrected by what vanishes at large sizes; 1 where there is nothing to test with.
    """
    return _p_value(_Question.of(case, law))


@lru_cache(maxsize=16)
def _p_value(question: _Question) -> float:
    case, law = question.case, question.law
    if case.exact:
        return 1.0
    if not law.is_single:
        held = _held(_thinned(case), law)
        return 1.0 if held is None else case.measured().p_value(held[1].chi2, held[1].dof, case.level)
    design, usable, kept = product_design(case, law)
    if design is None:
        return 1.0
    claims = np.array([np.nan if p.claimed is None else p.claimed for p in kept])
    return form_p_value(design, claims, case.measured(usable), case.level)


def claimed_curve(case: Case, law: Form, found: LawFit | None) -> Vector:
    """The law at each cell with its parameters as claimed, free ones as fitted; nan where unknown."""
    if not law.is_single:
        held = None if case.exact or len(case.means) > MOST_CELLS else _held(case, law)
        return np.full(len(case.means), np.nan) if held is None else held[0]
    curve = fixed_logs(case, law)
    fitted = {} if found is None else dict(zip(found.fit.names, _estimates(found), strict=True))
    for parameter in parameters(case, law):
        value = fitted.get(parameter.label, np.nan) if parameter.claimed is None else parameter.claimed
        if value != 0:
            curve = curve + value * column(case, parameter)
    with np.errstate(over="ignore"):
        # Where nothing fits the constant may be beyond a double, and the curve is then unknown.
        return np.exp(curve + _log_constant(case, curve))


def product_design(case: Case, law: Form) -> tuple[Design | None, NDArray[np.bool_], tuple[Parameter, ...]]:
    """The columns of a product that vary, on the cells where it is positive.

    None where no parameter's column has two values there, or where all means of a sampled quantity
    came without spread: then there is nothing to fit.
    """
    wanted = [p for p in parameters(case, law) if np.unique(_sources(case, p)).size > 1]
    offset = fixed_logs(case, law)
    usable = np.isfinite(offset)
    if not wanted:
        return None, np.zeros(len(case.means), dtype=bool), ()
    columns = np.column_stack([column(case, p) for p in wanted])
    usable &= np.isfinite(columns).all(axis=1)
    if case.counts is None and not case.exact:
        usable &= case.stderrs > 0
    kept = [c for c in range(len(wanted)) if np.unique(np.round(columns[usable, c], 9)).size > 1]
    if not kept or (case.means[usable] > 0).sum() <= len(kept):
        return None, usable, ()
    chosen = tuple(wanted[c] for c in kept)
    design = Design(
        names=tuple(p.label for p in chosen),
        columns=columns[np.ix_(usable, np.array(kept))],
        offset=offset[usable],
        powers=tuple(i for i, p in enumerate(chosen) if p.kind is Kind.EXPONENT),
    )
    return design, usable, chosen


def exponential_decay(case: Case, law: Form) -> str | None:
    """The variable in which the cells decay exponentially, beside any power of it; None for none.

    Chi2 must let the decay stand, and the rate be told from zero.
    """
    design, usable, kept = product_design(case, law) if law.is_single else (None, None, ())
    if design is None or usable is None or case.exact:
        return None
    measured = case.measured(usable)
    for c in design.corrected:
        sizes = case.sizes(kept[c].variable)[usable]
        columns = np.column_stack([design.columns, -sizes / sizes.max()])
        decaying = replace(design, columns=columns, names=(*design.names, "rate"), powers=())
        models, scans = fit_family(
            decaying, measured.likelihood, measured.means, [Correction(name="pure")], rise_of(case.level)
        )
        if not models or measured.tested(models[0], case.level).p_value < case.level:
            continue
        stderr = float(np.sqrt(scans[0].fits.covariance[0, -1, -1]))
        if models[0].theta[-1] > np.sqrt(measured.rise(case.level)) * stderr:
            return kept[c].variable
    return None


def column(case: Case, parameter: Parameter) -> Vector:
    """What the parameter multiplies in log m: log of its base, or minus its argument (nan: no number)."""
    source = _sources(case, parameter)
    if parameter.kind is Kind.RATE:
        return -source
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(np.log(source), dtype=np.float64)


def fixed_logs(case: Case, law: Form, term: int = 0) -> Vector:
    """Log of the fixed part of a term at each cell (nan where not positive)."""
    fixed = law.terms[term].fixed
    if not fixed.free_symbols:
        return np.zeros(len(case.means))
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(np.log(values(fixed, _columns(case))), dtype=np.float64)


def _thinned(case: Case) -> Case:
    """The case on evenly spaced cells where there are too many for an iterated fit."""
    cells = len(case.means)
    if cells <= MOST_CELLS or not case.evidence.covariance.independent:
        return case
    return replace(case, evidence=case.evidence.take(np.linspace(0, cells - 1, MOST_CELLS).astype(np.intp)))


def _of_term(law: Form, number: int) -> list[Parameter]:
    term, several = law.terms[number], not law.is_single
    suffix = f" (term {number + 1})" if several else ""
    powers = [
        Parameter(
            label=f"{factor.variable}{suffix}",
            kind=Kind.EXPONENT,
            variable=factor.variable,
            claimed=None if factor.exponent is None else float(factor.exponent),
            base=factor.base,
            term=number,
            guess=_guess(factor),
        )
        for factor in term.factors
    ]
    rates = [
        Parameter(
            label=f"rate of {rate.argument}{suffix}",
            kind=Kind.RATE,
            variable=rate.variables[0],
            claimed=None if rate.value is None else float(rate.value),
            base=rate.argument,
            term=number,
            guess=_guess(rate),
        )
        for rate in term.rates
    ]
    return powers + rates


def _guess(part: Factor | Rate) -> float:
    """Where to look for a free exponent: at the value of what was typed, with its name at one."""
    return float(part.written.subs(dict.fromkeys(part.written.free_symbols, 1)))


def _absent(name: str) -> Parameter:
    return Parameter(
        label=name, kind=Kind.EXPONENT, variable=name, claimed=0.0, base=sp.Symbol(name, positive=True)
    )


def _sources(case: Case, parameter: Parameter) -> Vector:
    if parameter.base.is_Symbol:
        return case.sizes(parameter.variable)
    return values(parameter.base, _columns(case))


def _columns(case: Case) -> dict[str, Vector]:
    return {name: case.sizes(name) for name in case.variables}


def _log_constant(case: Case, curve: Vector) -> float:
    positive = np.isfinite(curve) & (case.means > 0)
    usable = np.isfinite(curve) & ((case.stderrs > 0) | case.exact | (case.counts is not None))
    if not np.any(usable & positive):
        return float("nan")
    if case.exact:
        return float(np.mean(np.log(case.means[positive]) - curve[positive]))
    return fit_constant(curve[usable], case.measured(usable))


def _estimates(found: LawFit) -> Vector:
    return np.full(len(found.parameters), np.nan) if found.fit.estimate is None else found.fit.estimate


def _fit_sum(case: Case, law: Form) -> LawFit | None:
    wanted = [p for p in parameters(case, law) if np.unique(_sources(case, p)).size > 1]
    terms = _terms(case, law, wanted, free=True)
    if case.exact or terms is None:
        return None
    ordered = [p for number in range(len(law.terms)) for p in wanted if p.term == number]
    data = _term_data(case)
    try:
        found = fit_terms(terms, data)
    except ValueError:
        return None
    rise = case.measured().rise(2 * case.level / max(len(ordered), 1))
    ends = np.array([profile_interval(terms, data, found, i, rise=rise) for i in range(len(ordered))])
    fit = _as_exponents(case, ordered, found.beta, ends.reshape(-1, 2).T, found.fit, "sum of terms")
    return LawFit(parameters=tuple(ordered), fit=fit, curve=_sum_curve(terms, found))


def _terms(case: Case, law: Form, wanted: list[Parameter], *, free: bool) -> tuple[Term, ...] | None:
    """Each term's columns; parameters that are held (claimed, unless `free`) go into its offset."""
    terms = []
    for number in range(len(law.terms)):
        mine = [p for p in wanted if p.term == number]
        fitted = [p for p in mine if free or p.claimed is None]
        offset = fixed_logs(case, law, number)
        for p in mine:
            if p not in fitted:
                offset = offset + float(p.claimed or 0.0) * column(case, p)
        empty = np.empty((len(case.means), 0))
        design = np.column_stack([column(case, p) for p in fitted]) if fitted else empty
        if not (np.isfinite(offset).all() and np.isfinite(design).all()):
            return None
        center = np.array([p.guess if p.claimed is None else p.claimed for p in fitted])
        spread = np.array([FREE_SPREAD if p.claimed is None else CLAIMED_SPREAD for p in fitted])
        terms.append(Term(design=design, offset=offset, center=center, spread=spread))
    return tuple(terms)


def _term_data(case: Case) -> TermData:
    trials = None if case.counts is None else case.draws
    return TermData(means=case.means, covariance=case.evidence.covariance, trials=trials)


def _sum_curve(terms: tuple[Term, ...], found: TermsFit) -> Vector:
    parts = np.split(found.beta, np.cumsum([term.design.shape[1] for term in terms])[:-1])
    rows = zip(found.amplitudes, terms, parts, strict=True)
    return np.asarray(sum(a * np.exp(t.offset + t.design @ beta) for a, t, beta in rows), dtype=np.float64)


def _hazard(case: Case, law: Form) -> Form | None:
    """The hazard of a law of independent proportions that has one."""
    if case.counts is None or not case.evidence.covariance.independent:
        return None
    return _hazard_of(law)


@lru_cache(maxsize=256)
def _hazard_of(law: Form) -> Form | None:
    """The hazard h of a law 1 - exp(-h), where h is a product; else None."""
    rest = sp.expand(1 - law.expr)
    if not isinstance(rest, sp.exp):
        return None
    try:
        hazard = form(str(-rest.args[0]), law.variables)
    except LawError:
        return None
    return hazard if hazard.is_single else None


def _fit_hazard(case: Case, hazard: Form) -> LawFit | None:
    """The exponents of the hazard by its complementary log-log likelihood, exact also near one."""
    design, usable, kept = product_design(case, hazard)
    if design is None or case.counts is None:
        return None
    counts, trials = case.counts[usable], case.draws[usable]
    try:
        fit = fit_complementary(design.regressors, design.offset, counts, trials)
    except ValueError:
        return None
    alpha = 2 * case.level / len(kept)
    ends = np.array(
        [
            complementary_interval(design.regressors, design.offset, counts, trials, fit, 1 + c, alpha=alpha)
            for c in range(len(kept))
        ]
    )
    found = _as_exponents(case, list(kept), fit.parameters[1:], ends.T, fit, "the hazard")
    curve = any_failure(np.exp(design.offset + design.regressors @ fit.parameters), 1.0)
    return LawFit(parameters=kept, fit=found, curve=curve)


def _fit_opaque(case: Case, law: Form) -> LawFit | None:
    wanted = [p for p in parameters(case, law) if np.unique(_sources(case, p)).size > 1]
    logs = [column(case, p) for p in wanted]
    if case.exact or not wanted or not np.isfinite(logs).all():
        return None
    found = _opaque(case, law, np.column_stack(logs))
    if found is None:
        return None
    size = len(law.constants)
    half = np.sqrt(case.measured().rise(2 * case.level / len(wanted))) * np.sqrt(
        np.diag(found.fit.covariance)[size:]
    )
    ends = np.array([found.deltas - half, found.deltas + half])
    fit = _as_exponents(case, wanted, found.deltas, ends, found.fit, "the formula as a whole")
    return LawFit(parameters=tuple(wanted), fit=fit, curve=found.curve)


def _opaque(case: Case, law: Form, logs: Matrix) -> FormulaFit | None:
    columns = _columns(case)

    def formula(constants: Vector) -> Vector:
        held = {name: np.full(1, c) for name, c in zip(law.constants, constants, strict=True)}
        return values(law.expr, {**columns, **held})

    found = fit_formula(formula, len(law.constants), logs, case.means, _spread(case, case.means))
    for _ in range(REWEIGHTINGS if case.counts is not None else 0):
        if found is None:
            return None
        found = fit_formula(formula, len(law.constants), logs, case.means, _spread(case, found.curve))
    return found


def _spread(case: Case, p: Vector) -> Covariance:
    """The covariance, of independent proportions that of these ones.

    A count more than binomial keeps a cell that expects less than one from deciding alone.
    """
    if case.counts is None or not case.evidence.covariance.independent:
        return case.evidence.covariance
    inside = np.clip(p, 0.0, 1.0)
    return Covariance((case.draws * inside * (1 - inside) + 1) / case.draws**2)


def _held(case: Case, law: Form) -> tuple[Vector, FitResult] | None:
    """The curve and fit of a sum or an opaque law with its parameters as claimed."""
    if law.is_opaque:
        whole = _opaque(case, law, np.empty((len(case.means), 0)))
        return None if whole is None else (whole.curve, whole.fit)
    terms = _terms(case, law, list(parameters(case, law)), free=False)
    if terms is None:
        return None
    try:
        found = fit_terms(terms, _term_data(case))
    except ValueError:
        return None
    return _sum_curve(terms, found), found.fit


def _as_exponents(
    case: Case, wanted: list[Parameter], estimate: Vector, ends: Matrix, fit: FitResult, name: str
) -> ExponentFit:
    """The fit of one model as the same record that a family gives."""
    model = Model(
        correction=Correction(name=name),
        theta=np.concatenate([[0.0], estimate]),
        amplitudes=(),
        deviance=fit.chi2,
        chi2=fit.chi2,
        dof=fit.dof,
        p_value=case.measured().p_value(fit.chi2, fit.dof, case.level),
    )
    stands = model.p_value >= case.level
    return ExponentFit(
        names=tuple(p.label for p in wanted),
        models=(model,),
        survivors=(model,) if stands else (),
        estimate=estimate if stands else None,
        lower=ends[0] if stands else None,
        upper=ends[1] if stands else None,
        vanishing=ends if stands else None,
    )
