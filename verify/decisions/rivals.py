"""Named alternative laws, and what excludes each of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from ..document import Rival
from ..inference.exponents import ExponentFit, form_p_value
from ..inference.intervals import holm
from ..law import Form, LawError, form
from .case import Case
from .curves import growth_design
from .wording import between, p_words


@dataclass(frozen=True)
class Judged:
    """A rival with what its own fit says: p-value (1 where it was not fitted), rejected or not.

    `outside` names a variable whose measured interval its exponent leaves, with that interval.
    """

    text: str
    law: Form | None
    p_value: float = 1.0
    rejected: bool = False
    outside: tuple[str, float, float] | None = None
    problem: str = ""

    @property
    def fits(self) -> bool:
        """Whether the rival was fitted and stands."""
        return self.law is not None and not self.rejected and self.outside is None

    def record(self, case: Case, by_derivation: bool) -> Rival:
        """Excluded by the derivation where it decides, else by its form or its exponent."""
        if self.law is None:
            return Rival(law=self.text, excluded=False, reason=self.problem)
        reasons = []
        if by_derivation and case.derived is not None and case.derived.relation == "=":
            reasons += _derived_reason(self.law, case.derived.exponents)
        if self.rejected:
            reasons.append(f"Its form is rejected, {p_words(self.p_value)}.")
        if self.outside is not None:
            name, low, high = self.outside
            reasons.append(f"The measured exponent of {name} is {between(low, high)}.")
        if reasons:
            return Rival(law=self.text, excluded=True, reason=" ".join(reasons))
        return Rival(law=self.text, excluded=False, reason="Neither the derivation nor the cells exclude it.")


def judge_rivals(case: Case, claimed: Form, fit: ExponentFit | None) -> tuple[Judged, ...]:
    """Fit each rival with its own exponents and any vanishing correction; Holm over the rivals."""
    laws = [_read(text, claimed) for text in case.claim.rivals]
    p_values = [_p_value(case, law, fit) if isinstance(law, Form) else 1.0 for law in laws]
    rejected = holm(p_values, case.level)
    return tuple(
        Judged(text=text, law=None, problem=law)
        if isinstance(law, str)
        else Judged(text=text, law=law, p_value=p, rejected=bool(no), outside=_outside(law, claimed, fit))
        for text, law, p, no in zip(case.claim.rivals, laws, p_values, rejected, strict=True)
    )


def _read(text: str, claimed: Form) -> Form | str:
    """The rival's form, or why it cannot be fitted."""
    try:
        law = form(text, claimed.exponents)
        if any(len(factor.base.free_symbols) > 1 for factor in law.factors):
            return f"{text} is no constant times powers, so it was not fitted."
    except LawError as error:
        return str(error)
    return law


def _p_value(case: Case, law: Form, fit: ExponentFit | None) -> float:
    design, usable = growth_design(case, law)
    if design is None or fit is None or case.exact:
        return 1.0
    exponents = np.array([float(law.exponents[name]) for name in design.names])
    return form_p_value(design, exponents, case.measured(usable))


def _outside(law: Form, claimed: Form, fit: ExponentFit | None) -> tuple[str, float, float] | None:
    """The first variable whose exponent interval excludes the rival's.

    Only for rivals with the claimed law's fixed part and bases: otherwise their exponents are not
    the ones that were measured.
    """
    if fit is None or fit.lower is None or fit.upper is None or fit.rejected or law.fixed != claimed.fixed:
        return None
    for name, low, high in zip(fit.names, fit.lower, fit.upper, strict=True):
        if not low <= float(law.exponents[name]) <= high:
            return name, float(low), float(high)
    return None


def _derived_reason(law: Form, derived: Mapping[str, Fraction]) -> list[str]:
    for name, exponent in law.exponents.items():
        found = Fraction(derived.get(name, 0))
        if found != exponent:
            return [f"The derived exponent of {name} is {found}, not {exponent}."]
    return []
