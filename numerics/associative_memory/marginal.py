"""The mean error, exact in law, from M normals a token: no N d, any dimension.

Given |e_x| the crosstalk <A_c - 1[c = f(x)] q(x) e_x, e_x> of the classes is |e_x| s_c z_c with z_c
independent normals and s_c^2 = sum_{x' != x, f(x') = c} q(x')^2. Token x is right where

    q(x) |e_x| (G_cc - G_yc) > [G s z]_y - [G s z]_c   for all y != c = f(x),

so that at a given direction of z and given G all rests on |e_x|/|z|, whose square is a ratio of
chi-squares: its probability is a beta integral (conditional Monte Carlo), exact in relative terms however
rare the error. Tokens are drawn in strata: those of one class and one q are one token; the others are
taken one by one up to x = 16, then at one place of each geometric bin, uniform in it and weighed by p. The
heaviest are asked at several directions of z.
Tokens that are not stored have scores of one law whatever their class, and are asked together. Tokens of a
draw share G (and the data): the mean is right, the spread between trials is not that of the memory.

| output | meaning |
|---|---|
| `error` | p-weight of wrong tokens |
| `stored` | p-weight of stored tokens (q > 0) that are wrong |
| `failing` | fraction of the stored tokens that are wrong |
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from math import floor, isfinite
from typing import Final

import numpy as np
import torch
from jaxtyping import Float, Int
from numpy.typing import NDArray
from torch import Tensor

from ..simulator import simulator
from ..trials import Source, Trials
from .data import sample_counts, scheme_weights
from .error import recall_error
from .joint import require_gaussian, sample_similarity
from .model import (
    Memory,
    Number,
    Vector,
    answer,
    class_loads,
    classes,
    filled_group,
    labels,
    zipf_constant,
    zipf_law,
)
from .radius import radius_cdf

OUTPUTS: Final = ("error", "stored", "failing")

_SINGLE: Final = 16
_RATIO: Final = 1.25
_DIRECTIONS: Final = 32
"""Directions of the crosstalk for the whole of p: the heaviest tokens are asked in several."""

_REPEATS: Final = 16


@dataclass(frozen=True, kw_only=True, eq=False)
class Tokens:
    """Tokens that stand for all: their class and q, what each weighs in the components, and S_c.

    `unstored` is the p-weight, by class, of tokens that are not stored and not among these.
    """

    answers: Int[Tensor, "_ tokens"]
    q: Float[Tensor, "_ tokens"]
    weights: Float[Tensor, "_ tokens 3"]
    loads: Float[Tensor, "_ M"]
    unstored: Float[Tensor, " M"] | None = None


@dataclass(frozen=True, kw_only=True, eq=False)
class _Plan:
    """What the tokens of a memory with infinite data are drawn from; `strata` as first, width, times, share.

    Whatever is asked in several directions stands there as often, with as much less weight.
    """

    constant: float
    strata: Vector
    answers: NDArray[np.int64]
    q: Vector
    weights: Vector
    loads: Vector
    unstored: Vector


@simulator(
    version=2,
    title="Mean error of the associative memory by conditional probabilities, exact in law",
    outputs=OUTPUTS,
    groups=(filled_group([point], 256) for group in recall_error.groups for point in group.points),
    dtype="float64",
)
def recall_error_marginal(*, trials: Trials) -> Float[Tensor, "trials points 3"]:
    """Conditional probabilities of error, summed over strata; every point has its own trials."""
    columns = []
    for point in trials.points:
        memory = Memory.at(point)
        require_gaussian(memory)
        if isfinite(memory.T):
            tokens = _tokens_of_data(memory, trials.n_trials, trials.generator)
        else:
            tokens = _tokens_of_strata(memory, trials.n_trials, trials.generator)
        gram = sample_similarity(memory, trials.n_trials, Source(generator=trials.generator))
        wrong = wrong_probabilities(memory.d, tokens, gram, trials.generator)
        parts = (wrong.unsqueeze(1) @ tokens.weights).squeeze(1)
        if tokens.unstored is not None and tokens.unstored.any():
            parts[:, 0] += unstored_error(tokens.loads, tokens.unstored, gram, trials.generator)
        columns.append(parts)
    return torch.stack(columns, dim=1).to(trials.dtype)


def wrong_probabilities(
    d: int, tokens: Tokens, gram: Float[Tensor, "trials M M"], generator: torch.Generator
) -> Float[Tensor, "trials tokens"]:
    """P(token is wrong) at a random direction of z, given G: a beta integral of |e_x|/|z|."""
    n_trials, M = gram.shape[:2]
    n_tokens = tokens.q.shape[1]
    z = torch.empty((n_trials, M, n_tokens), device=gram.device, dtype=gram.dtype).normal_(
        generator=generator
    )
    z /= z.square().sum(dim=1, keepdim=True).sqrt_()
    index = tokens.answers.unsqueeze(1).expand(n_trials, 1, n_tokens)
    powers = tokens.loads.unsqueeze(2).expand(n_trials, M, n_tokens).clone()
    own_power = (powers.gather(1, index) - tokens.q.unsqueeze(1).square()).clamp_min(0)
    scores = torch.bmm(gram, z * powers.scatter_(1, index, own_power).sqrt())
    noise = scores - scores.gather(1, index)
    columns = gram.gather(2, index.expand(-1, M, -1))
    gain = (columns.gather(1, index) - columns) * tokens.q.unsqueeze(1)
    return _outside(d, M, noise, gain, index)


def unstored_error(
    loads: Float[Tensor, "_ M"],
    masses: Float[Tensor, "*trials M"],
    gram: Float[Tensor, "trials M M"],
    generator: torch.Generator,
) -> Float[Tensor, " trials"]:
    """The p-weight of wrong answers to what is not stored: all of it but the class that wins alone.

    One draw of the crosstalk answers for all of these tokens, as their scores have one law; the mean of some.
    """
    shape = (len(gram), gram.shape[1], _REPEATS)
    z = torch.empty(shape, device=gram.device, dtype=gram.dtype).normal_(generator=generator)
    scores = torch.bmm(gram, z * loads.sqrt().unsqueeze(2))
    best = scores.amax(dim=1, keepdim=True)
    first = (scores == best).to(gram)
    alone = first.sum(dim=1, keepdim=True) == 1
    right = (torch.where(alone, first, 0.0) * masses.unsqueeze(-1)).sum(dim=1)
    return masses.sum(dim=-1) - right.mean(dim=1)


def _outside(d: int, M: int, noise: Tensor, gain: Tensor, index: Tensor) -> Float[Tensor, "trials tokens"]:
    """1 - P(gain_y t > noise_y for all y != own) for t = |e_x|/|z|: a window (low, high) of t.

    Without gain a competitor is beaten where its noise is negative, whatever t; a tie is an error.
    """
    needed = noise / gain
    never, always = torch.full_like(noise, torch.inf), torch.zeros_like(noise)
    low = torch.where(gain > 0, needed, torch.where((gain == 0) & (noise >= 0), never, always))
    high = torch.where(gain < 0, needed, never)
    low, high = low.scatter(1, index, 0.0).amax(dim=1), high.scatter(1, index, torch.inf).amin(dim=1)
    low, high = low.clamp_min(0), high.clamp_min(0)
    open_ = low < high
    wrong = torch.ones_like(low)
    wrong[open_] = radius_cdf(low[open_], d, M)
    closed = open_ & (high < torch.inf)
    # Turned about, so that a small chance keeps its digits.
    wrong[closed] += radius_cdf(1 / high[closed], M, d)
    return wrong


def _tokens_of_data(memory: Memory, n_trials: int, generator: torch.Generator) -> Tokens:
    """All N tokens, each draw with data of its own."""
    law = zipf_law(memory.alpha, int(memory.N))
    counts = sample_counts((int(memory.T),), law, n_trials, generator)[:, 0]
    q = scheme_weights(memory, counts, Source(generator=generator))
    answers = torch.as_tensor(labels(memory.f, len(law), memory.M), device=generator.device)
    loads = q.new_zeros((n_trials, memory.M)).index_add_(1, answers, q.square())
    p = torch.tensor(law, device=generator.device).expand_as(q)
    stored = (q > 0).to(q)
    weights = torch.stack((p, p * stored, stored / stored.sum(dim=1, keepdim=True).clamp_min(1)), dim=-1)
    return Tokens(answers=answers.unsqueeze(0), q=q, weights=weights, loads=loads)


def _tokens_of_strata(memory: Memory, n_trials: int, generator: torch.Generator) -> Tokens:
    """Places drawn in the strata of x, beside one token for each class of equal q."""
    plan = _plan(memory)
    first, width, times, share = (torch.tensor(column, device=generator.device) for column in plan.strata.T)
    uniform = torch.rand(
        (n_trials, len(width)), generator=generator, device=generator.device, dtype=torch.float64
    )
    x = first + torch.minimum((uniform * width).floor(), width - 1)
    p = plan.constant * x**-memory.alpha * width / times
    drawn = torch.stack((p, p, share.expand_as(p)), dim=-1)
    answers, q, weights, loads, unstored = (
        torch.tensor(part, device=generator.device)
        for part in (plan.answers, plan.q, plan.weights, plan.loads, plan.unstored)
    )
    return Tokens(
        answers=_beside(answer(memory.f, x.long(), memory.N, memory.M), answers),
        q=_beside(x ** (-memory.alpha * memory.rho), q),
        weights=_beside(drawn, weights),
        loads=loads.unsqueeze(0),
        unstored=unstored,
    )


def _beside(drawn: Tensor, alike: Tensor) -> Tensor:
    return torch.cat((drawn, alike.expand(len(drawn), *alike.shape)), dim=1)


@lru_cache(maxsize=64)
def _plan(memory: Memory) -> _Plan:
    """The strata and the classes of equal q, each as often as its p-weight asks for."""
    constant, stored = zipf_constant(memory.alpha, memory.N), min(memory.stored, memory.N)
    edges = _edges(memory.rho, stored)
    first, width = edges[:-1], np.diff(edges)
    times = _times(constant * first**-memory.alpha * width)
    columns = np.stack((first, width, times, width / max(1.0, stored) / times), axis=1)
    mass = [constant * tokens.total(memory.alpha, most=stored) for tokens in classes(memory)]
    count = [tokens.total(0.0, most=stored) for tokens in classes(memory)] if isfinite(stored) else mass
    alike = np.array([y for y in range(memory.M) if memory.rho == 0 and mass[y] > 0], dtype=np.int64)
    often = _times(np.array(mass)[alike])
    weights = np.array([(mass[y], mass[y], count[y] / stored) for y in alike]).reshape(-1, 3)
    return _Plan(
        constant=constant,
        strata=np.repeat(columns, times.astype(int), axis=0),
        answers=np.repeat(alike, often.astype(int)),
        q=np.ones(int(often.sum())),
        weights=np.repeat(weights / often[:, None], often.astype(int), axis=0),
        loads=class_loads(memory),
        unstored=_unstored(memory),
    )


def _times(mass: Vector) -> Vector:
    """In how many directions of the crosstalk tokens of this p-weight are asked.

    >>> _times(np.array([0.5, 0.01]))
    array([16.,  1.])
    """
    return np.maximum(np.ceil(_DIRECTIONS * mass), 1.0)


def _edges(rho: float, last: Number) -> Vector:
    """Edges a_0 < a_1 < ... of the strata a_k <= x < a_(k + 1) of stored tokens whose q differ.

    >>> _edges(0.5, 3)
    array([1., 2., 3., 4.])
    """
    if rho == 0 or last < 1:
        return np.array([1.0])
    edges = [float(x) for x in range(1, int(min(last, _SINGLE)) + 1)]
    # A quarter more than one of the first three tokens is that token.
    while (edge := floor(max(edges[-1] * _RATIO, edges[-1] + 1))) <= last:
        edges.append(float(edge))
    return np.array([*edges, last + 1])


def _unstored(memory: Memory) -> Vector:
    """The p-weight of the tokens of each class beyond those that are stored."""
    constant = zipf_constant(memory.alpha, memory.N)
    missing = [
        tokens.beyond(memory.stored).total(memory.alpha) if isfinite(memory.stored) else 0.0
        for tokens in classes(memory)
    ]
    return constant * np.array(missing)


_FAR: Final = (10**4, 31623, 10**5, 316228, 10**6, 3162278, 10**7, 31622777, 10**8)

threshold_error_far = replace(
    recall_error_marginal,
    name="associative_memory.threshold_error_far",
    title="Mean error of storing the d/log d most frequent of infinitely many tokens alike",
    version=1,
    groups=tuple(
        filled_group([{"d": d}], 256, N="inf", scheme="threshold", rho=0.0, P="d/log d") for d in _FAR
    ),
)
