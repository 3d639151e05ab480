"""Our own questions about the source that no sentence of it asks."""

from ...paper import powers, quantity, stronger
from . import paper
from .s04_schemes import TWO
from .s05_thresholds import EVEN, best_error
from .s08_joint_law import of_samples

Q1 = paper.question(
    "Q1 Is the stated threshold the best?",
    r"Is $P \simeq d^{1/(2 \rho \alpha + 1)}$ the best threshold for $\rho > 0$?",
    place="asked of Proposition 3",
    why_primary=r"At $\rho = 1/8$ the stated $P$ is large enough that rounding it does not matter.",
).having(tags=("threshold", "optimal", "answer: Best thresholds"))

Q1.claim(
    "thresholded.best.eighth",
    rf"the stated $P$ is the best: no threshold beats $d^{{-2/3}}$ at $\rho = 1/8$, $\alpha = 2$, {TWO}",
    best_error(rho=0.125)
    .named(r"the least error of $q = p^{1/8} 1[x \le P]$ over all $P$ at $\alpha = 2$")
    .grows_like("C*d**(-2/3)", alternatives=("C/d",)),
    stronger(derivation="best_error_above"),
)

Q1.claim(
    "thresholded.best.frequency",
    rf"the stated $P$ is the best: no threshold beats $d^{{-1/5}}$ at $\rho = 1$, $\alpha = 2$, {TWO}",
    best_error(rho=1.0)
    .named(r"the least error of $q = p \, 1[x \le P]$ over all $P$ at $\alpha = 2$")
    .grows_like("C*d**(-1/5)", margin=0.016, alternatives=("C*d**(-1/4)",)),
    stronger(derivation="best_error_frequency"),
)

Q1.claim(
    "best_threshold.eighth",
    rf"$\rho = 1/8$, $\alpha = 2$, {TWO}: in proportion to $d$, not to $d^{{2/3}}$",
    quantity("best_threshold_size", r"the best $P$ of $q = p^{1/8} 1[x \le P]$ at $\alpha = 2$")(rho=0.125)
    .quick(d=EVEN)
    .grows_like("C*d", alternatives=("C*d**(2/3)",)),
    stronger(bears="contradicts"),
)

Q2 = paper.question(
    "Q2 Functions that are easier than the worst",
    r"How far can a benign $f$ beat the minimax exponent $\alpha - 1$?",
    place="asked of Theorem 2",
    primary="many_classes.order",
    why_primary="An $f$ into few classes beats no exponent (S7.1, every $f$); with as many classes as "
    "dimensions none of them adds more than its share to the noise.",
).having(tags=("minimax",))

many_classes = quantity(
    "error_of_many_classes", "the error (over $p(1)$) of the best number of tokens stored alike, $M = d$"
)
BENIGN = (
    r"$M = d$ classes, $f(x) = x \bmod d$, orthonormal unembeddings, the best number of tokens stored alike"
)

Q2.claim(
    "many_classes.order",
    rf"{BENIGN}, $\alpha = 2$: the exponent is $2 (\alpha - 1)$, twice the minimax one, up to a logarithm",
    many_classes(alpha=2.0).where("d >= 64").grows_like("C*log(d)/d**2", alternatives=("C/d",)),
    stronger(),
)

Q2.claim(
    "many_classes.floor",
    f"{BENIGN}: no weights for $M = d$ classes do better than twice the exponent, whatever $f$ is",
    many_classes.at_least("7*(1 + 3*M*(d + 1))**(1 - alpha)/(25*(alpha - 1))", margin=0.02),
    stronger(derivation="minimax_floor"),
)

Q2.claim(
    "many_classes.ceiling",
    r"$M$ = 16 and 64 classes, unembeddings on the sphere, $\alpha = 2$, the first $P = M n$ tokens stored "
    r"alike where $16 r n (1 + 8 r M/d) \le d$, $r = \log(M d)$: what Theorem 1 guarantees, which with "
    r"$M = d$ is the order $d^{-2}$ up to logarithms",
    quantity("error_of_equal_classes")["error"]
    .quick(M=16, d=4096)
    .named("the error of as many tokens of each class as Theorem 1 has room for")
    .at_most("2/d**2 + 6/(pi**2*P)", margin=0.02),
    stronger(derivation="equal_classes_ceiling"),
)

Q3 = paper.question(
    "Q3 The joint law as a soft maximum",
    "Is the error by samples and dimension a soft maximum of its two edges, a $p$-norm with a power between "
    "2 and 3.5?",
    place="asked of Eq. (15)",
    primary="joint_law.soft_maximum_upper",
    why_primary="A soft maximum is one law for all $T$ and $d$. The power 2.5 and the 10 % are ours, chosen "
    "on measurements of the same grid (S8.3), where the sum misses by more.",
).having(tags=("joint-law",), own_threshold=True)

EITHER = (
    r"$P = d/8$ as in Figure 1, $d$ from 512 to 16384, $T$ from 100 to $10^7$, of the edges "
    r"$a = \frac{4}{5} \sqrt{6/(4 \pi T)}$ and $b = \frac{4}{5} \cdot 48/(\pi^2 d)$"
)
NORM = "{0}/25*((sqrt(6)/(2*sqrt(pi*T)))**{1} + (48/(pi**2*d))**{1})**(1/{1})"
joint = of_samples(P="d/8", T=powers(100, 10**7, 10), d=(512, 1024, 4096, 16384)).quick(
    T=(10**4, 10**5, 10**6), d=(512, 4096)
)

for name, power, claim, comment, reading in (
    ("soft_maximum_upper", "2.5", joint.at_most(NORM.format(22, "2.5")), "at most 1.1 times", stronger()),
    ("soft_maximum_lower", "2.5", joint.at_least(NORM.format(18, "2.5")), "at least 0.9 times", stronger()),
    (
        "square_lower",
        "2",
        joint.at_least(NORM.format(18, "2")),
        "at least 0.9 times",
        stronger(bears="refines"),
    ),
):
    Q3.claim(
        f"joint_law.{name}",
        rf"{EITHER}: {comment} $(a^s + b^s)^{{1/s}}$ with $s = {power}$",
        claim,
        reading,
    )

Q4 = paper.question(
    "Q4 Ripples of the error",
    r"Does the error at $\alpha = 3$ oscillate in $\log d$ around its power law?",
    place="asked of Proposition 2",
    primary="local_exponent.limit",
    why_primary="A law of growth is about large dimensions; what happens at few is said beside it.",
).having(tags=("schemes",))

local_exponent = quantity("local_exponent")(alpha=3.0).named(
    r"the local exponent of the error of $q = p$ at $\alpha = 3$ over a quarter of a decade"
)

Q4.claim(
    "local_exponent.limit",
    rf"$q = p$, $\alpha = 3$, {TWO}: the ripples die out, and the local exponent tends to $-1/3$",
    local_exponent.tends_to("-1/3", margin=0.001, diverging="d"),
    stronger(),
)

Q4.claim(
    "local_exponent.small",
    rf"$q = p$, $\alpha = 3$, {TWO}, $d$ from 100 to 1000: no ripples, the local exponent is within .03 of "
    "$-1/3$",
    local_exponent.where("d <= 1000").equals("-1/3", margin=0.1),
    stronger(bears="refines"),
)

Q5 = paper.question(
    "Q5 Sum or mean over a batch",
    "Do the orderings of Adam and layer norm depend on whether gradients are summed or averaged over a "
    "batch?",
    place="asked of Fig. 7, right",
    primary="averaged.sign",
    why_primary=r"Averaging is summing with the step $\eta/B$, which tuning undoes; at one step for all it "
    "slows SGD and leaves sign steps as they are.",
).having(tags=("training", "optimiser"))

averaged = quantity("averaged_effect")["gain"]
AVERAGED = "gradients averaged over the batch, $N = 100$, $M = 5$, $d = 50$, 1024 tokens"

Q5.claim(
    "averaged.sign",
    f"{AVERAGED}, batches of 64 and 256, step 1 for SGD and $1/d$ an entry for sign steps: sign steps err "
    "less, where with sums they err more (S10.7)",
    averaged(optimiser="sign", B=(64, 256), eta=1.0)
    .named("the error of SGD minus that of SignGD at one step size, gradients averaged")
    .exceeds(),
    stronger(),
)

Q5.claim(
    "averaged.layer_norm",
    f"{AVERAGED}, batches of 16 and 64, a step of 1 for both: with a layer norm SGD errs less, where "
    "with sums it errs more (S10.8)",
    averaged(optimiser="layer norm", B=(16, 64), eta=1.0)
    .quick(B=64)
    .named("the error of SGD minus that of SGD with a layer norm at one step size, gradients averaged")
    .exceeds(),
    stronger(),
)

Q5.claim(
    "averaged.layer_norm.large_step",
    f"{AVERAGED}, batches of 64 and 256, a step of 10 for both: what a layer norm gains at a step of 1 "
    "is gone, no difference beyond .01",
    averaged(optimiser="layer norm", B=(64, 256), eta=10.0)
    .named("the error of SGD minus that of SGD with a layer norm at ten times the step, gradients averaged")
    .equals("0", margin=0.01),
    stronger(bears="refines", own_threshold=True),
)
