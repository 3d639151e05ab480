r"""The delta rule over the same items again, with the updates of a pass summed (a question of our own, Q5).

$S_1 = \eta \sum_j k_j v_j^\top$ and $S_2 = S_1 + \eta \sum_j k_j (v_j - S_1^\top k_j)^\top$. With the table
G of the keys' products the errors of all items are $(I - \eta G)^m$ times the values after m passes, so that
at rate one two passes leave the walks of four steps from an item to itself, over overlaps of different keys.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ..derivation import Derivation, proved
from ..laws import Sphere
from ..model import Model, iid, indices
from ..node import Term, Value
from ..prove import derive
from ..tactics import moments
from ..terms import E, Sum, define, inner, norm2
from .definitions import d_k, d_v, n

_KEYS: Final = Sphere(d_k)
_VALUES: Final = Sphere(d_v)
i, j, l = indices("i j l", n)


@dataclass(frozen=True, kw_only=True)
class Repeated:
    """The laws of keys and values, and the rate of the rule."""

    key_law: Term = _KEYS
    value_law: Term = _VALUES
    rate: Value = 1

    @property
    def error(self) -> Term:
        """What two passes recall of item i minus its value."""
        k, v = Model(k=iid(self.key_law, n), v=iid(self.value_law, n))
        first = define("o", self.rate * Sum(l, inner(k[j], k[l]) * v[l]), j)
        return Sum(j, inner(k[i], k[j]) * self.rate * (2 * v[j] - first)) - v[i]


REPEATED: Final = Repeated()


def delta_two_passes(premises: Repeated = REPEATED) -> Derivation:
    r"""$\mathbb{E} |S_2^\top k_i - v_i|^2$ after two passes of rate one, exactly (Q5).

    >>> delta_two_passes().formula
    (n - 1)*(2*d_k**2*n - d_k**2 + d_k*n**2 - d_k*n - 2*d_k + 2*n**2 - 10*n + 12)/(d_k**3*(d_k + 2))
    """
    error = derive(E(norm2(premises.error)), by=moments)
    return proved("delta_two_passes", "Square error after two passes of the delta rule", error, n, d_k)
