"""S11: Lemma 1 at random and far out, and model (23), which keeps all embeddings.

The overlaps of pairs are independent two at a time, so that the probability of a bad pair has bounds on both
sides without sampling. Model (23) is asked for all its tokens, and its error is enclosed far out.
"""

from ...paper import charitable, literal, quantity, stronger
from . import paper

S11 = paper.statement(
    "S11 Lemma 1: quasi-orthogonal vectors",
    r"For any $d$ and $P \ge 3$ there is an embedding $u: [P] \to \mathbb{R}^d$ such that the family is "
    r"$\eta = 2 \sqrt{d^{-1} \log P}$-quasi orthogonal.",
    place="Lemma 1, Section 4.2",
    why_primary="A failure at random of probability below one shows that a family exists.",
).having(tags=("quasi-orthogonality",))

SOME_PAIR = "the probability that some pair of"
LEMMA = r"$P$ random unit vectors overlaps by more than $\eta = 2 \sqrt{d^{-1} \log P}$"
failure = quantity("incoherence_failure", f"{SOME_PAIR} {LEMMA}")

S11.claim(
    "incoherence.lemma",
    r"a family exists since random vectors have a pair beyond $\eta = 2\sqrt{\log P/d}$ with probability at "
    r"most $1 - 1/P < 1$; where $\eta \ge 1$ the lemma says nothing",
    failure(rule="lemma").at_most("(P - 1)/P", margin=0.02),
    literal(derivation="incoherence_lemma", quantifier="exists", severity="critical"),
)

S11.claim(
    "incoherence.lemma_sampled",
    r"the bound $1 - 1/P$ on the probability of a pair beyond $\eta = 2\sqrt{\log P/d}$, against drawn "
    "families of random unit vectors",
    quantity("incoherence_failure_sampled", f"{SOME_PAIR} {LEMMA}")
    .quick(d=(8, 32))
    .at_most("(P - 1)/P", margin=0.02),
    charitable(derivation="incoherence_lemma"),
)

S11_1 = paper.statement(
    "S11.1 Random vectors are quasi-orthogonal",
    "Quasi-orthogonality is an event that holds with high probability when embeddings are random.",
    place="Section 4.2",
    why_primary="No variable is named that grows, so that one bound is to hold for all sizes.",
).having(severity="critical", tags=("quasi-orthogonality",))

S11_1.claim(
    "incoherence.likely",
    r"at every $P$ and $d$, $\eta$ as in Lemma 1: no pair is beyond with probability at least 7/8",
    failure(rule="lemma").at_most("1/8", margin=0.02),
    charitable(derivation="incoherence_union", own_threshold=True),
)

S11_1.claim(
    "incoherence.ever_likelier",
    r"at every $P$ and $d$: with probability at least $1 - 1/(5 \sqrt{\log P})$, which tends to one slower "
    "than any power of $P$",
    failure(rule="lemma").at_most("1/(5*sqrt(log(P)))", margin=0.02),
    stronger(bears="refines", derivation="incoherence_union", own_threshold=True),
)

S11_1.claim(
    "incoherence.fixed_number",
    "'with high probability' as $d$ grows at $P = 16$: the failure would vanish",
    failure(rule="lemma", P=16).tends_to("0", margin=0.02, diverging="d"),
)

S11_1.claim(
    "incoherence.exponential_number",
    r"$P = \lfloor \exp(\eta^2 d/4) \rfloor$ at $\eta = 1/2$, as in model (23): the failure vanishes as $d$ "
    "grows, within .001 at $d = 512$",
    failure(rule="exponential", eta=0.5)
    .named(
        rf"{SOME_PAIR} $P = \lfloor e^{{d/16}} \rfloor$ random unit vectors overlaps by more than "
        r"$\eta = 1/2$"
    )
    .tends_to("0", margin=0.001, diverging="d"),
    charitable(),
)

S11_2 = paper.statement(
    "S11.2 Exponentially many",
    r"An exponential number of quasi-orthogonal elements can be put in $\mathbb{R}^d$.",
    place="Section 4.2",
    why_primary=r"It is a promise of so many, of the order that Lemma 1 gives at a fixed $\eta$.",
).having(severity="critical", tags=("quasi-orthogonality", "rate"))

incoherent_size = quantity(
    "incoherent_size",
    "the number of random unit vectors of which half a pair is expected to overlap by more than "
    r"$\eta = 1/2$",
)(eta=0.5)

S11_2.claim(
    "incoherence.exponential",
    r"$\eta = 1/2$: at least of the order $\exp(\eta^2 d/4)$ that Lemma 1 gives",
    incoherent_size.grows_like("C*(1 + exp(d/16))", bound="Omega", margin=0.02),
    literal(derivation="incoherent_size"),
)

S11_2.claim(
    "incoherence.exponential_order",
    r"$\eta = 1/2$: of the order $\exp(\eta^2 d/4)$ and no more",
    incoherent_size.grows_like("C*(1 + exp(d/16))", margin=0.02),
    stronger(derivation="incoherent_size"),
)

S11_2.claim(
    "incoherence.exact_rate",
    r"$\eta = 1/2$: of the order $d^{1/4} (1 - \eta^2)^{-d/4}$, whose rate .0719 is above $\eta^2/4 = .0625$",
    incoherent_size.grows_like("C*d**(1/4)*(1 + (4/3)**(d/4))", margin=0.02),
    stronger(bears="refines", derivation="incoherent_size"),
)

S11_3 = paper.statement(
    "S11.3 Model (23) fits exponentially many",
    r"The model $f_1(x) = \arg\max_y \sum_{x' \in [P]} u_{f_*(x')}^\top \sigma(e_{x'}^\top e_x - \eta)$ can "
    r"fit $P = \exp(\eta^2 d/4)$ elements in memory.",
    place="Eq. (23)",
    why_primary="To fit is to be right about all of them.",
).having(own_threshold=True, severity="critical")

recall = quantity("rectified_recall")

S11_3.claim(
    "rectified.fits",
    r"$\eta = 1/2$, $M = 5$, unembeddings on the sphere, $P = \lfloor \exp(\eta^2 d/4) \rfloor$ tokens, $y$ "
    "put in where (23) leaves it out: all are right but once in fifty trials at most",
    recall["any"]
    .quick(d=(32, 48, 64))
    .named("the probability that model (23) is wrong about some of its tokens")
    .at_most("1/50", margin=0.1),
    literal(
        derivation="rectified_any",
        tags=("model (23)", "capacity", "answer: How many associations fit"),
    ),
)

S11_3.claim(
    "rectified.fits_squared",
    r"$P = \lfloor (1 - \eta^2)^{-d/2} \rfloor$ tokens, more than the square of $\exp(\eta^2 d/4)$: each is "
    "still right but once in fifty trials at most",
    quantity("rectified_token")["wrong"](d=range(24, 49, 8))
    .quick(d=(24, 32))
    .named("the probability that model (23) is wrong about a token")
    .at_most("1/50", margin=0.1),
    stronger(
        bears="refines",
        derivation="rectified_token",
        tags=("model (23)", "capacity", "looseness"),
    ),
)

S11_4 = paper.statement(
    "S11.4 Error of model (23)",
    r"This leads to a scaling in $\mathcal{E}(f_1) \asymp \exp(-(\alpha - 1) \eta^2 d/4)$ under an "
    r"$\alpha$-Zipf law.",
    place="below Eq. (23)",
    why_primary=r"$\alpha = 2$ is the exponent of the paper's experiments.",
).having(severity="critical", tags=("model (23)", "rate"))

ORDER = r"the error is of the order $\exp(-(\alpha - 1) \eta^2 d/4)$"
error = quantity("rectified_error")

for name, alpha, exponent, power in (
    ("error", 2.0, "2", "d/16"),
    ("error_heavier", 1.5, "3/2", "d/32"),
    ("error_lighter", 3.0, "3", "d/8"),
):
    S11_4.claim(
        f"rectified.{name}",
        rf"$\alpha = {exponent}$, $\eta = 1/2$, orthonormal unembeddings, "
        rf"$P = \lfloor \exp(\eta^2 d/4) \rfloor$: {ORDER}",
        error(alpha=alpha, P="exp(eta^2 d/4)")
        .named(rf"the error of model (23) with $P = \lfloor e^{{d/16}} \rfloor$ at $\alpha = {exponent}$")
        .grows_like(f"C/(1 + exp({power}))", margin=0.02),
        literal(derivation="rectified_error"),
    )

S11_4.claim(
    "rectified.error_more_stored",
    r"$\alpha = 2$, $\eta = 1/2$, orthonormal unembeddings, $P = \lfloor (1 - \eta^2)^{-d/4} \rfloor$, "
    r"which is more: the error is of the smaller order $(1 - \eta^2)^{d/4}$",
    error(alpha=2.0, P="(1 - eta^2)^(-d/4)")
    .named(r"the error of model (23) with $P = \lfloor (4/3)^{d/4} \rfloor$ at $\alpha = 2$")
    .grows_like("C/(1 + (4/3)**(d/4))", margin=0.02),
    stronger(bears="refines", derivation="rectified_error_more", tags=("model (23)", "rate", "looseness")),
)

S11_5 = paper.statement(
    "S11.5 Probability of a pair",
    r"When input embeddings are chosen at random, the probability that they are not $\eta$-quasi orthogonal "
    r"is bounded by $P^2 \exp(-d \eta^2/2)$.",
    place="footnote 3",
    why_primary="It is the bound as printed, where it says something.",
).having(tags=("quasi-orthogonality",))

given = (
    failure(rule="given")
    .where("2*log(P) < d*eta**2/2")
    .named(rf"{SOME_PAIR} $P$ random unit vectors overlaps by more than $\eta$")
)

S11_5.claim(
    "incoherence.footnote",
    r"as printed, $P^2 \exp(-d \eta^2/2)$, where that is below 1",
    given.at_most("P**2*exp(-d*eta**2/2)", margin=0.02),
    literal(derivation="incoherence_bound"),
)

S11_5.claim(
    "incoherence.footnote_derived",
    r"what the union over pairs gives, $P (P - 1) \exp(-d \eta^2/2)$",
    given.at_most("P*(P - 1)*exp(-d*eta**2/2)", margin=0.02),
    stronger(bears="refines", derivation="incoherence_bound"),
)

S11_5.claim(
    "incoherence.footnote_used",
    r"as the reason that (23) fits $P = \exp(\eta^2 d/4)$ tokens: there $P^2 \exp(-d \eta^2/2)$ is at most "
    "1/2",
    quantity("footnote_bound", "the footnote's bound where model (23) uses it").at_most("1/2", margin=0.02),
    stronger(bears="refines", derivation="footnote_used", tags=("quasi-orthogonality", "vacuous")),
)

S11_6 = paper.statement(
    "S11.6 Quasi-orthogonality is enough",
    r"When input embeddings are $\eta$-quasi orthogonal, $f_1(x) = f_*(x)$ for any $x \in [P]$.",
    place="footnote 3",
    why_primary="The right class wins exactly where its gap to every competitor is positive.",
).having(tags=("model (23)",))

S11_6.claim(
    "rectified.gap",
    r"exactly: for an $\eta$-quasi orthogonal family, $\eta < 1$, the gap to a competitor at distance "
    r"$\kappa$ is $(1 - \eta) \kappa^2/2 > 0$",
    quantity("answer_gap")(model="(23)")
    .named(r"the gap in score of the right class to a competitor at distance $\kappa$ in model (23)")
    .equals("(1 - eta)*kappa**2/2", margin=0.02),
    literal(derivation="rectified_gap"),
)

S11_6.claim(
    "rectified.contradiction",
    r"drawn families of $\exp(\eta^2 d/4)$: none is wrong where it is quasi-orthogonal",
    recall["contradiction"]
    .named(r"the probability that model (23) is wrong though no two embeddings overlap by more than $\eta$")
    .equals("0", margin=0.02),
    charitable(derivation="rectified_sound"),
)

paper.statement(
    "S11.7 Cost of model (23)",
    "Model (23) needs $P d$ parameters to store $P$ associations of size $d$, and compute of $P d$ at "
    "inference rather than $d^2$.",
    place="below Eq. (23)",
    not_covered="A count of the letters in the formula: nothing random or asymptotic is asserted.",
)
