"""S7.3: acquisition, extinction and blocking, trial by trial in exact fractions.

`eta` is the learning rate, `m` counts the trials of a phase, `n` those of stimulus A alone before it.
"""

from __future__ import annotations

from msgspec.structs import replace

from ...claim import Bears, Claim, Relation, Role

_ACQUISITION = Claim(
    id="conditioning.acquisition.delta",
    label="under the delta rule, the strength of a stimulus after $m$ paired trials",
    statement_id="conditioning.S7.3",
    interpretation="acquisition under the delta rule",
    role=Role.LITERAL,
    relation=Relation.EQUALS,
    claimed="1 - (1 - eta)**m",
    derivation="acquisition",
    quantity="acquisition_curve",
    grid={"rule": ("delta",)},
    quick_grid={},
    margin=0.001,
    tags=("learning",),
)

CLAIMS: tuple[Claim, ...] = (
    _ACQUISITION,
    replace(
        _ACQUISITION,
        id="conditioning.acquisition.hebb",
        label="under Hebb's rule, the strength of a stimulus after $m$ paired trials",
        interpretation="acquisition under Hebb's rule: without an asymptote",
        claimed="eta*m",
        derivation="acquisition_hebb",
        grid={"rule": ("hebb",)},
        bears=Bears.REFINES,
    ),
    replace(
        _ACQUISITION,
        id="conditioning.extinction.delta",
        label="under the delta rule, the strength of a stimulus after $n$ paired trials and $m$ without "
        "the outcome",
        interpretation="extinction under the delta rule, after $n$ paired trials",
        claimed="(1 - (1 - eta)**n)*(1 - eta)**m",
        derivation="extinction",
        quantity="extinction_curve",
    ),
    replace(
        _ACQUISITION,
        id="conditioning.extinction.hebb",
        label="under Hebb's rule, the strength of a stimulus after $n$ paired trials and $m$ without the "
        "outcome",
        interpretation="extinction under Hebb's rule: none",
        claimed="eta*n",
        derivation="extinction_hebb",
        quantity="extinction_curve",
        grid={"rule": ("hebb",)},
        bears=Bears.CONTRADICTS,
    ),
    replace(
        _ACQUISITION,
        id="conditioning.blocking.delta",
        label="under the delta rule, the strength of a stimulus added for $m$ trials to one trained for $n$",
        interpretation="blocking under the delta rule: B added after $n$ trials of A alone",
        claimed="(1 - eta)**n*(1 - (1 - 2*eta)**m)/2",
        derivation="blocking",
        quantity="blocking_curve",
    ),
    replace(
        _ACQUISITION,
        id="conditioning.blocking.hebb",
        label="under Hebb's rule, the strength of a stimulus added for $m$ trials to one trained for $n$",
        interpretation="blocking under Hebb's rule: none",
        claimed="eta*m",
        derivation="blocking_hebb",
        quantity="blocking_curve",
        grid={"rule": ("hebb",)},
        bears=Bears.CONTRADICTS,
    ),
)
