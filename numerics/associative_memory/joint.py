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

import torch
from jaxtyping import Float
from torch import Tensor

from ..simulator import simulator
from ..trials import Source, Trials
from .embeddings import by_class, similarity
from .error import OUTPUTS, judge, plain_group, point_weights, recall_error
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
    weights = point_weights(memories, trials.n_trials, trials.source)
    law = torch.tensor(zipf_law(first.alpha, int(first.N)), device=trials.device, dtype=trials.dtype)
    answers = torch.as_tensor(labels(first.f, len(law), first.M), device=trials.device)
    rank = min(first.M, max(memory.d for memory in memories))
    z = trials.source.normal(trials.n_trials, rank, len(law))
    columns = []
    sums: dict[tuple[int, int], tuple[Tensor, Tensor]] = {}
    for memory, q in zip(memories, weights, strict=True):
        factor = wishart_factor(first.M, memory.d, trials.n_trials, trials.source)
        gram = sample_similarity(memory, trials.n_trials, trials.source)
        rank = factor.shape[2]
        own = z[:, :rank]
        if (id(q), rank) not in sums:
            sums[id(q), rank] = _class_sums(own, by_class(q.unsqueeze(1), answers, first.M))
        load, mean = sums[id(q), rank]
        shift = (factor.mT * load.rsqrt().where(load > 0, 0.0) - mean)[:, :, answers]
        rows = torch.bmm(gram, load.sqrt().mT * factor)
        scores = torch.bmm(rows, torch.addcmul(own, shift, q.unsqueeze(1)))
        columns.append(judge(scores, answers, law, q))
    return torch.stack(columns, dim=1)


def _class_sums(
    own: Float[Tensor, "trials rank N"], members: Float[Tensor, "trials_or_one N M"]
) -> tuple[Float[Tensor, "trials_or_one 1 M"], Float[Tensor, "trials rank M"]]:
    """S_c, and sum_{x'} q(x') z_x' / S_c, of each class."""
    load = members.square().sum(dim=1, keepdim=True)
    return load, torch.matmul(own, members) / load.where(load > 0, 1.0)


def require_gaussian(memory: Memory) -> None:
    """Raise ValueError unless the input embeddings are Gaussian, as the routes exact in law need."""
    if memory.e != "gaussian":
        raise ValueError(f"This route is exact in law for Gaussian e_x only; e is {memory.e!r}.")


def wishart_factor(M: int, d: int, n_trials: int, source: Source) -> Float[Tensor, "trials M rank"]:
    """L with L L^T distributed as X X^T for X an M x d matrix of normals, of rank min(M, d).

    Row i holds i normals and, while i < d, the root of a chi-square of d - i degrees of freedom.
    """
    rank = min(M, d)
    factor = source.normal(n_trials, M, rank).tril_(-1)
    degrees = d - torch.arange(rank, device=source.device, dtype=torch.float64)
    gamma = torch._standard_gamma((degrees / 2).expand(n_trials, -1).contiguous(), generator=source.generator)
    factor.diagonal(dim1=1, dim2=2).copy_((2 * gamma).sqrt())
    return factor


def sample_similarity(memory: Memory, n_trials: int, source: Source) -> Float[Tensor, "trials M M"]:
    """<u_y, u_c> of independent unembeddings of the memory's law."""
    factor = wishart_factor(memory.M, memory.d, n_trials, source)
    return similarity(torch.bmm(factor, factor.mT), memory.u)
