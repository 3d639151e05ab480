"""S13: how sums and residual streams grow with depth, and gradients at initialisation.

`n` is the number of terms and `rho` their correlation, `L` the number of blocks, `block` their kind and `d`
their width, `l` the number of blocks before the one that is looked at.
"""

from __future__ import annotations

from msgspec.structs import replace

from ...claim import Bears, BoundType, Claim, Relation, Role
from ...figure import Drawing, Figure

_WIDE = {"d": (65536,), "L": (4, 8, 16, 32, 64, 128, 256)}
_QUICK = {"d": (65536,), "L": (4, 16, 64, 256)}
_AT_START = "independent normal weights of variance $1/d$, $d = 65536$"

_SQUARE = Claim(
    id="transformer_basics.sum_variance.square",
    statement_id="transformer_basics.S13.1",
    interpretation="independent terms of variance 1: the variance of their sum grows like $n^2$",
    label="the variance of a sum of independent terms",
    role=Role.LITERAL,
    relation=Relation.LAW,
    bound_type=BoundType.THETA,
    claimed="C*n**2",
    alternatives=("C*n",),
    derivation="independent_sum",
    quantity="sum_variance",
    grid={"rho": (0.0,), "n": (1, 2, 4, 16, 64, 256, 1024)},
    margin=0.05,
    tags=("variance", "answer: How a sum of n terms grows"),
)
_ROOT = Claim(
    id="transformer_basics.residual_stream.none",
    statement_id="transformer_basics.S13.2",
    interpretation=f"blocks $x + W x$, {_AT_START}: a magnitude like $\\sqrt L$ is a mean square like $L$",
    label="the mean square of the stream after $L$ blocks $x + W x$",
    role=Role.LITERAL,
    relation=Relation.LAW,
    bound_type=BoundType.THETA,
    claimed="C*L",
    alternatives=("C*exp(log(2)*L)",),
    derivation="relative_stream",
    quantity="residual_stream",
    output="power",
    grid={"block": ("none",), **_WIDE},
    quick_grid={"block": ("none",), **_QUICK},
    margin=0.05,
    tags=("residual stream", "answer: How the residual stream grows with depth"),
)
_GRADIENT = replace(
    _ROOT,
    id="transformer_basics.gradient.pre.first",
    statement_id="transformer_basics.S13.8",
    interpretation=f"blocks $x + W n(x)$ and a last normalisation, {_AT_START}: it does not depend on the "
    "depth",
    label="the mean squared gradient by the first layer's weights in $L$ pre-norm blocks",
    claimed="C",
    alternatives=("C/L", "C*exp(-log(2)*L)"),
    derivation=None,
    output="first",
    grid={"block": ("pre",), **_WIDE},
    quick_grid={"block": ("pre",), **_QUICK},
    setting={"initial scale": "every branch adds as much as it sees"},
    tags=("gradients", "answer: Squared gradients at initialisation"),
)
_SUBLAYER = Claim(
    id="transformer_basics.sublayer_input.post",
    statement_id="transformer_basics.S13.7",
    interpretation="blocks $n(x + W x)$: the mean square of what a branch sees grows with the number of "
    "blocks "
    "before it",
    label="the mean square of what a sublayer sees after $l$ post-norm blocks",
    role=Role.LITERAL,
    relation=Relation.LAW,
    bound_type=BoundType.THETA,
    claimed="C*l",
    alternatives=("C",),
    derivation="unit_power",
    quantity="sublayer_input",
    grid={"block": ("post",), "l": (1, 2, 4, 8, 16)},
    margin=0.05,
    tags=("normalisation",),
)

_POST = replace(
    _SUBLAYER,
    id="transformer_basics.stream_power.post",
    statement_id="transformer_basics.S13.4",
    interpretation="blocks $n(x + W x)$: a magnitude like $\\sqrt l$ after $l$ blocks is a mean square like "
    "$l$",
    label="the mean square of the stream after $l$ post-norm blocks",
    tags=("residual stream", "answer: How the residual stream grows with depth"),
    bears=Bears.REFINES,
)

CLAIMS: tuple[Claim, ...] = (
    _SQUARE,
    replace(
        _SQUARE,
        id="transformer_basics.sum_variance.linear",
        interpretation="independent terms of variance 1: the variance of their sum is $n$",
        role=Role.CHARITABLE,
        relation=Relation.EQUALS,
        bound_type=None,
        claimed="n",
        alternatives=(),
        margin=0.001,
        bears=Bears.CONTRADICTS,
    ),
    replace(
        _SQUARE,
        id="transformer_basics.sum_variance.identical",
        label="the variance of a sum of identical terms",
        interpretation="terms that are all the same: the variance of their sum is $n^2$",
        role=Role.CHARITABLE,
        relation=Relation.EQUALS,
        bound_type=None,
        claimed="n**2",
        alternatives=(),
        derivation="identical_sum",
        grid={"rho": (1.0,), "n": (1, 2, 4, 16, 64, 256, 1024)},
        margin=0.001,
        bears=Bears.REFINES,
    ),
    replace(
        _SQUARE,
        id="transformer_basics.sum_variance.correlated",
        label="the variance of a sum of correlated terms",
        interpretation="terms of correlation $\\rho$: $n (1 + (n - 1) \\rho)$, which is between $n$ and "
        "$n^2$",
        role=Role.STRONGER,
        relation=Relation.EQUALS,
        bound_type=None,
        claimed="n*(1 + (n - 1)*rho)",
        alternatives=(),
        derivation="correlated_sum",
        grid={"rho": (0.25, 1.0), "n": (1, 2, 4, 16, 64, 256, 1024)},
        margin=0.001,
        bears=Bears.REFINES,
    ),
    _ROOT,
    replace(
        _ROOT,
        id="transformer_basics.residual_stream.fixed",
        label="the mean square of the stream after $L$ branches that are independent of it",
        interpretation="blocks add independent vectors of one scale whatever the stream is, as a sum of "
        "independent terms would: the mean square is $1 + L$",
        role=Role.CHARITABLE,
        relation=Relation.LAW,
        claimed="C*L",
        derivation="fixed_stream",
        grid={"block": ("fixed",), **_WIDE},
        quick_grid={"block": ("fixed",), **_QUICK},
    ),
    replace(
        _ROOT,
        id="transformer_basics.residual_stream.exponential",
        interpretation=f"blocks $x + W x$, {_AT_START}: the mean square is $2^L$",
        role=Role.STRONGER,
        relation=Relation.EQUALS,
        bound_type=None,
        claimed="2**L",
        alternatives=(),
        derivation="relative_stream",
        bears=Bears.CONTRADICTS,
    ),
    replace(
        _ROOT,
        id="transformer_basics.residual_stream.pre",
        label="the mean square of the stream after $L$ pre-norm blocks",
        statement_id="transformer_basics.S13.3",
        interpretation=f"blocks $x + W n(x)$, {_AT_START}: a magnitude like $\\sqrt L$ is a mean square like "
        "$L$",
        derivation="fixed_stream",
        grid={"block": ("pre",), **_WIDE},
        quick_grid={"block": ("pre",), **_QUICK},
    ),
    _POST,
    replace(
        _POST,
        id="transformer_basics.stream_power.post.constant",
        interpretation="blocks $n(x + W x)$: the mean square is 1 after every block",
        role=Role.CHARITABLE,
        relation=Relation.EQUALS,
        bound_type=None,
        claimed="1",
        alternatives=(),
        margin=1e-10,
        bears=Bears.SUPPORTS,
    ),
    _SUBLAYER,
    replace(
        _SUBLAYER,
        id="transformer_basics.sublayer_input.post.unit",
        interpretation="blocks $n(x + W x)$: what a branch sees has mean square 1",
        role=Role.STRONGER,
        relation=Relation.EQUALS,
        bound_type=None,
        claimed="1",
        alternatives=(),
        margin=1e-10,
        bears=Bears.CONTRADICTS,
    ),
    replace(
        _SUBLAYER,
        id="transformer_basics.sublayer_input.none",
        label="the mean square of what a sublayer sees after $l$ blocks without normalisation",
        interpretation="blocks $x + W x$ without normalisation: what a branch sees grows with the number of "
        "blocks before it, beyond $l$",
        role=Role.CHARITABLE,
        relation=Relation.AT_LEAST,
        bound_type=None,
        claimed="l",
        alternatives=(),
        derivation=None,
        grid={"block": ("none",), "l": (1, 2, 4, 8, 16)},
        bears=Bears.REFINES,
    ),
    _GRADIENT,
    replace(
        _GRADIENT,
        id="transformer_basics.gradient.pre.last",
        statement_id="transformer_basics.S13.9",
        interpretation=f"blocks $x + W n(x)$ and a last normalisation, {_AT_START}: the square falls like "
        "$1/L$, "
        "the norm like $1/\\sqrt L$",
        label="the mean squared gradient by the last layer's weights in $L$ pre-norm blocks",
        output="last",
        derivation="last_gradient",
        claimed="C/L",
        alternatives=("C", "C*exp(-log(2)*L)"),
    ),
    replace(
        _GRADIENT,
        id="transformer_basics.gradient.pre.last.value",
        statement_id="transformer_basics.S13.9",
        interpretation=f"blocks $x + W n(x)$ and a last normalisation, {_AT_START}: it is "
        "$(d - 1)/((d - 2)(L + 1))$, as the last normalisation divides by the length of the stream",
        label="the mean squared gradient by the last layer's weights in $L$ pre-norm blocks (over $d$)",
        role=Role.STRONGER,
        output="last",
        relation=Relation.EQUALS,
        bound_type=None,
        claimed="(d - 1)/((d - 2)*(L + 1))",
        alternatives=(),
        derivation="last_gradient",
        margin=0.02,
        bears=Bears.REFINES,
    ),
    replace(
        _GRADIENT,
        id="transformer_basics.gradient.post.first",
        label="the mean squared gradient by the first layer's weights in $L$ post-norm blocks",
        statement_id="transformer_basics.S13.10",
        interpretation=f"blocks $n(x + W x)$, {_AT_START}: every normalisation halves the square, so that it "
        "falls "
        "like $2^{-L}$",
        claimed="C*exp(-log(2)*L)",
        alternatives=("C", "C/L"),
        grid={"block": ("post",), **_WIDE},
        quick_grid={"block": ("post",), **_QUICK},
        bears=Bears.REFINES,
    ),
    replace(
        _GRADIENT,
        id="transformer_basics.gradient.post.first.constant",
        label="the mean squared gradient by the first layer's weights in $L$ post-norm blocks",
        statement_id="transformer_basics.S13.10",
        interpretation=f"blocks $n(x + W x)$, {_AT_START}: what a normalisation takes the branch gives back, "
        "and "
        "it does not depend on the depth",
        role=Role.CHARITABLE,
        grid={"block": ("post",), **_WIDE},
        quick_grid={"block": ("post",), **_QUICK},
    ),
    replace(
        _GRADIENT,
        id="transformer_basics.gradient.post.skip",
        statement_id="transformer_basics.S13.10",
        interpretation=f"blocks $n(x + W x)$, {_AT_START}: the part that comes through skip connections "
        "alone "
        "falls like $2^{-L}$",
        label="the mean squared gradient by the first layer's weights in $L$ post-norm blocks through "
        "skip connections alone",
        role=Role.CHARITABLE,
        output="skip",
        claimed="C*exp(-log(2)*L)",
        alternatives=("C", "C/L"),
        grid={"block": ("post",), **_WIDE},
        quick_grid={"block": ("post",), **_QUICK},
        bears=Bears.REFINES,
    ),
    replace(
        _GRADIENT,
        id="transformer_basics.gradient.post.first.rectified",
        statement_id="transformer_basics.S13.10",
        interpretation="blocks $n(x + V (W x)_+)$ of width 32 with normal weights, a branch adds as much as "
        "it "
        "sees: at least 1/4 down to 16 blocks, where $2^{-L}$ is $1.5 \\cdot 10^{-5}$",
        label="the mean squared gradient by the first MLP's outer matrix in $L$ post-norm blocks (over $d$)",
        role=Role.CHARITABLE,
        relation=Relation.AT_LEAST,
        bound_type=None,
        claimed="1/4",
        alternatives=(),
        quantity="rectified_network",
        grid={"L": (2, 4, 8, 16)},
        quick_grid={"L": (4, 16)},
        bears=Bears.REFINES,
        own_threshold=True,
    ),
    replace(
        _GRADIENT,
        id="transformer_basics.gradient.post.last",
        statement_id="transformer_basics.S13.11",
        interpretation=f"blocks $n(x + W x)$, {_AT_START}: it does not depend on the depth",
        label="the mean squared gradient by the last layer's weights in $L$ post-norm blocks",
        output="last",
        grid={"block": ("post",), **_WIDE},
        quick_grid={"block": ("post",), **_QUICK},
    ),
)

FIGURES: tuple[Figure, ...] = (
    Figure(
        id="transformer_basics.figure.residual_gradients",
        title="Gradient of the first layer against depth",
        caption="Mean squared gradient by the first layer's weights at initialisation, over $d$, for "
        "post-norm and pre-norm blocks; dashed, $1/L$.",
        alternative="Both curves are flat, and the dashed line falls below them.",
        quantity="residual_stream",
        outputs=("first",),
        drawing=Drawing.CURVES,
        x="L",
        series="block",
        grid={"block": ("pre", "post"), **_WIDE},
        laws={"1/L": "1/L"},
        supports=("transformer_basics.gradient.post.first", "transformer_basics.gradient.pre.first"),
    ),
)
