"""Counts, ranks, sequences and sums, each beside a careful program in torch."""

from __future__ import annotations

from functools import partial

import torch
from torch import Generator, Tensor

from .example import of_text, standard_normal

example = partial(of_text, (
    "c: discrete_uniform(S)", "b[m]: discrete_uniform(S)", "C[m, n]: discrete_uniform(S)",
    "f: discrete_uniform(n)", "F[m, n]: discrete_uniform(n)", "H[n, m]: discrete_uniform(S)",
    "v: zipf(3/2, S)", "z: zipf(6/5, S)", "A[n, n]: bernoulli(delta)", "h: normal()", "e: normal()",
    "u: uniform()", "g: rademacher()", "x: mixture(1/2, normal(-1), 1/2, normal(1))", "M: fixed(S, S)",
    "p: fixed(S)", "y[T]: markov_chain(M, p)",
))  # fmt: skip

_DENSITY, _LEVEL, _MOST, _APART, _START = 0.3, 0.5, 12, 0.9, 0.75
_MOVE = torch.tensor([[0.9, 0.1], [0.3, 0.7]])
_MOVES = torch.tensor([[0.6, 0.3, 0.1], [0.2, 0.5, 0.3], [0.3, 0.3, 0.4]])


@example("E sum_{i, j < i} 1[c_i == c_j]", {"n": 32, "S": 365}, chunk=512, n_trials=2**16)
def collisions(n_trials: int, g: Generator) -> Tensor:
    """number of collisions"""
    x = torch.empty(n_trials, 32).random_(1, 366, generator=g)
    equal = (x.unsqueeze(2) == x.unsqueeze(1)).sum((1, 2))
    return (equal - 32).float() / 2


@example("P(any_{i, j != i} (c_i == c_j))", {"n": 23, "S": 365}, chunk=2048, n_trials=2**17)
def any_collision(n_trials: int, g: Generator) -> Tensor:
    """some collision"""
    x = torch.empty(n_trials, 23).random_(1, 366, generator=g).sort(dim=1).values
    return (x.diff(dim=1) == 0).any(1).float()


@example("E sum_{i, j < i} 1[c_i == c_j]", {"n": 96, "S": 64}, chunk=1024, n_trials=2**17)
def collisions_by_load(n_trials: int, g: Generator) -> Tensor:
    """collisions by load"""
    x = torch.randint(0, 64, (n_trials, 96), generator=g)
    load = torch.zeros(n_trials, 64).scatter_add_(1, x, torch.ones(n_trials, 96))
    return (load * (load - 1)).sum(1) / 2


@example(
    "E sum_r sum_{i, j < i} 1[C[r, i] == C[r, j]]", {"n": 64, "m": 4, "S": 64}, chunk=1024, n_trials=2**16
)
def table_collisions(n_trials: int, g: Generator) -> Tensor:
    """collisions over tables"""
    x, ones = torch.randint(0, 64, (n_trials, 4, 64), generator=g), torch.ones(n_trials, 4, 64)
    load = torch.zeros(n_trials, 4, 64).scatter_add_(2, x, ones)
    return load.square().sum((1, 2)).sub_(4 * 64).div_(2)


@example("E sum_j sum_r 1[c_j == b_r]", {"n": 32, "m": 24, "S": 50}, chunk=1024, n_trials=2**17)
def matches(n_trials: int, g: Generator) -> Tensor:
    """matches of two samples"""
    x = torch.randint(0, 50, (n_trials, 32), generator=g)
    y = torch.randint(0, 50, (n_trials, 24), generator=g)
    load = torch.zeros(n_trials, 50).scatter_add_(1, x, torch.ones(n_trials, 32))
    return load.gather(1, y).sum(1)


@example(
    "E sum_{i, j < i} 1[all_r (H[i, r] == H[j, r])]", {"n": 32, "m": 3, "S": 8}, chunk=2048, n_trials=2**16
)
def alike_in_all(n_trials: int, g: Generator) -> Tensor:
    """items with the same hashes"""
    x = torch.empty(3, 32, n_trials).random_(0, 8, generator=g)
    code = x[0].mul_(8).add_(x[1]).mul_(8).add_(x[2])
    alike: Tensor = sum((code[k:] == code[:-k]).sum(0) for k in range(1, 32))  # type: ignore[assignment]
    return alike.float()


@example(
    "E[(sum_s (sum_j 1[c_j == s]) (sum_j 1[c_j == s] - 1) (sum_j 1[c_j == s] - 2))/6]",
    {"n": 40, "S": 40},
    chunk=1024,
    n_trials=2**18,
)
def triples(n_trials: int, g: Generator) -> Tensor:
    """triples by load"""
    x = torch.randint(0, 40, (n_trials, 40), generator=g)
    load = torch.zeros(n_trials, 40).scatter_add_(1, x, torch.ones(n_trials, 40))
    return (load * (load - 1) * (load - 2)).sum(1) / 6


@example(
    "E sum_{i, j < i, l < j} 1[c_i == c_j and c_j == c_l]", {"n": 40, "S": 40}, chunk=1024, n_trials=2**16
)
def triple_collisions(n_trials: int, g: Generator) -> Tensor:
    """triple collisions"""
    return triples.hand(n_trials, g)


@example(
    "E sum_i sum_{j != i} sum_{l != i and l != j} 1[c_i == c_j and c_j == c_l]",
    {"n": 40, "S": 100},
    chunk=1024,
    n_trials=2**17,
)
def equal_triples(n_trials: int, g: Generator) -> Tensor:
    """equal triples in any order"""
    x = torch.randint(0, 100, (n_trials, 40), generator=g)
    load = torch.zeros(n_trials, 100).scatter_add_(1, x, torch.ones(n_trials, 40))
    return (load * (load - 1) * (load - 2)).sum(1)


@example(
    "P(any_{i, j < i, l < j} (c_i == c_j and c_j == c_l))", {"n": 80, "S": 365}, chunk=1024, n_trials=2**15
)
def some_triple(n_trials: int, g: Generator) -> Tensor:
    """some three equal"""
    x = torch.empty(n_trials, 80).random_(1, 366, generator=g).sort(dim=1).values
    return (x[:, 2:] == x[:, :-2]).any(1).float()


@example("E sum_s 1[sum_j 1[c_j == s] == 2]", {"n": 60, "S": 365}, chunk=512, n_trials=2**15)
def days_of_two(n_trials: int, g: Generator) -> Tensor:
    """days of two birthdays"""
    x = torch.randint(0, 365, (n_trials, 60), generator=g)
    load = torch.zeros(n_trials, 365).scatter_add_(1, x, torch.ones(n_trials, 60))
    return (load == 2).float().sum(1)  # noqa: PLR2004


@example("E max_s sum_j 1[c_j == s]", {"n": 64, "S": 32}, chunk=1024, n_trials=2**18)
def largest_load(n_trials: int, g: Generator) -> Tensor:
    """largest load"""
    x = torch.randint(0, 32, (n_trials, 64), generator=g)
    load = torch.zeros(n_trials, 32).scatter_add_(1, x, torch.ones(n_trials, 64))
    return load.amax(1)


@example("E max_s (sum_j 1[c_j == s] h_j)^2", {"n": 48, "S": 64}, chunk=2048, n_trials=2**17)
def largest_bucket(n_trials: int, g: Generator) -> Tensor:
    """largest sum in a bin"""
    c, x = torch.randint(0, 64, (n_trials, 48), generator=g), standard_normal(n_trials, 48, g=g)
    return torch.zeros(n_trials, 64).scatter_add_(1, c, x).square_().amax(1)


@example("E sum_s 1[all_j (c_j != s)]", {"n": 64, "S": 48}, chunk=1024, n_trials=2**18)
def empty_bins(n_trials: int, g: Generator) -> Tensor:
    """empty bins"""
    x = torch.randint(0, 48, (n_trials, 64), generator=g)
    seen = torch.zeros(n_trials, 48).scatter_(1, x, 1.0)
    return 48 - seen.sum(1)


@example("E sum_{s=1}^S prod_j (1 - 1[c_j == s])", {"n": 64, "S": 50}, chunk=1024, n_trials=2**17)
def empty_bins_pair(n_trials: int, g: Generator) -> Tensor:
    """empty bins by a product"""
    x = torch.randint(0, 50, (n_trials, 64), generator=g)
    return 50 - torch.zeros(n_trials, 50).scatter_(1, x, 1.0).sum(1)


@example("P(all_s any_j (c_j == s))", {"n": 60, "S": 16}, chunk=2048, n_trials=2**16)
def all_seen(n_trials: int, g: Generator) -> Tensor:
    """every bin is met"""
    x = torch.randint(0, 16, (n_trials, 60), generator=g)
    return torch.zeros(n_trials, 16).scatter_(1, x, 1.0).amin(1)


@example("E sum_i 1[all_{j < i} (v_i != v_j)]", {"n": 48, "S": 256}, chunk=512, n_trials=2**15)
def distinct_words(n_trials: int, g: Generator) -> Tensor:
    """distinct words of a Zipf text"""
    weights = torch.arange(1, 257, dtype=torch.float64) ** -1.5
    edges = weights.cumsum(0).div_(weights.sum()).float()
    x = torch.searchsorted(edges, torch.rand((n_trials, 48), generator=g)).clamp_max_(255)
    seen = torch.zeros(n_trials, 256).scatter_(1, x, 1.0)
    return seen.sum(1)


@example(
    "E sum_s s^(-6/5)/(sum_{q=1}^S q^(-6/5)) 1[all_j (z_j != s)]",
    {"n": 64, "S": 128},
    chunk=1024,
    n_trials=2**15,
)
def unseen(n_trials: int, g: Generator) -> Tensor:
    """unseen mass"""
    weights = torch.arange(1, 129, dtype=torch.float64) ** -1.2
    p = (weights / weights.sum()).float()
    x = torch.searchsorted(p.cumsum(0), torch.rand((n_trials, 64), generator=g)).clamp_max_(127)
    seen = torch.zeros(n_trials, 128).scatter_(1, x, 1.0)
    return 1 - seen @ p


@example("E sum_{i, j < i} 1[f_i == j and f_j == i]", {"n": 32}, chunk=2048, n_trials=2**18)
def two_cycles(n_trials: int, g: Generator) -> Tensor:
    """two-cycles of a random map"""
    to = torch.randint(0, 32, (n_trials, 32), generator=g)
    places = torch.arange(32)
    return ((to.gather(1, to) == places) & (to < places)).float().sum(1)


@example(
    "E sum_{i, j < i, l < j} A[i, j] A[j, l] A[i, l]", {"n": 24, "delta": 0.3}, chunk=512, n_trials=2**14
)
def triangles(n_trials: int, g: Generator) -> Tensor:
    """triangles of a random graph"""
    x = (torch.rand((n_trials, 24, 24), generator=g) < _DENSITY).float().tril_(-1)
    return (torch.bmm(x, x) * x).sum((1, 2))


@example(
    "E[(sum_{i, j != i} 1[c_i == c_j] g_i g_j h_i h_j)^2]", {"n": 64, "S": 32}, chunk=1024, n_trials=2**17
)
def hashed(n_trials: int, g: Generator) -> Tensor:
    """feature hashing"""
    c, s = torch.randint(0, 32, (n_trials, 64), generator=g), torch.empty(n_trials, 64)
    x = s.random_(0, 2, generator=g).mul_(2).sub_(1).mul_(standard_normal(n_trials, 64, g=g))
    bins = torch.zeros(n_trials, 32).scatter_add_(1, c, x)
    return (bins.square().sum(1) - x.square().sum(1)).square()


@example("E[((sum_i sum_j 1[F[r, i] == j] h_j)/n)^2]", {"n": 32, "m": 8}, chunk=512, n_trials=2**16)
def bootstrap(n_trials: int, g: Generator) -> Tensor:
    """mean square of bootstrap means"""
    x, f = standard_normal(n_trials, 32, g=g), torch.randint(0, 32, (n_trials, 8 * 32), generator=g)
    return x.gather(1, f).reshape(n_trials, 8, 32).mean(2).square().mean(1)


# Ranks and ordered values.


@example("P(sum_j 1[h_j > 1/2] >= 12)", {"n": 40}, chunk=8192, n_trials=2**17)
def many_exceed(n_trials: int, g: Generator) -> Tensor:
    """many indicators at once"""
    return ((standard_normal(40, n_trials, g=g) > _LEVEL).float().sum(0) >= _MOST).float()


@example("Var(sum_{i, j < i} 1[h_i < h_j])", {"n": 40}, chunk=4096, n_trials=2**16)
def inversions(n_trials: int, g: Generator) -> Tensor:
    """inversions"""
    x = standard_normal(40, n_trials, g=g)
    found = torch.zeros(n_trials)
    for step in range(1, 40):
        found += (x[step:] < x[:-step]).float().sum(0)
    return found


@example(
    "Var((sum_{i, j < i} sign(h_i - h_j) sign(e_i - e_j))/(n (n - 1)/2))",
    {"n": 32},
    chunk=2048,
    n_trials=2**17,
)
def rank_correlation(n_trials: int, g: Generator) -> Tensor:
    """Kendall's tau"""
    x, y = standard_normal(32, n_trials, g=g), standard_normal(32, n_trials, g=g)
    total = torch.zeros(n_trials)
    for step in range(1, 32):
        total += (x[step:] - x[:-step]).mul_(y[step:] - y[:-step]).sign_().sum(0)
    return total / (16 * 31)


@example(
    "E sum_{i, j < i} (1[h_i > h_j and e_i > e_j] + 1[h_i < h_j and e_i < e_j])",
    {"n": 32},
    chunk=2048,
    n_trials=2**17,
)
def concordant(n_trials: int, g: Generator) -> Tensor:
    """concordant pairs"""
    x, y = standard_normal(32, n_trials, g=g), standard_normal(32, n_trials, g=g)
    total = torch.zeros(n_trials)
    for step in range(1, 32):
        total += ((x[step:] > x[:-step]) == (y[step:] > y[:-step])).sum(0)
    return total


@example("Var((sum_{i, j < i} abs(h_i - h_j))/(n (n - 1)/2))", {"n": 32}, chunk=4096, n_trials=2**17)
def mean_difference(n_trials: int, g: Generator) -> Tensor:
    """variance of the mean difference"""
    x, total = standard_normal(32, n_trials, g=g), torch.zeros(n_trials)
    for step in range(1, 32):
        total += (x[step:] - x[:-step]).abs_().sum(0)
    return total / (16 * 31)


@example("E sum_i 1[all_{j < i} (h_j < h_i)]", {"n": 48}, chunk=2048, n_trials=2**16)
def records(n_trials: int, g: Generator) -> Tensor:
    """records"""
    x = standard_normal(n_trials, 48, g=g)
    best = x.cummax(1).values
    return (best[:, 1:] > best[:, :-1]).float().sum(1) + 1


@example(
    "E sum_{i, j == i + 1, l == i - 1} 1[h_i > h_j and h_i > h_l]", {"n": 32}, chunk=2048, n_trials=2**18
)
def local_maxima(n_trials: int, g: Generator) -> Tensor:
    """local maxima"""
    x = standard_normal(32, n_trials, g=g)
    return ((x[1:-1] > x[:-2]) & (x[1:-1] > x[2:])).float().sum(0)


@example("E max_{i, j != i} min(h_i, h_j)", {"n": 30}, chunk=4096, n_trials=2**16)
def second_largest(n_trials: int, g: Generator) -> Tensor:
    """second largest"""
    return standard_normal(n_trials, 30, g=g).topk(2, dim=1).values[:, 1]


@example("E[(sum_i h_i 1[sum_j 1[h_j < h_i] == (n - 1)/2])^2]", {"n": 21}, chunk=4096, n_trials=2**17)
def middle_of_many(n_trials: int, g: Generator) -> Tensor:
    """value of a rank"""
    return standard_normal(n_trials, 21, g=g).median(dim=1).values.square()


@example("Cov(sum_j h_j^2, max_j h_j)", {"n": 32}, chunk=4096, n_trials=2**17)
def sum_and_largest(n_trials: int, g: Generator) -> Tensor:
    """covariance of power and maximum"""
    x = standard_normal(32, n_trials, g=g)
    return torch.stack((x.square().sum(0), x.amax(0)), 1)


@example("P(max_j u_j - min_j u_j > 9/10)", {"n": 20}, chunk=8192, n_trials=2**18)
def spread(n_trials: int, g: Generator) -> Tensor:
    """range of uniforms"""
    x = torch.rand((n_trials, 20), generator=g)
    return (x.amax(1) - x.amin(1) > _APART).float()


@example(
    "P(argmax_j (theta 1[j == 1] - log(-log(u_j))) == 1)", {"n": 40, "theta": 2}, chunk=4096, n_trials=2**16
)
def gumbel(n_trials: int, g: Generator) -> Tensor:
    """largest of perturbed logits"""
    x = torch.rand((n_trials, 40), generator=g).log_().neg_().log_().neg_()
    x[:, 0] += 2
    return (x.argmax(1) == 0).float()


# Sequences and sums.


@example(
    "E[((sum_t 1[y_t > 1])/T)^2]",
    {"T": 32, "S": 2, "M": _MOVE.tolist(), "p": [_START, 1 - _START]},
    chunk=8192,
    n_trials=2**17,
)
def chain_visits(n_trials: int, g: Generator) -> Tensor:
    """squared visits of a Markov chain"""
    u = torch.rand((32, n_trials), generator=g)
    now = (u[0] >= _START).float()
    visits = now.clone()
    for step in u[1:]:
        now = (step >= 0.9 - 0.6 * now).float()
        visits += now
    return (visits / 32).square()


@example(
    "E[(sum_{t, l == t + 1} 1[y_t == 1 and y_l == 1] + 1/2)/(sum_{t <= T - 1} 1[y_t == 1] + 1)]",
    {"T": 32, "S": 3, "M": _MOVES.tolist(), "p": [1, 0, 0]},
    chunk=4096,
    n_trials=2**15,
)
def bigrams(n_trials: int, g: Generator) -> Tensor:
    """bigram estimate"""
    edges, state = _MOVES.cumsum(1)[:, :-1], torch.zeros(n_trials, dtype=torch.long)
    u = torch.rand((31, n_trials), generator=g)
    pairs, first = torch.zeros(n_trials), torch.zeros(n_trials)
    for step in u:
        after = (step.unsqueeze(1) >= edges[state]).sum(1)
        at_first = state == 0
        first += at_first
        pairs += at_first & (after == 0)
        state = after
    return (pairs + 0.5) / (first + 1)


@example(
    "E sum_{i <= n - 1} sum_{j < i} 1[c_i == c_j] 1[sum_{l == i + 1} c_l == sum_{l == j + 1} c_l]",
    {"n": 48, "S": 8},
    chunk=1024,
    n_trials=2**15,
)
def repeated_bigrams(n_trials: int, g: Generator) -> Tensor:
    """repeated bigrams"""
    x = torch.empty(48, n_trials).random_(0, 8, generator=g)
    code = x[:-1] * 8 + x[1:]
    total = torch.zeros(n_trials)
    for step in range(1, 47):
        total += (code[step:] == code[:-step]).sum(0)
    return total


@example("E[((sum_{i, j == i + 1} h_i h_j)/(sum_i h_i^2))^2]", {"n": 64}, chunk=4096, n_trials=2**18)
def autocorrelation(n_trials: int, g: Generator) -> Tensor:
    """normalised autocorrelation"""
    x = standard_normal(64, n_trials, g=g)
    return ((x[1:] * x[:-1]).sum(0) / x.square().sum(0)).square_()


@example("E log(sum_j exp(beta h_j))", {"n": 256, "beta": 1.5}, chunk=1024, n_trials=2**15)
def free_energy(n_trials: int, g: Generator) -> Tensor:
    """free energy of random levels"""
    return torch.logsumexp(standard_normal(n_trials, 256, g=g).mul_(1.5), dim=1)


@example("E[(sum_j log(exp(-(x_j - 1)^2/2) + exp(-(x_j + 1)^2/2)))/n]", {"n": 64}, chunk=1024, n_trials=2**15)
def likelihood(n_trials: int, g: Generator) -> Tensor:
    """likelihood of a mixture"""
    x = standard_normal(n_trials, 64, g=g).add_(
        torch.empty(n_trials, 64).random_(0, 2, generator=g).mul_(2).sub_(1)
    )
    return torch.logaddexp(-(x - 1).square() / 2, -(x + 1).square() / 2).mean(1)
