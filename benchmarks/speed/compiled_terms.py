"""Terms of several fields beside careful programs in torch that draw the same quantity, written by hand.

A term is given to the decorator of its program, which returns one number a draw, whose mean the term is;
`chunk` is the number of trials that suits it best. They share nothing with the compiler but the sizes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction

import torch
from theorycheck.theory.laws import (
    DiscreteUniform,
    MarkovChain,
    Normal,
    Rademacher,
    Sphere,
    Uniform,
    Zipf,
)
from theorycheck.theory.model import Index, Model, Parameter, Size, chain, fixed, iid, indices, sizes
from theorycheck.theory.node import Term
from theorycheck.theory.terms import (
    E,
    P,
    Sum,
    Var,
    all_,
    any_,
    argmax,
    define,
    exp,
    gradient,
    indicator,
    inner,
    log,
    max_over,
    median,
    min_over,
    norm2,
    outer,
    relu,
    softmax,
    tabulate,
    trace,
)
from torch import Generator, Tensor

Hand = Callable[[int, Generator], Tensor]


@dataclass(frozen=True, kw_only=True)
class Example:
    """A term at a design point, and a program of the same quantity."""

    name: str
    term: Term
    at: dict[str, object]
    hand: Hand
    chunk: int
    n_trials: int
    statistic: str = "mean"
    where: tuple[Term, ...] = field(default=())


def example(
    name: str,
    term: Term,
    at: dict[str, object],
    *,
    chunk: int,
    n_trials: int,
    statistic: str = "mean",
    where: tuple[Term, ...] = (),
) -> Callable[[Hand], Example]:
    """A decorator that makes the program below it that of a term."""
    return lambda hand: Example(
        name=name,
        term=term,
        at=at,
        hand=hand,
        chunk=chunk,
        n_trials=n_trials,
        statistic=statistic,
        where=where,
    )


def standard_normal(*shape: int, g: Generator) -> Tensor:
    """Independent standard normal numbers."""
    return torch.empty(shape).normal_(generator=g)


def unit_vectors(*shape: int, g: Generator) -> Tensor:
    """Vectors of the last dimension, uniform on the unit sphere."""
    x = standard_normal(*shape, g=g)
    return x.div_(torch.linalg.vector_norm(x, dim=-1, keepdim=True))


n, m, T, S = Size("n", minimum=2), Size("m", minimum=2), Size("T", minimum=3), Size("S")
d, d_k, d_v = sizes("d d_k d_v")
i, j, l = indices("i j l", n)
a, b = indices("a b", d)
beta, theta, eta_step, tau = Parameter("beta"), Parameter("theta"), Parameter("eta"), Parameter("tau")
k, v = Model(k=iid(Sphere(d_k), n), v=iid(Sphere(d_v), n))
g_rows = Model(g=iid(Normal(dimension=d), n)).g
q = Model(q=Sphere(d_k)).q


def _crosstalk_sum(n_trials: int, g: Generator, size: int, keys: int, values: int) -> Tensor:
    k, v = unit_vectors(n_trials, size, keys, g=g), unit_vectors(n_trials, size, values, g=g)
    if size * (keys + values) < 2 * keys * values:
        out = torch.bmm(torch.bmm(k, k.mT), v)
    else:
        out = torch.bmm(k, torch.bmm(k.mT, v))
    return out.sub_(v)


def crosstalk(size: int, keys: int, values: int) -> Hand:
    """The mean of |sum over j != i of <k_i, k_j> v_j|^2 over i."""
    return lambda n_trials, g: _crosstalk_sum(n_trials, g, size, keys, values).square().sum((1, 2)) / size


eta = define("eta", Sum(j != i, inner(k[i], k[j]) * v[j]), i)


@example(
    "median crosstalk power",
    median(norm2(eta)),
    {"n": 8, "d_k": 32, "d_v": 8},
    chunk=1024,
    n_trials=2**16,
    statistic="quantile 0.5",
)
def each_crosstalk(n_trials: int, g: Generator) -> Tensor:
    """Its values at each of eight items."""
    return _crosstalk_sum(n_trials, g, 8, 32, 8).square().sum(2)


few_items, large_keys, many_items = (
    Example(
        name=f"crosstalk power {size} {keys} {values}",
        term=E(norm2(eta)),
        at={"n": size, "d_k": keys, "d_v": values},
        hand=crosstalk(size, keys, values),
        chunk=max(16, 2**18 // (size * (keys + values))),
        n_trials=2**25 // (size * (keys + values)),
    )
    for size, keys, values in ((8, 32, 8), (32, 256, 32), (64, 64, 8))
)
relu_eta = Sum(j != i, inner(relu(k[i]), relu(k[j])) * v[j])


@example(
    "crosstalk of the map relu",
    E(norm2(relu_eta)),
    {"n": 32, "d_k": 32, "d_v": 16},
    chunk=256,
    n_trials=2**14,
)
def relu_crosstalk(n_trials: int, g: Generator) -> Tensor:
    """The same with max(k, 0) for keys."""
    k, v = unit_vectors(n_trials, 32, 32, g=g).relu_(), unit_vectors(n_trials, 32, 16, g=g)
    gram = torch.bmm(k, k.mT)
    gram.diagonal(dim1=1, dim2=2).zero_()
    return torch.bmm(gram, v).square().sum((1, 2)) / 32


retrieved = define("o", Sum(l, inner(k[i], k[l]) * v[l]), i)


@example(
    "retrieval error",
    P(any_(j != i, inner(retrieved, v[j]) >= inner(retrieved, v[i]))),
    {"n": 32, "d_k": 16, "d_v": 16},
    chunk=256,
    n_trials=2**14,
)
def retrieval_error(n_trials: int, g: Generator) -> Tensor:
    """The share of items whose own value scores no higher than another."""
    k, v = unit_vectors(n_trials, 32, 16, g=g), unit_vectors(n_trials, 32, 16, g=g)
    scores = torch.bmm(torch.bmm(k, torch.bmm(k.mT, v)), v.mT)
    own = scores.diagonal(dim1=1, dim2=2).clone()
    scores.diagonal(dim1=1, dim2=2).fill_(-torch.inf)
    return (scores.amax(-1) >= own).float().mean(1)


@example(
    "nearest value by argmax",
    P(argmax(j, inner(retrieved, v[j])) != i),
    {"n": 32, "d_k": 16, "d_v": 16},
    chunk=256,
    n_trials=2**14,
)
def nearest(n_trials: int, g: Generator) -> Tensor:
    """The share of items whose highest score is another's."""
    k, v = unit_vectors(n_trials, 32, 16, g=g), unit_vectors(n_trials, 32, 16, g=g)
    scores = torch.bmm(torch.bmm(k, torch.bmm(k.mT, v)), v.mT)
    return (scores.argmax(-1) != torch.arange(32)).float().mean(1)


weights = softmax(tabulate(l, beta * inner(q, k[l])))


@example(
    "softmax attention output",
    E(norm2(Sum(j, weights[j] * v[j]))),
    {"n": 64, "d_k": 32, "d_v": 32, "beta": 8},
    chunk=128,
    n_trials=2**14,
)
def attention(n_trials: int, g: Generator) -> Tensor:
    """|sum over j of softmax(beta <q, k>)_j v_j|^2."""
    k, v, q = (
        unit_vectors(n_trials, 64, 32, g=g),
        unit_vectors(n_trials, 64, 32, g=g),
        unit_vectors(n_trials, 32, g=g),
    )
    weights = torch.softmax(torch.bmm(k, q.unsqueeze(2)).squeeze(2).mul_(8.0), dim=1)
    return torch.bmm(weights.unsqueeze(1), v).squeeze(1).square().sum(1)


raised = exp(beta * inner(k[i], k[j]))
causal_out = Sum(j <= i, raised * v[j]) * (1 / Sum(j <= i, raised))


@example(
    "causal attention output",
    E(norm2(causal_out)),
    {"n": 32, "d_k": 16, "d_v": 16, "beta": 4},
    chunk=256,
    n_trials=2**14,
)
def causal_attention(n_trials: int, g: Generator) -> Tensor:
    """The same over items up to each, by keys as queries."""
    k, v = unit_vectors(n_trials, 32, 16, g=g), unit_vectors(n_trials, 32, 16, g=g)
    scores = torch.bmm(k, k.mT).mul_(4.0).exp_().tril_()
    out = torch.bmm(scores, v).div_(scores.sum(-1, keepdim=True))
    return out.square().sum((1, 2)) / 32


x_1, x_2 = fixed("x", d), fixed("y", d)
w_rows = Model(w=iid(Normal(dimension=d), m)).w
r = Index("r", m)
_X = torch.linspace(-1, 1, 32) / 3
_Y = torch.linspace(1, 0, 32) / 3
kernel_estimate = Sum(r, relu(inner(w_rows[r], x_1)) * relu(inner(w_rows[r], x_2))) / m


@example(
    "variance of random features",
    Var(kernel_estimate),
    {"d": 32, "m": 64, "x": _X.tolist(), "y": _Y.tolist()},
    chunk=256,
    n_trials=2**14,
    statistic="variance",
)
def random_features(n_trials: int, g: Generator) -> Tensor:
    """The mean of max(<w, x>, 0) max(<w, y>, 0) over features."""
    features = (standard_normal(n_trials * 64, 32, g=g) @ torch.stack((_X, _Y), 1)).relu_()
    return (features[:, 0] * features[:, 1]).reshape(n_trials, 64).mean(1)


u = fixed("u", d)
s_family = Model(s=iid(Rademacher(), n)).s
spiked = Sum(j, outer(g_rows[j] + theta * s_family[j] * u, g_rows[j] + theta * s_family[j] * u)) / n
_U = torch.full((32,), 32**-0.5)


def _spiked(n_trials: int, g: Generator) -> Tensor:
    s = torch.randint(0, 2, (n_trials, 64, 1), generator=g).float().mul_(2).sub_(1)
    return standard_normal(n_trials, 64, 32, g=g).addcmul_(s, 1.5 * _U)


@example(
    "overlap of a spiked covariance",
    E(inner(u, spiked @ u)),
    {"n": 64, "d": 32, "theta": 1.5, "u": 32**-0.5},
    chunk=256,
    n_trials=2**14,
)
def spiked_overlap(n_trials: int, g: Generator) -> Tensor:
    """<u, S u> of a covariance S of vectors g + theta s u."""
    return (_spiked(n_trials, g) @ _U).square().mean(1)


@example(
    "trace of a spiked covariance",
    E(trace(spiked @ spiked)),
    {"n": 64, "d": 32, "theta": 1.5, "u": 32**-0.5},
    chunk=256,
    n_trials=2**14,
)
def spiked_trace(n_trials: int, g: Generator) -> Tensor:
    """Tr S^2."""
    x = _spiked(n_trials, g)
    return torch.bmm(x.mT, x).div_(64).square().sum((1, 2))


x_rows = Model(x=iid(Normal(dimension=d), n)).x
noise = Model(e=iid(Normal(), n)).e
w_true, query = Model(v=Normal(dimension=d), z=Normal(dimension=d))
w_0 = fixed("w", d)
loss = Sum(j, (inner(w_0, x_rows[j]) - inner(w_true, x_rows[j]) - theta * noise[j]) ** 2) / (2 * n)
after = w_0 - eta_step * gradient(loss, w_0)
regression_error = (inner(after, query) - inner(w_true, query)) ** 2


@example(
    "one step of regression in context",
    E(regression_error),
    {"n": 32, "d": 16, "theta": 0.5, "eta": 0.5, "w": 0},
    chunk=512,
    n_trials=2**15,
)
def regression(n_trials: int, g: Generator) -> Tensor:
    """The squared error of a query after one gradient step from zero."""
    x, e = standard_normal(n_trials, 32, 16, g=g), standard_normal(n_trials, 32, 1, g=g)
    w, z = standard_normal(n_trials, 16, 1, g=g), standard_normal(n_trials, 16, g=g)
    y = torch.bmm(x, w).add_(e, alpha=0.5)
    step = torch.bmm(x.mT, y).mul_(0.5 / 32)
    return ((step - w).squeeze(2) * z).sum(1).square()


c = Model(c=iid(DiscreteUniform(S), n)).c


@example(
    "number of collisions",
    E(Sum(i, Sum(j < i, indicator(c[i] == c[j])))),
    {"n": 32, "S": 365},
    chunk=512,
    n_trials=2**16,
)
def collisions(n_trials: int, g: Generator) -> Tensor:
    """Pairs of equal values."""
    x = torch.empty(n_trials, 32).random_(1, 366, generator=g)
    equal = (x.unsqueeze(2) == x.unsqueeze(1)).sum((1, 2))
    return (equal - 32).float() / 2


@example(
    "some collision", P(any_(i, any_(j != i, c[i] == c[j]))), {"n": 23, "S": 365}, chunk=2048, n_trials=2**17
)
def any_collision(n_trials: int, g: Generator) -> Tensor:
    """Whether two values are equal."""
    x = torch.empty(n_trials, 23).random_(1, 366, generator=g).sort(dim=1).values
    return (x.diff(dim=1) == 0).any(1).float()


@example(
    "largest inner product",
    E(max_over(i, max_over(j != i, inner(k[i], k[j])))),
    {"n": 64, "d_k": 32},
    chunk=128,
    n_trials=2**13,
)
def largest_overlap(n_trials: int, g: Generator) -> Tensor:
    """The largest <k_i, k_j>."""
    k = unit_vectors(n_trials, 64, 32, g=g)
    gram = torch.bmm(k, k.mT)
    gram.diagonal(dim1=1, dim2=2).fill_(-torch.inf)
    return gram.amax((1, 2))


wishart = Sum(j, outer(g_rows[j], g_rows[j]))


@example(
    "trace of a cubed Wishart matrix", E(trace(wishart**3)), {"n": 16, "d": 48}, chunk=256, n_trials=2**14
)
def wishart_cube(n_trials: int, g: Generator) -> Tensor:
    """Tr (X X^T)^3."""
    x = standard_normal(n_trials, 16, 48, g=g)
    gram = torch.bmm(x, x.mT)
    return (torch.bmm(gram, gram) * gram).sum((1, 2))


energies = Model(h=iid(Normal(), n)).h


@example(
    "free energy of random levels",
    E(log(Sum(j, exp(beta * energies[j])))),
    {"n": 256, "beta": 1.5},
    chunk=1024,
    n_trials=2**15,
)
def free_energy(n_trials: int, g: Generator) -> Tensor:
    """Log sum exp(beta h)."""
    return torch.logsumexp(standard_normal(n_trials, 256, g=g).mul_(1.5), dim=1)


word = Model(t=iid(Zipf(Fraction(3, 2), S), n)).t


@example(
    "distinct words of a Zipf text",
    E(Sum(i, indicator(all_(j < i, word[i] != word[j])))),
    {"n": 48, "S": 256},
    chunk=512,
    n_trials=2**15,
)
def distinct_words(n_trials: int, g: Generator) -> Tensor:
    """Words that occur."""
    weights = torch.arange(1, 257, dtype=torch.float64) ** -1.5
    edges = weights.cumsum(0).div_(weights.sum()).float()
    x = torch.searchsorted(edges, torch.rand((n_trials, 48), generator=g)).clamp_max_(255)
    seen = torch.zeros(n_trials, 256).scatter_(1, x, 1.0)
    return seen.sum(1)


bits = Model(x=iid(Rademacher(d), n)).x
field_at = Sum(j != 1, bits[j][a] * Sum(b != a, bits[j][b] * bits[1][b])) / d


@example(
    "unstable bits of a Hopfield pattern",
    P(field_at * bits[1][a] < -1),
    {"n": 12, "d": 64},
    chunk=256,
    n_trials=2**14,
)
def hopfield(n_trials: int, g: Generator) -> Tensor:
    """The share of bits whose field is opposed."""
    x = torch.empty(n_trials, 12, 64).random_(0, 2, generator=g).mul_(2).sub_(1)
    first, rest = x[:, :1], x[:, 1:]
    overlap = torch.bmm(rest, first.mT)
    field = (torch.bmm(overlap.mT, rest) - 11 * first).div_(64)
    return (field * first < -1).float().mean((1, 2))


move, start = fixed("M", S, S), fixed("p", S)
state = Model(y=chain(MarkovChain(move, start), T)).y
_START = 0.75
_MOVE = torch.tensor([[0.9, 0.1], [0.3, 0.7]])
time = Index("t", T)
visited = Sum(time, indicator(state[time] > 1)) / T


@example(
    "squared visits of a Markov chain",
    E(visited**2),
    {"T": 32, "S": 2, "M": _MOVE.tolist(), "p": [_START, 1 - _START]},
    chunk=8192,
    n_trials=2**17,
)
def chain_visits(n_trials: int, g: Generator) -> Tensor:
    """The squared share of time in the second state."""
    u = torch.rand((32, n_trials), generator=g)
    now = (u[0] >= _START).float()
    visits = now.clone()
    for step in u[1:]:
        now = (step >= 0.9 - 0.6 * now).float()
        visits += now
    return (visits / 32).square()


one_vector, other_vector = Model(x=Normal(dimension=d), y=Normal(dimension=d))
squared_cosine = inner(one_vector, other_vector) ** 2 / (norm2(one_vector) * norm2(other_vector))


@example("squared cosine", E(squared_cosine), {"d": 24}, chunk=8192, n_trials=2**18)
def cosine(n_trials: int, g: Generator) -> Tensor:
    """<x, y>^2 / (|x|^2 |y|^2)."""
    x, y = standard_normal(n_trials, 24, g=g), standard_normal(n_trials, 24, g=g)
    return (x * y).sum(1).square() / (x.square().sum(1) * y.square().sum(1))


_APART = 0.9
heights = Model(h=iid(Uniform(), n)).h


@example(
    "range of uniforms",
    P(max_over(j, heights[j]) - min_over(j, heights[j]) > Fraction(9, 10)),
    {"n": 20},
    chunk=8192,
    n_trials=2**18,
)
def spread(n_trials: int, g: Generator) -> Tensor:
    """Whether the largest and the least are 0.9 apart."""
    x = torch.rand((n_trials, 20), generator=g)
    return (x.amax(1) - x.amin(1) > _APART).float()
