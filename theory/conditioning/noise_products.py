r"""Products of the noise powers of two heads that share keys, or values (a question of our own, Q10)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ..derivation import Derivation, proved
from ..laws import Sphere
from ..model import Model, iid
from ..node import Term
from ..prove import derive
from ..tactics import moments
from ..terms import E, Sum, define, inner, norm2
from .definitions import d_k, d_v, i, j, n

_KEYS: Final = Sphere(d_k)
_VALUES: Final = Sphere(d_v)


@dataclass(frozen=True, kw_only=True)
class TwoHeads:
    """Two heads over n items, and whether they have the same keys and the same values."""

    key_law: Term = _KEYS
    value_law: Term = _VALUES
    share_keys: bool = False
    share_values: bool = False

    @property
    def product(self) -> Term:
        """The product of the noise powers of item i in both heads."""
        k, q, v, u = Model(
            k=iid(self.key_law, n), q=iid(self.key_law, n), v=iid(self.value_law, n), u=iid(self.value_law, n)
        )
        keys, values = (k, k if self.share_keys else q), (v, v if self.share_values else u)
        noise = (
            define(name, Sum(j != i, inner(key[i], key[j]) * value[j]), i)
            for name, key, value in zip(("eta_1", "eta_2"), keys, values, strict=True)
        )
        first, second = map(norm2, noise)
        return first * second


SHARED_KEYS: Final = TwoHeads(share_keys=True)
SHARED_VALUES: Final = TwoHeads(share_values=True)


def noise_product_of_keys(premises: TwoHeads = SHARED_KEYS) -> Derivation:
    r"""$\mathbb{E} |\eta_1|^2 |\eta_2|^2$ of two heads with the same keys, above the product of the means.

    >>> noise_product_of_keys().theorem
    ⊢ E[|η_1_i|² |η_2_i|²] = (n - 1) (d_k n + d_k + 2 n - 4)/(d_k² (d_k + 2))
    """
    product = derive(E(premises.product), by=moments)
    return proved("noise_product_of_keys", "Noise powers of two heads with the same keys", product, n, d_k)


def noise_product_of_values(premises: TwoHeads = SHARED_VALUES) -> Derivation:
    r"""$\mathbb{E} |\eta_1|^2 |\eta_2|^2 = (n - 1)^2/d_k^2$ with keys of their own, as if independent.

    >>> noise_product_of_values().formula
    (n - 1)**2/d_k**2
    """
    product = derive(E(premises.product), by=moments)
    return proved(
        "noise_product_of_values", "Noise powers of two heads with the same values", product, n, d_k
    )
