"""S6: the layer can represent the chain, and where its parts are needed.

Losses are normalised excess, (L - R)/(H(pi) - R): 0 is the bigram, 1 the marginal. `parts` is what is not
zero beside the embeddings; `n` is the weight of a position on itself over that on each other one.
"""

from ...paper import literal, powers, quantity, stronger
from . import paper

section = paper.having(
    tags=("representation", "answer: Where the feed-forward part is needed"), about="representation"
)

S6_1 = section.statement(
    "S6.1 The layer represents the chain",
    r"Ideally $f_\theta(x_1^n) \approx P(x_{n+1} = 1 \mid x_n)$: the layer has such weights $\theta_*$.",
    place="slide: Ideally...; Theoretical results, (i)",
    why_primary="It gives the weights, tied and untied, on both sides of $p + q = 1$.",
)

represented_excess = quantity("represented_excess")

S6_1.claim(
    "represented",
    "one live unit carries the last symbol: tied or untied, on both sides of $p + q = 1$, the loss is the "
    "entropy rate",
    represented_excess(parts="feed-forward")
    .named(r"the normalised excess loss $(L - R)/(H(\pi) - R)$ of weights made by hand")
    .vanishes(margin=1e-09),
    literal(derivation="bigram_loss_gap", quantifier="exists"),
)

S6_2 = section.question(
    "S6.2 An affine logit is enough", "What is the logit of the bigram?", why_primary="It gives the slope."
).having(tags=("representation",))

S6_2.claim(
    "bigram_slope",
    r"a logit affine in $x_n$ is the bigram, with slope $\log \frac{(1-p)(1-q)}{pq}$",
    quantity("bigram_slope", "the slope of the bigram's logit in the last symbol").equals(
        "log(1 - p) + log(1 - q) - log(p) - log(q)", margin=1e-09
    ),
    literal(derivation="bigram_slope", direction="sufficient"),
)

S6_2.claim(
    "slope_sign",
    r"the odds of staying exceed those of leaving by $\lambda$: the slope has the sign of $\lambda$",
    quantity("odds_product", "$P(1|1) P(0|0) - P(1|0) P(0|1)$").equals("1 - p - q", margin=1e-09),
    literal(derivation="slope_sign"),
)

S6_3 = section.question(
    "S6.3 Embeddings alone",
    "How far does the layer come without attention and feed-forward part?",
    primary="plain_layer.tied.above",
    why_primary=r"Tied weights above one are where the slope $\langle e, e \rangle$ has the wrong sign.",
)

S6_3.claim(
    "plain_layer.untied",
    "untied, neither attention nor feed-forward part: the loss is the entropy rate on both sides",
    represented_excess(weights="untied", parts="none")
    .named(
        r"the normalised excess loss $(L - R)/(H(\pi) - R)$ of an untied layer without attention and "
        "feed-forward part"
    )
    .vanishes(margin=1e-09),
    literal(derivation="bigram_loss_gap", quantifier="exists"),
)

best_plain_excess = quantity(
    "best_plain_excess",
    r"the least normalised excess loss $(L - R)/(H(\pi) - R)$ of a tied layer without attention and "
    "feed-forward part",
)

S6_3.claim(
    "plain_layer.tied.below",
    r"tied, $p + q < 1$, neither attention nor feed-forward part: $\langle e, e \rangle$ is the slope and "
    "the loss the entropy rate",
    best_plain_excess.where("p + q < 1").equals("0", margin=1e-06),
    literal(quantifier="exists"),
)

S6_3.claim(
    "plain_layer.tied.above",
    "tied, $p + q > 1$, neither attention nor feed-forward part: nothing is better than the marginal",
    best_plain_excess.where("p + q > 1").equals("1", margin=1e-06),
    literal(quantifier="all"),
)

S6_3.claim(
    "plain_layer.slope",
    r"tied, $p + q > 1$, neither part: the convex loss only rises with $\langle e, e \rangle$",
    quantity("plain_slope")
    .where("p + q > 1")
    .named(r"the slope of the loss by $\langle e, e \rangle$ at zero")
    .exceeds(margin=1e-09),
    stronger(derivation="logit_slope", quantifier="all"),
)

S6_4 = section.question(
    "S6.4 Attention alone",
    "How near does attention come without the feed-forward part, weights tied and $p + q > 1$?",
    primary="attention_alone.law",
    why_primary="The rate says that attention alone comes as near as one likes.",
)

attention_excess = quantity(
    "attention_excess",
    r"the normalised excess loss $(L - R)/(H(\pi) - R)$ of a tied layer with attention $n$ times heavier on "
    "the own position and no feed-forward part",
)

S6_4.claim(
    "attention_alone.needed",
    "tied, $p + q > 1$: without the feed-forward part the excess stays above 1/100, whatever the attention",
    attention_excess.at_least("0.01", margin=0.02),
    literal(bears="refines", quantifier="all", direction="necessary", own_threshold=True),
)

S6_4.claim(
    "attention_alone.law",
    "tied, $p + q > 1$: attention to the own position alone comes near like $1/n^2$",
    attention_excess(p=0.8, n=powers(64, 4096)).grows_like("C/n**2", alternatives=("C/n",)),
    stronger(quantifier="exists"),
)
