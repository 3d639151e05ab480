r"""Scores over their sum (S5): whether signs agree, and the tail of the largest weight of two.

With D and S difference and sum of the scores, the larger modulus is $(|D| + |S|)/2$, so that it exceeds
$t |S|$ where $|D| > (2 t - 1) |S|$. Over $\sqrt 2$, D and S are independent and standard normal again.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from ..derivation import Derivation, proved
from ..kernel import apply
from ..laws import Bernoulli, Normal
from ..model import Index, Model, Parameter, Size, iid
from ..node import Term, Value, as_term, number
from ..prove import derive, prove
from ..tactics import bound, events, products
from ..tactics.rewriting import itself, left, nonnegative, replaced_within, right, then
from ..tactics.steps import calculation, equals
from ..terms import P, absolute, any_, define, sqrt

_t: Final = Parameter("t")
_x, _y = Model(x=Normal(), y=Normal())


@dataclass(frozen=True, kw_only=True)
class Pair:
    """How many times the modulus of the sum that of the difference must be."""

    multiple: Value = 2 * _t - 1


@dataclass(frozen=True, kw_only=True)
class Signs:
    """How likely a score's sign is not that of the first, and how many scores come after the first.

    A weight is negative where a score has not the sign of the sum: where signs do not all agree.
    """

    other: Value = Fraction(1, 2)
    others: Term = Size("n", minimum=2) - 1


PAIR: Final = Pair()
SIGNS: Final = Signs()


def negative_share(premises: Signs = SIGNS) -> Derivation:
    r"""$1 - 2^{1-n}$: the probability that not all signs agree, so that some weight is negative (S5).

    >>> negative_share().formula
    1 - 2**(1 - n)
    """
    j = Index("j", premises.others)
    differs = Model(differs=iid(Bernoulli(premises.other), premises.others)).differs
    share = derive(P(any_(j, differs[j] == 1)), by=events)
    found = calculation(define("P", left(share)), equals(right(share), share))
    return proved("negative_share", "Probability of a negative weight", found)


def pair_tail(premises: Pair = PAIR) -> Derivation:
    r"""$\mathbb{P}(\max_j |w_j| > t) = I_{1/(1 + (2t - 1)^2)}(1/2, 1/2)$ for t > 1: a Cauchy tail.

    >>> pair_tail().theorem
    t > 1 ⊢ P(abs(D) > (2 t - 1) abs(S)) = I[1/((2 t - 1)² + 1)](1/2, 1/2)
    """
    multiple, half = as_term(premises.multiple), sqrt(2) / 2
    positive = apply("symmetric", prove(multiple > 0, by=bound, where=[_t > 1]))
    names = define("D", _x - _y), define("S", _x + _y)
    found = itself(P(absolute(names[0]) > multiple * absolute(names[1])))
    found = replaced_within(found, [apply("written_out", term=name) for name in names])
    turned = half * _x - half * _y, half * _x + half * _y
    found = then(found, apply("jointly_normal", term=right(found), images=(_x, _y), values=turned))
    difference, total = right(found).args[0].args[0], right(found).args[0].args[1].args[-1]
    moduli = (
        apply("componentwise", left=one, right=sqrt(2) * absolute(other))
        for one, other in ((difference, _y), (total, _x))
    )
    found = replaced_within(found, moduli)
    scaled = multiple * absolute(_x)
    beyond = apply("same_event", event=right(found).args[0], other=absolute(_y) > scaled, factor=sqrt(2))
    found = then(found, beyond)
    sign = prove(number(0) <= scaled, by=[products, positive, nonnegative(absolute(_x))])
    found = then(found, apply("same_power", nonnegative(absolute(_y)), sign, relation="gt", exponent=2))
    even = apply("even_power", term=absolute(_x) ** 2)
    square = calculation(
        scaled**2, equals(multiple**2 * absolute(_x) ** 2), equals(multiple**2 * _x**2, even)
    )
    found = replaced_within(found, [square])
    level = prove(number(0) < multiple**2, by=[products, positive])
    shares = apply("length_shares", level, x=_y, y=_x, a=number(1), b=multiple**2)
    return proved("pair_tail", "Tail of the largest weight of two scores over their sum", then(found, shares))
