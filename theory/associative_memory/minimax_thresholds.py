r"""Equal weights on the first P tokens as Theorem 2 says they reach its bound (S7), in units of p(1).

With $P = d/\log d$ a stored token is still wrong with probability $P(t_d > \sqrt{d/(P-1)})$, about
$P(g > \sqrt{\log d})$; with a quarter of that P at $\alpha = 2$ it falls faster than the mass of the rest.
"""

from __future__ import annotations

from typing import Final

from ..derivation import Derivation, proved
from ..laws import Normal
from ..model import Size
from ..prove import derive
from ..tactics import algebra
from ..tactics.rewriting import left, named, right, then
from ..terms import log
from .stored_sums import Stored, d

_far: Final = Size("d", minimum=27)
"""From here on two tokens are stored."""
_LOGARITHM: Final = Stored(rho=0, stored=d / log(d))
_SMALL: Final = Stored(alpha=2, rho=0, stored=_far / (4 * log(_far)), law=Normal(0, 1 / _far, dimension=_far))


def threshold_logarithm(premises: Stored = _LOGARITHM) -> Derivation:
    r"""$E/p(1)$ of $P = \lfloor d/\log d \rfloor$ tokens stored alike, at every d.

    >>> threshold_logarithm().relation
    '='
    """
    return _in_units("threshold_logarithm", premises)


def threshold_small(premises: Stored = _SMALL) -> Derivation:
    r"""The same at $P = \lfloor d/(2 \alpha \log d) \rfloor$, $\alpha = 2$."""
    return _in_units("threshold_small", premises)


def _in_units(name: str, premises: Stored) -> Derivation:
    error = premises.error()
    share = named("r", left(error) * premises.normaliser, error)
    share = then(share, derive(right(share), by=[algebra, premises.steep]))
    return proved(name, "Error of the first tokens over p(1)", premises.held(share))
