r"""What the gradients of Section 3 keep: sums that vanish, a shift without effect, laws of gradient flow.

The source states none of these; each follows from its gradients and would fail with any of them. Under
gradient flow, $\dot W = -\nabla_W L$, the matrices $W_Q W_Q^\top - W_K W_K^\top$ and
$W_O^\top W_O - W_V W_V^\top$ stay.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import sympy as sp

from ..derivation import Derivation, Step
from ..rules.components import Partial, differentiate, gather, insert
from ..rules.totals import equate, sum_out
from .gradients import (
    by_key,
    by_key_matrix,
    by_output_matrix,
    by_query_matrix,
    by_score,
    by_value_matrix,
)
from .model import (
    HEAD,
    W_K,
    W_O,
    W_Q,
    W_V,
    C,
    Gradients,
    Head,
    T,
    a,
    alpha,
    c,
    d_x,
    e,
    f,
    gap,
    h,
    i,
    j,
    k,
    loss,
    n,
    o,
    r,
    s,
    v,
)


@dataclass(frozen=True, kw_only=True)
class Flow:
    """Gradient flow of a head; `rate` is that of W_K (of W_V) over that of W_Q (of W_O)."""

    head: Head = HEAD
    rate: sp.Expr = sp.S.One

    @property
    def sentences(self) -> tuple[str, ...]:
        """What is assumed beside the head."""
        ratio = sp.latex(self.rate)
        flow = rf"each $W$ moves by $-\nabla_W L$, $W_K$ and $W_V$ ${ratio}$ times as fast as $W_Q$ and $W_O$"
        return (flow,)


FLOW: Final = Flow()
base, shift, first, second, ones = (
    sp.IndexedBase(name) for name in (r"v^{0}", r"\sigma", "G^{1}", "G^{2}", r"\Sigma")
)


def score_row_sum(premises: Head = HEAD) -> Derivation:
    r"""$\sum_n \partial L / \partial s_{rn} = 0$: a query's scores have no common gradient.

    >>> score_row_sum().formula
    0
    """
    head = Gradients.of("score_row_sum", "Row sums of the gradient by the scores", premises)
    return _vanishing_sum(head, by_score(head), s[r, n], n)


def key_gradient_sum(premises: Head = HEAD) -> Derivation:
    r"""$\sum_j \partial L / \partial k_{jo} = 0$: the keys have no common gradient.

    >>> key_gradient_sum().formula
    0
    """
    head = Gradients.of("key_gradient_sum", "Sum of the gradients by the keys", premises)
    return _vanishing_sum(head, by_key(head), k[j, o], j)


def value_shift(premises: Head = HEAD) -> Derivation:
    r"""$\partial L / \partial s_{rn}$ does not change with $\sigma$ in $v_j = v^0_j + \sigma$, at given u.

    >>> value_shift().formula
    0
    """
    head = Gradients.of("value_shift", "The gradient by a score under a common shift of the values", premises)
    derivative = by_score(head)
    values = head.chain.define("values with a common part", v[j, e], base[j, e] + shift[e])
    shifted = head.chain.define("the gradient by a score", gap, derivative.result.lhs)
    shifted = head.chain.apply("put the derivative in", insert, shifted, derivative)
    shifted = head.chain.apply("put the values in", insert, shifted, values)
    moved = head.chain.apply("differentiate by the common part", differentiate, shifted, by=shift[f])
    moved = head.chain.apply("put the weights in", insert, moved, head.definition("the weights"))
    return head.chain.close(head.chain.apply("gather the sums", gather, moved))


def routing_balance(premises: Flow = FLOW) -> Derivation:
    r"""The rate of $W_Q W_Q^\top - W_K W_K^\top$ under gradient flow: zero.

    >>> routing_balance().formula
    0
    """
    head = Gradients.of(
        "routing_balance", "Balance of the query and key matrices", premises.head, premises.sentences
    )
    score = by_score(head)
    one = _family(head, first[c, a], by_query_matrix(head, score))
    other = _family(head, second[c, a], by_key_matrix(head, score))

    def flow(W: sp.IndexedBase, G: sp.IndexedBase) -> sp.Expr:
        return sp.Sum(W[c, a] * G[o, a] + G[c, a] * W[o, a], (a, 1, d_x))

    rate = head.chain.define(
        "the rate, up to sign", gap, flow(W_Q, first) - premises.rate * flow(W_K, second)
    )
    parts = (one, other, head.definition("the queries"), head.definition("the keys"))
    return _rate(head, rate, parts)


def output_balance(premises: Flow = FLOW) -> Derivation:
    r"""The rate of $W_O^\top W_O - W_V W_V^\top$ under gradient flow: zero.

    >>> output_balance().formula
    0
    """
    head = Gradients.of(
        "output_balance", "Balance of the output and value matrices", premises.head, premises.sentences
    )
    one = _family(head, first[h, f], by_output_matrix(head))
    other = _family(head, second[e, a], by_value_matrix(head))
    outer = sp.Sum(W_O[h, e] * first[h, f] + first[h, e] * W_O[h, f], (h, 1, C))
    inner = sp.Sum(W_V[e, a] * second[f, a] + second[e, a] * W_V[f, a], (a, 1, d_x))
    rate = head.chain.define("the rate, up to sign", gap, outer - premises.rate * inner)
    names = ("the contexts", "the upstream gradient", "the values")
    return _rate(head, rate, (one, other, *(head.definition(label) for label in names)))


def weight_sum(head: Gradients) -> Step:
    r"""Steps to $\sum_n \alpha_{in} = 1$."""
    weights = head.definition("the weights")
    total = head.chain.define("the sum of a query's weights", ones[i], sp.Sum(alpha[i, n], (n, 1, T)))
    one = head.chain.apply("put the weights in", insert, total, weights)
    one = head.chain.apply("gather the sum", gather, one)
    return head.chain.apply("the sum and its value", equate, total, one)


def _vanishing_sum(head: Gradients, derivative: Step, component: sp.Indexed, index: sp.Symbol) -> Derivation:
    total = head.chain.define("their sum", gap, sp.Sum(Partial(loss, component), (index, 1, T)))
    total = head.chain.apply("put the derivative in", insert, total, derivative)
    total = head.chain.apply("gather the sums", gather, total)
    return head.chain.close(head.chain.apply("the weights sum to one", sum_out, total, weight_sum(head)))


def _family(head: Gradients, name: sp.Indexed, derivative: Step) -> Step:
    """The derivative at every index, under a name of its own."""
    family = head.chain.define("a name for the gradient", name, derivative.result.lhs)
    return head.chain.apply("put the derivative in", insert, family, derivative)


def _rate(head: Gradients, rate: Step, parts: tuple[Step, ...]) -> Derivation:
    for part in parts:
        rate = head.chain.apply("put a definition in", insert, rate, part)
    return head.chain.close(head.chain.apply("gather the sums", gather, rate))
