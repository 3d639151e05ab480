"""The coordinates of design points that are variants, as readers know them."""

from typing import Final

from ...paper import Variants

VARIANTS: Final[Variants] = {
    "vanishing": {
        "e": ("zero", "$e$"),
        "e alone": ("zero", "$e$ alone"),
        "a": ("zero", "$a$"),
        "a and e": ("zero", "$a$ and $e$"),
        "nothing": ("zero", "neither $a$ nor $e$"),
    },
    "start": {
        "left": ("start", "$w < 0$"),
        "right": ("start", "$w > 0$"),
    },
    "context": {
        "0": ("last symbol", "0"),
        "any": ("last symbol", "any"),
    },
    "source": {
        "fair": ("symbols", "fair and independent"),
        "switching": ("chain", "binary of order one"),
    },
}

SELECTORS: Final = (
    "index",
    "invariant",
    "parts",
    "side",
    "sign",
    "variant",
    "what",
)
"""Coordinates that say which number of a quantity is meant, as the labels of claims do."""
