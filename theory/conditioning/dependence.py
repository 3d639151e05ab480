r"""Heads that project the same tokens fail together no less often than independent ones (S4).

Given the tokens, heads with matrices and values of their own are independent and alike: by Jensen
$\mathbb{P}(\text{all fail}) = \mathbb{E} \pi^H \ge p^H$. Nothing of the kind holds for disjoint slices,
where a long slice leaves the others short.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ..derivation import Derivation, proved
from ..kernel import Theorem, apply
from ..laws import Normal, Sphere
from ..model import Index, Model, Size, iid
from ..node import Term, Value
from ..prove import prove, suppose
from ..tactics import products
from ..tactics.rewriting import left, right
from ..terms import Sum, all_, define, inner, norm2
from .definitions import d_k, d_v, i, j, n, tau
from .network import H

width: Final = Size("width")
_TOKENS: Final = Sphere(width)


@dataclass(frozen=True, kw_only=True)
class ProjectedHeads:
    """Heads that project the same tokens by matrices of their own; each has values of its own."""

    heads: Value = H
    token_law: Term = _TOKENS
    threshold: Term = tau

    @property
    def head(self) -> Term:
        """The index of a head."""
        return Index("h", self.heads)

    @property
    def fails(self) -> Term:
        """The crosstalk of a head exceeds the threshold."""
        row = Normal(0, 1 / d_k, dimension=width)
        model = Model(
            e=iid(self.token_law, n), g=iid(row, self.heads, d_k), v=iid(Sphere(d_v), self.heads, n)
        )
        e, g, v = model
        a, h = Index("a", d_k), self.head
        overlap = Sum(a, inner(e[i], g[h, a]) * inner(e[j], g[h, a]))
        return norm2(define("eta", Sum(j != i, overlap * v[h, j]), h, i)) > self.threshold


PROJECTED: Final = ProjectedHeads()


def projected_heads_ratio(premises: ProjectedHeads = PROJECTED) -> Derivation:
    r"""$\mathbb{P}(\text{all } H \text{ heads fail})/p^H \ge 1$ for projections of shared tokens (S4).

    >>> projected_heads_ratio().formula
    1
    """
    together = _together(premises)
    alone, every = left(together), right(together)
    able = suppose(alone.args[0] > 0, "a head may fail")
    ratio = prove(every / alone >= 1, by=[products, together, able])
    return proved("projected_heads_ratio", "P(all heads fail) beside p^H", ratio)


def projected_heads_excess(premises: ProjectedHeads = PROJECTED) -> Derivation:
    r"""$\mathbb{P}(\text{all } H \text{ heads fail}) - p^H \ge 0$ for projections of shared tokens (S4).

    >>> projected_heads_excess().formula
    0
    """
    together = _together(premises)
    excess = prove(right(together) - left(together) >= 0, by=[products, together])
    return proved("projected_heads_excess", "P(all heads fail) less p^H", excess)


def _together(premises: ProjectedHeads) -> Theorem:
    """P(one head fails)^H <= P(all heads fail)."""
    return apply("mixed_events", event=all_(premises.head, premises.fails))
