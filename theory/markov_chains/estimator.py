r"""The in-context k-gram estimator: how far it is from the chain's law.

| letter | meaning |
|---|---|
| `T` | symbols seen; T - k places have a context |
| `S`, `k` | size of the alphabet, order of the chain |
| `order` | order of the estimator, where that is another |
| `p`, `q` | P(0 -> 1), P(1 -> 0) of a binary chain |
| `varepsilon` | noise of a chain that adds its last k symbols |
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import sympy as sp

from ..derivation import Chain, Derivation, Step
from ..rules.events import Probability
from ..rules.visits import over_contexts, per_visit, spread, surprises

p, q, epsilon, theta = (sp.Symbol(name, positive=True) for name in ("p", "q", "varepsilon", "theta"))
T: Final = sp.Symbol("T", positive=True)
S, k, order = (sp.Symbol(name, positive=True) for name in ("S", "k", "order"))
x: Final = sp.Symbol("x", integer=True, positive=True)
_z: Final = sp.Symbol("z", integer=True, positive=True)
LAW: Final = sp.IndexedBase("P")


@dataclass(frozen=True, kw_only=True)
class Contexts:
    """Contexts that are alike: how many, the share of each, and the law of the symbol x of S after it."""

    number: sp.Expr
    share: sp.Expr
    law: sp.Expr


@dataclass(frozen=True, kw_only=True)
class Source:
    """A chain of order `order` on `symbols` symbols, its contexts of the estimator's length in groups."""

    groups: tuple[Contexts, ...]
    symbols: sp.Expr
    order: sp.Expr
    name: str

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        return (
            self.name,
            "sequences start from the stationary law, and all probabilities are positive",
            f"the estimator counts in contexts of ${sp.latex(self.order)}$ symbols",
        )


def _two(one: sp.Expr) -> sp.Expr:
    """The law of two symbols, the second of which has probability `one`."""
    return one * sp.KroneckerDelta(x, 2) + (1 - one) * sp.KroneckerDelta(x, 1)


_SUM_LAW: Final = (1 - epsilon) * sp.KroneckerDelta(x, _z) + epsilon / S
_SUM: Final = "the next symbol is the sum of the last k, but for noise that is uniform with probability "

SWITCHING: Final = Source(
    groups=(
        Contexts(number=sp.S.One, share=q / (p + q), law=_two(p)),
        Contexts(number=sp.S.One, share=p / (p + q), law=_two(1 - q)),
    ),
    symbols=sp.Integer(2),
    order=sp.S.One,
    name=r"a binary chain of order one, $P(0 \to 1) = p$ and $P(1 \to 0) = q$",
)
BITS: Final = Source(
    groups=(Contexts(number=sp.S.One, share=sp.S.One, law=_two(theta)),),
    symbols=sp.Integer(2),
    order=sp.S.Zero,
    name=r"independent bits, each a one with probability $\theta$",
)
MODULAR: Final = Source(
    groups=(Contexts(number=S**k, share=S**-k, law=_SUM_LAW),),
    symbols=S,
    order=k,
    name=_SUM + r"$\varepsilon$",
)
LONGER: Final = Source(
    groups=(Contexts(number=S**order, share=S**-order, law=_SUM_LAW),),
    symbols=S,
    order=order,
    name=_SUM + r"$\varepsilon$",
)


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

    >>> sp.factor(context_constant().formula)
    -2*p*(p - 1)*(p + q)/q
    """
    chain = Chain(name="context_constant", title="Constant of one context", premises=source.sentences)
    return chain.close(_one_risk(chain, source, source.groups[0])[-1])


def _risk(name: str, source: Source) -> Derivation:
    chain = Chain(name=name, title="Constant of the mean squared error", premises=source.sentences)
    parts = [step for group in source.groups for step in _one_risk(chain, source, group)]
    return chain.close(chain.apply("average over the last context", over_contexts, *parts))


def _one_risk(chain: Chain, source: Source, group: Contexts) -> tuple[Step, ...]:
    """Steps to the number, the share and the limiting risk of contexts that are alike."""
    length = chain.define("length of a context", sp.Symbol("k_c"), source.order)
    number = chain.define("contexts that are alike", sp.Symbol("K"), group.number)
    share = chain.define("share of one", Probability(sp.Symbol("c")), group.share)
    law = chain.define("law of what comes after it", LAW[x], group.law)
    one = chain.apply("spread of one visit", spread, law, symbols=source.symbols)
    square = chain.apply("over all visits", surprises, one, share, length=T, order=length.result.lhs)
    risk = chain.apply("divide by the number of visits", per_visit, square, share, length=T)
    return number, share, risk
