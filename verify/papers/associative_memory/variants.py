"""The coordinates of design points that are variants, as readers know them."""

from typing import Final

from ...paper import Variants

VARIANTS: Final[Variants] = {
    "f": {
        "mod": ("answers", "$x \\bmod M$"),
        "own": ("answers", "one for each token"),
        "one": ("answers", "one for all tokens"),
    },
    "others": {
        "own": ("other tokens", "in its own class"),
        "competitor": ("other tokens", "in the competing class"),
        "both": ("other tokens", "in both classes"),
    },
    "weights": {
        "q = 1": ("weights", "$q = 1$"),
        "q = 1 on 8": ("weights", "$q = 1$ on the first 8 tokens"),
        "q = 1 on d": ("weights", "$q = 1$ on the first $d$ tokens"),
        "q = 1 on d/8": ("weights", "$q = 1$ on the first $d/8$ tokens"),
        "q = p": ("weights", "$q = p$"),
        "q = p on 8": ("weights", "$q = p$ on the first 8 tokens"),
        "q = p^(1/2)": ("weights", "$q = p^{1/2}$"),
    },
    "P": {
        "d/8": ("P", "$d/8$"),
        "d/log d": ("P", "$d/\\log d$"),
        "d^(1/(2 rho alpha + 1))": ("P", "$d^{1/(2 \\rho \\alpha + 1)}$"),
        "exp(eta^2 d/4)": ("P", "$e^{\\eta^2 d/4}$"),
        "(1 - eta^2)^(-d/4)": ("P", "$(1 - \\eta^2)^{-d/4}$"),
    },
    "rule": {
        "d/log d": ("P", "$d/\\log d$"),
        "d/(2 alpha log d)": ("P", "$d/(2 \\alpha \\log d)$"),
        "best": None,
        "lemma": None,
        "given": None,
        "exponential": None,
    },
    "competitors": {
        "zero": ("scores of competitors", "zero"),
        "pushed away": ("scores of competitors", "pushed away"),
    },
    "steps": {
        "fixed": ("steps", "fixed"),
        "tuned": ("steps", "tuned on other seeds"),
        "scaled": ("steps", "in proportion to $1/\\sqrt{B}$"),
    },
    "schedule": {
        "drop": ("falling step", "to a tenth halfway"),
        "linear": ("falling step", "linearly to 0"),
    },
    "optimiser": {
        "adam": ("optimiser", "Adam"),
        "sign": ("optimiser", "SignGD"),
        "layer norm": ("optimiser", "SGD with a layer norm"),
        "sign, layer norm": ("optimiser", "SignGD with a layer norm"),
    },
    "model": {
        "(23)": ("model", "Eq. (23)"),
        "(24)": ("model", "Eq. (24)"),
    },
    "scheme": {"power": None, "threshold": None},
    "split": {"balanced": None, "more samples": None},
}

SELECTORS: Final = (
    "least",
    "most",
    "schedule",
    "when",
)
"""Coordinates that say which number of a quantity is meant, as the labels of claims do."""
