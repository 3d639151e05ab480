"""S11: embeddings that are learned: Eq. (24) and the training of Fig. 8."""

from ...paper import charitable, literal, quantity, stronger
from . import paper

TRAINED = r"$d = 2$, $N = 100$, $\alpha = 2$"
LEARNED, TRAINING = ("learned embeddings",), ("learned embeddings", "training")

S11_8 = paper.statement(
    "S11.8 Embeddings set to the unembeddings",
    r"$W = I$, $u_y \in \mathcal{S}^d$ for all $y$ and $e_x = u_{f_*(x)}$ imply "
    r"$f_*(x) = \arg\max_y u_y^\top W e_x$.",
    place="Eq. (24)",
    why_primary="Unembeddings of different classes are meant to differ, as no argmax tells equal ones apart.",
).having(tags=LEARNED)

S11_8.claim(
    "learned.gap",
    r"exactly: $W = I$ and $e_x = u_{f(x)}$ give a gap of $\kappa^2/2$ to a competitor at distance $\kappa$, "
    "positive wherever unembeddings differ",
    quantity("answer_gap")(model="(24)")
    .named(r"the gap in score of the right class to a competitor at distance $\kappa$ under (24)")
    .equals("kappa**2/2", margin=0.02),
    charitable(derivation="learned_gap"),
)

learned_error = quantity("learned_error")

S11_8.claim(
    "learned.one_dimension",
    "as printed, for every choice of $u_y$ on the sphere: in one dimension three or more classes share an "
    "unembedding, and tie",
    learned_error(d=1, M=(5, 100))
    .named("the share of classes that (24) answers wrongly where $d = 1$")
    .equals("0", margin=0.001),
    literal(derivation="learned_line", tags=("learned embeddings", "counterexample")),
)

S11_9 = paper.statement(
    "S11.9 As many memories as desired",
    "When embeddings are learned, it is possible to store as many memories as desired.",
    place="above Eq. (24)",
    why_primary="Memories are tokens; their number does not enter, and that of the classes is large.",
).having(tags=LEARNED)

S11_9.claim(
    "learned.many",
    r"random unembeddings, $d \ge 2$, up to 100 classes, double precision: none is wrong, however many "
    "tokens have each class",
    learned_error(d=(2, 3, 8))
    .named(r"the share of classes that (24) answers wrongly where $d \ge 2$")
    .equals("0", margin=0.001),
    literal(
        derivation="learned_ties",
        tags=("learned embeddings", "capacity", "answer: How many associations fit"),
    ),
)

S11_9.claim(
    "learned.room",
    "what it costs: the gap shrinks as $M^{-2}$ in two dimensions, so that digits bound the number of "
    "classes",
    quantity("learned_gap")
    .where("M >= 16")
    .named("the least gap in score to a competitor with unembeddings evenly on the circle")
    .grows_like("C*M**(-2)", alternatives=("C*M**(-1)",)),
    stronger(bears="refines", derivation="learned_room"),
)

S11_10 = paper.statement(
    "S11.10 Learned embeddings, five classes",
    r"With $d = 2$, $N = 100$, $\alpha = 2$ and $M = 5$ optimisation finds embeddings of zero "
    "generalization error.",
    place="Fig. 8, left and middle",
    why_primary="It is the experiment of the figure, with an optimiser in common use.",
).having(tags=TRAINING)

trained = quantity(
    "learned_training", "the error after training embeddings, unembeddings and $W$ in two dimensions"
)(t=300)
ADAM = (
    "all of $e$, $u$, $W$ trained from normal numbers by Adam with step .3 on the population loss: zero "
    "after 300 steps"
)

S11_10.claim(
    "learned.five_classes",
    f"{TRAINED}, $M = 5$, {ADAM}",
    trained["error"](optimiser="adam", M=5).equals("0", margin=0.001),
)

S11_10.claim(
    "learned.plain_descent",
    f"{TRAINED}, $M = 5$, all of $e$, $u$, $W$ trained by plain gradient descent, step .3 (a step of 1 "
    "diverges from some starts): after 300 steps the error is not yet zero, at least 1/100",
    trained["error"](optimiser="gradient descent", M=5).at_least("1/100", margin=0.02),
    stronger(bears="refines", own_threshold=True),
)

S11_11 = paper.statement(
    "S11.11 Learned embeddings, ten classes",
    "$M = 10$ allows again a zero generalization error.",
    place="Fig. 8, right",
    why_primary="It is the experiment of the figure, with an optimiser in common use.",
).having(tags=TRAINING)

S11_11.claim(
    "learned.ten_classes",
    f"{TRAINED}, $M = 10$, {ADAM}",
    trained["error"](optimiser="adam", M=10).equals("0", margin=0.001),
)

S11_12 = paper.statement(
    "S11.12 Learned embeddings match",
    "The scatter plot illustrates how the input embeddings match with the output ones, similarly to (24).",
    place="Fig. 8, middle",
    why_primary="'Similarly' asks for directions that agree roughly, not for equality.",
).having(tags=TRAINING, own_threshold=True)

cosine = (
    trained["alignment"](optimiser="adam")
    .quick(M=5)
    .named("the mean cosine of $W e_x$ and $u_{f(x)}$ after training")
)

S11_12.claim(
    "learned.aligned",
    "'match': after 300 steps of Adam, 5 and 10 classes, the mean cosine over tokens is at least 4/5",
    cosine.at_least("4/5", margin=0.02),
    charitable(),
)

S11_12.claim(
    "learned.equal",
    "as in (24), where embedding and unembedding are one: the mean cosine is 1 within 5 %",
    cosine.equals("1", margin=0.05),
    stronger(),
)

paper.statement(
    "S11.13 Higher moments",
    r"One could consider higher moments of $e_x^\top e_x$, the basis of modern Hopfield networks.",
    place="below Eq. (23)",
    not_covered="It points to other papers and states no formula.",
)

paper.statement(
    "S11.14 Learned embeddings in transformers",
    "Optimizing token embeddings is probably important to increase memorization capacity in transformers, "
    "although $e_x = u_{f_*(x)}$ is unrealistic where heads share them.",
    place="below Eq. (24)",
    not_covered="A conjecture about models that the paper does not define.",
)
