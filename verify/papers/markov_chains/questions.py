"""What the source says and nothing here tests."""

from __future__ import annotations

from . import paper

paper.question(
    "Q1 AdamW that sticks",
    "From which starts, and for how many steps, does AdamW stay at the marginal where weights are tied and "
    "$p + q > 1$?",
    not_covered="Not all runs from weights of size .02 and .1 stay for 300 steps; smaller starts, other "
    "weight decays and the step at which a run leaves are not measured yet.",
)
