"""The error E = sum_x p(x) 1[argmax_y u_y . W e_x is not f(x) alone], simulated from its definition.

Tokens are weighed by p(x), never sampled; a tie counts as an error and is counted beside it. One draw is
one set of embeddings (and of data): u_y . W e_x = sum_c <u_y, u_c> <A_c, e_x> with the class sums
A_c = sum_{f(x)=c} q(x) e_x, so W is never formed. Inner products add up over coordinates: the dimensions
d of a group are nested, one pass serves all of them, and all schemes share the draw. Unit vectors are
normalised in the dimension that is used.

| output | meaning |
|---|---|
| `error` | p-weight of the tokens that are wrong or tie |
| `tie` | p-weight of those whose own answer ties for the best |
| `stored` | p-weight of the stored tokens (q > 0) that are wrong |
| `failing` | fraction of the stored tokens that are wrong |
| `any` | whether some stored token is wrong |
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import isfinite, isinf
from typing import Final

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor

from ..competitors import own_and_best
from ..quantity import DesignGroup, Value
from ..simulator import simulator
from ..trials import Source, Trials
from .data import sample_counts, scheme_weights
from .embeddings import Embeddings, similarity
from .model import INFINITE, Memory, filled_group, labels, zipf_law

OUTPUTS: Final = ("error", "tie", "stored", "failing", "any")


def plain_group(points: Sequence[Mapping[str, Value]], trials_per_block: int, **shared: Value) -> DesignGroup:
    """A group of one draw of embeddings, defaults filled in: `points` vary d, T or the scheme."""
    group = filled_group(points, trials_per_block, **shared)
    varying = {"d", "T", "scheme", "rho", "P"}
    if missing := set(group.points[0]) - varying - set(group.shared):
        raise ValueError(
            f"Points of one draw may differ in {sorted(varying)} only, not in {sorted(missing)}."
        )
    return group


_SCHEMES: Final[tuple[Mapping[str, Value], ...]] = (
    {"scheme": "power", "rho": 0.0},
    {"scheme": "power", "rho": 1.0},
    {"scheme": "threshold", "rho": 0.0, "P": "d/8"},
)
_DIMENSIONS: Final = (10, 20, 50, 100, 200, 400, 1000)


def _figure_groups() -> tuple[DesignGroup, ...]:
    """The sizes of the right-hand plot of Fig. 3, at both numbers of tokens."""
    return tuple(
        plain_group([{**scheme, "d": d} for d in _DIMENSIONS], 32, N=N, T=INFINITE)
        for N in (100, 1000)
        for scheme in _SCHEMES
    )


@simulator(
    title="Error of the associative memory, by its definition", outputs=OUTPUTS, groups=_figure_groups()
)
def recall_error(*, trials: Trials) -> Float[Tensor, "trials points components"]:
    """The outputs of every point, all points from one draw of embeddings and data a trial."""
    memories = [Memory.at(point) for point in trials.points]
    weights = point_weights(memories, trials.n_trials, trials.source)
    first = memories[0]
    law = torch.tensor(zipf_law(first.alpha, int(first.N)), device=trials.device, dtype=trials.dtype)
    answers = torch.as_tensor(labels(first.f, int(first.N), first.M), device=trials.device)
    outcomes: dict[int, Tensor] = {}
    drawn = Embeddings(
        memory=first,
        shape=(trials.n_trials, len(law)),
        generator=trials.generator,
        device=trials.device,
        dtype=trials.dtype,
    )
    for d in sorted({memory.d for memory in memories}):
        later = [index for index, memory in enumerate(memories) if memory.d >= d]
        drawn.extend(d, [weights[index] for index in later], answers)
        gram = similarity(drawn.gram, first.u)
        for index in later:
            if memories[index].d == d:
                scores = torch.matmul(gram, drawn.projections(weights[index], answers))
                outcomes[index] = judge(scores, answers, law, weights[index])
    return torch.stack([outcomes[index] for index in range(len(memories))], dim=1)


def point_weights(
    memories: Sequence[Memory], n_trials: int, source: Source
) -> list[Float[Tensor, "trials_or_one N"]]:
    """The schemes of all points, equal ones as one tensor."""
    found = {
        place: weights for weights, places in distinct_weights(memories, n_trials, source) for place in places
    }
    return [found[place] for place in range(len(memories))]


def distinct_weights(
    memories: Sequence[Memory], n_trials: int, source: Source
) -> Iterator[tuple[Float[Tensor, "trials_or_one N"], list[int]]]:
    """Each scheme once, as it is asked for, with the places of its points.

    The data are drawn at once; finite T are prefixes of one stream of them.
    """
    sizes = tuple(sorted({int(memory.T) for memory in memories if isfinite(memory.T)}))
    law = zipf_law(memories[0].alpha, int(memories[0].N))
    counts = sample_counts(sizes, law, n_trials, source.generator) if sizes else None
    places: dict[tuple[float, float, float], list[int]] = {}
    for place, memory in enumerate(memories):
        places.setdefault((memory.rho, memory.stored, memory.T), []).append(place)

    def weights(memory: Memory) -> Tensor:
        seen = None if counts is None or isinf(memory.T) else counts[:, sizes.index(int(memory.T))]
        return scheme_weights(memory, seen, source)

    return ((weights(memories[own[0]]), own) for own in places.values())


def judge(
    scores: Float[Tensor, "trials M N"],
    answers: Int[Tensor, " N"],
    law: Float[Tensor, " N"],
    weights: Float[Tensor, "trials_or_one N"],
) -> Float[Tensor, "trials components"]:
    """The outputs of each draw from its scores; overwrites the scores of the right answers."""
    own, best = own_and_best(scores, answers.expand(len(scores), 1, -1), dim=1)
    return summary(own <= best, own == best, law, weights > 0)


def summary(
    wrong: Bool[Tensor, "trials N"],
    tie: Bool[Tensor, "trials N"],
    law: Float[Tensor, " N"],
    stored: Bool[Tensor, "trials_or_one N"],
) -> Float[Tensor, "trials components"]:
    """The outputs from what is wrong, what ties and what is stored."""
    failing = (wrong & stored).to(law)
    failed = failing.sum(dim=1)
    columns = (
        wrong.to(law) @ law,
        tie.to(law) @ law,
        failing @ law,
        failed / stored.sum(dim=1).clamp_min(1),
        (failed > 0).to(law),
    )
    return torch.stack(columns, dim=-1)
