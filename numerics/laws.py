"""How the laws of `theory.laws` are sampled: one function for each, by the head of its term.

What a law is, with its moments, stands in `theory.laws`; here it is drawn, and nothing else is known of it. A
function gets the law and the values of its parameters, prepares once, and returns what draws an array of
independent items: `draw(sizes, source)` has the shape (*sizes, *the law's shape). The items of a Markov chain
are its states in time, along the last of the sizes.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final

import torch
from jaxtyping import Float, Int
from torch import Tensor

from .trials import Source

if TYPE_CHECKING:
    from ..theory.node import Term

_SHORT_ROW: Final = 16
Sizes = tuple[int, ...]
Draw = Callable[[Sizes, Source], Tensor]
LawByDimension = Callable[[int], "Term"]
"""A law of vectors for each dimension."""
Value = Callable[["Term"], Tensor]
"""The value of a parameter, in float64 on the CPU."""
Sampler = Callable[["Term", Value], Draw]
LAWS: Final[dict[str, Sampler]] = {}
"""The sampler of each law. Each adds itself: no statement names all, and code is told by those it uses."""


def sampler(law: Term, value: Value) -> Draw:
    """What draws independent items of the law. Raises ValueError for a law or parameters without one."""
    if law.head not in LAWS:
        raise ValueError(f"{law.head} is not sampled; the laws are {', '.join(sorted(LAWS))}.")
    return LAWS[law.head](law, value)


def drawn(law: Term, sizes: Sizes, source: Source) -> Tensor:
    """Items of a law whose parameters are numbers."""
    from .compile.statistics import parameter_values

    return sampler(law, parameter_values({}))(sizes, source)


def _shape(law: Term, value: Value) -> Sizes:
    return tuple(round(float(value(dimension))) for dimension in law.shape)


@partial(LAWS.setdefault, "sphere")
def _sphere(law: Term, value: Value) -> Draw:
    """The radius times x / |x| of a normal x; one dimension has signs, as x may be zero in float32."""
    (d,), radius = _shape(law, value), float(value(law.args[1]))

    def draw(sizes: Sizes, source: Source) -> Float[Tensor, "*sizes d"]:
        if d == 1:
            return _signs(radius, (*sizes, d), source)
        x = source.normal(*sizes, d)
        # All d normals are zero with probability 2^(-24 d): the clamp leaves a zero vector then, not NaN.
        length = _lengths(x).clamp_min_(torch.finfo(x.dtype).tiny)
        return x.div_(length if radius == 1 else length.div_(radius))

    return draw


def _lengths(x: Float[Tensor, "... d"]) -> Float[Tensor, "... 1"]:
    """|x|; short rows are summed faster by a matrix product."""
    if x.shape[-1] > _SHORT_ROW:
        lengths: Tensor = torch.linalg.vector_norm(x, dim=-1, keepdim=True)
        return lengths
    return (x.square() @ x.new_ones(x.shape[-1], 1)).sqrt_()


@partial(LAWS.setdefault, "normal")
def _normal(law: Term, value: Value) -> Draw:
    """Mean + L z with L L^T the covariance, or a scale times z."""
    shape, mean, covariance = _shape(law, value), value(law.args[0]), value(law.args[1])
    if covariance.ndim:
        root = _root(covariance, law)
        return lambda sizes, source: (source.normal(*sizes, *shape) @ source.like(root).mT).add_(
            source.like(mean)
        )
    variance = float(covariance)
    if variance < 0:
        raise ValueError(f"The variance {law.args[1]} is negative at this design point.")
    is_centred = not bool(mean.any())

    def draw(sizes: Sizes, source: Source) -> Float[Tensor, "*sizes_and_shape"]:
        x = source.empty(*sizes, *shape).normal_(std=variance**0.5, generator=source.generator)
        return x if is_centred else x.add_(source.like(mean))

    return draw


def _root(covariance: Float[Tensor, "d d"], law: Term) -> Float[Tensor, "d d"]:
    """A root of a covariance that may be singular."""
    values, vectors = torch.linalg.eigh(covariance)
    largest = float(values.abs().max())
    if float(values.min()) < -1e-9 * largest or not torch.allclose(covariance, covariance.mT):
        raise ValueError(f"{law.args[1]} is no covariance at this design point.")
    root: Tensor = vectors * values.clamp_min(0).sqrt()
    return root


@partial(LAWS.setdefault, "one_hot")
def _one_hot(law: Term, value: Value) -> Draw:
    """Zeros with a one at a uniform place."""
    (d,) = _shape(law, value)

    def draw(sizes: Sizes, source: Source) -> Float[Tensor, "*sizes d"]:
        place = torch.randint(d, (*sizes, 1), generator=source.generator, device=source.device)
        return source.empty(*sizes, d).zero_().scatter_(-1, place, 1.0)

    return draw


@partial(LAWS.setdefault, "rademacher")
def _rademacher(law: Term, value: Value) -> Draw:
    """Fair signs times the scale."""
    shape, scale = _shape(law, value), float(value(law.args[0]))
    return lambda sizes, source: _signs(scale, (*sizes, *shape), source)


def _signs(scale: float, sizes: Sizes, source: Source) -> Float[Tensor, "*sizes"]:
    return source.whole(0, 1, *sizes).mul_(2 * scale).sub_(scale)


@partial(LAWS.setdefault, "discrete_uniform")
def _discrete_uniform(law: Term, value: Value) -> Draw:
    """1, ..., N."""
    count = round(float(value(law.args[0])))
    return lambda sizes, source: source.whole(1, count, *sizes)


@partial(LAWS.setdefault, "uniform")
def _uniform(law: Term, value: Value) -> Draw:
    """Low + (high - low) u."""
    low, high = (float(value(part)) for part in law.args)
    if high < low:
        raise ValueError(f"The interval from {law.args[0]} to {law.args[1]} is empty at this design point.")
    return lambda sizes, source: source.empty(*sizes).uniform_(low, high, generator=source.generator)


@partial(LAWS.setdefault, "exponential")
def _exponential(law: Term, value: Value) -> Draw:
    """-log(u)/rate."""
    rate = float(value(law.args[0]))
    if rate <= 0:
        raise ValueError(f"The rate {law.args[0]} is not positive at this design point.")
    return lambda sizes, source: source.empty(*sizes).exponential_(rate, generator=source.generator)


@partial(LAWS.setdefault, "bernoulli")
def _bernoulli(law: Term, value: Value) -> Draw:
    """1 where u < p."""
    p = float(value(law.args[0]))
    if not 0 <= p <= 1:
        raise ValueError(f"{law.args[0]} = {p:.6g} is no probability.")

    def draw(sizes: Sizes, source: Source) -> Float[Tensor, "*sizes"]:
        u = source.uniform(*sizes)
        return torch.lt(u, p, out=u)

    return draw


@partial(LAWS.setdefault, "zipf")
def _zipf(law: Term, value: Value) -> Draw:
    """Each j = 1, ..., N with weight j^(-exponent)."""
    if len(law.args) == 1:
        raise ValueError(f"{law} has infinitely many values; give it a count to simulate it.")
    exponent, count = float(value(law.args[0])), round(float(value(law.args[1])))
    among = _among(torch.arange(1, count + 1, dtype=torch.float64) ** -exponent)
    return lambda sizes, source: among(sizes, source).to(source.dtype).add_(1)


def _among(weights: Float[Tensor, " count"]) -> Callable[[Sizes, Source], Int[Tensor, ...]]:
    """Places 0, 1, ... by their weights, drawn by Walker's alias table."""
    if not bool((weights >= 0).all()) or float(weights.sum()) <= 0:
        raise ValueError(f"The weights {weights.tolist()} are no probabilities.")
    share, alias = _alias_table(weights / weights.sum())
    count = len(weights)

    def draw(sizes: Sizes, source: Source) -> Int[Tensor, "*sizes"]:
        place = torch.randint(
            count, sizes, generator=source.generator, device=source.device, dtype=torch.int32
        )
        moves = source.uniform(*sizes).sub_(source.like(share)[place]) >= 0
        return torch.where(moves, alias.to(source.device, torch.int32)[place], place, out=place)

    return draw


def _alias_table(p: Float[Tensor, " count"]) -> tuple[Float[Tensor, " count"], Int[Tensor, " count"]]:
    """For each place the share that it keeps, and where the rest goes."""
    count = len(p)
    share, alias = (p * count).tolist(), list(range(count))
    small = [k for k in range(count) if share[k] < 1]
    large = [k for k in range(count) if share[k] >= 1]
    while small and large:
        low, high = small.pop(), large[-1]
        alias[low] = high
        share[high] -= 1 - share[low]
        if share[high] < 1:
            small.append(large.pop())
    for place in (*small, *large):
        share[place] = 1.0
    return torch.tensor(share, dtype=torch.float64), torch.tensor(alias)


@partial(LAWS.setdefault, "markov_chain")
def _markov_chain(law: Term, value: Value) -> Draw:
    """States 1, ..., S in time: the first by its law, each other by the row of the last."""
    transition, initial = (value(part) for part in law.args)
    if bool((transition < 0).any()) or not torch.allclose(
        transition.sum(1), torch.ones(len(transition)).double()
    ):
        raise ValueError(f"The rows of {law.args[0]} are no probabilities at this design point.")
    first, steps = _among(initial), transition.cumsum(1)[:, :-1]
    if len(transition) == 2:  # noqa: PLR2004 - two states are told by one number
        return _binary_chain(first, *steps[:, 0].tolist())

    def draw(sizes: Sizes, source: Source) -> Float[Tensor, "*sizes"]:
        *chains, length = sizes
        u, edges = source.uniform(length, *chains), source.like(steps)
        state = first(tuple(chains), source)
        states = source.empty(length, *chains)
        for time in range(length):
            if time:
                state = (u[time].unsqueeze(-1) >= edges[state]).sum(-1)
            states[time] = state
        return states.add_(1).movedim(0, -1)

    return draw


def _binary_chain(first: Callable[[Sizes, Source], Tensor], stays: float, returns: float) -> Draw:
    """Two states: to the first with probability `stays` from there, and `returns` from the second."""

    def draw(sizes: Sizes, source: Source) -> Float[Tensor, "*sizes"]:
        *chains, length = sizes
        states = source.uniform(length, *chains)
        edge = source.empty(*chains)
        states[0] = first(tuple(chains), source)
        for time in range(1, length):
            torch.mul(states[time - 1], returns - stays, out=edge).add_(stays)
            torch.ge(states[time], edge, out=states[time])
        return states.add_(1).movedim(0, -1)

    return draw


@partial(LAWS.setdefault, "mixture")
def _mixture(law: Term, value: Value) -> Draw:
    """One of the laws, by its weight."""
    half = len(law.args) // 2
    weights = torch.stack([value(part) for part in law.args[:half]])
    laws = law.args[half:]
    chosen, parts, rank = _by_shares(weights), [sampler(part, value) for part in laws], len(law.shape)
    if all(part.head == "normal" and not value(part.args[1]).ndim for part in laws):
        means, variances = (torch.stack([value(part.args[k]) for part in laws]) for k in (0, 1))
        return _normals(chosen, means, variances.sqrt())

    def draw(sizes: Sizes, source: Source) -> Float[Tensor, ...]:
        place = chosen(sizes, source).reshape(*sizes, *(1,) * rank)
        x = parts[0](sizes, source)
        for k, part in enumerate(parts[1:], start=1):
            x = torch.where(place == k, part(sizes, source), x)
        return x

    return draw


def _by_shares(weights: Float[Tensor, " count"]) -> Callable[[Sizes, Source], Tensor]:
    """Places 0, 1, ... of a few, by one uniform number and the shares up to each."""
    if not bool((weights >= 0).all()) or float(weights.sum()) <= 0:
        raise ValueError(f"The weights {weights.tolist()} are no probabilities.")
    edges = (weights.cumsum(0) / weights.sum())[:-1].tolist()

    def draw(sizes: Sizes, source: Source) -> Float[Tensor, "*sizes"]:
        u = source.uniform(*sizes)
        later = [u >= edge for edge in edges[1:]]
        place = torch.ge(u, edges[0], out=u) if edges else u.zero_()
        for one in later:
            place += one
        return place

    return draw


def _normals(chosen: Callable[[Sizes, Source], Tensor], means: Tensor, scales: Tensor) -> Draw:
    """Mean + scale z of the chosen normal; the means have the law's shape."""
    shape = means.shape[1:]

    def draw(sizes: Sizes, source: Source) -> Float[Tensor, "*sizes_and_shape"]:
        place, x = chosen(sizes, source), source.normal(*sizes, *shape)
        x *= _picked(source.like(scales), place).reshape(*sizes, *(1,) * len(shape))
        return x.add_(_picked(source.like(means), place))

    return draw


def _picked(values: Float[Tensor, count * shape], place: Float[Tensor, "*sizes"]) -> Tensor:
    """The values at the places; of two, without indexing."""
    if len(values) != 2:  # noqa: PLR2004
        return values[place.long()]
    low, high = values
    return torch.addcmul(low, place.reshape(*place.shape, *(1,) * low.ndim), high - low)
