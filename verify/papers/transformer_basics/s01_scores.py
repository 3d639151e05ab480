"""S1, S2: variance and law of a score, and the power of the dimension that takes it out.

`d_k` is the dimension of queries and keys, `a` the power of it that divides, `mu` the mean of a coordinate.
"""

from ...paper import charitable, literal, powers, quantity, stronger
from . import paper

SCORE = ("scores", "answer: What a score is before and after scaling")
PRODUCT = r"$\langle q, k \rangle$"

S1_1 = paper.statement(
    "S1.1 Variance of a score",
    r"$\mathrm{Var}(\langle q, k \rangle) = d_k$ for independent unit-variance coordinates.",
    place="Scores and softmax, 1",
    why_primary="Unit-variance coordinates are standardised ones, of mean 0; other means are a reading "
    "beside it.",
    as_printed=r"It needs coordinates of mean 0: of mean $\mu$ the variance is $d_k (1 + 2 \mu^2)$.",
    printed="shifted_score.variance",
).having(quantifier="all", tags=SCORE)

shape = quantity("score_shape")

S1_1.claim(
    "score_shape.variance",
    "coordinates independent, of mean 0 and variance 1: normal, fair signs, uniform, or zero but for one in "
    "eight",
    shape(statistic="variance").named(f"the variance of {PRODUCT}").equals("d_k", margin=1e-10),
    literal(derivation="score_variance"),
)

S1_1.claim(
    "shifted_score.variance",
    r"variance 1 and any mean: normal coordinates of mean $\mu$ = 1/2, 1, 2 (it is $d_k (1 + 2 \mu^2)$)",
    quantity(
        "shifted_score", rf"the variance of {PRODUCT} for coordinates of mean $\mu$ and variance 1"
    ).equals("d_k", margin=1e-10),
    stronger(derivation="shifted_score_variance"),
)

S1_2 = paper.statement(
    "S1.2 Standard deviation at 512",
    "The standard deviation is about 22 at $d_k = 512$.",
    place="Scores and softmax, 1",
    why_primary="'About' asks for no more than the first figure and some of the second.",
).having(tags=("scores",))

deviation = shape(statistic="deviation", d_k=512).named(f"the standard deviation of {PRODUCT} at $d_k = 512$")

S1_2.claim(
    "score_shape.deviation",
    r"within a tenth at $d_k = 512$, where it is $\sqrt{512} = 22.63$",
    deviation.is_reported("22", margin=0.1),
    literal(derivation="score_deviation"),
)

S1_2.claim(
    "score_shape.deviation.rounded",
    "22 as a rounded figure, 21.5 to 22.5, at $d_k = 512$",
    deviation.equals("22", margin=0.022),
    stronger(bears="refines", derivation="score_deviation"),
)

S1_3 = paper.statement(
    "S1.3 A score tends to a normal",
    "The sum tends to a normal.",
    place="Scores and softmax, 1",
    why_primary="Tending to a law is a distance that goes to 0.",
).having(tags=("scores", "answer: How fast scores become normal"))

GAP = (
    r"the largest gap between the distribution functions of $\langle q, k \rangle/\sqrt{d_k}$ and of a normal"
)
distance = quantity("normal_distance", GAP)

S1_3.claim(
    "normal_distance.limit",
    r"the largest gap between the distribution functions of $\langle q, k \rangle / \sqrt{d_k}$ and of a "
    "normal goes to 0, coordinates normal or fair signs",
    distance.tends_to("0", margin=0.005),
)

S1_3.claim(
    "normal_distance.normal",
    "coordinates normal: the distance falls like $1/d_k$",
    distance(law="normal")
    .named(f"{GAP} (normal coordinates)")
    .grows_like("C/d_k", alternatives=("C/sqrt(d_k)", "C/d_k**2")),
    stronger(bears="refines"),
)

S1_3.claim(
    "normal_distance.signs",
    r"coordinates fair signs, so that scores lie on a lattice: the distance falls like $1/\sqrt{d_k}$",
    distance(law="signs")
    .named(rf"{GAP} (coordinates $\pm 1$)")
    .grows_like("C/sqrt(d_k)", alternatives=("C/d_k",)),
    stronger(bears="refines"),
)

S1_4 = paper.question(
    "S1.4 Excess kurtosis of a score",
    "What is the excess kurtosis of a score, and how fast does it fall?",
    place="no sentence of the source",
    why_primary="Normal coordinates are the initialisation that the source speaks of.",
).having(tags=("scores", "answer: How fast scores become normal"))

excess = shape(statistic="excess", law="normal").named(
    r"the excess kurtosis of $\langle q, k \rangle$ for normal coordinates"
)

S1_4.claim(
    "score_shape.excess",
    r"normal coordinates: $6/d_k$, from a product's fourth moment $3 \cdot 3$",
    excess.equals("6/d_k", margin=1e-06),
    literal(derivation="normal_score_excess"),
)

S1_4.claim(
    "score_shape.excess.signs",
    "fair signs: $-2/d_k$, tails lighter than a normal's",
    shape(statistic="excess", law="signs")
    .named(r"the excess kurtosis of $\langle q, k \rangle$ for coordinates $\pm 1$")
    .equals("-2/d_k", margin=1e-06),
    stronger(bears="refines", derivation="sign_score_excess"),
)

S1_4.claim(
    "score_shape.excess.rate",
    "normal coordinates: the rate $1/d_k$, and not its root",
    excess.grows_like("C/d_k", alternatives=("C/sqrt(d_k)", "C/d_k**2")),
    stronger(bears="refines", derivation="normal_excess_order"),
)

S2_1 = paper.statement(
    "S2.1 Division by the root",
    r"Dividing by $\sqrt{d_k}$ makes the variance independent of $d_k$.",
    place="Scores and softmax, 2",
    why_primary="It is the sentence at the power one half.",
).having(quantifier="all", tags=SCORE)

scaled_score = quantity("scaled_score", r"the variance of $\langle q, k \rangle / d_k^a$")

S2_1.claim(
    "scaled_score.root",
    "coordinates of mean 0 and variance 1, query and key independent: variance 1 after division by "
    r"$\sqrt{d_k}$",
    scaled_score(a=0.5).equals("1", margin=1e-10),
    literal(derivation="root_variance"),
)

S2_1.claim(
    "scaled_score.powers",
    "any power: $d_k^{1 - 2a}$",
    scaled_score.quick(d_k=powers(8, 4096, 8)).equals("d_k**(1 - 2*a)", margin=1e-10),
    stronger(bears="refines", derivation="scaled_variance"),
)

S2_2 = paper.statement(
    "S2.2 The unique power",
    r"$\sqrt{d_k}$ is the unique power that makes the variance independent of $d_k$.",
    place="Scores and softmax, 2",
    why_primary="Uniqueness is that of the root of one equation for the power.",
).having(quantifier="all", tags=SCORE)

S2_2.claim(
    "neutral_power",
    "the one power a for which the variance after division by $d_k^a$ is the same in every dimension, for "
    "any law of coordinates",
    quantity(
        "neutral_power",
        r"the power $a$ for which the variance of $\langle q, k \rangle/d_k^a$ does not depend on $d_k$",
    ).equals("1/2", margin=1e-10),
    literal(derivation="neutral_power"),
)

S2_3 = paper.question(
    "S2.3 Aligned query and key",
    "What does scaling do where query and key are aligned?",
    place="no sentence of the source",
    primary="aligned_score.mean",
    why_primary="The question is answered by the mean, which scaling by the root does not bring down.",
).having(quantifier="all", tags=SCORE)

aligned = quantity("aligned_score")
mean = aligned(statistic="mean", a=0.5).named(r"the mean of $\langle q, q \rangle / \sqrt{d_k}$")

S2_3.claim(
    "aligned_score.centred",
    "the key is the query, of independent normal coordinates: the scaled score has mean 0 as for "
    "independent ones",
    mean.equals("0", margin=1e-06),
    stronger(bears="refines", derivation="aligned_score_mean"),
)

S2_3.claim(
    "aligned_score.mean",
    r"the key is the query, normal: the scaled score has mean $\sqrt{d_k}$, as far out as scaling has "
    "brought in the rest",
    mean.equals("sqrt(d_k)", margin=1e-06),
    charitable(derivation="aligned_score_mean"),
)

S2_3.claim(
    "aligned_score.variance",
    "the key is the query, normal: its variance is 2 in every dimension",
    aligned(statistic="variance", a=0.5)
    .named(r"the variance of $\langle q, q \rangle / \sqrt{d_k}$")
    .equals("2", margin=1e-06),
    charitable(bears="refines", derivation="aligned_score_variance"),
)

S2_3.claim(
    "aligned_score.full",
    "the key is the query, normal: division by $d_k$ gives mean 1 in every dimension",
    aligned(statistic="mean", a=1)
    .named(r"the mean of $\langle q, q \rangle / d_k$")
    .equals("1", margin=1e-06),
    stronger(bears="refines", derivation="full_score_mean"),
)
