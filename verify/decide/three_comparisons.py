"""The verdict of a claim without exponents: three comparisons, and which of them decides.

A derivation by rules alone that every point agrees with decides; a derivation and a simulation that
differ are an error of ours; otherwise the measurement decides.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..document import Comparisons, Outcome
from ..reason import Reason
from .context import DecisionContext, Diagnostic, Verdict
from .points import VALUE_TOLERANCE, derived_against_measured, intervals, points_comparison
from .symbolic import symbolic_comparison


@dataclass(frozen=True, kw_only=True)
class ThreeComparisons:
    """Claimed - derived, claimed - measured, derived - measured."""

    context: DecisionContext
    symbolic: Diagnostic
    inference: Diagnostic
    agreement: Diagnostic

    @property
    def by_derivation(self) -> bool:
        """Whether the symbolic comparison decides."""
        return (
            self.context.decisive
            and self.agreement.outcome is Outcome.AGREES
            and self.symbolic.outcome is not Outcome.INCONCLUSIVE
        )

    @property
    def decided(self) -> Diagnostic:
        """The comparison that decides."""
        if self.agreement.outcome is Outcome.ERROR:
            return self.agreement
        return self.symbolic if self.by_derivation else self.inference

    def verdict(self, summary: Reason) -> Verdict:
        """The verdict with its sentence."""
        context, decided = self.context, self.decided
        is_open = decided.outcome is Outcome.INCONCLUSIVE
        return Verdict(
            outcome=decided.outcome,
            holds=decided.holds,
            tight="unknown",
            basis="derived" if self.by_derivation else "exact" if context.exact else "statistics",
            summary=summary,
            comparisons=Comparisons(
                symbolic=symbolic_comparison(self.symbolic, context),
                inference=self.inference.comparison,
                points=points_comparison(self.agreement, context),
            ),
            exponents={},
            alternatives=(),
            fit=None,
            intervals=intervals(context),
            claimed=tuple(float(value) for value in context.expected),
            missing=(self.inference.missing or self.symbolic.sentence) if is_open else None,
            counterexample=decided.counterexample,
        )


def decide_by_values(context: DecisionContext, symbolic: Diagnostic, inference: Diagnostic) -> Verdict:
    """The verdict by the two comparisons with what is claimed, and by derived against measured values."""
    tolerance = max(context.claim.margin, VALUE_TOLERANCE)
    found = ThreeComparisons(
        context=context,
        symbolic=symbolic,
        inference=inference,
        agreement=derived_against_measured(context, tolerance),
    )
    return found.verdict(found.decided.sentence)
