r"""Exact identities of the linear memory (S8): recall as a sum, and the recursive form of the state.

Keys and values are arbitrary vectors. What is stored of key j under the feature map is $\phi_j$, row j of a
matrix $\Phi$; value $v_j$ is row j of V; a query enters as its image under the map.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ..derivation import Derivation, proved
from ..model import Size, fixed
from ..node import Term, power
from ..prove import prove
from ..tactics import gradients
from ..terms import Sum, define, inner, outer, unit, zero_like
from .definitions import d_v, i, j, n

_width = Size("width")
_query = fixed("q", _width)


@dataclass(frozen=True, kw_only=True)
class Storage:
    r"""How items are stored: $S_n = \text{decay} \cdot S_{n-1} + \text{key map}(k_n) v_n^\top$.

    The claimed identities are those of decay 1 with one feature map for keys and queries.
    """

    key_map: str = "phi"
    decay: Term | int = 1

    def item(self, j: Term) -> Term:
        """What item j adds: its feature key times its value."""
        return outer(_image(self.key_map, j), _value(j))

    def state(self, items: Term) -> Term:
        """What is stored of the items, the last ones faded least."""
        kept = 1 if self.decay == 1 else power(self.decay, n - j)
        return Sum(items, kept * self.item(j))


HEBBIAN: Final = Storage()
"""Every item is added as it is, nothing is forgotten."""


def linearity(premises: Storage = HEBBIAN) -> Derivation:
    r"""$q^\top S - \sum_j \langle q, \phi_j \rangle v_j = 0$ for the image q of any query (S8).

    >>> linearity().formula
    0
    """
    gap = _query @ premises.state(j) - Sum(j, inner(_query, _image("phi", j)) * _value(j))
    theorem = prove(gap == zero_like(gap.shape), by=gradients)
    return proved("linearity", "Recall is a sum over stored items", theorem)


def recursion(premises: Storage = HEBBIAN) -> Derivation:
    r"""All items store what the others do and the newest, i, adds: the gap is 0 (S8).

    The sum is unordered, so that any item may be the newest; without items both are zero.

    >>> recursion().formula
    0
    """
    gap = premises.state(j) - premises.decay * premises.state(j != i) - premises.item(i)
    theorem = prove(gap == zero_like(gap.shape), by=gradients)
    return proved("recursion", "The recursive state is the Hebbian sum", theorem)


def _image(name: str, j: Term) -> Term:
    return define(name, fixed(name.capitalize(), n, _width).T @ unit(j), j)


def _value(j: Term) -> Term:
    return define("v", fixed("V", n, d_v).T @ unit(j), j)
