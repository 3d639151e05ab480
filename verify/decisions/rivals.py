"""Named alternative laws, and what excludes each of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

import sympy as sp

from ...theory.notation import symbol
from ..document import Rival
from ..inference.intervals import holm
from ..law import Form, LawError, form
from .case import Case
from .fitting import claimed_p_value
from .nonlinear import LawFit
from .parameters import parameters
from .wording import between, p_words


@dataclass(frozen=True)
class Judged:
    """A rival with what its own fit says: p-value (1 where it was not fitted), rejected or not.

    `outside` names a variable whose measured interval its exponent leaves, with that interval.
    `named` is false for a rival that nobody named but the law implies.
    """

    text: str
    law: Form | None
    p_value: float = 1.0
    rejected: bool = False
    outside: tuple[str, float, float] | None = None
    problem: str = ""
    named: bool = True

    @property
    def fits(self) -> bool:
        """Whether the rival was fitted and stands."""
        return self.law is not None and not self.rejected and self.outside is None

    def disputes(self, claimed: Form) -> bool:
        """Whether it stands and says another order of growth than the claim."""
        if not self.fits or self.law is None or not (self.law.is_power_law and claimed.is_power_law):
            return False
        ratio = self.law.fixed / claimed.fixed
        return self.law.exponents != claimed.exponents or bool(sp.simplify(ratio).free_symbols)

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


def judge_rivals(case: Case, claimed: Form, found: LawFit | None) -> tuple[Judged, ...]:
    """Fit each rival as it stands, with any vanishing correction; Holm over the rivals."""
    named = case.claim.rivals
    texts = (*named, *(text for text in _implied(claimed) if text not in named))
    laws = [_read(text, claimed) for text in texts]
    p_values = [
        claimed_p_value(case, law) if isinstance(law, Form) and found is not None else 1.0 for law in laws
    ]
    rejected = holm(p_values, case.level)
    return tuple(
        Judged(text=text, law=None, problem=law)
        if isinstance(law, str)
        else Judged(
            text=text,
            law=law,
            p_value=p,
            rejected=bool(no),
            outside=_outside(case, law, claimed, found),
            named=text in named,
        )
        for text, law, p, no in zip(texts, laws, p_values, rejected, strict=True)
    )


def _implied(claimed: Form) -> tuple[str, ...]:
    """Rivals of a law that grows by a logarithm alone: half and twice its power.

    An exponent of the variable cannot tell them apart: log(n)/sqrt(log(n)) has one of .07 on 64..65536.
    """
    if not claimed.is_power_law:
        return ()
    alone = {symbol(name) for name, exponent in claimed.exponents.items() if exponent == 0}
    logs = [log for log in claimed.fixed.atoms(sp.log) if log.free_symbols & alone]
    return tuple(str(claimed.expr.subs(log, log**power)) for log in logs for power in (sp.Rational(1, 2), 2))


def _read(text: str, claimed: Form) -> Form | str:
    """The rival's form, or why it cannot be fitted."""
    try:
        return form(text, claimed.variables)
    except LawError as error:
        return str(error)


def _outside(case: Case, law: Form, claimed: Form, found: LawFit | None) -> tuple[str, float, float] | None:
    """The first parameter whose measured interval excludes the rival's.

    Only for rivals with the claimed law's fixed part and bases: otherwise their exponents are not
    the ones that were measured.
    """
    if found is None or found.fit.lower is None or found.fit.upper is None or found.fit.rejected:
        return None
    if not (law.is_single and claimed.is_single) or law.terms[0].fixed != claimed.terms[0].fixed:
        return None
    theirs = {p.label: p for p in parameters(case, law)}
    if any(p.label not in theirs or theirs[p.label].base != p.base for p in found.parameters):
        return None
    for p, low, high in zip(found.parameters, found.fit.lower, found.fit.upper, strict=True):
        value = theirs[p.label].claimed
        if value is not None and not low <= value <= high:
            return p.label, float(low), float(high)
    return None


def _derived_reason(law: Form, derived: Mapping[str, Fraction]) -> list[str]:
    for name, exponent in law.exponents.items() if law.is_single else ():
        found = Fraction(derived.get(name, 0))
        if found != exponent:
            return [f"The derived exponent of {name} is {found}, not {exponent}."]
    return []
