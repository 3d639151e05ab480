r"""Steps to bounds on the failure of queries, for derivations that are not theorems yet."""

from __future__ import annotations

from ..derivation import Chain, Step
from ..notation import d_k, n, tau
from ..rules.inequalities import complement, markov, union
from ..rules.tails import leading_bound, moment_tail
from .model import Premises, i
from .moments import mean_noise_power, mean_of_power, squared_noise


def one_query_fails(chain: Chain, premises: Premises) -> Step:
    """Steps to Markov's bound on the failure of one query."""
    mean = mean_noise_power(chain, premises)
    return chain.apply("bound the tail by the mean", markov, mean, threshold=tau)


def all_queries_succeed(chain: Chain, premises: Premises) -> Step:
    """Steps to the lower bound on the success of all n queries."""
    bound = one_query_fails(chain, premises)
    bound = chain.apply("add up the failures of all queries", union, bound, index=i, count=n)
    return chain.apply("pass to the complement", complement, bound)


def query_fails_by_second_moment(chain: Chain, premises: Premises) -> Step:
    r"""Steps to $\mathbb{P}(|\eta_i|^2 > \tau) \le (1 + 2/d_v)\, n^2/(d_k \tau)^2$, by the second moment."""
    second = mean_of_power(chain, squared_noise(chain, premises), 2)
    second = chain.apply("keep the leading term", leading_bound, second, variables=(n, d_k))
    return chain.apply("bound the tail by the second moment", moment_tail, second, threshold=tau)
