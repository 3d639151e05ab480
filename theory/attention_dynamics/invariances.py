r"""What the gradients of Section 3 keep: sums that vanish, a shift without effect, laws of gradient flow.

The source states none of these; each follows from its gradients and would fail with any of them. Under
gradient flow, $\dot W = -\nabla_W L$, the matrices $W_Q W_Q^\top - W_K W_K^\top$ and
$W_O^\top W_O - W_V W_V^\top$ stay; a step of size $\eta$ moves them by $\eta^2$ times what is made of
gradients alone.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from ..derivation import Derivation, proved
from ..kernel import Theorem, apply
from ..model import fixed
from ..node import Term, Value
from ..substitution import replaced
from ..tactics.rewriting import left, replaced_within, right, then
from ..terms import define, gradient, ones, outer, trace, zero_like
from .gaps import nothing_of
from .gradients import (
    by_key_matrix,
    by_keys,
    by_logits,
    by_output_matrix,
    by_query_matrix,
    by_scores,
    by_value_matrix,
    by_weights,
)
from .model import (
    HEAD,
    ROOT,
    W_K,
    W_O,
    W_Q,
    W_V,
    Head,
    T,
    alpha,
    contexts,
    d_k,
    d_v,
    eta,
    keys,
    logits,
    queries,
    scores,
    values,
    x,
)


@dataclass(frozen=True, kw_only=True)
class Flow:
    """Gradient flow of a head; `rate` is that of W_K (of W_V) over that of W_Q (of W_O)."""

    head: Head = HEAD
    rate: Value = 1


FLOW: Final = Flow()


def score_row_sum(premises: Head = HEAD) -> Derivation:
    r"""$\sum_n \partial L / \partial s_{rn} = 0$: a query's scores have no common gradient.

    >>> score_row_sum().formula
    0
    """
    slope = by_scores(premises)
    found = replaced_within(apply("written_out", term=define("gap", left(slope) @ ones(T))), [slope])
    title = "Row sums of the gradient by the scores"
    return proved("score_row_sum", title, then(found, _row_sums(premises)))


def key_gradient_sum(premises: Head = HEAD) -> Derivation:
    r"""$\sum_j \partial L / \partial k_{jo} = 0$: the keys have no common gradient.

    >>> key_gradient_sum().formula
    0
    """
    made = premises.scores(queries, keys)
    slope = replaced(right(by_scores(premises)), scores, made)
    letter = fixed("∂c", T, T)
    total = by_keys(premises)
    found = apply("written_out", term=define("gap", left(total).T @ ones(T)))
    by_rows = apply(
        "componentwise",
        left=(letter.T @ queries / ROOT).T @ ones(T),
        right=queries.T @ (letter @ ones(T)) / ROOT,
    )
    found = then(replaced_within(found, [total]), apply("instance", by_rows, symbol=letter, value=slope))
    found = replaced_within(found, [apply("instance", _row_sums(premises), symbol=scores, value=made)])
    none = apply("componentwise", left=right(found), right=zero_like((d_k,)))
    return proved("key_gradient_sum", "Sum of the gradients by the keys", then(found, none))


def value_shift(premises: Head = HEAD) -> Derivation:
    r"""$\nabla_S L$ does not change with $\sigma$ in $v_j = v^0_j + \sigma$, at given u.

    >>> value_shift().formula
    0
    """
    u, shift = fixed("u", T, d_v), fixed("sigma", d_v)
    b, weights = fixed("b", T, T), premises.weights(scores)
    slope = gradient(trace(b.T @ weights), scores)
    slope = apply("componentwise", left=slope, right=premises.advantage(scores, b))
    slopes = (
        apply("instance", slope, symbol=b, value=u @ v.T) for v in (values + outer(ones(T), shift), values)
    )
    return nothing_of(
        "value_shift",
        "The gradient by a score under a common shift of the values",
        lambda one, other: one - other,
        *slopes,
    )


def routing_balance(premises: Flow = FLOW) -> Derivation:
    r"""The rate of $W_Q W_Q^\top - W_K W_K^\top$ under gradient flow: zero.

    >>> routing_balance().formula
    0
    """

    def rate(one: Term, other: Term) -> Term:
        return _symmetric(W_Q @ one.T) - premises.rate * _symmetric(W_K @ other.T)

    return _of_routing("routing_balance", "Balance of the query and key matrices", premises, rate)


def routing_drift(premises: Flow = FLOW) -> Derivation:
    r"""What a step of size $\eta$ adds to $W_Q W_Q^\top - W_K W_K^\top$, less
    $\eta^2 (\nabla_Q \nabla_Q^\top - \nabla_K \nabla_K^\top)$: nothing.

    >>> routing_drift().formula
    0
    """

    def left_over(one: Term, other: Term) -> Term:
        return _added(W_Q, one) - _added(W_K, premises.rate * other)

    return _of_routing("routing_drift", "Drift of the query and key matrices", premises, left_over)


def output_balance(premises: Flow = FLOW) -> Derivation:
    r"""The rate of $W_O^\top W_O - W_V W_V^\top$ under gradient flow: zero.

    >>> output_balance().formula
    0
    """

    def rate(one: Term, other: Term) -> Term:
        return _symmetric(W_O.T @ one) - premises.rate * _symmetric(W_V @ other.T)

    return _of_output("output_balance", "Balance of the output and value matrices", premises, rate)


def output_drift(premises: Flow = FLOW) -> Derivation:
    r"""What a step of size $\eta$ adds to $W_O^\top W_O - W_V W_V^\top$, less
    $\eta^2 (\nabla_O^\top \nabla_O - \nabla_V \nabla_V^\top)$: nothing.

    >>> output_drift().formula
    0
    """

    def left_over(one: Term, other: Term) -> Term:
        return _added(W_O.T, one.T) - _added(W_V, premises.rate * other)

    return _of_output("output_drift", "Drift of the output and value matrices", premises, left_over)


def _added(matrix: Term, slope: Term) -> Term:
    """What M' M'^T has beyond M M^T and eta^2 G G^T, for M' = M - eta G."""
    moved = matrix - eta * slope
    return moved @ moved.T - matrix @ matrix.T - eta**2 * (slope @ slope.T)


def _of_routing(name: str, title: str, premises: Flow, whole: Callable[[Term, Term], Term]) -> Derivation:
    """What is made of the gradients by W_Q and W_K is nothing."""
    head, made = premises.head, ((queries, x @ W_Q.T), (keys, x @ W_K.T))
    slope = right(by_scores(head))
    for letter, value in ((scores, head.scores(queries, keys)), *made):
        slope = replaced(slope, letter, value)
    return nothing_of(
        name,
        title,
        whole,
        apply("instance", by_query_matrix(head), symbol=made[1][0], value=made[1][1]),
        apply("instance", by_key_matrix(head), symbol=made[0][0], value=made[0][1]),
        shared=(slope,),
    )


def _of_output(name: str, title: str, premises: Flow, whole: Callable[[Term, Term], Term]) -> Derivation:
    """What is made of the gradients by W_O and W_V is nothing."""
    head, made = premises.head, alpha @ (x @ W_V.T)
    by_made = apply("instance", by_logits(head), symbol=logits, value=head.logits(made))
    return nothing_of(
        name,
        title,
        whole,
        apply("instance", by_output_matrix(head), symbol=contexts, value=made),
        by_value_matrix(head),
        shared=(right(by_made),),
    )


def _symmetric(matrix: Term) -> Term:
    return matrix + matrix.T


def _row_sums(head: Head) -> Theorem:
    """The advantages of a query, by its weights, add up to zero; whatever its compatibilities."""
    b = fixed("b", T, T)
    none = apply("componentwise", left=head.advantage(scores, b) @ ones(T), right=zero_like((T,)))
    compatible = replaced(right(by_weights(head)), alpha, head.weights(scores))
    return apply("instance", none, symbol=b, value=compatible)
