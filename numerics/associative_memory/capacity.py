r"""How many associations fit: P tokens stored alike, q = 1 on x = 1, ..., P = N.

With two classes (or f constant beside another class) a token is wrong with Student's law whatever f is,
and the tokens' margins are h_x - mean(h) + sqrt(X/P), h_x independent normals, X a chi-square of d degrees:
the sum of the signed embeddings has that length, and given it they are normal about their mean.
All are right with the equicorrelated normal law of correlation -1/(P-1): an integral over an imaginary
common factor.

| quantity | meaning |
|---|---|
| `stored_per_token` | real P at which a token is wrong with probability `level`, two classes |
| `stored_all` | P at which all P are right with probability 1/2, two classes |
| `guaranteed_size` | real P at which the bound (7) is `level` for P tokens, an answer for each (M = P) |
| `stored_failure` | whether a token is wrong: `f` = "mod" (M = 5), "own" (M = P), "one" (M = 2, one used) |
| `crowded_failure` | the chance that a token is wrong at P = 4 d, an answer for each token |
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from math import exp, log, log1p, pi, sqrt
from typing import Final

import numpy as np
import torch
from jaxtyping import Bool, Float
from numpy.typing import NDArray
from scipy.optimize import brentq
from scipy.special import gammaln, log_ndtr, stdtrit
from torch import Tensor

from ..quadrature import gauss_legendre
from ..quantity import DesignGroup, ExactValue
from ..simulator import computed, simulator
from ..trials import Source, Trials
from .joint import wishart_factor
from .resolved import resolved_roots

Vector = NDArray[np.float64]

_LEVELS: Final = (0.01, 0.05, 0.3)
_NODES: Final = (48, 72)
_RANGE: Final = 9.0
_CLASSES: Final = 5
_ASKED: Final = 16
"""Tokens that share a draw of unembeddings, whose number of normals is P d against P for a token."""


_FAR: Final = tuple(10**k for k in range(2, 13))


@computed(
    title="Tokens stored at an error per token, two classes",
    points=({"d": d, "level": level} for level in _LEVELS for d in (10, 30, *_FAR[:5])),
)
def stored_per_token(d: int, level: float) -> ExactValue:
    """1 + d/t^2 with P(t_d > t) = level."""
    t = -float(stdtrit(d, level))
    value = 1 + d / t**2
    return ExactValue(value=value, error_bound=1e-10 * value)


def all_right(d: int, stored: float, nodes: int) -> float:
    """P(all of `stored` tokens are right), two classes.

    Standardised margins have correlation -1/(P-1): given a common factor i b g, g normal and
    b^2 = 1/(P-1), they are independent with variance 1 + b^2.
    """
    at, weight = gauss_legendre(nodes)
    half = d / 2
    spread = _RANGE * sqrt(2 / d)
    log_x = spread * at + log(d)
    density = np.exp(half * (log_x - log(2)) - np.exp(log_x) / 2 - gammaln(half)) * weight * spread
    density = density / density.sum()
    threshold = np.sqrt(np.exp(log_x) / stored)
    # At -g stands the conjugate: the rule is symmetric, of an even number of nodes.
    g = _RANGE * at[nodes // 2 :]
    normal = 2 * np.exp(-g * g / 2) / sqrt(2 * pi) * weight[nodes // 2 :] * _RANGE
    # h_x - mean(h) has variance 1 - 1/P.
    place = threshold / sqrt(1 - 1 / stored)
    b = 1 / sqrt(stored - 1)
    argument = (place[:, None] + 1j * b * g[None, :]) / sqrt(1 + b * b)
    inner = np.exp(stored * log_ndtr(argument)).real @ normal
    return float(density @ inner)


@computed(
    version=2,
    title="Tokens stored such that all are right with probability 1/2, two classes",
    points=({"d": d} for d in _FAR),
)
def stored_all(d: int) -> ExactValue:
    """The P at which all are right with probability 1/2, as a real number."""
    roots = resolved_roots(
        lambda log_stored, nodes: all_right(d, exp(log_stored), nodes) - 0.5, log(2.5), log(4.0 * d), _NODES
    )
    coarse, fine = (exp(root) for root in roots)
    return ExactValue(value=fine, error_bound=abs(fine - coarse) + 1e-9 * fine)


@computed(
    title="Tokens whose errors Theorem 1 itself bounds by a level, an answer for each",
    points=({"d": d, "level": 0.05} for d in _FAR[1:]),
)
def guaranteed_size(d: int, level: float) -> ExactValue:
    """P with d = 16 c (1 + 8 c P/d), c = log P + log(2/level), its gamma being log(2/level)/log d.

    The classes of Eq. (7) hold one token each: Q_inf = 1, |q|^2 = P.
    """

    def room(log_size: float) -> float:
        c = log_size + log(2 / level)
        return log(d) - log(16 * c) - log1p(8 * c * exp(log_size) / d)

    value = exp(float(brentq(room, 0.0, 2 * log(d), xtol=1e-13)))
    return ExactValue(value=value, error_bound=1e-11 * value)


def class_counts(f: str, stored: int) -> Vector:
    """How many of the stored tokens lie in each class, that of token 1 first.

    >>> class_counts("mod", 7).tolist(), class_counts("one", 7).tolist()
    ([2.0, 2.0, 1.0, 1.0, 1.0], [7.0, 0.0])
    """
    match f:
        case "mod":
            return np.bincount(np.arange(stored) % _CLASSES, minlength=_CLASSES).astype(np.float64)
        case "own":
            return np.ones(stored)
        case "one":
            return np.array([stored, 0.0])
        case _:
            raise ValueError(f"f is 'mod', 'own' or 'one'; got {f!r}.")


def _group(f: str, d: int, numbers: tuple[int, ...], trials: int) -> DesignGroup:
    """One threshold: every number of stored tokens at one d; two arrays of unembeddings live at once."""
    return DesignGroup.sized(
        shared={"f": f, "d": d}, points=[{"P": stored} for stored in numbers], trials_per_block=trials
    )


def _trials(f: str, d: int, numbers: tuple[int, ...]) -> int:
    """Trials of a block: of distinct answers what they cost allows, else more where the order is read off."""
    if f == "own":
        return max(64, min(512, 2**21 // (d * numbers[1])))
    return 8192 if d >= _MANY else 2048


_DISTINCT: Final = {16: (8, 10, 13), 32: (28, 37, 48), 64: (115, 150, 195), 128: (430, 560, 730)}
"""Around the P at which a token with an answer of its own is wrong with probability .05."""
_FEW_CLASSES: Final = (16, 32, 64, 128, 256, 512, 1024, 2048)
_MOD: Final = {d: tuple(round(d * share) for share in (0.4, 0.52, 0.7)) for d in _FEW_CLASSES}
_ONE: Final = {d: tuple(round(d * share) for share in (0.28, 0.38, 0.5)) for d in _FEW_CLASSES}
_MANY: Final = 512
"""Dimensions from here on have four times the trials of the others."""
_PLACES: Final[Mapping[str, Mapping[int, tuple[int, ...]]]] = {"own": _DISTINCT, "mod": _MOD, "one": _ONE}


@simulator(
    version=2,
    title="Whether one of P stored tokens is wrong",
    outputs=("wrong",),
    binary=True,
    groups=(
        _group(f, d, numbers, _trials(f, d, numbers))
        for f, places in _PLACES.items()
        for d, numbers in places.items()
    ),
)
def stored_failure(*, trials: Trials) -> Float[Tensor, "trials points 1"]:
    """Whether token 1 is wrong, each point on trials of its own."""
    draw = partial(torch.empty, device=trials.device, dtype=trials.dtype)
    columns = []
    for point in trials.points:
        loads = torch.as_tensor(
            class_counts(str(point["f"]), int(point["P"])), device=trials.device, dtype=trials.dtype
        )
        columns.append(_token_wrong(loads, (trials.n_trials, int(point["d"])), draw, trials.generator))
    return torch.stack(columns, dim=1).to(trials.dtype).unsqueeze(-1)


def _token_wrong(
    loads: Float[Tensor, " M"],
    shape: tuple[int, int],
    draw: Callable[..., Tensor],
    generator: torch.Generator,
) -> Bool[Tensor, " trials"]:
    """Given the length of token 1: crosstalk of the classes, its own first, and their unembeddings, drawn.

    Only lengths and angles count: u is drawn up to a rotation, by the triangular factor of its Gram matrix.
    """
    trials, d = shape
    sums = draw((trials, len(loads))).normal_(generator=generator)
    sums[:, 0] *= (loads[0] - 1).sqrt()
    sums[:, 1:] *= loads[1:].sqrt()
    half = torch.full((trials,), d / 2, device=loads.device, dtype=torch.float64)
    sums[:, 0] += (2 * torch._standard_gamma(half, generator=generator)).sqrt()
    u = wishart_factor(len(loads), d, trials, Source(generator=generator, dtype=loads.dtype))
    u = u / torch.linalg.vector_norm(u, dim=-1, keepdim=True)
    scores = torch.bmm(u, torch.bmm(sums.unsqueeze(1), u).mT).squeeze(-1)
    own = scores[:, 0].clone()
    scores[:, 0] = -torch.inf
    return own <= scores.amax(dim=1)


@simulator(
    version=2,
    title="The chance that one of P stored tokens is wrong, an answer for each, P four times d",
    outputs=("wrong",),
    groups=(_group("own", d, (4 * d,), 16) for d in (64, 128, 256)),
)
def crowded_failure(*, trials: Trials) -> Float[Tensor, "trials points 1"]:
    """The chance that a token is wrong, |e_x| averaged out, mean of `_ASKED` tokens on one draw of the u_y.

    With r the crosstalk of the others a token is wrong where |e_x| (1 - u_c . u_y) <= (u_y - u_c) . r for
    some competitor y.
    """
    columns = []
    for point in trials.points:
        P, d = int(point["P"]), int(point["d"])
        u = trials.source.normal(trials.n_trials, P, d)
        u /= torch.linalg.vector_norm(u, dim=-1, keepdim=True)
        sums = trials.source.normal(trials.n_trials, _ASKED, P)
        own = torch.arange(_ASKED, device=trials.device)
        sums[:, own, own] = 0
        scores = (sums @ u) @ u.mT
        needed = (scores - scores[:, own, own].unsqueeze(2)) / (1 - u[:, own] @ u.mT)
        needed[:, own, own] = -torch.inf
        length = needed.amax(dim=2).clamp_min(0)
        half = torch.full_like(length, d / 2)
        columns.append(torch.special.gammainc(half, length.square() / 2).mean(dim=1))
    return torch.stack(columns, dim=1).unsqueeze(-1)
