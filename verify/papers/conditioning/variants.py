"""The coordinates of design points that are variants, as readers know them."""

from typing import Final

from ...paper import Variants

VARIANTS: Final[Variants] = {
    "query": {
        "unit": ("query", "a unit vector"),
        "stored": ("query", "a stored key"),
    },
    "tokens": {
        "fresh": ("keys of the heads", "drawn for each"),
        "slices": ("keys of the heads", "slices of one embedding"),
        "projections": ("keys of the heads", "projections of shared tokens"),
    },
    "clean_up": {
        "none": ("between layers", "nothing"),
        "rms": ("between layers", "RMSNorm"),
        "layer": ("between layers", "LayerNorm"),
        "argmax": ("between layers", "nearest stored value"),
    },
    "feature_map": {
        "identity": ("feature map", "identity"),
        "relu": ("feature map", "ReLU"),
        "elu1": ("feature map", "ELU + 1"),
        "exp": ("feature map", "exp"),
        "positive": ("feature map", "positive random features"),
    },
    "scale": {
        "unit": ("length of a key", "1"),
        "root": ("length of a key", "$\\sqrt{d_k}$"),
    },
    "score_scale": {
        "full": ("scale of the scores", "$d_k$"),
        "root": ("scale of the scores", "$\\sqrt{d_k}$"),
        "fixed": ("scale of the scores", "4"),
    },
    "normaliser": {
        "none": ("normaliser", "none"),
        "rms": ("normaliser", "RMSNorm"),
        "layer": ("normaliser", "LayerNorm"),
        "sum": ("normaliser", "sum of weights"),
    },
    "rule": {
        "hebb": ("rule", "Hebb's"),
        "delta": ("rule", "delta"),
    },
    "values": {"fixed": None, "tied": None},
    "centring": {"raw": None, "centred": None},
    "about": {"noise": None, "weight": None},
    "threshold": {"annealed": None, "mean_weight": None, "typical": None, "typical_over_annealed": None},
}
