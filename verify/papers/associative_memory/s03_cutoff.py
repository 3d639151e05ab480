"""S3: Eq. (9), E ~ p({x : d q(x)^2 <= p_* |q|^2}), as an approximation: where it is good, where useless.

Both sides are computed without sampling, for orthonormal unembeddings or two classes, whose errors have
closed forms. The ratio is one number a cell: a constant would make Eq. (9) a law.
"""

from ...paper import charitable, literal, powers, quantity, stronger
from . import paper

S3 = paper.statement(
    "S3 Equation (9): the error as a cut-off",
    "Up to constants and a logarithmic term, "
    r"$\mathbb{E}[\mathcal{E}(f_q)] \approx p(\{x : d q(x)^2 \le p_* \|q\|^2\})$.",
    place="Section 3.1, Eq. (9)",
    primary="cutoff.two_classes",
    why_primary="'Up to constants' asks for a bounded ratio, and $q = p$ is the first scheme of Table 2 "
    "that has errors of every size; with unembeddings on the sphere, as in Theorem 1, the error "
    "of two classes is known at every $d$.",
).having(tags=("cutoff",))

RATIO = "the ratio of the error to its approximation (9) at"
BOUNDED = "up to constants: the ratio of both sides of Eq. (9) neither grows nor falls with $d$"
FIVE = r"$N = \infty$, $M = 5$, orthonormal unembeddings"
approximation = quantity("cutoff_approximation").where("d >= 1000")
weighted = approximation(M=5, scheme="power").quick(d=(1000, 10000, 10**6, 10**8))

for name, q, q_named, rho, alpha, exponent in (
    ("frequency", "q = p", "q = p", 1.0, 2.0, "2"),
    ("root_frequency", "q = p^{1/2}", r"q = \sqrt{p}", 0.5, 2.0, "2"),
    ("heavier_tail", "q = p", "q = p", 1.0, 1.5, "3/2"),
):
    S3.claim(
        f"cutoff.{name}",
        rf"{BOUNDED}; ${q}$, $\alpha = {exponent}$, {FIVE}",
        weighted(alpha=alpha, rho=rho)
        .named(rf"{RATIO} ${q_named}$, $\alpha = {exponent}$")
        .grows_like("C", alternatives=("C*d**(1/4)",), diverging="d"),
    )

S3.claim(
    "cutoff.two_classes",
    rf"{BOUNDED}; $q = p$, $\alpha = 2$, $N = \infty$, two classes, unembeddings on the sphere",
    approximation(M=2, alpha=2.0, rho=1.0)
    .named(rf"{RATIO} $q = p$, $\alpha = 2$, $M = 2$")
    .grows_like("C", alternatives=("C*d**(1/4)",), diverging="d"),
    literal(derivation="cutoff_ratio"),
)

S3.claim(
    "cutoff.equality",
    rf"as an equation: the ratio of both sides of Eq. (9) is 1 within 10 %; $q = p$, $\alpha = 2$, {FIVE}",
    weighted(alpha=2.0, rho=1.0).named(rf"{RATIO} $q = p$, $\alpha = 2$").equals("1", margin=0.1),
    stronger(own_threshold=True),
)

S3.claim(
    "cutoff.threshold_eighth",
    rf"up to constants, for the scheme of Fig. 1 and Fig. 3: $\rho = 0$, $P = d/8$, $\alpha = 2$, {FIVE}",
    approximation(M=5, scheme="threshold", P="d/8")
    .named(rf"{RATIO} $\rho = 0$, $P = d/8$")
    .grows_like("C", alternatives=("C*d",), diverging="d"),
    literal(derivation="cutoff_ratio_floor"),
)

S3.claim(
    "cutoff.threshold_log",
    rf"up to constants, $\rho = 0$, $P = d/\log d$, $\alpha = 2$, {FIVE}",
    approximation(M=5, scheme="threshold", P="d/log d")
    .named(rf"{RATIO} $\rho = 0$, $P = d/\log d$")
    .grows_like("C", alternatives=("C*d",), diverging="d"),
    charitable(),
)

S3.claim(
    "cutoff.uniform",
    r"as a value: for $q = 1$ and $d > p_* N$ the right side of Eq. (9) is zero; $N = 100$, $d \ge 80$, "
    "orthonormal unembeddings, within .001",
    quantity("uniform_beyond_capacity", "the error of $q = 1$ where its approximation (9) is zero").equals(
        "0", margin=0.001
    ),
    literal(own_threshold=True),
)

S3_1 = paper.statement(
    "S3.1 The noise level",
    r"When $q$ is chosen independently of $p(y|x)$, one can expect $Q_\infty \approx p_* \|q\|^2$.",
    place="Section 3.1",
    primary="noise_level.bounded",
    why_primary="The next line, Eq. (9), follows from it 'up to constants', and $q = 1$ is the scheme whose "
    "capacity the paper reads off it.",
    as_printed=r"It is no equation: $p_*$ is a share of the mass, $Q_\infty/\|q\|^2$ for $q = 1$ one "
    r"of the tokens; at $\alpha = 2$ and $f(x) = x \bmod 5$ the ratio is .31.",
    printed="noise_level.uniform",
).having(tags=("cutoff", "noise"), own_threshold=True)

UNEQUAL = ": classes weigh unequally and hold equally many tokens"
NOISE = r"the ratio $Q_\infty/(p_* \|q\|^2)$ at"
noise = quantity("noise_approximation")(alpha=2.0)

for name, q, q_named, rho, comment, role, theorem in (
    ("uniform", "q = 1", "q = 1", 0.0, UNEQUAL, literal, "uniform"),
    ("frequency", "q = p", "q = p", 1.0, "", literal, "frequency"),
    (
        "root_frequency",
        "q = p^{1/2}",
        r"q = \sqrt{p}",
        0.5,
        ", where $q^2 = p$ makes it one",
        charitable,
        "root",
    ),
):
    S3_1.claim(
        f"noise_level.{name}",
        rf"as an equation within 10 %, ${q}$, $\alpha = 2$, $f(x) = x \bmod 5${comment}",
        noise(rho=rho).named(f"{NOISE} ${q_named}$").equals("1", margin=0.1),
        role(derivation=f"noise_level_{theorem}"),
    )

S3_1.claim(
    "noise_level.bounded",
    r"up to a constant: the ratio neither grows nor falls with $N$, $q = 1$, $\alpha = 2$, "
    r"$f(x) = x \bmod 5$",
    noise(rho=0.0).named(f"{NOISE} $q = 1$").grows_like("C", alternatives=("C*N",), diverging="N"),
    charitable(derivation="noise_level_uniform", own_threshold=False),
)

S3_2 = paper.statement(
    "S3.2 Signal against noise",
    "The error made at the input $x$ relates to the ratio between the signal $d q(x)$ and the noise "
    r"$Q_\infty$.",
    place="Section 3.1",
    why_primary="With two classes the relation is one formula in signal over noise alone.",
)

S3_2.claim(
    "two_classes.student",
    "exactly: Student's law in signal over noise, a token of weight $q$ whose class and competitor hold "
    "squared weights $S$ and $R$ beside it",
    quantity("two_class_error")(d=powers(2, 8))
    .quick(d=(2, 4))
    .named("the error of a token of weight $q$ (squared weights $S$ in its class, $R$ in the other)")
    .equals("betainc(d/2, 1/2, 0, (S + R)/(S + R + q**2))/2", margin=0.05),
    stronger(derivation="two_class_error"),
)
