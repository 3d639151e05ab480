"""The tables of statements and claims, one module a topic; nothing here computes."""

from __future__ import annotations

from ..claim import Claim
from ..figure import Figure
from ..statement import Statement, in_order
from . import associative_memory, attention_dynamics, conditioning, markov_chains, transformer_basics

TOPICS: dict[str, str] = {
    "conditioning": conditioning.SOURCE,
    "associative_memory": associative_memory.SOURCE,
    "attention_dynamics": attention_dynamics.SOURCE,
    "markov_chains": markov_chains.SOURCE,
    "transformer_basics": transformer_basics.SOURCE,
}
"""Topics with the source each one reads."""

STATEMENTS: tuple[Statement, ...] = (
    *in_order(conditioning.STATEMENTS),
    *in_order(associative_memory.STATEMENTS),
    *in_order(attention_dynamics.STATEMENTS),
    *in_order(markov_chains.STATEMENTS),
    *in_order(transformer_basics.STATEMENTS),
)
CLAIMS: tuple[Claim, ...] = (
    *conditioning.CLAIMS,
    *associative_memory.CLAIMS,
    *attention_dynamics.CLAIMS,
    *markov_chains.CLAIMS,
    *transformer_basics.CLAIMS,
)
FIGURES: tuple[Figure, ...] = (
    *conditioning.FIGURES,
    *associative_memory.FIGURES,
    *attention_dynamics.FIGURES,
    *markov_chains.FIGURES,
    *transformer_basics.FIGURES,
)
"""Pictures that stand beside claims: evidence that no verdict needs."""
