"""The terms of all papers."""

from . import associative_memory, attention_dynamics, conditioning, transformer_basics

TABLE = (
    *conditioning.TABLE,
    *associative_memory.TABLE,
    *attention_dynamics.TABLE,
    *transformer_basics.TABLE,
)
"""Every simulator whose definition is a term, some at several points."""
