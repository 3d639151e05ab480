"""Why a claim has its verdict, in lines of text for a terminal or a notebook."""

from __future__ import annotations

from collections.abc import Iterator

from ..document import ClaimRecord, ComparisonOutcome, Exponent
from ..wording import Medium, words
from ..wording.formulas import set_formula
from ..wording.outcomes import word
from ..wording.statements import compared, headline
from .outlook import mind_changers


def explanation(claim: ClaimRecord) -> list[str]:
    """Verdict, the three formulas and their comparisons, exponents, alternatives, what would change it."""
    formulas, comparisons = claim.formulas, claim.comparisons
    shown = {"claimed": formulas.claimed, "derived": formulas.derived, "measured": formulas.measured}
    sides = (comparisons.symbolic, comparisons.inference, comparisons.points)
    return [
        f"{word(claim)}  {claim.id}",
        headline(claim, Medium.TERMINAL),
        *(f"  {name}: {set_formula(text, Medium.TERMINAL)}" for name, text in shown.items() if text),
        *(
            f"  {compared(side, Medium.TERMINAL)}"
            for side in sides
            if side.outcome is not ComparisonOutcome.NOT_MADE
        ),
        *(f"  {_exponent(name, found)}" for name, found in claim.exponents.items()),
        *(f"  {line}" for line in outlook(claim)),
    ]


def outlook(claim: ClaimRecord) -> Iterator[str]:
    """What became of each alternative, and what would change the verdict."""
    for alternative in claim.alternatives:
        fate = "rejected" if alternative.excluded else "not rejected"
        law, why = set_formula(alternative.law, Medium.TERMINAL), words(alternative.reason, Medium.TERMINAL)
        yield f"alternative {law}: {fate}. {why}"
    yield f"what would change this: {words(mind_changers(claim), Medium.TERMINAL)}"


def _exponent(name: str, found: Exponent) -> str:
    told = {"claimed": found.claimed, "derived": found.derived, "measured": found.estimate}
    values = ", ".join(f"{kind} {value:.4g}" for kind, value in told.items() if value is not None)
    low, high = found.ci or (None, None)
    interval = "" if low is None or high is None else f" ({low:.4g} to {high:.4g})"
    return f"exponent of {name}: {values}{interval}"
