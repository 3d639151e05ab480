r"""The exact law of one token: its gap to a competitor given its length, and the error of two classes.

Ledger: exact routes. The noise in the gap is a normal vector, seen along the token's own embedding: given the
length of that a normal number, so that the competitor wins by Student's law.

| letter | meaning |
|---|---|
| `q` | weight of the token, positive |
| `S` | squared weights of the others of its class |
| `R` | squared weights of the other class |
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import sympy as sp

from ..bridge import Proved, proved
from ..derivation import Chain, Step
from ..kernel import Refused, Theorem, apply
from ..laws import Normal
from ..model import Index, Model, Parameter, Size, fixed, iid
from ..prove import prove, suppose
from ..rules.class_gaps import ClassOf, Weight, gap_law
from ..rules.isolating import put_in
from ..rules.laws import Gaussian, Sphere
from ..rules.normal_tails import sign_of_normal
from ..rules.student import student_tail
from ..rules.tokens import at_sizes
from ..rules.vectors import IndexSum, Inner, Outer, Recall, Vector
from ..tactics import gradients
from ..tactics.rewriting import converted, itself, left, occurring, replaced_within, right, then
from ..terms import P, Sum, Term, Value, as_term, define, inner, norm2, outer, sqrt, subterms

dimension, others = Size("d"), Size("n")
weight, same_class, other_class = map(Parameter, "qSR")
_LAW: Final = Normal(0, 1 / dimension, dimension=dimension)
_j = Index("j", others)
_own, _other = fixed("u", dimension), fixed("v", dimension)
_a, _b = fixed("a", others), fixed("b", others)
_d: Final = sp.Symbol("d", integer=True, positive=True)
size: Final = sp.Symbol("d", positive=True)
q: Final = sp.Symbol("q", positive=True)
S, R = (sp.Symbol(name, positive=True) for name in "SR")
_T = sp.Symbol("T", nonnegative=True)
_r, _kappa = (sp.Symbol(name, positive=True) for name in ("r", "kappa"))
_Z = sp.Symbol("Z", real=True)
_i, _k, _N = (sp.Symbol(name, integer=True, positive=True) for name in "ijN")

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


@dataclass(frozen=True, kw_only=True)
class Competitor:
    """The law of the embeddings, the token's own weight, the squared weights of the others, and lengths.

    Another token of weight b has the unembedding u of the class, or the competitor's v: b u or b v is
    b (u + v)/2 + a (u - v)/2 with a = b or a = -b.
    """

    law: Term = _LAW
    weight: Value = weight
    noise: Value = same_class + other_class
    length: Value = 1

    @property
    def gap(self) -> Term:
        """The own score less the competitor's, of outer products that are asked with the token."""
        e, k = Model(e=self.law, k=iid(self.law, others))
        output = _b[_j] * (_own + _other) / 2 + _a[_j] * (_own - _other) / 2
        memory = self.weight * outer(_own, e) + Sum(_j, outer(output, k[_j]))
        return define("Z", inner(_own - _other, memory @ e))

    @property
    def _split(self) -> Theorem:
        """The gap, as (1 - <u, v>) (q |e|^2 + <sum_j a_j k_j, e>)."""
        e, k = Model(e=self.law, k=iid(self.law, others))
        plain, signed = (Sum(_j, part[_j] * k[_j]) for part in (_b, _a))
        own, other, both = norm2(_own), norm2(_other), inner(_own, _other)
        lengths = [
            suppose(norm2(x) == self.length, "the unembeddings are unit vectors") for x in (_own, _other)
        ]
        parts = (own - both) * self.weight * norm2(e) + (own - other) / 2 * inner(plain, e)
        found = prove(self.gap == parts + (own + other - 2 * both) / 2 * inner(signed, e), by=gradients)
        found = replaced_within(found, lengths)
        lead = self.length - both
        value = lead * self.weight * norm2(e) + lead * inner(signed, e)
        return converted(found, lambda split: apply("ring", left=split, right=value))

    def wins(self) -> Theorem:
        r"""$P(Z \le 0) = I_{T/(T + q^2)}(d/2, 1/2)/2$ for the noise T, Student's tail of d degrees.

        Raises `Refused` for embeddings that are not normal with mean 0.
        """
        q, noise, lead = as_term(self.weight), as_term(self.noise), self.length - inner(_own, _other)
        e, k, w, z = Model(e=self.law, k=iid(self.law, others), w=self.law, z=Normal(0, self.law.args[1]))
        signs = [
            *map(known_positive, (q, noise)),
            suppose(lead > 0, "the unembeddings differ"),
            apply("nonzero_length", x=e),
        ]
        found = replaced_within(itself(P(self.gap <= 0)), [self._split])
        found = then(found, apply("normal_image", term=right(found), image=Sum(_j, _a[_j] * k[_j]), w=w))
        squares = Sum(_j, _a[_j] ** 2)
        found = replaced_within(found, [suppose(squares == noise, "the squared weights of the others")])
        along = inner(w, e)
        (scaled,) = (part for part in subterms(right(found)) if part.head == "inner" and w in subterms(part))
        found = replaced_within(found, [apply("componentwise", left=scaled, right=sqrt(noise) * along)])
        return by_student(found, q, noise, lead, e, along, z, *signs)


def by_student(
    found: Theorem, q: Term, noise: Term, lead: Term, e: Term, along: Term, z: Term, *signs: Theorem
) -> Theorem:
    r"""P(k q |e|^2 + k T^(1/2) <w, e> <= 0), on the right, is $I_{T/(T + q^2)}(d/2, 1/2)/2$, for the noise
    T, a factor k > 0 and `along` = <w, e>, where z has the law of the entries of w and e.
    """
    found = then(found, apply("normal_image", term=right(found), image=along, w=z))
    length = sqrt(norm2(e))
    level, factor = q * length / sqrt(noise), lead * sqrt(noise) * length
    below = apply("same_event", *signs, event=right(found).args[0], other=z <= -level, factor=factor)
    beyond = apply("positive", *signs, term=level)
    half = apply("one_side", beyond, known_positive(z.args[0].args[1]), x=z, relation="le")
    shares = apply("length_shares", *signs, x=z, y=e, a=noise, b=q**2)
    (event,) = occurring(right(half), "P")
    alike = apply("same_event", *signs, event=event.args[0], other=left(shares).args[0], factor=1 / noise)
    return replaced_within(then(then(found, below), half), [then(alike, shares)])


def known_positive(term: Term) -> Theorem:
    """0 < x, by the form of x or as a hypothesis."""
    try:
        return apply("positive", term=term)
    except Refused:
        return suppose(term > 0)


TWO_CLASSES: Final = Competitor()


def two_class_error(premises: Competitor = TWO_CLASSES) -> Proved:
    r"""$P(\text{wrong}) = P(t_d > \sqrt d\, q/\sqrt{S + R})$ with two classes, exactly.

    >>> two_class_error().formula.args[1].args[2]
    q**2/(R + S + q**2)
    """
    return proved("two_class_error", "Error of a token, two classes", premises.wins())


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
    e, u = Vector("e", _k, premises.input_law), Vector("u", ClassOf(_k), premises.output_law)
    memory = IndexSum(Weight(_k) * Outer(e, u), (_k,), _N)
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
