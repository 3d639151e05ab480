"""The coordinates of design points that are variants, as readers know them."""

from typing import Final

from ...paper import Variants

VARIANTS: Final[Variants] = {
    "mask": {
        "full": ("mask", "none"),
    },
    "schedule": {
        "values, held": ("schedule", "EM-like with attention held"),
        "values, equal": ("schedule", "EM-like with equal attention weights"),
        "sgd": ("schedule", "SGD"),
        "values": ("schedule", "EM-like"),
    },
    "inputs": {
        "gaussian": ("inputs", "Gaussian"),
    },
    "size": {
        "toy": ("head", "that of Section 7.1"),
        "wide": ("head", "wider"),
    },
    "instance": {
        "two values": ("example", "two values"),
        "three values": ("example", "three values"),
    },
    "routing": {
        "kernel": ("routing", "normalised features"),
        "linear": ("routing", "linear attention"),
        "selective": ("routing", "selective state space"),
        "sigmoid": ("routing", "normalised sigmoids"),
    },
    "embedding": {
        "standard": ("entries of the embeddings", "standard normal"),
        "unit length": ("embeddings", "of length one"),
    },
    "law": {
        "text": ("chain", "law of the text"),
        "before and split": ("chain", "released script"),
        "twice": ("chain", "0.3 added twice"),
    },
    "norms": {
        "equal": ("norms of the keys", "equal"),
        "different": ("norms of the keys", "different"),
    },
    "step": {
        "one over the sum": ("step size", "one over the summed weights"),
    },
    "weight": {
        "inverse": ("weights", "inverse distances"),
    },
    "diagonal": {
        "twice": ("0.3", "added twice"),
    },
    "values": {"free": None, "tied": None},
}

SELECTORS: Final = (
    "arrow", "by", "data", "demand", "diagonal", "distance", "end", "error", "formula", "instance",
    "lengths", "moved", "number", "of", "pairs", "prior", "queries", "scaled", "schedule", "shown",
    "still", "toward", "unit", "value", "weight", "when", "zero",
)  # fmt: skip
"""Coordinates that say which number of a quantity is meant, as the labels of claims do."""
