r"""Heads that project the same tokens fail together no less often than independent ones (S4).

Given the tokens, heads with matrices and values of their own are independent and alike: by Jensen
$\mathbb{P}(\text{all fail}) = \mathbb{E} \pi^H \ge p^H$. Nothing of the kind holds for disjoint slices,
where a long slice leaves the others short.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

import sympy as sp

from ..derivation import Chain, CheckFailed, Derivation, Step
from ..notation import H, p
from ..rules.events import Named, Probability
from ..rules.mixtures import IndependentGiven, all_but, beyond, happen_together, over
from ..rules.structure import Independent, all_of
from .heads import head, layer

_tokens: Final = sp.Symbol("E")
_LAWS: Final = (
    (Fraction(1, 5), Fraction(1, 5)),
    (Fraction(0), Fraction(1)),
    (Fraction(1, 9), Fraction(3, 4)),
)
"""Probabilities of one head's failure given the tokens, equally likely; the first does not depend on them."""


@dataclass(frozen=True, kw_only=True)
class ProjectedHeads:
    """Heads of the same tokens; without matrices and values of their own they may depend on each other."""

    heads: sp.Symbol = H
    own_matrices: bool = True

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        own = "of its own" if self.own_matrices else "which the heads may share"
        return (
            "all heads see the same tokens",
            f"each projects them by a random matrix and has values, {own}",
            "each head fails with probability $p$",
        )


PROJECTED: Final = ProjectedHeads()


def projected_heads_ratio(premises: ProjectedHeads = PROJECTED) -> Derivation:
    r"""$\mathbb{P}(\text{all } H \text{ heads fail})/p^H \ge 1$ for projections of shared tokens (S4).

    >>> projected_heads_ratio().formula
    1
    """
    chain, together, apart = _both(premises, "projected_heads_ratio", "P(all heads fail) beside p^H")
    share = chain.apply("beside independent heads", over, together, apart)

    def ratio(every: Fraction, alone: Fraction) -> Fraction:
        return every / alone

    return chain.close(share, checks=(_by_laws(premises, ratio),))


def projected_heads_excess(premises: ProjectedHeads = PROJECTED) -> Derivation:
    r"""$\mathbb{P}(\text{all } H \text{ heads fail}) - p^H \ge 0$ for projections of shared tokens (S4).

    >>> projected_heads_excess().formula
    0
    """
    chain, together, apart = _both(premises, "projected_heads_excess", "P(all heads fail) less p^H")
    less = chain.apply("less independent heads", beyond, together, apart)

    def gap(every: Fraction, alone: Fraction) -> Fraction:
        return every - alone

    return chain.close(less, checks=(_by_laws(premises, gap),))


def _both(premises: ProjectedHeads, name: str, title: str) -> tuple[Chain, Step, Step]:
    """The heads of one layer together, from below, and one head in each of as many layers."""
    chain = Chain(name=name, title=title, premises=premises.sentences)
    one = chain.define("one head fails", Probability(Named("a head fails")), p)
    event = one.result.lhs.args[0]
    if premises.own_matrices:
        words = "given the tokens the heads are independent"
        shared = chain.define(words, IndependentGiven(event, head, _tokens))
        together = chain.apply("all heads fail", happen_together, one, shared, count=premises.heads)
    else:
        together = chain.apply("all heads fail", all_but, one, index=head, count=premises.heads)
    fresh = chain.define("layers are independent", Independent(event, layer))
    apart = chain.apply("one head in each of as many layers", all_of, one, fresh, count=premises.heads)
    return chain, together, apart


def _by_laws(
    premises: ProjectedHeads, beside: Callable[[Fraction, Fraction], Fraction]
) -> Callable[[sp.Expr], str]:
    """Failures given one of two equally likely sets of tokens: enumerated, and attained by the first law."""

    def check(formula: sp.Expr) -> str:
        for heads in (1, 2, 3):
            for law in _LAWS:
                alone = sum(law, start=Fraction(0)) / len(law)
                every = sum((share**heads for share in law), start=Fraction(0)) / len(law)
                at = {p: sp.Rational(alone.numerator, alone.denominator), premises.heads: sp.Integer(heads)}
                found, bound = beside(every, alone**heads), Fraction(str(formula.subs(at)))
                attained = premises.own_matrices and law == _LAWS[0]
                if found < bound or (attained and found != bound):
                    raise CheckFailed(f"Failures of {law} given the tokens have {found} at {heads} heads.")
        return "two equally likely sets of tokens, enumerated; attained where failures do not depend on them"

    return check
