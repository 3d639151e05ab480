"""S8: what layers reach and combine.

`L` is the number of layers, `w` how many earlier places a query sees beside its own, `T` the length, `n` the
number of tokens under one softmax. A, B and C are three tokens; B is where the output is read.
"""

from __future__ import annotations

from msgspec.structs import replace

from ...claim import Bears, Claim, Relation, Role

_FIELD = Claim(
    id="transformer_basics.receptive_field",
    statement_id="transformer_basics.S8.2",
    label="the number of input places on which the last output depends after $L$ layers that see "
    "$w$ earlier places",
    interpretation="every layer sees its own place and $w$ earlier ones: after $L$ layers the output depends "
    "on "
    "$L w$ "
    "earlier places and its own",
    role=Role.CHARITABLE,
    relation=Relation.EQUALS,
    claimed="L*w + 1",
    alternatives=("L*(w + 1)",),
    derivation="receptive_field",
    quantity="receptive_field",
    quick_grid={"L": (1, 2), "w": (1, 3)},
    margin=1e-9,
    tags=("layers", "answer: What layers reach and combine"),
)
_GRAPH = replace(
    _FIELD,
    id="transformer_basics.graph_gap",
    statement_id="transformer_basics.S8.1",
    label="the number of pairs of places where dependence after $L$ layers differs from "
    "reachability in $L$ steps",
    interpretation="random masks: after $L$ layers the output at B depends on the input at A exactly where a "
    "walk of at "
    "most $L$ steps leads from B to A, each from a query to what it sees",
    claimed="0",
    alternatives=(),
    derivation=None,
    quantity="graph_gap",
    quick_grid={},
)
_MESSAGE = replace(
    _FIELD,
    id="transformer_basics.message_gap.value",
    statement_id="transformer_basics.S8.3",
    label="the change of C's value when A is replaced",
    interpretation="what C offers in a layer, its key and its value, does not depend on A",
    relation=Relation.IDENTITY,
    claimed="0",
    alternatives=(),
    derivation="message_gap",
    quantity="message_gap",
    grid={"attention": ("none",)},
    quick_grid={"attention": ("none",)},
    margin=1e-12,
)
_PAIRS = replace(
    _FIELD,
    id="transformer_basics.joint_pairs.linear",
    statement_id="transformer_basics.S8.3",
    label="the share of pairs (A, C) with a mixed derivative at B in one linear layer",
    interpretation="one layer of linear attention: no two other tokens act on B together",
    role=Role.CHARITABLE,
    claimed="0",
    alternatives=(),
    derivation="linear_message_gap",
    quantity="joint_pairs",
    grid={"attention": ("linear",), "L": (1,)},
    quick_grid={"attention": ("linear",), "L": (1,)},
)
_ORDER = replace(
    _FIELD,
    id="transformer_basics.combination_order.tokens",
    statement_id="transformer_basics.S8.5",
    label="the largest number of other tokens in one term of the output after $L$ linear layers",
    interpretation="linear attention: a term of the output after $L$ layers combines at most $L$ other "
    "tokens",
    role=Role.LITERAL,
    claimed="L",
    alternatives=(),
    derivation="other_tokens",
    quantity="combination_order",
    grid={"of": ("tokens",)},
    quick_grid={"of": ("tokens",), "L": (1, 2)},
    margin=1e-6,
)

CLAIMS: tuple[Claim, ...] = (
    _GRAPH,
    replace(
        _GRAPH,
        id="transformer_basics.positions_seen.unrestricted",
        label="the number of the $T$ input places on which an output depends without a mask",
        interpretation="without a mask every output depends on all $T$ places after one layer: any two "
        "tokens "
        "are one "
        "hop apart",
        role=Role.STRONGER,
        claimed="T",
        derivation="all_places",
        quantity="positions_seen",
        grid={"mask": ("full",), "of": ("all",), "L": (1,)},
        quick_grid={"mask": ("full",), "of": ("all",), "L": (1,)},
        bears=Bears.REFINES,
    ),
    _FIELD,
    replace(
        _FIELD,
        id="transformer_basics.receptive_field.product",
        interpretation="after $L$ layers the output depends on $L w$ places, its own among them",
        role=Role.LITERAL,
        claimed="L*w",
        alternatives=(),
        bears=Bears.REFINES,
    ),
    _MESSAGE,
    replace(
        _MESSAGE,
        id="transformer_basics.message_gap.linear",
        label="the change, when A is replaced, of what B takes from C in linear attention",
        interpretation="one layer of linear attention: what B takes from C does not depend on A",
        derivation="linear_message_gap",
        grid={"attention": ("linear",)},
        quick_grid={"attention": ("linear",)},
    ),
    replace(
        _MESSAGE,
        id="transformer_basics.message_gap.softmax",
        label="the relative change, when A is replaced, of what B takes from C in softmax attention",
        interpretation="one layer of softmax attention: what B takes from C, weight times value, does not "
        "depend on A",
        role=Role.LITERAL,
        derivation=None,
        grid={"attention": ("softmax",)},
        quick_grid={"attention": ("softmax",)},
    ),
    _PAIRS,
    replace(
        _PAIRS,
        id="transformer_basics.joint_pairs.softmax",
        label="the share of pairs (A, C) with a mixed derivative at B in one softmax layer",
        interpretation="one layer of softmax attention: no two other tokens act on B together",
        role=Role.LITERAL,
        derivation=None,
        grid={"attention": ("softmax",), "L": (1,)},
        quick_grid={"attention": ("softmax",), "L": (1,)},
    ),
    replace(
        _FIELD,
        id="transformer_basics.joint_effect",
        statement_id="transformer_basics.S8.3",
        label="the mixed derivative at B by the score of A and the value of C with $n$ equal scores",
        interpretation="softmax over $n$ equal scores: A takes from C through the normaliser, and the mixed "
        "derivative "
        "is $-1/n^2$",
        role=Role.STRONGER,
        claimed="-1/n**2",
        alternatives=("-1/n",),
        derivation="joint_effect",
        quantity="joint_effect",
        quick_grid={},
        margin=1e-9,
        bears=Bears.REFINES,
    ),
    replace(
        _PAIRS,
        id="transformer_basics.joint_pairs.two_layers",
        label="the share of pairs (A, C) with a mixed derivative at B after two linear layers",
        statement_id="transformer_basics.S8.4",
        interpretation="two layers of linear attention: every two other tokens act on B together",
        claimed="1",
        derivation=None,
        grid={"attention": ("linear",), "L": (2,)},
        quick_grid={"attention": ("linear",), "L": (2,)},
    ),
    replace(
        _PAIRS,
        id="transformer_basics.joint_pairs.only_two_layers",
        label="the share of pairs (A, C) with a mixed derivative at B in one softmax layer",
        statement_id="transformer_basics.S8.4",
        interpretation="softmax attention: terms of two other tokens take two layers, one has none",
        role=Role.LITERAL,
        derivation=None,
        grid={"attention": ("softmax",), "L": (1,)},
        quick_grid={"attention": ("softmax",), "L": (1,)},
    ),
    _ORDER,
    replace(
        _ORDER,
        id="transformer_basics.combination_order.tokens.derived",
        interpretation="linear attention: a term of the output after $L$ layers combines up to $(3^L - 1)/2$ "
        "other tokens",
        role=Role.STRONGER,
        claimed="(3**L - 1)/2",
        alternatives=("L", "2**L - 1"),
        bears=Bears.CONTRADICTS,
    ),
    replace(
        _ORDER,
        id="transformer_basics.combination_order.degree",
        label="the degree of the output in the inputs after $L$ linear layers",
        interpretation="linear attention: the output after $L$ layers is a polynomial of degree $L$",
        claimed="L",
        derivation="degree",
        grid={"of": ("factors",)},
        quick_grid={"of": ("factors",), "L": (1, 2)},
    ),
    replace(
        _ORDER,
        id="transformer_basics.combination_order.degree.derived",
        label="the degree of the output in the inputs after $L$ linear layers",
        interpretation="linear attention: a layer is cubic, and the output after $L$ layers is a polynomial "
        "of "
        "degree "
        "$3^L$",
        role=Role.STRONGER,
        claimed="3**L",
        alternatives=("L", "2**L"),
        derivation="degree",
        grid={"of": ("factors",)},
        quick_grid={"of": ("factors",), "L": (1, 2)},
        bears=Bears.CONTRADICTS,
    ),
    replace(
        _ORDER,
        id="transformer_basics.combination_order.weights",
        label="the degree of the output in the attention weights after $L$ layers",
        interpretation="attention weights held fixed, residual sums: a term of the output after $L$ layers "
        "is a "
        "chain of "
        "at most $L$ weights",
        role=Role.CHARITABLE,
        derivation="frozen_order",
        grid={"of": ("weights",)},
        quick_grid={"of": ("weights",)},
    ),
)
