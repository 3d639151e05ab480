"""S7.3: acquisition, extinction and blocking, trial by trial in exact fractions.

`eta` is the learning rate, `m` counts the trials of a phase, `n` those of stimulus A alone before it.
"""

from __future__ import annotations

from ...paper import literal, quantity
from . import paper

S7_3 = paper.question(
    "S7.3 Conditioning curves",
    "Do acquisition, extinction and blocking of conditioning follow from the rules?",
    place="learning rules",
    primary="acquisition.delta",
    why_primary="The delta rule is the rule of Rescorla and Wagner, and acquisition its first curve.",
).having(tags=("learning",))

acquisition_curve = quantity("acquisition_curve")

S7_3.claim(
    "acquisition.delta",
    "acquisition under the delta rule",
    acquisition_curve(rule="delta")
    .named("under the delta rule, the strength of a stimulus after $m$ paired trials")
    .equals("1 - (1 - eta)**m", margin=0.001),
    literal(derivation="acquisition"),
)

S7_3.claim(
    "acquisition.hebb",
    "acquisition under Hebb's rule: without an asymptote",
    acquisition_curve(rule="hebb")
    .named("under Hebb's rule, the strength of a stimulus after $m$ paired trials")
    .equals("eta*m", margin=0.001),
    literal(bears="refines", derivation="acquisition_hebb"),
)

extinction_curve = quantity("extinction_curve")

S7_3.claim(
    "extinction.delta",
    "extinction under the delta rule, after $n$ paired trials",
    extinction_curve(rule="delta")
    .named(
        "under the delta rule, the strength of a stimulus after $n$ paired trials and $m$ without the outcome"
    )
    .equals("(1 - (1 - eta)**n)*(1 - eta)**m", margin=0.001),
    literal(derivation="extinction"),
)

S7_3.claim(
    "extinction.hebb",
    "extinction under Hebb's rule: none",
    extinction_curve(rule="hebb")
    .named(
        "under Hebb's rule, the strength of a stimulus after $n$ paired trials and $m$ without the outcome"
    )
    .equals("eta*n", margin=0.001),
    literal(bears="contradicts", derivation="extinction_hebb"),
)

blocking_curve = quantity("blocking_curve")

S7_3.claim(
    "blocking.delta",
    "blocking under the delta rule: B added after $n$ trials of A alone",
    blocking_curve(rule="delta")
    .named("under the delta rule, the strength of a stimulus added for $m$ trials to one trained for $n$")
    .equals("(1 - eta)**n*(1 - (1 - 2*eta)**m)/2", margin=0.001),
    literal(derivation="blocking"),
)

S7_3.claim(
    "blocking.hebb",
    "blocking under Hebb's rule: none",
    blocking_curve(rule="hebb")
    .named("under Hebb's rule, the strength of a stimulus added for $m$ trials to one trained for $n$")
    .equals("eta*m", margin=0.001),
    literal(bears="contradicts", derivation="blocking_hebb"),
)
