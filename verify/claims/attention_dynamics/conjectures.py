"""S9, S11: conjectures about any routing, Definition 9.1, and weights as responsibilities.

`routing` is softmax, kernel (normalised positive features), sigmoid (normalised), linear (not normalised) or
selective (a selective state space); `formula` is that of Conjecture 9.2 or what is left of it.
"""

from __future__ import annotations

from msgspec.structs import replace

from ...claim import Bears, Claim, Relation, Role

_NORMALISED = ("softmax", "kernel", "sigmoid")
_UNNORMALISED = ("linear", "selective")
_ALL = (*_NORMALISED, *_UNNORMALISED)

_PRINTED = Claim(
    id="attention_dynamics.routing_conjecture.printed",
    label="the relative distance of the gradient by routing parameters from the best multiple of the "
    "printed formula of Conjecture 9.2",
    statement_id="attention_dynamics.S9",
    interpretation="as printed, with both $w_{ij}$ and $\\partial w_{ij}/\\partial \\theta$, up to a factor: "
    "softmax, normalised features and normalised sigmoids, whose weights sum to one",
    role=Role.LITERAL,
    relation=Relation.EQUALS,
    claimed="0",
    quantity="routing_conjecture",
    grid={"formula": ("printed",), "routing": _NORMALISED},
    margin=1e-10,
    tags=("conjecture", "routing"),
)
_BASELINE = replace(
    _PRINTED,
    id="attention_dynamics.routing_conjecture.normalised",
    label="the gradient by routing parameters minus $\\sum_{ij} (b_{ij} - c_i)\\, \\partial "
    "w_{ij}/\\partial \\theta$",
    interpretation="without the factor $w_{ij}$ and with the mean, or any other number, as the baseline "
    "$c_i$: any "
    "weights that sum to one",
    role=Role.CHARITABLE,
    relation=Relation.IDENTITY,
    derivation="baseline_gap",
    grid={"formula": ("baseline",), "routing": _NORMALISED},
)
_UNSUMMED = replace(
    _PRINTED,
    id="attention_dynamics.routing_conjecture.unnormalised",
    label="the relative distance of the gradient by routing parameters from the best multiple of "
    "advantages against the mean",
    statement_id="attention_dynamics.S9.1",
    interpretation="without the factor $w_{ij}$ but with the mean as baseline: linear attention and a "
    "selective "
    "state space, whose weights do not sum to one",
    role=Role.CHARITABLE,
    grid={"formula": ("baseline",), "routing": _UNNORMALISED},
)
_VALUES = replace(
    _BASELINE,
    id="attention_dynamics.value_conjecture.free",
    label="the gradient by parameters of the values alone minus $\\sum_{ij} w_{ij} u_i\\, "
    "\\partial v_j/\\partial \\phi$",
    statement_id="attention_dynamics.S9.2",
    interpretation="parameters of the values that enter no weight, any routing",
    role=Role.LITERAL,
    derivation="value_parameter_gap",
    quantity="value_conjecture",
    grid={"values": ("free",), "routing": _ALL},
)
_SUMS = replace(
    _PRINTED,
    id="attention_dynamics.routing_definition.selective.sum",
    label="the largest distance from 1 of a query's summed routing weights in a selective state space",
    statement_id="attention_dynamics.S9.3",
    interpretation="Definition 9.1 asks for $\\sum_j w_{ij} = 1$: the weights of Section 9.2, random inputs",
    quantity="routing_definition",
    grid={"routing": ("selective",), "demand": ("sum",)},
    tags=("routing", "definition"),
)
_LSTM = replace(
    _PRINTED,
    id="attention_dynamics.lstm_routing.content",
    label="the largest derivative by later inputs of the weight with which an LSTM's cell holds its first "
    "input",
    statement_id="attention_dynamics.S9.4",
    interpretation="the weights $(\\prod_{k > j} f_k)\\, i_j$ of past inputs in a cell state do not depend "
    "on "
    "other positions' content",
    quantity="lstm_routing",
    grid={"of": ("content",)},
    tags=("routing", "lstm"),
)
_MIXTURE = replace(
    _BASELINE,
    id="attention_dynamics.responsibility.tilted",
    label="the largest difference of an attention weight and its responsibility in a Gaussian "
    "mixture with priors $\\propto e^{|k_j|^2/(2 \\sqrt{d_k})}$",
    statement_id="attention_dynamics.S11",
    interpretation="a Gaussian mixture with components $N(k_j, \\sqrt{d_k} I)$ and priors in proportion to "
    "$e^{|k_j|^2/(2\\sqrt{d_k})}$",
    role=Role.LITERAL,
    derivation="responsibility_gap",
    quantity="responsibility_gap",
    grid={"prior": ("exponential",)},
    tags=("responsibilities",),
)

CLAIMS: tuple[Claim, ...] = (
    _PRINTED,
    _BASELINE,
    replace(
        _PRINTED,
        id="attention_dynamics.routing_conjecture.logarithm",
        label="the relative distance of the gradient by routing parameters from the best multiple of "
        "the formula "
        "with $w_{ij}$ and $\\partial \\log w_{ij}$",
        interpretation="with $w_{ij}$ and $\\partial \\log w_{ij}/\\partial \\theta$: softmax, normalised "
        "features "
        "and normalised sigmoids, whose weights sum to one",
        role=Role.CHARITABLE,
        grid={"formula": ("logarithm",), "routing": _NORMALISED},
    ),
    _UNSUMMED,
    replace(
        _UNSUMMED,
        id="attention_dynamics.routing_conjecture.unnormalised.printed",
        label="the relative distance of the gradient by routing parameters from the best multiple of "
        "the printed formula of Conjecture 9.2",
        interpretation="as printed: linear attention and a selective state space, whose weights do not sum "
        "to one",
        role=Role.LITERAL,
        grid={"formula": ("printed",), "routing": _UNNORMALISED},
    ),
    replace(
        _UNSUMMED,
        id="attention_dynamics.routing_conjecture.plain",
        derivation="plain_gap",
        bears=Bears.REFINES,
        label="the gradient by routing parameters minus $\\sum_{ij} b_{ij}\\, \\partial w_{ij}/\\partial "
        "\\theta$",
        interpretation="neither the factor $w_{ij}$ nor a baseline, so that nothing is measured against a "
        "mean: "
        "any routing",
        grid={"formula": ("plain",), "routing": _ALL},
    ),
    _VALUES,
    replace(
        _VALUES,
        id="attention_dynamics.value_conjecture.tied",
        label="the gradient by parameters that values and weights share minus $\\sum_{ij} w_{ij} "
        "u_i\\, \\partial v_j/\\partial \\phi$",
        interpretation="parameters that weights and values share, $W_V = W_K$, any routing",
        role=Role.STRONGER,
        relation=Relation.EQUALS,
        derivation=None,
        grid={"values": ("tied",)},
    ),
    _SUMS,
    replace(
        _SUMS,
        id="attention_dynamics.routing_definition.selective.range",
        label="the largest distance from [0, 1] of a routing weight in a selective state space",
        interpretation="Definition 9.1 asks for $w_{ij} \\in [0, 1]$: the weights of Section 9.2, random "
        "inputs",
        grid={"routing": ("selective",), "demand": ("range",)},
    ),
    replace(
        _SUMS,
        id="attention_dynamics.routing_definition.normalised",
        label="the largest distance of routing weights from what Definition 9.1 asks",
        interpretation="softmax, normalised features and normalised sigmoids: sums of one and weights in "
        "$[0, 1]$",
        role=Role.STRONGER,
        bears=Bears.REFINES,
        grid={"routing": _NORMALISED},
    ),
    _LSTM,
    replace(
        _LSTM,
        id="attention_dynamics.lstm_routing.sum",
        label="an LSTM's cell state minus its weighted sum",
        interpretation="the algebra of a selective state space: $c_t = \\sum_j (\\prod_{k > j} f_k)\\, i_j "
        "\\tanh(\\cdot)_j$",
        role=Role.STRONGER,
        bears=Bears.CONTRADICTS,
        grid={"of": ("sum",)},
    ),
    _MIXTURE,
    replace(
        _MIXTURE,
        id="attention_dynamics.responsibility.equal",
        label="the largest difference of an attention weight and its responsibility in a "
        "Gaussian mixture with equal priors",
        interpretation="a Gaussian mixture with components $N(k_j, \\sqrt{d_k} I)$ and equal priors",
        role=Role.STRONGER,
        relation=Relation.EQUALS,
        derivation=None,
        grid={"prior": ("equal",)},
    ),
    replace(
        _MIXTURE,
        id="attention_dynamics.responsibility.equal_norms",
        label="the largest difference of an attention weight and its responsibility in a "
        "Gaussian mixture with equal priors and keys of one norm",
        interpretation="a Gaussian mixture with components $N(k_j, \\sqrt{d_k} I)$ and equal priors, keys of "
        "one "
        "norm",
        role=Role.CHARITABLE,
        relation=Relation.EQUALS,
        derivation="one_norm_gap",
        grid={"prior": ("equal",), "norms": ("equal",)},
    ),
)
