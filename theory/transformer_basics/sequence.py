r"""What a layer of attention sees of the order and the number of tokens, for any functions of tokens.

$y_i = F(x_i, \sum_j e^{S(x_i, x_j)} V(x_j) / \sum_j e^{S(x_i, x_j)})$: S scores, V makes values (a is the
coordinate), and F holds whatever acts at one place (residual sum, normalisation, MLP). Nothing is assumed of
S, V, F, nor of what a token is; tokens may be the states that lower layers leave, so that what holds of one
layer goes through all. $\sigma$ is any permutation of the places.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from ..derivation import Derivation, proved
from ..kernel import Theorem, apply
from ..model import Index, Parameter, Size, fixed
from ..node import Term, Value, multiply, number
from ..prove import derive, prove
from ..substitution import replaced
from ..tactics import algebra, bound
from ..tactics.rewriting import itself, replaced_within, right, then
from ..terms import (
    Sum,
    any_function,
    any_permutation,
    define,
    exp,
    gradient,
    indicator,
    inner,
    softmax,
    tabulate,
    zero_like,
)

Token = Callable[[Term], Term]
"""The token at a place."""
T, _width = Size("T"), Size("d")
i, j, B, C = (Index(name, T) for name in "ijBC")
_a: Final = Index("a", _width)
x, z, score, value, at_place = map(any_function, "xzSVF")
order: Final = any_permutation("sigma")
outside: Final = Parameter("c")
_end: Final = T + 1
_count = Size("n", minimum=3)
scores, values, one = fixed("s", _count), fixed("v", _count), number(1)


@dataclass(frozen=True, kw_only=True)
class Layer:
    """Which places a query sees, where the queries come from, and what is read off: the output at each place,
    their mean, or that at a last place behind T others.
    """

    causal: bool = False
    own_query: bool = True
    pooled: bool = False
    last: bool = False

    def read(self, token: Token, place: Term = i) -> Term:
        """What is read off, of T tokens, or of these and the last one."""
        if self.pooled:
            return Sum(i, self.output(token, i)) / T
        return self.output(token, _end if self.last else place, longer=self.last)

    def output(self, token: Token, place: Term, *, longer: bool = False) -> Term:
        """The output at a place, of T tokens, or of one more."""
        own = x(_end) if self.last else token(place)
        asks = own if self.own_query else outside

        def seen(at: Term) -> Term:
            return indicator(place >= at) if self.causal and not self.last else one

        def total(factor: Callable[[Term], Term]) -> Term:
            mass = Sum(j, multiply(seen(j), exp(score(asks, token(j))), factor(token(j))))
            more = multiply(seen(_end), exp(score(asks, x(_end))), factor(x(_end)))
            return mass + more if longer else mass

        average = tabulate(_a, total(lambda y: value(y, _a)) / total(lambda _: one))
        return at_place(asks, average)


FULL: Final = Layer()
CAUSAL: Final = Layer(causal=True)


def equivariance_gap(premises: Layer = FULL) -> Derivation:
    r"""$y_i(x_\sigma) - y_{\sigma(i)}(x) = 0$: the outputs of a permuted sequence are the outputs, permuted.

    >>> equivariance_gap().formula
    0
    """
    there = define("y", premises.read(x), i)
    return _nothing("equivariance_gap", "Equivariance", _moved(premises), replaced(there, i, order(i)))


def invariance_gap(premises: Layer = Layer(own_query=False)) -> Derivation:
    r"""$y(x_\sigma) - y(x) = 0$ for a query that is no token.

    >>> invariance_gap().formula
    0
    """
    return _nothing("invariance_gap", "Invariance", _moved(premises), define("y", premises.read(x), i))


def pooled_gap(premises: Layer = Layer(pooled=True)) -> Derivation:
    r"""$\frac{1}{T} \sum_i (y_i(x_\sigma) - y_i(x)) = 0$.

    >>> pooled_gap().formula
    0
    """
    title = "Invariance of the mean output"
    return _nothing("pooled_gap", title, _moved(premises), define("y", premises.read(x)))


def last_place_gap(premises: Layer = Layer(causal=True, last=True)) -> Derivation:
    r"""The output at the last place does not see the order of the T earlier ones: one causal layer.

    The states below carry no mark of their place either.

    >>> last_place_gap().formula
    0
    """
    title = "Order of the earlier tokens, seen from the last place"
    return _nothing("last_place_gap", title, _moved(premises), define("y", premises.read(x)))


def appending_gap(premises: Layer = CAUSAL) -> Derivation:
    r"""$y_i(x_1, \ldots, x_{T+1}) - y_i(x_1, \ldots, x_T) = 0$ for $i \le T$ in causal layers.

    >>> appending_gap().formula
    0
    """
    longer, own = (define(name, premises.output(x, i, longer=name != "y"), i) for name in ("y'", "y"))
    before = then(apply("bounded", term=i, end="high"), prove(_end > T, by=bound))
    unseen = apply("indicator_of", term=indicator(i >= _end))
    unseen = replaced_within(unseen, [apply("certain", before)])
    return _nothing("appending_gap", "Outputs after one token more", longer, own, unseen)


@dataclass(frozen=True, kw_only=True)
class Place:
    """What acts at a place: the token there alone, or the mean over all places beside it."""

    mixes: bool = False

    def output(self, token: Token) -> Term:
        """The output at the place i."""
        beside = (Sum(j, token(j)) / T,) if self.mixes else ()
        return at_place(token(i), *beside)


def position_gap(premises: Place = Place()) -> Derivation:
    r"""$F(x_i)$ with all other tokens replaced, less $F(x_i)$: the Jacobian is block diagonal.

    >>> position_gap().formula
    0
    """
    changed = define("y'", premises.output(_replaced_but(i)), i)
    title = "Influence of other places"
    return _nothing("position_gap", title, changed, define("y", premises.output(x), i))


@dataclass(frozen=True, kw_only=True)
class Message:
    """What of C reaches B: its value, its score times its value, or its share of the average."""

    weighed: bool = False
    normalised: bool = False

    def sent(self, token: Token) -> Term:
        """What C sends to B."""
        weight = score(token(B), token(C)) if self.weighed else one
        total = Sum(j, score(token(B), token(j))) if self.normalised else one
        return multiply(weight, value(token(C), _a)) / total


def message_gap(premises: Message = Message()) -> Derivation:
    r"""What C sends to B with all tokens but B and C replaced, less what it sent.

    >>> message_gap().formula, message_gap(Message(weighed=True)).formula
    (0, 0)
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


def joint_effect(premises: Average = Average()) -> Derivation:
    r"""$\partial^2 y_B / \partial s_{BA} \partial v_C = -1/n^2$ at n equal scores, by the normaliser.

    A and C are the first and the second of n tokens, B one of the others.

    >>> joint_effect().formula
    -1/n**2
    """
    effect = gradient(gradient(premises.output, values)[2], scores)[1]
    found = derive(define("D", replaced(effect, scores, zero_like(scores.shape))), by=algebra)
    return proved("joint_effect", "Joint effect of A and C on B", found)


def _moved(premises: Layer) -> Term:
    """What is read off the permuted tokens."""
    own = () if premises.pooled or premises.last else (i,)
    return define("y'", premises.read(lambda place: x(order(place))), *own)


def _replaced_but(*kept: Term) -> Token:
    """Other tokens at all places but some."""

    def token(place: Term) -> Term:
        other = multiply(*(indicator(Term("ne", (place, own))) for own in kept))
        return other * z(place) + (1 - other) * x(place)

    return token


def _message_gap(name: str, premises: Message) -> Derivation:
    changed, own = (
        define(letter, premises.sent(token), B, C, _a)
        for letter, token in (("m'", _replaced_but(B, C)), ("m", x))
    )
    return _nothing(name, "What C sends to B", changed, own)


def _nothing(name: str, title: str, changed: Term, own: Term, *known: Theorem) -> Derivation:
    """What is read off after a change, less what was: nothing, by what is known."""
    found = replaced_within(itself(changed - own), [apply("written_out", term=changed), *known])
    none = then(found, apply("componentwise", left=right(found), right=number(0)))
    return proved(name, title, none)
