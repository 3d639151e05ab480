r"""Krichevsky and Trofimov's estimator: one half added to each count, and what its finite log loss costs.

The symbol s is given $(n_s + \frac12)/(n + \frac12 S)$ after n symbols in its context. Regret is the log of
the largest probability that any law gives a sequence over that of the code; the excess of the next symbol is
the mean divergence of its law from the estimate.

| letter | meaning |
|---|---|
| `T` | symbols seen |
| `P`, `pi` | probability of a symbol after its context, share of the context |
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import sympy as sp

from ..derivation import Chain, Derivation, Step
from ..rules.algebra import variance
from ..rules.codes import (
    beyond_half_log,
    duplication,
    over_symbols,
    regret,
    second_order,
    sequential_code,
    summed,
)
from ..rules.events import Expectation, Probability
from ..rules.visits import over_contexts, per_visit, surprises
from .estimator import BITS, LAW, MODULAR, SWITCHING, Contexts, Source, T, x

HALF: Final = sp.Rational(1, 2)

_ADDED: Final = sp.Symbol("a", positive=True)
_ZEROS, _ONES = sp.symbols("n_0 n_1", nonnegative=True)
_P, _HAT = sp.symbols("P Q", positive=True)
_COMES: Final = sp.Symbol("D")
_INVERSE: Final = sp.Symbol("h", real=True)


@dataclass(frozen=True, kw_only=True)
class Code:
    """What is added to each of two counts."""

    added: sp.Rational = HALF

    @property
    def sentences(self) -> tuple[str, ...]:
        """The assumption as a sentence."""
        return (f"binary symbols, ${sp.latex(self.added)}$ is added to each of the two counts",)


ADD_HALF: Final = Code()


def regret_even(code: Code = ADD_HALF) -> Derivation:
    r"""$R - \frac12 \log T \to \frac12 \log(\pi/2)$ for as many zeros as ones (S9).

    >>> regret_even().formula
    log(sqrt(2)*sqrt(pi)/2)
    """
    chain = Chain(name="regret_even", title="Regret at even counts", premises=code.sentences)
    return _regret(chain, code, zeros=T / 2, ones=T / 2, best=2**-T)


def regret_constant(code: Code = ADD_HALF) -> Derivation:
    r"""$R - \frac12 \log T \to \frac12 \log \pi$ for a sequence of one symbol alone (S9).

    >>> regret_constant().formula
    log(sqrt(pi))
    """
    chain = Chain(name="regret_constant", title="Regret of a constant sequence", premises=code.sentences)
    return _regret(chain, code, zeros=T, ones=sp.S.Zero, best=sp.S.One)


def _regret(chain: Chain, code: Code, *, zeros: sp.Expr, ones: sp.Expr, best: sp.Expr) -> Derivation:
    added = chain.define("what is added", _ADDED, code.added)
    counts = (chain.define("zeros", _ZEROS, zeros), chain.define("ones", _ONES, ones))
    largest = chain.define("the largest probability, at the shares seen", sp.Symbol("B"), best)
    coded = chain.apply("multiply the shares", sequential_code, added, *counts)
    ratio = chain.apply("compare", regret, largest, coded)
    if zeros != T:
        ratio = chain.apply("bring all Gamma functions to half the argument", duplication, ratio, variable=T)
    return chain.close(chain.apply("let T grow", beyond_half_log, ratio, variable=T))


def add_half_excess(source: Source = MODULAR) -> Derivation:
    r"""$\lim T\, \mathbb{E}\, \mathrm{KL}(P \| \widehat{P}) = S^k (S - 1)/2$, whatever the law (S9).

    >>> add_half_excess().formula
    S*S**k/2 - S**k/2
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


def redundancy_growth(source: Source = MODULAR) -> Derivation:
    r"""$S^k (S - 1)/2$, what a sequence of T symbols costs per unit of $\log T$ (S9).

    >>> redundancy_growth().formula
    S*S**k/2 - S**k/2
    """
    title = "Redundancy per unit of log T"
    chain = Chain(name="redundancy_growth", title=title, premises=source.sentences)
    return chain.close(chain.apply("add up over the symbols", summed, _mean_excess(chain, source)))


def _excess(name: str, source: Source) -> Derivation:
    chain = Chain(name=name, title="Excess log loss of the next symbol", premises=source.sentences)
    return chain.close(_mean_excess(chain, source))


def _mean_excess(chain: Chain, source: Source) -> Step:
    parts = [step for group in source.groups for step in _one_excess(chain, source, group)]
    return chain.apply("average over the last context", over_contexts, *parts)


def _one_excess(chain: Chain, source: Source, group: Contexts) -> tuple[Step, ...]:
    """Steps to the number, the share and the excess of contexts that are alike."""
    length = chain.define("length of a context", sp.Symbol("k_c"), source.order)
    number = chain.define("contexts that are alike", sp.Symbol("K"), group.number)
    share = chain.define("share of one", Probability(sp.Symbol("c")), group.share)
    law = chain.define("law of what comes after it", LAW[x], group.law)
    mean = chain.define("a symbol of probability P comes or not", Expectation(_COMES), _P)
    square = chain.define("an indicator is its square", Expectation(_COMES**2), _P)
    one = chain.apply("variance of one visit", variance, square, mean)
    whole = chain.apply("over all visits", surprises, one, share, length=T, order=length.result.lhs)
    risk = chain.apply("divide by the number of visits", per_visit, whole, share, length=T)
    term = _P * sp.log(_P / _HAT) - _P + _HAT
    divergence = chain.define("its part of the divergence, as both laws add up to one", sp.Symbol("f"), term)
    excess = chain.apply("expand at the law", second_order, divergence, risk, estimate=_HAT, truth=_P)
    total = chain.apply("over all symbols", over_symbols, excess, law, truth=_P, symbols=source.symbols)
    return number, share, total
