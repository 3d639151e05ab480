r"""Every gradient of Section 3, entry by entry, for symbolic sizes and any mask (Eqs. 13-32).

A gap is the derivative minus the printed expression, so that it is zero where the printed one is right. The
derivative is that of the cross-entropy, by the chain rule; the printed one is a formula in $\alpha$, u, b and
the letters of the head. The source leaves $W_O$ and the bias out; they are here.
"""

from __future__ import annotations

import sympy as sp

from ..derivation import Derivation, Step
from ..notation import d_k, d_v
from ..rules.components import differentiate
from ..rules.naming import attention, name_weights
from .model import (
    HEAD,
    ROOT,
    W_K,
    W_O,
    W_Q,
    W_V,
    C,
    Gradients,
    Head,
    T,
    Y,
    a,
    alpha,
    b,
    bias,
    by_logit,
    c,
    d_x,
    e,
    f,
    g,
    h,
    i,
    j,
    k,
    logit,
    m,
    mean,
    n,
    o,
    p,
    q,
    r,
    s,
    u,
    upstream,
    v,
    x,
    z,
)


def logit_gap(premises: Head = HEAD) -> Derivation:
    r"""$\partial L / \partial \ell_{iz} - (p_{iz} - Y_{iz})$: zero (Eq. 13).

    >>> logit_gap().formula
    0
    """
    head = Gradients.of("logit_gap", "Gradient by a logit", premises)
    return head.chain.close(head.gap(by_logit(head), p[i, z] - Y[i, z]))


def upstream_gap(premises: Head = HEAD) -> Derivation:
    r"""$\partial L / \partial g_{re} - \sum_z W^O_{ze} (p_{rz} - Y_{rz})$: zero (Eq. 14).

    >>> upstream_gap().formula
    0
    """
    head = Gradients.of("upstream_gap", "Gradient by a context", premises)
    by_context, printed = upstream(head)
    return head.chain.close(head.gap(by_context, printed.result.lhs, printed))


def value_gap(premises: Head = HEAD) -> Derivation:
    r"""$\partial L / \partial v_{jf} - \sum_r \alpha_{rj} u_{rf}$: zero (Eq. 16).

    >>> value_gap().formula
    0
    """
    head = Gradients.of("value_gap", "Gradient by a value", premises)
    return head.chain.close(head.gap(_by_value(head), sp.Sum(alpha[r, j] * u[r, f], (r, 1, T))))


def weight_gap(premises: Head = HEAD) -> Derivation:
    r"""$\partial L / \partial \alpha_{ij} - \sum_e u_{ie} v_{je}$: zero (Eq. 17).

    >>> weight_gap().formula
    0
    """
    head = Gradients.of("weight_gap", "Gradient by an attention weight", premises)
    return head.chain.close(head.gap(_by_weight(head), b[i, j], _compatibility(head)))


def jacobian_gap(premises: Head = HEAD) -> Derivation:
    r"""$\partial \alpha_{ij}/\partial s_{rn} - \delta_{ir} \alpha_{ij} (\delta_{jn} - \alpha_{in}) = 0$ (18).

    >>> jacobian_gap().formula
    0
    """
    head = Gradients.of("jacobian_gap", "Jacobian of the softmax", premises)
    family = _weights(head)
    slope = head.chain.apply("differentiate by a score", differentiate, family, by=s[r, n])
    slope = head.chain.apply("recognise the weights", name_weights, slope, family)
    delta = sp.KroneckerDelta
    return head.chain.close(head.gap(slope, delta(i, r) * alpha[i, j] * (delta(j, n) - alpha[i, n])))


def score_gap(premises: Head = HEAD) -> Derivation:
    r"""$\partial L / \partial s_{rn} - \alpha_{rn} (b_{rn} - \bar b_r)$: zero (Eq. 23).

    >>> score_gap().formula
    0
    """
    head = Gradients.of("score_gap", "Gradient by a score", premises)
    return head.chain.close(head.gap(by_score(head), advantage(r, n), *_means(head)))


def query_gap(premises: Head = HEAD) -> Derivation:
    r"""$\partial L/\partial q_{io} - \sum_n \alpha_{in} (b_{in} - \bar b_i) k_{no}/\sqrt{d_k} = 0$ (Eq. 28).

    >>> query_gap().formula
    0
    """
    head = Gradients.of("query_gap", "Gradient by a query", premises)
    printed = sp.Sum(advantage(i, n) * k[n, o], (n, 1, T)) / ROOT
    return head.chain.close(head.gap(_by_query(head), printed, *_means(head)))


def query_covariance_gap(premises: Head = HEAD) -> Derivation:
    r"""$\sqrt{d_k}$ times the gradient by a query is the covariance of b and k under $\alpha_i$ (Eq. 28).

    >>> query_covariance_gap().formula
    0
    """
    head = Gradients.of("query_covariance_gap", "Gradient by a query as a covariance", premises)
    joint = sp.Sum(alpha[i, n] * b[i, n] * k[n, o], (n, 1, T))
    means = (sp.Sum(alpha[i, n] * part, (n, 1, T)) for part in (b[i, n], k[n, o]))
    printed = (joint - sp.Mul(*means)) / ROOT
    return head.chain.close(head.gap(_by_query(head), printed, _compatibility(head)))


def key_gap(premises: Head = HEAD) -> Derivation:
    r"""$\partial L/\partial k_{jo} - \sum_i \alpha_{ij} (b_{ij} - \bar b_i) q_{io}/\sqrt{d_k} = 0$ (Eq. 28).

    >>> key_gap().formula
    0
    """
    head = Gradients.of("key_gap", "Gradient by a key", premises)
    printed = sp.Sum(advantage(i, j) * q[i, o], (i, 1, T)) / ROOT
    return head.chain.close(head.gap(by_key(head), printed, *_means(head)))


def query_matrix_gap(premises: Head = HEAD) -> Derivation:
    r"""$\nabla_{W_Q} L - \sum_i (\partial L / \partial q_i) x_i^\top$ with Eq. (28) put in: zero (Eq. 29).

    >>> query_matrix_gap().formula
    0
    """
    head = Gradients.of("query_matrix_gap", "Gradient by the query matrix", premises)
    derivative = by_query_matrix(head)
    by_query = sp.Sum(advantage(i, n) * k[n, c], (n, 1, T)) / ROOT
    return head.chain.close(head.gap(derivative, sp.Sum(by_query * x[i, a], (i, 1, T)), *_means(head)))


def key_matrix_gap(premises: Head = HEAD) -> Derivation:
    r"""$\nabla_{W_K} L - \sum_j (\partial L / \partial k_j) x_j^\top$ with Eq. (28) put in: zero (Eq. 30).

    >>> key_matrix_gap().formula
    0
    """
    head = Gradients.of("key_matrix_gap", "Gradient by the key matrix", premises)
    derivative = by_key_matrix(head)
    by_key = sp.Sum(advantage(i, j) * q[i, c], (i, 1, T)) / ROOT
    return head.chain.close(head.gap(derivative, sp.Sum(by_key * x[j, a], (j, 1, T)), *_means(head)))


def value_matrix_gap(premises: Head = HEAD) -> Derivation:
    r"""$\nabla_{W_V} L - U A X^\top = 0$ (32), $U_{ei} = u_{ie}$, $A_{ij} = \alpha_{ij}$, $X_{aj} = x_{ja}$.

    >>> value_matrix_gap().formula
    0
    """
    head = Gradients.of("value_matrix_gap", "Gradient by the value matrix", premises)
    derivative = by_value_matrix(head)
    product = sp.Sum(u[i, e] * alpha[i, j] * x[j, a], (i, 1, T), (j, 1, T))
    return head.chain.close(head.gap(derivative, product))


def output_matrix_gap(premises: Head = HEAD) -> Derivation:
    r"""$\nabla_{W_O} L - \sum_i (p_i - e_{y_i}) g_i^\top$: zero; the source leaves it out.

    >>> output_matrix_gap().formula
    0
    """
    head = Gradients.of("output_matrix_gap", "Gradient by the output matrix", premises)
    printed = sp.Sum((p[i, h] - Y[i, h]) * g[i, f], (i, 1, T))
    return head.chain.close(head.gap(by_output_matrix(head), printed))


def bias_gap(premises: Head = HEAD) -> Derivation:
    r"""$\nabla_b L - \sum_i (p_i - e_{y_i})$: zero; the source leaves it out.

    >>> bias_gap().formula
    0
    """
    head = Gradients.of("bias_gap", "Gradient by the bias", premises)
    outer = by_logit(head)
    derivative = head.through("the logits", outer, _logits(head), bias[h], (T, C))
    return head.chain.close(head.gap(derivative, sp.Sum(p[i, h] - Y[i, h], (i, 1, T))))


def advantage(query: sp.Symbol, position: sp.Symbol) -> sp.Expr:
    r"""$\alpha_{ij} (b_{ij} - \bar b_i)$, the right side of Eq. (23)."""
    return alpha[query, position] * (b[query, position] - mean[query])


def by_score(head: Gradients) -> Step:
    r"""Steps to $\partial L / \partial s_{rn}$."""
    return head.through("the weights", _by_weight(head), _weights(head), s[r, n], (T, T))


def by_key(head: Gradients, score: Step | None = None) -> Step:
    r"""Steps to $\partial L / \partial k_{jo}$."""
    outer = score or by_score(head)
    return head.through("the scores", outer, _scores(head), k[j, o], (T, T))


def by_query_matrix(head: Gradients, score: Step | None = None) -> Step:
    r"""Steps to $\partial L / \partial W^Q_{ca}$, from the gradient by a score if that is at hand."""
    outer = _by_query(head, score)
    queries = head.define("the queries", q[i, o], sp.Sum(W_Q[o, a] * x[i, a], (a, 1, d_x)))
    return head.through("the queries", outer, queries, W_Q[c, a], (T, d_k))


def by_key_matrix(head: Gradients, score: Step | None = None) -> Step:
    r"""Steps to $\partial L / \partial W^K_{ca}$, from the gradient by a score if that is at hand."""
    outer = by_key(head, score)
    keys = head.define("the keys", k[j, o], sp.Sum(W_K[o, a] * x[j, a], (a, 1, d_x)))
    return head.through("the keys", outer, keys, W_K[c, a], (T, d_k))


def by_value_matrix(head: Gradients) -> Step:
    r"""Steps to $\partial L / \partial W^V_{ea}$."""
    outer = _by_value(head)
    values = head.define("the values", v[j, f], sp.Sum(W_V[f, a] * x[j, a], (a, 1, d_x)))
    return head.through("the values", outer, values, W_V[e, a], (T, d_v))


def by_output_matrix(head: Gradients) -> Step:
    r"""Steps to $\partial L / \partial W^O_{hf}$."""
    outer = by_logit(head)
    return head.through("the logits", outer, _logits(head), W_O[h, f], (T, C))


def _by_value(head: Gradients) -> Step:
    outer, _ = upstream(head)
    return head.through("the contexts", outer, _contexts(head), v[j, f], (T, d_v))


def _by_weight(head: Gradients) -> Step:
    outer, _ = upstream(head)
    return head.through("the contexts", outer, _contexts(head), alpha[i, j], (T, d_v))


def _by_query(head: Gradients, score: Step | None = None) -> Step:
    outer = score or by_score(head)
    return head.through("the scores", outer, _scores(head), q[i, o], (T, T))


def _logits(head: Gradients) -> Step:
    return head.define("the logits", logit[i, z], sp.Sum(W_O[z, e] * g[i, e], (e, 1, d_v)) + bias[z])


def _contexts(head: Gradients) -> Step:
    return head.define("the contexts", g[r, e], sp.Sum(alpha[r, n] * v[n, e], (n, 1, T)))


def _weights(head: Gradients) -> Step:
    softmax = attention(alpha, s, m, (i, j), T, head.premises.factor, head.premises.sink)
    return head.define("the weights", softmax.lhs, softmax.rhs)


def _scores(head: Gradients) -> Step:
    product = sp.Sum(q[r, c] * k[n, c], (c, 1, d_k))
    return head.define("the scores", s[r, n], product / head.premises.divisor)


def _compatibility(head: Gradients) -> Step:
    return head.chain.define("the compatibility", b[i, j], sp.Sum(u[i, e] * v[j, e], (e, 1, d_v)))


def _means(head: Gradients) -> tuple[Step, Step]:
    """The mean compatibility of a query, and the compatibility: put in, in this order."""
    average = sp.Sum(alpha[i, j] * b[i, j], (j, 1, T))
    return head.chain.define("its mean under the weights", mean[i], average), _compatibility(head)
