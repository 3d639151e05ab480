r"""Least squares in place of outer products (S13): all of $N = d$ tokens are right, whatever f is.

The scores of all tokens are the projection $\Pi Y$ of the targets on the columns of the matrix with a row for
each embedding: Y has one for the own class and zero for the others.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ..derivation import Derivation, proved
from ..kernel import Theorem, apply
from ..laws import Normal
from ..model import Index, Model, Size, fixed, iid
from ..node import Term, number
from ..prove import prove, suppose
from ..tactics import bound
from ..tactics.rewriting import left, nonnegative, of_two, replaced_within, right, then, zero_by_signs
from ..terms import P, Sum, any_, identity, indicator, outer, projection, unit

d, M = Size("d"), Size("M", minimum=2)
_right, _other = Index("y", M), Index("z", M)
_EMBEDDINGS: Final = Normal(0, 1 / d, dimension=d)


@dataclass(frozen=True, kw_only=True)
class LeastSquares:
    """The law of the embeddings, and how many tokens there are."""

    law: Term = _EMBEDDINGS
    tokens: Term = d


AS_MANY: Final = LeastSquares()
"""As many tokens as dimensions."""


def least_squares_error(premises: LeastSquares = AS_MANY) -> Derivation:
    r"""The mean share of wrong tokens of least squares at $N = d$ is zero.

    Raises `Refused` for more tokens than dimensions.

    >>> least_squares_error().formula
    0
    """
    e = Model(e=iid(premises.law, premises.tokens)).e
    j, token = Index("j", premises.tokens), Index("x", premises.tokens)
    onto = projection(Sum(j, outer(unit(j), e[j])))
    targets = fixed("Y", premises.tokens, M)
    span = apply("generic_span", x=onto.args[0])
    few = prove(premises.tokens <= premises.law.shape[0], by=bound)
    least = of_two(few, right(span))
    whole = apply("full_projection", then(span, least))
    apart = suppose(_other != _right)
    row = suppose(targets.T @ unit(token) == unit(_right), "the targets of the token")
    known = []
    for c, t, facts in ((_right, number(1), ()), (_other, indicator(_other == _right), (_apart(apart),))):
        entry = apply("componentwise", left=targets[token, c], right=(targets.T @ unit(token))[c])
        entry = replaced_within(entry, [row])
        entry = then(entry, apply("componentwise", left=right(entry), right=t))
        known.append(replaced_within(entry, facts))
    wrong = P((onto @ targets)[token, _other] >= (onto @ targets)[token, _right])
    met = [
        apply("componentwise", left=(identity(premises.tokens) @ targets)[token, c], right=targets[token, c])
        for c in (_right, _other)
    ]
    never = replaced_within(apply("within", whole, term=wrong), [*met, *known, _impossible()])
    event = any_(_other != _right, wrong.args[0])
    none = apply("sum_monotone", apply("weakened", never), condition=_other != _right, index=_other)
    none = apply("transitive", apply("union", event=event), none)
    none = apply("transitive", none, apply("count", term=right(none)))
    none = apply("transitive", none, apply("ring", left=right(none), right=number(0)))
    found = zero_by_signs(none, nonnegative(left(none)))
    return proved("least_squares_error", "Error of least squares", found)


def _apart(apart: Theorem) -> Theorem:
    """1[z = y] = 0, from z != y."""
    either = apply("indicator_of", term=indicator(apart.proposition))
    sure = then(apply("symmetric", either), apply("certain", apart))
    opposite = indicator(_other == _right)
    return apply("ring", sure, left=opposite, right=number(0), multipliers=(number(-1),))


def _impossible() -> Theorem:
    """P(0 >= 1) = 0."""
    less = apply("certificate", left=number(0), right=number(1), relation="lt", parts=((1, 1, (), ()),))
    sure = replaced_within(apply("written_out", term=P(less.proposition)), [apply("certain", less)])
    sure = then(sure, apply("linear", term=right(sure)))
    found = replaced_within(apply("complement", event=number(0) >= number(1)), [sure])
    return then(found, apply("ring", left=right(found), right=number(0)))
