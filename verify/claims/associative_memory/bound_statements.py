"""Statements on the two bounds of Theorem 1, on capacity, and on the minimax bound (S2, S6, S7)."""

from __future__ import annotations

from msgspec.structs import replace

from ...statement import SourceAccess, Statement

_UPPER = Statement(
    id="associative_memory.S2.1",
    title="Theorem 1: upper bound",
    text="For $M \\ge 4$, $d > 8 \\log M$ and any $q : [N] \\to \\mathbb{R}$, "
    "$\\mathbb{E}[\\mathcal{E}(f_q)] \\le "
    "\\inf_\\gamma 2 d^{-\\gamma} + p(\\{x : d q(x)^2 \\le 16 c_\\gamma (Q_\\infty + 8 c_\\gamma "
    "\\|q\\|^2/d)\\})$.",
    place="Theorem 1, Eq. (7)",
    source_access=SourceAccess.FULL_TEXT,
    primary="associative_memory.upper_share.nonnegative",
    why_primary="A scheme stores associations with a weight: Eq. (4) introduces $q$ as a probability on "
    "the tokens, so that no weight is negative.",
    as_printed="For $q : [N] \\to \\mathbb{R}$ as printed it needs $q \\ge 0$: with all weights $-1$ "
    "and an answer for each token every answer is wrong, while (7) knows only $q^2$.",
    printed="associative_memory.upper_share.any_sign",
)
_CAPACITY = replace(
    _UPPER,
    id="associative_memory.S6.1",
    title="At most d associations",
    text="Our model stores at most $d$ associations.",
    place="Proposition 3",
    primary="associative_memory.stored_failure.five_classes",
    why_primary="The paper's figures have $f(x) = x \\bmod 5$, and 'at most $d$' stands beside $d/\\log "
    "d$ as an order of growth.",
    as_printed="As printed it needs a fixed number of answers: with an answer for each token the model "
    "stores at least of the order $d^{3/2}$.",
    printed="associative_memory.stored_failure.distinct",
)
_MINIMAX = replace(
    _UPPER,
    id="associative_memory.S7.1",
    title="Theorem 2: minimax lower bound",
    text="For a Zipf law with $N = \\infty$, any $q$ and any $p_* \\in (0, 1)$ there is $p(y|x)$ with "
    "$p_* = \\max_y p(y)$ "
    "and $\\mathbb{E} \\mathcal{E}(f_q) \\ge c_\\alpha (d + 1)^{1 - \\alpha}$, $c_\\alpha = C_\\alpha "
    "p_*^{\\alpha - 1}/(20 "
    "(\\alpha + 1) 3^{\\alpha - 1})$.",
    place="Theorem 2",
    primary="associative_memory.least_error.printed",
    why_primary="The theorem is its bound: no weights err less than $c_\\alpha (d + 1)^{1 - \\alpha}$; "
    "two classes are the case where the error is one number for all $f$.",
    as_printed="'Any $p_* \\in (0, 1)$' needs $p_* \\ge p(1)$: in model (1) some class holds the most "
    "frequent token.",
    printed="associative_memory.least_class_mass.any",
)

STATEMENTS: tuple[Statement, ...] = (
    _UPPER,
    replace(
        _UPPER,
        id="associative_memory.S2.2",
        title="Theorem 1: lower bound",
        text="$\\mathbb{E}[\\mathcal{E}(f_q)] \\ge \\frac{1}{20} p(\\{x : 3 (d + 1) q(x)^2 \\le "
        "Q_\\infty\\})$.",
        place="Theorem 1, Eq. (8)",
        primary="associative_memory.lower_multiple.sampled",
        why_primary="It is the bound as printed, inside its hypotheses, on the paper's own schemes.",
        as_printed=None,
        printed=None,
    ),
    _CAPACITY,
    replace(
        _CAPACITY,
        id="associative_memory.S6.2",
        title="About d/log d associations",
        text="Theorem 1 implies that our model with $d^2$ parameters only memorizes about $d/\\log d$ "
        "associations.",
        place="Section 4.2",
        primary="associative_memory.stored_all.order",
        why_primary="The logarithm of Theorem 1 comes from asking every token to be right, and its bound "
        "with fixed M; 'about' is an order of growth.",
        as_printed=None,
        printed=None,
    ),
    replace(
        _CAPACITY,
        id="associative_memory.S6.3",
        title="Dimension needed for zero error",
        text="Reaching a zero error with $d = 2$ greatly contrasts with the condition $d \\ge N$ needed "
        "to get to a zero "
        "generalization error when the embeddings are random.",
        place="Figure 8",
        primary="associative_memory.crowded_failure.five_classes",
        why_primary="Fig. 8 has five classes and $N = 100$, and the scheme that stores all tokens alike "
        "is the one of Fig. 3, whose error vanishes beyond $d = N$.",
        as_printed=None,
        printed=None,
    ),
    replace(
        _CAPACITY,
        id="associative_memory.S6.4",
        title="The overflow regime",
        text="For $q = 1$ there is an overflow regime where $3 (d + 1) \\le N p_*$ and the error exceeds "
        "$1/20$.",
        place="Section 3.2, below Eq. (10)",
        primary="associative_memory.crowded_failure.overflow",
        why_primary="The sentence is about every f; $p_*$ stands where $Q_\\infty/N$, a share of the "
        "tokens and not of "
        "their mass, belongs.",
        why_refuted="The paper defines $p_* = \\max_y p(y)$, a share of the mass; with that, $\\alpha = "
        "3$ and an answer for each token the condition is met at $N = 4d$ and the error is "
        "$10^{-9}$. With the largest share of the tokens in its place it is Eq. (8), and "
        "holds.",
        as_printed=None,
        printed=None,
    ),
    replace(
        _CAPACITY,
        id="associative_memory.S6.5",
        title="Hopfield networks",
        text="Hopfield networks can only store $d/\\log d$ patterns with a $d$ by $d$ matrix.",
        primary=None,
        why_primary=None,
        not_covered="It is about another model, cited from the literature; the calibration's gauntlet "
        "holds the "
        "verifier to it.",
        as_printed=None,
        printed=None,
    ),
    _MINIMAX,
    replace(
        _MINIMAX,
        id="associative_memory.S7.2",
        title="Theorem 2: reached by thresholding",
        text="This performance is reached (up to logarithms) by the thresholding algorithm with $P "
        "\\simeq d/\\log d$ and "
        "$\\rho = 0$.",
        primary="associative_memory.threshold_error.small_constant",
        why_primary="The sign $\\simeq$ leaves the constant open and 'up to logarithms' the power of "
        "$\\log d$.",
        as_printed="With the constant one, $P = d/\\log d$, it fails at $\\alpha = 2$ and two classes: "
        "stored tokens are wrong with a probability of the order $d^{-1/2}$; $P = d/(c \\log "
        "d)$ needs $c \\ge 2 (\\alpha - 1)$.",
        printed="associative_memory.threshold_error.log",
    ),
)
