"""S5: higher-order conditioning, a chain of L associations each queried with the output before it."""

from __future__ import annotations

from msgspec.structs import replace

from ...claim import Bears, BoundType, Claim, Quantifier, Relation, Role

_ERROR = Claim(
    id="conditioning.depth.error",
    label="the mean square error of a chain of $L$ layers",
    statement_id="conditioning.S5",
    interpretation="mean of $|o^L - v^L|^2$ after $L$ layers, outputs handed on as they are",
    role=Role.LITERAL,
    relation=Relation.EQUALS,
    claimed="((d_k + n - 1)/d_k)**L - 1",
    derivation="depth_error",
    quantity="depth_error",
    output="square",
    grid={"clean_up": ("none",), "H": (1,), "L": (1, 2, 3, 4)},
    quick_grid={"clean_up": ("none",), "H": (1,), "L": (1, 2, 3, 4), "n": (8,), "d_k": (32, 64)},
    margin=0.1,
    tags=("depth",),
)
_LINEAR = replace(
    _ERROR,
    id="conditioning.depth.linear",
    label="the mean square error of a heavily loaded chain of $L$ layers",
    statement_id="conditioning.S5.1",
    interpretation="outputs handed on as they are: the error is proportional to $L$ at a heavy load, $n = "
    "16$ items of 32 dimensions",
    relation=Relation.LAW,
    bound_type=BoundType.THETA,
    claimed="C*L",
    alternatives=("C*L**2", "C*exp(c*L)"),
    derivation="depth_error",
    grid={"clean_up": ("none",), "H": (1,), "n": (16,), "d_k": (32,)},
    quick_grid={},
    margin=0.05,
    tags=("depth", "linear"),
    role=Role.STRONGER,
)

_RMS = replace(
    _ERROR,
    id="conditioning.depth.rms",
    statement_id="conditioning.S5.2",
    label="the mean square error of a chain with RMSNorm between layers",
    interpretation="RMSNorm between layers: the error stays at most 2, that of an unrelated direction; "
    "measured: derived is a bound of 4",
    role=Role.CHARITABLE,
    relation=Relation.AT_MOST,
    claimed="2",
    derivation="normalised_ceiling",
    grid={"clean_up": ("rms",), "H": (1,)},
    quick_grid={"clean_up": ("rms",), "H": (1,), "n": (8,), "d_k": (32,)},
    margin=0.02,
    tags=("depth", "clean-up"),
    own_threshold=True,
)

CLAIMS: tuple[Claim, ...] = (
    _ERROR,
    replace(
        _ERROR,
        id="conditioning.depth.heads",
        label="the mean square error of a chain of $L$ layers of $H$ averaged heads",
        interpretation="mean of $|o^L - v^L|^2$ after $L$ layers of $H$ averaged heads, outputs handed on "
        "as they are",
        role=Role.CHARITABLE,
        claimed="((H*d_k + n - 1)/(H*d_k))**L - 1",
        derivation="depth_error_heads",
        grid={"clean_up": ("none",), "H": (1, 2, 4), "L": (1, 2, 3, 4), "n": (8, 16), "d_k": (32, 64)},
        quick_grid={"clean_up": ("none",), "H": (1, 2, 4), "L": (1, 2, 3, 4), "n": (8,), "d_k": (32,)},
        bears=Bears.REFINES,
    ),
    _LINEAR,
    replace(
        _LINEAR,
        id="conditioning.depth.linear_light",
        label="the mean square error of a lightly loaded chain of $L$ layers, $L (n - 1)/d_k < 0.05$,",
        interpretation="the error is proportional to $L$ while $L (n - 1)/d_k < 0.05$, at $n = 4$ items of "
        "4096 "
        "dimensions, by a sampler exact in law",
        role=Role.CHARITABLE,
        alternatives=("C*L**2",),
        derivation="depth_error",
        quantity="depth_error_collapsed",
        # The law's own second order, (L - 1)(n - 1)/(2 d_k) of it, is .011 at the deepest.
        grid={"n": (4,), "d_k": (4096,)},
    ),
    replace(
        _LINEAR,
        id="conditioning.depth.linear_bound",
        label="the mean square error of a chain of $L$ layers",
        interpretation="the error is at least $L (n - 1)/d_k$",
        role=Role.CHARITABLE,
        relation=Relation.AT_LEAST,
        bound_type=None,
        claimed="L*(n - 1)/d_k",
        alternatives=(),
        derivation="depth_error_linear",
        grid={"clean_up": ("none",), "H": (1,), "L": (1, 2, 3, 4)},
        quick_grid={"clean_up": ("none",), "H": (1,), "L": (1, 2, 3, 4), "n": (8,), "d_k": (32, 64)},
        bears=Bears.REFINES,
    ),
    replace(
        _RMS,
        id="conditioning.depth.rms_bounded",
        interpretation="RMSNorm between layers: the error never exceeds 4, that of the opposite direction, "
        "whatever "
        "the depth",
        role=Role.LITERAL,
        claimed="4",
        derivation="normalised_ceiling",
        own_threshold=False,
        quantifier=Quantifier.EXISTS,
    ),
    _RMS,
    replace(
        _RMS,
        id="conditioning.depth.layer_norm",
        label="the mean square error of a chain with LayerNorm between layers",
        interpretation="LayerNorm between layers: the error stays at most 2; measured: derived is a bound of "
        "4",
        grid={"clean_up": ("layer",), "H": (1,)},
        quick_grid={"clean_up": ("layer",), "H": (1,), "n": (8,), "d_k": (32,)},
        own_threshold=True,
    ),
    replace(
        _RMS,
        id="conditioning.depth.argmax",
        label="the mean square error of a chain that passes on the nearest stored value",
        interpretation="the nearest stored value between layers: the error stays at most 2; measured: "
        "derived "
        "is a bound of 4",
        grid={"clean_up": ("argmax",), "H": (1,)},
        quick_grid={"clean_up": ("argmax",), "H": (1,), "n": (16,), "d_k": (16,)},
        own_threshold=True,
    ),
    replace(
        _RMS,
        id="conditioning.depth.argmax_linear",
        label="the mean square error of $L$ layers that pass on the nearest stored value",
        interpretation="the nearest stored value between layers: the error is proportional to $L$ for the "
        "first "
        "four "
        "layers, at $n = 16$ items of 16 dimensions",
        relation=Relation.LAW,
        bound_type=BoundType.THETA,
        claimed="C*L",
        alternatives=("C*L**2",),
        grid={"clean_up": ("argmax",), "H": (1,), "n": (16,), "d_k": (16,), "L": (1, 2, 3, 4)},
        quick_grid={"clean_up": ("argmax",), "H": (1,), "n": (16,), "d_k": (16,), "L": (1, 2, 3, 4)},
        margin=0.05,
        own_threshold=False,
    ),
    replace(
        _RMS,
        id="conditioning.depth.rms_linear",
        label="the mean square error of $L$ layers with RMSNorm between them",
        interpretation="RMSNorm between layers: the error is proportional to $L$, at $n = 16$ items of 32 "
        "dimensions",
        relation=Relation.LAW,
        bound_type=BoundType.THETA,
        claimed="C*L",
        alternatives=("C*L**2",),
        grid={"clean_up": ("rms",), "H": (1,), "n": (16,), "d_k": (32,)},
        quick_grid={},
        margin=0.05,
        own_threshold=False,
    ),
    replace(
        _RMS,
        id="conditioning.depth.rms_heads",
        label="the mean square error of a chain of averaged heads with RMSNorm between layers",
        interpretation="RMSNorm between layers of $H$ averaged heads: the error stays at most 2; "
        "measured: derived is a bound of 4",
        grid={"clean_up": ("rms",), "H": (2, 4)},
        quick_grid={"clean_up": ("rms",), "H": (2, 4), "n": (8,)},
        own_threshold=True,
    ),
)
