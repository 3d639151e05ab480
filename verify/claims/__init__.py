"""The tables of statements and claims, one module a topic; nothing here computes."""

from __future__ import annotations

from ..claim import Claim
from ..figure import Figure
from ..statement import Statement, in_order
from . import associative_memory, attention_dynamics, conditioning

TOPICS: dict[str, str] = {
    "conditioning": conditioning.SOURCE,
    "associative_memory": associative_memory.SOURCE,
    "attention_dynamics": attention_dynamics.SOURCE,
}
"""Topics with the source each one reads."""

STATEMENTS: tuple[Statement, ...] = (
    *in_order(conditioning.STATEMENTS),
    *in_order(associative_memory.STATEMENTS),
    *in_order(attention_dynamics.STATEMENTS),
)
CLAIMS: tuple[Claim, ...] = (
    *conditioning.CLAIMS,
    *associative_memory.CLAIMS,
    *attention_dynamics.CLAIMS,
)
FIGURES: tuple[Figure, ...] = (
    *conditioning.FIGURES,
    *associative_memory.FIGURES,
    *attention_dynamics.FIGURES,
)
"""Pictures that stand beside claims: evidence that no verdict needs."""
