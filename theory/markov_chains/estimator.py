r"""The in-context k-gram estimator: how far it is from the chain's law.

A context c has the stationary share $\pi$ and the law P of the symbol after it. Given that c is the last
context, $T\, \mathbb{E} (\widehat P - P)(\widehat P - P)^\top$ tends to a limit $\Sigma$, which is the
covariance of the symbol after one visit, over $\pi$.

| letter | meaning |
|---|---|
| `T` | symbols seen |
| `S`, `k` | size of the alphabet, order of the chain |
| `order` | order of the estimator, where that is another |
| `p`, `q` | P(0 -> 1), P(1 -> 0) of a binary chain |
| `varepsilon` | noise of a chain that adds its last k symbols |
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from ..derivation import Derivation, proved
from ..kernel import Theorem
from ..model import Index, Parameter, Size, fixed
from ..node import Term, add, number, power
from ..prove import cite, derive
from ..tactics import algebra, chains
from ..terms import define, diagonal, ones, outer, trace, unit, vector
from .chain import CHAIN

S, k, order = map(Size, ("S", "k", "order"))
epsilon = Parameter("varepsilon")
_COUNTED: Final = (
    "Billingsley 1961, Statistical Methods in Markov Chains, Ann. Math. Statist. 32: the central limit "
    "theorem for transition counts; squares too converge, as a context of few visits is exponentially rare"
)


@dataclass(frozen=True, kw_only=True)
class Contexts:
    """Contexts that are alike: how many, the share of each, and the law of the symbol after it."""

    number: Term
    share: Term
    law: Term

    @property
    def covariance(self) -> Term:
        """Of the symbol after one visit, one-hot."""
        return diagonal(self.law) - outer(self.law, self.law)


@dataclass(frozen=True, kw_only=True)
class Source:
    """A chain whose contexts of the estimator's length are in groups; what is known of its probabilities."""

    groups: tuple[Contexts, ...]
    where: tuple[Term, ...] = ()


def _noisy_sum(length: Term) -> Source:
    """The next symbol is z, the sum of the last k, but for uniform noise; contexts of a length."""
    law = (1 - epsilon) * unit(Index("z", S)) + epsilon / S * ones(S)
    return Source(groups=(Contexts(number=power(S, length), share=1 / power(S, length), law=law),))


SWITCHING: Final = Source(
    groups=tuple(
        Contexts(number=number(1), share=share, law=vector(*row))
        for share, row in zip(CHAIN.shares, CHAIN.rows, strict=True)
    ),
    where=CHAIN.where,
)
MODULAR: Final = _noisy_sum(k)
LONGER: Final = _noisy_sum(order)


def risk_constant(source: Source = SWITCHING) -> Derivation:
    r"""$\lim T\, \mathbb{E} |\widehat{P} - P|^2 = \sum_c \sum_x P_x(c) (1 - P_x(c))$: shares cancel (S9).

    >>> risk_constant().formula
    -2*p**2 + 2*p - 2*q**2 + 2*q
    """
    return _risk("risk_constant", source)


def modular_constant(source: Source = MODULAR) -> Derivation:
    r"""The same for $S^k$ contexts of a chain that adds its last k symbols (S9)."""
    return _risk("modular_constant", source)


def longer_constant(source: Source = LONGER) -> Derivation:
    r"""The same where the estimator's contexts have `order` symbols, as many as the chain's or more (S9)."""
    return _risk("longer_constant", source)


def context_constant(source: Source = SWITCHING) -> Derivation:
    r"""$\lim T\, \mathbb{E} [|\widehat{P} - P|^2 \mid c] = V_c / \pi_c$ after the first context alone (S9).

    >>> context_constant().formula
    2*p*(1 - p)*(p + q)/q
    """
    first = replace(source, groups=(source.groups[0],))
    found = evaluated(define("R", trace(covariances(first)[0])), first)
    return proved("context_constant", "Constant of one context", found)


def covariances(source: Source) -> list[Term]:
    """The limits, one for each group of contexts."""
    return [fixed(f"Sigma_{c}", *group.law.shape * 2) for c, group in enumerate(source.groups, start=1)]


def averaged(source: Source, statistic: Callable[[Contexts, Term], Term]) -> Term:
    """The mean over the last context of a statistic of the limit."""
    pairs = zip(source.groups, covariances(source), strict=True)
    return add(*(group.number * group.share * statistic(group, limit) for group, limit in pairs))


def evaluated(term: Term, source: Source, *known: Theorem) -> Theorem:
    """The term's value by the cited limits and the stationary law."""
    pairs = zip(source.groups, covariances(source), strict=True)
    limits = [
        cite(Term("eq", (limit, group.covariance / group.share)), source=_COUNTED) for group, limit in pairs
    ]
    shares = [group.share for group in source.groups if group.share.head == "component"]
    stationary = [derive(share, by=chains, where=source.where) for share in shares]
    return derive(term, by=[algebra, *known, *limits, *stationary], where=source.where)


def _risk(name: str, source: Source) -> Derivation:
    risk = averaged(source, lambda _, limit: trace(limit))
    return proved(name, "Constant of the mean squared error", evaluated(define("R", risk), source))
