r"""S4: weights not tied, the point with $e = a = 0$ and $\sigma(b) = \pi_1$, and how one leaves it.

`p` and `q` are the switching probabilities, `N` the number of positions, `d` the width. `tau` is what the
feed-forward part subtracts of its input, `v` the multiple of the mean token that attention subtracts, `r` a
distance of all parameters, `eta` a step size and `t` the time of gradient flow.
"""

from __future__ import annotations

from msgspec.structs import replace

from ...claim import Bears, Claim, Quantifier, Relation, Role, Value
from ...figure import Drawing, Figure

_ABOVE = ("p + q > 1",)
_BELOW = ("p + q < 1",)
_APART = ("(p + q - 1)**2 > 0.0001",)
_SIMPLE: dict[str, tuple[Value, ...]] = {"weights": ("untied",), "N": (4,), "v": (0.0,), "tau": (0.0,)}
_LEAST = "sqrt((1 - tau)**2*(p + q - 1)**2)*p*q/(p + q)**2"
_RATE = "sqrt((p + q - 1)**2)*p*q/(p + q)**2"
_SADDLES = "answer: Where $\\theta_\\pi$ is a saddle"

_SADDLE = Claim(
    id="markov_chains.saddle.least",
    setting={
        "subtracted": "$v$ mean tokens by attention, $\\tau$ inputs by the feed-forward part",
    },
    label="the least curvature of the loss along embeddings and read-outs at the marginal point "
    "$\\theta_\\pi$",
    statement_id="markov_chains.S4",
    interpretation="all parameters zero but the bias, $p + q > 1$: $-\\pi_0 \\pi_1 |\\lambda|$ along $e$ and "
    "$a$ "
    "together, while "
    "the bias curves the loss up: a saddle",
    role=Role.LITERAL,
    relation=Relation.EQUALS,
    claimed=f"-{_LEAST}",
    derivation="untied_least",
    quantity="embedding_curvature",
    grid=_SIMPLE,
    domain=_ABOVE,
    margin=1e-9,
    tags=("untied", "curvature", _SADDLES),
    quantifier=Quantifier.EXISTS,
)
_COUNT = replace(
    _SADDLE,
    id="markov_chains.saddle.negative",
    label="the number of negative eigenvalues of the Hessian at the marginal point $\\theta_\\pi$",
    statement_id="markov_chains.S4.2",
    interpretation="indefinite: as many negative eigenvalues as the width, whenever $p + q \\ne 1$",
    claimed="d",
    derivation=None,
    quantity="marginal_inertia",
    grid={**_SIMPLE, "sign": ("negative",)},
    domain=_APART,
    margin=0.0,
    tags=("untied", "curvature"),
    quantifier=None,
)
_SAME = Claim(
    id="markov_chains.saddle.gradient",
    setting={
        "subtracted": "$v$ mean tokens by attention, $\\tau$ inputs by the feed-forward part",
    },
    label="the largest entry of $\\nabla L$ at the marginal point $\\theta_\\pi$ by all parameters",
    statement_id="markov_chains.S4.1",
    interpretation="(iv): zero at every point with $e = a = 0$, with attention or feed-forward part as well",
    role=Role.LITERAL,
    relation=Relation.EQUALS,
    claimed="0",
    derivation="blind_slope",
    quantity="marginal_value",
    grid={"weights": ("untied",), "what": ("gradient",)},
    margin=1e-9,
    tags=("untied",),
)
_ESCAPE = replace(
    _SADDLE,
    id="markov_chains.saddle.escape",
    label="the rate at which gradient flow leaves the saddle",
    interpretation="untied weights, random starts one part in a million away from the saddle: $\\log "
    "|(e, a)|$ grows, while it is small, at minus the least eigenvalue",
    role=Role.STRONGER,
    claimed=_RATE,
    derivation="escape_rate",
    quantity="saddle_escape",
    grid={},
    quick_grid={"p": (0.6,)},
    domain=(),
    margin=0.001,
    tags=("untied", "escape"),
    quantifier=None,
    setting={
        "optimiser": "gradient flow",
        "horizon": "8 over the rate",
        "initial scale": "$10^{-6}$",
    },
    bears=Bears.REFINES,
)

CLAIMS: tuple[Claim, ...] = (
    _SADDLE,
    replace(
        _SADDLE,
        id="markov_chains.saddle.least.below",
        interpretation="$e = a = 0$ and $\\sigma(b) = \\pi_1$, for $p + q < 1$ as well and with a "
        "feed-forward part that subtracts twice its input: minus the modulus of $\\lambda$, "
        "times $\\pi_0 \\pi_1$ and the factor of the feed-forward part",
        role=Role.STRONGER,
        grid={**_SIMPLE, "tau": (0.0, 2.0)},
        domain=_BELOW,
        bears=Bears.REFINES,
    ),
    replace(
        _COUNT,
        id="markov_chains.saddle.negative.one",
        statement_id="markov_chains.S4",
        interpretation="whatever p and q: at $p + q = 1$ as well there are as many negative eigenvalues as "
        "the "
        "width",
        role=Role.STRONGER,
        domain=("p + q >= 1", "p + q <= 1"),
        tags=("untied", "curvature", _SADDLES),
        quantifier=Quantifier.ALL,
        bears=Bears.REFINES,
    ),
    replace(
        _COUNT,
        id="markov_chains.saddle.negative.every",
        statement_id="markov_chains.S4",
        interpretation="every point with $e = a = 0$ and $\\sigma(b) = \\pi_1$, $p + q \\ne 1$, with "
        "attention or "
        "feed-forward "
        "part: "
        "as many negative eigenvalues as the width. Two positions and attention that subtracts $4/(3 + "
        "\\lambda)$ of the "
        "mean token leave none",
        role=Role.STRONGER,
        grid={"weights": ("untied",), "sign": ("negative",)},
        tags=("untied", "curvature", _SADDLES),
        quantifier=Quantifier.ALL,
        bears=Bears.REFINES,
    ),
    replace(
        _SADDLE,
        id="markov_chains.saddle.every",
        setting={},
        label="the least $(L - H(\\pi))/(|e||a|)$ that a search finds within $r$ of the marginal "
        "point $\\theta_\\pi$",
        interpretation="every point with $e = a = 0$ and $\\sigma(b) = \\pi_1$, $p + q \\ne 1$, is no local "
        "minimum: below zero within $r = .3$, even where second derivatives do not show it",
        role=Role.STRONGER,
        relation=Relation.AT_MOST,
        claimed="0",
        derivation=None,
        quantity="least_excess",
        grid={"weights": ("untied",), "r": (0.3,)},
        quick_grid={"weights": ("untied",), "r": (0.3,), "p": (0.9,), "q": (0.6,)},
        domain=_APART,
        tags=("untied", "perturbation"),
        quantifier=Quantifier.ALL,
        bears=Bears.REFINES,
    ),
    _ESCAPE,
    replace(
        _ESCAPE,
        id="markov_chains.saddle.descent",
        label="the rate at which gradient descent leaves the saddle",
        interpretation="gradient descent with steps of size $\\eta$ from .5 to 8, time counted as $\\eta$ a "
        "step: "
        "$\\log(1 + \\eta |\\mu|)/\\eta$ for the least eigenvalue $\\mu$",
        claimed=f"log(1 + eta*{_RATE})/eta",
        derivation="descent_rate",
        quantity="saddle_descent",
        quick_grid={"eta": (8.0,)},
        tags=("untied", "escape"),
        quantifier=None,
        setting={
            "optimiser": "gradient descent",
            "horizon": "8 over the rate",
            "initial scale": "$10^{-6}$",
        },
    ),
    _SAME,
    replace(
        _SAME,
        id="markov_chains.saddle.prediction",
        label="the prediction farthest from the others at the marginal point $\\theta_\\pi$",
        interpretation="(ii): after every context the share of ones",
        claimed="p/(p + q)",
        derivation="stationary_one",
        grid={"weights": ("untied",), "what": ("largest prediction", "least prediction")},
    ),
    replace(
        _SAME,
        id="markov_chains.saddle.loss",
        label="the loss at the marginal point $\\theta_\\pi$",
        interpretation="(iii): the entropy of the stationary law",
        claimed="-(p*log(p/(p + q)) + q*log(q/(p + q)))/(p + q)",
        derivation="marginal_entropy",
        grid={"weights": ("untied",), "what": ("loss",)},
    ),
    replace(
        _SAME,
        id="markov_chains.saddle.gap",
        label="the loss at the marginal point $\\theta_\\pi$ less that of an untied layer that "
        "predicts by the last token",
        interpretation="(i), second half: $L(\\theta_\\pi) > L(\\theta_*)$ for $p + q > 1$",
        relation=Relation.ORDERING,
        derivation="marginal_gap",
        quantity="marginal_gap",
        grid=_SIMPLE,
        domain=_ABOVE,
        margin=0.0,
    ),
    replace(
        _SAME,
        id="markov_chains.saddle.minimum",
        label="the least curvature of the loss along embeddings and read-outs at the marginal "
        "point $\\theta_\\pi$",
        interpretation="(i), first half: a local minimum, so that no curvature is negative, $p + q > 1$",
        relation=Relation.AT_LEAST,
        derivation="untied_least",
        quantity="embedding_curvature",
        grid=_SIMPLE,
        domain=_ABOVE,
    ),
    _COUNT,
    replace(
        _COUNT,
        id="markov_chains.saddle.positive",
        quantifier=None,
        label="the number of positive eigenvalues of the Hessian at the marginal point $\\theta_\\pi$",
        interpretation="indefinite: one positive eigenvalue more than the width, whenever $p + q \\ne 1$",
        role=Role.STRONGER,
        claimed="d + 1",
        grid={**_SIMPLE, "sign": ("positive",)},
    ),
)

FIGURES: tuple[Figure, ...] = (
    Figure(
        id="markov_chains.figure.escape",
        title="Gradient flow from near the marginal point",
        caption="Normalised excess $(L - R)/(H(\\pi) - R)$ along gradient flow of all parameters from a "
        "random start "
        "a tenth away from $\\theta_\\pi$, $p = .9$, $q = .7$: with tied weights the loss returns to "
        "$H(\\pi)$, without "
        "it falls to the entropy rate.",
        alternative="The curve of tied weights stays at 1; that of untied weights leaves 1 slowly and falls "
        "to 0 "
        "between times 20 and 60.",
        quantity="escape_path",
        drawing=Drawing.CURVES,
        x="t",
        series="weights",
        log_x=False,
        log_y=False,
        supports=("markov_chains.saddle.escape", "markov_chains.bad_minimum.floor"),
    ),
)
