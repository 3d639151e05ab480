"""S5, S6: weights that add up to one without a softmax, and what averaging leaves of values.

`n` is the number of scores or values, `t` a level; scores are independent and standard normal.
"""

from ...paper import charitable, derived, literal, powers, quantity, stronger
from . import paper

QUOTIENT = ("quotient", "answer: Scores over their sum in place of a softmax")

S5_1 = paper.statement(
    "S5.1 Negative weights",
    r"With weights $w / \sum w$ instead of softmax some weights are negative.",
    place="Scores and softmax, 5",
    why_primary="It says how often a row of such weights has a negative one.",
).having(tags=QUOTIENT)

negative = quantity("negative_share")

S5_1.claim(
    "negative_share.quotient",
    "n independent normal scores over their sum: some weight is negative unless all signs agree, with "
    "probability $1 - 2^{1-n}$",
    negative["quotient"]
    .named(r"the share of rows with a negative weight $w/\sum w$ ($w$ normal)")
    .equals("1 - 2**(1 - n)", margin=0.01),
    literal(derivation="negative_share"),
)

S5_1.claim(
    "negative_share.softmax",
    "the softmax of the same scores: no weight is negative",
    negative["softmax"].named("the share of rows with a negative softmax weight").equals("0", margin=0.001),
    stronger(bears="refines"),
)

S5_2 = paper.statement(
    "S5.2 Tail index of the largest weight",
    r"With weights $w / \sum w$ instead of softmax the weights explode where the sum is near zero.",
    place="Scores and softmax, 5",
    why_primary="How weights explode is told by the tail of the largest, its probability to exceed a level.",
).having(tags=QUOTIENT)

S5_2.claim(
    "quotient_tail.theta",
    "8 normal scores over their sum: the largest modulus of a weight exceeds t with probability of order "
    "$1/t$, the density of the sum at 0 being positive",
    quantity("quotient_tail")["beyond"](n=8)
    .quick()
    .named(r"the probability that some weight $w/\sum w$ of 8 normal scores exceeds $t$ in modulus")
    .grows_like("C/t", alternatives=("C/t**2", "C/sqrt(t)")),
)

pair_tail = quantity(
    "quotient_tail_exact",
    r"the probability that some weight $w/\sum w$ of two normal scores exceeds $t$ in modulus",
)

S5_2.claim(
    "quotient_tail.pair",
    "two normal scores over their sum, by quadrature: order $1/t$",
    pair_tail.grows_like("C/t", alternatives=("C/t**2", "C/sqrt(t)")),
    stronger(bears="refines"),
)

S5_2.claim(
    "quotient_tail.mean",
    "two normal scores over their sum: the tail falls faster than $t^{-3/2}$, so that the largest weight "
    "has a mean",
    pair_tail.grows_like("C*t**(-3/2)", bound="O", alternatives=("C/t",)),
    stronger(bears="refines"),
)

S5_2.claim(
    "quotient_tail.pair.closed",
    "two normal scores over their sum, in closed form: with sum and difference independent the tail is "
    r"$\mathbb{P}(|C| > 2t - 1)$ for a Cauchy variable C, so that t times it goes to $1/\pi$",
    pair_tail.equals("betainc(1/2, 1/2, 0, 1/(1 + (2*t - 1)**2))", margin=1e-08),
    stronger(bears="refines", derivation="pair_tail"),
)

S6_1 = paper.statement(
    "S6.1 Convex bound",
    "Softmax averaging preserves magnitude: an average is no larger than the largest value.",
    place="Scores and softmax, 6",
    why_primary="It is the bound that weights which add up to one and are not negative give.",
).having(tags=("averaging", "answer: Does an average preserve magnitude"), quantifier="all")

convex_ratio = quantity("convex_ratio")

S6_1.claim(
    "convex_ratio.softmax",
    "softmax weights: the average of vectors is never longer than the longest of them",
    convex_ratio["softmax"]
    .named("the share of rows whose softmax average is longer than the longest value")
    .equals("0", margin=0.001),
)

S6_1.claim(
    "convex_gap",
    r"weights that add up to one: $M - \sum \alpha_j v_j = \sum \alpha_j (M - v_j)$, not negative where no "
    "weight is and M is a ceiling",
    derived(
        r"the difference $(M - \sum \alpha_j v_j) - \sum \alpha_j (M - v_j)$ for weights that add up to one"
    ).vanishes(margin=1e-12),
    stronger(derivation="convex_gap"),
)

S6_1.claim(
    "convex_ratio.quotient",
    "normal scores over their sum in place of a softmax: the average is never longer than the longest",
    convex_ratio["quotient"]
    .named(r"the share of rows whose average with weights $w/\sum w$ is longer than the longest value")
    .equals("0", margin=0.001),
    stronger(bears="refines"),
)

S6_2 = paper.statement(
    "S6.2 Magnitude of an average",
    "Softmax averaging preserves the magnitude of $n$ independent values.",
    place="Scores and softmax, 6",
    why_primary="'Preserves' says that nothing is lost, and a mean square is what magnitude is measured by.",
    why_refuted="Of independent values of mean 0 an average keeps only $1/n$ of the mean square; what is "
    "preserved is the bound by the largest value.",
).having(tags=("averaging", "answer: Does an average preserve magnitude"))

averaging = quantity("averaging")["power"]

MEAN_SQUARE = "the mean square of"
uniform = (
    averaging(weights="uniform", n=powers(2, 512, 4))
    .quick(n=powers(2, 32, 4))
    .named(f"{MEAN_SQUARE} an equal-weight average of $n$ independent values (over that of one value)")
)

S6_2.claim(
    "averaging.preserved",
    "equal weights, independent values of mean 0: the average has the mean square of one value",
    uniform.equals("1", margin=0.02),
    literal(derivation="average_variance"),
)

S6_2.claim(
    "averaging.shrinks",
    "equal weights, independent values of mean 0: the mean square falls to $1/n$ of one value's",
    uniform.equals("1/n", margin=0.02),
    charitable(bears="contradicts", derivation="average_variance"),
)

# Wider than .05: the corrections that its sizes allow leave the exponent open there.
S6_2.claim(
    "averaging.scaled",
    "softmax weights of scaled scores, independent values of mean 0: the mean square falls like $1/n$ too",
    averaging(weights="root")
    .quick(n=powers(2, 512, 4))
    .named(
        f"{MEAN_SQUARE} a softmax average of $n$ independent values for scaled scores (over that of one "
        "value)"
    )
    .grows_like("C/n", margin=0.1, alternatives=("C/sqrt(n)",)),
    charitable(bears="contradicts"),
)

S6_2.claim(
    "averaging.concentration",
    "softmax weights of scaled scores: n times the sum of squared weights goes to $e$, as if $n/e$ values "
    "were averaged with equal weights",
    quantity("concentration")["concentration"](weights="root")
    .quick()
    .named("the number of values times the sum of squared softmax weights of scaled scores")
    .tends_to("exp(1)", margin=0.05),
    stronger(bears="refines"),
)

S6_2.claim(
    "averaging.unscaled",
    "softmax weights at $d_k = 512$ without a scale, up to 512 independent values: at least half is kept",
    averaging(weights="unscaled", n=powers(2, 512, 4))
    .quick(n=powers(2, 32, 4))
    .named(
        f"{MEAN_SQUARE} a softmax average of $n$ independent values for unscaled scores at $d_k = 512$ (over "
        "that of one value)"
    )
    .at_least("1/2"),
    charitable(bears="refines", own_threshold=True),
)
