"""S4: whether heads fail independently, and whether it is better to average them or to pick a good one.

Keys of the heads are drawn afresh, or are slices or projections of the tokens that the heads share, of
dimension `width`.
"""

from ...paper import charitable, derived, literal, quantity, stronger
from . import paper

S4 = paper.statement(
    "S4 Independent heads",
    "The heads of a layer fail independently, so that all fail with probability $p^H$.",
    place="error propagation",
    why_primary="The proof multiplies probabilities, which fresh keys in every head allow.",
).having(tags=("heads",))

RANDOM_SLICES = "with slices of one embedding, of random length, as keys,"
dependence = quantity("head_dependence")(d_k=(8, 16))

S4.claim(
    "heads.fresh",
    r"keys of their own in every head: $P(\text{all fail}) - p^H$ is zero",
    dependence["excess"](tokens="fresh")
    .quick(d_k=8, n=8)
    .named("with fresh keys in every head, the probability that all heads fail less $p^H$")
    .equals("0", margin=0.02),
    literal(derivation="heads_excess"),
)

S4.claim(
    "heads.together",
    "keys of their own in every head, one failing with probability $p$",
    derived("the probability that all $H$ independent heads of a layer fail").equals("p**H", margin=0.0),
    literal(derivation="heads_fail_together"),
)

S4.claim(
    "heads.unit_slices",
    "disjoint slices of one embedding, each scaled to a unit vector as the theorem asks of keys, two and "
    r"three heads of $d_k$ in $3 d_k$, $n = d_k$: $P(\text{all fail}) = p^H$, by their ratio within 5 %",
    quantity("unit_slices")["together"](d_k=(8, 16))
    .quick(d_k=8, H=2)
    .where("n == d_k")
    .statistic("ratio")
    .named(
        "with unit slices of one embedding as keys, the ratio of the probability that all heads fail to $p^H$"
    )
    .equals("1", margin=0.05),
    charitable(own_threshold=True),
)

S4.claim(
    "heads.slices",
    "disjoint slices of one unit embedding, scaled to mean square length 1 but of random length, three "
    r"heads of $d_k$ in $3 d_k$: $P(\text{all fail}) - p^H$ is zero; measured, not derived",
    dependence["excess"](tokens="slices")
    .quick(d_k=8)
    .named(f"{RANDOM_SLICES} the probability that all heads fail less $p^H$")
    .equals("0", margin=0.002),
    charitable(own_threshold=True),
)

S4.claim(
    "heads.slices_ratio",
    "disjoint slices of one unit embedding, scaled to mean square length 1 but of random length: "
    r"$P(\text{all fail}) \le p^H$, by their ratio; measured, not derived",
    dependence["together"](tokens="slices")
    .quick(d_k=8)
    .statistic("ratio")
    .named(f"{RANDOM_SLICES} the ratio of the probability that all heads fail to $p^H$")
    .at_most("1", margin=0.02),
    stronger(bears="refines"),
)

S4.claim(
    "heads.projections_square",
    r"random projections of shared tokens of width $d_k$: $P(\text{all fail}) \ge p^H$, by their ratio: "
    "given the tokens heads are independent, and Jensen's inequality says so",
    dependence["together"](tokens="projections", width=(8, 16))
    .quick(width=8, d_k=8, n=8)
    .where("width == d_k")
    .statistic("ratio")
    .named(
        "with projections of shared tokens of $d_k$ dimensions as keys, the ratio of the probability that "
        "all heads fail to $p^H$"
    )
    .at_least("1", margin=0.02),
    charitable(bears="contradicts", derivation="projected_heads_ratio"),
)

S4.claim(
    "heads.projections_wide",
    "random projections of shared tokens of width $4 d_k$: heads are nearly independent, "
    r"$P(\text{all fail}) - p^H \le .02$; derived is that it is no less than zero",
    dependence["excess"](tokens="projections", width=(32, 64))
    .quick(width=32, d_k=8, n=8, H=2)
    .where("width == 4*d_k")
    .named(
        "with projections of shared tokens of $4 d_k$ dimensions as keys, the probability that all heads "
        "fail less $p^H$"
    )
    .at_most("1/50", margin=0.02),
    charitable(derivation="projected_heads_excess", own_threshold=True),
)

S4_1 = paper.question(
    "S4.1 Averaging heads",
    "Is it better to average $H$ heads than to pick a good one?",
    place="error propagation",
    why_primary="It is the mean noise power of the capacity theorem, for the mean of the heads.",
).having(tags=("heads",))

averaged = quantity("averaged_heads")(d_k=(8, 16))

S4_1.claim(
    "heads.averaged_power",
    "the outputs of $H$ heads with keys of their own and values in common, averaged",
    averaged["power"](tokens="fresh")
    .quick(d_k=8)
    .named("the mean noise power of $H$ averaged heads with fresh keys")
    .equals("(n - 1)/(H*d_k)", margin=0.05),
    literal(derivation="averaged_heads_noise"),
)

S4_1.claim(
    "heads.averaged_slices",
    "the outputs of $H$ heads with slices of one embedding and values in common, averaged",
    averaged["power"](tokens="slices")
    .quick(d_k=8, n=8)
    .named("the mean noise power of $H$ averaged heads with slices of one embedding as keys")
    .equals("(n - 1)/(H*d_k)", margin=0.05),
    charitable(derivation="averaged_slices_noise"),
)

projected = (
    averaged["power"](tokens="projections", width=(32, 64))
    .quick(width=32, d_k=8, n=8)
    .named("the mean noise power of $H$ averaged heads with projections of shared tokens as keys")
)

S4_1.claim(
    "heads.averaged_projections",
    "the outputs of $H$ heads with projections of shared tokens and values in common, averaged",
    projected.equals("(n - 1)/(H*d_k)", margin=0.05),
    charitable(derivation="averaged_projections_noise"),
)

S4_1.claim(
    "heads.averaged_projections.exact",
    "the outputs of $H$ heads with projections of shared tokens and values in common, averaged, with the "
    "tokens' own overlaps, which heads share: no number of heads takes the noise below $(n - 1)/m$ for "
    "tokens of $m$ dimensions",
    projected.equals("(n - 1)*(H*d_k + width + 1)/(H*d_k*width)", margin=0.05),
    stronger(bears="refines", derivation="averaged_projections_noise"),
)

S4_1.claim(
    "heads.averaging_beats_picking",
    "with fresh keys and two or more heads, all heads fail more often than their average does",
    averaged["average_fails"](tokens="fresh", H=(2, 4))
    .quick(d_k=8, H=2, n=8)
    .statistic("difference")
    .named("the probability that the average of the heads fails less the probability that all heads fail")
    .at_most("0", margin=0.02),
    stronger(bears="refines"),
)
