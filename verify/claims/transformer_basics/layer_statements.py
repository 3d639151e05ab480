"""S8 to S10: layers, order, and what acts at one place."""

from __future__ import annotations

from msgspec.structs import replace

from ...statement import SourceAccess, Statement

_HOP = Statement(
    id="transformer_basics.S8.1",
    title="One layer is one hop",
    text="One layer is one hop.",
    place="Layers, 8",
    source_access=SourceAccess.SUMMARY,
    primary="transformer_basics.graph_gap",
    why_primary="A hop is a step in the graph of who sees whom, for any mask.",
)
_ORDER = replace(
    _HOP,
    id="transformer_basics.S9.1",
    title="Permutation invariant",
    text="Attention is permutation invariant.",
    place="Layers, 9",
    primary="transformer_basics.order_gap.equivariant",
    why_primary="What is meant is that attention knows no order: permuted tokens give permuted outputs.",
    as_printed='It needs "equivariant": outputs move with the tokens, and do not stay.',
    printed="transformer_basics.order_gap.invariant",
)
_PLACE = replace(
    _HOP,
    id="transformer_basics.S10.1",
    title="The MLP and positions",
    text="The MLP acts position by position.",
    place="Layers, 10",
    primary="transformer_basics.position_gap.mlp",
    why_primary="It is the sentence as a property of the Jacobian and of any change of the other tokens.",
)

STATEMENTS: tuple[Statement, ...] = (
    _HOP,
    replace(
        _HOP,
        id="transformer_basics.S8.2",
        title="Receptive field",
        text="How many places does the receptive field hold after $L$ layers?",
        primary="transformer_basics.receptive_field",
        why_primary="A window makes the field finite, and whether a query sees its own place is said.",
        place="no sentence of the source",
        own_question=True,
    ),
    replace(
        _HOP,
        id="transformer_basics.S8.3",
        title="A, B and C in one layer",
        text="A cannot influence B through C in one layer.",
        primary="transformer_basics.message_gap.value",
        why_primary="'Through C' asks what C passes on, and in one layer that is its own key and value.",
    ),
    replace(
        _HOP,
        id="transformer_basics.S8.4",
        title="Second-order terms",
        text="Second-order terms appear after two layers.",
        primary="transformer_basics.joint_pairs.two_layers",
        why_primary="Without a normaliser one layer has no such term, so that two layers are what brings "
        "them.",
    ),
    replace(
        _HOP,
        id="transformer_basics.S8.5",
        title="Combinations up to order L",
        text="$L$ layers form combinations up to order $L$.",
        primary="transformer_basics.combination_order.tokens",
        why_primary="A combination is of tokens, and linear attention has terms that can be counted.",
        why_refuted="A layer multiplies a query, a key and a value, each of which is a combination by "
        "then, so that orders grow like $3^L$; the count $L$ is that of attention weights in "
        "a chain.",
    ),
    _ORDER,
    replace(
        _ORDER,
        id="transformer_basics.S9.2",
        title="A causal mask and order",
        text="A causal mask breaks it.",
        primary="transformer_basics.broken_orders.causal",
        why_primary="Equivariance, which full attention has, is what a mask can break.",
        as_printed=None,
        printed=None,
    ),
    replace(
        _ORDER,
        id="transformer_basics.S9.3",
        title="What position 5 sees",
        text="Position 5 sees positions 1-4.",
        primary="transformer_basics.positions_seen.others",
        why_primary="The sentence says which other positions come before the fifth; that a position sees "
        "itself is taken for granted.",
        as_printed='It needs "1 to 5": position 5 sees itself too.',
        printed="transformer_basics.positions_seen.printed",
    ),
    replace(
        _ORDER,
        id="transformer_basics.S9.4",
        title="No idea how far, one layer",
        text="With a causal mask alone a position has no idea how far back a token is: one layer.",
        primary="transformer_basics.order_gap.last",
        why_primary="Not to know how far is not to notice when earlier tokens change places.",
        as_printed=None,
        printed=None,
    ),
    replace(
        _ORDER,
        id="transformer_basics.S9.5",
        title="No idea how far, more layers",
        text="With a causal mask alone a position has no idea how far back a token is: more causal layers.",
        primary="transformer_basics.order_gap.last.deep",
        why_primary="It is the reading of one layer at two and three.",
        why_refuted="After one causal layer the vector at a place depends on how many tokens came before "
        "it, and the next layer reads that.",
        as_printed=None,
        printed=None,
    ),
    _PLACE,
    replace(
        _PLACE,
        id="transformer_basics.S10.2",
        title="Appending a token, causal",
        text="Appending a token does not change earlier outputs under a causal mask.",
        primary="transformer_basics.appending_gap.causal",
        why_primary="It is the sentence for whole blocks at several depths.",
    ),
    replace(
        _PLACE,
        id="transformer_basics.S10.3",
        title="Appending a token, bidirectional",
        text="Appending a token changes earlier outputs without a mask.",
        primary="transformer_basics.outputs_changed.full",
        why_primary="It counts the outputs that change, and all of them do.",
    ),
    replace(
        _PLACE,
        id="transformer_basics.S10.4",
        title="The KV cache",
        text="The KV cache is exact.",
        primary="transformer_basics.cache_gap.causal",
        why_primary="Caches serve generation, which is causal.",
    ),
)
