"""S8: trainings of the single layer from random weights, judged by the normalised excess of the exact loss.

Width 8, four positions; `t` steps from weights of size `scale` (bias zero). GD follows the exact population
loss, SGD and AdamW (decay .01) batches of 16 fresh sequences; each setting has its own step size, tuned on
other seeds. A run is stuck with an excess of .9 to 1.1 and has learned below .1. The chains have p, q = .2,
.3 and .1, .4 below p + q = 1, .8, .7 and .9, .6 above.
"""

from __future__ import annotations

from msgspec.structs import replace

from ...claim import About, Bears, Claim, Quantifier, Relation, Role, Value
from ...figure import Drawing, Figure

_ANSWER = "answer: Which trainings stick at the marginal"
_ABOVE: dict[str, tuple[Value, ...]] = {"weights": ("tied",), "p": (0.8, 0.9), "t": (300,)}
_FEW: dict[str, tuple[Value, ...]] = {**_ABOVE, "p": (0.8,)}
_SMALL: dict[str, tuple[Value, ...]] = {"optimiser": ("GD", "SGD"), "scale": (0.02, 0.1)}
_QUICK: dict[str, tuple[Value, ...]] = {"optimiser": ("GD",), "scale": (0.02,)}

_STICKS = Claim(
    id="markov_chains.training.sticks",
    label="the share of runs that stay at the marginal",
    statement_id="markov_chains.S8.1",
    interpretation="tied, $p + q > 1$, GD or SGD, weights of size .02 or .1, 300 steps: some runs stay at "
    "the "
    "marginal",
    role=Role.LITERAL,
    relation=Relation.ORDERING,
    claimed="0",
    quantity="training_outcome",
    output="stuck",
    grid={**_ABOVE, **_SMALL},
    quick_grid={**_FEW, **_QUICK},
    quantifier=Quantifier.EXISTS,
    about=About.LEARNING,
    setting={"optimiser": "GD or SGD", "horizon": "300 steps", "initial scale": "0.02 or 0.1"},
    margin=0.02,
    tags=("training", _ANSWER),
)
_ALL_STICK = replace(
    _STICKS,
    id="markov_chains.training.sticks.all",
    interpretation="tied, $p + q > 1$, GD or SGD, weights of size .02 or .1, 300 steps: all runs, to within "
    "a "
    "tenth, stay at the marginal",
    role=Role.STRONGER,
    relation=Relation.EQUALS,
    claimed="1",
    quantifier=Quantifier.ALL,
    margin=0.1,
    bears=Bears.REFINES,
)
_UNTIED = replace(
    _STICKS,
    id="markov_chains.training.untied",
    statement_id="markov_chains.S8.2",
    interpretation="untied, $p + q > 1$, 300 steps of each optimiser, weights of size .1: at most a tenth of "
    "the "
    "runs stays at the marginal",
    relation=Relation.EQUALS,
    quantifier=Quantifier.ALL,
    setting={"optimiser": "GD, SGD or AdamW", "horizon": "300 steps", "initial scale": "0.1"},
    margin=0.1,
    grid={"weights": ("untied",), "p": (0.8, 0.9), "t": (300,), "scale": (0.1,)},
    quick_grid={"weights": ("untied",), "p": (0.8,), "t": (300,), "optimiser": ("GD",), "scale": (0.1,)},
    own_threshold=True,
)
_ADAMW = replace(
    _STICKS,
    id="markov_chains.training.adamw.learns",
    label="the share of runs that have learned the chain",
    statement_id="markov_chains.S8.4",
    interpretation="tied, $p + q > 1$, AdamW, weights of size .1 or .3, 300 steps: all runs, to within a "
    "quarter, learn the chain",
    role=Role.STRONGER,
    relation=Relation.EQUALS,
    claimed="1",
    output="learned",
    margin=0.25,
    grid={**_ABOVE, "optimiser": ("AdamW",), "scale": (0.1, 0.3)},
    quick_grid={**_FEW, "optimiser": ("AdamW",), "scale": (0.1,)},
    quantifier=Quantifier.ALL,
    setting={"optimiser": "AdamW", "horizon": "300 steps", "initial scale": "0.1 or 0.3"},
)
_LARGE = replace(
    _STICKS,
    id="markov_chains.training.scale.sticks",
    statement_id="markov_chains.S8.5",
    interpretation="tied, $p + q > 1$, GD, weights of size .3, 300 steps: some runs stay at the marginal",
    role=Role.STRONGER,
    grid={**_ABOVE, "optimiser": ("GD",), "scale": (0.3,)},
    setting={"optimiser": "GD", "horizon": "300 steps", "initial scale": "0.3"},
    quick_grid={**_FEW, "optimiser": ("GD",), "scale": (0.3,)},
)

CLAIMS: tuple[Claim, ...] = (
    _STICKS,
    _ALL_STICK,
    _UNTIED,
    replace(
        _UNTIED,
        id="markov_chains.training.untied.learns",
        label="the share of runs that have learned the chain",
        interpretation="untied, $p + q > 1$, 300 steps of each optimiser, weights of size .1: all runs, to "
        "within "
        "a tenth, learn the chain",
        role=Role.STRONGER,
        output="learned",
        claimed="1",
        own_threshold=False,
    ),
    replace(
        _ADAMW,
        id="markov_chains.training.below",
        margin=0.1,
        statement_id="markov_chains.S8.3",
        setting={"optimiser": "GD, SGD or AdamW", "horizon": "300 steps", "initial scale": "0.1"},
        interpretation="tied, $p + q < 1$, 300 steps of each optimiser, weights of size .1: all runs, to "
        "within a "
        "tenth, learn the chain",
        grid={"weights": ("tied",), "p": (0.2, 0.1), "t": (300,), "scale": (0.1,)},
        quick_grid={"weights": ("tied",), "p": (0.2,), "t": (300,), "scale": (0.1,), "optimiser": ("GD",)},
    ),
    _ADAMW,
    replace(
        _ADAMW,
        id="markov_chains.training.adamw.sticks",
        margin=0.1,
        label="the share of runs that stay at the marginal",
        interpretation="tied, $p + q > 1$, AdamW, weights of size .02 or .1, where gradient descent never "
        "leaves, 300 steps: all runs stay at the marginal",
        output="stuck",
        grid={**_ABOVE, "optimiser": ("AdamW",), "scale": (0.02, 0.1)},
        setting={"optimiser": "AdamW", "horizon": "300 steps", "initial scale": "0.02 or 0.1"},
        bears=Bears.REFINES,
    ),
    _LARGE,
    replace(
        _LARGE,
        id="markov_chains.training.scale.learns",
        label="the share of runs that have learned the chain",
        interpretation="tied, $p + q > 1$, GD, weights of size .3, 300 steps: some runs learn the chain",
        output="learned",
    ),
)

FIGURES: tuple[Figure, ...] = (
    Figure(
        id="markov_chains.figure.training",
        title="Which trainings stick at the marginal",
        caption="Share of runs whose loss is that of the marginal after 300 steps, tied weights, $p = "
        ".8$, $q = .7$, "
        "over the size of the weights at the start, one line for each optimiser.",
        alternative="Gradient descent and SGD stick in all runs from small weights and in some from the "
        "largest; AdamW sticks in hardly any.",
        quantity="training_outcome",
        drawing=Drawing.CURVES,
        x="scale",
        series="optimiser",
        outputs=("stuck",),
        grid={**_FEW},
        quick_grid={**_FEW, "optimiser": ("GD",), "scale": (0.02,)},
        log_y=False,
        supports=("markov_chains.training.sticks",),
    ),
)
