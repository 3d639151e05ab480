r"""Equal weights on the first P tokens as Theorem 2 says they reach its bound (S7), in units of p(1).

With $P = d/\log d$ a stored token is still wrong with probability $P(t_d > \sqrt{d/(P-1)})$, about
$P(g > \sqrt{\log d})$; with a quarter of that P at $\alpha = 2$ it falls faster than the mass of the rest.
"""

from __future__ import annotations

from typing import Final

import mpmath
import sympy as sp

from ..derivation import Chain, Derivation
from ..notation import alpha
from ..rules.algebra import collect, ratio
from ..rules.pairs import cap
from ..rules.points import Point, against, number
from ..rules.stored_sums import Whole
from .stored_sums import Stored, at_count, d, missed_share

_C: Final = sp.Symbol("C", positive=True)
_TWO: Final = sp.Integer(2)
_LOGARITHM: Final = Stored(rho=sp.Integer(0), stored=Whole(d / sp.log(d), sp.Integer(1)))
_SMALL: Final = Stored(alpha=_TWO, rho=sp.Integer(0), stored=Whole(d / (2 * _TWO * sp.log(d)), sp.Integer(1)))
_SIZES: Final = (40, 101, 400)


def threshold_logarithm(premises: Stored = _LOGARITHM) -> Derivation:
    r"""$E/p(1)$ of $P = \lfloor d/\log d \rfloor$ tokens stored alike, at every d.

    >>> threshold_logarithm().relation
    '='
    """
    return _in_units(premises, "threshold_logarithm")


def threshold_small(premises: Stored = _SMALL) -> Derivation:
    r"""The same at $P = \lfloor d/(2 \alpha \log d) \rfloor$, $\alpha = 2$."""
    return _in_units(premises, "threshold_small")


def _in_units(premises: Stored, name: str) -> Derivation:
    chain = Chain(name=name, title="Error of the first tokens over p(1)", premises=premises.sentences)
    error = at_count(chain, premises, missed_share(chain, premises)[0])
    unit = chain.define("the first token's mass", _C, 1 / sp.zeta(premises.alpha))
    share = chain.apply("in units of it", ratio, error, unit)
    share = chain.apply("collect the terms", collect, share)

    def areas(point: Point) -> mpmath.mpf:
        """Half of the caps of the sphere for the stored, half of Hurwitz's zeta function for the rest."""
        a, many = number(premises.alpha, point), number(premises.stored, point)
        tail = cap(int(point[d]) + 1, 1 / mpmath.sqrt(many))
        beyond = mpmath.zeta(a, many + 1)
        return ((mpmath.zeta(a) - beyond) * tail + beyond) / 2

    points = [{d: sp.Integer(size), alpha: sp.Rational(5, 2)} for size in _SIZES]
    return chain.close(share, checks=(against(areas, points, "areas of caps and the rest"),))
