"""P(token x is wrong) where it is tiny: by conditioning, and by tilting towards each competitor.

The tilted law of (|e_x|, z) is a mixture over the competitors y: the length is scaled down by 1 + kappa_y,
and z moves along the noise w_y of that competitor until the gap closes,

    kappa_y = (q gain_y / |w_y|)^2,   z ~ N(q gain_y |e| w_y / |w_y|^2, I),

gain_y = G_cc - G_yc and w_y = (G_y - G_c) s. The likelihood ratio of one competitor is
(1 + kappa_y)^(-d/2) exp(kappa_y |e|^2 - mu_y . z), of the mixture their harmonic mean. Conditioning is the
beta integral of `marginal`; integrals (`token_error`) are the third route where u is orthonormal.
"""

from __future__ import annotations

from math import log
from typing import Final

import torch
from jaxtyping import Float
from torch import Tensor

from ..quantity import DesignGroup
from ..simulator import simulator
from ..trials import Trials
from .joint import require_gaussian, sample_similarity
from .marginal import Tokens, wrong_probabilities
from .model import Memory, answer, class_loads, coordinates

_TRIALS: Final = 1024


@simulator(
    title="Probability that one token is wrong, by conditioning and by tilting",
    outputs=("conditional", "tilted"),
    groups=(
        DesignGroup.sized(shared={**coordinates(N=100, u=u, d=d), "x": 1}, trials_per_block=_TRIALS)
        for u in ("sphere", "orthonormal")
        for d in (200, 400, 1000, 2000)
    ),
    dtype="float64",
)
def rare_error(*, trials: Trials) -> Float[Tensor, "trials points 2"]:
    """Unbiased estimates of P(x is wrong), conditional and tilted, for the token x of each point."""
    columns = []
    for point in trials.points:
        x = int(point["x"])
        memory = Memory.at({name: value for name, value in point.items() if name != "x"})
        require_gaussian(memory)
        gram = sample_similarity(memory, trials.n_trials, trials.source)
        own = answer(memory.f, torch.tensor([[x]], device=trials.device), memory.N, memory.M)
        q = torch.full(
            (1, 1), float(x) ** (-memory.alpha * memory.rho), device=trials.device, dtype=trials.dtype
        )
        loads = torch.tensor(class_loads(memory), device=trials.device, dtype=trials.dtype).unsqueeze(0)
        tokens = Tokens(answers=own, q=q, weights=torch.ones((1, 1, 3), device=trials.device), loads=loads)
        conditional = wrong_probabilities(memory.d, tokens, gram, trials.generator)[:, 0]
        tilted = _tilted(memory.d, float(q), int(own), loads[0], gram, trials.generator)
        columns.append(torch.stack((conditional, tilted), dim=-1))
    return torch.stack(columns, dim=1)


def _tilted(
    d: int, q: float, own: int, loads: Tensor, gram: Float[Tensor, "trials M M"], generator: torch.Generator
) -> Float[Tensor, " trials"]:
    """Weight times 1[wrong], from a competitor drawn uniformly."""
    n_trials, M = gram.shape[:2]
    competitors = torch.tensor([y for y in range(M) if y != own], device=gram.device)
    power = loads.clone()
    power[own] -= q**2
    noise = (gram[:, competitors] - gram[:, own : own + 1]) * power.clamp_min(0).sqrt()
    gain = q * (gram[:, own, own, None] - gram[:, competitors, own])
    spread = torch.linalg.vector_norm(noise, dim=2)
    kappa = (gain / spread).square()
    chosen = torch.randint(M - 1, (n_trials, 1), generator=generator, device=gram.device)
    half = torch.full((n_trials, 1), d / 2, device=gram.device, dtype=gram.dtype)
    square = 2 * torch._standard_gamma(half, generator=generator) / (1 + kappa.gather(1, chosen))
    drift = (gain / spread.square()).unsqueeze(2) * noise * square.sqrt().unsqueeze(2)
    mean = drift.gather(1, chosen.unsqueeze(2).expand(-1, 1, M)).squeeze(1)
    z = torch.empty((n_trials, M), device=gram.device, dtype=gram.dtype).normal_(generator=generator) + mean
    log_ratio = -d / 2 * kappa.log1p() + kappa * square - torch.einsum("tyc,tc->ty", drift, z)
    weight = (log(M - 1) - torch.logsumexp(-log_ratio, dim=1)).exp()
    wrong = (torch.einsum("tyc,tc->ty", noise, z) >= gain * square.sqrt()).any(dim=1)
    return torch.where(wrong, weight, 0.0)
