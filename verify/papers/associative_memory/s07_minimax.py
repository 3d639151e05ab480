"""S7: the minimax lower bound, its constant, its hypotheses, and the weights that reach it."""

from ...paper import charitable, literal, quantity, stronger
from . import paper

S7_1 = paper.statement(
    "S7.1 Theorem 2: minimax lower bound",
    r"For a Zipf law with $N = \infty$, any $q$ and any $p_* \in (0, 1)$ there is $p(y|x)$ with "
    r"$p_* = \max_y p(y)$ and $\mathbb{E} \mathcal{E}(f_q) \ge c_\alpha (d + 1)^{1 - \alpha}$, "
    r"$c_\alpha = C_\alpha p_*^{\alpha - 1}/(20 (\alpha + 1) 3^{\alpha - 1})$.",
    place="Theorem 2",
    primary="least_error.printed",
    why_primary=r"The theorem is its bound: no weights err less than $c_\alpha (d + 1)^{1 - \alpha}$; two "
    "classes are the case where the error is one number for all $f$.",
    as_printed=r"'Any $p_* \in (0, 1)$' needs $p_* \ge p(1)$: in model (1) some class holds the most "
    "frequent token.",
    printed="least_class_mass.any",
).having(severity="critical")

S7_1.claim(
    "least_class_mass.any",
    r"any $p_* \in (0, 1)$, as written, under model (1) where y is a function of x: some f should have "
    r"$p_* \le 1/3$. But the token 1 lies in some class, so that $p_* \ge p(1) = 1/\zeta(\alpha)$",
    quantity("least_class_mass", r"the least possible $p_* = \max_y p(y)$").at_most("1/3", margin=0.02),
    literal(derivation="least_class_mass", tags=("minimax", "counterexample", "answer: Theorem 2")),
)

least_error = quantity("least_error", r"the least error of any weights (in units of $C_\alpha$)")

S7_1.claim(
    "least_error.printed",
    r"the printed constant at its largest, $p_* \to 1$, against the exact least error over all $q$; two "
    "classes, where the error is one number for all f",
    least_error.at_least("(d + 1)**(1 - alpha)/(20*(alpha + 1)*3**(alpha - 1))", margin=0.02),
    charitable(derivation="minimax_floor", tags=("minimax", "answer: Theorem 2")),
)

S7_1.claim(
    "least_error.rederived",
    r"$(\alpha - 1)$ where the paper prints $(\alpha + 1)$: the constant that the integral of the tail "
    r"gives, $p_* \to 1$",
    least_error.at_least("(d + 1)**(1 - alpha)/(20*(alpha - 1)*3**(alpha - 1))", margin=0.02),
    stronger(bears="refines", derivation="minimax_floor", tags=("minimax", "looseness")),
)

S7_1.claim(
    "least_error.every_function",
    "what follows for every f into $M$ classes, by pigeonhole in place of $p_*$: no choice of $p(y|x)$ is "
    "needed",
    least_error.at_least("7*(1 + 3*M*(d + 1))**(1 - alpha)/(25*(alpha - 1))", margin=0.02),
    stronger(bears="refines", derivation="minimax_floor", tags=("minimax",)),
)

for name, alpha, printed, constant, comment in (
    (
        "two",
        2.0,
        "2",
        "2.4",
        ". Weights that fall slowly with the rank reach the order that thresholding misses by a logarithm",
    ),
    ("three_halves", 1.5, "3/2", "1.89", ", two classes"),
    ("three", 3.0, "3", "12.7", ", two classes"),
):
    S7_1.claim(
        f"least_error.no_log_{name}",
        rf"no logarithm: the least error over all weights at $\alpha = {printed}$ is at most "
        rf"${constant}\, d^{{1 - \alpha}}$ at every $d$ to $2^{{30}}${comment}",
        least_error(alpha=alpha).at_most(f"{constant}*d**(1 - alpha)", margin=0.01),
        stronger(bears="refines", tags=("minimax", "looseness")),
    )

S7_2 = paper.statement(
    "S7.2 Theorem 2: reached by thresholding",
    r"This performance is reached (up to logarithms) by the thresholding algorithm with $P \simeq d/\log d$ "
    r"and $\rho = 0$.",
    place="Theorem 2",
    primary="threshold_error.small_constant",
    why_primary=r"The sign $\simeq$ leaves the constant open and 'up to logarithms' the power of $\log d$.",
    as_printed=r"With the constant one, $P = d/\log d$, it fails at $\alpha = 2$ and two classes: stored "
    r"tokens are wrong with a probability of the order $d^{-1/2}$; $P = d/(c \log d)$ needs "
    r"$c \ge 2 (\alpha - 1)$.",
    printed="threshold_error.log",
).having(severity="critical", tags=("minimax", "answer: Theorem 2"))

threshold_error = quantity("threshold_error")(alpha=2.0)
ERROR = r"the error of thresholding at $\rho = 0$"

S7_2.claim(
    "threshold_error.log",
    r"$P = d/\log d$ with constant one, two classes, $\alpha = 2$: each stored token is wrong with about "
    r"$P(g > \sqrt{\log d})$, which falls as $d^{-1/2}$ only",
    threshold_error(rule="d/log d")
    .named(rf"{ERROR}, $P = d/\log d$ with two classes, $\alpha = 2$")
    .grows_like("C*d**(1 - 2)", bound="O", alternatives=("C*d**(-1/2)",), up_to_logs=True),
    literal(derivation="threshold_logarithm"),
)

S7_2.claim(
    "threshold_error.small_constant",
    r"$P = d/(2 \alpha \log d)$, a constant small enough, two classes, $\alpha = 2$: the error is of the "
    r"order $d^{1 - \alpha}$ with one factor $\log d$",
    threshold_error(rule="d/(2 alpha log d)")
    .where("d >= 1000")
    .named(rf"{ERROR}, $P = d/(4 \log d)$ with two classes, $\alpha = 2$")
    .grows_like("C*log(d)/d", alternatives=("C*d**(-1/2)",)),
    charitable(derivation="threshold_small"),
)

S7_2.claim(
    "threshold_error.best",
    r"the best $P$, two classes, $\alpha = 2$: the logarithm stays, at least $0.87 \log d/d$",
    threshold_error(rule="best")
    .where("d >= 1000")
    .named(rf"{ERROR} with the best $P$ and two classes, $\alpha = 2$")
    .at_least("87*log(d)/(100*d)", margin=0.02),
    stronger(bears="refines", derivation="minimax_floor"),
)
