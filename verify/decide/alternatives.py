"""Alternative laws, named by the claim or implied by it, and what excludes each of them.

An alternative is excluded by a fit that has its own free parameters (its constants, exponents and rates),
never by what was fitted to the claimed law. What could not be evaluated is not excluded.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import sympy as sp

from ..document import Alternative
from ..law import Form, LawError, form, form_of
from ..reason import Kind, PValue, Reason, Text, interval, reason
from ..statistics.intervals import holm
from ..theory.notation import symbol
from ..wording import words
from .context import DecisionContext
from .fitting import claimed_p_value, fit_law
from .nonlinear import LawFit
from .parameters import parameters
from .terms import parameter


@dataclass(frozen=True)
class AssessedAlternative:
    """An alternative with what its own fit says: p-value (1 where it was not fitted), rejected or not.

    `points` are those that it is fitted to with its parameters free, if any. `named` is false for an
    alternative that nobody named but the law implies.
    """

    text: str
    law: Form | None
    p_value: float = 1.0
    rejected: bool = False
    points: DecisionContext | None = None
    problem: str = ""
    named: bool = True

    @cached_property
    def outside(self) -> Reason | None:
        """Which of its claimed exponents or rates its own fit excludes."""
        return None if self.law is None or self.points is None else _outside(self.points, self.law)

    @property
    def fits(self) -> bool:
        """Whether the alternative was fitted and is not excluded."""
        return self.law is not None and not self.rejected and self.outside is None

    def disputes(self, claimed: Form) -> bool:
        """Whether it may hold instead of the claim: not excluded, and of another order of growth."""
        if self.law is None:
            return True
        return self.fits and _other_order(self.law, claimed)

    def record(self, context: DecisionContext, by_derivation: bool) -> Alternative:
        """Excluded by the derivation where it decides, else by its own fit."""
        if self.law is None:
            return Alternative(law=self.text, excluded=False, reason=self.problem)
        reasons = []
        if by_derivation and context.derived is not None and context.derived.relation == "=":
            reasons += _derived_reason(self.law, context.derived.exponents)
        if self.rejected:
            reasons.append(reason(Kind.ALTERNATIVE_REJECTED, p_value=PValue(value=self.p_value)))
        if self.outside is not None:
            reasons.append(self.outside)
        said = reasons or [self._fitting(context)]
        return Alternative(law=self.text, excluded=bool(reasons), reason=" ".join(words(one) for one in said))

    def _fitting(self, context: DecisionContext) -> Reason:
        """Why it is not excluded."""
        if context.exact:
            return reason(Kind.ALTERNATIVE_NOT_EXCLUDED)
        return reason(Kind.ALTERNATIVE_FITS, p_value=PValue(value=self.p_value))


def assessed_alternatives(
    context: DecisionContext, claimed: Form, found: LawFit | None
) -> tuple[AssessedAlternative, ...]:
    """Fit each alternative as it is, with any vanishing correction; Holm over the alternatives."""
    named = context.claim.alternatives
    read = [(text, _read(text, claimed)) for text in named]
    known = {law.expr for _, law in read if isinstance(law, Form)}
    read += [(law.text, law) for law in _implied(claimed) if law.expr not in known]
    p_values = [
        claimed_p_value(context, law) if isinstance(law, Form) and found is not None else 1.0
        for _, law in read
    ]
    rejected = holm(p_values, context.level)
    return tuple(
        AssessedAlternative(text=text, law=None, problem=law, named=text in named)
        if isinstance(law, str)
        else AssessedAlternative(
            text=text,
            law=law,
            p_value=p,
            rejected=bool(no),
            points=None if found is None else context,
            named=text in named,
        )
        for (text, law), p, no in zip(read, p_values, rejected, strict=True)
    )


def logarithm_beside(context: DecisionContext, claimed: Form) -> str | None:
    """The claimed law times or over the logarithm of a variable, where that describes the data; else None.

    It is asked of a law that does not, unless it grants logarithms; exact values reject none.
    """
    claim = context.claim
    if context.exact or claim.up_to_logs or claim.asymptotic or not claimed.is_power_law:
        return None
    for name, exponent in claimed.exponents.items():
        if name not in context.varying or exponent == 0 or context.sizes(name).min() <= 1:
            continue
        for power in (1, -1):
            law = form_of(claimed.expr * sp.log(symbol(name)) ** power, claimed.variables)
            if claimed_p_value(context, law) >= context.level:
                return law.text
    return None


def _implied(claimed: Form) -> tuple[Form, ...]:
    """Alternatives of a law that grows by a logarithm alone: half and twice its power.

    An exponent of the variable cannot tell them apart: log(n)/sqrt(log(n)) has one of .07 on 64 to 65,536.
    """
    if not claimed.is_power_law:
        return ()
    alone = {symbol(name) for name, exponent in claimed.exponents.items() if exponent == 0}
    logs = [log for log in claimed.fixed.atoms(sp.log) if log.free_symbols & alone]
    # A law is read where its factors are positive, so the root of log(n)**2 is log(n) and no absolute value.
    positive = sp.Dummy("log", positive=True)
    return tuple(
        form_of(
            claimed.expr.subs(log, positive).subs(positive, positive**power).subs(positive, log),
            claimed.variables,
        )
        for log in logs
        for power in (sp.Rational(1, 2), 2)
    )


def _read(text: str, claimed: Form) -> Form | str:
    """The alternative's form, or why it cannot be fitted."""
    try:
        return form(text, claimed.variables)
    except LawError as error:
        return str(error)


def _other_order(law: Form, claimed: Form) -> bool:
    """Whether a product's exponents or fixed factors differ from the claimed ones, whatever its constants."""
    if not (law.is_single and claimed.is_single):
        return False
    mine, theirs = law.exponents, claimed.exponents
    if any(mine[name] != theirs[name] for name in mine.keys() & theirs.keys()):
        return True
    if law.is_power_law and claimed.is_power_law:
        return bool(sp.simplify(law.fixed / claimed.fixed).free_symbols)
    return bool(sp.simplify(law.terms[0].fixed / claimed.terms[0].fixed).free_symbols)


def _outside(context: DecisionContext, law: Form) -> Reason | None:
    """The first exponent or rate of a product that its own fit excludes, all its parameters free.

    Limits of exact values are extrapolated and have no error level: what differs by less than the claim's
    margin is not excluded.
    """
    own = fit_law(context, law) if law.is_single else None
    if own is None or own.fit.lower is None or own.fit.upper is None or own.fit.rejected:
        return None
    claimed = {p.label: p.claimed for p in parameters(context, law)}
    margin = context.claim.margin if context.exact else 0.0
    for p, low, high in zip(own.parameters, own.fit.lower, own.fit.upper, strict=True):
        value = claimed[p.label]
        if value is not None and not low - margin <= value <= high + margin:
            return reason(
                Kind.ALTERNATIVE_EXPONENT,
                parameter=parameter(p.label),
                value=float(value),
                interval=interval(low, high),
            )
    return None


def _derived_reason(law: Form, derived: Mapping[str, Fraction]) -> list[Reason]:
    for name, exponent in law.exponents.items() if law.is_single else ():
        found = Fraction(derived.get(name, 0))
        if found != exponent:
            return [
                reason(
                    Kind.ALTERNATIVE_DERIVED, variable=Text(text=name), found=str(found), value=str(exponent)
                )
            ]
    return []
