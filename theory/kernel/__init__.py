"""The trusted base: theorems, the rules that make them, and the replay of records.

Beside this package a proof rests on terms (`theory.node` with the signatures of heads, `theory.substitution`
and `theory.terms`), `theory.laws` (moments of laws), Python's integers and fractions, and its JSON reader.
Nothing here calls SymPy.
"""

from . import (
    algebra,
    components,
    coordinates,
    discrete,
    enclosures,
    events,
    exchangeable,
    folds,
    functions,
    integrals,
    limits,
    literature,
    logic,
    normals,
    probability,
    schemas,
    spans,
    sums,
)
from .record import Belief, believe, record, replay
from .theorem import RULES, Ground, Hypothesis, Refused, Rule, Status, Theorem, apply

__all__ = [
    "RULES",
    "Belief",
    "Ground",
    "Hypothesis",
    "Refused",
    "Rule",
    "Status",
    "Theorem",
    "algebra",
    "apply",
    "believe",
    "components",
    "coordinates",
    "discrete",
    "enclosures",
    "events",
    "exchangeable",
    "folds",
    "functions",
    "integrals",
    "limits",
    "literature",
    "logic",
    "normals",
    "probability",
    "record",
    "replay",
    "schemas",
    "spans",
    "sums",
]
