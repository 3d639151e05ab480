"""S3, S4: how close unscaled weights come to one-hot, and what saturation leaves of derivatives.

`n` is the number of keys, `d_k` their dimension; query and keys have independent standard normal coordinates.
"depth" is minus the logarithm of a median.
"""

from ...paper import charitable, derived, literal, powers, quantity, stronger
from . import paper

FAR = powers(64, 2**20)
FAR_FEW = (64, 1024, 16384, 2**18, 2**20)
NEAR = powers(64, 2**14)
NEAR_FEW = powers(64, 2**14, 4)
WIDE = powers(64, 2**20, 4)
UNSCALED_TWO = "unscaled scores of two keys"

rows = quantity("softmax_row_collapsed")
unscaled_rows = rows(scale="unscaled")
two_keys = quantity("two_keys")
unscaled = two_keys(scale="unscaled")

S3_1 = paper.statement(
    "S3.1 Essentially one-hot",
    "At $d_k = 512$ the unscaled softmax is essentially one-hot.",
    place="Scores and softmax, 3",
    primary="softmax_row.mean",
    why_primary='"Essentially" is said of rows on the whole, and their mean says that; how large a '
    "largest weight is one-hot is not said, and .9 is ours.",
).having(tags=("saturation", "answer: Is an unscaled softmax at 512 one-hot"), own_threshold=True)

share = S3_1.having(setting={"initial scale": "1", "statistic": "share"})
at_512 = unscaled_rows(d_k=512, n=(8, 64, 1024)).quick(n=(8, 64))
above = at_512["above_nine_tenths"].named(
    "the share of rows with a weight above 0.9 (unscaled scores at $d_k = 512$)"
)

share.claim(
    "softmax_row.share",
    "8, 64 and 1024 keys: in nine rows of ten the largest weight exceeds .9",
    above.at_least("9/10"),
)

share.claim(
    "softmax_row.share.pair",
    "two keys: in nine rows of ten the largest weight exceeds .9",
    unscaled(statistic="above", d_k=512)
    .named("the share of rows with a weight above 0.9 (two keys, unscaled scores at $d_k = 512$)")
    .at_least("9/10"),
    charitable(),
)

S3_1.claim(
    "softmax_row.mean",
    "8, 64 and 1024 keys: the mean of the largest weight is above .9",
    at_512["largest"]
    .named("the mean of the largest weight (unscaled scores at $d_k = 512$)")
    .at_least("9/10", margin=0.05),
    charitable(setting={"initial scale": "1", "statistic": "mean"}),
)

S3_1.claim(
    "softmax_row.median",
    "8, 64 and 1024 keys: the median of the largest weight is above .9",
    above.at_least("1/2"),
    charitable(setting={"initial scale": "1", "statistic": "median"}),
)

share.claim(
    "softmax_row.scaled",
    r"scores divided by $\sqrt{512}$, 8 and 64 keys: no more than one row in a hundred has a weight above .9",
    rows["above_nine_tenths"](scale="root", d_k=512, n=(8, 64))
    .quick()
    .named("the share of rows with a weight above 0.9 (scaled scores at $d_k = 512$)")
    .at_most("1/100"),
    stronger(bears="refines"),
)

S3_2 = paper.question(
    "S3.2 Rate of saturation",
    "At which rate does one minus the largest weight fall in $d_k$?",
    place="no sentence of the source",
    why_primary="The mean over all rows is what a rate without further words is of.",
).having(
    tags=("saturation", "answer: How fast the softmax saturates"),
    setting={"initial scale": "1", "statistic": "mean"},
)

MEAN = "the mean of one minus the largest weight"
shortfall = unscaled(statistic="shortfall", d_k=NEAR).quick(d_k=NEAR_FEW).named(f"{MEAN} ({UNSCALED_TWO})")
many_keys = unscaled_rows["shortfall"]

S3_2.claim(
    "shortfall.mean",
    r"two keys, the mean: $\log 2/\sqrt{\pi d_k}$ to leading order, carried by near ties",
    shortfall.grows_like("C/sqrt(d_k)", bound=("Theta", "O"), alternatives=("C/d_k", "C*exp(-c*sqrt(d_k))")),
    literal(derivation="shortfall_above"),
)

S3_2.claim(
    "shortfall.mean.bound",
    r"two keys, the mean, with its constant: at most $\log 2/\sqrt{\pi}$ times the mean of the inverse "
    "length of the query",
    shortfall.at_most("log(2)*gamma((d_k - 1)/2)/(sqrt(2*pi)*gamma(d_k/2))", margin=0.001),
    stronger(bears="refines", derivation="shortfall_above"),
)

S3_2.claim(
    "shortfall.mean.exponential",
    "two keys, the mean: exponentially, as the softmax of typical scores, and so faster than $1/d_k$",
    shortfall.grows_like("C/d_k", bound="O", alternatives=("C/sqrt(d_k)",)),
    stronger(bears="refines", derivation="shortfall_below"),
)

S3_2.claim(
    "shortfall.median",
    r"two keys, the median: it decays like $e^{-c \sqrt{d_k}}$, its logarithm grows like the root",
    unscaled(statistic="shortfall depth", d_k=FAR)
    .quick(d_k=FAR_FEW)
    .named(f"minus the logarithm of the median of one minus the largest weight ({UNSCALED_TWO})")
    .grows_like("C*sqrt(d_k)", alternatives=("C*d_k",)),
    charitable(bears="refines", setting={"initial scale": "1", "statistic": "median"}),
)

for name, n in (("eight", 8), ("many", 64)):
    S3_2.claim(
        f"shortfall.mean.{name}",
        f"{n} keys, the mean",
        many_keys(n=n, d_k=WIDE)
        .quick()
        .named(f"{MEAN} (unscaled scores of {n} keys)")
        .grows_like("C/sqrt(d_k)", alternatives=("C/d_k",)),
        stronger(bears="refines"),
    )

S3_2.claim(
    "shortfall.mean.pairs",
    r"8 and 64 keys, the mean: no more than all pairs together, of order $n^2/\sqrt{d_k}$",
    many_keys(n=(8, 64), d_k=NEAR_FEW)
    .quick(d_k=(64, 16384))
    .named(f"{MEAN} (unscaled scores of $n$ keys)")
    .grows_like("C*n**2/sqrt(d_k)", bound="O"),
    stronger(bears="refines", derivation="row_shortfall_above"),
)

S4_1 = paper.statement(
    "S4.1 Softmax Jacobian identity",
    r"The Jacobian of the softmax is $\mathrm{diag}(\alpha) - \alpha \alpha^\top$.",
    place="Scores and softmax, 4",
    why_primary="It is the identity, entry by entry.",
)

S4_1.claim(
    "jacobian_gap",
    r"$\partial \alpha / \partial s = \mathrm{diag}(\alpha) - \alpha \alpha^\top$ for any number of scores",
    quantity("jacobian_gap")
    .quick(n=(2, 8, 64))
    .named(r"the largest entry of $\partial \alpha / \partial s - (\mathrm{diag}(\alpha) - \alpha \alpha^T)$")
    .vanishes(margin=1e-12),
    literal(derivation="softmax_jacobian", quantifier="all", tags=("saturation",)),
)

S4_2 = paper.statement(
    "S4.2 Saturation and the Jacobian",
    "Saturation kills gradients: the Jacobian of the softmax of unscaled scores vanishes as $d_k$ grows.",
    place="Scores and softmax, 4",
    why_primary="The Jacobian by the scores is what saturation is said of first, and mean is its plain "
    "statistic.",
).having(
    tags=("saturation", "answer: Does saturation kill gradients"),
    setting={"initial scale": "1", "statistic": "mean"},
)

S4_2.claim(
    "jacobian.mean",
    "two keys, unscaled scores, the mean of the Frobenius norm of the Jacobian by the scores: "
    r"$1/\sqrt{\pi d_k}$ to leading order",
    unscaled(statistic="jacobian", d_k=NEAR)
    .quick(d_k=NEAR_FEW)
    .named(f"the mean norm of the softmax Jacobian ({UNSCALED_TWO})")
    .grows_like("C/sqrt(d_k)", alternatives=("C/d_k", "C*exp(-c*sqrt(d_k))")),
    literal(derivation="jacobian_above"),
)

S4_2.claim(
    "jacobian.median",
    r"two keys, unscaled scores, the median of the Frobenius norm: it decays like $e^{-c \sqrt{d_k}}$",
    unscaled(statistic="jacobian depth", d_k=FAR)
    .quick(d_k=FAR_FEW)
    .named(f"minus the logarithm of the median norm of the softmax Jacobian ({UNSCALED_TWO})")
    .grows_like("C*sqrt(d_k)", alternatives=("C*d_k",)),
    charitable(setting={"initial scale": "1", "statistic": "median"}),
)

S4_2.claim(
    "jacobian.scaled",
    r"two keys, scores divided by $\sqrt{d_k}$: the mean norm stays above .36 in every dimension",
    two_keys(scale="root", statistic="jacobian", d_k=FAR)
    .quick(d_k=FAR_FEW)
    .named("the mean norm of the softmax Jacobian (scaled scores of two keys)")
    .at_least("9/25", margin=0.02),
    stronger(bears="refines", own_threshold=True),
)

S4_3 = paper.statement(
    "S4.3 Saturation and the gradient by the query",
    "Saturation kills gradients: the gradient with respect to the query vanishes as $d_k$ grows.",
    place="Scores and softmax, 4",
    primary="query_gradient.median",
    why_primary="What saturation kills is the gradient of a typical row, which the median tells; near ties, "
    "which carry the mean, are not saturated.",
    same_as="S4.2",
).having(
    tags=("saturation", "answer: Does saturation kill gradients"),
    setting={"initial scale": "1", "statistic": "mean"},
)

NORM = r"norm of $\partial \alpha / \partial q$"
by_query = unscaled(statistic="query", d_k=FAR).quick(d_k=FAR_FEW).named(f"the mean {NORM} ({UNSCALED_TWO})")

S4_3.claim(
    "query_gradient.mean.vanishes",
    r"two keys, unscaled scores, the mean of $|\partial \alpha / \partial q|$: it goes to 0",
    by_query.tends_to("0", margin=0.01),
)

S4_3.claim(
    "query_gradient.mean",
    r"two keys, unscaled scores, the mean: it goes to $1/\sqrt{\pi}$, near ties being as rare as the keys "
    "are long",
    by_query.tends_to("1/sqrt(pi)", margin=0.01),
    charitable(bears="refines"),
)

S4_3.claim(
    "query_gradient.mean.bound",
    r"two keys, unscaled scores, the mean: at most $1/\sqrt{\pi}$ in every dimension",
    by_query.at_most("1/sqrt(pi)", margin=0.01),
    stronger(bears="refines", derivation="query_gradient_above"),
)

S4_3.claim(
    "query_gradient.median",
    r"two keys, unscaled scores, the median of $|\partial \alpha / \partial q|$: it decays like "
    r"$e^{-c \sqrt{d_k}}$ up to a power of $d_k$",
    unscaled(statistic="query depth", d_k=FAR)
    .quick(d_k=FAR_FEW)
    .named(f"minus the logarithm of the median {NORM} ({UNSCALED_TWO})")
    .grows_like("C*sqrt(d_k)", alternatives=("C*d_k",)),
    charitable(setting={"initial scale": "1", "statistic": "median"}),
)

eight_keys = quantity("softmax_row")["query"](d_k=(128, 512), n=8).quick(d_k=128)

S4_3.claim(
    "query_gradient.eight",
    r"8 keys, unscaled scores, $d_k$ = 128 and 512: the mean of $|\partial \alpha / \partial q|$ stays "
    "above 1",
    eight_keys(scale="unscaled").named(f"the mean {NORM} (unscaled scores of 8 keys)").at_least("1"),
    stronger(bears="refines", own_threshold=True),
)

S4_3.claim(
    "query_gradient.eight.scaled",
    r"8 keys, scores divided by $\sqrt{d_k}$, $d_k$ = 128 and 512: the mean of "
    r"$|\partial \alpha / \partial q|$ is below 2/5, less than without the factor",
    eight_keys(scale="root").named(f"the mean {NORM} (scaled scores of 8 keys)").at_most("2/5"),
    stronger(bears="refines", own_threshold=True),
)

S4_4 = paper.statement(
    "S4.4 All paths but one",
    "All paths near zero except one.",
    place="Scores and softmax, 4",
    primary="softmax_row.paths.limit",
    why_primary="Near zero is where saturation leads, and scores saturate as $d_k$ grows; a share of rows "
    "at one dimension would be ours.",
).having(tags=("saturation", "answer: All paths near zero except one"))

paths = S4_4.having(setting={"initial scale": "1", "statistic": "share"})
small = unscaled_rows["others_small"](n=(8, 64)).named(
    "the share of rows in which all weights but one are below 0.01 (unscaled scores)"
)

paths.claim(
    "softmax_row.paths",
    "paths through values, 8 and 64 keys at $d_k = 512$: in nine rows of ten all weights but one are below "
    ".01",
    small(d_k=512).quick().at_least("9/10"),
    literal(own_threshold=True),
)

paths.claim(
    "softmax_row.paths.limit",
    "paths through values, 8 and 64 keys: the share of rows in which all weights but one are below .01 goes "
    "to 1",
    small(d_k=WIDE).quick().tends_to("1", margin=0.02, diverging="d_k"),
    charitable(),
)

S4_4.claim(
    "softmax_row.paths.winner",
    r"paths through scores, 8 and 64 keys: the winner's own $\alpha (1 - \alpha)$ goes to 0 as well, so "
    "that none is left over",
    unscaled_rows["winner"](d_k=WIDE, n=(8, 64))
    .quick()
    .named(r"the mean of $\alpha (1 - \alpha)$ at the largest weight $\alpha$ (unscaled scores)")
    .tends_to("0", margin=0.01, diverging="d_k"),
    stronger(bears="refines", setting={"initial scale": "1", "statistic": "mean"}),
)

S4_4.claim(
    "jacobian_row_sum",
    "paths through scores: each row of the Jacobian adds up to 0, so that no single one can be left over",
    derived("the sum of a row of the softmax Jacobian").vanishes(margin=1e-12),
    stronger(
        bears="refines", derivation="jacobian_row_sum", quantifier="all", setting={"initial scale": "1"}
    ),
)
