"""Table 1 of Section 7.2 as printed: what its numbers say of each other.

| quantity | meaning |
|---|---|
| `ratio of steps` | 1000/430 |
| `entropy gap`, `loss gap` | of the EM-like schedule to the printed minimum |
| `share closed by EM`, `share closed by SGD` | of the way from log 8 to the printed minimum, by the loss |
| `loss less entropy of EM`, `... of SGD` | 0 in the mean where predictions are calibrated |
| `confidence at EM's entropy`, `... SGD's ...` | largest mean probability of the mode at a mean entropy |

Of one prediction the mode's probability c is largest where the others share the rest alike, and their
entropy is a falling concave function of c: so its inverse is concave, and the mean c is at most that at the
mean entropy.

The difference of two numbers with spreads a and b has a spread between |a - b| and a + b, which bounds the
p-value of the paired t-test. With `spread` = `population` the printed spreads are roots of mean squares,
which a t-test multiplies by sqrt(5/4). No prediction of eight symbols has an entropy above log 8.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Final

from scipy import optimize, special

from ..quantity import ExactValue, Value
from ..simulator import computed
from .sticky import SYMBOLS

LOSS: Final = {"EM": (1.970, 0.034), "SGD": (2.058, 0.007)}
ENTROPY: Final = {"EM": 1.998, "SGD": 2.077}
SEEDS: Final = 5
STEPS: Final = {"EM": 430, "SGD": 1000}
MINIMUM: Final = 1.829
"""As printed."""

_ROUNDING: Final = 1e-12


def paired_p_value(spread: float, *, population: bool) -> float:
    """The two-sided p-value of the printed difference of losses, its spread given.

    >>> round(paired_p_value(0.041, population=False), 4), round(paired_p_value(0.027, population=False), 4)
    (0.0087, 0.0019)
    """
    difference = LOSS["SGD"][0] - LOSS["EM"][0]
    used = spread * math.sqrt(SEEDS / (SEEDS - 1)) if population else spread
    return float(2 * special.stdtr(SEEDS - 1, -difference * math.sqrt(SEEDS) / used))


def _spreads() -> tuple[float, float]:
    one, two = LOSS["EM"][1], LOSS["SGD"][1]
    return abs(one - two), one + two


def _closed(schedule: str) -> float:
    """The share of the way from equal predictions to the minimum."""
    start = math.log(SYMBOLS)
    return (start - LOSS[schedule][0]) / (start - MINIMUM)


def largest_confidence(entropy: float) -> float:
    """The probability c of the mode at which -c log c - (1 - c) log((1 - c)/7) is the entropy.

    >>> round(largest_confidence(0.0), 9), round(largest_confidence(math.log(SYMBOLS)), 6)
    (1.0, 0.125)
    """

    def excess(c: float) -> float:
        rest = (1 - c) / (SYMBOLS - 1)
        return float(special.entr(c) + (SYMBOLS - 1) * special.entr(rest)) - entropy

    return float(optimize.brentq(excess, 1 / SYMBOLS, 1.0, xtol=_ROUNDING / 10))


_NUMBERS: Final[Mapping[str, Callable[[], float]]] = {
    "ratio of steps": lambda: STEPS["SGD"] / STEPS["EM"],
    "entropy gap": lambda: ENTROPY["EM"] - MINIMUM,
    "loss gap": lambda: LOSS["EM"][0] - MINIMUM,
    "share closed by EM": lambda: _closed("EM"),
    "share closed by SGD": lambda: _closed("SGD"),
    "loss less entropy of EM": lambda: LOSS["EM"][0] - ENTROPY["EM"],
    "loss less entropy of SGD": lambda: LOSS["SGD"][0] - ENTROPY["SGD"],
    "confidence at EM's entropy": lambda: largest_confidence(ENTROPY["EM"]),
    "confidence at SGD's entropy": lambda: largest_confidence(ENTROPY["SGD"]),
}


@computed(title="What the numbers of Table 1 imply", points=({"number": name} for name in _NUMBERS))
def table_number(number: str) -> ExactValue:
    """A number that the printed ones imply."""
    return ExactValue(value=_NUMBERS[number](), error_bound=_ROUNDING)


@computed(
    title="p-values of a paired t-test that the spreads of Table 1 allow",
    points=(
        {"end": end, "spread": spread} for end in ("least", "most") for spread in ("sample", "population")
    ),
)
def table_p_value(**at: Value) -> ExactValue:
    """The least or largest p-value that the printed spreads allow."""
    spread = _spreads()[0 if at["end"] == "least" else 1]
    return ExactValue(
        value=paired_p_value(spread, population=at["spread"] == "population"), error_bound=_ROUNDING
    )


@computed(title="Entropy of equal predictions of eight symbols", points=({"unit": "nats"}, {"unit": "bits"}))
def largest_entropy(**at: Value) -> ExactValue:
    """Log 8 in the unit of the point."""
    unit = math.log(2) if at["unit"] == "bits" else 1.0
    return ExactValue(value=math.log(SYMBOLS) / unit, error_bound=_ROUNDING)
