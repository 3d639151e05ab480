"""A law on the cells: its design, its fitted and claimed curves, and the exponents' records."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import sympy as sp
from numpy.typing import NDArray

from ..claim import Value
from ..document import Bounds, Exponent, Fit, LocalExponent
from ..inference.corrections import Design
from ..inference.exponents import ExponentFit, fit_constant
from ..inference.local import local_slopes, trend
from ..law import Form, evaluate
from .case import Case


def base_logs(case: Case, law: Form, variable: str) -> NDArray[np.float64]:
    """Log of the base that carries a variable's exponent, at each cell (nan where not positive)."""
    base = next(factor.base for factor in law.factors if factor.variable == variable)
    with np.errstate(invalid="ignore", divide="ignore"):
        values = [_base_value(base, variable, size) for size in case.evidence.at[variable].tolist()]
        return np.asarray(np.log(values), dtype=np.float64)


def fixed_logs(case: Case, law: Form) -> NDArray[np.float64]:
    """Log of the law's fixed part at each cell (nan where not positive)."""
    if not law.fixed.free_symbols:
        return np.zeros(len(case.means))
    with np.errstate(invalid="ignore", divide="ignore"):
        values = [evaluate(law.fixed, case.evidence.place(index)) for index in range(len(case.evidence))]
        return np.asarray(np.log(values), dtype=np.float64)


def growth_design(case: Case, law: Form) -> tuple[Design | None, NDArray[np.bool_]]:
    """The logs of the varying bases, on the cells where the law is positive and something varies.

    None where no variable has two sizes there, or where all means of a sampled quantity came
    without spread: then there is nothing to fit.
    """
    names = case.varying
    logs = np.column_stack([base_logs(case, law, name) for name in names]) if names else None
    offset = fixed_logs(case, law)
    if logs is None:
        return None, np.zeros(len(case.means), dtype=bool)
    usable = np.isfinite(logs).all(axis=1) & np.isfinite(offset)
    if case.counts is None and not case.exact:
        usable &= case.stderrs > 0
    kept = [c for c in range(len(names)) if np.unique(np.round(logs[usable, c], 9)).size > 1]
    positive = case.means[usable] > 0
    if not kept or positive.sum() <= len(kept):
        return None, usable
    design = Design(
        names=tuple(names[c] for c in kept),
        columns=logs[np.ix_(usable, np.array(kept))],
        offset=offset[usable],
    )
    return design, usable


def claimed_curve(case: Case, law: Form) -> tuple[float | None, ...]:
    """The claimed form at each cell, its one constant fitted with the exponents held."""
    curve = fixed_logs(case, law)
    for name, exponent in law.exponents.items():
        if exponent != 0:
            curve = curve + float(exponent) * base_logs(case, law, name)
    usable = np.isfinite(curve) & ((case.stderrs > 0) | case.exact | (case.counts is not None))
    if not np.any(usable & (case.means > 0)):
        return (None,) * len(curve)
    if case.exact:
        constant = float(
            np.mean(np.log(case.means[usable & (case.means > 0)]) - curve[usable & (case.means > 0)])
        )
    else:
        constant = fit_constant(curve[usable], case.measured(usable))
    values = np.exp(curve + constant)
    return tuple(float(value) if np.isfinite(value) else None for value in values)


def exponent_records(case: Case, law: Form, fit: ExponentFit | None) -> dict[str, Exponent]:
    """Claimed, derived and measured exponent of each variable, with the local ones."""
    return {name: _exponent(case, law, fit, name) for name in law.exponents}


def fit_record(fit: ExponentFit | None) -> Fit | None:
    """The best surviving model, as the document holds it; None for exact cells."""
    model = None if fit is None else fit.best
    if fit is None or model is None:
        return None
    theta, count = model.theta, 1 + len(fit.names)
    constants = {"C": float(np.exp(theta[0]))}
    constants |= {f"exponent of {n}": float(e) for n, e in zip(fit.names, theta[1:count], strict=True)}
    constants |= {f"c{i + 1}": float(c) for i, c in enumerate(model.amplitudes)}
    return Fit(
        model=model.correction.name,
        constants=constants,
        chi2=model.chi2,
        dof=model.dof,
        p_value=model.p_value,
    )


def fitted_law(law: Form, fit: ExponentFit | None) -> tuple[str | None, str | None]:
    """The best model's leading part as text and as LaTeX."""
    model = None if fit is None else fit.best
    if fit is None or fit.estimate is None:
        return None, None
    text, latex = ("C",) * 2 if model is None else (f"{np.exp(model.theta[0]):.4g}",) * 2
    bases = {factor.variable: factor.base for factor in law.factors}
    if law.fixed.free_symbols:
        text, latex = f"{text}*({law.fixed})", rf"{latex} \cdot {sp.latex(law.fixed)}"
    for name, exponent in zip(fit.names, fit.estimate, strict=True):
        base = bases[name]
        wrapped = f"({base})" if base.is_Add else str(base)
        typeset = rf"\left({sp.latex(base)}\right)" if base.is_Add else sp.latex(base)
        text, latex = f"{text}*{wrapped}**{exponent:.4g}", rf"{latex} \cdot {typeset}^{{{exponent:.4g}}}"
    return text, latex


@lru_cache(maxsize=4096)
def _base_value(base: sp.Expr, variable: str, size: Value) -> float:
    return evaluate(base, {variable: size})


def _exponent(case: Case, law: Form, fit: ExponentFit | None, name: str) -> Exponent:
    derived = None if case.derived is None else case.derived.exponents.get(name)
    local, drift = _local(case, law, name) if name in case.varying else ([], None)
    estimate: float | None = None
    ci: Bounds | None = None
    if fit is not None and name in fit.names and fit.estimate is not None:
        i = fit.names.index(name)
        estimate = float(fit.estimate[i])
        ci = (None, None) if fit.lower is None or fit.upper is None else _bounds(fit.lower[i], fit.upper[i])
    return Exponent(
        claimed=float(law.exponents[name]),
        derived=None if derived is None else float(derived),
        estimate=estimate,
        ci=ci,
        local=local,
        trend=drift,
    )


def _local(case: Case, law: Form, name: str) -> tuple[list[LocalExponent], str | None]:
    bases = base_logs(case, law, name)
    fixed = np.exp(fixed_logs(case, law))
    good = np.isfinite(bases) & np.isfinite(fixed) & (fixed > 0)
    scale = np.where(good, fixed, 1.0)
    slopes = local_slopes(
        case.sizes(name),
        bases,
        case.groups(name),
        means=np.where(good, case.means / scale, 0.0),
        covariance=case.evidence.covariance.scaled(1 / scale),
        bounds=case.error_bounds / scale,
    )
    low, high = slopes.limits(case.level)
    records = [
        LocalExponent(at=float(at), value=float(value), ci=_bounds(a, b))
        for at, value, a, b in zip(slopes.at, slopes.values, low, high, strict=True)
    ]
    return records, trend(slopes, case.level, case.claim.margin)


def _bounds(low: float, high: float) -> Bounds:
    return (float(low) if np.isfinite(low) else None, float(high) if np.isfinite(high) else None)
