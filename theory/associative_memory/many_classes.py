r"""Table 2 with several classes: as many tokens stored as dimensions leave an error of order one (S5.1).

One competitor alone wins with a probability that tends to a positive limit: no falling power of d is the
order of the error, with orthonormal unembeddings or with random ones.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from ..derivation import Derivation
from .exact import size
from .one_competitor import Competitors, one_rival_floor

DIMENSION: Final = Competitors(stored=size)
"""Five classes, $P = d$, $\\alpha = 2$."""


def one_rival_dimension(premises: Competitors = DIMENSION) -> Derivation:
    r"""The bound of `one_rival_floor` at $P = d$: of the order $d^0$.

    >>> one_rival_dimension().relation, one_rival_dimension().exponents
    ('>=', {'d': Fraction(0, 1)})
    """
    return replace(one_rival_floor(premises), name="one_rival_dimension")
