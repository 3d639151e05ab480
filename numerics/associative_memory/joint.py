r"""The same error from its scores alone, exact in law: O(N M^2) numbers a draw, whatever the dimension.

For e_x ~ N(0, I_d) the class sums A_c = sum_{f(x)=c} q(x) e_x are independent N(0, S_c I), with
S_c = sum_{f(x)=c} q(x)^2: their Gram matrix is D L L^T D with D = diag(sqrt(S)) and L the triangular
factor of a Wishart matrix (Bartlett 1933). Given the A_c, a token of class c is
e_x = q(x) A_c / S_c + r_x - q(x) sum_{x'} q(x') r_x' / S_c with r_x ~ N(0, I) independent of them. With
z_x the coordinates of r_x along the A_c, orthonormalised, all scores are therefore

    u_y . W e_x = [G D L (z_x + q(x) (L_c / sqrt(S_c) - sum_{x'} q(x') z_x' / S_c))]_y,   c = f(x),

G the Gram matrix of the u_y (from another Wishart matrix). Tokens of one draw have their joint law, so
the spread between trials is right; dimensions of one group share z and have not that of nested embeddings.
"""

from __future__ import annotations

from collections.abc import Sequence

import torch
from jaxtyping import Float
from torch import Tensor
from torch.nn.functional import one_hot

from ..simulator import simulator
from ..trials import Source, Trials
from .embeddings import similarity
from .error import OUTPUTS, distinct_weights, judge, plain_group, recall_error
from .model import Memory, labels, zipf_law


@simulator(
    title="Error of the associative memory, its scores drawn jointly through a Wishart matrix, exact in law",
    outputs=OUTPUTS,
    groups=(plain_group(group.points, 64) for group in recall_error.groups),
)
def recall_error_joint(*, trials: Trials) -> Float[Tensor, "trials points components"]:
    """The outputs of every point from jointly drawn scores; the points share z and the data."""
    memories = [Memory.at(point) for point in trials.points]
    first = memories[0]
    require_gaussian(first)
    schemes = distinct_weights(memories, trials.n_trials, trials.source)
    law = torch.tensor(zipf_law(first.alpha, int(first.N)), device=trials.device, dtype=trials.dtype)
    answers = torch.as_tensor(labels(first.f, len(law), first.M), device=trials.device)
    member = one_hot(answers, first.M).to(law)
    rank = min(first.M, max(memory.d for memory in memories))
    z = trials.source.normal(trials.n_trials, rank, len(law))
    outcomes: dict[int, Tensor] = {}
    for q, places in schemes:
        own = [memories[place] for place in places]
        factors, grams = _factors_and_similarities(own, rank, trials.n_trials, trials.source)
        load, mean = _class_sums(z, q.unsqueeze(-1) * member)
        rows = torch.matmul(grams, load.sqrt().mT * factors)
        shifts = factors.mT * load.rsqrt().where(load > 0, 0.0) - mean
        for place, row, shift in zip(places, rows, shifts, strict=True):
            outcomes[place] = judge(_scores(row, z, q, shift, member), answers, law, q)
    return torch.stack([outcomes[place] for place in range(len(memories))], dim=1)


def _class_sums(
    z: Float[Tensor, "trials rank N"], members: Float[Tensor, "trials_or_one N M"]
) -> tuple[Float[Tensor, "trials_or_one 1 M"], Float[Tensor, "trials rank M"]]:
    """S_c, and sum_{x'} q(x') z_x' / S_c, of each class."""
    load = members.square().sum(dim=1, keepdim=True)
    return load, torch.matmul(z, members) / load.where(load > 0, 1.0)


def _scores(
    row: Float[Tensor, "trials M rank"],
    z: Float[Tensor, "trials rank N"],
    q: Float[Tensor, "trials_or_one N"],
    shift: Float[Tensor, "trials rank M"],
    member: Float[Tensor, "N M"],
) -> Float[Tensor, "trials M N"]:
    """u_y . W e_x of every y and x; `member` is 1 where f(x) = c."""
    # A product with the members is several times cheaper than indices, and as exact.
    each = torch.matmul(shift, member.mT)
    return torch.bmm(row, torch.addcmul(z, each, q.unsqueeze(1), out=each))


def _factors_and_similarities(
    memories: Sequence[Memory], rank: int, n_trials: int, source: Source
) -> tuple[Float[Tensor, "points trials M rank"], Float[Tensor, "points trials M M"]]:
    """L of each point's input embeddings, and <u_y, u_c>."""
    first = memories[0]
    sizes = [memory.d for memory in memories for _ in range(2)]
    both = wishart_factors(first.M, sizes, rank, n_trials, source)
    unembeddings = both[1::2].flatten(end_dim=1)
    grams = similarity(torch.bmm(unembeddings, unembeddings.mT), first.u)
    return both[::2], grams.reshape(len(memories), n_trials, first.M, first.M)


def require_gaussian(memory: Memory) -> None:
    """Raise ValueError unless the input embeddings are Gaussian, as the routes exact in law need."""
    if memory.e != "gaussian":
        raise ValueError(f"This route is exact in law for Gaussian e_x only; e is {memory.e!r}.")


def wishart_factor(M: int, d: int, n_trials: int, source: Source) -> Float[Tensor, "trials M rank"]:
    """L with L L^T distributed as X X^T for X an M x d matrix of normals, of rank min(M, d)."""
    return wishart_factors(M, [d], min(M, d), n_trials, source)[0]


def wishart_factors(
    M: int, sizes: Sequence[int], rank: int, n_trials: int, source: Source
) -> Float[Tensor, "sizes trials M rank"]:
    """L of each d, drawn one after another, zero from column min(M, d) to `rank`.

    Row i holds i normals and, while i < d, the root of a chi-square of d - i degrees of freedom.
    """
    factors = source.empty(len(sizes), n_trials, M, rank).zero_()
    chi_squares = torch.zeros((len(sizes), n_trials, rank), device=source.device, dtype=torch.float64)
    steps = torch.arange(rank, device=source.device, dtype=torch.float64)
    halves = (torch.tensor(sizes, device=source.device).unsqueeze(1) - steps) / 2
    for d, factor, chi_square, half in zip(sizes, factors, chi_squares, halves, strict=True):
        own = min(M, d)
        factor[..., :own] = source.normal(n_trials, M, own)
        shapes = half[:own].expand(n_trials, -1).contiguous()
        chi_square[:, :own] = 2 * torch._standard_gamma(shapes, generator=source.generator)
    factors.tril_(-1).diagonal(dim1=2, dim2=3).copy_(chi_squares.sqrt())
    return factors


def sample_similarity(memory: Memory, n_trials: int, source: Source) -> Float[Tensor, "trials M M"]:
    """<u_y, u_c> of independent unembeddings of the memory's law."""
    factor = wishart_factor(memory.M, memory.d, n_trials, source)
    return similarity(torch.bmm(factor, factor.mT), memory.u)
