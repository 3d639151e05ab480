"""Coordinates in readers' words: a variant has a name in code that says nothing outside it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ..claim import Value

_ANSWERS: Final = "answers"
_BETWEEN: Final = "between layers"
_CHAIN: Final = "chain"
_COORDINATES: Final = "coordinates"
_KEYS: Final = "keys of the heads"
_LENGTH: Final = "length of a key"
_OPTIMISER: Final = "optimiser"
_OTHERS: Final = "other tokens"
_SCALE: Final = "scale of the scores"
_SCORES: Final = "scores"

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
    "associative_memory": {
        ("f", "mod"): (_ANSWERS, "$x \\bmod M$"),
        ("f", "own"): (_ANSWERS, "one for each token"),
        ("f", "one"): (_ANSWERS, "one for all tokens"),
        ("others", "own"): (_OTHERS, "in its own class"),
        ("others", "competitor"): (_OTHERS, "in the competing class"),
        ("others", "both"): (_OTHERS, "in both classes"),
        ("weights", "q = 1"): ("weights", "$q = 1$"),
        ("weights", "q = 1 on 8"): ("weights", "$q = 1$ on the first 8 tokens"),
        ("weights", "q = 1 on d"): ("weights", "$q = 1$ on the first $d$ tokens"),
        ("weights", "q = 1 on d/8"): ("weights", "$q = 1$ on the first $d/8$ tokens"),
        ("weights", "q = p"): ("weights", "$q = p$"),
        ("weights", "q = p on 8"): ("weights", "$q = p$ on the first 8 tokens"),
        ("weights", "q = p^(1/2)"): ("weights", "$q = p^{1/2}$"),
        ("P", "d/8"): ("P", "$d/8$"),
        ("P", "d/log d"): ("P", "$d/\\log d$"),
        ("P", "d^(1/(2 rho alpha + 1))"): ("P", "$d^{1/(2 \\rho \\alpha + 1)}$"),
        ("P", "exp(eta^2 d/4)"): ("P", "$e^{\\eta^2 d/4}$"),
        ("P", "(1 - eta^2)^(-d/4)"): ("P", "$(1 - \\eta^2)^{-d/4}$"),
        ("rule", "d/log d"): ("P", "$d/\\log d$"),
        ("rule", "d/(2 alpha log d)"): ("P", "$d/(2 \\alpha \\log d)$"),
        ("competitors", "zero"): ("scores of competitors", "zero"),
        ("competitors", "pushed away"): ("scores of competitors", "pushed away"),
        ("steps", "fixed"): ("steps", "fixed"),
        ("steps", "tuned"): ("steps", "tuned on other seeds"),
        ("steps", "scaled"): ("steps", "in proportion to $1/\\sqrt{B}$"),
        ("schedule", "drop"): ("falling step", "to a tenth halfway"),
        ("schedule", "linear"): ("falling step", "linearly to 0"),
        (_OPTIMISER, "adam"): (_OPTIMISER, "Adam"),
        (_OPTIMISER, "sign"): (_OPTIMISER, "SignGD"),
        (_OPTIMISER, "layer norm"): (_OPTIMISER, "SGD with a layer norm"),
        (_OPTIMISER, "sign, layer norm"): (_OPTIMISER, "SignGD with a layer norm"),
        ("model", "(23)"): ("model", "Eq. (23)"),
        ("model", "(24)"): ("model", "Eq. (24)"),
        **dict.fromkeys([("scheme", "power"), ("scheme", "threshold")]),
        **dict.fromkeys([("split", "balanced"), ("split", "more samples")]),
        **dict.fromkeys(("rule", kind) for kind in ("best", "lemma", "given", "exponential")),
    },
    "attention_dynamics": {
        ("mask", "full"): ("mask", "none"),
        ("schedule", "values, held"): ("schedule", "EM-like with attention held"),
        ("schedule", "values, equal"): ("schedule", "EM-like with equal attention weights"),
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
    "transformer_basics": {
        ("law", "normal"): (_COORDINATES, "normal"),
        ("law", "signs"): (_COORDINATES, "fair signs"),
        ("law", "uniform"): (_COORDINATES, "uniform"),
        ("law", "sparse"): (_COORDINATES, "zero but for one in eight"),
        ("scale", "root"): (_SCORES, "divided by $\\sqrt{d_k}$"),
        ("scale", "unscaled"): (_SCORES, "not scaled"),
        ("weights", "uniform"): ("weights", "equal"),
        ("weights", "root"): ("weights", "softmax of scaled scores"),
        ("weights", "unscaled"): ("weights", "softmax of unscaled scores"),
        ("mask", "full"): ("mask", "none"),
        ("block", "none"): ("blocks", "without normalisation"),
        ("block", "pre"): ("blocks", "pre-norm"),
        ("block", "post"): ("blocks", "post-norm"),
        ("block", "fixed"): ("branches", "independent of the stream"),
        ("speeds", "usual"): ("frequencies", "the usual"),
        ("speeds", "whole turns"): ("frequencies", "of whole turns"),
        ("moving", "all"): ("moving", "all logits"),
        ("moving", "one"): ("moving", "the target's logit"),
        ("matrix", "jordan"): ("matrix", "Jordan block"),
        ("matrix", "normal"): ("matrix", "orthogonal"),
        ("process", "symmetric"): (_CHAIN, "two symmetric states"),
        ("process", "skew"): (_CHAIN, "two states"),
        ("process", "three"): (_CHAIN, "three states"),
        ("process", "interleaved"): (_CHAIN, "two that take turns"),
        **dict.fromkeys([("turn", "whole"), ("scheme", "wrap"), ("scheme", "interpolate")]),
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
