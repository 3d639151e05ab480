"""Terms of several fields beside careful programs in torch that draw the same quantity, written by hand.

Each program returns one number a draw, whose mean the term is; `chunk` is the number of trials that suits it
best. They share nothing with the compiler but the sizes.
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


def relu_crosstalk(n_trials: int, g: Generator) -> Tensor:
    """The same with max(k, 0) for keys."""
    k, v = unit_vectors(n_trials, 32, 32, g=g).relu_(), unit_vectors(n_trials, 32, 16, g=g)
    gram = torch.bmm(k, k.mT)
    gram.diagonal(dim1=1, dim2=2).zero_()
    return torch.bmm(gram, v).square().sum((1, 2)) / 32


relu_eta = Sum(j != i, inner(relu(k[i]), relu(k[j])) * v[j])


def retrieval_error(n_trials: int, g: Generator) -> Tensor:
    """The share of items whose own value scores no higher than another."""
    k, v = unit_vectors(n_trials, 32, 16, g=g), unit_vectors(n_trials, 32, 16, g=g)
    scores = torch.bmm(torch.bmm(k, torch.bmm(k.mT, v)), v.mT)
    own = scores.diagonal(dim1=1, dim2=2).clone()
    scores.diagonal(dim1=1, dim2=2).fill_(-torch.inf)
    return (scores.amax(-1) >= own).float().mean(1)


retrieved = define("o", Sum(l, inner(k[i], k[l]) * v[l]), i)


def nearest(n_trials: int, g: Generator) -> Tensor:
    """The share of items whose highest score is another's."""
    k, v = unit_vectors(n_trials, 32, 16, g=g), unit_vectors(n_trials, 32, 16, g=g)
    scores = torch.bmm(torch.bmm(k, torch.bmm(k.mT, v)), v.mT)
    return (scores.argmax(-1) != torch.arange(32)).float().mean(1)


def attention(n_trials: int, g: Generator) -> Tensor:
    """|sum over j of softmax(beta <q, k>)_j v_j|^2."""
    k, v, q = (
        unit_vectors(n_trials, 64, 32, g=g),
        unit_vectors(n_trials, 64, 32, g=g),
        unit_vectors(n_trials, 32, g=g),
    )
    weights = torch.softmax(torch.bmm(k, q.unsqueeze(2)).squeeze(2).mul_(8.0), dim=1)
    return torch.bmm(weights.unsqueeze(1), v).squeeze(1).square().sum(1)


weights = softmax(tabulate(l, beta * inner(q, k[l])))


def causal_attention(n_trials: int, g: Generator) -> Tensor:
    """The same over items up to each, by keys as queries."""
    k, v = unit_vectors(n_trials, 32, 16, g=g), unit_vectors(n_trials, 32, 16, g=g)
    scores = torch.bmm(k, k.mT).mul_(4.0).exp_().tril_()
    out = torch.bmm(scores, v).div_(scores.sum(-1, keepdim=True))
    return out.square().sum((1, 2)) / 32


raised = exp(beta * inner(k[i], k[j]))
causal_out = Sum(j <= i, raised * v[j]) * (1 / Sum(j <= i, raised))

x_1, x_2 = fixed("x", d), fixed("y", d)
w_rows = Model(w=iid(Normal(dimension=d), m)).w
r = Index("r", m)
_X = torch.linspace(-1, 1, 32) / 3
_Y = torch.linspace(1, 0, 32) / 3


def random_features(n_trials: int, g: Generator) -> Tensor:
    """The mean of max(<w, x>, 0) max(<w, y>, 0) over features."""
    features = (standard_normal(n_trials * 64, 32, g=g) @ torch.stack((_X, _Y), 1)).relu_()
    return (features[:, 0] * features[:, 1]).reshape(n_trials, 64).mean(1)


kernel_estimate = Sum(r, relu(inner(w_rows[r], x_1)) * relu(inner(w_rows[r], x_2))) / m

u = fixed("u", d)
s_family = Model(s=iid(Rademacher(), n)).s
spiked = Sum(j, outer(g_rows[j] + theta * s_family[j] * u, g_rows[j] + theta * s_family[j] * u)) / n
_U = torch.full((32,), 32**-0.5)


def _spiked(n_trials: int, g: Generator) -> Tensor:
    s = torch.randint(0, 2, (n_trials, 64, 1), generator=g).float().mul_(2).sub_(1)
    return standard_normal(n_trials, 64, 32, g=g).addcmul_(s, 1.5 * _U)


def spiked_overlap(n_trials: int, g: Generator) -> Tensor:
    """<u, S u> of a covariance S of vectors g + theta s u."""
    return (_spiked(n_trials, g) @ _U).square().mean(1)


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


def regression(n_trials: int, g: Generator) -> Tensor:
    """The squared error of a query after one gradient step from zero."""
    x, e = standard_normal(n_trials, 32, 16, g=g), standard_normal(n_trials, 32, 1, g=g)
    w, z = standard_normal(n_trials, 16, 1, g=g), standard_normal(n_trials, 16, g=g)
    y = torch.bmm(x, w).add_(e, alpha=0.5)
    step = torch.bmm(x.mT, y).mul_(0.5 / 32)
    return ((step - w).squeeze(2) * z).sum(1).square()


c = Model(c=iid(DiscreteUniform(S), n)).c


def collisions(n_trials: int, g: Generator) -> Tensor:
    """Pairs of equal values."""
    x = torch.empty(n_trials, 32).random_(1, 366, generator=g)
    equal = (x.unsqueeze(2) == x.unsqueeze(1)).sum((1, 2))
    return (equal - 32).float() / 2


def any_collision(n_trials: int, g: Generator) -> Tensor:
    """Whether two values are equal."""
    x = torch.empty(n_trials, 23).random_(1, 366, generator=g).sort(dim=1).values
    return (x.diff(dim=1) == 0).any(1).float()


def largest_overlap(n_trials: int, g: Generator) -> Tensor:
    """The largest <k_i, k_j>."""
    k = unit_vectors(n_trials, 64, 32, g=g)
    gram = torch.bmm(k, k.mT)
    gram.diagonal(dim1=1, dim2=2).fill_(-torch.inf)
    return gram.amax((1, 2))


wishart = Sum(j, outer(g_rows[j], g_rows[j]))


def wishart_cube(n_trials: int, g: Generator) -> Tensor:
    """Tr (X X^T)^3."""
    x = standard_normal(n_trials, 16, 48, g=g)
    gram = torch.bmm(x, x.mT)
    return (torch.bmm(gram, gram) * gram).sum((1, 2))


def free_energy(n_trials: int, g: Generator) -> Tensor:
    """Log sum exp(beta h)."""
    return torch.logsumexp(standard_normal(n_trials, 256, g=g).mul_(1.5), dim=1)


energies = Model(h=iid(Normal(), n)).h

word = Model(t=iid(Zipf(Fraction(3, 2), S), n)).t


def distinct_words(n_trials: int, g: Generator) -> Tensor:
    """Words that occur."""
    weights = torch.arange(1, 257, dtype=torch.float64) ** -1.5
    edges = weights.cumsum(0).div_(weights.sum()).float()
    x = torch.searchsorted(edges, torch.rand((n_trials, 48), generator=g)).clamp_max_(255)
    seen = torch.zeros(n_trials, 256).scatter_(1, x, 1.0)
    return seen.sum(1)


bits = Model(x=iid(Rademacher(d), n)).x
field_at = Sum(j != 1, bits[j][a] * Sum(b != a, bits[j][b] * bits[1][b])) / d


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


def chain_visits(n_trials: int, g: Generator) -> Tensor:
    """The squared share of time in the second state."""
    u = torch.rand((32, n_trials), generator=g)
    now = (u[0] >= _START).float()
    visits = now.clone()
    for step in u[1:]:
        now = (step >= 0.9 - 0.6 * now).float()
        visits += now
    return (visits / 32).square()


time = Index("t", T)
visited = Sum(time, indicator(state[time] > 1)) / T


def cosine(n_trials: int, g: Generator) -> Tensor:
    """<x, y>^2 / (|x|^2 |y|^2)."""
    x, y = standard_normal(n_trials, 24, g=g), standard_normal(n_trials, 24, g=g)
    return (x * y).sum(1).square() / (x.square().sum(1) * y.square().sum(1))


one_vector, other_vector = Model(x=Normal(dimension=d), y=Normal(dimension=d))
squared_cosine = inner(one_vector, other_vector) ** 2 / (norm2(one_vector) * norm2(other_vector))

_APART = 0.9
heights = Model(h=iid(Uniform(), n)).h


def spread(n_trials: int, g: Generator) -> Tensor:
    """Whether the largest and the least are 0.9 apart."""
    x = torch.rand((n_trials, 20), generator=g)
    return (x.amax(1) - x.amin(1) > _APART).float()


EXAMPLES = (
    *(
        Example(
            name=f"crosstalk power {size} {keys} {values}",
            term=E(norm2(eta)),
            at={"n": size, "d_k": keys, "d_v": values},
            hand=crosstalk(size, keys, values),
            chunk=max(16, 2**18 // (size * (keys + values))),
            n_trials=2**25 // (size * (keys + values)),
        )
        for size, keys, values in ((8, 32, 8), (32, 256, 32), (64, 64, 8))
    ),
    Example(
        name="median crosstalk power",
        term=median(norm2(eta)),
        at={"n": 8, "d_k": 32, "d_v": 8},
        hand=lambda n_trials, g: _crosstalk_sum(n_trials, g, 8, 32, 8).square().sum(2),
        chunk=1024,
        n_trials=2**16,
        statistic="quantile 0.5",
    ),
    Example(
        name="crosstalk of the map relu",
        term=E(norm2(relu_eta)),
        at={"n": 32, "d_k": 32, "d_v": 16},
        hand=relu_crosstalk,
        chunk=256,
        n_trials=2**14,
    ),
    Example(
        name="retrieval error",
        term=P(any_(j != i, inner(retrieved, v[j]) >= inner(retrieved, v[i]))),
        at={"n": 32, "d_k": 16, "d_v": 16},
        hand=retrieval_error,
        chunk=256,
        n_trials=2**14,
    ),
    Example(
        name="nearest value by argmax",
        term=P(argmax(j, inner(retrieved, v[j])) != i),
        at={"n": 32, "d_k": 16, "d_v": 16},
        hand=nearest,
        chunk=256,
        n_trials=2**14,
    ),
    Example(
        name="softmax attention output",
        term=E(norm2(Sum(j, weights[j] * v[j]))),
        at={"n": 64, "d_k": 32, "d_v": 32, "beta": 8},
        hand=attention,
        chunk=128,
        n_trials=2**14,
    ),
    Example(
        name="causal attention output",
        term=E(norm2(causal_out)),
        at={"n": 32, "d_k": 16, "d_v": 16, "beta": 4},
        hand=causal_attention,
        chunk=256,
        n_trials=2**14,
    ),
    Example(
        name="variance of random features",
        term=Var(kernel_estimate),
        at={"d": 32, "m": 64, "x": _X.tolist(), "y": _Y.tolist()},
        hand=random_features,
        chunk=256,
        n_trials=2**14,
        statistic="variance",
    ),
    Example(
        name="overlap of a spiked covariance",
        term=E(inner(u, spiked @ u)),
        at={"n": 64, "d": 32, "theta": 1.5, "u": 32**-0.5},
        hand=spiked_overlap,
        chunk=256,
        n_trials=2**14,
    ),
    Example(
        name="trace of a spiked covariance",
        term=E(trace(spiked @ spiked)),
        at={"n": 64, "d": 32, "theta": 1.5, "u": 32**-0.5},
        hand=spiked_trace,
        chunk=256,
        n_trials=2**14,
    ),
    Example(
        name="one step of regression in context",
        term=E(regression_error),
        at={"n": 32, "d": 16, "theta": 0.5, "eta": 0.5, "w": 0},
        hand=regression,
        chunk=512,
        n_trials=2**15,
    ),
    Example(
        name="number of collisions",
        term=E(Sum(i, Sum(j < i, indicator(c[i] == c[j])))),
        at={"n": 32, "S": 365},
        hand=collisions,
        chunk=512,
        n_trials=2**16,
    ),
    Example(
        name="some collision",
        term=P(any_(i, any_(j != i, c[i] == c[j]))),
        at={"n": 23, "S": 365},
        hand=any_collision,
        chunk=2048,
        n_trials=2**17,
    ),
    Example(
        name="largest inner product",
        term=E(max_over(i, max_over(j != i, inner(k[i], k[j])))),
        at={"n": 64, "d_k": 32},
        hand=largest_overlap,
        chunk=128,
        n_trials=2**13,
    ),
    Example(
        name="trace of a cubed Wishart matrix",
        term=E(trace(wishart**3)),
        at={"n": 16, "d": 48},
        hand=wishart_cube,
        chunk=256,
        n_trials=2**14,
    ),
    Example(
        name="free energy of random levels",
        term=E(log(Sum(j, exp(beta * energies[j])))),
        at={"n": 256, "beta": 1.5},
        hand=free_energy,
        chunk=1024,
        n_trials=2**15,
    ),
    Example(
        name="distinct words of a Zipf text",
        term=E(Sum(i, indicator(all_(j < i, word[i] != word[j])))),
        at={"n": 48, "S": 256},
        hand=distinct_words,
        chunk=512,
        n_trials=2**15,
    ),
    Example(
        name="unstable bits of a Hopfield pattern",
        term=P(field_at * bits[1][a] < -1),
        at={"n": 12, "d": 64},
        hand=hopfield,
        chunk=256,
        n_trials=2**14,
    ),
    Example(
        name="squared visits of a Markov chain",
        term=E(visited**2),
        at={"T": 32, "S": 2, "M": _MOVE.tolist(), "p": [_START, 1 - _START]},
        hand=chain_visits,
        chunk=8192,
        n_trials=2**17,
    ),
    Example(
        name="squared cosine",
        term=E(squared_cosine),
        at={"d": 24},
        hand=cosine,
        chunk=8192,
        n_trials=2**18,
    ),
    Example(
        name="range of uniforms",
        term=P(max_over(j, heights[j]) - min_over(j, heights[j]) > Fraction(9, 10)),
        at={"n": 20},
        hand=spread,
        chunk=8192,
        n_trials=2**18,
    ),
)
"""The examples, each of a different kind of term."""
