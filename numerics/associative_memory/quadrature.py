r"""The mean error without sampling, for any d, and N up to infinity.

P(x is wrong), from `token_error`, depends on q(x) and the class alone. Its sum over a class is taken token
by token at its head, then by panels in the logarithm of their number, short where errors set in and longer
away from there, with Euler and Maclaurin's corrections, up to where q no longer counts: the rest is weighed
by the error at q = 0, and what that may change is doubted. Every number is taken at two resolutions; their
difference and the doubt are its error.

It needs Gaussian e_x and infinite data, and orthonormal u_y or two classes. Unit u_y at random change the
error by a share of order 1/d, which `marginal` measures.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import product
from math import asinh, ceil, exp, floor, inf, isfinite, isinf, log
from typing import Final

import numpy as np

from ..quadrature import gauss_legendre
from ..quantity import ExactValue, Value
from ..simulator import computed
from .model import WHOLE, Memory, Number, Progression, Vector, classes, coordinates, zipf_constant
from .token_error import Resolution, Wrong, wrong_by_integrals


@dataclass(frozen=True, kw_only=True)
class Rule:
    """How sums over the tokens of a class are taken: `head` of them one by one, then panels.

    The shortest panels, of `nodes` nodes, are `width` powers of e of the signal wide.
    """

    token: Resolution
    head: int
    nodes: int
    width: float


_TOKEN: Final = Resolution(crosstalk=64, radius=10, trapezoids=2.4)

_CLOSED: Final = (
    Rule(token=_TOKEN, head=24, nodes=10, width=1.0),
    Rule(token=_TOKEN, head=48, nodes=14, width=1.0),
)
"""Where P(x is wrong) has a closed form, terms cost next to nothing."""

_INTEGRALS: Final = (
    Rule(token=Resolution(crosstalk=34, radius=4, trapezoids=1.6), head=16, nodes=10, width=2.0),
    Rule(token=Resolution(crosstalk=46, radius=5, trapezoids=2.4), head=24, nodes=14, width=2.0),
)

_BEND: Final = 3.0
"""Distance from where errors set in, in powers of e of the signal, at which panels begin to grow."""

_SLOWEST: Final = 0.5
"""The least power of a fall that widths follow."""

_WEIGHTS: Final = 0.75
"""Share of the power by which the weights' sum falls that widths follow."""

_LEAST: Final = 1e-300
"""What may be lost where tails of the normal law leave the range of floating-point numbers."""

_ROUNDING: Final = 1e-10
"""Share of a sum that double precision may cost, where both resolutions err alike; half of it was seen."""

_NEGLIGIBLE: Final = 1e-13
"""Share of a sum, and signal over noise, that make no difference."""


_FURTHEST: Final = 600.0
"""Logarithm of the last token that floating-point numbers can follow."""


_SCHEMES: Final = (("power", 0.0, WHOLE), ("power", 1.0, WHOLE), ("threshold", 0.0, "d/8"))
_FAR: Final = tuple(round(10 ** (k / 4)) for k in range(4, 33))


@computed(
    version=3,
    title="Mean error of the associative memory without sampling",
    points=(
        coordinates(N=N, M=M, u=u, scheme=scheme, rho=rho, P=P, d=d)
        for N in (100, 1000)
        for M, u in ((5, "orthonormal"), (2, "sphere"))
        for scheme, rho, P in _SCHEMES
        for d in _FAR
    ),
)
def recall_error_exact(**at: Value) -> ExactValue:
    """E = sum_x p(x) P(x is wrong). Raises ValueError where no exact route is known."""
    return _weighed(at, "error")


def coarse_recall_error(at: Mapping[str, Value]) -> float:
    """The error by the coarser of the two rules, for searches; `exact_recall_error` bounds what it lacks."""
    memory = Memory.at(at)
    _require_exact(memory)
    return _total(memory, "error", _rules(memory)[0])[0]


def exact_stored_error(at: Mapping[str, Value]) -> ExactValue:
    """The p-weight of stored tokens that are wrong."""
    return _weighed(at, "stored")


def exact_failing(at: Mapping[str, Value]) -> ExactValue:
    """The fraction of stored tokens that are wrong."""
    return _weighed(at, "failing")


def _weighed(at: Mapping[str, Value], output: str) -> ExactValue:
    memory = Memory.at(at)
    _require_exact(memory)
    if isinf(memory.stored) and output == "failing":
        raise ValueError("A fraction of infinitely many stored tokens is not defined; choose N or P finite.")
    (coarse, _), (fine, doubt) = (_total(memory, output, rule) for rule in _rules(memory))
    return ExactValue(value=fine, error_bound=abs(fine - coarse) + doubt + _ROUNDING * fine + _LEAST)


def _require_exact(memory: Memory) -> None:
    two = memory.M == 2 and memory.u == "sphere"  # noqa: PLR2004 - two classes
    if memory.e != "gaussian" or isfinite(memory.T) or not (two or memory.u == "orthonormal"):
        raise ValueError(
            f"The error is known without sampling for Gaussian e_x, infinite data, and orthonormal u_y or two"
            f" classes; got e = {memory.e!r}, T = {memory.T}, u = {memory.u!r}, M = {memory.M}."
        )


def _rules(memory: Memory) -> tuple[Rule, Rule]:
    """A coarse rule and a fine one."""
    return _CLOSED if memory.M == 2 else _INTEGRALS  # noqa: PLR2004 - two classes


def _total(memory: Memory, output: str, rule: Rule) -> tuple[float, float]:
    """The sum over the tokens of every class, stored ones and, for the error, the others; and its doubt."""
    wrong, constant = wrong_by_integrals(memory, rule.token), zipf_constant(memory.alpha, memory.N)
    counted = output == "failing"
    alpha, scale = (0.0, 1 / max(1.0, memory.stored)) if counted else (memory.alpha, constant)
    sums = []
    # Of two classes a token is wrong by its q, whichever it is in.
    alike = memory.M == 2  # noqa: PLR2004 - two classes
    for y, tokens in enumerate((Progression(1, memory.N, 1),) if alike else classes(memory)):
        kept = Progression(tokens.first, min(tokens.last, memory.stored), tokens.step)
        sums.append(_class_sum(memory, wrong, y, kept, alpha, rule))
        if output == "error" and tokens.last > memory.stored:
            rest = tokens.beyond(memory.stored).total(alpha)
            sums.append((rest * float(wrong(np.zeros(1), y)[0]), 0.0))
    return scale * sum(value for value, _ in sums), scale * sum(doubt for _, doubt in sums)


def _class_sum(
    memory: Memory, wrong: Wrong, y: int, tokens: Progression, alpha: float, rule: Rule
) -> tuple[float, float]:
    """Sum of x^-alpha P(x is wrong) over stored tokens of class y, and what the cut may change."""
    power = memory.alpha * memory.rho
    if tokens.last < tokens.first:
        return 0.0, 0.0
    if power == 0:
        return tokens.total(alpha) * float(wrong(np.ones(1), y)[0]), 0.0

    def term(k: Vector) -> Vector:
        x = tokens.first + tokens.step * k
        return x**-alpha * wrong(x**-power, y)

    count = floor((tokens.last - tokens.first) / tokens.step) + 1 if isfinite(tokens.last) else inf
    head = min(count, rule.head)
    total = float(term(np.arange(head, dtype=np.float64)).sum())
    cut = min(count, max(2.0 * head, _cut(alpha, power, memory.d)))
    if count > head:
        # Errors set in at q sqrt(d) = 1.
        onset = log(memory.d) / (2 * power) - log(tokens.step)
        pace = max(power, _WEIGHTS * (alpha - 1), _SLOWEST)
        edges = _panels(log(head - 0.5), log(cut - 0.5), onset, pace, rule.width)
        total += _panel_sum(term, head, cut, edges, rule.nodes)
    if cut >= count:
        return total, 0.0
    first = int(tokens.first + tokens.step * cut)
    mass = Progression(first, tokens.last, tokens.step).total(alpha)
    # The chance falls with q: beyond the cut it lies between the one at the cut and the one at q = 0.
    near, none = wrong(np.array([float(first) ** -power, 0.0]), y)
    return total + mass * float(none), mass * abs(float(none - near))


def _cut(alpha: float, power: float, d: int) -> float:
    """A token beyond which it makes no difference that q is not zero.

    Tokens with q sqrt(d) < 1 are wrong with a chance of order one, so that the result is at least of the
    order of their weight. k times further out both q and the weight of all that follow have fallen, by
    k^-power and k^(1 - alpha).
    """
    fall = power + max(alpha - 1, 0.0)
    return float(floor(exp(min(log(d) / (2 * power) - log(_NEGLIGIBLE) / fall, _FURTHEST))))


def _panels(low: float, high: float, onset: float, pace: float, width: float) -> Vector:
    """Edges from `low` to `high`, evenly in asinh of the distance from the onset."""
    scale = pace / _BEND
    first, last = asinh((low - onset) * scale), asinh((high - onset) * scale)
    inner = np.linspace(first, last, ceil((last - first) * _BEND / width) + 1)[1:-1]
    return np.array([low, *(onset + np.sinh(inner) / scale), high])


def _panel_sum(
    term: Callable[[Vector], Vector], first: Number, end: Number, edges: Vector, nodes: int
) -> float:
    """Sum of term(k) over k = first, ..., end - 1: Gauss in log k, and corrections at both ends."""
    at, weight = gauss_legendre(nodes)
    half = np.diff(edges)[:, None] / 2
    k = np.exp((edges[:-1] + edges[1:])[:, None] / 2 + half * at).ravel()
    integral = float(((half * weight).ravel() * k) @ term(k))
    return integral + _end(term, first) - _end(term, end)


def _end(term: Callable[[Vector], Vector], first: Number) -> float:
    """D/24 - 7 D^3/5760 of `term` at first - 1/2, D the derivative, from differences of four neighbours."""
    a, b, c, d = (float(value) for value in term(first + np.array([-2.0, -1.0, 0.0, 1.0])))
    return (c - b) / 24 - 17 * (d - 3 * c + 3 * b - a) / 5760


def exact_points(**choices: tuple[Value, ...]) -> tuple[dict[str, Value], ...]:
    """Points of an exact quantity: every combination of the choices, defaults filled in."""
    return tuple(
        coordinates(**dict(zip(choices, chosen, strict=True))) for chosen in product(*choices.values())
    )
