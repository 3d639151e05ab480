"""S9, S11: conjectures about any routing, Definition 9.1, and weights as responsibilities.

`routing` is softmax, kernel (normalised positive features), sigmoid (normalised), linear (not normalised) or
selective (a selective state space); `formula` is that of Conjecture 9.2 or what is left of it.
"""

from ...paper import charitable, literal, quantity, stronger
from . import paper

routing = paper.having(tags=("conjecture", "routing"))
normalised = ("softmax", "kernel", "sigmoid")
every = ("softmax", "kernel", "sigmoid", "linear", "selective")
distance = "the relative distance of the gradient by routing parameters from the best multiple of"

S9 = routing.statement(
    "S9 Conjecture 9.2: routing by advantage",
    r"$\partial L/\partial \theta \propto \sum_{ij} w_{ij} (b_{ij} - \mathbb{E}_{w_i}[b])\, \partial "
    r"w_{ij}/\partial \theta$ for content-based routing weights $w_{ij}(\theta)$.",
    place="Conjecture 9.2",
    primary="routing_conjecture.normalised",
    why_primary="Eq. (23), which it generalises, has one factor of the weight, and it comes from "
    r"$\partial w_{ij}$; Definition 9.1 asks for weights that sum to one.",
    as_printed=r"With both $w_{ij}$ and $\partial w_{ij}$ it fails for softmax already: it needs "
    r"$\partial \log w_{ij}$, or no factor $w_{ij}$.",
    printed="routing_conjecture.printed",
)

routing_conjecture = quantity("routing_conjecture")

S9.claim(
    "routing_conjecture.printed",
    r"as printed, with both $w_{ij}$ and $\partial w_{ij}/\partial \theta$, up to a factor: softmax, "
    "normalised features and normalised sigmoids, whose weights sum to one",
    routing_conjecture(formula="printed", routing=normalised)
    .named(f"{distance} the printed formula of Conjecture 9.2")
    .equals("0", margin=1e-10),
)

S9.claim(
    "routing_conjecture.normalised",
    "without the factor $w_{ij}$ and with the mean, or any other number, as the baseline $c_i$: any weights "
    "that sum to one",
    routing_conjecture(formula="baseline", routing=normalised)
    .named(
        "the gradient by routing parameters minus "
        r"$\sum_{ij} (b_{ij} - c_i)\, \partial w_{ij}/\partial \theta$"
    )
    .vanishes(margin=1e-10),
    charitable(derivation="baseline_gap"),
)

S9.claim(
    "routing_conjecture.logarithm",
    r"with $w_{ij}$ and $\partial \log w_{ij}/\partial \theta$: softmax, normalised features and normalised "
    "sigmoids, whose weights sum to one",
    routing_conjecture(formula="logarithm", routing=normalised)
    .named(rf"{distance} the formula with $w_{{ij}}$ and $\partial \log w_{{ij}}$")
    .equals("0", margin=1e-10),
    charitable(),
)

S9_1 = routing.statement(
    "S9.1 The same structure in selective state spaces",
    "We conjecture that any content-based routing mechanism exhibits this gradient structure; for selective "
    "SSMs preliminary analysis suggests that the same qualitative structure emerges.",
    place="Section 9.3, below Conjecture 9.3",
    why_primary="The structure is the advantage against the mean; the printed factor fails already where "
    "weights sum to one.",
    why_refuted="A mean can be taken off only where weights sum to one; those of a selective state space do "
    r"not, and its gradient is $\sum_{ij} b_{ij}\, \partial w_{ij}/\partial \theta$, with no advantage in "
    "it.",
)

S9_1.claim(
    "routing_conjecture.unnormalised",
    "without the factor $w_{ij}$ but with the mean as baseline: linear attention and a selective state "
    "space, whose weights do not sum to one",
    routing_conjecture(formula="baseline", routing=("linear", "selective"))
    .named(f"{distance} advantages against the mean")
    .equals("0", margin=1e-10),
    charitable(),
)

S9_1.claim(
    "routing_conjecture.unnormalised.printed",
    "as printed: linear attention and a selective state space, whose weights do not sum to one",
    routing_conjecture(formula="printed", routing=("linear", "selective"))
    .named(f"{distance} the printed formula of Conjecture 9.2")
    .equals("0", margin=1e-10),
)

S9_1.claim(
    "routing_conjecture.plain",
    "neither the factor $w_{ij}$ nor a baseline, so that nothing is measured against a mean: any routing",
    routing_conjecture(formula="plain", routing=every)
    .named(r"the gradient by routing parameters minus $\sum_{ij} b_{ij}\, \partial w_{ij}/\partial \theta$")
    .equals("0", margin=1e-10),
    charitable(bears="refines", derivation="plain_gap"),
)

S9_2 = routing.statement(
    "S9.2 Conjecture 9.3: values weighted by responsibility",
    r"$\partial L/\partial \phi \propto \sum_{ij} w_{ij} u_i\, \partial v_j/\partial \phi$ for parameters "
    r"$\phi$ of the values.",
    place="Conjecture 9.3",
    why_primary=r"Definition 9.1 gives weights and values parameters of their own, $\theta$ and $\phi$.",
)

value_conjecture = quantity("value_conjecture")

S9_2.claim(
    "value_conjecture.free",
    "parameters of the values that enter no weight, any routing",
    value_conjecture(values="free", routing=every)
    .named(
        "the gradient by parameters of the values alone minus "
        r"$\sum_{ij} w_{ij} u_i\, \partial v_j/\partial \phi$"
    )
    .vanishes(margin=1e-10),
    literal(derivation="value_parameter_gap"),
)

S9_2.claim(
    "value_conjecture.tied",
    "parameters that weights and values share, $W_V = W_K$, any routing",
    value_conjecture(values="tied")
    .named(
        "the gradient by parameters that values and weights share minus "
        r"$\sum_{ij} w_{ij} u_i\, \partial v_j/\partial \phi$"
    )
    .equals("0", margin=1e-10),
    stronger(),
)

S9_3 = routing.statement(
    "S9.3 Mamba satisfies Definition 9.1",
    r"Routing weights lie in $[0, 1]$ with $\sum_j w_{ij} = 1$ (Definition 9.1); Mamba implements "
    r"content-based routing with $w_{ij} = C_i (\prod_{k=j+1}^i e^{A \Delta_k}) \Delta_j B_j$.",
    place="Definition 9.1 (1); Section 9.2",
    why_primary="That sums are one is the part of the definition on which Conjecture 9.2 rests.",
    why_refuted="Nothing in the printed weights of the selective state space normalises their sum, nor keeps "
    "them in $[0, 1]$.",
).having(tags=("routing", "definition"))

routing_definition = quantity("routing_definition")

S9_3.claim(
    "routing_definition.selective.sum",
    r"Definition 9.1 asks for $\sum_j w_{ij} = 1$: the weights of Section 9.2, random inputs",
    routing_definition(routing="selective", demand="sum")
    .named("the largest distance from 1 of a query's summed routing weights in a selective state space")
    .equals("0", margin=1e-10),
)

S9_3.claim(
    "routing_definition.selective.range",
    r"Definition 9.1 asks for $w_{ij} \in [0, 1]$: the weights of Section 9.2, random inputs",
    routing_definition(routing="selective", demand="range")
    .named("the largest distance from [0, 1] of a routing weight in a selective state space")
    .equals("0", margin=1e-10),
)

S9_3.claim(
    "routing_definition.normalised",
    "softmax, normalised features and normalised sigmoids: sums of one and weights in $[0, 1]$",
    routing_definition(routing=normalised)
    .named("the largest distance of routing weights from what Definition 9.1 asks")
    .equals("0", margin=1e-10),
    stronger(bears="refines"),
)

S9_4 = routing.statement(
    "S9.4 An LSTM cannot route by content",
    "Gates of an LSTM do not depend on the relationship between positions; it applies the same gating logic "
    "regardless of what information is available elsewhere in the sequence.",
    place="Section 9.2, LSTM",
    why_primary="The selective state space counts as content-based because its weight depends on "
    "intermediate positions; the same is asked of the LSTM.",
    why_refuted="By the criterion that admits the selective state space, a weight that depends on the "
    "content of the positions between, an LSTM's product of forget gates is content-based too.",
).having(tags=("routing", "lstm"))

lstm_routing = quantity("lstm_routing")

S9_4.claim(
    "lstm_routing.content",
    r"the weights $(\prod_{k > j} f_k)\, i_j$ of past inputs in a cell state do not depend on other "
    "positions' content",
    lstm_routing(of="content")
    .named(
        "the largest derivative by later inputs of the weight with which an LSTM's cell holds its first input"
    )
    .equals("0", margin=1e-10),
)

S9_4.claim(
    "lstm_routing.sum",
    r"the algebra of a selective state space: $c_t = \sum_j (\prod_{k > j} f_k)\, i_j \tanh(\cdot)_j$",
    lstm_routing(of="sum").named("an LSTM's cell state minus its weighted sum").equals("0", margin=1e-10),
    stronger(bears="contradicts"),
)

paper.statement(
    "S9.5 Errors of trained models",
    "Transformers and Mamba reach 0.049 and 0.031 bits MAE on HMM tracking, while LSTMs fail (0.416).",
    place="Section 9.4",
    not_covered="Figures of the companion paper's trained models, whose checkpoints are not at hand.",
)

S11 = paper.statement(
    "S11 Weights are posterior responsibilities",
    r"$\alpha_{ij} = p(Z_i = j | q_i, K; \theta)$ are the posterior responsibilities of a latent variable "
    "$Z_i$.",
    place="Section 5.1, Eq. (44)",
    why_primary="No prior is given, so that the sentence holds if some Gaussian mixture has these "
    "posteriors.",
).having(tags=("responsibilities",))

difference = "the largest difference of an attention weight and its responsibility in a Gaussian mixture with"
responsibility_gap = quantity("responsibility_gap")

S11.claim(
    "responsibility.tilted",
    r"a Gaussian mixture with components $N(k_j, \sqrt{d_k} I)$ and priors in proportion to "
    r"$e^{|k_j|^2/(2\sqrt{d_k})}$",
    responsibility_gap(prior="exponential")
    .named(rf"{difference} priors $\propto e^{{|k_j|^2/(2 \sqrt{{d_k}})}}$")
    .vanishes(margin=1e-10),
    literal(derivation="responsibility_gap"),
)

S11.claim(
    "responsibility.equal",
    r"a Gaussian mixture with components $N(k_j, \sqrt{d_k} I)$ and equal priors",
    responsibility_gap(prior="equal").named(f"{difference} equal priors").equals("0", margin=1e-10),
    stronger(),
)

S11.claim(
    "responsibility.equal_norms",
    r"a Gaussian mixture with components $N(k_j, \sqrt{d_k} I)$ and equal priors, keys of one norm",
    responsibility_gap(prior="equal", norms="equal")
    .named(f"{difference} equal priors and keys of one norm")
    .equals("0", margin=1e-10),
    charitable(derivation="one_norm_gap"),
)
