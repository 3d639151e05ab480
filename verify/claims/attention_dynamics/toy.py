"""S6: the toy of Section 7.1 by initial `scale` and step size `eta`, 100 steps, over many seeds.

The source gives neither scale nor step, and shows one run: a sentence of what is observed needs one setting
in which most runs show it; what every setting shows is more than it says.
"""

from __future__ import annotations

from msgspec.structs import replace

from ...claim import Bears, Claim, Quantifier, Relation, Role
from ...figure import Drawing, Figure

_SHARP = Claim(
    id="attention_dynamics.toy.sharpens",
    label="the share of toy runs in which the entropy of attention and the loss both fall in 100 steps",
    statement_id="attention_dynamics.S6",
    interpretation="at every initial scale (0.01, 0.1, 0.5) and step (0.01, 0.1, 1) on the sum of losses: in "
    "at "
    "least nine runs of ten",
    role=Role.STRONGER,
    own_threshold=True,
    relation=Relation.AT_LEAST,
    claimed="9/10",
    quantity="toy_events",
    output="sharpens",
    margin=0.0,
    tags=("toy", "answer: The toy by scale and step size"),
)
_SMOOTH = replace(
    _SHARP,
    id="attention_dynamics.toy.smooth",
    label="the share of toy runs in which none of 100 steps raises the loss",
    statement_id="attention_dynamics.S6.2",
    output="smooth",
)
_PLANE = replace(
    _SHARP,
    id="attention_dynamics.toy.plane",
    label="the share of the variance of the values' trajectories in two principal components",
    statement_id="attention_dynamics.S6.1",
    interpretation="two components hold all of it, since $d_v = 2$: every initial scale and step, 100 steps",
    role=Role.STRONGER,
    bears=Bears.REFINES,
    own_threshold=False,
    relation=Relation.EQUALS,
    claimed="1",
    quantity="toy_shares",
    output="plane",
    margin=1e-10,
    tags=("toy",),
)
_BEST = {"scale": (0.5,), "eta": (0.1,)}
_GAINS = replace(
    _SHARP,
    id="attention_dynamics.specialisation.gains",
    label="the share of toy runs with more than half of the loss's fall while attention sharpens",
    statement_id="attention_dynamics.S6.4",
    interpretation="specialisation emerges while the entropy of attention goes from a tenth to nine tenths "
    "of its "
    "fall: initial scale 0.5 and step 0.1, at which the toy sharpens, 100 steps; in at least three runs of "
    "four",
    role=Role.LITERAL,
    claimed="3/4",
    quantity="specialisation",
    output="most while sharpening",
    tags=("toy", "specialisation"),
)
_EVEN = replace(
    _GAINS,
    id="attention_dynamics.specialisation.dropout.usage",
    label="the evenness of column sums, their shares' entropy over $\\log T$, with dropout minus that "
    "without",
    statement_id="attention_dynamics.S10.7",
    interpretation="the toy of Section 7.1 at initial scale 0.5 and step 0.1, 100 steps, a fifth of the "
    "attention "
    "weights left out at every step",
    own_threshold=False,
    relation=Relation.ORDERING,
    claimed="0",
    output="evenness by dropout",
)

CLAIMS: tuple[Claim, ...] = (
    _SHARP,
    replace(
        _SHARP,
        id="attention_dynamics.toy.sharpens.best",
        quantifier=Quantifier.EXISTS,
        interpretation="at initial scale 0.5 and step 0.1 on the sum of losses: in at least three runs of "
        "four",
        role=Role.LITERAL,
        claimed="3/4",
        grid=_BEST,
    ),
    replace(
        _SHARP,
        id="attention_dynamics.toy.sharpens.small",
        interpretation="at initial scale 0.01 with steps of 0.01 and 0.1 on the sum of losses: in at least "
        "nine "
        "runs of ten",
        role=Role.CHARITABLE,
        grid={"scale": (0.01,), "eta": (0.01, 0.1)},
    ),
    replace(
        _SHARP,
        id="attention_dynamics.toy.concentrates",
        label="the share of toy runs in which two of five positions end with at least 0.8 of a "
        "query's weight",
        statement_id="attention_dynamics.S6.3",
        interpretation="at every initial scale (0.01, 0.1, 0.5) with steps of 0.01 and 0.1, 100 steps: in at "
        "least "
        "nine runs of ten",
        output="concentrates",
        grid={"eta": (0.01, 0.1)},
    ),
    replace(
        _SHARP,
        id="attention_dynamics.toy.concentrates.best",
        label="the share of toy runs in which two of five positions end with at least 0.8 of a "
        "query's weight",
        statement_id="attention_dynamics.S6.3",
        quantifier=Quantifier.EXISTS,
        interpretation="at initial scale 0.5 and step 0.1, 100 steps: in at least half of the runs",
        role=Role.LITERAL,
        output="concentrates",
        claimed="1/2",
        grid=_BEST,
    ),
    _SMOOTH,
    replace(
        _SMOOTH,
        id="attention_dynamics.toy.smooth.small",
        quantifier=Quantifier.EXISTS,
        interpretation="at initial scale 0.5 with steps of 0.01 on the sum of losses: in at least three runs "
        "of "
        "four",
        role=Role.LITERAL,
        claimed="3/4",
        grid={"scale": (0.5,), "eta": (0.01,)},
    ),
    _PLANE,
    replace(
        _PLANE,
        id="attention_dynamics.toy.line",
        label="the share of the values' displacements along one line minus that of a random change of $W_V$",
        interpretation="coherent: displacements lie nearer one line than those of a change of $W_V$ by "
        "Gaussian "
        "entries; every initial scale (0.01, 0.1, 0.5) and step (0.01, 0.1, 1), 100 steps",
        role=Role.LITERAL,
        bears=Bears.SUPPORTS,
        relation=Relation.ORDERING,
        claimed="0",
        output="line over chance",
        margin=0.0,
    ),
    _GAINS,
    _EVEN,
)

_MAP = Figure(
    id="attention_dynamics.figure.toy_sharpness",
    title="Sharpness of the toy's attention",
    caption="Entropy of attention over $\\log T$ after 100 steps, by initial scale and step size.",
    alternative="Rows stay equal at small scales with small steps, and are sharp only for large ones.",
    quantity="toy_shares",
    drawing=Drawing.HEAT_MAP,
    x="scale",
    y="eta",
    outputs=("entropy",),
    log_x=True,
    log_y=True,
    place="Fig. 3",
    supports=("attention_dynamics.toy.sharpens",),
)

FIGURES: tuple[Figure, ...] = (_MAP,)
