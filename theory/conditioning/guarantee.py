r"""What Markov's inequality and the union bound guarantee.

The paper's tools for its capacity theorem (S2): a bound on the probability that one query fails,
|eta_i|^2 > tau, and on the probability that all n queries succeed.
"""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from ..derivation import Chain, Derivation, Step
from ..notation import d_k, n, tau
from ..rules.algebra import collect, specialise
from ..rules.asymptotics import growth
from ..rules.inequalities import complement, markov, union
from ..rules.points import Point, against
from ..rules.tails import leading_bound, moment_tail
from .model import UNIT_VECTORS, Premises, i
from .noise import mean_noise_power, mean_of_power, squared_noise
from .walk import noise_moment, walk_points

_WALK = "the bound recomputed from the random walk's mean"


def noise_tail_bound(premises: Premises = UNIT_VECTORS) -> Derivation:
    r"""$\mathbb{P}(|\eta_i|^2 > \tau) \le (n-1)/(d_k \tau)$ by Markov's inequality (S2).

    >>> noise_tail_bound().formula
    (n - 1)/(d_k*tau)
    """
    chain = Chain(
        name="noise_tail_bound",
        title="Probability that one query fails",
        premises=(*premises.sentences, _failure()),
    )
    bound = one_query_fails(chain, premises)
    bound = chain.apply("collect the terms", collect, bound)
    grown = chain.apply("read off the exponents", growth, bound, variables=(n, d_k, tau))

    def walk(point: Point) -> Fraction:
        return noise_moment(premises, 1, point) / _fraction(point[tau])

    return chain.close(bound, growth=grown, checks=(against(walk, threshold_points(), _WALK),))


def noise_bound_at_one(premises: Premises = UNIT_VECTORS) -> Derivation:
    r"""$\mathbb{P}(|\eta_i|^2 > 1) \le (n-1)/d_k$, whatever the dimension of the values (S3.f).

    >>> noise_bound_at_one().formula
    (n - 1)/d_k
    """
    title = "Probability that the crosstalk exceeds the signal"
    chain = Chain(name="noise_bound_at_one", title=title, premises=(*premises.sentences, _failure()))
    bound = one_query_fails(chain, premises)
    bound = chain.apply("set the threshold to one", specialise, bound, symbol=tau, value=sp.Integer(1))
    bound = chain.apply("collect the terms", collect, bound)
    grown = chain.apply("read off the exponents", growth, bound, variables=(n, d_k))

    def walk(point: Point) -> Fraction:
        return noise_moment(premises, 1, point)

    return chain.close(bound, growth=grown, checks=(against(walk, threshold_points(), _WALK),))


def retrieval_guarantee(premises: Premises = UNIT_VECTORS) -> Derivation:
    r"""$\mathbb{P}(\text{all } |\eta_i|^2 \le \tau) \ge 1 - n(n-1)/(d_k \tau)$ (S2).

    >>> retrieval_guarantee().formula
    1 - n*(n - 1)/(d_k*tau)
    """
    chain = Chain(
        name="retrieval_guarantee",
        title="Probability that all items are retrieved",
        premises=(*premises.sentences, _failure()),
    )
    bound = all_queries_succeed(chain, premises)

    def walk(point: Point) -> Fraction:
        return 1 - _fraction(point[n]) * noise_moment(premises, 1, point) / _fraction(point[tau])

    return chain.close(bound, checks=(against(walk, threshold_points(), _WALK),))


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


def threshold_points() -> list[dict[sp.Symbol, sp.Rational]]:
    """The walk's points, each with a threshold."""
    return [{**point, tau: sp.Rational(k, 3)} for k, point in enumerate(walk_points(), start=2)]


def _failure() -> str:
    return r"a query fails where $\| \eta_i \|^2 > \tau$"


def _fraction(value: sp.Rational) -> Fraction:
    return Fraction(int(value.p), int(value.q))
