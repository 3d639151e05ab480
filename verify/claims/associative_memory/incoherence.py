"""S11: Lemma 1 at random and far out, and model (23), which keeps all embeddings.

The overlaps of pairs are independent two at a time, so that the probability of a bad pair has bounds on both
sides without sampling. Model (23) is asked for all its tokens, and its error is enclosed far out.
"""

from __future__ import annotations

from msgspec.structs import replace

from ...claim import Bears, BoundType, Claim, Quantifier, Relation, Role

_EXISTS = Claim(
    id="associative_memory.incoherence.lemma",
    label="the probability that some pair of $P$ random unit vectors overlaps by more than $\\eta = "
    "2 \\sqrt{d^{-1} \\log P}$",
    statement_id="associative_memory.S11",
    interpretation="a family exists since random vectors have a pair beyond $\\eta = 2\\sqrt{\\log P/d}$ "
    "with "
    "probability at most $1 - 1/P < 1$; where $\\eta \\ge 1$ the lemma says nothing",
    role=Role.LITERAL,
    relation=Relation.AT_MOST,
    claimed="(P - 1)/P",
    derivation="incoherence_lemma",
    quantity="incoherence_failure",
    grid={"rule": ("lemma",)},
    margin=0.02,
    severity="critical",
    tags=("quasi-orthogonality",),
)
_LIKELY = replace(
    _EXISTS,
    id="associative_memory.incoherence.likely",
    statement_id="associative_memory.S11.1",
    interpretation="at every $P$ and $d$, $\\eta$ as in Lemma 1: no pair is beyond with probability at least "
    "7/8",
    role=Role.CHARITABLE,
    claimed="1/8",
    derivation="incoherence_union",
    tags=("quasi-orthogonality",),
    own_threshold=True,
)
_SIZE = replace(
    _LIKELY,
    id="associative_memory.incoherence.exponential",
    label="the number of random unit vectors of which half a pair is expected to overlap by more "
    "than $\\eta = 1/2$",
    statement_id="associative_memory.S11.2",
    interpretation="$\\eta = 1/2$: at least of the order $\\exp(\\eta^2 d/4)$ that Lemma 1 gives",
    role=Role.LITERAL,
    relation=Relation.LAW,
    bound_type=BoundType.OMEGA,
    claimed="C*(1 + exp(d/16))",
    derivation="incoherent_size",
    quantity="incoherent_size",
    grid={"eta": (0.5,)},
    tags=("quasi-orthogonality", "rate"),
    own_threshold=False,
)
_FITS = replace(
    _LIKELY,
    id="associative_memory.rectified.fits",
    label="the probability that model (23) is wrong about some of its tokens",
    statement_id="associative_memory.S11.3",
    interpretation="$\\eta = 1/2$, $M = 5$, unembeddings on the sphere, $P = \\lfloor \\exp(\\eta^2 d/4) "
    "\\rfloor$ "
    "tokens, $y$ put in where (23) leaves it out: all are right but once in fifty draws at most",
    role=Role.LITERAL,
    claimed="1/50",
    derivation="rectified_any",
    quantity="rectified_recall",
    output="any",
    grid={},
    quick_grid={"d": (32, 48, 64)},
    margin=0.1,
    tags=("model (23)", "capacity", "answer: How many associations fit"),
    own_threshold=True,
)
_ERROR = replace(
    _LIKELY,
    id="associative_memory.rectified.error",
    label="the error of model (23) with $P = \\lfloor e^{d/16} \\rfloor$ at $\\alpha = 2$",
    statement_id="associative_memory.S11.4",
    interpretation="$\\alpha = 2$, $\\eta = 1/2$, orthonormal unembeddings, $P = \\lfloor \\exp(\\eta^2 d/4) "
    "\\rfloor$: the error is of the order $\\exp(-(\\alpha - 1) \\eta^2 d/4)$",
    role=Role.LITERAL,
    relation=Relation.LAW,
    bound_type=BoundType.THETA,
    claimed="C/(1 + exp(d/16))",
    derivation="rectified_error",
    quantity="rectified_error",
    grid={"alpha": (2.0,), "P": ("exp(eta^2 d/4)",)},
    tags=("model (23)", "rate"),
    own_threshold=False,
)
_FOOTNOTE = replace(
    _EXISTS,
    id="associative_memory.incoherence.footnote",
    label="the probability that some pair of $P$ random unit vectors overlaps by more than $\\eta$",
    statement_id="associative_memory.S11.5",
    interpretation="as printed, $P^2 \\exp(-d \\eta^2/2)$, where that is below 1",
    claimed="P**2*exp(-d*eta**2/2)",
    derivation="incoherence_bound",
    grid={"rule": ("given",)},
    domain=("2*log(P) < d*eta**2/2",),
    severity="major",
)
_GAP = replace(
    _EXISTS,
    id="associative_memory.rectified.gap",
    label="the gap in score of the right class to a rival at distance $\\kappa$ in model (23)",
    statement_id="associative_memory.S11.6",
    interpretation="exactly: for an $\\eta$-quasi orthogonal family, $\\eta < 1$, the gap to a rival at "
    "distance "
    "$\\kappa$ is $(1 - \\eta) \\kappa^2/2 > 0$",
    relation=Relation.EQUALS,
    claimed="(1 - eta)*kappa**2/2",
    derivation="rectified_gap",
    quantity="answer_gap",
    grid={"model": ("(23)",)},
    severity="major",
    tags=("model (23)",),
)

CLAIMS: tuple[Claim, ...] = (
    replace(_EXISTS, quantifier=Quantifier.EXISTS),
    replace(
        _EXISTS,
        id="associative_memory.incoherence.lemma_sampled",
        interpretation="the bound $1 - 1/P$ on the probability of a pair beyond $\\eta = 2\\sqrt{\\log "
        "P/d}$, against drawn families of random unit vectors",
        role=Role.CHARITABLE,
        derivation="incoherence_lemma",
        quantity="incoherence_failure_sampled",
        grid={},
        quick_grid={"d": (8, 32)},
        severity="major",
        tags=("quasi-orthogonality",),
    ),
    _LIKELY,
    replace(
        _LIKELY,
        id="associative_memory.incoherence.ever_likelier",
        interpretation="at every $P$ and $d$: with probability at least $1 - 1/(5 \\sqrt{\\log P})$, which "
        "tends "
        "to one slower than any power of $P$",
        role=Role.STRONGER,
        claimed="1/(5*sqrt(log(P)))",
        bears=Bears.REFINES,
        own_threshold=True,
    ),
    replace(
        _LIKELY,
        id="associative_memory.incoherence.fixed_number",
        interpretation="'with high probability' as $d$ grows at $P = 16$: the failure would vanish",
        role=Role.LITERAL,
        relation=Relation.LIMIT,
        claimed="0",
        derivation=None,
        diverging="d",
        grid={"rule": ("lemma",), "P": (16,)},
        own_threshold=False,
    ),
    replace(
        _LIKELY,
        id="associative_memory.incoherence.exponential_number",
        label="the probability that some pair of $P = \\lfloor e^{d/16} \\rfloor$ random unit vectors "
        "overlaps by more than $\\eta = 1/2$",
        interpretation="$P = \\lfloor \\exp(\\eta^2 d/4) \\rfloor$ at $\\eta = 1/2$, as in model (23): the "
        "failure "
        "vanishes as $d$ grows, within .001 at $d = 512$",
        relation=Relation.LIMIT,
        claimed="0",
        derivation=None,
        diverging="d",
        grid={"rule": ("exponential",), "eta": (0.5,)},
        domain=(),
        margin=0.001,
        own_threshold=False,
    ),
    _SIZE,
    replace(
        _SIZE,
        id="associative_memory.incoherence.exponential_order",
        interpretation="$\\eta = 1/2$: of the order $\\exp(\\eta^2 d/4)$ and no more",
        role=Role.STRONGER,
        bound_type=BoundType.THETA,
        own_threshold=False,
    ),
    replace(
        _SIZE,
        id="associative_memory.incoherence.exact_rate",
        interpretation="$\\eta = 1/2$: of the order $d^{1/4} (1 - \\eta^2)^{-d/4}$, whose rate .0719 is "
        "above "
        "$\\eta^2/4 = .0625$",
        role=Role.STRONGER,
        bound_type=BoundType.THETA,
        claimed="C*d**(1/4)*(1 + (4/3)**(d/4))",
        bears=Bears.REFINES,
        own_threshold=False,
    ),
    _FITS,
    replace(
        _FITS,
        id="associative_memory.rectified.fits_squared",
        label="the probability that model (23) is wrong about a token",
        interpretation="$P = \\lfloor (1 - \\eta^2)^{-d/2} \\rfloor$ tokens, more than the square of "
        "$\\exp(\\eta^2 d/4)$: each is still right but once in fifty draws at most",
        role=Role.STRONGER,
        derivation="rectified_token",
        quantity="rectified_token",
        output="wrong",
        grid={"d": (24, 32, 40, 48)},
        quick_grid={"d": (24, 32)},
        tags=("model (23)", "capacity", "looseness"),
        bears=Bears.REFINES,
        own_threshold=True,
    ),
    _ERROR,
    replace(
        _ERROR,
        id="associative_memory.rectified.error_heavier",
        label="the error of model (23) with $P = \\lfloor e^{d/16} \\rfloor$ at $\\alpha = 3/2$",
        interpretation="$\\alpha = 3/2$, $\\eta = 1/2$, orthonormal unembeddings, $P = \\lfloor "
        "\\exp(\\eta^2 d/4) \\rfloor$: the error is of the order $\\exp(-(\\alpha - 1) "
        "\\eta^2 d/4)$",
        claimed="C/(1 + exp(d/32))",
        grid={"alpha": (1.5,), "P": ("exp(eta^2 d/4)",)},
        own_threshold=False,
    ),
    replace(
        _ERROR,
        id="associative_memory.rectified.error_lighter",
        label="the error of model (23) with $P = \\lfloor e^{d/16} \\rfloor$ at $\\alpha = 3$",
        interpretation="$\\alpha = 3$, $\\eta = 1/2$, orthonormal unembeddings, $P = \\lfloor \\exp(\\eta^2 "
        "d/4) \\rfloor$: the error is of the order $\\exp(-(\\alpha - 1) \\eta^2 d/4)$",
        claimed="C/(1 + exp(d/8))",
        grid={"alpha": (3.0,), "P": ("exp(eta^2 d/4)",)},
        own_threshold=False,
    ),
    replace(
        _ERROR,
        id="associative_memory.rectified.error_more_stored",
        label="the error of model (23) with $P = \\lfloor (4/3)^{d/4} \\rfloor$ at $\\alpha = 2$",
        interpretation="$\\alpha = 2$, $\\eta = 1/2$, orthonormal unembeddings, $P = \\lfloor (1 - "
        "\\eta^2)^{-d/4} \\rfloor$, which is more: the error is of the smaller order $(1 - "
        "\\eta^2)^{d/4}$",
        role=Role.STRONGER,
        claimed="C/(1 + (4/3)**(d/4))",
        derivation="rectified_error_more",
        grid={"alpha": (2.0,), "P": ("(1 - eta^2)^(-d/4)",)},
        tags=("model (23)", "rate", "looseness"),
        bears=Bears.REFINES,
        own_threshold=False,
    ),
    _FOOTNOTE,
    replace(
        _FOOTNOTE,
        id="associative_memory.incoherence.footnote_derived",
        interpretation="what the union over pairs gives, $P (P - 1) \\exp(-d \\eta^2/2)$",
        role=Role.STRONGER,
        claimed="P*(P - 1)*exp(-d*eta**2/2)",
        bears=Bears.REFINES,
    ),
    replace(
        _FOOTNOTE,
        id="associative_memory.incoherence.footnote_used",
        label="the footnote's bound where model (23) uses it",
        interpretation="as the reason that (23) fits $P = \\exp(\\eta^2 d/4)$ tokens: there "
        "$P^2 \\exp(-d \\eta^2/2)$ is at most 1/2",
        role=Role.STRONGER,
        claimed="1/2",
        derivation="footnote_used",
        quantity="footnote_bound",
        grid={},
        domain=(),
        tags=("quasi-orthogonality", "vacuous"),
        bears=Bears.REFINES,
    ),
    _GAP,
    replace(
        _GAP,
        id="associative_memory.rectified.contradiction",
        label="the probability that model (23) is wrong though no two embeddings overlap by more than "
        "$\\eta$",
        interpretation="drawn families of $\\exp(\\eta^2 d/4)$: none is wrong where it is quasi-orthogonal",
        role=Role.CHARITABLE,
        claimed="0",
        derivation="rectified_sound",
        quantity="rectified_recall",
        output="contradiction",
        grid={},
        margin=0.02,
        tags=("model (23)",),
    ),
)
