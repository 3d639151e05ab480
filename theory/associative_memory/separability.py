r"""Two classes and any matrix W: how likely all of N tokens can be right (Cover 1965; Wendel 1962).

Statement 13. The bound on outer products is one on a scheme; this is what $d^2$ parameters allow. W enters by
$w = W^\top (u_1 - u_0)$, which may be any vector: a token is right where $y_j \langle w, e_j \rangle > 0$,
its class being the sign of $y_j$.

| letter | meaning |
|---|---|
| `y` | numbers whose signs are the classes of the tokens |
| `N` | how many tokens there are |
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from ..derivation import Derivation, proved
from ..kernel import Theorem, apply
from ..laws import Normal
from ..model import Index, Model, Size, fixed, iid
from ..node import Term, number
from ..prove import prove, suppose
from ..tactics import bound
from ..tactics.combinations import combined
from ..tactics.goals import same
from ..tactics.orders import linked
from ..tactics.rewriting import left, replaced_within, then
from ..terms import Sum, all_, incomplete_beta, outer, unit

tokens, size = Size("N"), Size("d")
_HALF: Final = number(Fraction(1, 2))
_LAW: Final = Normal(0, 1 / size, dimension=size)


@dataclass(frozen=True, kw_only=True)
class Separated:
    """The law of the embeddings, and how many tokens there are."""

    law: Term = _LAW
    tokens: Term = tokens

    @property
    def dimension(self) -> Term:
        """The number of coordinates."""
        return self.law.shape[0]

    def rows(self) -> tuple[Theorem, Term]:
        """That each token has a class, and the matrix of the rows $y_j e_j$."""
        j = Index("j", self.tokens)
        e, y = Model(e=iid(self.law, self.tokens)).e, fixed("y", self.tokens)
        signs = suppose(all_(j, y[j] != 0), "the sign of y_j is the class of token j")
        return signs, Sum(j, outer(unit(j), y[j] * e[j]))

    def chance(self, more: Theorem) -> Theorem:
        r"""$P(\text{some W is right about all}) = I_{1/2}(N - d, d)$, from d < N.

        Raises `Refused` for embeddings whose law has no density and is on no sphere.
        """
        signs, rows = self.rows()
        return apply("separable_rows", signs, more, x=rows)


SEPARATED: Final = Separated()
"""Normal embeddings."""

TWICE: Final = Separated(tokens=2 * size)
"""Twice as many tokens as dimensions."""


def separable_probability(premises: Separated = SEPARATED) -> Derivation:
    r"""$P(\text{some W is right about all N tokens}) = I_{1/2}(N - d, d)$, whatever their classes are.

    >>> separable_probability().formula
    betainc_regularized(d, N - d, 1/2, 1)
    """
    found = premises.chance(suppose(premises.tokens > premises.dimension))
    return proved("separable_probability", "All tokens right by some W, two classes", found)


def separable_half(premises: Separated = TWICE) -> Derivation:
    r"""At $N = 2d$ the probability is $\frac{1}{2}$. Raises `Refused` for another number of tokens.

    >>> separable_half().formula
    1/2
    """
    found = premises.chance(prove(premises.tokens > premises.dimension, by=bound))
    even = same(premises.tokens - premises.dimension, premises.dimension, ())
    found = then(replaced_within(found, [even]), _middle(premises.dimension))
    return proved("separable_half", "Twice as many tokens as dimensions", found)


def separable_size(premises: Separated = SEPARATED) -> Derivation:
    r"""The N at which the probability is $\frac{1}{2}$: $2d$, of the order d.

    >>> separable_size().formula, separable_size().exponents
    (2*d, {'d': Fraction(1, 1)})
    """
    more = suppose(premises.tokens > premises.dimension)
    chance = premises.chance(more)
    level = suppose(left(chance) == _HALF)
    alike = linked(chance, level, _middle(premises.dimension))
    half = [prove(end, by=bound) for end in (_HALF > 0, _HALF < 1)]
    only = apply("beta_injective", alike, more, *half)
    found = combined(premises.tokens == 2 * premises.dimension, only)
    return proved("separable_size", "Tokens that are all right by some W", found, size)


def _middle(d: Term) -> Theorem:
    """I_{1/2}(d, d) = 1/2."""
    share = incomplete_beta(_HALF, d, d)
    turned = replaced_within(apply("beta_reflected", term=share), [same(1 - _HALF, _HALF, ())])
    return combined(share == _HALF, turned)
