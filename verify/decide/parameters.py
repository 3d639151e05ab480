"""The parameters of a law on the points: its exponents and rates, and what each of them multiplies.

In logs a product of powers and exponentials is linear in its parameters: each has a column, and what
the claim holds fixed is an offset. A law of failing in any of many parts has the parameters of its hazard.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from typing import Final

import numpy as np
import sympy as sp
from numpy.typing import NDArray

from ..law import Factor, Form, LawError, Rate, falls, form_of, parse, values
from ..statistics.corrections import Design
from ..statistics.gls import Vector
from .context import DecisionContext
from .question import Question, of_law

BESIDE_EXPONENTIAL: Final = 5
"""A power beside an exponential in the same variable is held to so many margins, a quarter at the default:
theorems print such powers in halves, and a few sizes that span many factors e tell no less apart."""

FEWEST_LEFT_OUT: Final = 4
"""Of a variable that the law leaves out fewer sizes than this are fitted without a correction."""


class Kind(StrEnum):
    """What a parameter of a law is."""

    EXPONENT = "exponent"
    RATE = "rate"


@dataclass(frozen=True, kw_only=True)
class Parameter:
    """An exponent or a rate of a law: `label` names it in reports, `claimed` is None where it is free.

    `term` is the number of its term, `base` the expression that it is the power (or rate) of, `written` what
    was typed for it. Of an exponent `towards_zero` says that its base goes to 0 and not to infinity, `beside`
    that its variable stands in an exponential of the law too.
    """

    label: str
    kind: Kind
    variable: str
    claimed: float | None
    base: sp.Expr
    term: int = 0
    guess: float = 0.0
    towards_zero: bool = False
    beside: bool = False
    written: sp.Expr = sp.S.Zero

    @property
    def name(self) -> str | None:
        """The free constant that stands in it."""
        return next((str(symbol.name) for symbol in self.written.free_symbols), None)

    @property
    def is_distance(self) -> bool:
        """Whether its base falls as the variable grows, as the distance 1 - alpha to a pole does."""
        return self.kind is Kind.EXPONENT and falls(self.base)

    def margin(self, size: float) -> float:
        """The margin of an exponent, or in parts of itself of a rate, where the claim's has this size."""
        return BESIDE_EXPONENTIAL * size if self.beside else size

    def constant(self, value: float) -> float | None:
        """The free constant behind a value, of g in d**-g or d**(1/g); None where it is neither.

        >>> from ..law import parse
        >>> free = Parameter(label="d", kind=Kind.EXPONENT, variable="d", claimed=None, base=parse("d"),
        ...     written=parse("-2*g"))
        >>> free.name, free.constant(-0.5)
        ('g', 0.25)
        """
        (symbol,) = self.written.free_symbols
        slope, top = sp.diff(self.written, symbol), self.written * symbol
        if slope.is_number:
            return (value - float(self.written.subs(symbol, 0))) / float(slope)
        return float(top) / value if top.is_number and value != 0 else None


def parameters(context: DecisionContext, law: Form) -> tuple[Parameter, ...]:
    """All parameters of a law, or of its hazard: an exponent of each grid variable, and the rates.

    A variable that the law leaves out and that is not positive, as the number of a seed, is a label.
    """
    return _told(of_law(context, law))


@lru_cache(maxsize=64)
def _told(asked: Question) -> tuple[Parameter, ...]:
    context, law = asked.of
    fitted = hazard_of(context, law) or law
    found = _parameters(context, fitted)
    small = {
        p.variable for p in found if p.variable in context.variables and context.towards_zero(p.variable)
    }
    return tuple(
        replace(
            p,
            towards_zero=p.kind is Kind.EXPONENT and (p.variable in small or p.is_distance),
            beside=p.kind is Kind.EXPONENT and in_exponential(fitted, p.variable),
        )
        for p in found
    )


def _parameters(context: DecisionContext, law: Form) -> tuple[Parameter, ...]:
    if law.is_nonlinear:
        return tuple(_absent(name) for name in law.variables)
    found = [p for number, term in enumerate(law.terms) for p in _of_term(law, number)]
    if law.is_single:
        named = {p.variable for p in found if p.kind is Kind.EXPONENT}
        left_out = (name for name in law.variables if name not in named)
        found += [_absent(name) for name in left_out if not _is_label(context, name)]
    return tuple(sorted(found, key=lambda p: (p.kind is Kind.RATE, p.term)))


def product_design(
    context: DecisionContext, law: Form
) -> tuple[Design | None, NDArray[np.bool_], tuple[Parameter, ...]]:
    """The columns of a product that vary, on the points where it is positive.

    None where no parameter's column has two values there, or where all means of a sampled quantity
    came without spread: then there is nothing to fit.
    """
    return _designed(of_law(context, law))


@lru_cache(maxsize=64)
def _designed(asked: Question) -> tuple[Design | None, NDArray[np.bool_], tuple[Parameter, ...]]:
    context, law = asked.of
    wanted = [p for p in parameters(context, law) if np.unique(sources(context, p)).size > 1]
    offset = fixed_logs(context, law)
    usable = np.isfinite(offset)
    if not wanted:
        return None, np.zeros(len(context.means), dtype=bool), ()
    columns = np.column_stack([column(context, p) for p in wanted])
    named = {text: values(parse(text), coordinates(context)) for text in context.claim.corrections}
    usable &= np.isfinite(np.column_stack([columns, *named.values()])).all(axis=1)
    if context.counts is None and not context.exact:
        usable &= context.stderrs > 0
    kept = [c for c in range(len(wanted)) if np.unique(np.round(columns[usable, c], 9)).size > 1]
    if not kept or (context.means[usable] > 0).sum() <= len(kept):
        return None, usable, ()
    chosen = tuple(wanted[c] for c in kept)
    in_law = {str(s) for s in law.expr.free_symbols}
    few = [
        p.variable not in in_law and np.unique(columns[usable, c]).size < FEWEST_LEFT_OUT
        for p, c in zip(chosen, kept, strict=True)
    ]
    grows = [p.kind is Kind.RATE and _grows(context, p, usable) for p in chosen]
    design = Design(
        names=tuple(p.label for p in chosen),
        columns=columns[np.ix_(usable, np.array(kept))],
        offset=offset[usable],
        powers=tuple(i for i, p in enumerate(chosen) if p.kind is Kind.EXPONENT and not few[i]),
        falling=tuple(i for i, p in enumerate(chosen) if p.towards_zero or grows[i]),
        exponentials=tuple(i for i, p in enumerate(chosen) if p.kind is Kind.RATE),
        beside=tuple(i for i, p in enumerate(chosen) if p.beside),
        named={text: column[usable] for text, column in named.items()},
    )
    return design, usable, chosen


def _grows(context: DecisionContext, rate: Parameter, usable: NDArray[np.bool_]) -> bool:
    """Whether the argument of an exponential grows towards the end where its variable goes."""
    sizes, argument = context.sizes(rate.variable)[usable], sources(context, rate)[usable]
    rises = bool(np.dot(sizes - sizes.mean(), argument) > 0)
    return rises is not context.towards_zero(rate.variable)


def in_exponential(law: Form, variable: str) -> bool:
    """Whether a variable stands in an exponential of a product."""
    return law.is_single and any(variable in rate.variables for rate in law.terms[0].rates)


def column(context: DecisionContext, parameter: Parameter) -> Vector:
    """What the parameter multiplies in log m: log of its base, or minus its argument (nan: no number)."""
    source = sources(context, parameter)
    if parameter.kind is Kind.RATE:
        return -source
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(np.log(source), dtype=np.float64)


def fixed_logs(context: DecisionContext, law: Form, term: int = 0) -> Vector:
    """Log of the fixed part of a term at each point (nan where not positive)."""
    fixed = law.terms[term].fixed
    if not fixed.free_symbols:
        return np.zeros(len(context.means))
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(np.log(values(fixed, coordinates(context))), dtype=np.float64)


def sources(context: DecisionContext, parameter: Parameter) -> Vector:
    """What the parameter is the power, or the rate, of at each point."""
    if parameter.base.is_Symbol:
        return context.sizes(parameter.variable)
    return values(parameter.base, coordinates(context))


def coordinates(context: DecisionContext) -> dict[str, Vector]:
    """Every coordinate that is a number, a value for each point."""
    return {name: context.sizes(name) for name in context.variables}


def hazard_of(context: DecisionContext, law: Form) -> Form | None:
    """The hazard of a law of independent proportions that has one."""
    if context.counts is None or not context.evidence.covariance.independent:
        return None
    return _hazard(law)


@lru_cache(maxsize=256)
def _hazard(law: Form) -> Form | None:
    """The hazard h of a law 1 - exp(-h), where h is a product; else None."""
    rest = sp.expand(1 - law.expr)
    if not isinstance(rest, sp.exp):
        return None
    try:
        hazard = form_of(-rest.args[0], law.variables)
    except LawError:
        return None
    return hazard if hazard.is_single else None


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
            written=factor.written,
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
            written=rate.written,
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


def labelled(context: DecisionContext, law: Form) -> NDArray[np.intp]:
    """For each point the number of its group: points that share all labels of a law share one."""
    groups = np.zeros(len(context.means), dtype=np.intp)
    named = {str(s) for s in law.expr.free_symbols}
    for name in context.varying:
        if name not in named and _is_label(context, name):
            codes = np.unique(context.sizes(name), return_inverse=True)[1]
            groups = np.unique(groups * (codes.max(initial=0) + 1) + codes, return_inverse=True)[1]
    return groups


def _is_label(context: DecisionContext, name: str) -> bool:
    return name in context.variables and bool(np.any(context.sizes(name) <= 0))
