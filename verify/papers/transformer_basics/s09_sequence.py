"""S9, S10: the order of tokens, what a place sees, what acts at one place, and tokens that come later.

`mask` is `full` or `causal`, `L` the number of blocks (attention, MLP, normalisation, residual sums; no
position encoding), `T` the length, `i` a place from 1 on.
"""

from ...paper import charitable, literal, quantity, stronger
from . import paper

ORDER = ("order", "answer: What attention sees of order")

S9_1 = paper.statement(
    "S9.1 Permutation invariant",
    "Attention is permutation invariant.",
    place="Layers, 9",
    primary="order_gap.equivariant",
    why_primary="What is meant is that attention knows no order: permuted tokens give permuted outputs.",
    as_printed='It needs "equivariant": outputs move with the tokens, and do not stay.',
    printed="order_gap.invariant",
).having(tags=ORDER)

gap = quantity("order_gap")
NO_MASK = "no mask, no position encoding"

for name, of, text, change, reading in (
    (
        "invariant",
        "same",
        f"{NO_MASK}: the outputs stay as they were",
        "the change of the outputs when the tokens are permuted",
        literal(),
    ),
    (
        "equivariant",
        "permuted",
        f"{NO_MASK}: the outputs are permuted as the tokens are",
        "the difference between the outputs of permuted tokens and the permuted outputs",
        charitable(derivation="equivariance_gap"),
    ),
    (
        "mean",
        "mean",
        f"{NO_MASK}: the mean over all places stays as it was",
        "the change of the mean output when the tokens are permuted",
        charitable(bears="refines", derivation="pooled_gap"),
    ),
    (
        "query",
        "query",
        f"{NO_MASK}, a query of its own: what it reads stays as it was",
        "the change of what a separate query reads when the tokens are permuted",
        charitable(bears="refines", derivation="invariance_gap"),
    ),
):
    S9_1.claim(
        f"order_gap.{name}", text, gap(of=of, mask="full").named(change).vanishes(margin=1e-12), reading
    )

S9_2 = paper.statement(
    "S9.2 A causal mask and order",
    "A causal mask breaks it.",
    place="Layers, 9",
    why_primary="Equivariance, which full attention has, is what a mask can break.",
).having(tags=ORDER)

broken = quantity("broken_orders")

S9_2.claim(
    "broken_orders.causal",
    "one causal block on $T$ different tokens: every permutation but the identity breaks equivariance",
    broken(mask="causal")
    .named("the number of permutations of $T$ tokens that the outputs of a causal layer do not follow")
    .equals("factorial(T) - 1", margin=1e-12),
)

S9_2.claim(
    "broken_orders.full",
    "one block without a mask on $T$ different tokens: no permutation breaks equivariance",
    broken(mask="full")
    .named("the number of permutations of $T$ tokens that the outputs of a layer without mask do not follow")
    .equals("0", margin=1e-12),
    stronger(bears="refines"),
)

S9_3 = paper.statement(
    "S9.3 What position 5 sees",
    "Position 5 sees positions 1-4.",
    place="Layers, 9",
    primary="positions_seen.others",
    why_primary="The sentence says which other positions come before the fifth; that a position sees itself "
    "is taken for granted.",
    as_printed='It needs "1 to 5": position 5 sees itself too.',
    printed="positions_seen.printed",
).having(tags=("mask",))

seen = quantity(
    "positions_seen",
    "the number of positions on which the output at position $i$ depends under a causal mask",
)(mask="causal")

S9_3.claim(
    "positions_seen.printed",
    "causal mask: position 5 sees 4 positions, those before it and no other",
    seen(of="all", i=5).equals("i - 1", margin=1e-12),
    literal(derivation="causal_places"),
)

S9_3.claim(
    "positions_seen.itself",
    "causal mask: position $i$ sees the positions before it and itself, position 5 sees 1 to 5",
    seen(of="all").equals("i", margin=1e-12),
    stronger(bears="refines", derivation="causal_places"),
)

S9_3.claim(
    "positions_seen.others",
    "causal mask: of the other positions, position $i$ sees those before it, position 5 sees 1 to 4",
    seen(of="others")
    .named("the number of other positions on which the output at position $i$ depends under a causal mask")
    .equals("i - 1", margin=1e-12),
    charitable(derivation="earlier_places"),
)

S9_4 = paper.statement(
    "S9.4 No idea how far, one layer",
    "With a causal mask alone a position has no idea how far back a token is, after one layer.",
    place="Layers, 9",
    why_primary="Not to know how far is not to notice when earlier tokens change places.",
).having(tags=ORDER)

S9_4.claim(
    "order_gap.last",
    "one causal layer without position encoding: the last output does not see in which order the earlier "
    "tokens stand, hence not how far back one is",
    gap(of="last", mask="causal", L=1)
    .named("the change of the last output of one causal layer when the tokens before it are permuted")
    .vanishes(margin=1e-12),
    charitable(derivation="last_place_gap"),
)

S9_4.claim(
    "order_gap.last.full",
    "no mask, any depth, no position encoding: the last output does not see the order of the others",
    gap(of="last", mask="full")
    .named("the change of the last output without a mask when the other tokens are permuted")
    .vanishes(margin=1e-12),
    stronger(bears="refines", derivation="equivariance_gap"),
)

S9_5 = paper.statement(
    "S9.5 No idea how far, more layers",
    "With a causal mask alone a position has no idea how far back a token is, after several layers.",
    place="Layers, 9",
    why_primary="It is the reading of one layer at two and three.",
    why_refuted="After one causal layer the vector at a place depends on how many tokens came before it, "
    "and the next layer reads that.",
).having(tags=ORDER)

S9_5.claim(
    "order_gap.last.deep",
    "two and three causal layers without position encoding: the last output does not see in which order the "
    "earlier tokens stand",
    gap(of="last", mask="causal", L=(2, 3))
    .named("the change of the last output of $L$ causal layers when the tokens before it are permuted")
    .vanishes(margin=1e-12),
)

S10_1 = paper.statement(
    "S10.1 The MLP and positions",
    "The MLP acts position by position.",
    place="Layers, 10",
    why_primary="It is the sentence as a property of the Jacobian and of any change of the other tokens.",
).having(tags=("mlp",))

elsewhere = quantity("position_gap")

S10_1.claim(
    "position_gap.mlp",
    "an MLP, with or without normalisation and residual sum: the output at a place depends on the input "
    "there alone",
    elsewhere(part=("mlp", "normalised mlp"))
    .named("the largest block off the diagonal of an MLP's Jacobian over positions")
    .vanishes(margin=1e-12),
    literal(derivation="position_gap"),
)

S10_1.claim(
    "position_gap.block",
    "a whole block, attention included, acts position by position",
    elsewhere(part="block")
    .named("the ratio of the largest block off the diagonal of a whole block's Jacobian to the largest on it")
    .vanishes(margin=1e-12),
    stronger(bears="refines"),
)

S10_2 = paper.statement(
    "S10.2 Appending a token, causal",
    "Appending a token does not change earlier outputs under a causal mask.",
    place="Layers, 10",
    why_primary="It is the sentence for whole blocks at several depths.",
).having(tags=("cache",))

appended = quantity("appending_gap")

S10_2.claim(
    "appending_gap.causal",
    "causal mask: the earlier outputs stay as they were, at every depth",
    appended(mask="causal")
    .named("the change of the earlier outputs under a causal mask when a token is appended")
    .vanishes(margin=1e-12),
    literal(derivation="appending_gap"),
)

S10_3 = paper.statement(
    "S10.3 Appending a token, bidirectional",
    "Appending a token changes earlier outputs without a mask.",
    place="Layers, 10",
    why_primary="It counts the outputs that change, and all of them do.",
).having(tags=("cache",))

S10_3.claim(
    "outputs_changed.full",
    "no mask: a token more changes all $T$ earlier outputs",
    quantity("outputs_changed")(mask="full")
    .named("the number of the $T$ earlier outputs that an appended token changes without a mask")
    .equals("T", margin=1e-12),
)

S10_3.claim(
    "appending_gap.full",
    "no mask: the earlier outputs stay as they were",
    appended(mask="full")
    .named("the change of the earlier outputs without a mask when a token is appended")
    .vanishes(margin=1e-12),
    stronger(bears="contradicts"),
)

S10_4 = paper.statement(
    "S10.4 The KV cache",
    "The KV cache is exact.",
    place="Layers, 10",
    why_primary="Caches serve generation, which is causal.",
).having(tags=("cache",))

cached = quantity("cache_gap").quick(T=16)
stale = cached(mask="full", of="last").named(
    "the difference between the last output with cached keys and values and that of the whole sequence "
    "(without a mask)"
)

S10_4.claim(
    "cache_gap.causal",
    "causal mask: token by token with kept keys and values, every output is that of the whole sequence",
    cached(mask="causal", of="all")
    .named(
        "the difference between the outputs with cached keys and values and those of the whole sequence "
        "(under a causal mask)"
    )
    .vanishes(margin=1e-12),
    literal(derivation="appending_gap"),
)

S10_4.claim(
    "cache_gap.full",
    "no mask, two layers and more: keys and values that were kept still give the last output",
    stale(L=(2, 4)).vanishes(margin=1e-12),
    stronger(bears="refines"),
)

S10_4.claim(
    "cache_gap.full.shallow",
    "no mask, one layer: keys and values that were kept still give the last output",
    stale(L=1).equals("0", margin=1e-12),
    stronger(bears="refines", derivation="message_gap"),
)
