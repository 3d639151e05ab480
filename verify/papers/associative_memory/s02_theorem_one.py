"""S2: Theorem 1 from both sides, cell by cell and token by token, inside its hypotheses and outside."""

from ...paper import charitable, literal, quantity, stronger
from . import paper

S2_1 = paper.statement(
    "S2.1 Theorem 1: upper bound",
    r"For $M \ge 4$, $d > 8 \log M$ and any $q : [N] \to \mathbb{R}$, $\mathbb{E}[\mathcal{E}(f_q)] \le "
    r"\inf_\gamma 2 d^{-\gamma} + p(\{x : d q(x)^2 \le 16 c_\gamma (Q_\infty + 8 c_\gamma \|q\|^2/d)\})$.",
    place="Theorem 1, Eq. (7)",
    primary="upper_share.nonnegative",
    why_primary="A scheme stores associations with a weight: Eq. (4) introduces $q$ as a probability on the "
    "tokens, so that no weight is negative.",
    as_printed=r"For $q : [N] \to \mathbb{R}$ it needs $q \ge 0$: with all weights $-1$ and an "
    "answer for each token every answer is wrong, while (7) knows only $q^2$.",
    printed="upper_share.any_sign",
).having(severity="critical")

RATIO = "the ratio of the error to its upper bound (7)"

S2_1.claim(
    "upper_share.any_sign",
    r"any $q : [N] \to \mathbb{R}$, as written: all weights $-1$, each token an answer of its own. The "
    "score of the right answer is then the lowest, so that every answer is wrong; (7) knows only $q^2$",
    quantity("negative_weight_share", f"{RATIO} with all weights $-1$").at_most("1", margin=0.02),
    literal(tags=("theorem 1", "counterexample", "answer: Theorem 1 and its hypotheses")),
)

S2_1.claim(
    "upper_share.nonnegative",
    r"$q \ge 0$, $M = 4$ and 16 with random unembeddings, weights $p^\rho$ and thresholds, cell by cell "
    "where the bound is below one",
    quantity("upper_share_sampled", rf"{RATIO} with $q \ge 0$")(M=(4, 16))
    .quick(M=4)
    .at_most("1", margin=0.02),
    charitable(derivation="upper_share", tags=("theorem 1", "answer: Theorem 1 and its hypotheses")),
)

outside = S2_1.having(bears="refines", derivation="upper_share", tags=("theorem 1", "hypotheses"))

outside.claim(
    "upper_share.three_classes",
    r"outside the hypothesis $M \ge 4$: $q \ge 0$ and $M = 3$",
    quantity("upper_share_sampled", f"{RATIO} with three classes")(M=3).quick().at_most("1", margin=0.02),
    stronger(),
)

outside.claim(
    "upper_share.two_classes",
    r"outside the hypothesis $M \ge 4$: $q \ge 0$ and $M = 2$, exactly, $\alpha = 1/2$ to 3, $d$ to 16384",
    quantity("upper_share", f"{RATIO} with two classes").quick(d=(64, 1024, 4096)).at_most("1", margin=0.02),
    stronger(),
)

heavy_token_error = quantity(
    "heavy_token_error", r"the probability that a token just outside the set of (7) at $\gamma = g$ is wrong"
)

S2_1.claim(
    "heavy_token.ceiling",
    r"one token, $q > 0$, just outside the set of (7) at $\gamma = g$: the term $2 d^{-\gamma}$, which "
    r"follows for every $M \ge 2$ and every $d$ (a token can lie outside only where $d \ge 16 \log M$)",
    heavy_token_error.at_most("2*d**(-g)", margin=0.02),
    stronger(derivation="recall_ceiling", tags=("theorem 1", "hypotheses")),
)

S2_1.claim(
    "heavy_token.squared",
    r"one token, $q > 0$, just outside the set of (7) at $\gamma = g$: the square of the printed term, "
    r"$2 d^{-2 \gamma}$, which the proof of (7) gives as well",
    heavy_token_error.at_most("2*d**(-2*g)", margin=0.02),
    stronger(bears="refines", derivation="recall_ceiling", tags=("theorem 1", "looseness")),
)

S2_2 = paper.statement(
    "S2.2 Theorem 1: lower bound",
    r"$\mathbb{E}[\mathcal{E}(f_q)] \ge \frac{1}{20} p(\{x : 3 (d + 1) q(x)^2 \le Q_\infty\})$.",
    place="Theorem 1, Eq. (8)",
    why_primary="It is the bound as printed, inside its hypotheses, on the paper's own schemes.",
).having(severity="critical")

MULTIPLE = "the ratio of the error to its lower bound (8)"
lower_multiple = quantity("lower_multiple")
sampled = quantity("lower_multiple_sampled")
hypotheses = S2_2.having(tags=("theorem 1", "hypotheses"))

S2_2.claim(
    "lower_multiple.sampled",
    r"$M = 4$ and 16 with random unembeddings, weights $p^\rho$, $\rho = 0, 1/2, 1$, and thresholds, cell "
    "by cell",
    sampled(M=(4, 16)).quick(M=4, d=(2, 16)).named(MULTIPLE).at_least("1", margin=0.02),
    literal(derivation="lower_multiple", tags=("theorem 1", "answer: Theorem 1 and its hypotheses")),
)

hypotheses.claim(
    "lower_multiple.three_classes",
    r"outside the hypothesis $M \ge 4$: $M = 3$, and $d = 2 < 8 \log M$",
    sampled(M=3).quick(d=(2, 16)).named(f"{MULTIPLE} with three classes").at_least("1", margin=0.02),
    stronger(bears="refines", derivation="lower_multiple"),
)

hypotheses.claim(
    "lower_multiple.two_classes",
    r"outside the hypotheses: $M = 2$, exactly, $\alpha = 1/2$ to 3, $d$ from 2",
    lower_multiple(M=2)
    .quick(d=(2, 16, 256, 4096))
    .named(f"{MULTIPLE} with two classes")
    .at_least("1", margin=0.02),
    stronger(bears="refines", derivation="lower_multiple"),
)

S2_2.claim(
    "lower_multiple.one_class",
    "outside the hypotheses: one class, $M = 1$, where no answer can be wrong",
    lower_multiple(M=1).named(f"{MULTIPLE} with one class").at_least("1", margin=0.02),
    stronger(
        bears="refines",
        derivation="lower_multiple_one_class",
        tags=("theorem 1", "counterexample", "hypotheses"),
    ),
)

light_token_error = quantity(
    "light_token_error",
    r"the probability that a token at the cut-off $3 (d + 1) q^2 = Q_\infty$ of (8) is wrong",
)

hypotheses.claim(
    "light_token.floor",
    r"one token with $3 (d + 1) q^2 = Q_\infty$, two classes, any $d \ge 1$: the paper's $1/20$",
    light_token_error.at_least("1/20", margin=0.02),
    stronger(derivation="recall_floor_constant"),
)

S2_2.claim(
    "light_token.sharp",
    r"one token with $3 (d + 1) q^2 = Q_\infty$, two classes, any $d \ge 1$: $7/25$ for the paper's $1/20$; "
    r"the best constant is $P(g > 1/\sqrt 3) = .28185$",
    light_token_error.at_least("7/25", margin=0.02),
    stronger(bears="refines", derivation="recall_floor_constant", tags=("theorem 1", "looseness")),
)

S2_2.claim(
    "light_token.load",
    r"one token from its load $d q^2/Q_\infty$, two classes, any $d \ge 1$: at least $7/25$, as derived; "
    "the others in its own class reach it",
    light_token_error(others="own").at_least("7/25", margin=0.02),
    stronger(bears="refines", derivation="recall_floor", tags=("theorem 1",)),
)
