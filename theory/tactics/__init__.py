"""Tactics propose: each finds steps, which the kernel checks. None of them is trusted.

Beside those that `prove` and `derive` take there are the steps of proofs that are written out: what is equal
by algebra (`same`), combinations of facts (`combined`), orders from orders (`linked`, `grown`, `summed`).
"""

from .algebra import algebra
from .asymptotics import asymptotics
from .auto import auto
from .bounds import bound
from .chains import chains
from .chernoff import chernoff
from .combinations import combined
from .events import events
from .extremes import concentration, extremes
from .flow import flow
from .goals import same
from .gradients import gradients
from .integrals import integrals
from .moments import moments
from .orders import at, both, discharged, fallen, grown, linked, never_some, quotient, some_of, summed
from .products import products
from .rewriting import named, nonnegative, positive, rewritten
from .tails import cantelli, chebyshev, markov, union

__all__ = [
    "TACTICS",
    "algebra",
    "asymptotics",
    "at",
    "auto",
    "both",
    "bound",
    "cantelli",
    "chains",
    "chebyshev",
    "chernoff",
    "combined",
    "concentration",
    "discharged",
    "events",
    "extremes",
    "fallen",
    "flow",
    "gradients",
    "grown",
    "integrals",
    "linked",
    "markov",
    "moments",
    "named",
    "never_some",
    "nonnegative",
    "positive",
    "products",
    "quotient",
    "rewritten",
    "same",
    "some_of",
    "summed",
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
