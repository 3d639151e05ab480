"""S5: Proposition 3 and Table 2, powers of the frequency cut off, q = p^rho 1[x <= P], N = infinity."""

from ...paper import charitable, literal, powers, quantity, stronger
from . import paper
from .s04_schemes import FAR, TWO

EVEN = powers(100, 10**8, 100)
THRESHOLD = ("threshold", "answer: Exponents of the storage schemes in d")

S5 = paper.statement(
    "S5 Proposition 3: with thresholding",
    r"With $N = \infty$ and $P \simeq d^{1/(2 \rho \alpha + 1)}$ the error of $q = p^\rho 1[x \le P]$ is of "
    r"order $d^{-(\alpha - 1)/(2 \rho \alpha + 1)}$ up to logarithms.",
    place="Proposition 3, Eq. (14)",
    why_primary=r"It takes the threshold as stated, at a $\rho$ where $P$ is large enough that rounding it "
    "does not matter.",
).having(tags=THRESHOLD)

thresholded = quantity("thresholded_error")(alpha=2.0, d=FAR)
stated = thresholded(M=2, P="d^(1/(2 rho alpha + 1))")

S5.claim(
    "thresholded.stated.eighth",
    rf"$\rho = 1/8$, $\alpha = 2$, $P = d^{{1/(2 \rho \alpha + 1)}}$ rounded down, {TWO}, without any "
    "logarithm",
    stated(rho=0.125)
    .named(r"the error of $q = p^{1/8} 1[x \le P]$ at $\alpha = 2$")
    .grows_like("C*d**(-2/3)", alternatives=("C/d", "C/d**2")),
    literal(derivation="stored_error_eighth"),
)

S5.claim(
    "thresholded.stated.quarter",
    rf"$\rho = 1/4$, $\alpha = 2$, $P = \sqrt d$ rounded down, {TWO}, without any logarithm",
    stated(rho=0.25)
    .named(r"the error of $q = p^{1/4} 1[x \le P]$ at $\alpha = 2$")
    .grows_like("C*d**(-1/2)", alternatives=("C/d",)),
    literal(derivation="stored_error_quarter"),
)

S5_1 = paper.statement(
    "S5.1 Table 2: storing the first d tokens",
    r"When $\rho = 0$ and $P \simeq d$, one gets a scaling in $d^{-\alpha + 1}$; in Table 2, "
    r"$q(x) = 1[x \le d]$.",
    place="Proposition 3; Table 2",
    why_primary="Table 2 prints the scheme, with $P = d$.",
    why_refuted=r"With $P = c\,d$ every stored token is wrong with a fixed probability, .159 for $c = 1$ "
    "and two classes, so that no power of $d$ and no logarithm is left; Theorem 2's "
    r"$P \simeq d/\log d$ repairs it.",
).having(tags=THRESHOLD)

FIVE = r"$\alpha = 2$, $M = 5$ orthonormal unembeddings"
first_d = thresholded(rho=0.0, P="d").named("the error of storing the $d$ most frequent tokens alike")
first_eighth = thresholded(rho=0.0, P="d/8").named(
    "the error of storing the $d/8$ most frequent tokens alike"
)

for name, text, error, reading in (
    (
        "dimension.two",
        rf"$P = d$ as Table 2 prints it, $\alpha = 2$, {TWO}",
        first_d(M=2),
        literal(derivation="thresholded_error"),
    ),
    (
        "dimension.five",
        f"$P = d$ as Table 2 prints it, {FIVE}",
        first_d(M=5),
        literal(derivation="one_rival_dimension"),
    ),
    (
        "eighth.five",
        f"$P = d/8$ as in the figures, {FIVE}, far beyond them",
        first_eighth(M=5),
        literal(derivation="one_rival_floor"),
    ),
    (
        "eighth.figures",
        f"$P = d/8$, {FIVE}, on the range of the figures",
        first_eighth(M=5, d=(32, 100, 316, 1000)),
        charitable(),
    ),
):
    S5_1.claim(f"thresholded.{name}", text, error.grows_like("C/d", alternatives=("C*d**(-1/4)",)), reading)

S5_1.claim(
    "thresholded.dimension.limit",
    rf"$P = d$, $\alpha = 2$, {TWO}: it tends to a normal's chance beyond one deviation",
    first_d(M=2).tends_to("erfc(sqrt(1/2))/2", margin=0.01),
    stronger(bears="contradicts", derivation="thresholded_error"),
)

S5_1.claim(
    "thresholded.eighth.floor",
    rf"$P = d/8$, $\alpha = 2$, {TWO}: what is left is a normal's chance beyond $\sqrt 8$ deviations",
    first_eighth(M=2).tends_to("erfc(2)/2", margin=0.01),
    stronger(bears="contradicts", derivation="stored_error_figure"),
)

logarithmic = quantity("logarithmic_threshold")(d=FAR)
logarithm = S5_1.having(bears="refines", derivation="stored_error_logarithm")
LAW = "the law with its logarithm"

logarithm.claim(
    "thresholded.logarithm.two",
    rf"$P = d/(c \log d)$ with $c = 2 = 2(\alpha - 1)$, $\alpha = 2$, {TWO}: {LAW}",
    logarithmic(alpha=2.0, c=2.0)
    .named(r"the error of storing the $d/(2 \log d)$ most frequent tokens alike")
    .grows_like("C*log(d)/d"),
    charitable(),
)

logarithm.claim(
    "thresholded.logarithm.one",
    rf"$P = d/\log d$ to the letter, $\alpha = 2$, {TWO}",
    logarithmic(alpha=2.0, c=1.0)
    .named(r"the error of storing the $d/\log d$ most frequent tokens alike at $\alpha = 2$")
    .grows_like("C*log(d)/d"),
    charitable(),
)

logarithm.claim(
    "thresholded.logarithm.one.three_halves",
    rf"$P = d/\log d$ to the letter, $\alpha = 3/2$, {TWO}: {LAW}",
    logarithmic(alpha=1.5, c=1.0)
    .named(r"the error of storing the $d/\log d$ most frequent tokens alike at $\alpha = 3/2$")
    .grows_like("C*sqrt(log(d)/d)"),
    charitable(),
)

logarithm.claim(
    "thresholded.logarithm.four",
    rf"$P = d/(4 \log d)$, $\alpha = 2$, {TWO}: {LAW}",
    logarithmic(alpha=2.0, c=4.0)
    .named(r"the error of storing the $d/(4 \log d)$ most frequent tokens alike")
    .grows_like("C*log(d)/d"),
    charitable(),
)

paper.statement(
    "S5.2 The stated threshold",
    r"Setting $P \simeq d^{1/(2 \rho \alpha + 1)}$ is the choice made for $\rho > 0$.",
    place="Proposition 3",
    not_covered="It states a choice and asserts nothing of it; whether a better threshold exists is our own "
    "question Q1.",
)

S5_3 = paper.statement(
    "S5.3 Where the maximum is reached",
    r"This maximum is reached for $P \simeq d$.",
    place="Proposition 3",
    primary="best_threshold.uniform.to_logs",
    why_primary=r"The sentence is about $\rho = 0$ and explains Eq. (14) of the same proposition, which "
    r"grants logarithms; Theorem 2 writes $P \simeq d/\log d$.",
    as_printed=r"Without a logarithm it fails: the best $P$ is of the order $d/\log d$, a share of $d$ that "
    "falls without bound.",
    printed="best_threshold.uniform",
).having(tags=("threshold", "optimal", "answer: Best thresholds"))

best_size = (
    quantity("best_threshold_size")(rho=0.0)
    .quick(d=EVEN)
    .named(r"the best $P$ of $q = 1[x \le P]$ at $\alpha = 2$")
)

S5_3.claim(
    "best_threshold.uniform",
    rf"$\rho = 0$, $\alpha = 2$, {TWO}: the maximum is reached for $P$ in proportion to $d$",
    best_size.grows_like("C*d"),
)

S5_3.claim(
    "best_threshold.uniform.to_logs",
    rf"$\rho = 0$, $\alpha = 2$, {TWO}: the maximum is reached for $P$ in proportion to $d$, up to the "
    "logarithms that Eq. (14) grants",
    best_size.grows_like("C*d", up_to_logs=True),
    charitable(),
)

S5_3.claim(
    "best_threshold.uniform.logarithm",
    rf"$\rho = 0$, $\alpha = 2$, {TWO}: in proportion to $d/\log d$",
    best_size.grows_like("C*d/log(d)"),
    charitable(bears="refines"),
)

S5_4 = paper.statement(
    "S5.4 Optimality of storing alike",
    r"The scaling $d^{-\alpha + 1}$ of $\rho = 0$ is actually optimal.",
    place="Proposition 3; Table 2",
    primary="thresholded.best.uniform",
    why_primary="Optimal in order is what the scheme at its own best threshold can show, with the logarithm "
    "that the proposition allows.",
).having(tags=("threshold", "optimal", "answer: Best thresholds"))

best_error = quantity("best_thresholded_error").quick(d=EVEN)

S5_4.claim(
    "thresholded.best.without_logarithm",
    r"with the best $P$ it is $d^{-(\alpha - 1)}$ at $\rho = 1/8$, $\alpha = 2$, without any logarithm, "
    f"{TWO}",
    best_error(rho=0.125)
    .named(r"the least error of $q = p^{1/8} 1[x \le P]$ over all $P$ at $\alpha = 2$")
    .grows_like("C/d", alternatives=("C*d**(-2/3)",)),
    stronger(bears="refines", derivation="best_error_above"),
)

S5_4.claim(
    "thresholded.best.uniform",
    rf"$\rho = 0$ with the best $P$, $\alpha = 2$, {TWO}: the law with its logarithm",
    best_error(rho=0.0)
    .named(r"the least error of $q = 1[x \le P]$ over all $P$ at $\alpha = 2$")
    .grows_like("C*log(d)/d"),
    stronger(),
)

S5_5 = paper.statement(
    "S5.5 Limiting the storage",
    "A better option than weighting memories by their frequencies consists in explicitly limiting the "
    "storage with a thresholding algorithm.",
    place="Section 3.2, Eq. (12)",
    primary="threshold_advantage.frequency",
    why_primary=r"Weighting by frequency is Eq. (11) at $\rho = 1$; the threshold is that of Theorem 2, "
    r"$\rho = 0$ and $P \simeq d/\log d$.",
).having(tags=("threshold",))

CLASSES = "two classes, and five with orthonormal unembeddings"
advantage = quantity("threshold_advantage")
few = advantage(P="d/log d")
beside_frequency = few(rho=1.0).named(r"the error of $q = p$ over that of $q = 1[x \le d/\log d]$")

S5_5.claim(
    "threshold_advantage.frequency",
    rf"$P = d/\log d$ beside $q = p$, $\alpha = 1.5$ and 2, {CLASSES}: better at every $d$ from 10 on",
    beside_frequency.exceeds("1"),
    charitable(),
)

S5_5.claim(
    "threshold_advantage.growth",
    r"$P = d/\log d$ beside $q = p$, $\alpha = 2$, two classes: by a factor that grows at least like "
    "$d^{1/4}$",
    beside_frequency(alpha=2.0, M=2).grows_like("C*d**(1/4)", bound="Omega"),
    stronger(),
)

S5_5.claim(
    "threshold_advantage.root",
    rf"$P = d/\log d$ beside $q = \sqrt p$, $\alpha = 1.5$ and 2, {CLASSES}: better at every $d$ from 10 on",
    few(rho=0.5).named(r"the error of $q = \sqrt p$ over that of $q = 1[x \le d/\log d]$").exceeds("1"),
    stronger(bears="refines"),
)

S5_5.claim(
    "threshold_advantage.eighth",
    rf"$P = d/8$, as in the figures, beside $q = p$, $\alpha = 1.5$ and 2, {CLASSES}: better at every $d$ "
    "from 10 on",
    advantage(P="d/8", rho=1.0).named(r"the error of $q = p$ over that of $q = 1[x \le d/8]$").exceeds("1"),
    stronger(bears="refines"),
)
