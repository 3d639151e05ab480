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

DELTA, HEBB = "under the delta rule", "under Hebb's rule"
PAIRED = "the strength of a stimulus after $m$ paired trials"
UNPAIRED = "the strength of a stimulus after $n$ paired trials and $m$ without the outcome"
ADDED = "the strength of a stimulus added for $m$ trials to one trained for $n$"

for curve, rule, under, comment, strength, formula, reading in (
    ("acquisition", "delta", DELTA, "", PAIRED, "1 - (1 - eta)**m", literal(derivation="acquisition")),
    (
        "acquisition",
        "hebb",
        HEBB,
        ": without an asymptote",
        PAIRED,
        "eta*m",
        literal(bears="refines", derivation="acquisition_hebb"),
    ),
    (
        "extinction",
        "delta",
        DELTA,
        ", after $n$ paired trials",
        UNPAIRED,
        "(1 - (1 - eta)**n)*(1 - eta)**m",
        literal(derivation="extinction"),
    ),
    (
        "extinction",
        "hebb",
        HEBB,
        ": none",
        UNPAIRED,
        "eta*n",
        literal(bears="contradicts", derivation="extinction_hebb"),
    ),
    (
        "blocking",
        "delta",
        DELTA,
        ": B added after $n$ trials of A alone",
        ADDED,
        "(1 - eta)**n*(1 - (1 - 2*eta)**m)/2",
        literal(derivation="blocking"),
    ),
    (
        "blocking",
        "hebb",
        HEBB,
        ": none",
        ADDED,
        "eta*m",
        literal(bears="contradicts", derivation="blocking_hebb"),
    ),
):
    S7_3.claim(
        f"{curve}.{rule}",
        f"{curve} {under}{comment}",
        quantity(f"{curve}_curve", f"{under}, {strength}")(rule=rule).equals(formula, margin=0.001),
        reading,
    )
