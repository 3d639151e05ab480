"""S13: rescaling of rectified layers, and the mean square after a layer normalisation.

`c` is the factor on the first layer; `v` the variance of a token's coordinates, `eps` what is added to it
under the root, `gain` the learned factor on the outputs.
"""

from __future__ import annotations

from msgspec.structs import replace

from ...claim import Bears, Claim, Quantifier, Relation, Role

_PAIR = Claim(
    id="transformer_basics.rescaling_gap.positive",
    statement_id="transformer_basics.S13.5",
    interpretation="$V (W x)_+$ does not change under $W \\to c W$, $V \\to V/c$ for any $c > 0$",
    label="the relative change of $V (W x)_+$ under $W \\to c W$, $V \\to V/c$",
    role=Role.LITERAL,
    relation=Relation.IDENTITY,
    claimed="0",
    derivation="rescaling_gap",
    quantity="rescaling_gap",
    grid={"c": (1 / 64, 0.3, 3.0, 1000.0)},
    margin=1e-12,
    quantifier=Quantifier.ALL,
    tags=("rescaling",),
)
_UNIT = Claim(
    id="transformer_basics.norm_moment.unit",
    statement_id="transformer_basics.S13.6",
    interpretation="nothing added to the variance and no gain: mean square 1 over the coordinates of every "
    "token",
    label="the mean square of LayerNorm's outputs minus 1",
    role=Role.LITERAL,
    relation=Relation.IDENTITY,
    claimed="0",
    derivation="norm_variance_gap",
    quantity="norm_variance_gap",
    margin=1e-12,
    tags=("normalisation", "answer: The mean square after a layer normalisation"),
)
_ADDED = replace(
    _UNIT,
    id="transformer_basics.norm_moment.eps",
    interpretation="$\\epsilon = 10^{-5}$ added to the variance $v$, as in use: mean square 1",
    label="the mean square of LayerNorm's outputs at input variance $v$",
    role=Role.LITERAL,
    relation=Relation.EQUALS,
    claimed="1",
    derivation="norm_variance",
    quantity="norm_moment",
    grid={"moment": ("square",), "eps": (1e-5,), "gain": (1.0,)},
    margin=0.02,
)

CLAIMS: tuple[Claim, ...] = (
    _PAIR,
    replace(
        _PAIR,
        id="transformer_basics.rescaling_gap.any",
        interpretation="$V (W x)_+$ does not change under $W \\to c W$, $V \\to V/c$ for $c < 0$ too",
        role=Role.STRONGER,
        derivation=None,
        grid={"c": (-3.0, -1.0)},
        bears=Bears.REFINES,
    ),
    _UNIT,
    replace(
        _UNIT,
        id="transformer_basics.norm_moment.mean",
        interpretation="the mean over the coordinates of every token is 0, whatever is added to the variance",
        label="the largest mean of a token's outputs of LayerNorm",
        role=Role.CHARITABLE,
        derivation="norm_mean",
        quantity="norm_moment",
        grid={"moment": ("mean",), "gain": (1.0,)},
        bears=Bears.REFINES,
    ),
    _ADDED,
    replace(
        _ADDED,
        id="transformer_basics.norm_moment.eps.ratio",
        interpretation="$\\epsilon = 10^{-5}$ added to the variance $v$: mean square $v/(v + \\epsilon)$",
        role=Role.STRONGER,
        claimed="v/(v + eps)",
        derivation="norm_variance",
        margin=1e-10,
        bears=Bears.REFINES,
    ),
    replace(
        _ADDED,
        id="transformer_basics.norm_moment.gain",
        interpretation="a learned gain of 2, nothing added to the variance: mean square 1",
        role=Role.STRONGER,
        derivation="doubled_variance",
        grid={"moment": ("square",), "eps": (0.0,), "gain": (2.0,)},
        bears=Bears.REFINES,
    ),
)
