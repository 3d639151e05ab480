"""S3, S4: how close unscaled weights come to one-hot, and what saturation leaves of derivatives.

`n` is the number of keys, `d_k` their dimension; query and keys have independent standard normal coordinates.
"depth" is minus the logarithm of a median.
"""

from __future__ import annotations

from msgspec.structs import replace

from ...claim import Bears, BoundType, Claim, Quantifier, Relation, Role
from ...figure import Drawing, Figure

_FAR = tuple(2**m for m in range(6, 21))
_FEW = (64, 1024, 16384, 2**18, 2**20)
_NEAR = tuple(2**m for m in range(6, 15))
_NEAR_FEW = (64, 256, 1024, 4096, 16384)
_WIDE = (64, 256, 1024, 4096, 16384, 65536, 4**9, 4**10)
_SHORTFALL_BOUND = "log(2)*gamma((d_k - 1)/2)/(sqrt(2*pi)*gamma(d_k/2))"

_SHARE = Claim(
    id="transformer_basics.softmax_row.share",
    statement_id="transformer_basics.S3.1",
    interpretation="8, 64 and 1024 keys: in nine rows of ten the largest weight exceeds .9",
    label="the share of rows with a weight above 0.9 (unscaled scores at $d_k = 512$)",
    role=Role.LITERAL,
    relation=Relation.AT_LEAST,
    claimed="9/10",
    quantity="softmax_row_collapsed",
    output="above_nine_tenths",
    grid={"scale": ("unscaled",), "d_k": (512,), "n": (8, 64, 1024)},
    quick_grid={"scale": ("unscaled",), "d_k": (512,), "n": (8, 64)},
    margin=0.0,
    tags=("saturation", "answer: Is an unscaled softmax at 512 one-hot"),
    setting={"initial scale": "1", "statistic": "share"},
    own_threshold=True,
)
_RATE = Claim(
    id="transformer_basics.shortfall.mean.theta",
    statement_id="transformer_basics.S3.2",
    interpretation="two keys, the mean: $\\log 2/\\sqrt{\\pi d_k}$ to leading order, carried by near ties",
    label="the mean of one minus the largest weight (unscaled scores of two keys)",
    role=Role.LITERAL,
    relation=Relation.LAW,
    bound_type=BoundType.THETA,
    claimed="C/sqrt(d_k)",
    alternatives=("C/d_k", "C*exp(-c*sqrt(d_k))"),
    derivation="shortfall_above",
    quantity="two_keys",
    grid={"scale": ("unscaled",), "statistic": ("shortfall",), "d_k": _NEAR},
    quick_grid={"scale": ("unscaled",), "statistic": ("shortfall",), "d_k": _NEAR_FEW},
    margin=0.05,
    tags=("saturation", "answer: How fast the softmax saturates"),
    setting={"initial scale": "1", "statistic": "mean"},
)
_DEPTH = replace(
    _RATE,
    id="transformer_basics.shortfall.median",
    interpretation="two keys, the median: it decays like $e^{-c \\sqrt{d_k}}$, its logarithm grows like the "
    "root",
    label="minus the logarithm of the median of one minus the largest weight (unscaled scores of two keys)",
    role=Role.CHARITABLE,
    claimed="C*sqrt(d_k)",
    alternatives=("C*d_k",),
    derivation=None,
    grid={"scale": ("unscaled",), "statistic": ("shortfall depth",), "d_k": _FAR},
    quick_grid={"scale": ("unscaled",), "statistic": ("shortfall depth",), "d_k": _FEW},
    tags=("saturation", "answer: How fast the softmax saturates"),
    setting={"initial scale": "1", "statistic": "median"},
    bears=Bears.REFINES,
    margin=0.05,
)
_MANY = replace(
    _RATE,
    id="transformer_basics.shortfall.mean.eight",
    label="the mean of one minus the largest weight (unscaled scores of 8 keys)",
    interpretation="8 keys, the mean",
    role=Role.STRONGER,
    alternatives=("C/d_k",),
    derivation=None,
    quantity="softmax_row_collapsed",
    output="shortfall",
    grid={"scale": ("unscaled",), "n": (8,), "d_k": _WIDE},
    quick_grid={"scale": ("unscaled",), "n": (8,), "d_k": _WIDE},
    margin=0.05,
    tags=("saturation", "answer: How fast the softmax saturates"),
    setting={"initial scale": "1", "statistic": "mean"},
    bears=Bears.REFINES,
)
_IDENTITY = Claim(
    id="transformer_basics.jacobian_gap",
    statement_id="transformer_basics.S4.1",
    interpretation="$\\partial \\alpha / \\partial s = \\mathrm{diag}(\\alpha) - \\alpha \\alpha^\\top$ for "
    "any "
    "number of scores",
    label="the largest entry of $\\partial \\alpha / \\partial s - (\\mathrm{diag}(\\alpha) - "
    "\\alpha \\alpha^T)$",
    role=Role.LITERAL,
    relation=Relation.IDENTITY,
    claimed="0",
    derivation="softmax_jacobian",
    quantity="jacobian_gap",
    quick_grid={"n": (2, 8, 64)},
    margin=1e-12,
    tags=("saturation",),
    quantifier=Quantifier.ALL,
)
_JACOBIAN = replace(
    _RATE,
    id="transformer_basics.jacobian.mean",
    statement_id="transformer_basics.S4.2",
    interpretation="two keys, unscaled scores, the mean of the Frobenius norm of the Jacobian by the scores: "
    "$1/\\sqrt{\\pi d_k}$ to leading order",
    label="the mean norm of the softmax Jacobian (unscaled scores of two keys)",
    derivation="jacobian_above",
    grid={"scale": ("unscaled",), "statistic": ("jacobian",), "d_k": _NEAR},
    quick_grid={"scale": ("unscaled",), "statistic": ("jacobian",), "d_k": _NEAR_FEW},
    tags=("saturation", "answer: Does saturation kill gradients"),
    setting={"initial scale": "1", "statistic": "mean"},
    margin=0.05,
)
_QUERY = replace(
    _JACOBIAN,
    id="transformer_basics.query_gradient.mean.vanishes",
    statement_id="transformer_basics.S4.3",
    interpretation="two keys, unscaled scores, the mean of $|\\partial \\alpha / \\partial q|$: it goes to 0",
    label="the mean norm of $\\partial \\alpha / \\partial q$ (unscaled scores of two keys)",
    relation=Relation.LIMIT,
    bound_type=None,
    claimed="0",
    alternatives=(),
    derivation=None,
    grid={"scale": ("unscaled",), "statistic": ("query",), "d_k": _FAR},
    quick_grid={"scale": ("unscaled",), "statistic": ("query",), "d_k": _FEW},
    margin=0.01,
)
_PATHS = replace(
    _SHARE,
    id="transformer_basics.softmax_row.paths",
    statement_id="transformer_basics.S4.4",
    interpretation="paths through values, 8 and 64 keys at $d_k = 512$: in nine rows of ten all weights but "
    "one are "
    "below .01",
    label="the share of rows in which all weights but one are below 0.01 (unscaled scores)",
    output="others_small",
    grid={"scale": ("unscaled",), "d_k": (512,), "n": (8, 64)},
    quick_grid={"scale": ("unscaled",), "d_k": (512,), "n": (8, 64)},
    tags=("saturation", "answer: All paths near zero except one"),
    setting={"initial scale": "1", "statistic": "share"},
)

CLAIMS: tuple[Claim, ...] = (
    _SHARE,
    replace(
        _SHARE,
        id="transformer_basics.softmax_row.share.pair",
        label="the share of rows with a weight above 0.9 (two keys, unscaled scores at $d_k = 512$)",
        interpretation="two keys: in nine rows of ten the largest weight exceeds .9",
        role=Role.CHARITABLE,
        quantity="two_keys",
        output=None,
        grid={"scale": ("unscaled",), "statistic": ("above",), "d_k": (512,)},
        quick_grid={},
        tags=("saturation", "answer: Is an unscaled softmax at 512 one-hot"),
        setting={"initial scale": "1", "statistic": "share"},
    ),
    replace(
        _SHARE,
        id="transformer_basics.softmax_row.mean",
        interpretation="8, 64 and 1024 keys: the mean of the largest weight is above .9",
        role=Role.CHARITABLE,
        label="the mean of the largest weight (unscaled scores at $d_k = 512$)",
        output="largest",
        margin=0.05,
        grid={"scale": ("unscaled",), "d_k": (512,), "n": (8, 64, 1024)},
        quick_grid={"scale": ("unscaled",), "d_k": (512,), "n": (8, 64)},
        tags=("saturation", "answer: Is an unscaled softmax at 512 one-hot"),
        setting={"initial scale": "1", "statistic": "mean"},
    ),
    replace(
        _SHARE,
        id="transformer_basics.softmax_row.median",
        interpretation="8, 64 and 1024 keys: the median of the largest weight is above .9",
        role=Role.CHARITABLE,
        claimed="1/2",
        quick_grid={"scale": ("unscaled",), "d_k": (512,), "n": (8, 64)},
        tags=("saturation", "answer: Is an unscaled softmax at 512 one-hot"),
        setting={"initial scale": "1", "statistic": "median"},
    ),
    replace(
        _SHARE,
        id="transformer_basics.softmax_row.scaled",
        label="the share of rows with a weight above 0.9 (scaled scores at $d_k = 512$)",
        interpretation="scores divided by $\\sqrt{512}$, 8 and 64 keys: no more than one row in a hundred "
        "has a "
        "weight above .9",
        role=Role.STRONGER,
        relation=Relation.AT_MOST,
        claimed="1/100",
        grid={"scale": ("root",), "d_k": (512,), "n": (8, 64)},
        quick_grid={"scale": ("root",), "d_k": (512,), "n": (8, 64)},
        bears=Bears.REFINES,
    ),
    _RATE,
    replace(
        _RATE,
        id="transformer_basics.shortfall.mean.o",
        bound_type=BoundType.O,
        margin=0.05,
    ),
    replace(
        _RATE,
        id="transformer_basics.shortfall.mean.bound",
        interpretation="two keys, the mean, with its constant: at most $\\log 2/\\sqrt{\\pi}$ times the mean "
        "of "
        "the inverse length of the query",
        role=Role.STRONGER,
        relation=Relation.AT_MOST,
        bound_type=None,
        claimed=_SHORTFALL_BOUND,
        alternatives=(),
        margin=0.001,
        bears=Bears.REFINES,
    ),
    replace(
        _RATE,
        id="transformer_basics.shortfall.mean.exponential",
        interpretation="two keys, the mean: exponentially, as the softmax of typical scores, and so faster "
        "than "
        "$1/d_k$",
        role=Role.STRONGER,
        bound_type=BoundType.O,
        claimed="C/d_k",
        alternatives=("C/sqrt(d_k)",),
        derivation="shortfall_below",
        bears=Bears.REFINES,
        margin=0.05,
    ),
    _DEPTH,
    _MANY,
    replace(
        _MANY,
        id="transformer_basics.shortfall.mean.many",
        label="the mean of one minus the largest weight (unscaled scores of 64 keys)",
        interpretation="64 keys, the mean",
        grid={"scale": ("unscaled",), "n": (64,), "d_k": _WIDE},
        quick_grid={"scale": ("unscaled",), "n": (64,), "d_k": _WIDE},
    ),
    replace(
        _MANY,
        id="transformer_basics.shortfall.mean.pairs",
        label="the mean of one minus the largest weight (unscaled scores of $n$ keys)",
        interpretation="8 and 64 keys, the mean: no more than all pairs together, of order $n^2/\\sqrt{d_k}$",
        bound_type=BoundType.O,
        claimed="C*n**2/sqrt(d_k)",
        alternatives=(),
        derivation="row_shortfall_above",
        grid={"scale": ("unscaled",), "n": (8, 64), "d_k": _WIDE[:5]},
        quick_grid={"scale": ("unscaled",), "n": (8, 64), "d_k": (64, 16384)},
    ),
    _IDENTITY,
    _JACOBIAN,
    replace(
        _DEPTH,
        id="transformer_basics.jacobian.median",
        statement_id="transformer_basics.S4.2",
        interpretation="two keys, unscaled scores, the median of the Frobenius norm: it decays like $e^{-c "
        "\\sqrt{d_k}}$",
        label="minus the logarithm of the median norm of the softmax Jacobian (unscaled scores of two keys)",
        grid={"scale": ("unscaled",), "statistic": ("jacobian depth",), "d_k": _FAR},
        quick_grid={"scale": ("unscaled",), "statistic": ("jacobian depth",), "d_k": _FEW},
        tags=("saturation", "answer: Does saturation kill gradients"),
        setting={"initial scale": "1", "statistic": "median"},
        bears=Bears.SUPPORTS,
        margin=0.05,
    ),
    replace(
        _JACOBIAN,
        id="transformer_basics.jacobian.scaled",
        label="the mean norm of the softmax Jacobian (scaled scores of two keys)",
        interpretation="two keys, scores divided by $\\sqrt{d_k}$: the mean norm stays above .36 in every "
        "dimension",
        role=Role.STRONGER,
        relation=Relation.AT_LEAST,
        bound_type=None,
        claimed="9/25",
        alternatives=(),
        derivation=None,
        grid={"scale": ("root",), "statistic": ("jacobian",), "d_k": _FAR},
        quick_grid={"scale": ("root",), "statistic": ("jacobian",), "d_k": _FEW},
        bears=Bears.REFINES,
        own_threshold=True,
        margin=0.02,
    ),
    _QUERY,
    replace(
        _QUERY,
        id="transformer_basics.query_gradient.mean",
        interpretation="two keys, unscaled scores, the mean: it goes to $1/\\sqrt{\\pi}$, near ties being as "
        "rare "
        "as the keys are long",
        role=Role.CHARITABLE,
        claimed="1/sqrt(pi)",
        bears=Bears.REFINES,
    ),
    replace(
        _QUERY,
        id="transformer_basics.query_gradient.mean.bound",
        interpretation="two keys, unscaled scores, the mean: at most $1/\\sqrt{\\pi}$ in every dimension",
        role=Role.STRONGER,
        relation=Relation.AT_MOST,
        claimed="1/sqrt(pi)",
        derivation="query_gradient_above",
        bears=Bears.REFINES,
    ),
    replace(
        _DEPTH,
        id="transformer_basics.query_gradient.median",
        statement_id="transformer_basics.S4.3",
        interpretation="two keys, unscaled scores, the median of $|\\partial \\alpha / \\partial q|$: it "
        "decays "
        "like $e^{-c \\sqrt{d_k}}$ up to a power of $d_k$",
        label="minus the logarithm of the median norm of $\\partial \\alpha / \\partial q$ (unscaled "
        "scores of two keys)",
        grid={"scale": ("unscaled",), "statistic": ("query depth",), "d_k": _FAR},
        quick_grid={"scale": ("unscaled",), "statistic": ("query depth",), "d_k": _FEW},
        tags=("saturation", "answer: Does saturation kill gradients"),
        setting={"initial scale": "1", "statistic": "median"},
        bears=Bears.SUPPORTS,
        margin=0.05,
    ),
    replace(
        _SHARE,
        id="transformer_basics.query_gradient.eight",
        statement_id="transformer_basics.S4.3",
        interpretation="8 keys, unscaled scores, $d_k$ = 128 and 512: the mean of $|\\partial \\alpha / "
        "\\partial "
        "q|$ stays above 1",
        label="the mean norm of $\\partial \\alpha / \\partial q$ (unscaled scores of 8 keys)",
        role=Role.STRONGER,
        claimed="1",
        quantity="softmax_row",
        output="query",
        grid={"scale": ("unscaled",), "d_k": (128, 512), "n": (8,)},
        quick_grid={"scale": ("unscaled",), "d_k": (128,), "n": (8,)},
        tags=("saturation", "answer: Does saturation kill gradients"),
        setting={"initial scale": "1", "statistic": "mean"},
        bears=Bears.REFINES,
    ),
    replace(
        _SHARE,
        id="transformer_basics.query_gradient.eight.scaled",
        statement_id="transformer_basics.S4.3",
        interpretation="8 keys, scores divided by $\\sqrt{d_k}$, $d_k$ = 128 and 512: the mean of "
        "$|\\partial "
        "\\alpha / \\partial q|$ is below 2/5, less than without the factor",
        label="the mean norm of $\\partial \\alpha / \\partial q$ (scaled scores of 8 keys)",
        role=Role.STRONGER,
        relation=Relation.AT_MOST,
        claimed="2/5",
        quantity="softmax_row",
        output="query",
        grid={"scale": ("root",), "d_k": (128, 512), "n": (8,)},
        quick_grid={"scale": ("root",), "d_k": (128,), "n": (8,)},
        tags=("saturation", "answer: Does saturation kill gradients"),
        setting={"initial scale": "1", "statistic": "mean"},
        bears=Bears.REFINES,
    ),
    _PATHS,
    replace(
        _PATHS,
        id="transformer_basics.softmax_row.paths.limit",
        interpretation="paths through values, 8 and 64 keys: the share of rows in which all weights but one "
        "are "
        "below .01 goes to 1",
        role=Role.CHARITABLE,
        relation=Relation.LIMIT,
        claimed="1",
        diverging="d_k",
        grid={"scale": ("unscaled",), "d_k": _WIDE, "n": (8, 64)},
        quick_grid={"scale": ("unscaled",), "d_k": _WIDE, "n": (8, 64)},
        margin=0.02,
        own_threshold=False,
    ),
    replace(
        _PATHS,
        id="transformer_basics.softmax_row.paths.winner",
        interpretation="paths through scores, 8 and 64 keys: the winner's own $\\alpha (1 - \\alpha)$ goes "
        "to 0 "
        "as well, so that none is left over",
        label="the mean of $\\alpha (1 - \\alpha)$ at the largest weight $\\alpha$ (unscaled scores)",
        role=Role.STRONGER,
        relation=Relation.LIMIT,
        claimed="0",
        diverging="d_k",
        output="winner",
        grid={"scale": ("unscaled",), "d_k": _WIDE, "n": (8, 64)},
        quick_grid={"scale": ("unscaled",), "d_k": _WIDE, "n": (8, 64)},
        margin=0.01,
        tags=("saturation", "answer: All paths near zero except one"),
        setting={"initial scale": "1", "statistic": "mean"},
        bears=Bears.REFINES,
        own_threshold=False,
    ),
    replace(
        _IDENTITY,
        id="transformer_basics.jacobian_row_sum",
        statement_id="transformer_basics.S4.4",
        interpretation="paths through scores: each row of the Jacobian adds up to 0, so that no single one "
        "can be "
        "left over",
        label="the sum of a row of the softmax Jacobian",
        role=Role.STRONGER,
        derivation="jacobian_row_sum",
        quantity=None,
        quick_grid={},
        tags=("saturation", "answer: All paths near zero except one"),
        quantifier=Quantifier.ALL,
        setting={"initial scale": "1"},
        bears=Bears.REFINES,
    ),
)

FIGURES: tuple[Figure, ...] = (
    Figure(
        id="transformer_basics.figure.saturation",
        title="What saturation leaves of two keys, in mean",
        caption="Means over normal queries and keys without a scale: one minus the largest weight and the "
        "norm of the Jacobian fall like $1/\\sqrt{d_k}$ (dashed), the norm of the derivative by the query "
        "does not fall at all.",
        alternative="Two lines fall with slope minus one half on logarithmic axes, a third is flat at 0.56.",
        quantity="two_keys",
        drawing=Drawing.CURVES,
        x="d_k",
        series="statistic",
        grid={"scale": ("unscaled",), "statistic": ("shortfall", "jacobian", "query")},
        laws={"log 2 / sqrt(pi d)": "log(2)/sqrt(pi*d_k)"},
        supports=("transformer_basics.query_gradient.mean", "transformer_basics.shortfall.mean.theta"),
    ),
    Figure(
        id="transformer_basics.figure.one_hot",
        title="Rows with a weight above .9",
        caption="Share of rows over n keys whose largest weight exceeds .9, scores without a scale: at "
        "$d_k = 512$ between .70 and .95.",
        alternative="Curves rise towards one with the dimension, lower for more keys.",
        quantity="softmax_row_collapsed",
        drawing=Drawing.CURVES,
        x="d_k",
        series="n",
        outputs=("above_nine_tenths",),
        grid={"scale": ("unscaled",)},
        quick_grid={"scale": ("unscaled",), "n": (2, 8, 64), "d_k": (64, 512, 1024, 16384)},
        log_y=False,
        supports=("transformer_basics.softmax_row.share",),
    ),
)
