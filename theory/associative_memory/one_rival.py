r"""Table 2 at $\rho = 0$ with several classes (S12): storing $P = d/8$ tokens alike leaves an error.

With orthonormal unembeddings no further class enters the gap to a rival, so that this rival alone answers
with Student's probability. Its noise is in proportion to d, as the signal's square is: the probability tends
to a positive limit, and no falling power of d is an upper bound on the error.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import sympy as sp

from ..derivation import Chain, Derivation, Step
from ..rules.class_gaps import ClassOf, Weight, gap_law
from ..rules.isolating import put_in
from ..rules.laws import Gaussian, Sphere
from ..rules.normal_tails import sign_of_normal
from ..rules.one_rival import class_noise, noisier, stored_only
from ..rules.stored import beyond, normal_limit, vanish
from ..rules.student import student_tail
from ..rules.tokens import at_sizes
from ..rules.vectors import IndexSum, Inner, Outer, Recall, Vector
from .exact import R, S, q, size
from .thresholded import positive_limit

_d: Final = sp.Symbol("d", integer=True, positive=True)
_T: Final = sp.Symbol("T", nonnegative=True)
_r, _kappa, _B, _P, _K, _H, _E, _a = (
    sp.Symbol(name, positive=True) for name in ("r", "kappa", "B", "P", "K", "H", "E", "a")
)
_Z: Final = sp.Symbol("Z", real=True)
_i, _j, _N, _x = (sp.Symbol(name, integer=True, positive=True) for name in "ijNx")
_p: Final = sp.Function("p", positive=True)
_INPUTS: Final = Gaussian(_d)
_OUTPUTS: Final = Sphere(_d)
_EIGHTH: Final = sp.Rational(1, 8)


@dataclass(frozen=True, kw_only=True)
class Rivals:
    """Tokens stored for each dimension, classes, the exponent of the Zipf law, and the law of the inputs."""

    share: sp.Rational = _EIGHTH
    classes: int = 5
    exponent: int = 2
    input_law: Gaussian | Sphere = _INPUTS

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        a, s = self.exponent, sp.latex(self.share)
        return (
            self.input_law.describe("the input embeddings $e_j$"),
            f"there are {self.classes} classes, $f(x) = x \\bmod {self.classes}$",
            "unembeddings are orthonormal",
            rf"$p(x) = x^{{-{a}}}/\zeta({a})$ on infinitely many tokens",
            rf"the $\lfloor {s} \cdot d \rfloor$ most frequent tokens have weight 1, the others none",
        )


FIVE: Final = Rivals()
"""Five classes, $P = d/8$, $\\alpha = 2$."""


def one_rival_floor(premises: Rivals = FIVE) -> Derivation:
    r"""$E \ge (1 - H)\, P(t_d > \sqrt{d/(d/20 - 3)})$, H the mass beyond $d/8 - 1$: of the order $d^0$.

    >>> one_rival_floor().relation, one_rival_floor().exponents
    ('>=', {'d': Fraction(0, 1)})
    """
    chain = Chain(name="one_rival_floor", title="Error where one rival may win", premises=premises.sentences)
    stored = chain.define("the number stored is the whole part of this", _P, premises.share * size)
    noise = chain.apply(
        "the noise of two classes", class_noise, stored, classes=sp.Integer(premises.classes), noise=_B
    )
    token = _one_rival(chain, premises)
    tail = chain.apply("as little noise as that", noisier, token, noise, own=S, rival=R, weight=q)
    law = chain.define(
        "the tokens follow a Zipf law", _p(_x), _x**-premises.exponent / sp.zeta(premises.exponent)
    )
    least = chain.define("more than this are stored", _K, premises.share * size - 1)
    rest = chain.apply("the mass of the rest", beyond, law, least, mass=_H)
    floor = chain.apply("errors of the stored", stored_only, tail, rest)
    bound = chain.define("call the tail's bound a", _a, tail.result.rhs)
    limit = chain.apply("let the dimension grow", normal_limit, bound, variable=size)
    weighed = chain.define("weigh it with what is stored", _E, (1 - _H) * _a)
    limit = chain.apply("the rest vanishes", vanish, weighed, limit, rest, variable=size)
    order = chain.apply("no power of d is left", positive_limit, limit, variable=size)
    return chain.close(floor, growth=order)


def _one_rival(chain: Chain, premises: Rivals) -> Step:
    """Steps to the probability that one rival scores as much as the own class."""
    e, u = Vector("e", _j, premises.input_law), Vector("u", ClassOf(_j), _OUTPUTS)
    memory = IndexSum(Weight(_j) * Outer(e, u), (_j,), _N)
    asked = chain.define(
        "the memory of outer products, asked with a token", Vector("o", _i), Recall(e.at(_i), memory)
    )
    gap = chain.apply(
        "the gap to a rival", gap_law, asked,
        gap=_Z, weight=q, length=_r, own=S, rival=R, others=_T, distance=_kappa,
    )  # fmt: skip
    tail = chain.apply("where it is not positive", sign_of_normal, gap)
    nothing = chain.define("further classes are orthogonal to both", _T, sp.Integer(0))
    tail = chain.apply("put it in", put_in, tail, nothing)
    length = chain.define("the length of the token's embedding", _r**2, Inner(e.at(_i), e.at(_i)))
    error = chain.apply("average over the length", student_tail, tail, length)
    return chain.apply("for the sizes of a grid", at_sizes, error)
