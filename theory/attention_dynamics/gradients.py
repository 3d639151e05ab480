r"""Every gradient of Section 3 for symbolic sizes and any mask (Eqs. 13-32), as matrices.

A gap is the gradient minus the printed expression, so that it is zero where the printed one is right. The
gradient is that of the cross-entropy, by the chain rule; the printed one is a formula in the weights A, the
upstream gradients U and $B = U V^\top$. The source leaves $W_O$ and the bias out; they are here.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final

from ..derivation import Derivation, proved
from ..kernel import Theorem, apply
from ..model import fixed
from ..node import number
from ..substitution import replaced
from ..tactics.gradients import pulled_back
from ..tactics.rewriting import replaced_within, right
from ..terms import Sum, gradient, ones, outer, unit
from .gaps import no_difference
from .model import (
    HEAD,
    ROOT,
    W_K,
    W_O,
    W_Q,
    W_V,
    C,
    Head,
    T,
    alpha,
    bias,
    contexts,
    d_k,
    d_v,
    d_x,
    i,
    j,
    keys,
    logits,
    n,
    predictions,
    queries,
    row,
    scores,
    targets,
    values,
    x,
)


def logit_gap(premises: Head = HEAD) -> Derivation:
    r"""$\nabla_\ell L - (P - Y)$: zero (Eq. 13).

    >>> logit_gap().formula
    0
    """
    return no_difference("logit_gap", "Gradient by a logit", by_logits(premises))


def upstream_gap(premises: Head = HEAD) -> Derivation:
    r"""$\nabla_G L - (P - Y) W_O$: zero (Eq. 14).

    >>> upstream_gap().formula
    0
    """
    return no_difference("upstream_gap", "Gradient by a context", upstream(premises))


def value_gap(premises: Head = HEAD) -> Derivation:
    r"""$\nabla_V L - A^\top U$: zero (Eq. 16).

    >>> value_gap().formula
    0
    """
    return no_difference("value_gap", "Gradient by a value", by_values(premises))


def weight_gap(premises: Head = HEAD) -> Derivation:
    r"""$\nabla_A L - U V^\top$: zero (Eq. 17).

    >>> weight_gap().formula
    0
    """
    return no_difference("weight_gap", "Gradient by an attention weight", by_weights(premises))


def jacobian_gap(premises: Head = HEAD) -> Derivation:
    r"""$\partial \alpha_{ij}/\partial s_{rn} - \delta_{ir} \alpha_{ij} (\delta_{jn} - \alpha_{in}) = 0$ (18).

    >>> jacobian_gap().formula
    0
    """
    weight = premises.weight_of
    by_score = gradient(weight(scores, i, j), scores)
    others = Sum(n, weight(scores, i, n) * unit(n))
    printed = outer(unit(i), weight(scores, i, j) * (unit(j) - others))
    found = apply("componentwise", left=by_score, right=printed)
    return no_difference("jacobian_gap", "Jacobian of the softmax", found)


def score_gap(premises: Head = HEAD) -> Derivation:
    r"""$\nabla_S L - D$: zero, $D_{ij} = \alpha_{ij} (b_{ij} - \bar b_i)$ (Eq. 23).

    >>> score_gap().formula
    0
    """
    return no_difference("score_gap", "Gradient by a score", by_scores(premises))


def query_gap(premises: Head = HEAD) -> Derivation:
    r"""$\nabla_Q L - D K/\sqrt{d_k}$: zero (Eq. 28).

    >>> query_gap().formula
    0
    """
    return no_difference("query_gap", "Gradient by a query", by_queries(premises))


def query_covariance_gap(premises: Head = HEAD) -> Derivation:
    r"""$\sqrt{d_k}$ times the gradient by a query is the covariance of b and k under $\alpha_i$ (Eq. 28).

    >>> query_covariance_gap().formula
    0
    """
    b, s = fixed("b", T, T), premises.scores(queries, keys)
    own, key = premises.weight_of(scores, i, n), row(keys, n)
    means = Sum(n, own * b[i, n]) * Sum(n, own * key)
    covariances = Sum(i, outer(unit(i), Sum(n, own * b[i, n] * key) - means))
    same = apply("componentwise", left=premises.advantage(scores, b) @ keys, right=covariances)
    compatible = replaced(right(by_weights(premises)), alpha, premises.weights(s))
    for letter, value in ((scores, s), (b, compatible)):
        same = apply("instance", same, symbol=letter, value=value)
    found = replaced_within(by_queries(premises), [same])
    return no_difference("query_covariance_gap", "Gradient by a query as a covariance", found)


def key_gap(premises: Head = HEAD) -> Derivation:
    r"""$\nabla_K L - D^\top Q/\sqrt{d_k}$: zero (Eq. 28).

    >>> key_gap().formula
    0
    """
    return no_difference("key_gap", "Gradient by a key", by_keys(premises))


def query_matrix_gap(premises: Head = HEAD) -> Derivation:
    r"""$\nabla_{W_Q} L - (D K)^\top X/\sqrt{d_k}$: zero (Eq. 29).

    >>> query_matrix_gap().formula
    0
    """
    return no_difference("query_matrix_gap", "Gradient by the query matrix", by_query_matrix(premises))


def key_matrix_gap(premises: Head = HEAD) -> Derivation:
    r"""$\nabla_{W_K} L - (D^\top Q)^\top X/\sqrt{d_k}$: zero (Eq. 30).

    >>> key_matrix_gap().formula
    0
    """
    return no_difference("key_matrix_gap", "Gradient by the key matrix", by_key_matrix(premises))


def value_matrix_gap(premises: Head = HEAD) -> Derivation:
    r"""$\nabla_{W_V} L - U^\top A X$: zero (Eq. 32).

    >>> value_matrix_gap().formula
    0
    """
    return no_difference("value_matrix_gap", "Gradient by the value matrix", by_value_matrix(premises))


def output_matrix_gap(premises: Head = HEAD) -> Derivation:
    r"""$\nabla_{W_O} L - (P - Y)^\top G$: zero; the source leaves it out.

    >>> output_matrix_gap().formula
    0
    """
    return no_difference("output_matrix_gap", "Gradient by the output matrix", by_output_matrix(premises))


def bias_gap(premises: Head = HEAD) -> Derivation:
    r"""$\nabla_b L - \sum_i (p_i - e_{y_i})$: zero; the source leaves it out.

    >>> bias_gap().formula
    0
    """
    return no_difference("bias_gap", "Gradient by the bias", by_bias(premises))


SIZES: Final = ((T, 3), (d_x, 2), (d_k, 2), (d_v, 2), (C, 2))
"""The smallest at which no sum has one term, with more positions than dimensions."""


def _at_sizes(gap: Callable[[Head], Derivation]) -> Callable[..., Derivation]:
    """The gap at these sizes."""
    name = gap.__name__.replace("_gap", "_explicit")

    def derive(premises: Head = HEAD) -> Derivation:
        general = gap(premises)
        found = general.theorem
        for size, value in SIZES:
            found = apply("instance", found, symbol=size, value=number(value))
        return proved(name, f"{general.title}, at small sizes", found)

    derive.__name__ = derive.__qualname__ = name
    derive.__doc__ = f"`{gap.__name__}` at three positions and dimensions of two."
    return derive


_GAPS: Final = (
    logit_gap, upstream_gap, value_gap, weight_gap, score_gap, query_gap, key_gap, query_matrix_gap,
    key_matrix_gap, value_matrix_gap, output_matrix_gap, bias_gap,
)  # fmt: skip
DERIVATIONS: Final = {derive.__name__: derive for derive in map(_at_sizes, _GAPS)}
"""One for each family of derivatives."""


@cache
def by_logits(head: Head) -> Theorem:
    r"""$\nabla_\ell L = P - Y$."""
    slope = predictions(logits) - targets
    return apply("componentwise", left=gradient(head.loss(logits), logits), right=slope)


@cache
def upstream(head: Head) -> Theorem:
    r"""$\nabla_G L = (P - Y) W_O$."""
    return pulled_back(by_logits(head), head.logits(contexts), contexts, lambda c: c @ W_O)


@cache
def by_values(head: Head) -> Theorem:
    r"""$\nabla_V L = A^\top U$."""
    return pulled_back(upstream(head), alpha @ values, values, lambda u: alpha.T @ u)


@cache
def by_value_matrix(head: Head) -> Theorem:
    r"""$\nabla_{W_V} L = (A^\top U)^\top X$."""
    return pulled_back(by_values(head), x @ W_V.T, W_V, lambda c: c.T @ x)


@cache
def by_output_matrix(head: Head) -> Theorem:
    r"""$\nabla_{W_O} L = (P - Y)^\top G$."""
    return pulled_back(by_logits(head), head.logits(contexts), W_O, lambda c: c.T @ contexts)


@cache
def by_weights(head: Head) -> Theorem:
    r"""$\nabla_A L = U V^\top$."""
    return pulled_back(upstream(head), alpha @ values, alpha, lambda u: u @ values.T)


@cache
def by_scores(head: Head) -> Theorem:
    r"""$\nabla_S L = D$."""
    return pulled_back(by_weights(head), head.weights(scores), scores, lambda b: head.advantage(scores, b))


@cache
def by_queries(head: Head) -> Theorem:
    r"""$\nabla_Q L = D K/\sqrt{d_k}$."""
    return pulled_back(by_scores(head), head.scores(queries, keys), queries, lambda d: d @ keys / ROOT)


@cache
def by_keys(head: Head) -> Theorem:
    r"""$\nabla_K L = D^\top Q/\sqrt{d_k}$."""
    return pulled_back(by_scores(head), head.scores(queries, keys), keys, lambda d: d.T @ queries / ROOT)


@cache
def by_query_matrix(head: Head) -> Theorem:
    r"""$\nabla_{W_Q} L = (D K)^\top X/\sqrt{d_k}$."""
    return pulled_back(by_queries(head), x @ W_Q.T, W_Q, lambda c: c.T @ x)


@cache
def by_key_matrix(head: Head) -> Theorem:
    r"""$\nabla_{W_K} L = (D^\top Q)^\top X/\sqrt{d_k}$."""
    return pulled_back(by_keys(head), x @ W_K.T, W_K, lambda c: c.T @ x)


@cache
def by_bias(head: Head) -> Theorem:
    r"""$\nabla_b L = (P - Y)^\top 1$."""
    return pulled_back(by_logits(head), head.logits(contexts), bias, lambda c: c.T @ ones(T))
