"""S6.2: the read-out normalised by the sum of weights, by RMSNorm or by LayerNorm; medians of the error.

Under the identity map the sum of weights takes both signs, so the error has no mean: medians are
compared, and the tail that rules a mean out is a claim of its own.
"""

from __future__ import annotations

from msgspec.structs import replace

from ...claim import Bears, BoundType, Claim, Relation, Role, Threshold

_RMS = Claim(
    id="conditioning.normaliser.rms",
    label="the median error $|o - v|^2$ under RMSNorm",
    statement_id="conditioning.S6.2",
    interpretation="identity map, RMSNorm: the median of $|o - v|^2$ is at most $(n - 1)/d_k$",
    role=Role.LITERAL,
    relation=Relation.AT_MOST,
    claimed="(n - 1)/d_k",
    derivation="normalised_ceiling",
    quantity="normalised_error_collapsed",
    threshold=Threshold(variable="t", level=0.5),
    grid={"normaliser": ("rms",), "feature_map": ("identity",), "d_k": (32, 64, 128)},
    quick_grid={"normaliser": ("rms",), "feature_map": ("identity",), "d_k": (32, 64)},
    margin=0.1,
    tags=("normaliser",),
)
_TAIL = replace(
    _RMS,
    id="conditioning.normaliser.sum_tail",
    label="the probability that the error $|o - v|^2$ under the sum of weights exceeds $t$",
    interpretation="identity map, sum of weights: the probability that $|o - v|^2 > t$ falls like "
    "$t^{-1/2}$, so "
    "that the "
    "error has no mean",
    role=Role.STRONGER,
    relation=Relation.LAW,
    bound_type=BoundType.THETA,
    claimed="C/sqrt(t)",
    alternatives=("C/t",),
    derivation=None,
    quantity="normalised_tail",
    threshold=None,
    grid={
        "normaliser": ("sum",),
        "feature_map": ("identity",),
        "n": (32,),
        "d_k": (32,),
        "t": (10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1000.0),
    },
    quick_grid={},
    margin=0.05,
    bears=Bears.REFINES,
)

CLAIMS: tuple[Claim, ...] = (
    _RMS,
    replace(
        _RMS,
        id="conditioning.normaliser.rms_bounded",
        interpretation="identity map, RMSNorm: $|o - v|^2$ never exceeds 4, whatever the crosstalk; its "
        "median",
        role=Role.STRONGER,
        claimed="4",
        derivation="normalised_ceiling",
        bears=Bears.REFINES,
    ),
    replace(
        _RMS,
        id="conditioning.normaliser.layer",
        label="the median error $|o - v|^2$ under LayerNorm",
        interpretation="identity map, LayerNorm: the median of $|o - v|^2$ is at most $(n - 1)/d_k$",
        grid={"normaliser": ("layer",), "feature_map": ("identity",), "d_k": (32, 64, 128)},
        quick_grid={"normaliser": ("layer",), "feature_map": ("identity",), "d_k": (32, 64)},
    ),
    replace(
        _RMS,
        id="conditioning.normaliser.none",
        label="the median error $|o - v|^2$ without a normaliser",
        interpretation="identity map, no normaliser: the median of $|o - v|^2$ is proportional to $(n - "
        "1)/d_k$",
        relation=Relation.LAW,
        bound_type=BoundType.THETA,
        claimed="C*(n - 1)/d_k",
        alternatives=("C*(n - 1)**2/d_k**2",),
        derivation="noise_median_ceiling",
        grid={"normaliser": ("none",), "feature_map": ("identity",)},
        quick_grid={},
        margin=0.05,
    ),
    replace(
        _RMS,
        id="conditioning.normaliser.sum",
        label="the median error $|o - v|^2$ under the sum of weights",
        interpretation="identity map, sum of weights: the median of $|o - v|^2$ is at most $(n - 1)/d_k$",
        derivation=None,
        grid={"normaliser": ("sum",), "feature_map": ("identity",), "d_k": (32, 64, 128)},
        quick_grid={"normaliser": ("sum",), "feature_map": ("identity",), "d_k": (32, 64)},
    ),
    replace(
        _RMS,
        id="conditioning.normaliser.relu_sum",
        label="the median error $|o - v|^2$ under ReLU and the sum of weights",
        interpretation="ReLU, sum of weights: the median of $|o - v|^2$ is at most $(n - 1)/d_k$",
        role=Role.CHARITABLE,
        derivation=None,
        quantity="normalised_error",
        grid={"normaliser": ("sum",), "feature_map": ("relu",), "d_k": (32, 64, 128)},
        quick_grid={"normaliser": ("sum",), "feature_map": ("relu",), "d_k": (32,)},
    ),
    replace(
        _RMS,
        id="conditioning.normaliser.relu_rms",
        label="the median error $|o - v|^2$ under ReLU and RMSNorm",
        interpretation="ReLU, RMSNorm: the median of $|o - v|^2$ is at most $(n - 1)/d_k$",
        role=Role.CHARITABLE,
        derivation="normalised_ceiling",
        quantity="normalised_error",
        grid={"normaliser": ("rms",), "feature_map": ("relu",), "d_k": (32, 64, 128)},
        quick_grid={"normaliser": ("rms",), "feature_map": ("relu",), "d_k": (32,)},
    ),
    replace(
        _RMS,
        id="conditioning.normaliser.relu_layer",
        label="the median error $|o - v|^2$ under ReLU and LayerNorm",
        interpretation="ReLU, LayerNorm: the median of $|o - v|^2$ is at most $(n - 1)/d_k$",
        role=Role.CHARITABLE,
        derivation="normalised_ceiling",
        quantity="normalised_error",
        grid={"normaliser": ("layer",), "feature_map": ("relu",), "d_k": (32, 64, 128)},
        quick_grid={"normaliser": ("layer",), "feature_map": ("relu",), "d_k": (32,)},
    ),
    _TAIL,
)
