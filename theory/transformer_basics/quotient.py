r"""Scores over their sum (S5): whether signs agree, and the tail of the largest weight of two.

With D and S difference and sum of the scores, the larger modulus is $(|D| + |S|)/2$, so that it exceeds
$t |S|$ where $|D| > (2 t - 1) |S|$. Over $\sqrt 2$, D and S are independent and standard normal.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

import sympy as sp

from ..bridge import Proved, proved
from ..derivation import Chain, Derivation
from ..kernel import apply
from ..laws import Bernoulli
from ..model import Index, Model, Size, iid
from ..notation import t
from ..prove import derive
from ..rules.class_gaps import NormalLaw
from ..rules.equals import put_in
from ..rules.laws import Gaussian
from ..rules.normal_tails import sign_of_normal
from ..rules.student import student_tail
from ..rules.vectors import Inner, Vector
from ..tactics import events
from ..tactics.rewriting import converted
from ..terms import P, Term, Value, any_, define

_d: Final = sp.Symbol("d", integer=True, positive=True)
_i: Final = sp.Symbol("i", integer=True, positive=True)
_r, _h = (sp.Symbol(name, positive=True) for name in "rh")
_Z, _beyond = (sp.Symbol(name, real=True) for name in ("Z", "P"))


@dataclass(frozen=True, kw_only=True)
class Pair:
    """How many times the sum the difference must be, and how many signs it may have."""

    multiple: sp.Expr = 2 * t - 1
    signs: int = 2

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        return (
            "two scores are independent and standard normal; so are sum and difference, over $\\sqrt 2$",
            rf"a weight exceeds t where $|D| > ({sp.latex(self.multiple)}) |S|$, either sign of D alike",
        )


@dataclass(frozen=True, kw_only=True)
class Signs:
    """How likely a score's sign is not that of the first, and how many scores come after the first.

    A weight is negative where a score has not the sign of the sum: where signs do not all agree.
    """

    other: Value = Fraction(1, 2)
    others: Term = Size("n", minimum=2) - 1


PAIR: Final = Pair()
SIGNS: Final = Signs()


def negative_share(premises: Signs = SIGNS) -> Proved:
    r"""$1 - 2^{1-n}$: the probability that not all signs agree, so that some weight is negative (S5).

    >>> negative_share().formula
    1 - 2**(1 - n)
    """
    j = Index("j", premises.others)
    differs = Model(differs=iid(Bernoulli(premises.other), premises.others)).differs
    share = apply("written_out", term=define("P", P(any_(j, differs[j] == 1))))
    found = converted(share, lambda own: derive(own, by=events))
    return proved("negative_share", "Probability of a negative weight", found)


def pair_tail(premises: Pair = PAIR) -> Derivation:
    r"""$\mathbb{P}(\max_j |w_j| > t) = I_{1/(1 + (2t - 1)^2)}(1/2, 1/2)$ for t > 1: a Cauchy tail.

    >>> pair_tail().formula.subs(t, 1)
    betainc_regularized(1/2, 1/2, 0, 1/2)
    """
    title = "Tail of the largest weight of two scores over their sum"
    chain = Chain(name="pair_tail", title=title, premises=premises.sentences)
    sum_ = Vector("S", _i, Gaussian(_d))
    short = chain.define("by how much D is short, given the length of S", _Z, NormalLaw(_h * _r, sp.S.One))
    tail = chain.apply("where it is not", sign_of_normal, short)
    length = chain.define("the length of S", _r**2, Inner(sum_, sum_))
    tail = chain.apply("average over the length", student_tail, tail, length)
    tail = chain.apply("S is a number", put_in, tail, chain.define("its dimension", _d, sp.Integer(1)))
    multiple = chain.define("how many times", _h, premises.multiple)
    tail = chain.apply("put it in", put_in, tail, multiple)
    both = chain.define("either sign", _beyond, premises.signs * tail.result.lhs)
    return chain.close(chain.apply("count both", put_in, both, tail))
