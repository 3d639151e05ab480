"""A law as claimed beside its fit, and all that is told of it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final, Self

import numpy as np

from ..claim import BoundType
from ..document import Outcome
from ..law import Form, form
from ..reason import Confidence, Reason
from ..statistics.corrections import MIN_SIZES
from ..statistics.exponents import ExponentFit
from .alternatives import AssessedAlternative, assessed_alternatives
from .context import DecisionContext, Diagnostic
from .curves import parameter_records
from .fitting import fit_law
from .headlines import Seen, extrapolated
from .nonlinear import LawFit
from .parameters import FEWEST_LEFT_OUT, Kind, Parameter, parameters, sources

FEWEST_EXACT: Final = 4
"""Fewer sizes of computed values than this, which no errors hold apart, decide nothing."""


@dataclass(frozen=True)
class LawEvidence:
    """The claimed form beside its fit, and the alternatives held against the same points."""

    context: DecisionContext
    law: Form
    found: LawFit | None

    @classmethod
    def of(cls, context: DecisionContext) -> Self:
        """Raises `LawError` where the claimed formula is not of the grammar."""
        law = form(context.claim.claimed, context.variables)
        return cls(context, law, fit_law(context, law))

    @cached_property
    def alternatives(self) -> tuple[AssessedAlternative, ...]:
        """The alternatives, each excluded or not."""
        return assessed_alternatives(self.context, self.law, self.found)

    @property
    def fit(self) -> ExponentFit | None:
        """The fit of its exponents and rates; None where there is nothing to fit."""
        return None if self.found is None else self.found.fit

    @property
    def bound_type(self) -> BoundType:
        """The bound type of the claim."""
        return self.context.claim.bound_type or BoundType.THETA

    @cached_property
    def seen(self) -> Seen:
        """What was measured of each parameter."""
        exponents, rates = (
            parameter_records(self.context, self.law, self.found, kind) for kind in (Kind.EXPONENT, Kind.RATE)
        )
        return Seen(context=self.context, law=self.law, found=self.found, exponents=exponents, rates=rates)

    @cached_property
    def short(self) -> dict[str, int]:
        """How many sizes are missing of each parameter whose variable has too few."""
        missing = {
            p.label: self._fewest(p) - int(np.unique(sources(self.context, p)).size)
            for p in parameters(self.context, self.law)
            if p.claimed != 0 or p.variable in self.context.varying
        }
        return {label: more for label, more in missing.items() if more > 0}

    def _fewest(self, parameter: Parameter) -> int:
        """The sizes that its variable needs."""
        if self.context.exact:
            return FEWEST_EXACT
        return MIN_SIZES if parameter.variable in self.in_law else FEWEST_LEFT_OUT

    @cached_property
    def in_law(self) -> frozenset[str]:
        """The names in the law."""
        return frozenset(str(s) for s in self.law.expr.free_symbols)

    def diagnostic(
        self, outcome: Outcome, why: Reason | None, tight: str = "unknown", missing: Reason | None = None
    ) -> Diagnostic:
        """A finding with the extrapolated exponents that it rests on, and why it came out so."""
        sentence = extrapolated(self.found, Confidence(level=2 * self.context.level), why)
        return Diagnostic(outcome=outcome, sentence=sentence, tight=tight, missing=missing)
