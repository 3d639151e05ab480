r"""Higher-order conditioning: L layers chained without clean-up (S5).

Layer l stores $v^{l-1}_j \to v^l_j$ for all n items and is queried with the output of layer l-1; the first
query is an exact key. Every $v^l_j$ is drawn afresh. The error is that of the last output against
$v^L_i$; it compounds, and is linear in L only as far as $L (n-1)/d_k$ is small.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

import sympy as sp

from ..derivation import Chain, Derivation, Step
from ..notation import H, L, d_k, n
from ..rules.asymptotics import growth
from ..rules.gram import averaged_gain, mean_kept, squared_distance, symmetric_gain
from ..rules.inequalities import bernoulli
from ..rules.points import Point, against
from ..rules.recurrences import linear_recurrence
from .model import UNIT_VECTORS, Premises
from .moments import mean_noise_power
from .walk import noise_moment, walk_points

_layer = sp.Symbol("l", integer=True, nonnegative=True)
_ROUTE: Final = "the mean square of every item's coefficient, layer by layer"


@dataclass(frozen=True, kw_only=True)
class Stack:
    """A chain of layers; each of `heads` heads has codes of its own and their outputs are averaged."""

    memory: Premises = field(default_factory=lambda: UNIT_VECTORS)
    heads: sp.Expr = sp.S.One
    layers: sp.Symbol = L

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        return (
            self.memory.key_law.describe("the codes $v^l_j$"),
            "layer $l$ stores $v^{l-1}_j$ with $v^l_j$ and is queried with the raw output of layer $l-1$",
            "the first query is an exact key",
            f"the outputs of ${sp.latex(self.heads)}$ independent heads are averaged",
        )


STACK: Final = Stack()
"""One head in every layer."""

HEADS: Final = Stack(heads=H)
"""H averaged heads in every layer."""


def depth_error(premises: Stack = STACK) -> Derivation:
    r"""$\mathbb{E} |o^L - v^L_i|^2 = (1 + (n-1)/d_k)^L - 1$ for the chain without clean-up (S5)."""
    return _depth_error(premises, "depth_error", "Mean square error after L layers")


def depth_error_heads(premises: Stack = HEADS) -> Derivation:
    r"""$\mathbb{E} |o^L - v^L_i|^2 = (1 + (n-1)/(d_k H))^L - 1$ with H averaged heads (S5)."""
    return _depth_error(premises, "depth_error_heads", "Mean square error after L layers of averaged heads")


def depth_error_linear(premises: Stack = STACK) -> Derivation:
    r"""$\mathbb{E} |o^L - v^L_i|^2 \ge L (n-1)/d_k$: linear in L only as a lower bound (S5).

    >>> depth_error_linear().formula
    L*(n - 1)/d_k
    """
    title = "Linear lower bound on the error after L layers"
    chain = Chain(name="depth_error_linear", title=title, premises=premises.sentences)
    bound = chain.apply("keep the linear term", bernoulli, _error(chain, premises), count=premises.layers)
    grown = chain.apply("read off the exponents", growth, bound, variables=(premises.layers, n, d_k))

    def linear(point: Point) -> Fraction:
        one = _coefficients(premises, {**point, premises.layers: sp.Integer(1)})
        return int(point[premises.layers]) * one

    return chain.close(bound, growth=grown, checks=(against(linear, _points(), "L times one layer's error"),))


def _depth_error(premises: Stack, name: str, title: str) -> Derivation:
    chain = Chain(name=name, title=title, premises=premises.sentences)
    error = _error(chain, premises)
    grown = chain.apply("read off the exponent at fixed L", growth, error, variables=(d_k,))

    def route(point: Point) -> Fraction:
        return _coefficients(premises, point)

    return chain.close(error, growth=grown, checks=(against(route, _points(), _ROUTE),))


def _error(chain: Chain, premises: Stack) -> Step:
    """Steps to the mean square error after L layers."""
    law = premises.memory.key_law
    alone = Premises(key_law=law, value_law=premises.memory.value_law, own_term=True)
    power = mean_noise_power(chain, alone)
    named = {"law": law, "index": _layer}
    if premises.heads == 1:
        gain = chain.apply("one layer multiplies the mean power", symmetric_gain, power, name="x", **named)
    else:
        gain = chain.apply(
            "one layer multiplies the mean power",
            averaged_gain,
            power,
            heads=premises.heads,
            name="x",
            **named,
        )
    kept = chain.apply("one layer keeps the mean", mean_kept, power, name="y", **named)
    powers = _run(chain, gain, premises, "the first query is exact: its power is one")
    means = _run(chain, kept, premises, "the first query is exact: its mean is one")
    return chain.apply("subtract the target", squared_distance, powers, means)


def _run(chain: Chain, step: Step, premises: Stack, label: str) -> Step:
    start = chain.define(label, step.result.lhs.func(0), sp.Integer(1))
    return chain.apply("run through the layers", linear_recurrence, step, start, count=premises.layers)


def _coefficients(premises: Stack, point: Point) -> Fraction:
    """The error from the mean square coefficient of every item, propagated layer by layer."""
    items, layers = int(point[n]), int(point[premises.layers])
    heads = Fraction(str(premises.heads.subs(point)))
    alone = Premises(key_law=premises.memory.key_law, own_term=True)
    own = noise_moment(alone, 1, {**point, n: sp.Integer(1)})
    other = noise_moment(Premises(key_law=premises.memory.key_law), 1, {**point, n: sp.Integer(2)})
    same, mixed = 1 + (own - 1) / heads, other / heads
    squares = [Fraction(1)] + [Fraction(0)] * (items - 1)
    for _ in range(layers):
        whole = sum(squares)
        squares = [same * square + mixed * (whole - square) for square in squares]
    return sum(squares) - 1


def _points() -> list[dict[sp.Symbol, sp.Rational]]:
    return [
        {**point, L: sp.Integer(k), H: sp.Integer(k + 1)} for k, point in enumerate(walk_points(), start=2)
    ]
