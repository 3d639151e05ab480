"""Section 4.2 (S11: quasi-orthogonality and learned embeddings), and what 'optimal' means (S13)."""

from __future__ import annotations

from msgspec.structs import replace

from ...statement import SourceAccess, Statement

_LEMMA = Statement(
    id="associative_memory.S11",
    title="Lemma 1: quasi-orthogonal vectors",
    text="For any $d$ and $P \\ge 3$ there is an embedding $u: [P] \\to \\mathbb{R}^d$ such that the "
    "family is $\\eta = 2 \\sqrt{d^{-1} \\log P}$-quasi orthogonal.",
    place="Lemma 1, Section 4.2",
    source_access=SourceAccess.FULL_TEXT,
    primary="associative_memory.incoherence.lemma",
    why_primary="A failure at random of probability below one shows that a family exists.",
)
_OPTIMAL = replace(
    _LEMMA,
    id="associative_memory.S13",
    title="Table 2's comment: optimal scaling",
    text="The scaling $d^{-\\alpha + 1}$ is the optimal scaling with random embeddings (comment of Table 2).",
    place="Table 2",
    primary="associative_memory.unrestricted.floor",
    why_primary="'With random embeddings' names what is given, so that every matrix $W$ may compete: no "
    "$W$ has another exponent. Whether the printed scheme $q(x) = 1_{x \\le d}$ reaches it "
    "is another sentence, S5.1.",
    same_as="associative_memory.S5.4",
)

STATEMENTS: tuple[Statement, ...] = (
    _LEMMA,
    replace(
        _LEMMA,
        id="associative_memory.S11.1",
        title="Random vectors are quasi-orthogonal",
        text="Quasi-orthogonality is an event that holds with high probability when embeddings are random.",
        place="Section 4.2",
        primary="associative_memory.incoherence.likely",
        why_primary="No variable is named that grows, so that one bound is to hold for all sizes.",
    ),
    replace(
        _LEMMA,
        id="associative_memory.S11.2",
        title="Exponentially many",
        text="An exponential number of quasi-orthogonal elements can be put in $\\mathbb{R}^d$.",
        place="Section 4.2",
        primary="associative_memory.incoherence.exponential",
        why_primary="It is a promise of so many, of the order that Lemma 1 gives at a fixed $\\eta$.",
    ),
    replace(
        _LEMMA,
        id="associative_memory.S11.3",
        title="Model (23) fits exponentially many",
        text="The model $f_1(x) = \\arg\\max_y \\sum_{x' \\in [P]} u_{f_*(x')}^\\top \\sigma(e_{x'}^\\top "
        "e_x - \\eta)$ can fit $P = \\exp(\\eta^2 d/4)$ elements in memory.",
        place="Eq. (23)",
        primary="associative_memory.rectified.fits",
        why_primary="To fit is to be right about all of them.",
    ),
    replace(
        _LEMMA,
        id="associative_memory.S11.4",
        title="Error of model (23)",
        text="This leads to a scaling in $\\mathcal{E}(f_1) \\asymp \\exp(-(\\alpha - 1) \\eta^2 d/4)$ "
        "under an $\\alpha$-Zipf law.",
        place="below Eq. (23)",
        primary="associative_memory.rectified.error",
        why_primary="$\\alpha = 2$ is the exponent of the paper's experiments.",
    ),
    replace(
        _LEMMA,
        id="associative_memory.S11.5",
        title="Probability of a pair",
        text="When input embeddings are chosen at random, the probability that they are not $\\eta$-quasi "
        "orthogonal is bounded by $P^2 \\exp(-d \\eta^2/2)$.",
        place="footnote 3",
        primary="associative_memory.incoherence.footnote",
        why_primary="It is the bound as printed, where it says something.",
    ),
    replace(
        _LEMMA,
        id="associative_memory.S11.6",
        title="Quasi-orthogonality is enough",
        text="When input embeddings are $\\eta$-quasi orthogonal, $f_1(x) = f_*(x)$ for any $x \\in [P]$.",
        place="footnote 3",
        primary="associative_memory.rectified.gap",
        why_primary="The right class wins exactly where its gap to every rival is positive.",
    ),
    replace(
        _LEMMA,
        id="associative_memory.S11.7",
        title="Cost of model (23)",
        text="Model (23) needs $P d$ parameters to store $P$ associations of size $d$, and compute of $P "
        "d$ at inference rather than $d^2$.",
        place="below Eq. (23)",
        primary=None,
        why_primary=None,
        not_covered="A count of the letters in the formula: nothing random or asymptotic is asserted.",
    ),
    replace(
        _LEMMA,
        id="associative_memory.S11.8",
        title="Embeddings set to the unembeddings",
        text="$W = I$, $u_y \\in \\mathcal{S}^d$ for all $y$ and $e_x = u_{f_*(x)}$ imply $f_*(x) = "
        "\\arg\\max_y u_y^\\top W e_x$.",
        place="Eq. (24)",
        primary="associative_memory.learned.gap",
        why_primary="Unembeddings of different classes are meant to differ, as no argmax tells equal ones "
        "apart.",
    ),
    replace(
        _LEMMA,
        id="associative_memory.S11.9",
        title="As many memories as desired",
        text="When embeddings are learned, it is possible to store as many memories as desired.",
        place="above Eq. (24)",
        primary="associative_memory.learned.many",
        why_primary="Memories are tokens; their number does not enter, and that of the classes is large.",
    ),
    replace(
        _LEMMA,
        id="associative_memory.S11.10",
        title="Learned embeddings, five classes",
        text="With $d = 2$, $N = 100$, $\\alpha = 2$ and $M = 5$ optimisation finds embeddings of zero "
        "generalization error.",
        place="Fig. 8, left and middle",
        primary="associative_memory.learned.five_classes",
        why_primary="It is the experiment of the figure, with an optimiser in common use.",
    ),
    replace(
        _LEMMA,
        id="associative_memory.S11.11",
        title="Learned embeddings, ten classes",
        text="$M = 10$ allows again a zero generalization error.",
        place="Fig. 8, right",
        primary="associative_memory.learned.ten_classes",
        why_primary="It is the experiment of the figure, with an optimiser in common use.",
    ),
    replace(
        _LEMMA,
        id="associative_memory.S11.12",
        title="Learned embeddings match",
        text="The scatter plot illustrates how the input embeddings match with the output ones, similarly to "
        "(24).",
        place="Fig. 8, middle",
        primary="associative_memory.learned.aligned",
        why_primary="'Similarly' asks for directions that agree roughly, not for equality.",
    ),
    replace(
        _LEMMA,
        id="associative_memory.S11.13",
        title="Higher moments",
        text="One could consider higher moments of $e_x^\\top e_x$, the basis of modern Hopfield networks.",
        place="below Eq. (23)",
        primary=None,
        why_primary=None,
        not_covered="It points to other papers and states no formula.",
    ),
    replace(
        _LEMMA,
        id="associative_memory.S11.14",
        title="Learned embeddings in transformers",
        text="Optimizing token embeddings is probably important to increase memorization capacity in "
        "transformers, although $e_x = u_{f_*(x)}$ is unrealistic where heads share them.",
        place="below Eq. (24)",
        primary=None,
        why_primary=None,
        not_covered="A conjecture about models that the paper does not define.",
    ),
    _OPTIMAL,
    replace(
        _OPTIMAL,
        id="associative_memory.S13.1",
        title="What the matrix memorises",
        text="Our model with $d^2$ parameters, the matrix $W$ (4), only memorizes about $d/\\log d$ "
        "associations.",
        place="Section 4.2",
        primary="associative_memory.separable.outer_products",
        why_primary="(4) is the sum of outer products, and 'about' allows for a constant.",
        same_as="associative_memory.S6.2",
    ),
    replace(
        _OPTIMAL,
        id="associative_memory.S13.2",
        title="Limits of the linear model",
        text="Exponentially many quasi-orthogonal elements showcase intrinsic limitations of our 'linear' "
        "model (2).",
        place="Section 4.2",
        primary="associative_memory.separable.size",
        why_primary="(2) leaves $W$ free, so that the limit must be one on all matrices.",
        same_as=None,
    ),
)
