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
from ..tactics import bound, combined, linked, never_some, same
from ..tactics.rewriting import of_two, replaced_within, right, then
from ..terms import P, Sum, identity, indicator, outer, projection, unit

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
    whole = apply("full_projection", then(span, of_two(few, right(span))))
    apart, value = suppose(_other != _right), targets.T @ unit(token)
    row, known = suppose(value == unit(_right), "the targets of the token"), []
    for c, t, facts in ((_right, number(1), ()), (_other, indicator(_other == _right), (_apart(apart),))):
        entry = replaced_within(same(targets[token, c], value[c], ()), [row])
        known.append(replaced_within(then(entry, same(right(entry), t, ())), facts))
    wrong = P((onto @ targets)[token, _other] >= (onto @ targets)[token, _right])
    met = [
        same((identity(premises.tokens) @ targets)[token, c], targets[token, c], ()) for c in (_right, _other)
    ]
    never = replaced_within(apply("within", whole, term=wrong), [*met, *known, _impossible()])
    found = never_some(never, _other != _right)
    return proved("least_squares_error", "Error of least squares", found)


def _apart(apart: Theorem) -> Theorem:
    """1[z = y] = 0, from z != y."""
    either = apply("indicator_of", term=indicator(apart.proposition))
    return combined(indicator(_other == _right) == 0, linked(either, apply("certain", apart)))


def _impossible() -> Theorem:
    """P(0 >= 1) = 0."""
    less = combined(number(0) < 1, 1)
    sure = replaced_within(apply("written_out", term=P(less.proposition)), [apply("certain", less)])
    sure = then(sure, apply("linear", term=right(sure)))
    found = replaced_within(apply("complement", event=number(0) >= number(1)), [sure])
    return then(found, same(right(found), number(0), ()))
