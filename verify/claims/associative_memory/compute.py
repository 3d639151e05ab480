"""S14: the error against compute where samples and dimension are balanced."""

from __future__ import annotations

from msgspec.structs import replace

from ...claim import Bears, BoundType, Claim, Relation, Role

_ERROR = Claim(
    id="associative_memory.compute.threshold_error",
    label="the exponent of $1/Q$ in the least error at compute $Q = T d^2$ with thresholding",
    statement_id="associative_memory.S14",
    interpretation="thresholding at $\\rho = 0$: the exponent of $1/Q$ in the least error at a compute "
    "$Q = T d^2$, given (15)",
    role=Role.LITERAL,
    relation=Relation.EQUALS,
    claimed="(alpha - 1)/(alpha + 2)",
    derivation="compute_optimal_error",
    margin=0.0,
    tags=("compute", "answer: Error by compute"),
)
_MEASURED = replace(
    _ERROR,
    id="associative_memory.compute.balanced",
    label="the error at compute $Q = T d^2$ with $P = d/8$ and $T = d^2$",
    interpretation="thresholding with $P = d/8$ at $\\alpha = 2$ and $T = d^2$, measured: the error against "
    "compute $Q = T d^2$",
    relation=Relation.LAW,
    bound_type=BoundType.THETA,
    claimed="C*Q**(-1/4)",
    alternatives=("C*Q**(-1/2)", "C*Q**(-1/10)"),
    derivation=None,
    quantity="error_of_compute",
    output="error",
    grid={"split": ("balanced",)},
    margin=0.04,
)

CLAIMS: tuple[Claim, ...] = (
    _ERROR,
    replace(
        _ERROR,
        id="associative_memory.compute.threshold_samples",
        label="the exponent of $Q$ in the best $T$ at compute $Q = T d^2$ with thresholding",
        interpretation="thresholding at $\\rho = 0$: the exponent of $Q$ in the best $T$, hence $T$ of "
        "the order $d^{\\alpha}$",
        claimed="alpha/(alpha + 2)",
        derivation="compute_optimal_samples",
    ),
    replace(
        _ERROR,
        id="associative_memory.compute.weighted_error",
        label="the exponent of $1/Q$ in the least error at compute $Q = T d^2$ with $q = p$",
        interpretation="$q = p$, whose term in $d$ is $d^{-(\\alpha - 1)/(2 \\alpha)}$: the exponent of "
        "$1/Q$ in the least error",
        claimed="(alpha - 1)/(5*alpha)",
        derivation="compute_optimal_error_weighted",
    ),
    replace(
        _ERROR,
        id="associative_memory.compute.weighted_samples",
        label="the exponent of $Q$ in the best $T$ at compute $Q = T d^2$ with $q = p$",
        interpretation="$q = p$: the exponent of $Q$ in the best $T$, hence $T$ of the order $\\sqrt{d}$",
        claimed="1/5",
        derivation="compute_optimal_samples_weighted",
    ),
    _MEASURED,
    replace(
        _MEASURED,
        id="associative_memory.compute.fixed_factor",
        label="the error at compute $Q = T d^2$ with $P = d/8$ and $T = 64 d^2$",
        interpretation="any constant in $T = c\\, d^2$ keeps the order: $P = d/8$, $\\alpha = 2$, $T$ is 64 "
        "times $d^2$ at equal compute, $d$ 8 times smaller",
        role=Role.STRONGER,
        grid={"split": ("more samples",)},
        quick_grid={"split": ("more samples",), "Q": (2**28, 2**32, 2**36, 2**40)},
        severity="minor",
        bears=Bears.REFINES,
    ),
)
