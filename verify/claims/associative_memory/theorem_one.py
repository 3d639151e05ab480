"""S2: Theorem 1 from both sides, cell by cell and token by token, inside its hypotheses and outside."""

from __future__ import annotations

from msgspec.structs import replace

from ...claim import Bears, Claim, Relation, Role

_UPPER = Claim(
    id="associative_memory.upper_share.any_sign",
    label="the ratio of the error to its upper bound (7) with all weights $-1$",
    statement_id="associative_memory.S2.1",
    interpretation="any $q : [N] \\to \\mathbb{R}$, as written: all weights $-1$, each token an answer of "
    "its "
    "own. The "
    "score of the right answer is then the lowest, so that every answer is wrong; (7) knows only $q^2$",
    role=Role.LITERAL,
    relation=Relation.AT_MOST,
    claimed="1",
    quantity="negative_weight_share",
    margin=0.02,
    severity="critical",
    tags=("theorem 1", "counterexample", "answer: Theorem 1 and its hypotheses"),
)
_LOWER = replace(
    _UPPER,
    id="associative_memory.lower_multiple.sampled",
    label="the ratio of the error to its lower bound (8)",
    statement_id="associative_memory.S2.2",
    interpretation="$M = 4$ and 16 with random unembeddings, weights $p^\\rho$, $\\rho = 0, 1/2, 1$, and "
    "thresholds, cell "
    "by cell",
    role=Role.LITERAL,
    relation=Relation.AT_LEAST,
    derivation="lower_multiple",
    quantity="lower_multiple_sampled",
    grid={"M": (4, 16)},
    quick_grid={"M": (4,), "d": (2, 16)},
    tags=("theorem 1", "answer: Theorem 1 and its hypotheses"),
)
_LIGHT = replace(
    _LOWER,
    id="associative_memory.light_token.floor",
    label="the probability that a token at the cut-off $3 (d + 1) q^2 = Q_\\infty$ of (8) is wrong",
    interpretation="one token with $3 (d + 1) q^2 = Q_\\infty$, two classes, any $d \\ge 1$: the paper's "
    "$1/20$",
    role=Role.STRONGER,
    claimed="1/20",
    derivation="recall_floor_constant",
    quantity="light_token_error",
    grid={},
    quick_grid={},
    tags=("theorem 1", "hypotheses"),
)

CLAIMS: tuple[Claim, ...] = (
    _UPPER,
    replace(
        _UPPER,
        id="associative_memory.upper_share.nonnegative",
        label="the ratio of the error to its upper bound (7) with $q \\ge 0$",
        interpretation="$q \\ge 0$, $M = 4$ and 16 with random unembeddings, weights $p^\\rho$ and "
        "thresholds, "
        "cell by cell "
        "where the bound is below one",
        role=Role.CHARITABLE,
        derivation="upper_share",
        quantity="upper_share_sampled",
        grid={"M": (4, 16)},
        quick_grid={"M": (4,)},
        tags=("theorem 1", "answer: Theorem 1 and its hypotheses"),
    ),
    replace(
        _UPPER,
        id="associative_memory.upper_share.three_classes",
        label="the ratio of the error to its upper bound (7) with three classes",
        interpretation="outside the hypothesis $M \\ge 4$: $q \\ge 0$ and $M = 3$",
        role=Role.STRONGER,
        derivation="upper_share",
        quantity="upper_share_sampled",
        grid={"M": (3,)},
        quick_grid={"M": (3,)},
        tags=("theorem 1", "hypotheses"),
        bears=Bears.REFINES,
    ),
    replace(
        _UPPER,
        id="associative_memory.upper_share.two_classes",
        label="the ratio of the error to its upper bound (7) with two classes",
        interpretation="outside the hypothesis $M \\ge 4$: $q \\ge 0$ and $M = 2$, exactly, $\\alpha = 1/2$ "
        "to "
        "3, $d$ to 16384",
        role=Role.STRONGER,
        derivation="upper_share",
        quantity="upper_share",
        quick_grid={"d": (64, 1024, 4096)},
        tags=("theorem 1", "hypotheses"),
        bears=Bears.REFINES,
    ),
    replace(
        _UPPER,
        id="associative_memory.heavy_token.ceiling",
        label="the probability that a token just outside the set of (7) at $\\gamma = g$ is wrong",
        interpretation="one token, $q > 0$, just outside the set of (7) at $\\gamma = g$: the term $2 "
        "d^{-\\gamma}$, which "
        "follows for every $M \\ge 2$ and every $d$ (a token can lie outside only where $d \\ge 16 \\log M$)",
        role=Role.STRONGER,
        claimed="2*d**(-g)",
        derivation="recall_ceiling",
        quantity="heavy_token_error",
        tags=("theorem 1", "hypotheses"),
    ),
    replace(
        _UPPER,
        id="associative_memory.heavy_token.squared",
        label="the probability that a token just outside the set of (7) at $\\gamma = g$ is wrong",
        interpretation="one token, $q > 0$, just outside the set of (7) at $\\gamma = g$: the square of the "
        "printed term, $2 d^{-2 \\gamma}$, which the proof of (7) gives as well",
        role=Role.STRONGER,
        claimed="2*d**(-2*g)",
        derivation="recall_ceiling",
        quantity="heavy_token_error",
        tags=("theorem 1", "looseness"),
        bears=Bears.REFINES,
    ),
    _LOWER,
    replace(
        _LOWER,
        id="associative_memory.lower_multiple.three_classes",
        label="the ratio of the error to its lower bound (8) with three classes",
        interpretation="outside the hypothesis $M \\ge 4$: $M = 3$, and $d = 2 < 8 \\log M$",
        role=Role.STRONGER,
        grid={"M": (3,)},
        quick_grid={"M": (3,), "d": (2, 16)},
        tags=("theorem 1", "hypotheses"),
        bears=Bears.REFINES,
    ),
    replace(
        _LOWER,
        id="associative_memory.lower_multiple.two_classes",
        label="the ratio of the error to its lower bound (8) with two classes",
        interpretation="outside the hypotheses: $M = 2$, exactly, $\\alpha = 1/2$ to 3, $d$ from 2",
        role=Role.STRONGER,
        derivation="lower_multiple",
        quantity="lower_multiple",
        grid={"M": (2,)},
        quick_grid={"M": (2,), "d": (2, 16, 256, 4096)},
        tags=("theorem 1", "hypotheses"),
        bears=Bears.REFINES,
    ),
    replace(
        _LOWER,
        id="associative_memory.lower_multiple.one_class",
        label="the ratio of the error to its lower bound (8) with one class",
        interpretation="outside the hypotheses: one class, $M = 1$, where no answer can be wrong",
        role=Role.STRONGER,
        derivation="lower_multiple_one_class",
        quantity="lower_multiple",
        grid={"M": (1,)},
        quick_grid={},
        tags=("theorem 1", "counterexample", "hypotheses"),
        bears=Bears.REFINES,
    ),
    _LIGHT,
    replace(
        _LIGHT,
        id="associative_memory.light_token.sharp",
        interpretation="one token with $3 (d + 1) q^2 = Q_\\infty$, two classes, any $d \\ge 1$: $7/25$ for "
        "the paper's $1/20$; the best constant is $P(g > 1/\\sqrt 3) = .28185$",
        claimed="7/25",
        tags=("theorem 1", "looseness"),
        bears=Bears.REFINES,
    ),
    replace(
        _LIGHT,
        id="associative_memory.light_token.load",
        interpretation="one token from its load $d q^2/Q_\\infty$, two classes, any $d \\ge 1$: at least "
        "$7/25$, as derived; the others in its own class reach it",
        claimed="7/25",
        derivation="recall_floor",
        grid={"others": ("own",)},
        tags=("theorem 1",),
        bears=Bears.REFINES,
    ),
)
