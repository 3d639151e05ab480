"""The gradients of Section 3 once more, without the index calculus: entry by entry at small sizes.

Each number of the forward pass carries its derivative by one entry, in exact arithmetic. Masks are letters as
well, so that full and causal sequences are one case.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import sympy as sp

from ..derivation import Chain, Derivation
from ..notation import d_k, d_v
from ..rules.explicit import Sizes, explicit_gap
from ..rules.naming import attention
from .gradients import advantage
from .model import (
    HEAD,
    ROOT,
    W_K,
    W_O,
    W_Q,
    W_V,
    C,
    G,
    Head,
    T,
    Y,
    a,
    alpha,
    b,
    bias,
    c,
    d_x,
    e,
    g,
    i,
    j,
    k,
    logit,
    loss,
    m,
    mean,
    n,
    p,
    q,
    s,
    u,
    v,
    w,
    x,
    z,
)

SIZES: Final[Sizes] = ((T, 3), (d_x, 2), (d_k, 2), (d_v, 2), (C, 2))
"""The smallest at which no sum has one term, with more positions than dimensions."""


def _definitions(premises: Head) -> dict[sp.IndexedBase, sp.Eq]:
    """The forward pass (Eqs. 1-8) and the quantities of Eqs. (10)-(12), by their letters."""
    competitor = sp.Sum(sp.exp(logit[i, w]), (w, 1, C))
    softmax = attention(alpha, s, m, (i, j), T, premises.factor, premises.sink)
    facts = (
        (q[i, c], sp.Sum(W_Q[c, a] * x[i, a], (a, 1, d_x))),
        (k[j, c], sp.Sum(W_K[c, a] * x[j, a], (a, 1, d_x))),
        (v[j, e], sp.Sum(W_V[e, a] * x[j, a], (a, 1, d_x))),
        (s[i, j], sp.Sum(q[i, c] * k[j, c], (c, 1, d_k)) / premises.divisor),
        (softmax.lhs, softmax.rhs),
        (g[i, e], sp.Sum(alpha[i, j] * v[j, e], (j, 1, T))),
        (logit[i, z], sp.Sum(W_O[z, e] * g[i, e], (e, 1, d_v)) + bias[z]),
        (p[i, z], sp.exp(logit[i, z]) / competitor),
        (u[i, e], sp.Sum(W_O[z, e] * (p[i, z] - Y[i, z]), (z, 1, C))),
        (b[i, j], sp.Sum(u[i, e] * v[j, e], (e, 1, d_v))),
        (mean[i], sp.Sum(alpha[i, j] * b[i, j], (j, 1, T))),
    )
    return {left.base: sp.Eq(left, right, evaluate=False) for left, right in facts}


@dataclass(frozen=True, kw_only=True)
class _Family:
    """A family of derivatives: its title, the component, the number of entries, and the printed formula.

    `free` are letters that are parameters here, whatever they are made of in the head.
    """

    title: str
    by: sp.Indexed
    count: tuple[sp.Symbol, ...]
    printed: sp.Expr
    free: tuple[sp.IndexedBase, ...] = ()


_BY_QUERY: Final = sp.Sum(advantage(i, n) * k[n, c], (n, 1, T)) / ROOT
_BY_KEY: Final = sp.Sum(advantage(i, j) * q[i, c], (i, 1, T)) / ROOT
_ROUTED: Final = (q, k, v)
_FAMILIES: Final = {
    "logit": _Family(
        title="Gradient by a logit", by=logit[i, z], count=(T, C), printed=p[i, z] - Y[i, z], free=(logit,)
    ),
    "upstream": _Family(
        title="Gradient by a context",
        by=g[i, e],
        count=(T, d_v),
        printed=sp.Sum(W_O[z, e] * (p[i, z] - Y[i, z]), (z, 1, C)),
        free=(g,),
    ),
    "value": _Family(
        title="Gradient by a value",
        by=v[j, e],
        count=(T, d_v),
        printed=sp.Sum(alpha[i, j] * u[i, e], (i, 1, T)),
        free=(v, s),
    ),
    "weight": _Family(
        title="Gradient by a weight", by=alpha[i, j], count=(T, T), printed=b[i, j], free=(alpha, v)
    ),
    "score": _Family(
        title="Gradient by a score", by=s[i, j], count=(T, T), printed=advantage(i, j), free=(s, v)
    ),
    "query": _Family(
        title="Gradient by a query", by=q[i, c], count=(T, d_k), printed=_BY_QUERY, free=_ROUTED
    ),
    "key": _Family(title="Gradient by a key", by=k[j, c], count=(T, d_k), printed=_BY_KEY, free=_ROUTED),
    "query_matrix": _Family(
        title="Gradient by the query matrix",
        by=W_Q[c, a],
        count=(d_k, d_x),
        printed=sp.Sum(_BY_QUERY * x[i, a], (i, 1, T)),
        free=(k, v),
    ),
    "key_matrix": _Family(
        title="Gradient by the key matrix",
        by=W_K[c, a],
        count=(d_k, d_x),
        printed=sp.Sum(_BY_KEY * x[j, a], (j, 1, T)),
        free=(q, v),
    ),
    "value_matrix": _Family(
        title="Gradient by the value matrix",
        by=W_V[e, a],
        count=(d_v, d_x),
        printed=sp.Sum(u[i, e] * alpha[i, j] * x[j, a], (i, 1, T), (j, 1, T)),
        free=(s,),
    ),
    "output_matrix": _Family(
        title="Gradient by the output matrix",
        by=W_O[z, e],
        count=(C, d_v),
        printed=sp.Sum((p[i, z] - Y[i, z]) * g[i, e], (i, 1, T)),
        free=(alpha, v),
    ),
    "bias": _Family(
        title="Gradient by the bias",
        by=bias[z],
        count=(C,),
        printed=sp.Sum(p[i, z] - Y[i, z], (i, 1, T)),
        free=(g,),
    ),
}


def _explicit(name: str, premises: Head = HEAD) -> Derivation:
    """The number of entries of one family at which printed and derived differ."""
    family = _FAMILIES[name]
    title = f"{family.title}, entry by entry"
    chain = Chain(name=f"{name}_explicit", title=title, premises=premises.sentences)
    facts = [fact for base, fact in _definitions(premises).items() if base not in family.free]
    steps = [chain.define(f"${sp.latex(fact.lhs)}$", fact.lhs, fact.rhs) for fact in facts]
    competitor = sp.log(sp.Sum(sp.exp(logit[i, w]), (w, 1, C)))
    own = sp.Sum(Y[i, z] * logit[i, z], (z, 1, C))
    total = chain.define("the loss", loss, premises.weight * sp.Sum(competitor - own, (i, 1, T)))
    claim = chain.define("the printed gradient", G[family.by.indices], family.printed)
    options = {"by": family.by, "count": family.count, "sizes": SIZES}
    return chain.close(
        chain.apply("differentiate by every entry", explicit_gap, total, claim, *steps, **options)
    )


def _named(name: str) -> Callable[..., Derivation]:
    def derive(premises: Head = HEAD) -> Derivation:
        return _explicit(name, premises)

    derive.__name__ = derive.__qualname__ = f"{name}_explicit"
    derive.__doc__ = f"{_FAMILIES[name].title}: entries at which the printed one is wrong."
    return derive


DERIVATIONS: Final = {f"{name}_explicit": _named(name) for name in _FAMILIES}
"""One derivation for each family of derivatives."""
