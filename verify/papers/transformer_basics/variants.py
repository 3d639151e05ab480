"""The coordinates of design points that are variants, as readers know them."""

from typing import Final

from ...paper import Variants

VARIANTS: Final[Variants] = {
    "law": {
        "normal": ("coordinates", "normal"),
        "signs": ("coordinates", "fair signs"),
        "uniform": ("coordinates", "uniform"),
        "sparse": ("coordinates", "zero but for one in eight"),
    },
    "scale": {
        "root": ("scores", "divided by $\\sqrt{d_k}$"),
        "unscaled": ("scores", "not scaled"),
    },
    "weights": {
        "uniform": ("weights", "equal"),
        "root": ("weights", "softmax of scaled scores"),
        "unscaled": ("weights", "softmax of unscaled scores"),
    },
    "mask": {
        "full": ("mask", "none"),
    },
    "block": {
        "none": ("blocks", "without normalisation"),
        "pre": ("blocks", "pre-norm"),
        "post": ("blocks", "post-norm"),
        "fixed": ("branches", "independent of the stream"),
    },
    "speeds": {
        "usual": ("frequencies", "the usual"),
        "whole turns": ("frequencies", "of whole turns"),
    },
    "moving": {
        "all": ("moving", "all logits"),
        "one": ("moving", "the target's logit"),
    },
    "matrix": {
        "jordan": ("matrix", "Jordan block"),
        "normal": ("matrix", "orthogonal"),
    },
    "process": {
        "symmetric": ("chain", "two symmetric states"),
        "skew": ("chain", "two states"),
        "three": ("chain", "three states"),
        "interleaved": ("chain", "two that take turns"),
    },
    "turn": {"whole": None},
    "scheme": {"wrap": None, "interpolate": None},
}

SELECTORS: Final = (
    "moment",
    "of",
    "statistic",
)
"""Coordinates that say which number of a quantity is meant, as the labels of claims do."""
