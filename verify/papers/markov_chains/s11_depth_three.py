"""S11: how many layers represent the in-context k-gram estimator.

`k` is the order, `S` the number of symbols, `kappa` the factor on the cosine, `T` the length of a sequence.
Errors are as in `s10_matching`.
"""

from ...paper import literal, quantity, stronger
from . import LARGEST_ERROR, paper

section = paper.having(about="representation")

S11_1 = section.statement(
    "S11.1 Constant depth suffices",
    "Constant depth suffices.",
    place="Part II, main result (constant depth suffices)",
    why_primary="That three layers suffice is S10.1; here is what suffices with fewer.",
    same_as="S10.1",
).having(quantifier="exists", tags=("construction", "answer: What represents the k-gram estimator"))

two_layer_error = quantity("two_layer_error")

S11_1.claim(
    "two_layers.wide",
    "there are weights: two layers, one head each, a feed-forward layer of $2 S^{k+1}$ units and no layer "
    r"norm; $k \le 4$, two and three symbols",
    two_layer_error(kappa=40)
    .named(rf"{LARGEST_ERROR} two layers at $\kappa = 40$")
    .equals("0", margin=1e-09),
    stronger(direction="sufficient"),
)

S11_1.claim(
    "two_layers.rate",
    r"two layers, order 4: an exponential in $\kappa$ of rate 1, whatever the order",
    two_layer_error(kappa=range(20, 29, 2), k=4, S=2)
    .named(f"{LARGEST_ERROR} two layers")
    .grows_like("C*exp(-kappa)", margin=0.02, alternatives=("C*exp(-2*kappa)",)),
    stronger(bears="refines", quantifier=None, tags=("temperature",)),
)

S11_1.claim(
    "two_layers.long",
    "two layers, random sequences of 64 symbols, the last k of which came before",
    quantity("long_sequences")["two"]
    .quick(S=2)
    .named("the share of long sequences after which two layers give the estimate to $10^{-8}$")
    .equals("1", margin=0.05),
    stronger(tags=("construction",)),
)

S11_1.claim(
    "one_layer.table",
    "for sequences of one length: one layer whose feed-forward part has $2 S^T$ units",
    quantity("one_layer_error", f"{LARGEST_ERROR} one layer over all sequences of its length T").equals(
        "0", margin=1e-09
    ),
    stronger(bears="refines", direction="sufficient"),
)

S11_2 = section.question(
    "S11.2 Is depth three minimal?",
    "Are three layers needed, however wide the feed-forward layers are?",
    why_primary="It asks for the layers of the shallowest construction.",
)

layers_enough = quantity(
    "layers_enough", "the number of layers of the shallowest construction of the in-context estimate"
)

S11_2.claim(
    "depth.needed",
    "no transformer of fewer than three layers with one head each represents the estimator, however wide its "
    "feed-forward layers",
    layers_enough.at_least("3"),
    literal(direction="necessary", tags=("depth", "answer: How many layers it takes")),
)

S11_3 = section.statement(
    "S11.3 Layers that scale with the order",
    "(Edelman et al., 2024 & Nichani et al., 2024): number of heads/layers should scale with k.",
    place="Part II, what we know so far",
    why_primary="It is the sentence, with one head a layer as in the result that the talk sets against it.",
    why_refuted='The talk cites it to answer with "But ...": its own main result represents every order with '
    "three layers of one head.",
)

S11_3.claim(
    "depth.scales",
    "with one head a layer, the layers that are needed grow in proportion to k or faster",
    layers_enough(S=2).grows_like("C*k", bound="Omega"),
    literal(direction="necessary", tags=("depth", "answer: How many layers it takes")),
)
