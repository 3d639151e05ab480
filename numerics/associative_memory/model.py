"""The associative memory W = sum_x q(x) u_f(x) e_x^T: its data, its schemes, its embeddings.

Source: Cabannes, Dohmatob, Bietti, "Scaling Laws for Associative Memories", ICLR 2024, arXiv
2310.02984, Eqs. (1), (2), (4), (5), (10) to (12).

| coordinate | meaning |
|---|---|
| `N`, `M` | input tokens x = 1, ..., N ("inf" on exact routes), output tokens y = 0, ..., M - 1 |
| `alpha` | Zipf law p(x) = C x^-alpha |
| `f` | "mod": f(x) = x mod M, x counted from 1; "block": contiguous classes; "one": one class; "own": x - 1 |
| `scheme`, `rho` | q = p^rho: "power" on all tokens, "threshold" on x <= P |
| `P` | a number or a rule in d; "N" for all tokens |
| `T` | samples behind the empirical scheme; "inf" for the idealised one |
| `d` | dimension of the embeddings |
| `e` | law of e_x: "gaussian", N(0, I); "sphere", uniform; "one-hot", a uniform coordinate vector |
| `u` | law of u_y: "sphere", uniform; "orthonormal"; "gaussian", N(0, I) |

A positive factor in q changes no answer: q is p^rho over p(1)^rho, and frequencies are counts. Nothing is
stored where rule P gives zero; then all scores tie.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from math import floor, inf, isinf, log
from typing import Final, TypeVar

import numpy as np
from numpy.typing import NDArray
from scipy.special import zeta
from torch import Tensor

from ..quantity import DesignGroup, Value

Vector = NDArray[np.float64]
Number = int | float
Integers = TypeVar("Integers", NDArray[np.int64], Tensor)

INFINITE: Final = "inf"
WHOLE: Final = "N"
"""The `P` of a scheme that stores every token."""

THRESHOLDS: Final[Mapping[str, Callable[[float, float, float], float]]] = {
    "d": lambda d, rho, alpha: d,
    "d/2": lambda d, rho, alpha: d / 2,
    "d/4": lambda d, rho, alpha: d / 4,
    "d/8": lambda d, rho, alpha: d / 8,
    "d/log d": lambda d, rho, alpha: d / log(d) if d > 1 else 0.0,
    "d^(1/(2 rho alpha + 1))": lambda d, rho, alpha: d ** (1 / (2 * rho * alpha + 1)),
}
"""Rules for P as functions of d, rho and alpha; P is the whole part."""

DEFAULTS: Final[Mapping[str, Value]] = {
    "alpha": 2.0, "N": 1000, "M": 5, "f": "mod", "scheme": "power", "rho": 0.0, "P": WHOLE, "T": INFINITE,
    "u": "sphere", "e": "gaussian",
}  # fmt: skip
"""Coordinates of a point but for `d`."""

_CHOICES: Final[Mapping[str, tuple[str, ...]]] = {
    "f": ("mod", "block", "one", "own"),
    "scheme": ("power", "threshold"),
    "u": ("sphere", "orthonormal", "gaussian"),
    "e": ("gaussian", "sphere", "one-hot"),
}
_ROUNDING: Final = 1e-9


def coordinates(**given: Value) -> dict[str, Value]:
    """The coordinates of a point, or those a group shares: what is given, and the defaults.

    Raises ValueError for a name or a choice that does not exist.
    """
    unknown = set(given) - set(DEFAULTS) - {"d"}
    wrong = [name for name, known in _CHOICES.items() if given.get(name, DEFAULTS[name]) not in known]
    if unknown or wrong:
        raise ValueError(
            f"A point has the coordinates {', '.join(DEFAULTS)} and d, with the choices {dict(_CHOICES)};"
            f" got {given}."
        )
    return {**DEFAULTS, **given}


def stored_tokens(rule: Value, d: int, rho: float, alpha: float) -> Number:
    """P: the number itself, or the whole part of a rule. Raises ValueError for an unknown rule.

    >>> stored_tokens("d/8", 100, 0.0, 2.0), stored_tokens("d^(1/(2 rho alpha + 1))", 32, 1.0, 2.0)
    (12, 2)
    """
    if rule == WHOLE:
        return inf
    if not isinstance(rule, str):
        return int(rule)
    if rule not in THRESHOLDS:
        raise ValueError(f"P is a number, {WHOLE!r}, or one of {', '.join(THRESHOLDS)}; got {rule!r}.")
    # A whole power such as 32^(1/5) must not fall below its value by rounding.
    return floor(THRESHOLDS[rule](d, rho, alpha) * (1 + _ROUNDING))


@dataclass(frozen=True, kw_only=True)
class Memory:
    """One point, read: `N` and `T` may be infinite, and `stored` is the number of tokens that P admits."""

    alpha: float
    N: Number
    M: int
    f: str
    rho: float
    stored: Number
    d: int
    T: Number
    u: str
    e: str

    @classmethod
    def at(cls, point: Mapping[str, Value]) -> Memory:
        """The memory at full coordinates. Raises ValueError for a memory that cannot be."""
        at = coordinates(**point)
        N, T = (inf if at[name] == INFINITE else int(at[name]) for name in ("N", "T"))
        M, d, rho, alpha = int(at["M"]), int(at["d"]), float(at["rho"]), float(at["alpha"])
        if at["u"] == "orthonormal" and d < M:
            raise ValueError(f"{M} orthonormal unembeddings need d >= M; d is {d}.")
        if at["f"] == "own" and N != M:
            raise ValueError(f'f = "own" gives each token an answer of its own: N = {N} must be M = {M}.')
        if at["scheme"] == "power" and at["P"] != WHOLE:
            raise ValueError(f"A power scheme stores every token: P must be {WHOLE!r}, and is {at['P']!r}.")
        stored = min(N, stored_tokens(at["P"], d, rho, alpha))
        return cls(
            alpha=alpha, N=N, M=M, f=str(at["f"]), rho=rho, stored=stored, d=d,
            T=T, u=str(at["u"]), e=str(at["e"]),
        )  # fmt: skip


@cache
def zipf_law(alpha: float, N: int) -> Vector:
    """p(x) = x^-alpha / sum_x x^-alpha on x = 1, ..., N, with the exact normaliser (Eq. 1).

    >>> zipf_law(1.0, 2).tolist()
    [0.6666666666666666, 0.3333333333333333]
    """
    weights = np.arange(1, N + 1, dtype=np.float64) ** -alpha
    # From the small terms up, so that no digit of the tail is lost.
    law: Vector = weights / weights[::-1].sum()
    law.setflags(write=False)
    return law


def zipf_constant(alpha: float, N: Number) -> float:
    """C = p(1): 1 / sum_x x^-alpha; for infinite N, alpha > 1, it is 1/zeta(alpha).

    >>> round(zipf_constant(2.0, float("inf")), 12)
    0.607927101854
    """
    if isinf(N):
        if alpha <= 1:
            raise ValueError(f"A Zipf law on all whole numbers needs alpha > 1; alpha is {alpha}.")
        return float(1 / zeta(alpha))
    return float(1 / power_sum(alpha, 1, int(N)))


def power_sum(power: Number, first: int, last: Number, step: int = 1) -> float:
    """Sum of x^-power over x = first, first + step, ... up to `last`, which may be infinite.

    Short sums are added up, long ones by Euler and Maclaurin from the 1,000th term on (relative error
    below 1e-15 times the terms' own rounding).

    >>> power_sum(1.0, 1, 4), round(power_sum(2.0, 1, float("inf")), 12)
    (2.083333333333333, 1.644934066848)
    """
    if last < first:
        return 0.0
    count = inf if last == inf else (int(last) - int(first)) // step + 1
    if count == inf:
        return float(step**-power * zeta(power, first / step)) if power > 1 else inf
    if count <= _LONG:
        terms: Vector = (first + step * np.arange(int(count), dtype=np.float64)) ** -power
        return float(terms[::-1].sum())
    head = (first + step * np.arange(_LONG, dtype=np.float64)) ** -power
    a, b = first / step + _LONG, first / step + count - 1
    return float(step**-power * _euler_maclaurin(power, a, b) + head[::-1].sum())


def labels(f: str, N: int, M: int) -> NDArray[np.int64]:
    """f(x) for x = 1, ..., N.

    >>> labels("mod", 6, 3).tolist(), labels("block", 6, 3).tolist()
    ([1, 2, 0, 1, 2, 0], [0, 0, 1, 1, 2, 2])
    """
    return answer(f, np.arange(1, N + 1), N, M)


def answer(f: str, x: Integers, N: Number, M: int) -> Integers:
    """f(x) of whole x, an array or a tensor. Raises ValueError for an unknown f."""
    match f:
        case "mod":
            return x % M
        case "block":
            return (x - 1) * M // int(N)
        case "one":
            return x * 0
        case "own":
            return x - 1
        case _:
            raise ValueError(f"No answers are known by the name {f!r}; the names are {_CHOICES['f']}.")


_LONG: Final = 1000


def _euler_maclaurin(power: Number, a: float, b: float) -> float:
    """Sum of x^-power over x = a, a + 1, ..., b, for a large: the integral and three corrections."""
    integral = log(b / a) if power == 1 else (b ** (1 - power) - a ** (1 - power)) / (1 - power)
    ends = (a**-power + b**-power) / 2
    first = power * (a ** (-power - 1) - b ** (-power - 1)) / 12
    rising = power * (power + 1) * (power + 2)
    third = rising * (a ** (-power - 3) - b ** (-power - 3)) / 720
    return integral + ends + first - third


@dataclass(frozen=True)
class Progression:
    """The tokens of one class: x = first, first + step, ... up to `last`, which may be infinite."""

    first: int
    last: Number
    step: int

    def total(self, power: float, *, most: Number = inf) -> float:
        """Sum of x^-power over its tokens up to `most`."""
        return power_sum(power, self.first, min(self.last, most), self.step)

    def beyond(self, most: Number) -> Progression:
        """Its tokens above `most`, whose sum as a difference of two would lose its digits.

        >>> Progression(2, 12, 5).beyond(4).first, Progression(2, 12, 5).beyond(7).first
        (7, 12)
        """
        missing = max(0, (floor(most) - self.first) // self.step + 1)
        return Progression(self.first + self.step * missing, self.last, self.step)


def classes(memory: Memory) -> tuple[Progression, ...]:
    """The tokens of each class y = 0, ..., M - 1.

    >>> classes(Memory.at({"N": 7, "M": 3, "d": 2}))[1]
    Progression(first=1, last=7, step=3)
    """
    N, M = memory.N, memory.M
    match memory.f:
        case "mod":
            return tuple(Progression(y or M, N, M) for y in range(M))
        case "block":
            ends = [-(-y * int(N) // M) for y in range(M + 1)]
            return tuple(Progression(a + 1, b, 1) for a, b in pairwise(ends))
        case "one":
            return (Progression(1, N, 1), *(Progression(1, 0, 1),) * (M - 1))
        case _:
            return tuple(Progression(y + 1, y + 1, 1) for y in range(M))


def class_loads(memory: Memory) -> Vector:
    """S_y = sum of (q(x)/q(1))^2 over the tokens of class y, with infinite data."""
    power = 2 * memory.alpha * memory.rho
    return np.array([tokens.total(power, most=memory.stored) for tokens in classes(memory)])


def ideal_scheme(memory: Memory) -> Vector:
    """q(x) / q(1) for x = 1, ..., N with infinite data (Eqs. 10 to 12)."""
    x = np.arange(1, int(memory.N) + 1, dtype=np.float64)
    q: Vector = np.where(x <= memory.stored, x ** (-memory.alpha * memory.rho), 0.0)
    return q


def filled_group(
    points: Sequence[Mapping[str, Value]], trials_per_block: int, **shared: Value
) -> DesignGroup:
    """A group of points with the defaults filled in; they may differ in anything."""
    full = [coordinates(**shared, **point) for point in points]
    common = {name: value for name, value in full[0].items() if all(point[name] == value for point in full)}
    return DesignGroup.sized(shared=common, points=full, trials_per_block=trials_per_block)
