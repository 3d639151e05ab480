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

PAIRED = "the strength of a stimulus after $m$ paired trials"
UNPAIRED = "the strength of a stimulus after $n$ paired trials and $m$ without the outcome"
ADDED = "the strength of a stimulus added for $m$ trials to one trained for $n$"

for curve, strength, formula, comment in (
    ("acquisition", PAIRED, "1 - (1 - eta)**m", ""),
    ("extinction", UNPAIRED, "(1 - (1 - eta)**n)*(1 - eta)**m", ", after $n$ paired trials"),
    ("blocking", ADDED, "(1 - eta)**n*(1 - (1 - 2*eta)**m)/2", ": B added after $n$ trials of A alone"),
):
    S7_3.claim(
        f"{curve}.delta",
        f"{curve} under the delta rule{comment}",
        quantity(f"{curve}_curve", f"under the delta rule, {strength}")(rule="delta").equals(
            formula, margin=0.001
        ),
        literal(derivation=curve),
    )

S7_3.claim(
    "acquisition.hebb",
    "acquisition under Hebb's rule: without an asymptote",
    quantity("acquisition_curve", f"under Hebb's rule, {PAIRED}")(rule="hebb").equals("eta*m", margin=0.001),
    literal(bears="refines", derivation="acquisition_hebb"),
)

for curve, strength, formula in (("extinction", UNPAIRED, "eta*n"), ("blocking", ADDED, "eta*m")):
    S7_3.claim(
        f"{curve}.hebb",
        f"{curve} under Hebb's rule: none",
        quantity(f"{curve}_curve", f"under Hebb's rule, {strength}")(rule="hebb").equals(
            formula, margin=0.001
        ),
        literal(bears="contradicts", derivation=f"{curve}_hebb"),
    )
