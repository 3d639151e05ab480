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
from ..notation import d_k, d_v, symbol
from ..rules.explicit import Sizes, explicit_gap

T: Final = symbol("T")
C: Final = symbol("C")
d_x: Final = symbol("d_x")
i, j, n, z, w, e, c, a = (sp.Symbol(x, integer=True, positive=True) for x in "ijnzweca")
x, q, k, v, s, g, u, b, p, Y, m, G = (sp.IndexedBase(letter) for letter in "xqkvsgubpYmG")
alpha, mean, logit, bias = (sp.IndexedBase(letter) for letter in (r"\alpha", r"\bar{b}", r"\ell", r"\beta"))
W_Q, W_K, W_V, W_O = (sp.IndexedBase(f"W^{letter}") for letter in "QKVO")
loss: Final = sp.Symbol("L")

ROOT: Final = sp.sqrt(d_k)


@dataclass(frozen=True, kw_only=True)
class Head:
    """The `divisor` of scores, the `factor` on them under the softmax, and the `weight` of the loss.

    `sink` is added to the softmax's sum, so that weights sum to less than one; the source has none.
    """

    divisor: sp.Expr = ROOT
    factor: sp.Expr = sp.S.One
    sink: sp.Expr = sp.S.Zero
    weight: sp.Expr = sp.S.One

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        factor = "" if self.factor == 1 else f"{sp.latex(self.factor)} "
        mass = rf"m_{{ij}} e^{{{factor}s_{{ij}}}}"
        sink = "" if self.sink == 0 else f"{sp.latex(self.sink)} + "
        weight = "" if self.weight == 1 else f"{sp.latex(self.weight)} "
        return (
            r"$q_i = W_Q x_i$, $k_j = W_K x_j$, $v_j = W_V x_j$",
            rf"$s_{{ij}} = q_i^\top k_j / {sp.latex(self.divisor)}$",
            rf"$\alpha_{{ij}} = a_{{ij}} / ({sink}\sum_r a_{{ir}})$, $a_{{ij}} = {mass}$",
            "$m_{ij}$ is 1 where query $i$ sees position $j$ and 0 elsewhere",
            r"$g_i = \sum_j \alpha_{ij} v_j$, $\ell_i = W_O g_i + \beta$, $p_i$ the softmax of $\ell_i$",
            rf"$L = -{weight}\sum_i \log p_{{i, y_i}}$",
        )


HEAD: Final = Head()


SIZES: Final[Sizes] = ((T, 3), (d_x, 2), (d_k, 2), (d_v, 2), (C, 2))
"""The smallest at which no sum has one term, with more positions than dimensions."""


def _definitions(premises: Head) -> dict[sp.IndexedBase, sp.Eq]:
    """The forward pass (Eqs. 1-8) and the quantities of Eqs. (10)-(12), by their letters."""
    competitor = sp.Sum(sp.exp(logit[i, w]), (w, 1, C))

    def mass(position: sp.Symbol) -> sp.Expr:
        return m[i, position] * sp.exp(premises.factor * s[i, position])

    facts = (
        (q[i, c], sp.Sum(W_Q[c, a] * x[i, a], (a, 1, d_x))),
        (k[j, c], sp.Sum(W_K[c, a] * x[j, a], (a, 1, d_x))),
        (v[j, e], sp.Sum(W_V[e, a] * x[j, a], (a, 1, d_x))),
        (s[i, j], sp.Sum(q[i, c] * k[j, c], (c, 1, d_k)) / premises.divisor),
        (alpha[i, j], mass(j) / (premises.sink + sp.Sum(mass(w), (w, 1, T)))),
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


def _advantage(query: sp.Symbol, position: sp.Symbol) -> sp.Expr:
    r"""$\alpha_{ij} (b_{ij} - \bar b_i)$, the right side of Eq. (23)."""
    return alpha[query, position] * (b[query, position] - mean[query])


_BY_QUERY: Final = sp.Sum(_advantage(i, n) * k[n, c], (n, 1, T)) / ROOT
_BY_KEY: Final = sp.Sum(_advantage(i, j) * q[i, c], (i, 1, T)) / ROOT
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
        title="Gradient by a score", by=s[i, j], count=(T, T), printed=_advantage(i, j), free=(s, v)
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
