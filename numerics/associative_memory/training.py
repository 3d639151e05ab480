r"""Training of the matrix W on the cross-entropy loss, all trials and step sizes at once (Eqs. 16 to 18).

The step size, gamma in the paper, is eta here, as everywhere in the package.

For one token x with y = f(x): $-\nabla_W \ell = \sum_z (1[z = y] - p_W(z|x)) u_z e_x^\top$, p_W(z|x)
proportional to exp(u_z . W e_x). A step adds eta times the sum of these over the batch.

| space | state | a step costs | holds for |
|---|---|---|---|
| scores | $S = U W E^\top$ (M x N) | N M | SGD |
| weights | W (d x d) | d^2 | every optimiser |

SGD acts on the scores alone: $S$ gains $\eta G_U R_B G_E[B]$ with the Gram matrices of u and of e, which
stay fixed. A sign, or a norm of W e_x, is no function of the scores. `train` makes many updates at once: the
scores of a segment of tokens are kept apart, and those of all others follow once a segment. Equal tokens of
a large batch count as one with a multiplicity.

| optimiser | step |
|---|---|
| `sgd` | eta times the sum of the batch's negative gradients |
| `sign` | eta/d times its sign, entry by entry (Adam with both averages switched off) |
| `layer norm` | SGD on the loss with logits u_y . W e_x / |W e_x| |
| `sign, layer norm` | the sign of that gradient |

Inputs are e_x ~ N(0, I/d), so that |e_x| is about 1 and one update of size eta moves a token's own score
by about eta; u_y is uniform on the unit sphere; W starts from `scale` times N(0, I/d).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import repeat
from typing import Final

import torch
from jaxtyping import Float, Int
from torch import Tensor

from ..competitors import own_and_best
from ..kernels.captured import captured
from ..sampling import sample_gaussian_keys, sample_sphere
from ..trials import Source
from .model import labels, zipf_law

SEGMENT: Final = 16
"""Tokens whose scores are kept apart; larger batches are a segment each."""

Scores = Float[Tensor, "trials rates M N"]
Weights = Float[Tensor, "trials rates d d"]
Tokens = Int[Tensor, "trials B"]
Factors = Float[Tensor, "steps rates_or_one"]


class Optimiser(StrEnum):
    """How a step follows from the gradient."""

    SGD = "sgd"
    SIGN = "sign"
    LAYER_NORM = "layer norm"
    SIGN_LAYER_NORM = "sign, layer norm"

    @property
    def signs(self) -> bool:
        """Whether a step is the sign of the gradient."""
        return self in {Optimiser.SIGN, Optimiser.SIGN_LAYER_NORM}

    @property
    def normalises(self) -> bool:
        """Whether the logits see W e_x by its direction."""
        return self in {Optimiser.LAYER_NORM, Optimiser.SIGN_LAYER_NORM}


@dataclass(frozen=True, kw_only=True)
class Task:
    """Embeddings of some trials, with the answers f(x) and the Zipf law of the tokens."""

    e: Float[Tensor, "trials N d"]
    u: Float[Tensor, "trials M d"]
    answers: Int[Tensor, " N"]
    law: Float[Tensor, " N"]


def sample_task(N: int, M: int, d: int, alpha: float, n_trials: int, source: Source) -> Task:
    """Inputs N(0, I/d), outputs uniform on the unit sphere, f(x) = x mod M."""
    return Task(
        e=sample_gaussian_keys((n_trials, N), d, source),
        u=sample_sphere((n_trials, M), d, source),
        answers=torch.as_tensor(labels("mod", N, M), device=source.device),
        law=torch.tensor(zipf_law(alpha, N), device=source.device, dtype=source.dtype),
    )


def sample_tokens(task: Task, count: int, generator: torch.Generator) -> Int[Tensor, "trials count"]:
    """Tokens drawn independently from the law, a stream of `count` for each trial."""
    law = task.law.expand(len(task.e), -1)
    return torch.multinomial(law, count, replacement=True, generator=generator)


def sample_weights(task: Task, scale: float, generator: torch.Generator) -> Float[Tensor, "trials 1 d d"]:
    """The matrix at the start, entries `scale` times N(0, 1/d)."""
    trials, _, d = task.e.shape
    start = torch.empty((trials, 1, d, d), device=task.e.device, dtype=task.e.dtype)
    return start.normal_(generator=generator).mul_(scale * d**-0.5)


def scores_of(task: Task, weights: Weights) -> Scores:
    """u_y . W e_x for every y and x."""
    return task.u.unsqueeze(1) @ weights @ task.e.mT.unsqueeze(1)


def own_and_competitor(scores: Scores, task: Task) -> tuple[Tensor, Tensor]:
    """Each token's score for its answer and the largest for another, of shape "trials rates N"."""
    return own_and_best(scores.clone(), task.answers.expand(*scores.shape[:2], 1, -1), dim=2)


def error(scores: Scores, task: Task) -> Float[Tensor, "trials rates"]:
    """sum_x p(x) 1[the right answer's score does not exceed all others]: ties count as errors."""
    own, best = own_and_competitor(scores, task)
    return (own <= best).to(scores.dtype) @ task.law


def residuals(scores: Float[Tensor, "trials rates B M"], answers: Int[Tensor, "trials B"]) -> Tensor:
    """1[z = f(x)] - p_W(z|x), the negative gradient in the logits."""
    # Along a short last axis a softmax goes row by row, along the first one by vectors.
    rest = torch.softmax(scores.movedim(-1, 0).contiguous(), dim=0).neg_()
    index = answers.unsqueeze(1).expand(scores.shape[:3]).unsqueeze(0)
    return rest.scatter_add_(0, index, torch.ones_like(rest[:1])).movedim(0, -1)


def distinct(tokens: Int[Tensor, "trials B"]) -> tuple[Int[Tensor, "trials K"], Float[Tensor, "trials K"]]:
    """The different tokens of each trial and how often each occurs, filled up with tokens that never do.

    >>> tokens, counts = distinct(torch.tensor([[3, 1, 3], [2, 2, 2]]))
    >>> tokens.tolist(), counts.tolist()
    ([[1, 3], [2, 0]], [[1.0, 2.0], [3.0, 0.0]])
    """
    ordered = tokens.sort(dim=1).values
    place = torch.zeros_like(ordered)
    place[:, 1:] = (ordered[:, 1:] != ordered[:, :-1]).cumsum(dim=1)
    width = int(place[:, -1].max()) + 1
    found = ordered.new_zeros((len(tokens), width)).scatter_(1, place, ordered)
    ones = torch.ones_like(ordered, dtype=torch.get_default_dtype())
    return found, ones.new_zeros((len(tokens), width)).scatter_add_(1, place, ones)


def batches_of(tokens: Tokens, batch: int) -> Iterator[tuple[Tensor, Tensor]]:
    """The different tokens of one batch after another with how often each occurs; see `distinct`."""
    trials, length = tokens.shape
    found, counts = distinct(tokens.reshape(trials * length // batch, batch))
    parts = (part.view(trials, length // batch, -1).unbind(1) for part in (found, counts))
    return zip(*parts, strict=True)


@dataclass(frozen=True, kw_only=True)
class _Update:
    """What an update of a segment reads and writes: its own scores, its moves, and the scores after it."""

    now: Tensor
    moved: Tensor
    later: Tensor
    pulls: tuple[tuple[Tensor, Tensor], ...]


class _Buffers:
    """Where the updates of a segment put what they compute; views are made once, not at each update."""

    def __init__(self, scores: Scores, count: int, batch: int) -> None:
        """Scores and moves of `count` tokens, trials along the last axis, and what one update needs."""
        trials, rates, M, _ = scores.shape
        self.asked, self.moved = (scores.new_empty((count, M, rates, trials)) for _ in range(2))
        self.near = scores.new_empty((count, count, trials))
        self.rest = scores.new_empty((batch, M, rates, trials))
        self.spread = self.rest.unsqueeze(2)
        self.product = scores.new_empty((batch, M, M, rates, trials))
        self.updates = [self._update(first, first + batch) for first in range(0, count, batch)]

    def _update(self, first: int, end: int) -> _Update:
        later = self.asked[end:]
        pulls = ((self.moved[k], self.near[k, end:, None, None]) for k in range(first, end))
        return _Update(
            now=self.asked[first:end],
            moved=self.moved[first:end],
            later=later,
            pulls=tuple(pulls) if len(later) else (),
        )


class ScoreTraining:
    """SGD on the scores; `rates` are the step sizes, which share data and embeddings."""

    def __init__(self, task: Task, rates: Sequence[float], start: Scores | None = None) -> None:
        """From W = 0, or from the scores given."""
        trials, N, _ = task.e.shape
        M = task.u.shape[1]
        self.task, self.gram_e, self.gram_u = task, task.e @ task.e.mT, (task.u @ task.u.mT).unsqueeze(1)
        self.rates = torch.tensor(rates, device=task.e.device, dtype=task.e.dtype).reshape(1, -1, 1, 1)
        shape = (trials, len(rates), M, N)
        self.scores: Tensor = torch.zeros(shape, device=task.e.device, dtype=task.e.dtype)
        self._offsets = N * torch.arange(trials, device=task.e.device).unsqueeze(1)
        self._buffers_of: dict[tuple[int, int], _Buffers] = {}
        if start is not None:
            self.scores += start

    def step(self, tokens: Tokens, factor: float | Float[Tensor, "1 rates 1 1"] = 1.0) -> None:
        """One update on a batch; `factor` multiplies the step sizes."""
        trials, rates, M, N = self.scores.shape
        batch = tokens.shape[1]
        asked = self.scores.gather(3, tokens.reshape(trials, 1, 1, batch).expand(-1, rates, M, -1))
        rest = residuals(asked.mT, self.task.answers[tokens])
        moved = (rest * (factor * self.rates)) @ self.gram_u
        rows = self.gram_e.gather(1, tokens.unsqueeze(-1).expand(-1, -1, N))
        if batch == 1:
            self.scores.addcmul_(moved.mT, rows.unsqueeze(1))
        else:
            self.scores.view(trials, rates * M, N).baddbmm_(moved.mT.reshape(trials, rates * M, batch), rows)

    def train(self, tokens: Tokens, batch: int = 1, factors: Factors | None = None) -> None:
        """Updates on one batch of tokens after another; each has its factor of the step sizes."""
        # Trials lie along the last axis, where a softmax over answers goes by vectors.
        gram_u = self.gram_u.squeeze(1).permute(1, 2, 0).unsqueeze(2)
        mixing = (gram_u * self.rates.reshape(-1, 1)).contiguous()
        segment = captured(self._segment, (self.scores,))
        if batch >= SEGMENT:
            for k, (part, counts) in enumerate(batches_of(tokens, batch)):
                weights = counts.T[:, None, None]
                if factors is not None:
                    weights = weights * factors[k].unsqueeze(-1)
                segment(part, self._right(part), part.shape[1], weights, mixing)
            return
        at_once, right = SEGMENT // batch, self._right(tokens)
        parts = zip(
            *(torch.split(one, at_once * batch, dim=d) for one, d in ((tokens, 1), (right, 0))), strict=True
        )
        for k, (part, own) in enumerate(parts):
            scales = None if factors is None else factors[k * at_once : (k + 1) * at_once]
            if scales is not None:
                scales = scales.repeat_interleave(batch, dim=0)[:, None, :, None]
            segment(part, own, batch, scales, mixing)

    def _buffers(self, count: int, batch: int) -> _Buffers:
        if (count, batch) not in self._buffers_of:
            self._buffers_of[count, batch] = _Buffers(self.scores, count, batch)
        return self._buffers_of[count, batch]

    def _right(self, tokens: Tokens) -> Float[Tensor, "B M 1 trials"]:
        """1 at each token's answer, 0 at the others."""
        found = self.scores.new_zeros((tokens.shape[1], self.scores.shape[2], 1, len(tokens)))
        return found.scatter_(1, self.task.answers[tokens.T][:, None, None], 1.0)

    def _segment(
        self, tokens: Tokens, right: Tensor, batch: int, weights: Tensor | None, mixing: Tensor
    ) -> None:
        """The updates of some batches, each seen at once by the tokens of this segment alone."""
        trials, rates, M, N = self.scores.shape
        count = tokens.shape[1]
        buffers = self._buffers(count, batch)
        rows = (
            self.gram_e.view(-1, N).index_select(0, (tokens + self._offsets).ravel()).view(trials, count, N)
        )
        if batch < count:
            buffers.near.copy_(rows.gather(2, tokens.unsqueeze(1).expand(-1, count, -1)).permute(1, 2, 0))
        index = tokens.reshape(trials, 1, 1, count).expand(-1, rates, M, -1)
        buffers.asked.copy_(self.scores.gather(3, index).permute(3, 2, 1, 0))
        scales = repeat(None) if weights is None else torch.split(weights, batch)
        for update, own, scale in zip(buffers.updates, torch.split(right, batch), scales, strict=False):
            torch.softmax(update.now, dim=1, out=buffers.rest)
            torch.sub(own, buffers.rest, out=buffers.rest)
            if scale is not None:
                buffers.rest.mul_(scale)
            torch.mul(mixing, buffers.spread, out=buffers.product)
            torch.sum(buffers.product, dim=1, out=update.moved)
            for one, pull in update.pulls:
                update.later.addcmul_(one, pull)
        back = buffers.moved.permute(3, 2, 1, 0).contiguous().view(trials, rates * M, count)
        self.scores.view(trials, rates * M, N).baddbmm_(back, rows)


class WeightTraining:
    """Any optimiser on W itself; `rates` are the step sizes, which share data and embeddings.

    The matrices of all step sizes lie side by side, transposed: W e_x is one product for all of them.
    """

    def __init__(
        self, task: Task, rates: Sequence[float], optimiser: Optimiser, start: Weights | None = None
    ) -> None:
        """From W = 0, or from the weights given; a layer norm has no gradient at W = 0."""
        trials, _, d = task.e.shape
        self.task, self.optimiser = task, optimiser
        scale = 1 / d if optimiser.signs else 1.0
        self.rates = scale * torch.tensor(rates, device=task.e.device, dtype=task.e.dtype).unsqueeze(1)
        shape = (trials, d, len(rates), d)
        self._table: Tensor = torch.zeros(shape, device=task.e.device, dtype=task.e.dtype)
        if start is not None:
            self._table += start.permute(0, 3, 1, 2)

    @property
    def weights(self) -> Weights:
        """The matrices W, a view."""
        return self._table.permute(0, 2, 3, 1)

    @property
    def scores(self) -> Scores:
        """u_y . W e_x; a norm of W e_x changes no argmax."""
        return scores_of(self.task, self.weights)

    def train(self, tokens: Tokens, batch: int = 1, factors: Factors | None = None) -> None:
        """Updates on one batch of tokens after another; each has its factor of the step sizes."""
        for k, (part, counts) in enumerate(batches_of(tokens, batch)):
            factor = 1.0 if factors is None else factors[k].unsqueeze(1)
            self.step(part, factor, counts.to(self._table))

    def step(
        self,
        tokens: Tokens,
        factor: float | Float[Tensor, "rates_or_one 1"] = 1.0,
        counts: Float[Tensor, "trials B"] | None = None,
    ) -> None:
        """One update on a batch; `factor` multiplies the step sizes, a token counts `counts` times."""
        trials, d, rates, _ = self._table.shape
        batch, u = tokens.shape[1], self.task.u
        e = self.task.e.gather(1, tokens.unsqueeze(-1).expand(-1, -1, d))
        hidden = torch.bmm(e, self._table.view(trials, d, rates * d)).view(trials, batch * rates, d)
        length = torch.linalg.vector_norm(hidden, dim=-1, keepdim=True) if self.optimiser.normalises else None
        direction = hidden if length is None else hidden / length
        logits = torch.bmm(direction, u.mT).view(trials, batch, rates, -1).transpose(1, 2)
        rest = residuals(logits, self.task.answers[tokens]).transpose(1, 2)
        pull = torch.bmm(rest.reshape(trials, batch * rates, -1), u)
        if length is not None:
            along = (pull * direction).sum(dim=-1, keepdim=True)
            pull = pull.addcmul_(along, direction, value=-1).div_(length)
        weighed = e if counts is None else e * counts.unsqueeze(-1)
        step = torch.bmm(weighed.mT, pull.view(trials, batch, rates * d)).view(self._table.shape)
        if self.optimiser.signs:
            step.sign_()
        self._table.addcmul_(step, (factor * self.rates).expand(rates, d))
