r"""What Markov's inequality and the union bound guarantee.

The paper's tools for its capacity theorem (S2): a bound on the probability that one query fails,
|eta_i|^2 > tau, and on the probability that all n queries succeed.
"""

from __future__ import annotations

from ..derivation import Derivation, proved
from ..kernel import Theorem
from ..node import Value
from ..prove import prove
from ..tactics import markov, union
from ..terms import P, all_, norm2
from .definitions import NORMAL_VECTORS, UNIT, Memory, d_k, i, n, tau
from .noise import mean_power


def noise_tail_bound(premises: Memory = UNIT) -> Derivation:
    r"""$\mathbb{P}(|\eta_i|^2 > \tau) \le (n-1)/(d_k \tau)$ by Markov's inequality.

    >>> noise_tail_bound().formula
    (n - 1)/(d_k*tau)
    """
    return proved("noise_tail_bound", "Probability that one query fails", one_fails(premises), n, d_k, tau)


def noise_bound_at_one(premises: Memory = UNIT) -> Derivation:
    r"""$\mathbb{P}(|\eta_i|^2 > 1) \le (n-1)/d_k$, whatever the dimension of the values (S3.f).

    >>> noise_bound_at_one().formula
    (n - 1)/d_k
    """
    title = "Probability that the crosstalk exceeds the signal"
    return proved("noise_bound_at_one", title, one_fails(premises, 1), n, d_k)


def gaussian_noise_bound(premises: Memory = NORMAL_VECTORS) -> Derivation:
    r"""$\mathbb{P}(|\eta_i|^2 > \tau) \le (n-1)/(d_k \tau)$ for normal keys and values too (S3.f).

    >>> gaussian_noise_bound().formula
    (n - 1)/(d_k*tau)
    """
    title = "Failure of one head by Markov, normal keys and values"
    return proved("gaussian_noise_bound", title, one_fails(premises), n, d_k, tau)


def retrieval_guarantee(premises: Memory = UNIT) -> Derivation:
    r"""$\mathbb{P}(\text{all } |\eta_i|^2 \le \tau) \ge 1 - n(n-1)/(d_k \tau)$.

    >>> retrieval_guarantee().formula
    1 - n*(n - 1)/(d_k*tau)
    """
    return proved("retrieval_guarantee", "Probability that all items are retrieved", all_succeed(premises))


def one_fails(memory: Memory, threshold: Value = tau) -> Theorem:
    """Markov's bound on the failure of one query."""
    mean = mean_power(memory)
    tail = P(norm2(memory.crosstalk) > threshold) <= mean.proposition.args[1] / threshold
    return prove(tail, by=[markov, mean], where=[tau > 0] if threshold is tau else [])


def all_succeed(memory: Memory) -> Theorem:
    """The lower bound on the success of all n queries."""
    one = one_fails(memory)
    chance = P(all_(i, norm2(memory.crosstalk) <= tau))
    return prove(chance >= 1 - n * one.proposition.args[1], by=[union, one])
