"""S2: the marginal point theta_pi, by what vanishes there.

`weights` are tied (a = e) or untied; `vanishing` says which vectors are zero, all other weights being N(0, 1)
and the bias log(p/q); with "nothing" they are made by hand.
"""

from __future__ import annotations

from msgspec.structs import replace

from ...claim import Bears, Claim, Direction, Quantifier, Relation, Role, Value

_TIED: dict[str, tuple[Value, ...]] = {"weights": ("tied",), "vanishing": ("e",)}
_ANSWER = "answer: What must vanish at the marginal point"

_PREDICTION = Claim(
    id="markov_chains.marginal_point.prediction",
    label="the largest distance of the prediction $f_\\theta$ from $\\pi_1$",
    statement_id="markov_chains.S2.1",
    interpretation="tied weights, $e = 0$, $b = \\log(p/q)$, all else arbitrary: the prediction is the "
    "marginal after "
    "every context",
    role=Role.LITERAL,
    relation=Relation.IDENTITY,
    claimed="0",
    derivation="prediction_gap",
    quantity="prediction_gap",
    grid=_TIED,
    quantifier=Quantifier.ALL,
    direction=Direction.SUFFICIENT,
    margin=1e-9,
    tags=("marginal point",),
)
_LOSS = replace(
    _PREDICTION,
    id="markov_chains.marginal_point.loss",
    label="the loss at the marginal point $\\theta_\\pi$ less the entropy $H(\\pi)$",
    statement_id="markov_chains.S2.2",
    interpretation="the loss at the marginal point is the entropy of the stationary law, tied and untied",
    derivation="marginal_loss_gap",
    quantity="marginal_loss_gap",
    direction=None,
    grid={"vanishing": ("e", "a and e", "a", "nothing")},
)
_GRADIENT = replace(
    _PREDICTION,
    id="markov_chains.marginal_point.gradient.tied",
    label="the largest entry of $\\nabla L$ at the marginal point $\\theta_\\pi$",
    statement_id="markov_chains.S2.3",
    interpretation="tied weights, $a = e = 0$, $b = \\log(p/q)$, all else arbitrary: the gradient vanishes",
    derivation="tied_slope",
    quantity="marginal_gradient",
    tags=("marginal point", _ANSWER),
)
_UNTIED = replace(
    _GRADIENT,
    id="markov_chains.marginal_point.gradient.untied",
    statement_id="markov_chains.S2.4",
    interpretation="untied weights, $a = e = 0$: the gradient vanishes, all else arbitrary",
    derivation="blind_slope",
    relation=Relation.EQUALS,
    grid={"weights": ("untied",), "vanishing": ("a and e",)},
)
_EMBEDDING = replace(
    _UNTIED,
    id="markov_chains.marginal_point.embedding.tied",
    label="the length of $e$ at a stationary point that predicts the marginal",
    statement_id="markov_chains.S2.6",
    interpretation="tied weights: every stationary point that predicts the marginal has $e = 0$",
    role=Role.STRONGER,
    derivation=None,
    quantity="marginal_embedding",
    direction=Direction.NECESSARY,
    grid={"weights": ("tied",)},
    bears=Bears.REFINES,
)

CLAIMS: tuple[Claim, ...] = (
    _PREDICTION,
    replace(
        _PREDICTION,
        id="markov_chains.marginal_point.prediction.untied",
        statement_id="markov_chains.S2.5",
        interpretation="untied weights, $a = 0$, $b = \\log(p/q)$, all else arbitrary: the prediction is the "
        "marginal",
        grid={"weights": ("untied",), "vanishing": ("a", "a and e")},
    ),
    _LOSS,
    _GRADIENT,
    _UNTIED,
    replace(
        _UNTIED,
        id="markov_chains.marginal_point.gradient.unembedding",
        statement_id="markov_chains.S2.6",
        interpretation="untied weights, $a = 0$ alone, as the slide names it: the gradient vanishes, all "
        "else "
        "arbitrary",
        role=Role.STRONGER,
        derivation=None,
        grid={"weights": ("untied",), "vanishing": ("a",)},
        bears=Bears.REFINES,
    ),
    replace(
        _PREDICTION,
        id="markov_chains.marginal_point.prediction.embedding",
        derivation=None,
        statement_id="markov_chains.S2.6",
        interpretation="untied weights, $e = 0$ alone, all else arbitrary: the prediction is the marginal",
        grid={"weights": ("untied",), "vanishing": ("e alone",)},
        bears=Bears.REFINES,
    ),
    replace(
        _UNTIED,
        id="markov_chains.marginal_point.slope",
        label="the slope of the loss by $a$ along $e$ at $a = 0$",
        statement_id="markov_chains.S2.6",
        interpretation="untied, $a = 0$, $|e| = 1$, no attention or feed-forward part: the slope is $-\\pi_0 "
        "\\pi_1 "
        "\\lambda$, so that $a = 0$ is no rest but for independent symbols",
        role=Role.STRONGER,
        claimed="p*q*(p + q - 1)/(p + q)**2",
        derivation="logit_slope",
        quantity="plain_slope",
        quantifier=None,
        direction=None,
        grid={},
        margin=1e-7,
    ),
    _EMBEDDING,
    replace(
        _EMBEDDING,
        id="markov_chains.marginal_point.embedding.untied",
        interpretation="untied weights: every stationary point that predicts the marginal has $e = 0$",
        grid={"weights": ("untied",)},
    ),
    replace(
        _UNTIED,
        id="markov_chains.marginal_point.gradient.cancelled",
        statement_id="markov_chains.S2.6",
        interpretation="tied or untied, $|e| = 1$: the gradient vanishes where one live unit removes $e$ "
        "from "
        "$z$ and "
        "attention makes that unit uncorrelated with the next symbol",
        role=Role.STRONGER,
        derivation=None,
        grid={"vanishing": ("nothing",)},
        quantifier=Quantifier.EXISTS,
        direction=None,
        bears=Bears.REFINES,
    ),
)
