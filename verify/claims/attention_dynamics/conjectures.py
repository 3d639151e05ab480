"""S9, S11: conjectures about any routing, Definition 9.1, and weights as responsibilities.

`routing` is softmax, kernel (normalised positive features), sigmoid (normalised), linear (not normalised) or
selective (a selective state space); `formula` is that of Conjecture 9.2 or what is left of it.
"""

from __future__ import annotations

from msgspec.structs import replace

from ...claim import Claim, Relation, Role

_NORMALISED = ("softmax", "kernel", "sigmoid")
_UNNORMALISED = ("linear", "selective")
_ALL = (*_NORMALISED, *_UNNORMALISED)

_PRINTED = Claim(
    id="attention_dynamics.routing_conjecture.printed",
    subject="what the conjectured gradient by routing parameters leaves of the true one",
    statement_id="attention_dynamics.S9",
    reading="Conjecture 9.2 as printed, with $w_{ij}$ and $\\partial w_{ij}/\\partial \\theta$: "
    "proportional to "
    "the gradient, weights that sum to one",
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
    reading="without the factor $w_{ij}$, weights that sum to one: equal to the gradient, with any baseline",
    role=Role.CHARITABLE,
    relation=Relation.IDENTITY,
    derivation="baseline_gap",
    grid={"formula": ("baseline",), "routing": _NORMALISED},
)
_UNSUMMED = replace(
    _PRINTED,
    id="attention_dynamics.routing_conjecture.unnormalised",
    statement_id="attention_dynamics.S9.1",
    reading="without the factor $w_{ij}$ but with the baseline, weights that do not sum to one",
    role=Role.CHARITABLE,
    grid={"formula": ("baseline",), "routing": _UNNORMALISED},
)
_VALUES = replace(
    _BASELINE,
    id="attention_dynamics.value_conjecture.free",
    subject="what the conjectured gradient by value parameters leaves of the true one",
    statement_id="attention_dynamics.S9.2",
    reading="Conjecture 9.3, parameters of the values entering no weight: equal to the gradient under any "
    "routing",
    role=Role.LITERAL,
    derivation="value_parameter_gap",
    quantity="value_conjecture",
    grid={"values": ("free",), "routing": _ALL},
)
_SUMS = replace(
    _PRINTED,
    id="attention_dynamics.routing_definition.selective.sum",
    subject="how far a query's weights are from summing to one, at most",
    statement_id="attention_dynamics.S9.3",
    reading="weights of the selective state space sum to one, as Definition 9.1 asks",
    quantity="routing_definition",
    grid={"routing": ("selective",), "demand": ("sum",)},
    tags=("routing", "definition"),
)
_LSTM = replace(
    _PRINTED,
    id="attention_dynamics.lstm_routing.content",
    subject="the largest derivative of the first step's weight in an LSTM by later inputs",
    statement_id="attention_dynamics.S9.4",
    reading="the weights with which a cell state holds past inputs do not depend on other positions' content",
    quantity="lstm_routing",
    grid={"of": ("content",)},
    tags=("routing", "lstm"),
)
_MIXTURE = replace(
    _BASELINE,
    id="attention_dynamics.responsibility.tilted",
    subject="the largest attention weight minus responsibility",
    statement_id="attention_dynamics.S11",
    reading="components $N(k_j, \\sqrt{d_k} I)$, priors in proportion to $e^{|k_j|^2/(2\\sqrt{d_k})}$",
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
        reading="with $w_{ij}$ and $\\partial \\log w_{ij}/\\partial \\theta$: proportional to the "
        "gradient, weights "
        "that sum to one",
        role=Role.CHARITABLE,
        grid={"formula": ("logarithm",), "routing": _NORMALISED},
    ),
    _UNSUMMED,
    replace(
        _UNSUMMED,
        id="attention_dynamics.routing_conjecture.unnormalised.printed",
        reading="Conjecture 9.2 as printed, weights that do not sum to one",
        role=Role.LITERAL,
        grid={"formula": ("printed",), "routing": _UNNORMALISED},
    ),
    replace(
        _UNSUMMED,
        id="attention_dynamics.routing_conjecture.plain",
        derivation="plain_gap",
        reading="neither factor nor baseline, $\\sum b_{ij}\\, \\partial w_{ij}/\\partial \\theta$: any "
        "routing",
        grid={"formula": ("plain",), "routing": _ALL},
    ),
    _VALUES,
    replace(
        _VALUES,
        id="attention_dynamics.value_conjecture.tied",
        reading="parameters that weights and values share, $W_V = W_K$",
        role=Role.STRONGER,
        relation=Relation.EQUALS,
        derivation=None,
        grid={"values": ("tied",)},
    ),
    _SUMS,
    replace(
        _SUMS,
        id="attention_dynamics.routing_definition.selective.range",
        subject="how far weights lie outside [0, 1], at most",
        reading="weights of the selective state space lie in $[0, 1]$, as Definition 9.1 asks",
        grid={"routing": ("selective",), "demand": ("range",)},
    ),
    replace(
        _SUMS,
        id="attention_dynamics.routing_definition.normalised",
        subject="how far weights are from what Definition 9.1 asks, at most",
        reading="softmax, normalised features and normalised sigmoids: sums are one and weights in $[0, 1]$",
        role=Role.STRONGER,
        grid={"routing": _NORMALISED},
    ),
    _LSTM,
    replace(
        _LSTM,
        id="attention_dynamics.lstm_routing.sum",
        subject="an LSTM's cell state minus its weighted sum",
        reading="the same algebra: $c_t = \\sum_j (\\prod_{k > j} f_k)\\, i_j \\tanh(\\cdot)_j$, as the "
        "selective "
        "state space's $h_t$",
        role=Role.STRONGER,
        grid={"of": ("sum",)},
    ),
    _MIXTURE,
    replace(
        _MIXTURE,
        id="attention_dynamics.responsibility.equal",
        reading="components $N(k_j, \\sqrt{d_k} I)$, equal priors",
        role=Role.STRONGER,
        relation=Relation.EQUALS,
        derivation=None,
        grid={"prior": ("equal",)},
    ),
    replace(
        _MIXTURE,
        id="attention_dynamics.responsibility.equal_norms",
        reading="components $N(k_j, \\sqrt{d_k} I)$, equal priors, keys of one norm",
        role=Role.CHARITABLE,
        relation=Relation.EQUALS,
        derivation="one_norm_gap",
        grid={"prior": ("equal",), "norms": ("equal",)},
    ),
)
