r"""Chains of order k on S symbols whose every context is needed: the sum of the last k symbols, with noise.

$P(x \mid c) = (1 - \varepsilon) [x = c_1 + \ldots + c_k \bmod S] + \varepsilon / S$. All contexts have
one stationary probability, and what is known of fewer than k of its symbols tells nothing of the next. The
estimator of some `order` sees T symbols and estimates the law of the one after them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import torch
from jaxtyping import Float
from torch import Tensor

from ..quantity import DesignGroup
from ..simulator import simulator
from ..trials import Trials
from .kgram import Symbols, add_half, context_counts, share_of

_ASKED: Final[dict[tuple[int, int], dict[int, tuple[int, ...]]]] = {
    (2, 1): {0: (1024,), 1: (256, 1024), 2: (256, 1024)},
    (2, 2): {1: (1024,), 2: (256, 1024), 3: (1024,)},
    (2, 3): {2: (1024,), 3: (4096,)},
    (3, 1): {1: (256, 1024)},
}
"""For each S and k the orders of the estimators that are asked, and the numbers of symbols they see."""

_NOISE: Final = 0.5


@dataclass(frozen=True, kw_only=True)
class ModularChain:
    """Order, size of the alphabet, and the share of symbols that are drawn afresh."""

    k: int
    symbols: int
    noise: float


def sample_modular(chain: ModularChain, n_trials: int, T: int, generator: torch.Generator) -> Symbols:
    """Independent sequences of T symbols from the stationary law, whose first k symbols are uniform."""
    k, symbols = chain.k, chain.symbols
    fresh = torch.randint(
        symbols, (T, n_trials), generator=generator, device=generator.device, dtype=torch.int8
    )
    kept = (
        (torch.rand(T, n_trials, generator=generator, device=generator.device) >= chain.noise).cpu().numpy()
    )
    # One place needs those before it, and NumPy takes a fifth of torch's time for steps as small as these.
    x = fresh.cpu().numpy()
    for place in range(k, T):
        total = np.add.reduce(x[place - k : place], axis=0, dtype=np.int8)
        np.copyto(x[place], total % np.int8(symbols), where=kept[place])
    return torch.from_numpy(x.T.copy()).to(generator.device)


def next_law(chain: ModularChain, x: Symbols) -> Float[Tensor, "batch symbols"]:
    """The law of the symbol after the last."""
    total = x[:, x.shape[1] - chain.k :].sum(dim=1) % chain.symbols
    likely = torch.nn.functional.one_hot(total, chain.symbols).to(torch.float64)
    return (1 - chain.noise) * likely + chain.noise / chain.symbols


@simulator(
    title="The in-context estimate on chains of order k: error, scaled, excess log loss, undefined",
    outputs=("square", "scaled", "excess", "undefined"),
    groups=(
        DesignGroup.sized(
            shared={"S": symbols, "k": k, "varepsilon": _NOISE},
            points=tuple({"order": order, "T": T} for order, sizes in asked.items() for T in sizes),
            trials_per_block=1024,
        )
        for (symbols, k), asked in _ASKED.items()
    ),
    dtype="float64",
)
def modular_risk(S: int, k: int, varepsilon: float, *, trials: Trials) -> Float[Tensor, "trials points 4"]:
    """Squared error, T times it, T times the excess log loss with one half added, and undefined or not."""
    sizes = trials.sizes("T")
    chain = ModularChain(k=k, symbols=S, noise=varepsilon)
    x = sample_modular(chain, trials.n_trials, max(sizes), trials.generator)
    found = []
    for T, order in zip(sizes, trials.sizes("order"), strict=True):
        seen = x[:, :T]
        law = next_law(chain, seen)
        counts = context_counts(seen, order, S)
        estimate, defined = share_of(counts)
        square = ((estimate - law) ** 2).sum(dim=-1) * defined
        excess = (law * (law.log() - add_half(counts).log())).sum(dim=-1)
        found.append(torch.stack((square, T * square, T * excess, (~defined).to(trials.dtype)), dim=-1))
    return torch.stack(found, dim=1).to(trials.dtype)


def context_tables(x: Symbols, k: int, symbols: int) -> Float[Tensor, "batch contexts symbols"]:
    """How often each symbol came after each context of k symbols."""
    T = x.shape[1]
    code = torch.zeros(x.shape[0], T - k, dtype=torch.int64, device=x.device)
    for back in range(k, -1, -1):
        code = code * symbols + x[:, k - back : T - back]
    counts = torch.zeros(x.shape[0], symbols ** (k + 1), dtype=torch.float64, device=x.device)
    counts.scatter_add_(1, code, torch.ones_like(code, dtype=torch.float64))
    return counts.reshape(x.shape[0], -1, symbols)


@simulator(
    title="Redundancy of the add-half code on chains of order k",
    outputs=("redundancy",),
    groups=(
        DesignGroup.sized(
            shared={"S": 2, "k": k, "varepsilon": _NOISE},
            points=tuple({"T": T} for T in (256, 1024, 4096)),
            trials_per_block=512,
        )
        for k in (1, 2, 3)
    ),
    dtype="float64",
)
def modular_redundancy(
    S: int, k: int, varepsilon: float, *, trials: Trials
) -> Float[Tensor, "trials points 1"]:
    """Log of the chain's probability over that of the add-half code, the first k symbols being given."""
    sizes = trials.sizes("T")
    chain = ModularChain(k=k, symbols=S, noise=varepsilon)
    x = sample_modular(chain, trials.n_trials, max(sizes), trials.generator)
    contexts = torch.cartesian_prod(*(torch.arange(S, device=trials.device),) * chain.k).reshape(-1, chain.k)
    law = next_law(chain, contexts).log()
    found = []
    for T in sizes:
        n = context_tables(x[:, :T], chain.k, S)
        each, every = _log_products(0.5, T, trials.device), _log_products(S / 2, T, trials.device)
        code = each[n.long()].sum(dim=(1, 2)) - every[n.sum(dim=-1).long()].sum(dim=1)
        found.append((n * law).sum(dim=(1, 2)) - code)
    return torch.stack(found, dim=1).unsqueeze(-1).to(trials.dtype)


def _log_products(first: float, length: int, device: torch.device) -> Float[Tensor, " counts"]:
    """Logs of first (first + 1) ... (first + n - 1) for n up to `length`: the factors of a code in turn."""
    logs = (torch.arange(length, dtype=torch.float64, device=device) + first).log().cumsum(0)
    return torch.cat([logs.new_zeros(1), logs])
