"""A law's curves and parameters as the document holds them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np

from ..document import Bounds, Exponent, Fit, LocalExponent
from ..law import Form, LawError, parse, values
from ..statistics.corrections import Factors, Slow
from ..statistics.exponents import ExponentFit
from ..statistics.gls import Vector
from ..statistics.local import LocalSlopes, trend
from ..statistics.profile import Model
from ..statistics.range_slopes import RangeSlopes, range_slopes
from .context import DecisionContext
from .courses import Rate, exponential, joint_exponents, local_exponents, typed
from .fitting import claimed_curve
from .nonlinear import LawFit
from .parameters import Kind, Parameter, coordinates, in_exponential, parameters, product_design, sources
from .points import simultaneous_limits
from .question import Question, of_law

_REVERSED: Final = {"rising": "falling", "falling": "rising"}

MOST_LOCAL: Final = 64
"""More sizes than this are no neighbours to tell a slope between."""


def claimed_values(context: DecisionContext, law: Form, found: LawFit | None) -> tuple[float | None, ...]:
    """The claimed form at each point, its free constants fitted."""
    return tuple(float(v) if np.isfinite(v) else None for v in claimed_curve(context, law, found))


def parameter_records(
    context: DecisionContext, law: Form, found: LawFit | None, kind: Kind
) -> dict[str, Exponent]:
    """Claimed, derived and measured value of each exponent or rate, with the local ones.

    Of what is held fixed and left out by the law nothing is said.
    """
    told = [
        p
        for p in parameters(context, law)
        if p.kind is kind and (p.claimed != 0 or p.variable in context.varying)
    ]
    parts = _Parts(context=context, law=law, found=found, line=_line(context, law, found))
    return {p.label: _record(parts, p) for p in told}


def fit_record(found: LawFit | None) -> Fit | None:
    """The best model, as the document holds it; None for exact points."""
    model = None if found is None else found.fit.best
    if found is None or model is None:
        return None
    count = 1 + len(found.parameters)
    constants = {} if found.constants or found.curve is not None else {"C": float(np.exp(model.theta[0]))}
    constants |= {name: estimate.value for name, estimate in found.constants.items()}
    fitted = zip(found.parameters, model.theta[1:count], strict=True)
    constants |= {_constant_name(parameter): float(value) for parameter, value in fitted}
    constants |= {f"c{i + 1}": float(c) for i, c in enumerate(model.amplitudes)}
    return Fit(
        model=model.correction.name,
        constants=constants,
        intervals={name: _bounds(one.low, one.high) for name, one in found.constants.items()},
        chi2=model.chi2,
        dof=model.dof,
        p_value=model.p_value,
    )


def fitted_law(context: DecisionContext, law: Form, found: LawFit | None) -> str | None:
    """A measured product, as text, that passes through the interval of every point; else None.

    The line on the range comes first, then the best form with its correction; both are tried with the
    digits that are printed.
    """
    if found is None or found.fit.estimate is None or found.curve is not None:
        return None
    low, high = simultaneous_limits(context, context.level)
    for text in _candidates(context, law, found):
        try:
            formula = parse(text)
        except LawError:
            # An unresolved exponent may be fitted beyond all that a law may have.
            continue
        curve = values(formula, coordinates(context))
        if np.all((low <= curve) & (curve <= high)):
            return text
    return None


def _candidates(context: DecisionContext, law: Form, found: LawFit) -> list[str]:
    line, model = _line(context, law, found), found.fit.best
    told = [] if line is None else [_product(law, found, line.constant, line.values)]
    if model is not None and (model.correction.terms or model.correction.floor):
        leading = _product(law, found, float(model.theta[0]), model.theta[1 : 1 + len(found.parameters)])
        told.append(_corrected(context, law, found, leading, model))
    return told


def _product(law: Form, found: LawFit, constant: float, exponents: Vector) -> str:
    fixed = law.terms[0].fixed
    parts = [f"{np.exp(constant):.4g}"] + ([f"({typed(fixed)})"] if fixed.free_symbols else [])
    return "*".join(parts + [_factor(p, float(v)) for p, v in zip(found.parameters, exponents, strict=True)])


def _corrected(context: DecisionContext, law: Form, found: LawFit, leading: str, model: Model) -> str:
    """The law with its correction, whose near end is that of the settings that are fitted."""
    if model.correction.floor:
        return f"{leading} + {model.amplitudes[0]:.4g}"
    factors, (_, usable, _) = [leading], product_design(context, law)
    for (c, order), amplitude in zip(model.correction.terms, model.amplitudes, strict=True):
        if isinstance(order, str):
            near = np.nanmax(np.abs(values(parse(order), coordinates(context)))[usable])
            factors.append(f"(1 + {amplitude / near:.4g}*({order}))")
            continue
        if isinstance(order, Factors):
            raise TypeError("A law is fitted with no correction that vanishes exponentially.")
        factors.append(
            _vanishing(found.parameters[c], sources(context, found.parameters[c])[usable], order, amplitude)
        )
    return "*".join(factors)


def _vanishing(parameter: Parameter, sizes: Vector, order: float | Slow, amplitude: float) -> str:
    """The factor of one correction, whose amplitude is its share at the near end."""
    log = f"log({parameter.base})"
    if isinstance(order, Slow):
        shape = f"1/{log}" if order is Slow.LOG else f"log({log})/{log}"
        logs = np.log(sizes)
        near = np.min(logs) if order is Slow.LOG else 1 / np.max(np.log(logs) / logs)
        return f"(1 + {amplitude * near:.4g}*{shape})"
    power = order if parameter.towards_zero else -order
    near = np.max(sizes) if parameter.towards_zero else np.min(sizes)
    return f"(1 + {amplitude * near**-power:.4g}*({parameter.base})**({power:g}))"


def _constant_name(parameter: Parameter) -> str:
    return f"exponent of {parameter.label}" if parameter.kind is Kind.EXPONENT else parameter.label


def _factor(parameter: Parameter, value: float) -> str:
    base = parameter.base
    wrapped = f"({base})" if base.is_Add else str(base)
    if parameter.kind is Kind.RATE:
        return f"exp({-value:.4g}*{wrapped})"
    return f"{wrapped}**({value:.4g})"


@dataclass(frozen=True, kw_only=True)
class _Parts:
    """What the records of all parameters share."""

    context: DecisionContext
    law: Form
    found: LawFit | None
    line: RangeSlopes | None


def _line(context: DecisionContext, law: Form, found: LawFit | None) -> RangeSlopes | None:
    """The line on the range, of a product alone."""
    if not law.is_single or (found is not None and found.curve is not None):
        return None
    return _range_line(of_law(context, law))


@lru_cache(maxsize=16)
def _range_line(asked: Question) -> RangeSlopes | None:
    context, law = asked.of
    design, usable, _ = product_design(context, law)
    return None if design is None else range_slopes(design, context.measured(usable), context.level)


def _record(parts: _Parts, parameter: Parameter) -> Exponent:
    context, found, line = parts.context, parts.found, parts.line
    derived = None if context.derived is None else context.derived.exponents.get(parameter.label)
    local, drift, rate = _local(context, parts.law, parameter)
    fitted = _fitted(None if found is None else found.fit, parameter)
    estimate, ci = fitted if line is None else _on_range(parts, parameter)
    return Exponent(
        claimed=parameter.claimed,
        derived=None if derived is None else float(derived),
        estimate=None if rate else estimate,
        ci=None if rate else ci,
        local=local,
        trend=drift,
        extrapolated=None if line is None else fitted[0],
        extrapolated_ci=None if line is None else fitted[1],
        exponential=None if rate is None else rate.value,
        exponential_ci=None if rate is None else rate.limits,
    )


def _on_range(parts: _Parts, parameter: Parameter) -> tuple[float | None, Bounds | None]:
    _, _, kept = product_design(parts.context, parts.law)
    labels = [p.label for p in kept]
    if parts.line is None or parameter.label not in labels:
        return None, None
    i = labels.index(parameter.label)
    return float(parts.line.values[i]), _bounds(parts.line.lower[i], parts.line.upper[i])


def _has_local(context: DecisionContext, law: Form, parameter: Parameter) -> bool:
    """Local exponents are those of a product, in a variable that stands in no exponential of it."""
    return (
        law.is_single
        and parameter.kind is Kind.EXPONENT
        and parameter.variable in context.varying
        and not in_exponential(law, parameter.variable)
    )


def _fitted(fit: ExponentFit | None, parameter: Parameter) -> tuple[float | None, Bounds | None]:
    if fit is None or parameter.label not in fit.names or fit.estimate is None:
        return None, None
    i = fit.names.index(parameter.label)
    if fit.lower is None or fit.upper is None:
        return float(fit.estimate[i]), (None, None)
    return float(fit.estimate[i]), _bounds(fit.lower[i], fit.upper[i])


def _local(
    context: DecisionContext, law: Form, parameter: Parameter
) -> tuple[list[LocalExponent], str | None, Rate | None]:
    """Local exponents, their trend, and the rate of the exponential that they betray."""
    if (
        not _has_local(context, law, parameter)
        or np.unique(context.sizes(parameter.variable)).size > MOST_LOCAL
    ):
        return [], None, None
    slopes, level = local_exponents(context, law, parameter), _level(context)
    records, drift = _course(context, parameter, slopes, level)
    sought = drift in {"rising", "falling"} and not parameter.towards_zero
    return records, drift, exponential(context, law, parameter, slopes, level) if sought else None


def local_course(context: DecisionContext, law: Form, parameter: Parameter) -> Exponent:
    """The local exponents of a power beside an exponential, that being as claimed, and their trend."""
    slopes = local_exponents(context, law, parameter)
    return _run(parameter.claimed, *_course(context, parameter, slopes, _level(context)))


def joint_course(context: DecisionContext, law: Form) -> tuple[str, Exponent, float] | None:
    """The exponent of a product where all its variables grow by one factor, by their names, and its margin.

    None of a law whose variables do not all go to infinity as powers.
    """
    varying = product_design(context, law)[2] if law.is_single else ()
    powers = [p for p in varying if p.kind is Kind.EXPONENT and p.base.is_Symbol and not p.towards_zero]
    if not 1 < len(powers) == len(varying) or any(p.beside or p.claimed is None for p in powers):
        return None
    slopes, level = joint_exponents(context, law, tuple(p.variable for p in powers)), _level(context)
    margin = len(powers) * context.claim.margin
    claimed = sum(p.claimed or 0.0 for p in powers)
    course = _run(claimed, _locals(slopes, level), trend(slopes, level, margin))
    return f"{' and '.join(p.label for p in powers)} together", course, margin


def _run(claimed: float | None, local: list[LocalExponent], drift: str | None) -> Exponent:
    return Exponent(claimed=claimed, derived=None, estimate=None, ci=None, local=local, trend=drift)


def _level(context: DecisionContext) -> float:
    return float(context.level_at(float(context.n_trials.mean()), context.level))


def _course(
    context: DecisionContext, parameter: Parameter, slopes: LocalSlopes, level: float
) -> tuple[list[LocalExponent], str | None]:
    """Local exponents in the order in which the variable goes, and their trend towards that end."""
    records = _locals(slopes, level)
    drift = trend(slopes, level, parameter.margin(context.claim.margin))
    if parameter.towards_zero and not parameter.is_distance:
        return records[::-1], _REVERSED.get(drift or "", drift)
    return records, drift


def _locals(slopes: LocalSlopes, level: float) -> list[LocalExponent]:
    low, high = slopes.limits(level)
    return [
        LocalExponent(at=float(at), value=float(value), ci=_bounds(a, b))
        for at, value, a, b in zip(slopes.at, slopes.values, low, high, strict=True)
    ]


def _bounds(low: float, high: float) -> Bounds:
    return (float(low) if np.isfinite(low) else None, float(high) if np.isfinite(high) else None)
