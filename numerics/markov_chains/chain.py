r"""A binary Markov chain started from its stationary law, by enumeration of its sequences.

$P(0 \to 1) = p$, $P(1 \to 0) = q$, $\lambda = 1 - p - q$. Entropies are in nats. Every quantity is a sum over
sequences weighed by their probabilities; the stationary law is the row that the transition matrix leaves.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import torch
from jaxtyping import Float, Int
from torch import Tensor

Sequences = Int[Tensor, "sequences length"]
Masses = Float[Tensor, "*shape"]


@dataclass(frozen=True, kw_only=True)
class Chain:
    """The probabilities of leaving 0 and of leaving 1, each above 0 and at most 1."""

    p: float
    q: float

    def __post_init__(self) -> None:
        """Raise ValueError for what is no switching probability."""
        if not (0 < self.p <= 1 and 0 < self.q <= 1):
            raise ValueError(f"p and q must be above 0 and at most 1; got p = {self.p}, q = {self.q}.")

    @property
    def transition(self) -> Float[Tensor, "2 2"]:
        """P_ij, the probability of j after i."""
        return torch.tensor([[1 - self.p, self.p], [self.q, 1 - self.q]], dtype=torch.float64)

    @property
    def stationary(self) -> Float[Tensor, " 2"]:
        """The law pi with pi P = pi: what flows from 0 to 1 flows back."""
        flows = torch.tensor([self.q, self.p], dtype=torch.float64)
        return flows / flows.sum()

    @property
    def eigenvalue(self) -> float:
        """The number lambda = 1 - p - q, the second eigenvalue of P."""
        return 1 - self.p - self.q


@lru_cache(maxsize=16)
def sequences(length: int) -> Sequences:
    """All 2^length binary sequences, in the order of the numbers they spell."""
    number = torch.arange(2**length).unsqueeze(-1)
    return number.bitwise_right_shift(torch.arange(length - 1, -1, -1)) & 1


def probabilities(chain: Chain, x: Sequences) -> Float[Tensor, " sequences"]:
    """The probability of each sequence: pi of its first symbol times its transitions."""
    steps = chain.transition[x[:, :-1], x[:, 1:]]
    return chain.stationary[x[:, 0]] * steps.prod(dim=-1)


def entropy(masses: Masses) -> float:
    """-sum p log p in nats; a mass of zero counts for nothing."""
    return float(-torch.special.xlogy(masses, masses).sum())


def marginal_entropy(chain: Chain) -> float:
    """H(pi), the entropy of one symbol."""
    return entropy(chain.stationary)


def entropy_rate(chain: Chain) -> float:
    """R = H(x_n+1 | x_n): the mean entropy of the transition out of a stationary symbol."""
    return float(-(chain.stationary.unsqueeze(-1) * torch.special.xlogy(*(chain.transition,) * 2)).sum())


def block_entropy(chain: Chain, length: int) -> float:
    """H(x_1, ..., x_length), over all sequences."""
    return entropy(probabilities(chain, sequences(length)))


def joint_law(chain: Chain, lag: int) -> Float[Tensor, "2 2"]:
    """P(x_1 = i, x_1+lag = j), summed over the sequences between."""
    x = sequences(lag + 1)
    masses = probabilities(chain, x)
    ends = 2 * x[:, 0] + x[:, -1]
    return torch.zeros(4, dtype=torch.float64).index_add(0, ends, masses).reshape(2, 2)


def covariance(chain: Chain, lag: int) -> float:
    """Cov(x_n, x_n+lag)."""
    joint = joint_law(chain, lag)
    return float(joint[1, 1] - joint[1].sum() * joint[:, 1].sum())


def mutual_information(chain: Chain, lag: int = 1) -> float:
    """I(x_n; x_n+lag) = sum p_ij log(p_ij / (p_i p_j))."""
    joint = joint_law(chain, lag)
    product = joint.sum(dim=1, keepdim=True) * joint.sum(dim=0)
    # Where p_ij = 0 the term counts for nothing.
    return float(torch.special.xlogy(joint, torch.where(joint > 0, joint / product, 1.0)).sum())
