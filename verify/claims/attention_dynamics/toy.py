"""S6: the toy of Section 7.1 over 128 seeds a block, by initial `scale` and step size `eta`, 100 steps."""

from __future__ import annotations

from msgspec.structs import replace

from ...claim import Claim, Relation, Role
from ...figure import Drawing, Figure

_SHARP = Claim(
    id="attention_dynamics.toy.sharpens",
    subject="the share of runs in which the rows' entropy and the loss both fall",
    statement_id="attention_dynamics.S6",
    reading="at every scale (.01, .1, .5) and step (.01, .1, 1): in at least nine runs of ten",
    role=Role.LITERAL,
    relation=Relation.AT_LEAST,
    claimed="9/10",
    quantity="toy_events",
    component="sharpens",
    margin=0.0,
    tags=("toy", "answer: The toy by scale and step size"),
)
_SMOOTH = replace(
    _SHARP,
    id="attention_dynamics.toy.smooth",
    subject="the share of runs in which no step raises the loss",
    statement_id="attention_dynamics.S6.2",
    component="smooth",
)
_PLANE = replace(
    _SHARP,
    id="attention_dynamics.toy.plane",
    subject="the share of the variance of the values' trajectories in two principal components",
    statement_id="attention_dynamics.S6.1",
    reading="the projection on two components shows a low-dimensional subspace: it is all of the space, as "
    "$d_v = 2$",
    role=Role.STRONGER,
    relation=Relation.EQUALS,
    claimed="1",
    quantity="toy_shares",
    component="plane",
    margin=1e-10,
    tags=("toy",),
)
_BEST = {"scale": (0.5,), "eta": (0.1,)}
_GAINS = replace(
    _SHARP,
    id="attention_dynamics.specialisation.gains",
    subject="the share of runs with more than half of the loss's fall in the time of sharpening",
    statement_id="attention_dynamics.S6.4",
    reading="specialisation emerges while the rows' entropy does from a tenth to nine tenths of its fall; "
    "scale .5 and step .1, at which the toy sharpens: in at least three runs of four",
    claimed="3/4",
    quantity="specialisation",
    component="most while sharpening",
    tags=("toy", "specialisation"),
)
_EVEN = replace(
    _GAINS,
    id="attention_dynamics.specialisation.dropout.usage",
    subject="the entropy of the usage of values with dropout minus that without",
    statement_id="attention_dynamics.S10.7",
    reading="the toy at scale .5 and step .1, a fifth of the weights left out at every step: entropy of the "
    "columns' shares over $\\log T$",
    relation=Relation.ORDERING,
    claimed="0",
    component="evenness by dropout",
)

CLAIMS: tuple[Claim, ...] = (
    _SHARP,
    replace(
        _SHARP,
        id="attention_dynamics.toy.sharpens.best",
        reading="at scale .5 and step .1, the best of these: in at least three runs of four",
        role=Role.CHARITABLE,
        claimed="3/4",
        grid=_BEST,
    ),
    replace(
        _SHARP,
        id="attention_dynamics.toy.sharpens.small",
        reading="entries as small as .01 with steps of .01 and .1: in at least nine runs of ten",
        role=Role.CHARITABLE,
        grid={"scale": (0.01,), "eta": (0.01, 0.1)},
    ),
    replace(
        _SHARP,
        id="attention_dynamics.toy.concentrates",
        subject="the share of runs that end with .8 of a row's weight on two positions, on average",
        statement_id="attention_dynamics.S6.3",
        reading="at every scale and step up to .1: mass on few positions in at least nine runs of ten",
        component="concentrates",
        grid={"eta": (0.01, 0.1)},
    ),
    _SMOOTH,
    replace(
        _SMOOTH,
        id="attention_dynamics.toy.smooth.small",
        reading="at scale .5 with steps of .01: in at least three runs of four",
        role=Role.CHARITABLE,
        claimed="3/4",
        grid={"scale": (0.5,), "eta": (0.01,)},
    ),
    _PLANE,
    replace(
        _PLANE,
        id="attention_dynamics.toy.line",
        subject="the largest principal share of the values' displacements minus that of a random change "
        "of $W_V$",
        reading="coherent: displacements lie nearer one line than those of a change of $W_V$ by Gaussian "
        "entries",
        role=Role.LITERAL,
        relation=Relation.ORDERING,
        claimed="0",
        component="line over chance",
        margin=0.0,
    ),
    _GAINS,
    _EVEN,
)

_MAP = Figure(
    id="attention_dynamics.figure.toy_sharpness",
    title="Sharpness of the toy's attention",
    caption="Entropy of the rows of weights over $\\log T$ after 100 steps, by initial scale and step size.",
    alternative="Rows stay equal at small scales with small steps, and are sharp only for large ones.",
    quantity="toy_shares",
    drawing=Drawing.HEAT_MAP,
    x="scale",
    y="eta",
    components=("entropy",),
    log_x=True,
    log_y=True,
    place="Fig. 3",
    supports=("attention_dynamics.toy.sharpens",),
)

FIGURES: tuple[Figure, ...] = (_MAP,)
