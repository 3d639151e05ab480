r"""Shares of Gaussian starts by where the reduced flow ends: the criterion's probability, by quadrature.

(e, w) is $N(0, \sigma^2 I)$, $k = 1/\sigma^2$. Given w the probability of
$e^2 > w^2 - \ln |w| - (1 + \ln 2)/2$ is a normal tail; over w it is integrated.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from math import erf, exp, inf, log, pi, sqrt
from typing import Final

from scipy.integrate import quad
from scipy.special import erfcx

from ..quantity import ExactValue, Value
from ..simulator import computed
from .flow_starts import SADDLE, SADDLE_ENERGY, SCALES, SIDES, chain_of

_WIDER: Final = tuple(float(2**j) for j in range(2, 9))
_PRECISIONS: Final = tuple(float(4**j) for j in range(8))
_TOLERANCE: Final = 1e-9
_ROUNDING: Final = 1e-14
_EPSILON: Final = 2.0**-52
_CUTS: Final = (0.45, 0.5, 0.55, 0.65, 0.72, 0.75, 0.8, 1.0, 1.5, 3.0, 10.0, 100.0)


def _height(depth: float) -> float:
    """The e^2 of the separatrix at w = -depth."""
    return max(depth**2 - log(depth) + SADDLE_ENERGY, 0.0)


def _integral(mass: Callable[[float], float], low: float, high: float) -> tuple[float, float]:
    """The integral over depths, cut where narrow laws have their mass, with the errors estimated."""
    cuts = [low, *(x for x in _CUTS if low < x < high), high]
    found = [quad(mass, a, b, epsabs=1e-300, epsrel=_TOLERANCE, limit=400) for a, b in pairwise(cuts)]
    return sum(x for x, _ in found), sum(x for _, x in found)


def rare_end(above: bool, k: float) -> tuple[float, float, float]:
    """The probability of the rarer end over exp(-rate k / 2), its error, and the rate.

    Above p + q = 1 the rarer end is the least loss, below it the line e = 0.
    """
    root = sqrt(k / (2 * pi))

    def up(depth: float) -> float:
        height = _height(depth)
        # exp(-k (w^2 + height)/2) erfcx = the density of w times the normal tail, in logarithms.
        return root * exp(-k * (depth**2 + height - rate) / 2) * float(erfcx(sqrt(k * height / 2)))

    def under(depth: float) -> float:
        height = _height(depth)
        return root * exp(-k * (depth**2 - rate) / 2) * erf(sqrt(k * height / 2))

    rate = log(2) / 2 if above else 1 / 2
    # Within 1/k of the saddle the height is of order k^-2, and known to the last place of one.
    rounding = _EPSILON * (1 + k) ** 2
    if not above:
        value, error = _integral(under, SADDLE, inf)
        return value, error + rounding * value, rate
    beyond = exp(-k * (1 / 2 - rate) / 2) * float(erfcx(sqrt(k) / 2)) / 2
    value, error = _integral(up, 0.0, SADDLE)
    return value + beyond, error + rounding * (value + beyond), rate


@computed(
    version=2,
    title="Probability that a Gaussian start reaches the least loss, by quadrature",
    points=({"p": p, "q": q, "sigma": sigma} for p, q in SIDES for sigma in (*SCALES, *_WIDER)),
)
def global_share(**at: Value) -> ExactValue:
    """P(the least loss is reached) for (e, w) ~ N(0, sigma^2 I), by quadrature over the criterion."""
    above, k = chain_of(at).eigenvalue < 0, float(at["sigma"]) ** -2
    value, error, rate = rare_end(above, k)
    rare = value * exp(-rate * k / 2)
    return ExactValue(value=rare if above else 1 - rare, error_bound=error + _ROUNDING)


@computed(
    version=2,
    title="Probability of the least loss below p + q = 1 less that above",
    points=({"sigma": sigma} for sigma in (*SCALES, *_WIDER)),
)
def switching_gap(**at: Value) -> ExactValue:
    """The share that reaches the least loss below p + q = 1, less that above it."""
    below, above = (global_share.evaluate({"p": p, "q": q, **at}) for p, q in SIDES)
    return ExactValue(value=below.value - above.value, error_bound=below.error_bound + above.error_bound)


_BY_PRECISION: Final = tuple({"p": p, "q": q, "k": k} for p, q in SIDES for k in _PRECISIONS)


@computed(
    version=2, title="Probability of the rarer end of a Gaussian start, by quadrature", points=_BY_PRECISION
)
def rare_share(**at: Value) -> ExactValue:
    """P(the rarer end)."""
    value, error, rate = rare_end(chain_of(at).eigenvalue < 0, float(at["k"]))
    scale = exp(-rate * float(at["k"]) / 2)
    return ExactValue(value=value * scale, error_bound=error * scale)


@computed(
    version=2, title="-(2/k) times the logarithm of the probability of the rarer end", points=_BY_PRECISION
)
def rare_rate(**at: Value) -> ExactValue:
    """-(2/k) ln P(the rarer end)."""
    k = float(at["k"])
    value, error, rate = rare_end(chain_of(at).eigenvalue < 0, k)
    return ExactValue(value=rate - 2 / k * log(value), error_bound=2 / k * error / value)
