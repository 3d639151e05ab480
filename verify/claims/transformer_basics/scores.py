"""S1, S2: variance and law of a score, and the power of the dimension that takes it out.

`d_k` is the dimension of queries and keys, `a` the power of it that divides, `mu` the mean of a coordinate.
"""

from __future__ import annotations

from msgspec.structs import replace

from ...claim import Bears, BoundType, Claim, Quantifier, Relation, Role

_VARIANCE = Claim(
    id="transformer_basics.score_shape.variance",
    statement_id="transformer_basics.S1.1",
    interpretation="coordinates independent, of mean 0 and variance 1: normal, fair signs, uniform, or zero "
    "but "
    "for one in eight",
    label="the variance of $\\langle q, k \\rangle$",
    role=Role.LITERAL,
    relation=Relation.EQUALS,
    claimed="d_k",
    derivation="score_variance",
    quantity="score_shape",
    grid={"statistic": ("variance",)},
    margin=1e-10,
    tags=("scores", "answer: What a score is before and after scaling"),
    quantifier=Quantifier.ALL,
)
_DEVIATION = replace(
    _VARIANCE,
    id="transformer_basics.score_shape.deviation",
    statement_id="transformer_basics.S1.2",
    interpretation="within a tenth at $d_k = 512$, where it is $\\sqrt{512} = 22.63$",
    label="the standard deviation of $\\langle q, k \\rangle$ at $d_k = 512$",
    relation=Relation.REPORTED,
    claimed="22",
    derivation="score_deviation",
    grid={"statistic": ("deviation",), "d_k": (512,)},
    margin=0.1,
    tags=("scores",),
    quantifier=None,
)
_DISTANCE = replace(
    _DEVIATION,
    id="transformer_basics.normal_distance.limit",
    statement_id="transformer_basics.S1.3",
    interpretation="the largest gap between the distribution functions of $\\langle q, k \\rangle / "
    "\\sqrt{d_k}$ "
    "and of a normal goes to 0, coordinates normal or fair signs",
    label="the largest gap between the distribution functions of $\\langle q, k "
    "\\rangle/\\sqrt{d_k}$ and of a normal",
    relation=Relation.LIMIT,
    claimed="0",
    derivation=None,
    quantity="normal_distance",
    grid={},
    margin=0.005,
    tags=("scores", "answer: How fast scores become normal"),
    quantifier=None,
)
_EXCESS = replace(
    _DISTANCE,
    id="transformer_basics.score_shape.excess",
    quantifier=None,
    statement_id="transformer_basics.S1.4",
    interpretation="normal coordinates: $6/d_k$, from a product's fourth moment $3 \\cdot 3$",
    label="the excess kurtosis of $\\langle q, k \\rangle$ for normal coordinates",
    relation=Relation.EQUALS,
    claimed="6/d_k",
    derivation="normal_score_excess",
    quantity="score_shape",
    grid={"statistic": ("excess",), "law": ("normal",)},
    margin=1e-6,
)
_SCALED = replace(
    _VARIANCE,
    id="transformer_basics.scaled_score.root",
    statement_id="transformer_basics.S2.1",
    interpretation="coordinates of mean 0 and variance 1, query and key independent: variance 1 after "
    "division by "
    "$\\sqrt{d_k}$",
    label="the variance of $\\langle q, k \\rangle / d_k^a$",
    claimed="1",
    derivation="root_variance",
    quantity="scaled_score",
    grid={"a": (0.5,)},
)
_ALIGNED = replace(
    _SCALED,
    id="transformer_basics.aligned_score.centred",
    statement_id="transformer_basics.S2.3",
    interpretation="the key is the query, of independent normal coordinates: the scaled score has mean 0 as "
    "for "
    "independent ones",
    label="the mean of $\\langle q, q \\rangle / \\sqrt{d_k}$",
    role=Role.STRONGER,
    claimed="0",
    derivation="aligned_score_mean",
    quantity="aligned_score",
    grid={"statistic": ("mean",), "a": (0.5,)},
    margin=1e-6,
    bears=Bears.REFINES,
)

CLAIMS: tuple[Claim, ...] = (
    _VARIANCE,
    replace(
        _VARIANCE,
        id="transformer_basics.shifted_score.variance",
        label="the variance of $\\langle q, k \\rangle$ for coordinates of mean $\\mu$ and variance 1",
        interpretation="variance 1 and any mean: normal coordinates of mean $\\mu$ = 1/2, 1, 2 (it is "
        "$d_k (1 + 2 \\mu^2)$)",
        role=Role.STRONGER,
        derivation="shifted_score_variance",
        quantity="shifted_score",
        grid={},
    ),
    _DEVIATION,
    replace(
        _DEVIATION,
        id="transformer_basics.score_shape.deviation.rounded",
        quantifier=None,
        interpretation="22 as a rounded figure, 21.5 to 22.5, at $d_k = 512$",
        role=Role.STRONGER,
        relation=Relation.EQUALS,
        margin=0.022,
        bears=Bears.REFINES,
    ),
    _DISTANCE,
    replace(
        _DISTANCE,
        id="transformer_basics.normal_distance.normal",
        label="the largest gap between the distribution functions of $\\langle q, k "
        "\\rangle/\\sqrt{d_k}$ and of a normal (normal coordinates)",
        quantifier=None,
        interpretation="coordinates normal: the distance falls like $1/d_k$",
        role=Role.STRONGER,
        relation=Relation.LAW,
        bound_type=BoundType.THETA,
        claimed="C/d_k",
        alternatives=("C/sqrt(d_k)", "C/d_k**2"),
        grid={"law": ("normal",)},
        margin=0.05,
        bears=Bears.REFINES,
    ),
    replace(
        _DISTANCE,
        id="transformer_basics.normal_distance.signs",
        label="the largest gap between the distribution functions of $\\langle q, k "
        "\\rangle/\\sqrt{d_k}$ and of a normal (coordinates $\\pm 1$)",
        quantifier=None,
        interpretation="coordinates fair signs, so that scores lie on a lattice: the distance falls like "
        "$1/\\sqrt{d_k}$",
        role=Role.STRONGER,
        relation=Relation.LAW,
        bound_type=BoundType.THETA,
        claimed="C/sqrt(d_k)",
        alternatives=("C/d_k",),
        grid={"law": ("signs",)},
        margin=0.05,
        bears=Bears.REFINES,
    ),
    _EXCESS,
    replace(
        _EXCESS,
        id="transformer_basics.score_shape.excess.signs",
        label="the excess kurtosis of $\\langle q, k \\rangle$ for coordinates $\\pm 1$",
        quantifier=None,
        interpretation="fair signs: $-2/d_k$, tails lighter than a normal's",
        role=Role.STRONGER,
        claimed="-2/d_k",
        derivation="sign_score_excess",
        grid={"statistic": ("excess",), "law": ("signs",)},
        bears=Bears.REFINES,
    ),
    replace(
        _EXCESS,
        id="transformer_basics.score_shape.excess.rate",
        quantifier=None,
        interpretation="normal coordinates: the rate $1/d_k$, and not its root",
        role=Role.STRONGER,
        relation=Relation.LAW,
        bound_type=BoundType.THETA,
        claimed="C/d_k",
        alternatives=("C/sqrt(d_k)", "C/d_k**2"),
        derivation="normal_excess_order",
        margin=0.05,
        bears=Bears.REFINES,
    ),
    _SCALED,
    replace(
        _SCALED,
        id="transformer_basics.scaled_score.powers",
        interpretation="any power: $d_k^{1 - 2a}$",
        role=Role.STRONGER,
        claimed="d_k**(1 - 2*a)",
        derivation="scaled_variance",
        grid={},
        quick_grid={"d_k": (8, 64, 512, 4096)},
        bears=Bears.REFINES,
    ),
    replace(
        _SCALED,
        id="transformer_basics.neutral_power",
        statement_id="transformer_basics.S2.2",
        interpretation="the one power a for which the variance after division by $d_k^a$ is the same in "
        "every "
        "dimension, for any law of coordinates",
        label="the power $a$ for which the variance of $\\langle q, k \\rangle/d_k^a$ does not depend "
        "on $d_k$",
        claimed="1/2",
        derivation="neutral_power",
        quantity="neutral_power",
        grid={},
    ),
    _ALIGNED,
    replace(
        _ALIGNED,
        id="transformer_basics.aligned_score.mean",
        interpretation="the key is the query, normal: the scaled score has mean $\\sqrt{d_k}$, as far out as "
        "scaling has brought in the rest",
        role=Role.CHARITABLE,
        claimed="sqrt(d_k)",
        bears=Bears.SUPPORTS,
    ),
    replace(
        _ALIGNED,
        id="transformer_basics.aligned_score.variance",
        interpretation="the key is the query, normal: its variance is 2 in every dimension",
        label="the variance of $\\langle q, q \\rangle / \\sqrt{d_k}$",
        role=Role.CHARITABLE,
        claimed="2",
        derivation="aligned_score_variance",
        grid={"statistic": ("variance",), "a": (0.5,)},
    ),
    replace(
        _ALIGNED,
        id="transformer_basics.aligned_score.full",
        interpretation="the key is the query, normal: division by $d_k$ gives mean 1 in every dimension",
        label="the mean of $\\langle q, q \\rangle / d_k$",
        claimed="1",
        derivation="full_score_mean",
        grid={"statistic": ("mean",), "a": (1,)},
    ),
)
