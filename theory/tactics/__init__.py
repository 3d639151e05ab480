"""Tactics propose: each finds steps, which the kernel checks. None of them is trusted."""

from .algebra import algebra
from .asymptotics import asymptotics
from .auto import auto
from .bounds import bound
from .chains import chains
from .chernoff import chernoff
from .events import events
from .extremes import concentration, extremes
from .flow import flow
from .gradients import gradients
from .integrals import integrals
from .moments import moments
from .products import products
from .tails import cantelli, chebyshev, markov, union

__all__ = [
    "TACTICS",
    "algebra",
    "asymptotics",
    "auto",
    "bound",
    "cantelli",
    "chains",
    "chebyshev",
    "chernoff",
    "concentration",
    "events",
    "extremes",
    "flow",
    "gradients",
    "integrals",
    "markov",
    "moments",
    "products",
    "union",
]

TACTICS = (
    auto,
    moments,
    integrals,
    markov,
    chebyshev,
    cantelli,
    union,
    concentration,
    chernoff,
    extremes,
    events,
    asymptotics,
    bound,
    products,
    chains,
    flow,
    gradients,
    algebra,
)
"""All of them, the everyday ones first."""
