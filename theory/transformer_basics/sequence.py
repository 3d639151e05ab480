r"""What a layer of attention sees of the order and the number of tokens, for any functions of tokens.

$y_i = F(x_i, \sum_j e^{S(x_i, x_j)} V(x_j) / \sum_j e^{S(x_i, x_j)})$: S scores, V makes values, and F holds
whatever acts at one place (residual sum, normalisation, MLP). Nothing is assumed of S, V, F, nor of what a
token is; tokens may be the states that lower layers leave, so that what holds of one layer goes through all.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import sympy as sp

from ..bridge import Proved, proved
from ..derivation import Chain, Derivation, Step
from ..model import Size, fixed
from ..notation import symbol
from ..prove import derive
from ..rules.places import (
    carry,
    elsewhere,
    lengthen,
    reindex,
    relabel,
    subtract,
)
from ..tactics import algebra
from ..terms import Term, Value, define, gradient, inner, number, replaced, softmax, zero_like

T: Final = symbol("T")
i, j, B, C = (sp.Symbol(name, integer=True, positive=True) for name in "ijBC")
x, z = (sp.IndexedBase(name) for name in "xz")
score, value, at_place = (sp.Function(name) for name in "SVF")
outside: Final = sp.Symbol("c")
output: Final = sp.Symbol("y")
_count = Size("n", minimum=3)
scores, values, one = fixed("s", _count), fixed("v", _count), number(1)


@dataclass(frozen=True, kw_only=True)
class Layer:
    """Which positions a query sees, where the queries come from, and what is read off."""

    causal: bool = False
    own_query: bool = True
    pooled: bool = False
    place: sp.Symbol = i

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        seen = "a query sees its own place and those before" if self.causal else "a query sees all places"
        asked = "every token asks for itself" if self.own_query else "the query is no token"
        place = "the last place is read off" if self.place == T else "each place is read off"
        read = "the mean over all places is read off" if self.pooled else place
        return (
            seen,
            asked,
            read,
            "tokens carry no mark of their place",
            "scores, values and what acts at one place are any functions",
        )


FULL: Final = Layer()
CAUSAL: Final = Layer(causal=True)


def equivariance_gap(premises: Layer = FULL) -> Derivation:
    r"""$y_i(x_\pi) - y_{\pi(i)}(x) = 0$: the outputs of a permuted sequence are the outputs, permuted.

    >>> equivariance_gap().formula
    0
    >>> equivariance_gap(CAUSAL).formula == 0
    False
    """
    chain = Chain(name="equivariance_gap", title="Equivariance", premises=premises.sentences)
    layer = _layer(chain, premises)
    moved = _moved(chain, layer)
    there = chain.apply("the output where the token came from", carry, layer, place=premises.place)
    return chain.close(chain.apply("subtract", subtract, moved, there))


def invariance_gap(premises: Layer = Layer(own_query=False)) -> Derivation:
    r"""$y(x_\pi) - y(x) = 0$ for a query that is no token.

    >>> invariance_gap().formula
    0
    >>> invariance_gap(FULL).formula == 0
    False
    """
    chain = Chain(name="invariance_gap", title="Invariance", premises=premises.sentences)
    layer = _layer(chain, premises)
    return chain.close(chain.apply("subtract", subtract, _moved(chain, layer), layer))


def pooled_gap(premises: Layer = Layer(pooled=True)) -> Derivation:
    r"""$\frac{1}{T} \sum_i (y_i(x_\pi) - y_i(x)) = 0$.

    >>> pooled_gap().formula
    0
    """
    chain = Chain(name="pooled_gap", title="Invariance of the mean output", premises=premises.sentences)
    layer = _layer(chain, premises)
    return chain.close(chain.apply("subtract", subtract, _moved(chain, layer), layer))


def last_place_gap(premises: Layer = Layer(causal=True, place=T)) -> Derivation:
    r"""The output at the last place does not see the order of the earlier ones: one causal layer.

    >>> last_place_gap().formula
    0
    """
    chain = Chain(
        name="last_place_gap",
        title="Order of the earlier tokens, seen from the last place",
        premises=(*premises.sentences, "the states below carry no mark of their place either"),
    )
    layer = _layer(chain, premises)
    moved = chain.apply("permute the earlier tokens", relabel, layer, tokens=x, fixed=T)
    moved = chain.apply("sum in the order they had", reindex, moved, count=T)
    return chain.close(chain.apply("subtract", subtract, moved, layer))


def appending_gap(premises: Layer = CAUSAL) -> Derivation:
    r"""$y_i(x_1, \ldots, x_{T+1}) - y_i(x_1, \ldots, x_T) = 0$ for $i \le T$ in causal layers.

    >>> appending_gap().formula
    0
    >>> appending_gap(FULL).formula == 0
    False
    """
    chain = Chain(name="appending_gap", title="Outputs after one token more", premises=premises.sentences)
    layer = _layer(chain, premises)
    longer = chain.apply("append a token", lengthen, layer, count=T)
    return chain.close(chain.apply("subtract", subtract, longer, layer))


@dataclass(frozen=True, kw_only=True)
class Place:
    """What acts at a place: the token there alone, or a mean over all places beside it."""

    mixes: bool = False

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        through = "the token there and the mean over all" if self.mixes else "the token there"
        return (f"the output at a place is any function of {through}",)


def position_gap(premises: Place = Place()) -> Derivation:
    r"""$F(x_i)$ with all other tokens replaced, less $F(x_i)$: the Jacobian is block diagonal.

    >>> position_gap().formula
    0
    """
    chain = Chain(name="position_gap", title="Influence of other places", premises=premises.sentences)
    seen = sp.Sum(x[j], (j, 1, T)) / T if premises.mixes else sp.Integer(0)
    own = chain.define("the output at a place", output, at_place(x[i], seen))
    other = chain.apply("replace all other tokens", elsewhere, own, tokens=x, others=z, kept=sp.Tuple(i))
    return chain.close(chain.apply("subtract", subtract, other, own))


@dataclass(frozen=True, kw_only=True)
class Message:
    """What of C reaches B: its value, its score times its value, or its share of the softmax average."""

    weighed: bool = False
    normalised: bool = False

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        over = " over the sum of all weights" if self.normalised else ""
        sent = f"its value times the score of B{over}" if self.weighed else "its value"
        return (f"what C sends is {sent}", "scores and values are any functions of tokens")


def message_gap(premises: Message = Message()) -> Derivation:
    r"""What C sends to B with all tokens but B and C replaced, less what it sent.

    >>> message_gap().formula, message_gap(Message(weighed=True)).formula
    (0, 0)
    >>> message_gap(Message(weighed=True, normalised=True)).formula == 0
    False
    """
    return _message_gap("message_gap", premises)


def linear_message_gap(premises: Message = Message(weighed=True)) -> Derivation:
    r"""The same for linear attention, $S(x_B, x_C)\, V(x_C)$: nothing of A is in it."""
    return _message_gap("linear_message_gap", premises)


@dataclass(frozen=True, kw_only=True)
class Average:
    """What weighs the values: exponentials over their sum, to this multiple of the scores."""

    sharpness: Value = one

    @property
    def output(self) -> Term:
        """The output at B, of scores s and values v."""
        return define("y", inner(softmax(self.sharpness * scores), values))


def joint_effect(premises: Average = Average()) -> Proved:
    r"""$\partial^2 y_B / \partial s_{BA} \partial v_C = -1/n^2$ at n equal scores, by the normaliser.

    A and C are the first and the second of n tokens, B one of the others.

    >>> joint_effect().formula
    -1/n**2
    """
    effect = gradient(gradient(premises.output, values)[2], scores)[1]
    found = derive(define("D", replaced(effect, scores, zero_like(scores.shape))), by=algebra)
    return proved("joint_effect", "Joint effect of A and C on B", found)


def _layer(chain: Chain, premises: Layer) -> Step:
    place, last = premises.place, premises.place if premises.causal else T
    asks = x[place] if premises.own_query else outside
    mass = sp.exp(score(asks, x[j]))
    average = sp.Sum(mass * value(x[j]), (j, 1, last)) / sp.Sum(mass, (j, 1, last))
    body = at_place(asks, average)
    read = sp.Sum(body, (place, 1, T)) / T if premises.pooled else body
    return chain.define("the layer", output, read)


def _moved(chain: Chain, layer: Step) -> Step:
    moved = chain.apply("permute the tokens", relabel, layer, tokens=x)
    return chain.apply("sum in the order they had", reindex, moved, count=T)


def _message_gap(name: str, premises: Message) -> Derivation:
    chain = Chain(name=name, title="What C sends to B", premises=premises.sentences)
    total = sp.Sum(score(x[B], x[j]), (j, 1, T)) if premises.normalised else sp.Integer(1)
    weight = score(x[B], x[C]) / total if premises.weighed else sp.Integer(1)
    sent = chain.define("what C sends", output, weight * value(x[C]))
    other = chain.apply(
        "replace all tokens but B and C", elsewhere, sent, tokens=x, others=z, kept=sp.Tuple(B, C)
    )
    return chain.close(chain.apply("subtract", subtract, other, sent))
