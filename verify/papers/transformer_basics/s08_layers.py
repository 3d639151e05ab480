"""S8: what layers reach and combine.

`L` is the number of layers, `w` how many earlier places a query sees beside its own, `T` the length, `n` the
number of tokens under one softmax. A, B and C are three tokens; B is where the output is read.
"""

from ...paper import charitable, literal, quantity, stronger
from . import paper

LAYERS = ("layers", "answer: What layers reach and combine")

S8_1 = paper.statement(
    "S8.1 One layer is one hop",
    "One layer is one hop.",
    place="Layers, 8",
    why_primary="A hop is a step in the graph of who sees whom, for any mask.",
).having(tags=LAYERS)

S8_1.claim(
    "graph_gap",
    "random masks: after $L$ layers the output at B depends on the input at A exactly where a walk of at "
    "most $L$ steps leads from B to A, each from a query to what it sees",
    quantity(
        "graph_gap",
        "the number of pairs of places where dependence after $L$ layers differs from reachability in $L$ "
        "steps",
    ).equals("0", margin=1e-09),
    charitable(),
)

S8_1.claim(
    "positions_seen.unrestricted",
    "without a mask every output depends on all $T$ places after one layer: any two tokens are one hop apart",
    quantity("positions_seen")(mask="full", of="all", L=1)
    .quick()
    .named("the number of the $T$ input places on which an output depends without a mask")
    .equals("T", margin=1e-09),
    stronger(bears="refines", derivation="all_places"),
)

S8_2 = paper.question(
    "S8.2 Receptive field",
    "How many places does the receptive field hold after $L$ layers?",
    place="no sentence of the source",
    why_primary="A window makes the field finite, and whether a query sees its own place is said.",
).having(tags=LAYERS)

field = quantity(
    "receptive_field",
    "the number of input places on which the last output depends after $L$ layers that see $w$ earlier "
    "places",
).quick(L=(1, 2), w=(1, 3))

S8_2.claim(
    "receptive_field",
    "every layer sees its own place and $w$ earlier ones: after $L$ layers the output depends on $L w$ "
    "earlier places and its own",
    field.equals("L*w + 1", margin=1e-09, alternatives=("L*(w + 1)",)),
    charitable(derivation="receptive_field"),
)

S8_2.claim(
    "receptive_field.product",
    "after $L$ layers the output depends on $L w$ places, its own among them",
    field.equals("L*w", margin=1e-09),
    literal(bears="refines", derivation="receptive_field"),
)

S8_3 = paper.statement(
    "S8.3 A, B and C in one layer",
    "A cannot influence B through C in one layer.",
    place="Layers, 8",
    why_primary="'Through C' asks what C passes on, and in one layer that is its own key and value.",
).having(tags=LAYERS)

change = quantity("message_gap").quick()

S8_3.claim(
    "message_gap.value",
    "what C offers in a layer, its key and its value, does not depend on A",
    change(attention="none").named("the change of C's value when A is replaced").vanishes(margin=1e-12),
    charitable(derivation="message_gap"),
)

S8_3.claim(
    "message_gap.linear",
    "one layer of linear attention: what B takes from C does not depend on A",
    change(attention="linear")
    .named("the change, when A is replaced, of what B takes from C in linear attention")
    .vanishes(margin=1e-12),
    charitable(derivation="linear_message_gap"),
)

S8_3.claim(
    "message_gap.softmax",
    "one layer of softmax attention: what B takes from C, weight times value, does not depend on A",
    change(attention="softmax")
    .named("the relative change, when A is replaced, of what B takes from C in softmax attention")
    .vanishes(margin=1e-12),
)

pairs = quantity("joint_pairs").quick()

S8_3.claim(
    "joint_pairs.linear",
    "one layer of linear attention: no two other tokens act on B together",
    pairs(attention="linear", L=1)
    .named("the share of pairs (A, C) with a mixed derivative at B in one linear layer")
    .equals("0", margin=1e-09),
    charitable(derivation="linear_message_gap"),
)

softmax_pairs = pairs(attention="softmax", L=1).named(
    "the share of pairs (A, C) with a mixed derivative at B in one softmax layer"
)

S8_3.claim(
    "joint_pairs.softmax",
    "one layer of softmax attention: no two other tokens act on B together",
    softmax_pairs.equals("0", margin=1e-09),
)

S8_3.claim(
    "joint_effect",
    "softmax over $n$ equal scores: A takes from C through the normaliser, and the mixed derivative is "
    "$-1/n^2$",
    quantity(
        "joint_effect", "the mixed derivative at B by the score of A and the value of C with $n$ equal scores"
    ).equals("-1/n**2", margin=1e-09, alternatives=("-1/n",)),
    stronger(bears="refines", derivation="joint_effect"),
)

S8_4 = paper.statement(
    "S8.4 Second-order terms",
    "Second-order terms appear after two layers.",
    place="Layers, 8",
    why_primary="Without a normaliser one layer has no such term, so that two layers are what brings them.",
).having(tags=LAYERS)

S8_4.claim(
    "joint_pairs.two_layers",
    "two layers of linear attention: every two other tokens act on B together",
    pairs(attention="linear", L=2)
    .named("the share of pairs (A, C) with a mixed derivative at B after two linear layers")
    .equals("1", margin=1e-09),
    charitable(),
)

S8_4.claim(
    "joint_pairs.only_two_layers",
    "softmax attention: terms of two other tokens take two layers, one has none",
    softmax_pairs.equals("0", margin=1e-09),
)

S8_5 = paper.statement(
    "S8.5 Combinations up to order L",
    "$L$ layers form combinations up to order $L$.",
    place="Layers, 8",
    why_primary="A combination is of tokens, and linear attention has terms that can be counted.",
    why_refuted="A layer multiplies a query, a key and a value, each of which is a combination by then, so "
    "that orders grow like $3^L$; the count $L$ is that of attention weights in a chain.",
).having(tags=LAYERS)

order = quantity("combination_order")

others = (
    order(of="tokens")
    .quick(L=(1, 2))
    .named("the largest number of other tokens in one term of the output after $L$ linear layers")
)

S8_5.claim(
    "combination_order.tokens",
    "linear attention: a term of the output after $L$ layers combines at most $L$ other tokens",
    others.equals("L", margin=1e-06),
    literal(derivation="other_tokens"),
)

S8_5.claim(
    "combination_order.tokens.derived",
    "linear attention: a term of the output after $L$ layers combines up to $(3^L - 1)/2$ other tokens",
    others.equals("(3**L - 1)/2", margin=1e-06, alternatives=("L", "2**L - 1")),
    stronger(bears="contradicts", derivation="other_tokens"),
)

degree = (
    order(of="factors")
    .quick(L=(1, 2))
    .named("the degree of the output in the inputs after $L$ linear layers")
)

S8_5.claim(
    "combination_order.degree",
    "linear attention: the output after $L$ layers is a polynomial of degree $L$",
    degree.equals("L", margin=1e-06),
    literal(derivation="degree"),
)

S8_5.claim(
    "combination_order.degree.derived",
    "linear attention: a layer is cubic, and the output after $L$ layers is a polynomial of degree $3^L$",
    degree.equals("3**L", margin=1e-06, alternatives=("L", "2**L")),
    stronger(bears="contradicts", derivation="degree"),
)

S8_5.claim(
    "combination_order.weights",
    "attention weights held fixed, residual sums: a term of the output after $L$ layers is a chain of at "
    "most $L$ weights",
    order(of="weights")
    .quick()
    .named("the degree of the output in the attention weights after $L$ layers")
    .equals("L", margin=1e-06),
    charitable(derivation="frozen_order"),
)
