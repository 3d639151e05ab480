r"""The exact law of one token: its gap to a competitor given its length, and the error of two classes.

Ledger: exact routes. The noise in the gap is a normal vector, seen along the token's own embedding: given the
length of that a normal number, so that the competitor wins by Student's law. With $q = 1$ on every token the
squared weights of all but one add up to $N - 1$, so that each token is wrong with probability
$P(t_d > \sqrt{d/(N - 1)})$, and so is the error, whatever the law of the tokens (S4 at $\rho = 0$).

| letter | meaning |
|---|---|
| `q` | weight of the token, positive |
| `S` | squared weights of the others of its class |
| `R` | squared weights of the other class |
| `N` | how many tokens there are, and are stored alike |
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from ..derivation import Derivation, proved, table
from ..kernel import Refused, Theorem, apply
from ..laws import Normal
from ..model import Index, Model, Parameter, Size, fixed, iid
from ..node import Term, Value, as_term, number
from ..prove import derive, prove, suppose
from ..substitution import replaced, subterms
from ..tactics import algebra, combined, gradients, grown, linked, moments, positive, rewritten, same
from ..tactics.directions import drawn
from ..tactics.rewriting import converted, itself, left, occurring, replaced_within, right, then
from ..tactics.tails import one_side
from ..terms import E, P, Sum, define, inner, norm2, outer, sqrt

dimension, others = Size("d"), Size("n")
weight, same_class, other_class = map(Parameter, "qSR")
_LAW: Final = Normal(0, 1 / dimension, dimension=dimension)
_j = Index("j", others)
own, competing = fixed("u", dimension), fixed("v", dimension)
_a, _b = fixed("a", others), fixed("b", others)


@dataclass(frozen=True, kw_only=True)
class Competitor:
    """The law of the embeddings, the token's own weight, the squared weights of the others, and lengths.

    Another token of weight b has the unembedding u of the class, or the competitor's v: b u or b v is
    b (u + v)/2 + a (u - v)/2 with a = b or a = -b. The others are those of an index, or of a condition on it.
    """

    law: Term = _LAW
    weight: Value = weight
    noise: Value = same_class + other_class
    length: Value = 1
    space: Term = dimension
    """The dimension of the unembeddings."""
    among: Term = _j
    both: Term = _b[_j]
    apart: Term = _a[_j]
    name: str = "Z"
    asked: tuple[Term, ...] = ()
    """The index of the token that is asked for, where what is said of it depends on it."""
    added: Theorem | None = None
    some: Theorem | None = None
    """What the squared weights of the others add up to, and that it is positive, where these are theorems."""

    @property
    def unembeddings(self) -> tuple[Term, Term]:
        """Those of the own class and of the competitor."""
        return fixed("u", self.space), fixed("v", self.space)

    @property
    def other(self) -> Term:
        """The embedding of another token."""
        index = self.among if self.among.head == "index" else self.among.args[0]
        return Model(k=iid(self.law, index.args[0])).k[index]

    @property
    def gap(self) -> Term:
        """The own score less the competitor's, of outer products that are asked with the token."""
        u, v = self.unembeddings
        output = self.both * (u + v) / 2 + self.apart * (u - v) / 2
        memory = self.weight * outer(u, self.token) + Sum(self.among, outer(output, self.other))
        return define(self.name, inner(u - v, memory @ self.token), *self.asked)

    @property
    def split(self) -> Theorem:
        """The gap, as (1 - <u, v>) (q |e|^2 + <sum_j a_j k_j, e>)."""
        e, (u, v), signed = self.token, self.unembeddings, self.image
        plain, one, other, both = Sum(self.among, self.both * self.other), norm2(u), norm2(v), inner(u, v)
        parts = (one - both) * self.weight * norm2(e) + (one - other) / 2 * inner(plain, e)
        found = prove(self.gap == parts + (one + other - 2 * both) / 2 * inner(signed, e), by=gradients)
        found = replaced_within(found, self.lengths)
        lead = self.length - both
        value = lead * self.weight * norm2(e) + lead * inner(signed, e)
        return converted(found, lambda split: same(split, value, ()))

    @property
    def lengths(self) -> list[Theorem]:
        """Those of the unembeddings."""
        because = "the unembeddings are unit vectors"
        return [suppose(norm2(x) == self.length, because) for x in self.unembeddings]

    @property
    def token(self) -> Term:
        """The embedding of the token that is asked for."""
        return Model(e=self.law).e

    @property
    def lead(self) -> Term:
        """The factor 1 - <u, v> of the gap."""
        return self.length - inner(*self.unembeddings)

    @property
    def squares(self) -> Theorem:
        """The squared weights of the others."""
        square = Sum(self.among, self.apart**2)
        return self.added or suppose(square == self.noise, "the squared weights of the others")

    @property
    def noisy(self) -> Theorem:
        """0 < T."""
        return self.some or known_positive(as_term(self.noise))

    @property
    def image(self) -> Term:
        """The noise, a normal vector."""
        return Sum(self.among, self.apart * self.other)

    @property
    def signs(self) -> tuple[Theorem, ...]:
        """0 < 1 - <u, v>, and 0 < |e|^2 almost surely."""
        return suppose(self.lead > 0, "the unembeddings differ"), apply("nonzero_length", x=self.token)

    def _in_one(self, found: Callable[..., Theorem], *signs: Theorem) -> Theorem:
        """What is found of the gap with one normal vector in place of the noise."""
        e, noise = self.token, as_term(self.noise)
        w, z = Model(w=self.law, z=Normal(0, self.law.args[1]))
        gap = replaced_within(itself(P(self.gap <= 0)), [self.split])
        gap = in_one_vector(gap, self.image, w, e, noise, self.squares)
        return found(gap, as_term(self.weight), noise, self.lead, e, inner(w, e), z, *signs, *self.signs)

    def wins(self) -> Theorem:
        r"""$P(Z \le 0) = I_{T/(T + q^2)}(d/2, 1/2)/2$ for the noise T, Student's tail of d degrees.

        Raises `Refused` for embeddings that are not normal with mean 0.
        """
        return self._in_one(by_student, known_positive(as_term(self.weight)), self.noisy)

    def guessed(self) -> Theorem:
        """P(Z <= 0) = 1/2 for a token that is not stored, q = 0."""
        found, half = self._in_one(one_number, self.noisy), number(Fraction(1, 2))
        z, zero = right(found).args[0].args
        tail = apply("normal_tail", known_positive(self.law.args[1]), x=z, t=zero, relation="le")
        turned = apply("erfc_turned", x=number(0))
        tail = replaced_within(tail, [same(occurring(right(tail), "function")[0], left(turned), ())])
        return linked(found, tail, combined(right(tail) == half, turned))

    def falling(self) -> Theorem:
        r"""$\mathrm{erfc}(q (d/(2 T))^{1/2})/2 \le P(Z \le 0)$, by Jensen's inequality over the length."""
        q, noise, spread = as_term(self.weight), as_term(self.noise), self.law.args[1]
        known, held = list(map(known_positive, (q, noise, spread))), fixed("t", *self.law.shape)
        found, square = self._in_one(one_number, known[1]), norm2(self.token)
        z, level = right(found).args[0].args
        tail = apply("normal_tail", known[2], x=z, t=replaced(level, self.token, held), relation="le")
        found = then(found, drawn(tail, held, self.token))
        (tail,) = (part for part in subterms(right(found)) if part.data == ("erfc",))
        ratio = (q / sqrt(2 * spread * noise)) ** 2
        root = combined(tail.args[0] == sqrt(ratio * square), known=(*known, *self.signs))
        found = converted(replaced_within(found, [root]), lambda mean: apply("linear", term=mean))
        mean, value = derive(E(ratio * square), by=moments), q**2 * self.law.shape[0] / (2 * noise)
        mean = then(mean, same(right(mean), value, tuple(known)))
        convex = rewritten(apply("jensen", x=ratio * square, function="tail"), mean)
        return combined(left(convex) / 2 <= left(found), convex, found)


def in_one_vector(found: Theorem, image: Term, w: Term, e: Term, noise: Term, *squares: Theorem) -> Theorem:
    r"""The probability on the right with $\sqrt T \langle w, e \rangle$ for $\langle x, e \rangle$, where the
    image x of independent vectors with the normal law of w has the variance T, by its squares, over w's.
    """
    found = then(found, apply("normal_image", term=right(found), image=image, w=w))
    found = replaced_within(found, squares)
    (scaled,) = (part for part in subterms(right(found)) if part.head == "inner" and w in subterms(part))
    return replaced_within(found, [same(scaled, sqrt(noise) * inner(w, e), ())])


def one_number(
    found: Theorem, q: Term, noise: Term, lead: Term, e: Term, along: Term, z: Term, *signs: Theorem
) -> Theorem:
    r"""P(k q |e|^2 + k T^(1/2) <w, e> <= 0), on the right, is $P(z \le -q |e|/\sqrt T)$, for the noise T, a
    factor k > 0 and `along` = <w, e>, where z has the law of the entries of w.
    """
    found = then(found, apply("normal_image", term=right(found), image=along, w=z))
    length = sqrt(norm2(e))
    other, factor = z <= -q * length / sqrt(noise), lead * sqrt(noise) * length
    return then(found, apply("same_event", *signs, event=right(found).args[0], other=other, factor=factor))


def by_student(
    found: Theorem, q: Term, noise: Term, lead: Term, e: Term, along: Term, z: Term, *signs: Theorem
) -> Theorem:
    """The same is $I_{T/(T + q^2)}(d/2, 1/2)/2$, where z has the law of the entries of e too."""
    found = one_number(found, q, noise, lead, e, along, z, *signs)
    beyond = positive(q * sqrt(norm2(e)) / sqrt(noise), *signs)
    half = one_side(beyond, known_positive(z.args[0].args[1]), z, "le")
    shares = apply("length_shares", *signs, x=z, y=e, a=noise, b=q**2)
    (event,) = occurring(right(half), "P")
    alike = apply("same_event", *signs, event=event.args[0], other=left(shares).args[0], factor=1 / noise)
    return replaced_within(then(found, half), [then(alike, shares)])


def least_tail(ratio: Theorem, *known: Theorem) -> Theorem:
    """erfc(c^(1/2))/2 <= erfc(y^(1/2))/2 from y <= c."""
    falls = grown(grown(ratio, Fraction(1, 2), *known), "erfc")
    return combined(left(falls) / 2 <= right(falls) / 2, falls)


def known_positive(term: Term) -> Theorem:
    """0 < x, by the form of x or as a hypothesis."""
    try:
        return positive(term)
    except Refused:
        return suppose(term > 0)


TWO_CLASSES: Final = Competitor()


def two_class_error(premises: Competitor = TWO_CLASSES) -> Derivation:
    r"""$P(\text{wrong}) = P(t_d > \sqrt d\, q/\sqrt{S + R})$ with two classes, exactly.

    >>> two_class_error().formula.args[1].args[2]
    q**2/(R + S + q**2)
    """
    return proved("two_class_error", "Error of a token, two classes", premises.wins())


_all_tokens: Final = Size("N", minimum=2)


@dataclass(frozen=True, kw_only=True)
class Uniform:
    """How many tokens there are, all stored alike, and what two classes rest on."""

    tokens: Term = _all_tokens
    competitor: Competitor = TWO_CLASSES


def _error(name: str, premises: Uniform) -> Derivation:
    r"""$E = P(t_d > \sqrt{d/(N - 1)})$, a beta integral; the same at $d = 2N$ and $d = N$.

    >>> DERIVATIONS["unweighted_error"]().formula
    betainc_regularized(1/2, d/2, 1/N, 1)/2
    """
    wins = replace(premises.competitor, weight=number(1), noise=premises.tokens - 1).wins()
    x, law = Index("x", _all_tokens), fixed("p", _all_tokens)
    whole = suppose(Sum(x, law[x]) == 1, "the law of the tokens")
    found = derive(define("E", Sum(x, law[x] * left(wins))), by=[algebra, whole, wins])
    return proved(name, "Error of equal weights", found)


DERIVATIONS: Final = table(
    _error,
    unweighted_error=Uniform(),
    unweighted_error_twice=Uniform(tokens=dimension / 2),
    unweighted_error_equal=Uniform(tokens=dimension),
)
