r"""Values with a common mean: what it adds to the crosstalk (a question of our own, Q7).

Item j has the value $c w + u_j$ with $|w| = 1$ and $u_j$ uniform on the unit sphere.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ..derivation import Derivation, proved
from ..laws import Sphere
from ..model import Model, Parameter, fixed, iid
from ..node import Term
from ..prove import derive
from ..tactics import moments
from ..terms import E, Sum, define, inner, norm2
from .definitions import d_k, d_v, i, j, n

c: Final = Parameter("c")
"""The length of the common mean, beside parts of length one."""
w: Final = fixed("w", d_v)
_KEYS: Final = Sphere(d_k)
_PARTS: Final = Sphere(d_v)


@dataclass(frozen=True, kw_only=True)
class Shifted:
    """n keys, and values of a common mean of length `shift`."""

    key_law: Term = _KEYS
    part_law: Term = _PARTS
    shift: Term = c

    @property
    def crosstalk(self) -> Term:
        """What the other items add to the output of item i."""
        k, u = Model(k=iid(self.key_law, n), u=iid(self.part_law, n))
        return define("eta", Sum(j != i, inner(k[i], k[j]) * (self.shift * w + u[j])), i)


SHIFTED: Final = Shifted()


def shifted_noise_power(premises: Shifted = SHIFTED) -> Derivation:
    r"""$\mathbb{E} |\eta_i|^2 = (1 + c^2)(n - 1)/d_k$: a common mean counts by its length alone.

    >>> shifted_noise_power().theorem
    |w|² = 1 ⊢ E[|η_i|²] = (c² + 1) (n - 1)/d_k
    """
    power = derive(E(norm2(premises.crosstalk)), by=moments, where=[norm2(w) == 1])
    return proved("shifted_noise_power", "Mean noise power of values with a common mean", power, n, d_k)
