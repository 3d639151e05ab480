"""A law's curves and parameters as the document holds them."""

from __future__ import annotations

from typing import Final

import numpy as np
import sympy as sp

from ..document import Bounds, Exponent, Fit, LocalExponent
from ..inference.exponents import ExponentFit
from ..inference.local import local_slopes, trend
from ..law import Form
from .case import Case
from .fitting import claimed_curve
from .nonlinear import LawFit
from .parameters import Kind, Parameter, column, fixed_logs, parameters

MOST_LOCAL: Final = 64
"""More sizes than this are no neighbours to tell a slope between."""


def claimed_values(case: Case, law: Form, found: LawFit | None) -> tuple[float | None, ...]:
    """The claimed form at each cell, its free constants fitted."""
    return tuple(float(v) if np.isfinite(v) else None for v in claimed_curve(case, law, found))


def parameter_records(case: Case, law: Form, found: LawFit | None, kind: Kind) -> dict[str, Exponent]:
    """Claimed, derived and measured value of each exponent or rate, with the local ones.

    Of what is held fixed and left out by the law nothing is said.
    """
    told = [
        p for p in parameters(case, law) if p.kind is kind and (p.claimed != 0 or p.variable in case.varying)
    ]
    return {p.label: _record(case, law, found, p) for p in told}


def fit_record(found: LawFit | None) -> Fit | None:
    """The best model, as the document holds it; None for exact cells."""
    model = None if found is None else found.fit.best
    if found is None or model is None:
        return None
    count = 1 + len(found.parameters)
    constants = {"C": float(np.exp(model.theta[0]))} if found.curve is None else {}
    fitted = zip(found.parameters, model.theta[1:count], strict=True)
    constants |= {_constant_name(parameter): float(value) for parameter, value in fitted}
    constants |= {f"c{i + 1}": float(c) for i, c in enumerate(model.amplitudes)}
    return Fit(
        model=model.correction.name,
        constants=constants,
        chi2=model.chi2,
        dof=model.dof,
        p_value=model.p_value,
    )


def fitted_law(law: Form, found: LawFit | None) -> tuple[str | None, str | None]:
    """The leading part of a product as it was fitted, as text and as LaTeX; None for other forms."""
    if found is None or found.fit.estimate is None or found.curve is not None:
        return None, None
    model = found.fit.best
    text, latex = ("C",) * 2 if model is None else (f"{np.exp(model.theta[0]):.4g}",) * 2
    fixed = law.terms[0].fixed
    if fixed.free_symbols:
        text, latex = f"{text}*({fixed})", rf"{latex} \cdot {sp.latex(fixed)}"
    for parameter, value in zip(found.parameters, found.fit.estimate, strict=True):
        more, typeset = _factor(parameter, float(value))
        text, latex = f"{text}*{more}", rf"{latex} \cdot {typeset}"
    return text, latex


def _constant_name(parameter: Parameter) -> str:
    return f"exponent of {parameter.label}" if parameter.kind is Kind.EXPONENT else parameter.label


def _factor(parameter: Parameter, value: float) -> tuple[str, str]:
    base = parameter.base
    wrapped = f"({base})" if base.is_Add else str(base)
    typeset = rf"\left({sp.latex(base)}\right)" if base.is_Add else sp.latex(base)
    if parameter.kind is Kind.RATE:
        return f"exp({-value:.4g}*{wrapped})", rf"e^{{{-value:.4g} {typeset}}}"
    return f"{wrapped}**{value:.4g}", rf"{typeset}^{{{value:.4g}}}"


def _record(case: Case, law: Form, found: LawFit | None, parameter: Parameter) -> Exponent:
    derived = None if case.derived is None else case.derived.exponents.get(parameter.label)
    local, drift = _local(case, law, parameter) if _has_local(case, law, parameter) else ([], None)
    estimate, ci = _measured(None if found is None else found.fit, parameter)
    return Exponent(
        claimed=parameter.claimed,
        derived=None if derived is None else float(derived),
        estimate=estimate,
        ci=ci,
        local=local,
        trend=drift,
    )


def _has_local(case: Case, law: Form, parameter: Parameter) -> bool:
    """Local exponents are those of a product, without its exponentials' share."""
    return law.is_single and parameter.kind is Kind.EXPONENT and parameter.variable in case.varying


def _measured(fit: ExponentFit | None, parameter: Parameter) -> tuple[float | None, Bounds | None]:
    if fit is None or parameter.label not in fit.names or fit.estimate is None:
        return None, None
    i = fit.names.index(parameter.label)
    if fit.lower is None or fit.upper is None:
        return float(fit.estimate[i]), (None, None)
    return float(fit.estimate[i]), _bounds(fit.lower[i], fit.upper[i])


def _local(case: Case, law: Form, parameter: Parameter) -> tuple[list[LocalExponent], str | None]:
    if np.unique(case.sizes(parameter.variable)).size > MOST_LOCAL:
        return [], None
    bases = column(case, parameter)
    fixed = np.exp(fixed_logs(case, law))
    good = np.isfinite(bases) & np.isfinite(fixed) & (fixed > 0)
    scale = np.where(good, fixed, 1.0)
    slopes = local_slopes(
        case.sizes(parameter.variable),
        bases,
        case.groups(parameter.variable),
        means=np.where(good, case.means / scale, 0.0),
        covariance=case.evidence.covariance.scaled(1 / scale),
        bounds=case.error_bounds / scale,
    )
    level = float(case.level_at(float(case.draws.mean()), case.level))
    low, high = slopes.limits(level)
    records = [
        LocalExponent(at=float(at), value=float(value), ci=_bounds(a, b))
        for at, value, a, b in zip(slopes.at, slopes.values, low, high, strict=True)
    ]
    return records, trend(slopes, level, case.claim.margin)


def _bounds(low: float, high: float) -> Bounds:
    return (float(low) if np.isfinite(low) else None, float(high) if np.isfinite(high) else None)
