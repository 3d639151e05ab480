r"""The exact law of one token: its gap to a competitor given its length, and the error of two classes.

Ledger: exact routes. Given $|e_i|$ and the unembeddings the gap of the own class to a competitor is normal;
with two classes there is one competitor, the unembeddings drop out of the gap's sign, and the average over
the length is Student's law.

| letter | meaning |
|---|---|
| `q` | weight of the token, positive |
| `S` | squared weights of the others of its class |
| `R` | squared weights of the other class |
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import mpmath
import sympy as sp

from ..derivation import Chain, Derivation, Step
from ..rules.class_gaps import ClassOf, Weight, gap_law
from ..rules.isolating import put_in
from ..rules.laws import Gaussian, Sphere
from ..rules.normal_tails import sign_of_normal
from ..rules.points import Point, against, number
from ..rules.student import student_tail
from ..rules.tokens import at_sizes
from ..rules.vectors import IndexSum, Inner, Outer, Recall, Vector

_d: Final = sp.Symbol("d", integer=True, positive=True)
size: Final = sp.Symbol("d", positive=True)
q: Final = sp.Symbol("q", positive=True)
S, R = (sp.Symbol(name, positive=True) for name in "SR")
_T = sp.Symbol("T", nonnegative=True)
_r, _kappa = (sp.Symbol(name, positive=True) for name in ("r", "kappa"))
_Z = sp.Symbol("Z", real=True)
_i, _j, _N = (sp.Symbol(name, integer=True, positive=True) for name in "ijN")

_INPUTS: Final = Gaussian(_d)
_OUTPUTS: Final = Sphere(_d)


@dataclass(frozen=True, kw_only=True)
class TwoClasses:
    """What the closed form rests on."""

    input_law: Gaussian | Sphere = _INPUTS
    output_law: Sphere = _OUTPUTS
    weight: sp.Symbol = q

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        return (
            self.input_law.describe("the input embeddings $e_j$"),
            self.output_law.describe("the unembeddings $u_y$"),
            "inputs and outputs are independent, and the two unembeddings differ",
            "the weight of the token asked for is positive",
            "there are two classes",
        )


TWO: Final = TwoClasses()
"""Two classes, normal inputs, unembeddings on the sphere."""


def two_class_error(premises: TwoClasses = TWO) -> Derivation:
    r"""$P(\text{wrong}) = P(t_d > \sqrt d\, q/\sqrt{S + R})$ with two classes, exactly.

    >>> two_class_error().formula.args[1].args[3]
    (R + S)/(R + S + q**2)
    """
    chain = Chain(name="two_class_error", title="Error of a token, two classes", premises=premises.sentences)
    error = token_error(chain, premises)
    return chain.close(error, checks=(_other_order(premises),))


def token_error(chain: Chain, premises: TwoClasses) -> Step:
    """Steps to the probability that the token is wrong, Student's tail."""
    tail = tail_given_length(chain, premises)
    error = chain.apply("average over the length", student_tail, tail, embedding_length(chain, premises))
    return chain.apply("for the sizes of a grid", at_sizes, error)


def embedding_length(chain: Chain, premises: TwoClasses) -> Step:
    """The length of the embedding of the token asked for."""
    return chain.define("the length of the token's embedding", _r**2, Inner(*(_token(premises),) * 2))


def tail_given_length(chain: Chain, premises: TwoClasses) -> Step:
    """Steps to the probability of error given the length of the token's embedding."""
    e, u = Vector("e", _j, premises.input_law), Vector("u", ClassOf(_j), premises.output_law)
    memory = IndexSum(Weight(_j) * Outer(e, u), (_j,), _N)
    asked = chain.define(
        "the memory of outer products, asked with a token", Vector("o", _i), Recall(e.at(_i), memory)
    )
    gap = chain.apply(
        "the gap to the other class", gap_law, asked,
        gap=_Z, weight=premises.weight, length=_r, own=S, competitor=R, others=_T, distance=_kappa,
    )  # fmt: skip
    tail = chain.apply("where it is not positive", sign_of_normal, gap)
    nothing = chain.define("there is no further class", _T, sp.Integer(0))
    return chain.apply("put it in", put_in, tail, nothing)


def _token(premises: TwoClasses) -> Vector:
    return Vector("e", _i, premises.input_law)


def _other_order(premises: TwoClasses) -> Callable[[sp.Expr], str]:
    """The length averaged last is the noise averaged last: an integral over the normal variable."""

    def route(point: Point) -> mpmath.mpf:
        weight, noise = number(premises.weight, point), number(S, point) + number(R, point)
        d = number(premises.input_law.dimension.subs(_d, size), point)

        def term(z: mpmath.mpf) -> mpmath.mpf:
            # The length is short of z noise / weight: a chi-square of d degrees is below its square times d.
            below = mpmath.gammainc(d / 2, 0, z * z * noise / weight**2 / 2, regularized=True)
            return mpmath.npdf(z) * below

        return mpmath.quad(term, [0, 2, 6, 18])

    points = [
        {q: sp.Rational(k, 3), S: sp.Integer(k), R: sp.Rational(5, k), size: sp.Integer(2 * k + 1)}
        for k in (1, 2)
    ]
    return against(route, points, "the integral over the noise")
