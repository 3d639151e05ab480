r"""One head of linear attention as a memory: its definitions, as terms over a model.

Qiao, "Understanding Transformers through the Lens of Pavlovian Conditioning", arXiv 2508.08289. Only a
summary of the paper was at hand, so the definitions are ours and the routes are reconstructed from the tools
it names: random unit vectors, Markov's inequality, the union bound.

| letter | meaning |
|---|---|
| `k_j`, `v_j` | key and value of item j = 1, ..., n |
| `S` | state, $S = \sum_j k_j v_j^\top$ |
| `o_i` | output $k_i^\top S$ for the stored key k_i as query |
| `eta_i` | crosstalk, $o_i$ without the item's own term $|k_i|^2 v_i$ |
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ..kernel import Theorem
from ..laws import Normal, OneHot, Sphere
from ..model import Index, Model, Parameter, Size, iid
from ..node import Term
from ..prove import prove
from ..tactics import gradients
from ..terms import Sum, define, inner, norm2, outer

n, d_k, d_v = Size("n"), Size("d_k"), Size("d_v")
i, j = Index("i", n), Index("j", n)
tau: Final = Parameter("tau")
"""The threshold on the noise power above which a query fails."""


_KEYS: Final = Sphere(d_k)
_VALUES: Final = Sphere(d_v)


@dataclass(frozen=True, kw_only=True)
class Memory:
    """n keys and values with their laws; with `own_term` the item's own term stays in the crosstalk.

    `head` are the indices of the head whose memory it is, where there are several, with their own items.
    """

    key_law: Term = _KEYS
    value_law: Term = _VALUES
    own_term: bool = False
    head: tuple[Term, ...] = ()

    @property
    def model(self) -> Model:
        """The keys k and the values v."""
        counts = (*(index.upper for index in self.head), n)
        return Model(k=iid(self.key_law, *counts), v=iid(self.value_law, *counts))

    def key(self, item: Term) -> Term:
        """The key of an item."""
        return self.model.k[*self.head, item]

    def value(self, item: Term) -> Term:
        """The value of an item."""
        return self.model.v[*self.head, item]

    @property
    def state(self) -> Term:
        """S, the sum of the outer products."""
        return define("S", Sum(j, outer(self.key(j), self.value(j))), *self.head)

    @property
    def output(self) -> Term:
        """o_i, the state read with a stored key."""
        return define("o", self.key(i) @ self.state, *self.head, i)

    @property
    def signal(self) -> Term:
        """What the item itself adds to its output."""
        return norm2(self.key(i)) * self.value(i)

    @property
    def crosstalk(self) -> Term:
        """eta_i, what the other items add to the output of item i."""
        left = self.output if self.own_term else self.output - self.signal
        return define("eta", left, *self.head, i)

    def crosstalk_as_sum(self) -> Theorem:
        """eta_i as a sum over the (other) items, by linearity."""
        items = j if self.own_term else j != i
        return prove(
            self.crosstalk == Sum(items, inner(self.key(i), self.key(j)) * self.value(j)), by=gradients
        )


UNIT: Final = Memory()
"""Keys and values uniform on unit spheres, the own term taken out: the paper's model."""

ONE_HOT: Final = Memory(key_law=OneHot(d_k))
"""Keys drawn uniformly among the coordinate vectors."""

NORMAL_VECTORS: Final = Memory(
    key_law=Normal(0, 1 / d_k, dimension=d_k), value_law=Normal(0, 1 / d_v, dimension=d_v)
)
"""Normal keys and values of mean square length one, the query a stored key as it is."""
