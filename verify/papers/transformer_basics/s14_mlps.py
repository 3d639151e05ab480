"""S14: numbers and operations of MLPs, what they can map, and directions that are nearly orthogonal.

`d` is the width, `expansion` the hidden width over it, `bias` whether there are biases, `L` the number of
blocks, `n` the number of tokens, `eps` what the largest |cos| may be.
"""

from ...paper import charitable, literal, powers, quantity, stronger
from . import paper

S14_1 = paper.statement(
    "S14.1 Parameters with expansion",
    "The MLP has $8 d^2$ parameters, against $2 d^2$ without expansion.",
    place="MLP",
    why_primary="It is the first half of the sentence; the other half is a reading beside it.",
).having(tags=("parameters",))

mlp = quantity("mlp_parameters")
NUMBERS = "the number of parameters of an MLP"

S14_1.claim(
    "mlp_parameters.expanded",
    r"$d \to 4 d \to d$ without biases: $8 d^2$ numbers",
    mlp(bias="no", expansion=4)
    .named(rf"{NUMBERS} $d \to 4 d \to d$ without biases")
    .equals("8*d**2", margin=0.001),
    literal(derivation="mlp_parameters"),
)

S14_1.claim(
    "mlp_parameters.plain",
    r"$d \to d \to d$ without biases: $2 d^2$ numbers",
    mlp(bias="no", expansion=1)
    .named(rf"{NUMBERS} $d \to d \to d$ without biases")
    .equals("2*d**2", margin=0.001),
    literal(derivation="plain_mlp_parameters"),
)

S14_1.claim(
    "mlp_parameters.biased",
    r"$d \to 4 d \to d$ with biases: $8 d^2 + 5 d$ numbers",
    mlp(bias="yes", expansion=4)
    .named(rf"{NUMBERS} $d \to 4 d \to d$ with biases")
    .equals("8*d**2 + 5*d", margin=0.001),
    stronger(bears="refines", derivation="biased_mlp_parameters"),
)

S14_2 = paper.statement(
    "S14.2 Two thirds of a block",
    "The MLP is two thirds of the parameters of a block.",
    place="MLP",
    why_primary="The counts of the source leave biases and normalisations out.",
).having(tags=("parameters",))

share = quantity("mlp_share", "the share of the MLP in the parameters of a block")

S14_2.claim(
    "mlp_share.plain",
    "a block of attention with $4 d^2$ numbers and an MLP with $8 d^2$: two thirds",
    share(bias="no").equals("2/3", margin=0.001),
    literal(derivation="mlp_share"),
)

S14_2.claim(
    "mlp_share.biased",
    "with biases and two layer normalisations: the share tends to two thirds",
    share(bias="yes").tends_to("2/3", margin=0.001, diverging="d"),
    stronger(bears="refines", derivation="biased_mlp_share"),
)

S14_3 = paper.statement(
    "S14.3 Majority of the compute",
    "The MLP is the majority of the compute.",
    place="MLP",
    primary="compute_share.short",
    why_primary="The sentence is said of blocks in use, whose texts were no longer than $2 d$ tokens.",
    as_printed=r"It needs $n \le 2 d$ tokens; in longer texts attention has the majority.",
    printed="compute_share.any",
).having(tags=("compute", "answer: When the MLP is most of the compute"))

compute = quantity("compute_share", "the share of the MLP in the operations of a block on $n$ tokens")
every_pair = compute(mask="full")
EVERY_PAIR = "operations in matrix products, every pair of tokens"

S14_3.claim(
    "compute_share.any",
    f"{EVERY_PAIR}: at least half for every length",
    every_pair.at_least("1/2", margin=0.001),
    literal(derivation="compute_share"),
)

S14_3.claim(
    "compute_share.short",
    f"{EVERY_PAIR}: more than half where $n < 2 d$",
    every_pair.where("n < 2*d").exceeds("1/2", margin=0.001),
    charitable(derivation="compute_share"),
)

S14_3.claim(
    "compute_share.formula",
    f"{EVERY_PAIR}: $4 d/(6 d + n)$",
    every_pair.equals("4*d/(6*d + n)", margin=0.001),
    stronger(bears="refines", derivation="compute_share"),
)

S14_3.claim(
    "compute_share.causal",
    "operations in matrix products, no token sees those after it: $8 d/(12 d + n + 1)$",
    compute(mask="causal")
    .named("the share of the MLP in the operations of a block on $n$ tokens under a causal mask")
    .equals("8*d/(12*d + n + 1)", margin=0.001),
    stronger(bears="refines", derivation="causal_compute_share"),
)

S14_3.claim(
    "majority_length",
    f"{EVERY_PAIR}: the share is one half at $n = 2 d$",
    quantity(
        "majority_length", "the length from which on the MLP is no more than half of the operations"
    ).equals("2*d", margin=0.001),
    stronger(bears="refines", derivation="majority_length"),
)

S14_4 = paper.statement(
    "S14.4 Without expansion",
    r"An MLP $d \to d \to d$ can only rotate or permute.",
    place="MLP",
    why_primary="An MLP has a rectifier, and rotations and permutations keep every norm.",
    why_refuted="Rotations and permutations keep every norm; a rectifier sets coordinates to 0, and a "
    "matrix stretches.",
).having(tags=("mlp",), quantifier="all")

change = quantity("norm_change")
LARGEST = "the largest relative change of a norm under"

S14_4.claim(
    "norm_change.rectified",
    "$V (W x)_+$ with orthogonal $W$ and $V$: what rotates or permutes keeps every norm",
    change(layer="rectified")
    .named(f"{LARGEST} $V (W x)_+$ with orthogonal $W$ and $V$")
    .equals("0", margin=1e-10),
)

S14_4.claim(
    "norm_change.linear",
    "$V W x$ without a rectifier, any $W$ and $V$: what rotates or permutes keeps every norm",
    change(layer="linear").named(f"{LARGEST} $V W x$ with any $W$ and $V$").equals("0", margin=1e-10),
    charitable(),
)

S14_4.claim(
    "norm_change.orthogonal",
    "$V W x$ without a rectifier and with orthogonal $W$ and $V$: every norm is kept",
    change(layer="orthogonal")
    .named(f"{LARGEST} $V W x$ with orthogonal $W$ and $V$")
    .equals("0", margin=1e-10),
    charitable(),
)

S14_5 = paper.statement(
    "S14.5 Rank of the output",
    "However wide the hidden layer, the outputs lie in $d$ dimensions.",
    place="MLP",
    why_primary="The rank is the dimension of what the outputs span.",
).having(tags=("rank",))

rank = quantity("output_rank")

S14_5.claim(
    "output_rank.output",
    r"outputs of $d \to 4 d \to d$ over $n$ tokens have rank $\min(n, d)$, whatever the expansion",
    rank(layer="output")
    .named(r"the rank of the outputs of $d \to 4 d \to d$ over $n$ tokens")
    .equals("min(n, d)", margin=0.001),
)

S14_5.claim(
    "output_rank.hidden",
    r"the hidden layer of $d \to 4 d \to d$ over $n$ tokens has rank $\min(n, 4 d)$, beyond the $d$ of its "
    "inputs",
    rank(layer="hidden")
    .named(r"the rank of the hidden layer of $d \to 4 d \to d$ over $n$ tokens")
    .equals("min(n, 4*d)", margin=0.001),
    stronger(bears="refines"),
)

S14_6 = paper.statement(
    "S14.6 Nearly orthogonal directions",
    "In high dimension far more than $d$ nearly orthogonal directions fit.",
    place="MLP",
    primary="direction_rate",
    why_primary='"Far more than $d$ fit" is said of how many directions there are, and an exponential is '
    "far more than $d$.",
).having(tags=("directions",))

S14_6.claim(
    "coherence.root",
    r"64 random directions: the largest $|\cos|$ falls like $1/\sqrt d$",
    quantity("coherence_collapsed")["largest"]
    .quick(d=powers(128, 8192, 4))
    .named(r"the largest $|\cos|$ between two of 64 random directions in $\mathbb{R}^d$")
    .grows_like("C/sqrt(d)", alternatives=("C/d", "C")),
    literal(bears="refines"),
)

S14_6.claim(
    "direction_rate",
    r"the number of random directions with one expected pair beyond $|\cos| = \epsilon$ grows like "
    r"$e^{c d}$ with $c = -\frac14 \log(1 - \epsilon^2)$, about $\epsilon^2/4$",
    quantity(
        "direction_rate",
        "the exponential rate in $d$ of the number of random directions with one expected pair beyond "
        r"$|\cos| = \epsilon$",
    ).tends_to("-log(1 - eps**2)/4", margin=0.05, diverging="d"),
    stronger(),
)

S14_7 = paper.statement(
    "S14.7 Billions of parameters",
    "A model of 32 layers with $d = 768$ has billions of parameters.",
    place="MLP",
    why_primary="Billions are at least one, and an embedding of the usual size is given to the model.",
    why_refuted="The blocks have $12 L d^2$ parameters, 226 million, and an embedding of any usual size "
    "leaves the sum below a billion.",
).having(tags=("parameters",))

model = quantity("model_parameters", "the number of parameters of a model of $L$ blocks of width $d$")

S14_7.claim(
    "model_parameters.billions",
    "32 blocks of width 768 with an embedding of 50257 tokens: at least $10^9$ numbers",
    model(embedding="yes", L=32, d=768).at_least("1000000000", margin=0.001),
    literal(derivation="embedded_parameters"),
)

S14_7.claim(
    "model_parameters.formula",
    "the blocks alone: $12 L d^2$, for 32 blocks of width 768 these are 226 million",
    model(embedding="no")
    .named("the number of parameters of $L$ blocks of width $d$")
    .equals("12*L*d**2", margin=0.001),
    stronger(bears="contradicts", derivation="model_parameters"),
)

S14_7.claim(
    "model_parameters.wide",
    "32 blocks of width 4096 instead: at least $10^9$ numbers",
    model(embedding="yes", L=32, d=4096).at_least("1000000000", margin=0.001),
    charitable(bears="refines", derivation="embedded_parameters", quantifier="exists"),
)
