r"""How far and how high L layers reach: positions, factors, and tokens that one output combines.

A layer of linear attention without positions, $h_i \mapsto \sum_j \langle A h_i, h_j \rangle V h_j$, is a
sum of products of three states. What is counted follows a recurrence from one layer to the next.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import sympy as sp

from ..derivation import Chain, Derivation
from ..notation import L, m, symbol
from ..rules.algebra import collect
from ..rules.components import gather
from ..rules.recurrences import linear_recurrence

w: Final = symbol("w")
T: Final = symbol("T")
i: Final = symbol("i")
reach: Final = sp.Function("r")
seen: Final = sp.Symbol("N", positive=True)
_j: Final = sp.Symbol("j", integer=True, positive=True)


@dataclass(frozen=True, kw_only=True)
class Stack:
    """A layer's window: how many earlier places a query sees beside its own; what each of its terms has."""

    window: sp.Expr = w
    factors: int = 3
    weights: int = 1

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        return (
            rf"a query sees its own place and ${sp.latex(self.window)}$ earlier ones",
            f"a term of a layer multiplies {self.factors} states, one the query's own, the rest of one place",
            f"at fixed weights a term has {self.weights} of them, or none along the residual stream",
        )


@dataclass(frozen=True, kw_only=True)
class Mask:
    """The last place that place i sees, and how many of those it sees are not counted."""

    last: sp.Expr = i
    left_out: sp.Expr = sp.S.Zero

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        return (
            rf"the query at place $i$ weighs the places 1 to ${sp.latex(self.last)}$, its own among them",
            rf"of these ${sp.latex(self.left_out)}$ is left out of the count",
        )


STACK: Final = Stack()
CAUSAL: Final = Mask()
BESIDE: Final = Mask(left_out=sp.S.One)
WHOLE: Final = Mask(last=T)


def causal_places(premises: Mask = CAUSAL) -> Derivation:
    """Place i sees i places under a causal mask, its own among them.

    >>> causal_places().formula
    i
    """
    return _seen(premises, "causal_places")


def earlier_places(premises: Mask = BESIDE) -> Derivation:
    """Place i sees i - 1 other places under a causal mask.

    >>> earlier_places().formula
    i - 1
    """
    return _seen(premises, "earlier_places")


def all_places(premises: Mask = WHOLE) -> Derivation:
    """Each place sees all T without a mask.

    >>> all_places().formula
    T
    """
    return _seen(premises, "all_places")


def receptive_field(premises: Stack = STACK) -> Derivation:
    """1 + L w places after L layers: the earliest moves back by w in each.

    >>> receptive_field().formula
    L*w + 1
    """
    return _counted(
        "receptive_field", "Places seen after L layers", premises, reach(m) + premises.window, sp.Integer(1)
    )


def degree(premises: Stack = STACK) -> Derivation:
    """3^L factors: each state of a term is itself a term of the layer below.

    >>> degree().formula
    3**L
    """
    return _counted("degree", "Degree after L layers", premises, premises.factors * reach(m), sp.Integer(1))


def other_tokens(premises: Stack = STACK) -> Derivation:
    """(3^L - 1)/2 tokens beside the output's own in one term.

    The query's state brings r others; the two states of the other place that place itself, and r others each.

    >>> other_tokens().formula
    (3**L - 1)/2
    """
    more = premises.factors * reach(m) + 1
    return _counted("other_tokens", "Other tokens in one term", premises, more, sp.Integer(0))


def frozen_order(premises: Stack = STACK) -> Derivation:
    """L factors of attention: at fixed weights a layer multiplies each term by one of its own or by none.

    >>> frozen_order().formula
    L
    """
    step = reach(m) + premises.weights
    return _counted("frozen_order", "Attention weights in one term", premises, step, sp.Integer(0))


def _seen(premises: Mask, name: str) -> Derivation:
    chain = Chain(name=name, title="Places that a place sees", premises=premises.sentences)
    counted = sp.Sum(sp.S.One, (_j, 1, premises.last)) - premises.left_out
    found = chain.define("one for each place with a weight", seen, counted)
    return chain.close(chain.apply("add up", gather, found))


def _counted(name: str, title: str, premises: Stack, step: sp.Expr, start: sp.Expr) -> Derivation:
    chain = Chain(name=name, title=title, premises=premises.sentences)
    grown = chain.define("one layer more", reach(m + 1), step)
    begun = chain.define("no layer", reach(0), start)
    found = chain.apply("solve the recurrence", linear_recurrence, grown, begun, count=L)
    return chain.close(chain.apply("collect", collect, found))
