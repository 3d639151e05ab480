"""S9, S10: the order of tokens, what a place sees, what acts at one place, and tokens that come later.

`mask` is `full` or `causal`, `L` the number of blocks (attention, MLP, normalisation, residual sums; no
position encoding), `T` the length, `i` a place from 1 on.
"""

from __future__ import annotations

from msgspec.structs import replace

from ...claim import Bears, Claim, Relation, Role

_FULL = {"mask": ("full",)}
_CAUSAL = {"mask": ("causal",)}
_INVARIANT = Claim(
    id="transformer_basics.order_gap.invariant",
    statement_id="transformer_basics.S9.1",
    label="the change of the outputs when the tokens are permuted",
    interpretation="no mask, no position encoding: the outputs stay as they were",
    role=Role.LITERAL,
    relation=Relation.IDENTITY,
    claimed="0",
    quantity="order_gap",
    grid={"of": ("same",), **_FULL},
    margin=1e-12,
    tags=("order", "answer: What attention sees of order"),
)
_BROKEN = replace(
    _INVARIANT,
    id="transformer_basics.broken_orders.causal",
    statement_id="transformer_basics.S9.2",
    label="the number of permutations of $T$ tokens that the outputs of a causal layer do not follow",
    interpretation="one causal block on $T$ different tokens: every permutation but the identity breaks "
    "equivariance",
    relation=Relation.EQUALS,
    claimed="factorial(T) - 1",
    quantity="broken_orders",
    grid=_CAUSAL,
)
_SEES = replace(
    _INVARIANT,
    id="transformer_basics.positions_seen.printed",
    statement_id="transformer_basics.S9.3",
    label="the number of positions on which the output at position $i$ depends under a causal mask",
    interpretation="causal mask: position 5 sees 4 positions, those before it and no other",
    relation=Relation.EQUALS,
    claimed="i - 1",
    derivation="causal_places",
    quantity="positions_seen",
    grid={**_CAUSAL, "of": ("all",), "i": (5,)},
    tags=("mask",),
)
_LAST = replace(
    _INVARIANT,
    id="transformer_basics.order_gap.last",
    statement_id="transformer_basics.S9.4",
    label="the change of the last output of one causal layer when the tokens before it are permuted",
    interpretation="one causal layer without position encoding: the last output does not see in which order "
    "the "
    "earlier "
    "tokens stand, hence not how far back one is",
    role=Role.CHARITABLE,
    derivation="last_place_gap",
    grid={"of": ("last",), **_CAUSAL, "L": (1,)},
)
_ALONE = replace(
    _INVARIANT,
    id="transformer_basics.position_gap.mlp",
    statement_id="transformer_basics.S10.1",
    label="the largest block off the diagonal of an MLP's Jacobian over positions",
    interpretation="an MLP, with or without normalisation and residual sum: the output at a place depends on "
    "the input "
    "there alone",
    derivation="position_gap",
    quantity="position_gap",
    grid={"part": ("mlp", "normalised mlp")},
    tags=("mlp",),
)
_APPENDED = replace(
    _INVARIANT,
    id="transformer_basics.appending_gap.causal",
    statement_id="transformer_basics.S10.2",
    label="the change of the earlier outputs under a causal mask when a token is appended",
    interpretation="causal mask: the earlier outputs stay as they were, at every depth",
    derivation="appending_gap",
    quantity="appending_gap",
    grid=_CAUSAL,
    tags=("cache",),
)
_CACHE = replace(
    _APPENDED,
    id="transformer_basics.cache_gap.causal",
    statement_id="transformer_basics.S10.4",
    label="the difference between the outputs with cached keys and values and those of the whole "
    "sequence (under a causal mask)",
    interpretation="causal mask: token by token with kept keys and values, every output is that of the whole "
    "sequence",
    derivation="appending_gap",
    quantity="cache_gap",
    grid={**_CAUSAL, "of": ("all",)},
    quick_grid={**_CAUSAL, "of": ("all",), "T": (16,)},
)

CLAIMS: tuple[Claim, ...] = (
    _INVARIANT,
    replace(
        _INVARIANT,
        id="transformer_basics.order_gap.equivariant",
        label="the difference between the outputs of permuted tokens and the permuted outputs",
        interpretation="no mask, no position encoding: the outputs are permuted as the tokens are",
        role=Role.CHARITABLE,
        derivation="equivariance_gap",
        grid={"of": ("permuted",), **_FULL},
    ),
    replace(
        _INVARIANT,
        id="transformer_basics.order_gap.mean",
        label="the change of the mean output when the tokens are permuted",
        interpretation="no mask, no position encoding: the mean over all places stays as it was",
        role=Role.CHARITABLE,
        derivation="pooled_gap",
        grid={"of": ("mean",), **_FULL},
        bears=Bears.REFINES,
    ),
    replace(
        _INVARIANT,
        id="transformer_basics.order_gap.query",
        label="the change of what a separate query reads when the tokens are permuted",
        interpretation="no mask, no position encoding, a query of its own: what it reads stays as it was",
        role=Role.CHARITABLE,
        derivation="invariance_gap",
        grid={"of": ("query",), **_FULL},
        bears=Bears.REFINES,
    ),
    _BROKEN,
    replace(
        _BROKEN,
        id="transformer_basics.broken_orders.full",
        label="the number of permutations of $T$ tokens that the outputs of a layer without mask do not "
        "follow",
        interpretation="one block without a mask on $T$ different tokens: no permutation breaks equivariance",
        role=Role.STRONGER,
        claimed="0",
        grid=_FULL,
        bears=Bears.REFINES,
    ),
    _SEES,
    replace(
        _SEES,
        id="transformer_basics.positions_seen.itself",
        interpretation="causal mask: position $i$ sees the positions before it and itself, position 5 sees 1 "
        "to 5",
        role=Role.STRONGER,
        claimed="i",
        grid={**_CAUSAL, "of": ("all",)},
        bears=Bears.REFINES,
    ),
    replace(
        _SEES,
        id="transformer_basics.positions_seen.others",
        label="the number of other positions on which the output at position $i$ depends under a causal mask",
        interpretation="causal mask: of the other positions, position $i$ sees those before it, position 5 "
        "sees "
        "1 to 4",
        role=Role.CHARITABLE,
        derivation="earlier_places",
        grid={**_CAUSAL, "of": ("others",)},
    ),
    _LAST,
    replace(
        _LAST,
        id="transformer_basics.order_gap.last.full",
        label="the change of the last output without a mask when the other tokens are permuted",
        interpretation="no mask, any depth, no position encoding: the last output does not see the order of "
        "the "
        "others",
        role=Role.STRONGER,
        derivation="equivariance_gap",
        grid={"of": ("last",), **_FULL},
        bears=Bears.REFINES,
    ),
    replace(
        _LAST,
        id="transformer_basics.order_gap.last.deep",
        label="the change of the last output of $L$ causal layers when the tokens before it are permuted",
        statement_id="transformer_basics.S9.5",
        interpretation="two and three causal layers without position encoding: the last output does not see "
        "in "
        "which "
        "order the earlier tokens stand",
        role=Role.LITERAL,
        derivation=None,
        grid={"of": ("last",), **_CAUSAL, "L": (2, 3)},
    ),
    _ALONE,
    replace(
        _ALONE,
        id="transformer_basics.position_gap.block",
        label="the ratio of the largest block off the diagonal of a whole block's Jacobian to the "
        "largest on it",
        interpretation="a whole block, attention included, acts position by position",
        role=Role.STRONGER,
        derivation=None,
        grid={"part": ("block",)},
        bears=Bears.REFINES,
    ),
    _APPENDED,
    replace(
        _APPENDED,
        id="transformer_basics.outputs_changed.full",
        statement_id="transformer_basics.S10.3",
        label="the number of the $T$ earlier outputs that an appended token changes without a mask",
        interpretation="no mask: a token more changes all $T$ earlier outputs",
        relation=Relation.EQUALS,
        claimed="T",
        derivation=None,
        quantity="outputs_changed",
        grid=_FULL,
    ),
    replace(
        _APPENDED,
        id="transformer_basics.appending_gap.full",
        label="the change of the earlier outputs without a mask when a token is appended",
        statement_id="transformer_basics.S10.3",
        interpretation="no mask: the earlier outputs stay as they were",
        role=Role.STRONGER,
        derivation=None,
        grid=_FULL,
        bears=Bears.CONTRADICTS,
    ),
    _CACHE,
    replace(
        _CACHE,
        id="transformer_basics.cache_gap.full",
        label="the difference between the last output with cached keys and values and that of the whole "
        "sequence (without a mask)",
        interpretation="no mask, two layers and more: keys and values that were kept still give the last "
        "output",
        role=Role.STRONGER,
        derivation=None,
        grid={**_FULL, "of": ("last",), "L": (2, 4)},
        quick_grid={**_FULL, "of": ("last",), "L": (2, 4), "T": (16,)},
        bears=Bears.REFINES,
    ),
    replace(
        _CACHE,
        id="transformer_basics.cache_gap.full.shallow",
        label="the difference between the last output with cached keys and values and that of the whole "
        "sequence (without a mask)",
        interpretation="no mask, one layer: keys and values that were kept still give the last output",
        role=Role.STRONGER,
        relation=Relation.EQUALS,
        derivation="message_gap",
        grid={**_FULL, "of": ("last",), "L": (1,)},
        quick_grid={**_FULL, "of": ("last",), "L": (1,), "T": (16,)},
        bears=Bears.REFINES,
    ),
)
