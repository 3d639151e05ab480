r"""What larger steps for one matrix are, where routing rests, and the least loss (Sections 5.3 and 7.2).

A head that multiplies its values by $\sqrt c$ and holds $W' = W_V/\sqrt c$ computes what a head with $W_V$
does. The loss depends on $W'$ through $W_V$ alone, so that the chain rule says how its steps move $W_V$.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import sympy as sp

from ..derivation import Chain, Derivation, Step
from ..notation import d_k, d_v, eta, symbol
from ..rules.components import gather, insert
from ..rules.totals import sum_out
from ..rules.weighted_means import log_of_mean
from .gradients import by_key_matrix, by_output_matrix, by_query_matrix, by_value_matrix
from .model import (
    HEAD,
    W_K,
    W_O,
    W_Q,
    W_V,
    C,
    Gradients,
    Head,
    a,
    c,
    d_x,
    e,
    f,
    gap,
    h,
    j,
    k,
    n,
    o,
    q,
    w,
    x,
    z,
)

factor: Final = symbol("c")
ROOT_OF_FACTOR: Final = sp.sqrt(factor)
own: Final = sp.IndexedBase("W'")
slope: Final = sp.IndexedBase(r"\nabla")
D: Final = sp.Symbol("D", real=True)
law, model, odds = (sp.IndexedBase(name) for name in ("q", "r", r"\rho"))


@dataclass(frozen=True, kw_only=True)
class Rescaled:
    """By what the held matrix is multiplied in the head, and the factor on the other head's step."""

    inside: sp.Expr = ROOT_OF_FACTOR
    step: sp.Expr = factor
    head: Head = HEAD

    @property
    def sentences(self) -> tuple[str, ...]:
        """What is assumed beside the head."""
        return (
            rf"one head holds $W' = W/{sp.latex(self.inside)}$, and its step size is $\eta$",
            rf"the other holds $W$, with a step size of ${sp.latex(self.step)}\, \eta$",
        )


RESCALED: Final = Rescaled()


@dataclass(frozen=True, kw_only=True)
class Prediction:
    """What the predicted probabilities of the next symbol add up to."""

    total: sp.Expr = sp.S.One

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        return (
            "$q$ is the law of the next symbol given all that is known, $r$ any prediction",
            rf"$\sum_z q_z = 1$, $\sum_z r_z = {sp.latex(self.total)}$",
            r"the loss is $-\log$ of the probability that a prediction gives the next symbol",
        )


PREDICTION: Final = Prediction()


def rescaled_values(premises: Rescaled = RESCALED) -> Derivation:
    r"""A step of $\eta$ on $W' = W_V/\sqrt c$ moves $W_V$ as one of $c\, \eta$ does: the gap, 0 (S8).

    >>> rescaled_values().formula
    0
    """
    head = _begun("rescaled_values", premises)
    return _moves(head, by_value_matrix(head), W_V[e, a], (d_v, d_x), premises)


def rescaled_outputs(premises: Rescaled = RESCALED) -> Derivation:
    r"""The same of $W_O$.

    >>> rescaled_outputs().formula
    0
    """
    head = _begun("rescaled_outputs", premises)
    return _moves(head, by_output_matrix(head), W_O[h, f], (C, d_v), premises)


def rescaled_queries(premises: Rescaled = RESCALED) -> Derivation:
    r"""The same of $W_Q$.

    >>> rescaled_queries().formula
    0
    """
    head = _begun("rescaled_queries", premises)
    return _moves(head, by_query_matrix(head), W_Q[c, a], (d_k, d_x), premises)


def routing_at_rest(premises: Head = HEAD) -> Derivation:
    r"""$\partial L / \partial W^Q_{ca} = 0$ where $W_K = 0$: equal weights are a rest point of training (S8).

    >>> routing_at_rest().formula
    0
    """
    head = Gradients.of("routing_at_rest", "Routing without keys", premises)
    return _at_zero(head, by_query_matrix(head), k[j, o], W_K)


def keys_at_rest(premises: Head = HEAD) -> Derivation:
    r"""$\partial L / \partial W^K_{ca} = 0$ where $W_Q = 0$ (S8).

    >>> keys_at_rest().formula
    0
    """
    head = Gradients.of("keys_at_rest", "Routing without queries", premises)
    return _at_zero(head, by_key_matrix(head), q[j, o], W_Q)


def least_loss(premises: Prediction = PREDICTION) -> Derivation:
    r"""$-\sum_z q_z \log(r_z/q_z) \ge 0$: no prediction has a smaller mean loss than the law itself (S7).

    >>> least_loss().formula
    0
    """
    title = "Excess of a prediction's loss over the least"
    chain = Chain(name="least_loss", title=title, premises=premises.sentences)
    limit = (z, 1, C)
    all_of_it = chain.define("the law is one", sp.Sum(law[z], limit), sp.S.One)
    predicted = chain.define("so is the prediction", sp.Sum(model[z], limit), premises.total)
    ratio = chain.define("prediction over law", odds[z], model[z] / law[z])
    excess = chain.define("mean loss less that of the law", D, -sp.Sum(law[z] * sp.log(odds[z]), limit))
    bound = chain.apply("the logarithm is concave", log_of_mean, excess, all_of_it)
    bound = chain.apply("put the ratio in", insert, bound, ratio)
    return chain.close(chain.apply("add it up", sum_out, bound, predicted))


def _begun(name: str, premises: Rescaled) -> Gradients:
    title = "Larger steps as other units"
    return Gradients.of(name, title, premises.head, premises.sentences)


def _moves(
    head: Gradients, outer: Step, entry: sp.Indexed, count: tuple[sp.Symbol, ...], premises: Rescaled
) -> Derivation:
    """How the step on the held matrix moves the whole one, minus the direct step."""
    one, two = entry.indices
    family = head.define("the matrix in the head", entry, premises.inside * own[one, two])
    held = head.through("the matrix in the head", outer, family, own[w, n], count)
    direct = head.chain.define("the gradient by the matrix", slope[one, two], outer.result.lhs)
    direct = head.chain.apply("put the derivative in", insert, direct, outer)
    difference = -premises.inside * eta * held.result.lhs + premises.step * eta * slope[w, n]
    rest = head.chain.define("the move through the held matrix, less the direct one", gap, difference)
    for step in (held, direct):
        rest = head.chain.apply("put in", insert, rest, step)
    return head.chain.close(head.chain.apply("gather the sums", gather, rest))


def _at_zero(head: Gradients, derivative: Step, vector: sp.Indexed, matrix: sp.IndexedBase) -> Derivation:
    """The derivative with the vectors that a matrix makes put in, where that matrix is zero."""
    made = head.chain.define(
        "the vectors", vector, sp.Sum(matrix[o, a] * x[vector.indices[0], a], (a, 1, d_x))
    )
    zero = head.chain.define("the matrix that makes them is zero", matrix[o, a], sp.S.Zero)
    rest = head.chain.define("the gradient", gap, derivative.result.lhs)
    for step in (derivative, made, zero):
        rest = head.chain.apply("put in", insert, rest, step)
    return head.chain.close(head.chain.apply("gather the sums", gather, rest))
