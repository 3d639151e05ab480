"""The verdict of a measured claim: three comparisons, and which of them decides.

A derivation by rules alone that every point agrees with decides; a derivation and a simulation that
differ are an error of ours; otherwise the measurement decides.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..document import Comparisons, Outcome
from .context import DecisionContext, Diagnostic, Verdict
from .points import VALUE_TOLERANCE, derived_against_measured, intervals, points_comparison
from .symbolic import symbolic_comparison


@dataclass(frozen=True, kw_only=True)
class ThreeComparisons:
    """Claimed - derived, claimed - measured, derived - measured.

    `derivation_tells` is false where what is derived says nothing of the claim at these points.
    """

    context: DecisionContext
    symbolic: Diagnostic
    inference: Diagnostic
    agreement: Diagnostic
    derivation_tells: bool = True

    @property
    def by_derivation(self) -> bool:
        """Whether the symbolic comparison decides."""
        return (
            self.context.decisive
            and self.derivation_tells
            and self.agreement.outcome is Outcome.AGREES
            and self.symbolic.outcome is not Outcome.INCONCLUSIVE
        )

    @property
    def decided(self) -> Diagnostic:
        """The comparison that decides."""
        if self.agreement.outcome is Outcome.ERROR:
            return self.agreement
        return self.symbolic if self.by_derivation else self.inference

    def verdict(self, decided: Diagnostic, claimed: tuple[float | None, ...] | None = None) -> Verdict:
        """The verdict as `decided` has it; `claimed` are the values of a formula with free constants."""
        context = self.context
        is_open = decided.outcome is Outcome.INCONCLUSIVE
        if claimed is None:
            claimed = tuple(float(value) for value in context.expected)
        return Verdict(
            outcome=decided.outcome,
            holds=decided.holds,
            tight=decided.tight,
            basis="derived" if self.by_derivation else "exact" if context.exact else "statistics",
            summary=decided.sentence,
            comparisons=Comparisons(
                symbolic=symbolic_comparison(self.symbolic, context),
                inference=self.inference.comparison,
                points=points_comparison(self.agreement, context),
            ),
            exponents={},
            alternatives=(),
            fit=None,
            intervals=intervals(context),
            claimed=claimed,
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
    return found.verdict(found.decided)
