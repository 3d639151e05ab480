"""Coordinates in readers' words: a variant has a name in code that says nothing outside it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ..claim import Value

_BETWEEN: Final = "between layers"
_CHAIN: Final = "chain"
_KEYS: Final = "keys of the heads"
_LENGTH: Final = "length of a key"
_SCALE: Final = "scale of the scores"

WORDS: Final[Mapping[str, Mapping[tuple[str, str], tuple[str, str] | None]]] = {
    "conditioning": {
        ("query", "unit"): ("query", "a unit vector"),
        ("query", "stored"): ("query", "a stored key"),
        ("tokens", "fresh"): (_KEYS, "drawn for each"),
        ("tokens", "slices"): (_KEYS, "slices of one embedding"),
        ("tokens", "projections"): (_KEYS, "projections of shared tokens"),
        ("clean_up", "none"): (_BETWEEN, "nothing"),
        ("clean_up", "rms"): (_BETWEEN, "RMSNorm"),
        ("clean_up", "layer"): (_BETWEEN, "LayerNorm"),
        ("clean_up", "argmax"): (_BETWEEN, "nearest stored value"),
        ("feature_map", "identity"): ("feature map", "identity"),
        ("feature_map", "relu"): ("feature map", "ReLU"),
        ("feature_map", "elu1"): ("feature map", "ELU + 1"),
        ("feature_map", "exp"): ("feature map", "exp"),
        ("feature_map", "positive"): ("feature map", "positive random features"),
        ("scale", "unit"): (_LENGTH, "1"),
        ("scale", "root"): (_LENGTH, "$\\sqrt{d_k}$"),
        ("score_scale", "full"): (_SCALE, "$d_k$"),
        ("score_scale", "root"): (_SCALE, "$\\sqrt{d_k}$"),
        ("score_scale", "fixed"): (_SCALE, "4"),
        ("normaliser", "none"): ("normaliser", "none"),
        ("normaliser", "rms"): ("normaliser", "RMSNorm"),
        ("normaliser", "layer"): ("normaliser", "LayerNorm"),
        ("normaliser", "sum"): ("normaliser", "sum of weights"),
        ("rule", "hebb"): ("rule", "Hebb's"),
        ("rule", "delta"): ("rule", "delta"),
        **dict.fromkeys(
            [("values", "fixed"), ("values", "tied"), ("centring", "raw"), ("centring", "centred")]
        ),
        **dict.fromkeys([("about", "noise"), ("about", "weight")]),
        **dict.fromkeys(
            ("threshold", kind) for kind in ("annealed", "mean_weight", "typical", "typical_over_annealed")
        ),
    },
    "attention_dynamics": {
        ("inputs", "gaussian"): ("inputs", "Gaussian"),
        ("size", "toy"): ("head", "that of Section 7.1"),
        ("size", "wide"): ("head", "wider"),
        ("schedule", "sgd"): ("schedule", "SGD"),
        ("schedule", "values"): ("schedule", "EM-like"),
        ("instance", "two values"): ("example", "two values"),
        ("instance", "three values"): ("example", "three values"),
        ("routing", "kernel"): ("routing", "normalised features"),
        ("routing", "linear"): ("routing", "linear attention"),
        ("routing", "selective"): ("routing", "selective state space"),
        ("routing", "sigmoid"): ("routing", "normalised sigmoids"),
        ("embedding", "standard"): ("entries of the embeddings", "standard normal"),
        ("embedding", "unit length"): ("embeddings", "of length one"),
        ("law", "text"): (_CHAIN, "law of the text"),
        ("law", "before and split"): (_CHAIN, "released script"),
        ("law", "twice"): (_CHAIN, "0.3 added twice"),
        ("norms", "equal"): ("norms of the keys", "equal"),
        ("norms", "different"): ("norms of the keys", "different"),
        ("step", "one over the sum"): ("step size", "one over the summed weights"),
        ("weight", "inverse"): ("weights", "inverse distances"),
        ("diagonal", "twice"): ("0.3", "added twice"),
        **dict.fromkeys([("values", "free"), ("values", "tied")]),
    },
    "markov_chains": {
        ("vanishing", "e"): ("zero", "$e$"),
        ("vanishing", "e alone"): ("zero", "$e$ alone"),
        ("vanishing", "a"): ("zero", "$a$"),
        ("vanishing", "a and e"): ("zero", "$a$ and $e$"),
        ("vanishing", "nothing"): ("zero", "neither $a$ nor $e$"),
        ("start", "left"): ("start", "$w < 0$"),
        ("start", "right"): ("start", "$w > 0$"),
        ("context", "0"): ("last symbol", "0"),
        ("context", "any"): ("last symbol", "any"),
        ("source", "fair"): ("symbols", "fair and independent"),
        ("source", "switching"): (_CHAIN, "binary of order one"),
    },
}
"""By topic: a coordinate with its variant as readers know them, or None where the label says it."""


def worded(topic: str, at: Mapping[str, Value]) -> dict[str, Value]:
    """The coordinates, those of variants in readers' words.

    >>> worded("conditioning", {"score_scale": "full", "about": "noise", "n": 8})
    {'scale of the scores': '$d_k$', 'n': 8}
    """
    known = WORDS.get(topic, {})
    told: dict[str, Value] = {}
    for name, value in at.items():
        pair: tuple[str, Value] | None = (name, value)
        if isinstance(value, str):
            pair = known.get((name, value), pair)
        if pair is not None:
            told[pair[0]] = pair[1]
    return told
