r"""Krichevsky and Trofimov's estimator: one half added to each count, and what its finite log loss costs.

The symbol s is given $(n_s + \frac12)/(n + \frac12 S)$ after n symbols in its context. Regret is the log of
the largest probability that any law gives a sequence over that of the code; the excess of the next symbol is
the mean divergence of its law from the estimate.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from ..derivation import Derivation, proved
from ..model import Index, Parameter, Size, fixed
from ..node import Term, as_term, is_number, multiply, number, power
from ..prove import cite, derive, prove
from ..substitution import replaced
from ..tactics import asymptotics, bound
from ..tactics.rewriting import collected
from ..tactics.telescopes import gamma_product
from ..terms import Product, define, diagonal, gradient, log, softmax, tabulate, trace, vector, zero_like
from .chain import probabilities
from .estimator import SWITCHING, Contexts, S, Source, averaged, evaluated, k

m = Size("m")
theta, growth = Parameter("theta"), Parameter("G")
_law: Final = softmax(fixed("u", S))
"""Any law of S symbols of which none is impossible."""

BITS: Final = Source(
    groups=(Contexts(number=number(1), share=number(1), law=vector(1 - theta, theta)),),
    where=probabilities(theta),
)
ANY: Final = Source(groups=(Contexts(number=power(S, k), share=1 / power(S, k), law=_law),))
"""A chain of order k whose contexts are all as frequent, as where the next symbol is a noisy sum."""


@dataclass(frozen=True, kw_only=True)
class Code:
    """What is added to each of two counts."""

    added: Fraction = Fraction(1, 2)

    def probability(self, zeros: Term, ones: Term) -> Term:
        """Of a sequence with so many zeros and ones: the shares of one symbol after the other, multiplied."""
        above = [self.factors(count) for count in (zeros, ones) if not is_number(count, 0)]
        return multiply(*above) / self.factors(collected(zeros + ones), 2)

    def factors(self, count: Term, symbols: int = 1) -> Term:
        """What the first, second, ... symbol's count and what is added to it come to, multiplied."""
        j = Index("j", count)
        return Product(j, j + (symbols * self.added - 1))


ADD_HALF: Final = Code()
_SUMMED: Final = (
    "Stolz and Cesaro: the excess of T symbols over log T has the limit of T times that of one symbol"
)


def regret_even(code: Code = ADD_HALF) -> Derivation:
    r"""$R - \frac12 \log T \to \frac12 \log(\pi/2)$ for as many zeros as ones, T = 2 m (S9).

    >>> regret_even().formula
    -log(pi)/2 - log(2)/2 + 2*log(sqrt(pi))
    """
    return _regret("regret_even", "Regret at even counts", code, m, m)


def regret_constant(code: Code = ADD_HALF) -> Derivation:
    r"""$R - \frac12 \log T \to \frac12 \log \pi$ for a sequence of one symbol alone (S9).

    >>> regret_constant().formula
    log(sqrt(pi))
    """
    return _regret("regret_constant", "Regret of a constant sequence", code, m, number(0))


def add_half_excess(source: Source = ANY) -> Derivation:
    r"""$\lim T\, \mathbb{E}\, \mathrm{KL}(P \| \widehat{P}) = S^k (S - 1)/2$, whatever the law (S9).

    >>> add_half_excess().formula
    S**k*(S - 1)/2
    """
    return _excess("add_half_excess", source)


def add_half_excess_bits(source: Source = BITS) -> Derivation:
    r"""The same for independent bits, which need no context (S9).

    >>> add_half_excess_bits().formula
    1/2
    """
    return _excess("add_half_excess_bits", source)


def add_half_excess_binary(source: Source = SWITCHING) -> Derivation:
    r"""The same for a binary chain of order one: 1/2 a context (S9).

    >>> add_half_excess_binary().formula
    1
    """
    return _excess("add_half_excess_binary", source)


def redundancy_growth(source: Source = ANY) -> Derivation:
    r"""$S^k (S - 1)/2$, what a sequence of T symbols costs per unit of $\log T$ (S9).

    >>> redundancy_growth().formula
    S**k*(S - 1)/2
    """
    summed = cite(Term("eq", (growth, averaged(source, excess))), source=_SUMMED)
    return proved("redundancy_growth", "Redundancy per unit of log T", evaluated(growth, source, summed))


def excess(group: Contexts, covariance: Term) -> Term:
    r"""The divergence of a law P from an estimate near it, to second order, in the mean.

    By the relative error e, at $Q_x = P_x (1 + e_x)$, its slope is $P_x - P_x/(1 + e_x)$, as both laws add
    up to one; at P it is zero.
    """
    (symbols,) = group.law.shape
    x, error = Index("x", symbols), fixed("e", symbols)
    slopes = tabulate(x, group.law[x] - group.law[x] / (1 + error[x]))
    curvature = replaced(gradient(slopes, error), error, zero_like((symbols,)))
    per_share = diagonal(tabulate(x, 1 / group.law[x]))
    return trace(curvature @ per_share @ covariance @ per_share) / 2


def _excess(name: str, source: Source) -> Derivation:
    found = evaluated(define("D", averaged(source, excess)), source)
    return proved(name, "Excess log loss of the next symbol", found)


def _regret(name: str, title: str, code: Code, zeros: Term, ones: Term) -> Derivation:
    """The regret less half the log of the length, as the counts grow."""
    length = collected(zeros + ones)
    counts = [count for count in (zeros, ones) if not is_number(count, 0)]
    best = multiply(*(power(count / length, count) for count in counts))
    regret = define("R", log(best) - log(code.probability(zeros, ones)))
    products = [
        gamma_product(code.factors(count, symbols), as_term(symbols * code.added), known)
        for count, symbols in (*((count, 1) for count in counts), (length, 2))
        for known in [prove(as_term(symbols * code.added) > 0, by=bound)]
    ]
    found = derive(regret - log(length) / 2, by=[asymptotics(m, order=0), *products])
    return proved(name, title, found)
