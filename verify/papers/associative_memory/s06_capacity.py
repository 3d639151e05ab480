"""S6: how many associations a d by d matrix stores: at most d, d/log d, or d^2."""

from ...paper import charitable, literal, powers, quantity, stronger
from . import paper

S6_1 = paper.statement(
    "S6.1 At most d associations",
    "Our model stores at most $d$ associations.",
    place="Proposition 3",
    primary="stored_failure.five_classes",
    why_primary=r"The paper's figures have $f(x) = x \bmod 5$, and 'at most $d$' stands beside $d/\log d$ "
    "as an order of growth.",
    as_printed="It needs a fixed number of answers: with an answer for each token the model "
    "stores at least of the order $d^{3/2}$.",
    printed="stored_failure.distinct",
).having(severity="critical", tags=("capacity", "answer: How many associations fit"))

FIVE_PERCENT = "stored at 5 % errors"
counts = S6_1.having(tags=("capacity",))
stored = quantity("stored_failure")["wrong"].reaches(0.05, by="P", fitted=True)
own_answers = stored(f="own").named(f"the number of tokens, each with an answer of its own, {FIVE_PERCENT}")
per_token = quantity("stored_per_token", f"the number of tokens of two classes {FIVE_PERCENT}")(level=0.05)

S6_1.claim(
    "stored_failure.distinct",
    "an answer for each token ($M = P$), as in the Hopfield network that the paper names: $P$ is at most of "
    "order $d$",
    own_answers.quick(d=powers(16, 64)).grows_like("C*d", bound="O", alternatives=("C*d**2",)),
    literal(derivation="distinct_size_floor"),
)

S6_1.claim(
    "stored_failure.distinct_floor",
    "an answer for each token: $P$ is at least of order $d^{3/2}$, far beyond $d$",
    own_answers.quick(d=(16, 32)).grows_like("C*d**(3/2)", bound="Omega", alternatives=("C*d",)),
    stronger(bears="contradicts", derivation="distinct_size_floor"),
)

S6_1.claim(
    "stored_per_token.theta",
    "a fixed number of classes and a fixed error per token: $P$ grows as $d$, with no logarithm",
    per_token.grows_like("C*d"),
    charitable(derivation="stored_size"),
)

counts.claim(
    "stored_per_token.at_most_d",
    "a count: at most $d$ tokens, where up to 30 % errors per token are allowed, two classes",
    per_token(level=0.3)
    .named("the number of tokens of two classes stored at 30 % errors")
    .at_most("d", margin=0.02),
    literal(derivation="stored_size"),
)

counts.claim(
    "stored_per_token.five_percent",
    "a count: at most $d$ tokens, where 5 % errors per token are allowed, two classes",
    per_token.at_most("d", margin=0.02),
    charitable(derivation="stored_size"),
)

S6_1.claim(
    "stored_failure.five_classes",
    r"five classes, $f(x) = x \bmod 5$, as in the paper's figures: $P \asymp d$",
    stored(f="mod", d=powers(32, 2048))
    .named(f"the number of tokens of five classes {FIVE_PERCENT}")
    .grows_like("C*d", alternatives=("C*d**2",)),
    charitable(),
)

S6_1.claim(
    "stored_failure.one_class",
    r"f constant beside an unused class: no easier, $P \asymp d$, since tokens of one class compete too",
    stored(f="one")
    .named(f"the number of tokens of one class {FIVE_PERCENT}")
    .grows_like("C*d", alternatives=("C*d**2",)),
    stronger(derivation="stored_size_twentieth"),
)

S6_1.claim(
    "stored_per_token.floor",
    r"a fixed number of classes and a fixed error per token: at least $\frac{9}{25} d$, so that no "
    "logarithm is there",
    per_token.at_least("9*d/25", margin=0.02),
    charitable(bears="refines", derivation="stored_size"),
)

S6_2 = paper.statement(
    "S6.2 About d/log d associations",
    r"Theorem 1 implies that our model with $d^2$ parameters only memorizes about $d/\log d$ associations.",
    place="Section 4.2",
    why_primary="The logarithm of Theorem 1 comes from asking every token to be right, and its bound with "
    "fixed M; 'about' is an order of growth.",
).having(severity="critical", tags=("capacity", "answer: How many associations fit"))

stored_all = quantity(
    "stored_all", "the number of tokens of two classes that are all right with probability 1/2"
)

S6_2.claim(
    "stored_all.order",
    r"all tokens at once, two classes: of the order $d/\log d$ as $d$ grows, $d$ to $10^{12}$",
    stored_all.grows_like("C*d/log(d)", asymptotic=True),
    charitable(),
)

S6_2.claim(
    "stored_all.ceiling",
    r"all tokens at once, two classes: at most $\frac{5}{4} d/\log d$ at every $d$ to $10^{12}$",
    stored_all.at_most("5*d/(4*log(d))", margin=0.02),
    charitable(bears="refines"),
)

S6_2.claim(
    "stored_all.floor",
    r"all tokens at once, two classes: at least $\frac{1}{2} d/\log d$",
    stored_all.at_least("d/(2*log(d))", margin=0.02),
    charitable(bears="refines", derivation="stored_all_floor"),
)

guaranteed_size = quantity(
    "guaranteed_size", "the number of tokens, each with an answer of its own, whose errors (7) bounds by 5 %"
)

S6_2.claim(
    "guaranteed_size.ceiling",
    r"an answer for each token ($M = P$), to which (7) applies as well: then $Q_\infty = 1$ and "
    r"$\|q\|^2 = P$, and (7) itself must guarantee no more than $\frac{5}{4} d/\log d$",
    guaranteed_size.at_most("5*d/(4*log(d))", margin=0.02),
    literal(derivation="guaranteed_tokens"),
)

S6_2.claim(
    "guaranteed_size.order",
    r"an answer for each token ($M = P$), 5 % errors: what (7) guarantees grows no faster than $d/\log d$, "
    "$d$ from $10^6$",
    guaranteed_size.where("d >= 10**6").grows_like(
        "C*d/log(d)", bound="O", alternatives=("C*d**2/log(d)**2",)
    ),
    literal(derivation="guaranteed_tokens"),
)

S6_3 = paper.statement(
    "S6.3 Dimension needed for zero error",
    r"Reaching a zero error with $d = 2$ greatly contrasts with the condition $d \ge N$ needed to get to a "
    "zero generalization error when the embeddings are random.",
    place="Figure 8",
    why_primary="Fig. 8 has five classes and $N = 100$, and the scheme that stores all tokens alike is the "
    "one of Fig. 3, whose error vanishes beyond $d = N$.",
).having(own_threshold=True)

S6_3.claim(
    "crowded_failure.five_classes",
    r"Fig. 8's five classes, random embeddings, all tokens stored alike, $\alpha = 2$, $N = 100$ and 1000: "
    r"for no $d \le N$ is the error zero; it is above 1/10",
    quantity("recall_curves")["uniform"]
    .where("d <= N")
    .named(r"the error of equal weights $q_0$ with infinite data where $d \le N$")
    .at_least("1/10", margin=0.02),
    literal(derivation="one_rival_uniform", tags=("capacity", "figure 8")),
)

S6_3.claim(
    "crowded_failure.any_matrix",
    "five classes, random embeddings, the best $W$ in place of a sum of outer products: all of "
    r"$N = \frac{5}{2} d$ tokens are right with probability at least 1/2, by linear programs",
    quantity("separable")(M=5)
    .where("2*N == 5*d")
    .named(r"the probability that some matrix has all of $N = \frac{5}{2} d$ tokens of five classes right")
    .at_least("1/2", margin=0.05),
    stronger(bears="contradicts", tags=("capacity", "figure 8")),
)

crowded_failure = quantity("crowded_failure")["wrong"](d=256).quick()

S6_3.claim(
    "crowded_failure.zero",
    r"'$d \ge N$ is needed for zero error with random embeddings': at $d = N/4 = 256$ fewer than one token "
    "in a hundred is wrong",
    crowded_failure.named("the fraction of wrong tokens at $P = N = 4 d$ with an answer for each").at_most(
        "1/100", margin=0.1
    ),
    stronger(bears="contradicts", severity="critical", tags=("capacity", "counterexample")),
)

S6_4 = paper.statement(
    "S6.4 The overflow regime",
    r"For $q = 1$ there is an overflow regime where $3 (d + 1) \le N p_*$ and the error exceeds $1/20$.",
    place="Section 3.2, below Eq. (10)",
    primary="crowded_failure.overflow.five_classes",
    why_primary=r"The regime is read off Eq. (8), and the figures of the paper, which show it, have "
    r"$f(x) = x \bmod 5$.",
    as_printed=r"For every $f$ and $\alpha$ it needs the largest share of the tokens, $Q_\infty/N$, for "
    r"$p_*$, which the paper defines as a share of the mass: at $\alpha = 3$ with an answer for each token "
    "the condition is met at $N = 4d$ and the error is $10^{-9}$.",
    printed="crowded_failure.overflow",
)

S6_4.claim(
    "crowded_failure.overflow.five_classes",
    r"$q = 1$, $f(x) = x \bmod 5$ as in the paper's figures, random embeddings, $\alpha = 2$, $N = 100$ and "
    r"1000, $d \le N/5$, where $3 (d + 1) \le N p_*$ with $p_* = .64$",
    quantity("recall_curves")["uniform"]
    .where("5*d <= N")
    .named(r"the error of equal weights $q_0$ with infinite data where $d \le N/5$")
    .at_least("1/20", margin=0.02),
    charitable(quantifier="exists", derivation="one_rival_uniform", tags=("capacity",)),
)

S6_4.claim(
    "crowded_failure.overflow",
    r"$q = 1$, $\alpha = 3$, an answer for each token, $N = 4 d = 1024$: $3 (d + 1) \le N p_*$ with $p_* = "
    r"1/\zeta(3) = .83$. Equally stored tokens are wrong equally often, so that the error is one token's",
    crowded_failure.named(
        r"the error of equal weights at $N = 4 d$ and $\alpha = 3$ with an answer for each token"
    ).at_least("1/20", margin=0.1),
    literal(severity="critical", tags=("capacity", "counterexample")),
)

paper.statement(
    "S6.5 Hopfield networks",
    r"Hopfield networks can only store $d/\log d$ patterns with a $d$ by $d$ matrix.",
    place="Proposition 3",
    not_covered="It is about another model, cited from the literature; the calibration's gauntlet holds the "
    "verifier to it.",
)
