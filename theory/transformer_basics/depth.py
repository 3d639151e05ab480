r"""How far and how high L layers reach: positions, factors, and tokens that one output combines.

A layer of linear attention without positions, $h_i \mapsto \sum_j \langle A h_i, h_j \rangle V h_j$, is a
sum of products of three states. What is counted follows a recurrence from one layer to the next.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ..derivation import Derivation, proved
from ..model import Index, Parameter, Size
from ..node import Term, Value, number
from ..prove import derive
from ..tactics import algebra, flow
from ..tactics.steps import calculation, worked_out
from ..terms import Sum, define, iterate

L, T, i = map(Size, "LTi")
w: Final = Size("w", minimum=0)
zero, one, three = map(number, (0, 1, 3))
_reach: Final = Parameter("x")


@dataclass(frozen=True, kw_only=True)
class Stack:
    """A layer's window: how many earlier places a query sees beside its own; what each of its terms has.

    A term of a layer multiplies `factors` states, one the query's own, the rest of one place; at fixed
    weights it has `weights` of them, or none along the residual stream.
    """

    window: Value = w
    factors: Value = three
    weights: Value = one


@dataclass(frozen=True, kw_only=True)
class Mask:
    """The query at place i weighs the places 1 to `last`, its own among them; some are not counted."""

    last: Term = i
    left_out: Value = zero


STACK: Final = Stack()
CAUSAL: Final = Mask()
BESIDE: Final = Mask(left_out=1)
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
    return _counted("receptive_field", "Places seen after L layers", _reach + premises.window, 1)


def degree(premises: Stack = STACK) -> Derivation:
    """3^L factors: each state of a term is itself a term of the layer below.

    >>> degree().formula
    3**L
    """
    return _counted("degree", "Degree after L layers", premises.factors * _reach, 1)


def other_tokens(premises: Stack = STACK) -> Derivation:
    """(3^L - 1)/2 tokens beside the output's own in one term.

    The query's state brings r others; the two states of the other place that place itself, and r others each.

    >>> other_tokens().formula
    3**L/2 - 1/2
    """
    return _counted("other_tokens", "Other tokens in one term", premises.factors * _reach + 1, 0)


def frozen_order(premises: Stack = STACK) -> Derivation:
    """L factors of attention: at fixed weights a layer multiplies each term by one of its own or by none.

    >>> frozen_order().formula
    L
    """
    return _counted("frozen_order", "Attention weights in one term", _reach + premises.weights, 0)


def _seen(premises: Mask, name: str) -> Derivation:
    """One for each place with a weight."""
    count = define("N", Sum(Index("j", premises.last), 1) - premises.left_out)
    return proved(name, "Places that a place sees", derive(count, by=algebra))


def _counted(name: str, title: str, step: Term, start: int) -> Derivation:
    """What one layer makes of a count, over L layers."""
    found = calculation(define("r", iterate(step, _reach, start, L)), worked_out(flow))
    return proved(name, title, found)
