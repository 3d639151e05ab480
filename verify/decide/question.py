"""Questions of a case that are asked again and again, and answered once."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Any

from ..law import Form
from .context import DecisionContext


@dataclass(frozen=True)
class Question:
    """A question of a case, equal to another where all that the answer depends on is, the `key`.

    So the bound types of one law have one fit. Evidence is the same where it is the same object.
    """

    key: tuple[Hashable, ...]
    of: tuple[Any, ...] = field(compare=False, repr=False)


def of_law(context: DecisionContext, law: Form) -> Question:
    """The question that a case asks of a law."""
    claim, case = context.claim, (context.evidence, context.level, context.analyses)
    limits = tuple(sorted(claim.limits.items()))
    key = (*case, claim.up_to_logs, limits, claim.asymptotic, claim.corrections, law)
    return Question(key, (context, law))
