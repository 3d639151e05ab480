"""S13: how sums and residual streams grow with depth, and gradients at initialisation.

`n` is the number of terms and `rho` their correlation, `L` the number of blocks, `block` their kind and `d`
their width, `l` the number of blocks before the one that is looked at.
"""

from __future__ import annotations

from msgspec.structs import replace

from ...claim import Claim, Relation, Role, Sense
from ...figure import Drawing, Figure

_WIDE = {"d": (65536,), "L": (4, 8, 16, 32, 64, 128, 256)}
_QUICK = {"d": (65536,), "L": (4, 16, 64, 256)}
_AT_START = "independent normal weights of variance $1/d$, $d = 65536$"

_SQUARE = Claim(
    id="transformer_basics.sum_variance.square",
    statement_id="transformer_basics.S13.1",
    reading="independent terms of variance 1: the variance of their sum grows like $n^2$",
    subject="the variance of a sum of independent terms",
    role=Role.LITERAL,
    relation=Relation.LAW,
    sense=Sense.THETA,
    claimed="C*n**2",
    rivals=("C*n",),
    derivation="independent_sum",
    quantity="sum_variance",
    grid={"rho": (0.0,), "n": (1, 2, 4, 16, 64, 256, 1024)},
    margin=0.05,
    tags=("variance", "exact", "answer: How a sum of n terms grows"),
)
_ROOT = Claim(
    id="transformer_basics.residual_stream.none",
    statement_id="transformer_basics.S13.2",
    reading=f"blocks $x + W x$, {_AT_START}: a magnitude like $\\sqrt L$ is a mean square like $L$",
    subject="the mean square of the stream",
    role=Role.LITERAL,
    relation=Relation.LAW,
    sense=Sense.THETA,
    claimed="C*L",
    rivals=("C*exp(log(2)*L)",),
    quantity="residual_stream",
    component="power",
    grid={"block": ("none",), **_WIDE},
    quick_grid={"block": ("none",), **_QUICK},
    margin=0.05,
    tags=("residual stream", "answer: How the residual stream grows with depth"),
)
_GRADIENT = replace(
    _ROOT,
    id="transformer_basics.gradient.pre.first",
    statement_id="transformer_basics.S13.8",
    reading=f"blocks $x + W n(x)$ and a last normalisation, {_AT_START}: it does not depend on the depth",
    subject="the mean squared gradient by the first layer's weights",
    claimed="C",
    rivals=("C/L", "C*exp(-log(2)*L)"),
    component="first",
    grid={"block": ("pre",), **_WIDE},
    quick_grid={"block": ("pre",), **_QUICK},
    setting={"initial scale": "every branch adds as much as it sees"},
    tags=("gradients", "answer: Squared gradients at initialisation"),
)
_SUBLAYER = Claim(
    id="transformer_basics.sublayer_input.post",
    statement_id="transformer_basics.S13.7",
    reading="blocks $n(x + W x)$: the mean square of what a branch sees grows with the number of blocks "
    "before it",
    subject="the mean square of what a branch sees",
    role=Role.LITERAL,
    relation=Relation.LAW,
    sense=Sense.THETA,
    claimed="C*l",
    rivals=("C",),
    quantity="sublayer_input",
    grid={"block": ("post",), "l": (1, 2, 4, 8, 16)},
    margin=0.05,
    tags=("normalisation", "exact"),
)

_POST = replace(
    _SUBLAYER,
    id="transformer_basics.stream_power.post",
    statement_id="transformer_basics.S13.4",
    reading="blocks $n(x + W x)$: a magnitude like $\\sqrt l$ after $l$ blocks is a mean square like $l$",
    subject="the mean square of the stream",
    tags=("residual stream", "exact", "answer: How the residual stream grows with depth"),
)

CLAIMS: tuple[Claim, ...] = (
    _SQUARE,
    replace(
        _SQUARE,
        id="transformer_basics.sum_variance.linear",
        reading="independent terms of variance 1: the variance of their sum is $n$",
        role=Role.CHARITABLE,
        relation=Relation.EQUALS,
        sense=None,
        claimed="n",
        rivals=(),
        margin=0.001,
    ),
    replace(
        _SQUARE,
        id="transformer_basics.sum_variance.identical",
        subject="the variance of a sum of identical terms",
        reading="terms that are all the same: the variance of their sum is $n^2$",
        role=Role.CHARITABLE,
        relation=Relation.EQUALS,
        sense=None,
        claimed="n**2",
        rivals=(),
        derivation="identical_sum",
        grid={"rho": (1.0,), "n": (1, 2, 4, 16, 64, 256, 1024)},
        margin=0.001,
    ),
    replace(
        _SQUARE,
        id="transformer_basics.sum_variance.correlated",
        subject="the variance of a sum of correlated terms",
        reading="terms of correlation $\\rho$: $n (1 + (n - 1) \\rho)$, which is between $n$ and $n^2$",
        role=Role.STRONGER,
        relation=Relation.EQUALS,
        sense=None,
        claimed="n*(1 + (n - 1)*rho)",
        rivals=(),
        derivation="correlated_sum",
        grid={"rho": (0.25, 1.0), "n": (1, 2, 4, 16, 64, 256, 1024)},
        margin=0.001,
    ),
    _ROOT,
    replace(
        _ROOT,
        id="transformer_basics.residual_stream.fixed",
        reading="blocks add independent vectors of one scale whatever the stream is, as a sum of "
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
        reading=f"blocks $x + W x$, {_AT_START}: the mean square is $2^L$",
        role=Role.STRONGER,
        relation=Relation.EQUALS,
        sense=None,
        claimed="2**L",
        rivals=(),
        derivation="relative_stream",
    ),
    replace(
        _ROOT,
        id="transformer_basics.residual_stream.pre",
        statement_id="transformer_basics.S13.3",
        reading=f"blocks $x + W n(x)$, {_AT_START}: a magnitude like $\\sqrt L$ is a mean square like $L$",
        derivation="fixed_stream",
        grid={"block": ("pre",), **_WIDE},
        quick_grid={"block": ("pre",), **_QUICK},
    ),
    _POST,
    replace(
        _POST,
        id="transformer_basics.stream_power.post.constant",
        reading="blocks $n(x + W x)$: the mean square is 1 after every block",
        role=Role.CHARITABLE,
        relation=Relation.EQUALS,
        sense=None,
        claimed="1",
        rivals=(),
        margin=1e-10,
    ),
    _SUBLAYER,
    replace(
        _SUBLAYER,
        id="transformer_basics.sublayer_input.post.unit",
        reading="blocks $n(x + W x)$: what a branch sees has mean square 1",
        role=Role.STRONGER,
        relation=Relation.EQUALS,
        sense=None,
        claimed="1",
        rivals=(),
        margin=1e-10,
    ),
    replace(
        _SUBLAYER,
        id="transformer_basics.sublayer_input.none",
        reading="blocks $x + W x$ without normalisation: what a branch sees grows with the number of "
        "blocks before it, beyond $l$",
        role=Role.CHARITABLE,
        relation=Relation.AT_LEAST,
        sense=None,
        claimed="l",
        rivals=(),
        grid={"block": ("none",), "l": (1, 2, 4, 8, 16)},
    ),
    _GRADIENT,
    replace(
        _GRADIENT,
        id="transformer_basics.gradient.pre.last",
        statement_id="transformer_basics.S13.9",
        reading=f"blocks $x + W n(x)$ and a last normalisation, {_AT_START}: the square falls like $1/L$, "
        "the norm like $1/\\sqrt L$",
        subject="the mean squared gradient by the last layer's weights",
        component="last",
        derivation="last_gradient",
        claimed="C/L",
        rivals=("C", "C*exp(-log(2)*L)"),
    ),
    replace(
        _GRADIENT,
        id="transformer_basics.gradient.pre.last.value",
        statement_id="transformer_basics.S13.9",
        reading=f"blocks $x + W n(x)$ and a last normalisation, {_AT_START}: it is "
        "$(d - 1)/((d - 2)(L + 1))$, as the last normalisation divides by the length of the stream",
        subject="the mean squared gradient by the last layer's weights, over $d$",
        role=Role.STRONGER,
        component="last",
        relation=Relation.EQUALS,
        sense=None,
        claimed="(d - 1)/((d - 2)*(L + 1))",
        rivals=(),
        derivation="last_gradient",
        margin=0.02,
    ),
    replace(
        _GRADIENT,
        id="transformer_basics.gradient.post.first",
        statement_id="transformer_basics.S13.10",
        reading=f"blocks $n(x + W x)$, {_AT_START}: every normalisation halves the square, so that it falls "
        "like $2^{-L}$",
        claimed="C*exp(-log(2)*L)",
        rivals=("C", "C/L"),
        grid={"block": ("post",), **_WIDE},
        quick_grid={"block": ("post",), **_QUICK},
    ),
    replace(
        _GRADIENT,
        id="transformer_basics.gradient.post.first.constant",
        statement_id="transformer_basics.S13.10",
        reading=f"blocks $n(x + W x)$, {_AT_START}: what a normalisation takes the branch gives back, and "
        "it does not depend on the depth",
        role=Role.CHARITABLE,
        grid={"block": ("post",), **_WIDE},
        quick_grid={"block": ("post",), **_QUICK},
    ),
    replace(
        _GRADIENT,
        id="transformer_basics.gradient.post.skip",
        statement_id="transformer_basics.S13.10",
        reading=f"blocks $n(x + W x)$, {_AT_START}: the part that comes through skip connections alone "
        "falls like $2^{-L}$",
        subject="the mean squared gradient by the first layer's weights through skip connections alone",
        role=Role.CHARITABLE,
        component="skip",
        claimed="C*exp(-log(2)*L)",
        rivals=("C", "C/L"),
        grid={"block": ("post",), **_WIDE},
        quick_grid={"block": ("post",), **_QUICK},
    ),
    replace(
        _GRADIENT,
        id="transformer_basics.gradient.post.first.rectified",
        statement_id="transformer_basics.S13.10",
        reading="blocks $n(x + V (W x)_+)$ of width 32 with normal weights, a branch adds as much as it "
        "sees: at least 1/4 down to 16 blocks, where $2^{-L}$ is $1.5 \\cdot 10^{-5}$",
        subject="the mean squared gradient by the first block's outer matrix, over $d$",
        role=Role.CHARITABLE,
        relation=Relation.AT_LEAST,
        sense=None,
        claimed="1/4",
        rivals=(),
        quantity="rectified_network",
        grid={"L": (2, 4, 8, 16)},
        quick_grid={"L": (4, 16)},
    ),
    replace(
        _GRADIENT,
        id="transformer_basics.gradient.post.last",
        statement_id="transformer_basics.S13.11",
        reading=f"blocks $n(x + W x)$, {_AT_START}: it does not depend on the depth",
        subject="the mean squared gradient by the last layer's weights",
        component="last",
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
        components=("first",),
        drawing=Drawing.CURVES,
        x="L",
        series="block",
        grid={"block": ("pre", "post"), **_WIDE},
        laws={"1/L": "1/L"},
        supports=("transformer_basics.gradient.post.first", "transformer_basics.gradient.pre.first"),
    ),
)
